// What was asked for, and what is being recorded: launches, files, other blocks of a large launch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/explain/switchboard.h"
#include "app/session/recorder.h"

namespace tilescope {

struct Launching {
  Relaunch asked;   // what is shown was asked for so
  Relaunch wanted;  // and what was asked for last, so
  Recorder recorder;
  double recording_for = 0;            // seconds
  std::optional<Situation> reopening;  // what is being recorded is of this one
  std::string refused;                 // why what was wanted last is not shown; empty where it is
  std::string not_reopened;            // why what was to be reopened is not shown as it was; empty where it is

  void apply(const Relaunch& relaunch);
  void apply(const Reopen& reopen);
  void apply(const CancelRecording& cancel);
  // What has been recorded, when it is there.
  [[nodiscard]] std::optional<Recording> advance(double seconds);

  // What each of these has to be asked for with.
  [[nodiscard]] Command opening(const Open& open) const;
  [[nodiscard]] Command other_blocks(const Shown& shown, std::size_t around, unsigned side) const;
  [[nodiscard]] Command more_blocks(const Shown& shown, std::size_t around, bool more) const;
  // Of those that follow each other on the same arrays: the next one, or the one before, round and round.
  [[nodiscard]] Command other_launch(const Shown& shown, bool next) const;
  // What can be switched; see switchboard.
  [[nodiscard]] std::vector<OptionRow> chips(const Shown& shown) const;
};

}  // namespace tilescope
