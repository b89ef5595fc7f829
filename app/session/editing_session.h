// What typing does to what is shown: a pause, and the newest text is run; what stood there stands beside.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

void edit_source(Parts& parts);
void save_text(Parts& parts);
// Time goes by: runs the newest text after a pause. True where something changed.
bool run_typed(Parts& parts, double seconds);
void take_typed(Parts& parts, Recording recording);
// What was typed and is not saved stays in a draft when something else is opened.
void leave_text(Parts& parts);
// Another launch is shown: of the text that is edited, or it goes.
void follow_text(Parts& parts);
// A file that cannot be run is opened all the same, where its mistakes can be seen and mended.
bool open_broken(Parts& parts, const Recording& failed);
// Now and then: what was typed goes to its draft, and a file that another program has written is read again.
bool look_after_text(Parts& parts, double seconds);
void keep_draft(Parts& parts);
// Puts the file among those that were open lately.
void remember(Parts& parts, const std::string& path);
// Which kernel's file is open, if one is.
[[nodiscard]] std::string file_shown(const Editing& editing, const Launching& launching);
// Whether a file may be changed by others, and has to be looked at now and then.
[[nodiscard]] bool watches_file(const Editing& editing, const Launching& launching);
// What is on the stage is of a text before the one that is typed, and will stay so, or for a while.
[[nodiscard]] bool stage_is_behind(const Editing& editing, const Launching& launching);

void apply_to(Parts& parts, const TypeKey& type);
void apply_to(Parts& parts, const PlaceCaret& place);
void apply_to(Parts& parts, const PasteText& paste);
void apply_to(Parts& parts, const Find& what);
void apply_to(Parts& parts, const Replace& what);
void apply_to(Parts& parts, const StandBeside& which);
void apply_to(Parts& parts, const OpenText& open);
void apply_to(Parts& parts, const OpenDraft& open);
void apply_to(Parts& parts, const OfferDraft& offer);
void apply_to(Parts& parts, const SaveText& save);
void apply_to(Parts& parts, const ReloadText& reload);

}  // namespace tilescope
