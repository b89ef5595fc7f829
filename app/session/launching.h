// The requested recordings and the running one: launches, files, other blocks of a large launch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/explain/switchboard.h"
#include "app/session/recorder.h"

namespace tilescope {

struct Launching {
  Relaunch asked;   // the request of the shown launch
  Relaunch wanted;  // the last request
  Recorder recorder;
  double recording_for = 0;                // seconds
  std::optional<Situation> reopening;      // the situation that the recording reopens
  std::string refused;                     // why the last request is not shown; empty: it is shown
  std::vector<std::string> other_kernels;  // of the file that could not be run: those that can
  std::string not_reopened;                // why the situation was not fully reopened; empty: it was

  void apply(const Relaunch& relaunch);
  void apply(const Reopen& reopen);
  void apply(const CancelRecording& cancel);
  // Returns the finished recording, if there is one.
  [[nodiscard]] std::optional<Recording> advance(double seconds);

  // The next three return the requests for these commands.
  [[nodiscard]] Command opening(const Open& open) const;
  [[nodiscard]] Command other_blocks(const Shown& shown, std::size_t around, unsigned side) const;
  [[nodiscard]] Command more_blocks(const Shown& shown, std::size_t around, bool more) const;
  // The next or previous of the launches that run in sequence on the same arrays, cyclically.
  [[nodiscard]] Command other_launch(const Shown& shown, bool next) const;
  // The rows of switches; see switchboard.h.
  [[nodiscard]] std::vector<OptionRow> chips(const Shown& shown) const;
};

}  // namespace tilescope
