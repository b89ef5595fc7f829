// What typing does to the stage: after a pause the newest code runs, with the previous run beside it.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

void edit_source(Parts& parts);
void save_text(Parts& parts);
// Lets time pass: runs the newest code after a pause. True if something changed.
bool run_typed(Parts& parts, double seconds);
void take_typed(Parts& parts, Recording recording);
// Saves unsaved changes as a draft when something else is opened.
void leave_text(Parts& parts);
// Call after another launch is shown. Editing ends if the launch does not belong to the edited code.
void follow_text(Parts& parts);
// Opens a file that cannot run, so that its mistakes can be fixed.
bool open_broken(Parts& parts, const Recording& failed);
// From time to time, saves changes to the draft, and reads the file again if another program has written it.
bool look_after_text(Parts& parts, double seconds);
void keep_draft(Parts& parts);
// Adds the file to the list of recent files.
void remember(Parts& parts, const std::string& path);
// The open kernel file, if any.
[[nodiscard]] std::string file_shown(const Editing& editing, const Launching& launching);
// Whether other programs may change the open file, so that it must be checked from time to time.
[[nodiscard]] bool watches_file(const Editing& editing, const Launching& launching);
// Whether the stage shows earlier code and will do so for a while.
[[nodiscard]] bool stage_is_behind(const Editing& editing, const Launching& launching);

void apply_to(Parts& parts, const TypeKey& type);
void apply_to(Parts& parts, const PlaceCaret& place);
void apply_to(Parts& parts, const TypeOver& change);
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
