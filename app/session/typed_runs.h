// The runs of the text that is typed: which launch goes on with it, and which of its runs are kept to stand beside the
// newest one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/command/command.h"
#include "app/editor/document.h"
#include "app/session/shown.h"

namespace tilescope {

class TypedRuns {
 public:
  Standing standing = Standing::before;
  std::string kernel_beside;  // which one that is, of another kernel; empty: the one most worth comparing with

  // The text of this run is edited.
  void begin(const Recorded& shown) { original_ = before_ = shown; }
  // A text is edited that is not shown. It is run as this asks for.
  void begin_with(const Relaunch& asked) { base_ = asked; }
  // The launch that is shown was changed, and not the text, of which this is the version.
  void adopt(const Shown& shown, const Relaunch& asked, std::uint64_t version);
  // From here on each run is of this launch, with the text in place of its own, whatever that says.
  void hold(std::shared_ptr<const Launch> launch, std::uint64_t most_rounds);
  [[nodiscard]] bool is_held() const { return held_ != nullptr; }
  // The next change is another edit: what was run last is the run before it.
  void begin_edit() { before_ = last_; }

  // The newest text goes to be run, as the one before was.
  [[nodiscard]] Relaunch asking(const editor::Document& text, const std::string& file);
  // It has been run: what is shown now is of it. `is_original` where the text is as it was opened.
  void take(const Recorded& now, const Relaunch& asked, bool is_original);
  void run_again() { asked_ = 0; }
  void stay_as_it_is(std::uint64_t version) { asked_ = version; }  // until the text is changed

  // Which of the runs is to stand beside; null: another kernel.
  [[nodiscard]] const Recorded* beside() const;
  [[nodiscard]] bool is_beside(const Recorded& shown) const {
    const Recorded* const kept = beside();
    return kept != nullptr && kept->replay == shown.replay;
  }
  // Some text has been run, so that what is shown may be of a text before.
  [[nodiscard]] bool has_run() const { return last_.replay != nullptr; }
  [[nodiscard]] bool was_asked(std::uint64_t version) const { return asked_ == version; }
  [[nodiscard]] bool was_run(std::uint64_t version) const { return run_ == version; }
  [[nodiscard]] const std::string& kernel() const { return base_.request.kernel; }

 private:
  Relaunch base_;  // how it is run
  std::shared_ptr<const Launch> held_;
  std::uint64_t held_rounds_ = 0;
  std::uint64_t asked_ = 0, run_ = 0;  // versions of the text
  // Of the text as it was opened, as it was before this edit, and the newest one.
  Recorded original_, before_, last_;
};

}  // namespace tilescope
