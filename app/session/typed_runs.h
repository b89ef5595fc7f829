// The runs of the typed text: the launch for its next run, and the runs kept for comparison with the newest one.
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
  std::string kernel_beside;  // the other kernel's name; empty: the one most worth comparing with

  // The text of this run is now edited.
  void begin(const Recorded& shown) { original_ = before_ = shown; }
  // A text that is not shown is now edited. This request says how to run it.
  void begin_with(const Relaunch& asked) { base_ = asked; }
  // The shown launch was changed, but not the text, which has this version.
  void adopt(const Shown& shown, const Relaunch& asked, std::uint64_t version);
  // From now on each run uses this launch with the edited text, whatever the text's header says.
  void hold(std::shared_ptr<const Launch> launch, std::uint64_t most_rounds);
  [[nodiscard]] bool is_held() const { return held_ != nullptr; }
  // The next change starts a new edit: the last run becomes the run before it.
  void begin_edit() { before_ = last_; }

  // Runs the newest text in the same way as the previous one.
  [[nodiscard]] Relaunch asking(const editor::Document& text, const std::string& file);
  // The text has run, and its launch is shown. `is_original`: the text is as it was opened.
  void take(const Recorded& now, const Relaunch& asked, bool is_original);
  void run_again() { asked_ = 0; }
  void stay_as_it_is(std::uint64_t version) { asked_ = version; }  // until the text changes

  // The run to show beside; null: another kernel.
  [[nodiscard]] const Recorded* beside() const;
  [[nodiscard]] bool is_beside(const Recorded& shown) const {
    const Recorded* const kept = beside();
    return kept != nullptr && kept->replay == shown.replay;
  }
  // Whether some text has run, so that the stage may show an earlier text.
  [[nodiscard]] bool has_run() const { return last_.replay != nullptr; }
  [[nodiscard]] bool was_asked(std::uint64_t version) const { return asked_ == version; }
  [[nodiscard]] bool was_run(std::uint64_t version) const { return run_ == version; }
  [[nodiscard]] const std::string& kernel() const { return base_.request.kernel; }

 private:
  Relaunch base_;  // how the text is run
  std::shared_ptr<const Launch> held_;
  std::uint64_t held_rounds_ = 0;
  std::uint64_t asked_ = 0, run_ = 0;  // versions of the text
  // The runs of the text as opened, before this edit, and now.
  Recorded original_, before_, last_;
};

}  // namespace tilescope
