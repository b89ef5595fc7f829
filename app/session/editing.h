// The edited text: whether it has the keyboard, its mistakes, its launch, and the runs kept for comparison with the
// newest one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/editor/document.h"
#include "app/editor/editor_picture.h"
#include "app/editor/keys.h"
#include "app/session/shown.h"
#include "app/session/text_notes.h"
#include "app/session/text_search.h"
#include "app/session/typed_runs.h"

namespace tilescope {

struct Editing {
  std::optional<editor::Document> document;  // empty: the text is only read
  bool has_keys = false;
  std::string file;     // its name, and its file if it has one
  std::string opened;   // the text as it was opened or last saved
  std::string problem;  // why the newest text has no run, if its notes do not say
  TypedRuns runs;
  TextNotes notes;
  TextSearch search;

  // Starts editing the shown text, which was launched by this request, or continues with the edited text.
  void begin(const Shown& shown, const Relaunch& asked);
  // Starts editing a text that is not shown. This request says how to run it.
  void begin_with(const std::string& text, const Relaunch& asked);
  // Replaces the text; this can be undone.
  void put(const std::string& text);
  // Forgets the text.
  void end() { *this = Editing(); }
  // Handles a key, with this many lines in sight; returns what else the key asks for.
  editor::Pressed press(const KeyPress& key, std::size_t page);
  void apply(const PlaceCaret& place);
  void paste(const std::string& text);
  // Applies the fix offered at the caret, or else the next one.
  void mend();
  // Goes to the next mistake after the caret, or else the first one. The text gets the keyboard.
  void go_to_mistake();
  std::size_t replace(const Replace& what);

  // Lets time pass. True if the newest text has to run now: it has not run yet, and no key was pressed for this many
  // seconds.
  [[nodiscard]] bool advance(double seconds, double pause);
  // Takes in the diagnostics of the last text that was read.
  void take_notes(std::vector<editor::Note> told);
  // The text has run, and its launch is shown.
  void take_run(const Recorded& now, const Relaunch& asked);

  [[nodiscard]] bool is_open() const { return document.has_value(); }
  // Whether the panel shows this text, not the recorded one.
  [[nodiscard]] bool is_shown() const {
    return document && (has_keys || runs.is_held() || is_changed() || is_behind());
  }
  [[nodiscard]] bool is_changed() const { return document && document->text() != opened; }
  [[nodiscard]] bool is_of_file() const;  // an existing one
  void saved(const std::string& path);
  // Replaces the text by the file's new content; this can be undone.
  void take_file(const std::string& text);
  // Whether the stage shows an earlier text.
  [[nodiscard]] bool is_behind() const { return document && !runs.was_run(document->version()); }
  // Whether the newest change has not been read yet.
  [[nodiscard]] bool is_waiting() const { return document && !runs.was_asked(document->version()); }
  // Whether it changes by itself as time passes.
  [[nodiscard]] bool is_restless() const { return document && (is_waiting() || (has_keys && idle_ < 1)); }
  // What the panel shows besides the text.
  [[nodiscard]] editor::Show show(const Shown& shown) const;

 private:
  void changed_from(std::uint64_t version);

  double idle_ = 0;          // seconds since the last key
  bool begins_edit_ = true;  // the next change starts a new edit
  std::size_t edited_line_ = 0;
  // Worked out once per text.
  struct Compared {
    std::uint64_t version = 0;
    const Replay* replay = nullptr;
    std::vector<std::uint32_t> recorded, original;
  };
  mutable Compared compared_;
};

}  // namespace tilescope
