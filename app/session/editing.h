// The text that somebody types: whether the keys are its, what is wrong with it, which launch goes on with it, and
// which runs of it are kept to stand beside the newest one.
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
  std::optional<editor::Document> document;  // nothing: the text is only read
  bool has_keys = false;
  std::string file;     // what it is called, and where it is kept if it is
  std::string opened;   // the text as it was opened, or saved
  std::string problem;  // why the newest text has no run, where its notes do not say
  TypedRuns runs;
  TextNotes notes;
  TextSearch search;

  // Begins with the text that is shown, which was asked for so, or goes on with the one that was begun.
  void begin(const Shown& shown, const Relaunch& asked);
  // Begins with a text that is not shown. It is run as this asks for, with what is said there of other things.
  void begin_with(const std::string& text, const Relaunch& asked);
  // Another text in place of this one, which can be undone.
  void put(const std::string& text);
  // Forgets the text.
  void end() { *this = Editing(); }
  // Of a key, where so many lines are in sight: what it asks for besides.
  editor::Pressed press(const KeyPress& key, std::size_t page);
  void apply(const PlaceCaret& place);
  void paste(const std::string& text);
  // Takes the mend that is offered at the caret, or else the next one.
  void mend();
  // To the next mistake behind the caret, or else the first one. The keys are the text's then.
  void go_to_mistake();
  std::size_t replace(const Replace& what);

  // Time goes by. True where the newest text is to be run now: it was not asked for yet, and nobody has typed for so
  // many seconds.
  [[nodiscard]] bool advance(double seconds, double pause);
  // What was found out of the text that was asked for last.
  void take_notes(std::vector<editor::Note> told);
  // It has been run: what is shown now is of it.
  void take_run(const Recorded& now, const Relaunch& asked);

  [[nodiscard]] bool is_open() const { return document.has_value(); }
  // The panel shows it, and not the text that was recorded.
  [[nodiscard]] bool is_shown() const {
    return document && (has_keys || runs.is_held() || is_changed() || is_behind());
  }
  [[nodiscard]] bool is_changed() const { return document && document->text() != opened; }
  [[nodiscard]] bool is_of_file() const;  // that is there
  void saved(const std::string& path);
  // The file has another text now, which takes the place of this one; that can be undone.
  void take_file(const std::string& text);
  // What is on the stage is of a text before this one.
  [[nodiscard]] bool is_behind() const { return document && !runs.was_run(document->version()); }
  // Nothing is known yet of what was typed just now.
  [[nodiscard]] bool is_waiting() const { return document && !runs.was_asked(document->version()); }
  // Something about it changes while nothing happens.
  [[nodiscard]] bool is_restless() const { return document && (is_waiting() || (has_keys && idle_ < 1)); }
  // What the panel shows of it besides the text.
  [[nodiscard]] editor::Show show(const Shown& shown) const;

 private:
  void changed_from(std::uint64_t version);

  double idle_ = 0;          // seconds since something was typed
  bool begins_edit_ = true;  // the next change is another edit than those before
  std::size_t edited_line_ = 0;
  // Worked out once for each text.
  struct Compared {
    std::uint64_t version = 0;
    const Replay* replay = nullptr;
    std::vector<std::uint32_t> recorded, original;
  };
  mutable Compared compared_;
};

}  // namespace tilescope
