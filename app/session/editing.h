// The edited code: whether it has the keyboard, its mistakes, its launch, and the runs kept for comparison with the
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
  std::optional<editor::Document> document;  // empty: the code is only read
  bool has_keys = false;
  std::string file;     // its name, or its path if it has a file
  std::string opened;   // the code as opened or last saved
  std::string problem;  // why the newest code has no run, if its diagnostics do not say
  TypedRuns runs;
  TextNotes notes;
  TextSearch search;

  // Starts editing the shown code, which was launched by this request, or continues an edit.
  void begin(const Shown& shown, const Relaunch& asked);
  // Starts editing code that is not shown. This request says how to run it.
  void begin_with(const std::string& text, const Relaunch& asked);
  // Replaces the code; this can be undone.
  void put(const std::string& text);
  // Forgets the code.
  void end() { *this = Editing(); }
  // Handles a key; `page` is the number of visible lines. Returns what else the key asks for.
  editor::Pressed press(const KeyPress& key, std::size_t page);
  void apply(const PlaceCaret& place);
  void apply(const TypeOver& change);
  void paste(const std::string& text);
  // Applies the fix offered at the caret, or else the next fix.
  void mend();
  // Goes to the next mistake after the caret, or else to the first one, and gives the code the keyboard.
  void go_to_mistake();
  void open_search(TextSearch::Controls controls) { search.open(controls, *document); }
  std::size_t replace(const Replace& what);

  // Lets time pass. True if the newest code must run now: it has not run yet, and no key was pressed for `pause`
  // seconds.
  [[nodiscard]] bool advance(double seconds, double pause);
  // Takes in the diagnostics of the code that was last read.
  void take_notes(std::vector<editor::Note> told);
  // The code has run, and its launch is shown.
  void take_run(const Recorded& now, const Relaunch& asked);

  [[nodiscard]] bool is_open() const { return document.has_value(); }
  // Whether the panel shows the edited code, not the recorded code.
  [[nodiscard]] bool is_shown() const {
    return document && (has_keys || runs.is_held() || is_changed() || is_behind());
  }
  [[nodiscard]] bool is_changed() const { return document && document->text() != opened; }
  [[nodiscard]] bool is_of_file() const;  // whether the code has a file on disk
  void saved(const std::string& path);
  // Replaces the code by the file's new content; this can be undone.
  void take_file(const std::string& text);
  // Whether the stage shows earlier code.
  [[nodiscard]] bool is_behind() const { return document && !runs.was_run(document->version()); }
  // Whether the newest change has not been read yet.
  [[nodiscard]] bool is_waiting() const { return document && !runs.was_asked(document->version()); }
  // Whether its picture changes as time passes.
  [[nodiscard]] bool is_restless() const { return document && (is_waiting() || (has_keys && idle_ < 1)); }
  // What the panel shows in addition to the code.
  [[nodiscard]] editor::Show show(const Shown& shown) const;

 private:
  void changed_from(std::uint64_t version);

  double idle_ = 0;          // seconds since the last key
  bool begins_edit_ = true;  // the next change starts a new edit
  std::size_t edited_line_ = 0;
  // Computed once per version of the code.
  struct Compared {
    std::uint64_t version = 0;
    const Replay* replay = nullptr;
    std::vector<std::uint32_t> recorded, original;
  };
  mutable Compared compared_;
};

}  // namespace tilescope
