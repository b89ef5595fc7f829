// The runs of the typed code: the launch for the next run, and the runs kept for comparison with the newest one.
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
  std::string kernel_beside;  // empty: the kernel most worth comparing

  // The code of this run is now edited.
  void begin(const Recorded& shown) { original_ = before_ = shown; }
  // Code that is not shown is now edited. This request says how to run it.
  void begin_with(const Relaunch& asked) { base_ = asked; }
  // The shown launch was changed, but not the code, which has this version.
  void adopt(const Shown& shown, const Relaunch& asked, std::uint64_t version);
  // From now on every run uses this launch with the edited code, whatever the code's header says.
  void hold(std::shared_ptr<const Launch> launch, std::uint64_t most_rounds);
  [[nodiscard]] bool is_held() const { return held_ != nullptr; }
  // The next change starts a new edit: the last run becomes the run before this edit.
  void begin_edit() { before_ = last_; }

  // A request to run the newest code in the same way as before.
  [[nodiscard]] Relaunch asking(const editor::Document& text, const std::string& file);
  // The code has run, and its launch is shown. `is_original`: the code is as it was opened.
  void take(const Recorded& now, const Relaunch& asked, bool is_original);
  void run_again() { asked_ = 0; }
  void stay_as_it_is(std::uint64_t version) { asked_ = version; }  // until the code changes

  // The run to show beside; null: another kernel.
  [[nodiscard]] const Recorded* beside() const;
  [[nodiscard]] bool is_beside(const Recorded& shown) const {
    const Recorded* const kept = beside();
    return kept != nullptr && kept->replay == shown.replay;
  }
  // Whether any code has run, so that the stage may show earlier code.
  [[nodiscard]] bool has_run() const { return last_.replay != nullptr; }
  [[nodiscard]] bool was_asked(std::uint64_t version) const { return asked_ == version; }
  [[nodiscard]] bool was_run(std::uint64_t version) const { return run_ == version; }
  [[nodiscard]] const std::string& kernel() const { return base_.request.kernel; }

 private:
  Relaunch base_;  // how the code is run
  std::shared_ptr<const Launch> held_;
  std::uint64_t held_rounds_ = 0;
  std::uint64_t asked_ = 0, run_ = 0;  // versions of the code
  // The runs of the code as opened, before this edit, and now.
  Recorded original_, before_, last_;
};

}  // namespace tilescope
