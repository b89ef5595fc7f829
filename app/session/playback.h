// The playback position and how it moves, and the range of steps that the timeline shows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "app/command/command.h"
#include "app/replay/touches.h"
#include "app/session/shown.h"
#include "app/stage/stage.h"
#include "app/stage/timeline_lanes.h"

namespace tilescope {

// The steps that the timeline shows.
struct TimelineRange {
  double first = 0;
  double count = 0;
};

struct Playback {
  std::uint64_t moment = 0;
  Grain grain = Grain::step;
  bool playing = false;
  double due = 0;  // the fraction of a step that playback has not yet made
  TimelineRange timeline;
  Fold fold = Fold::as_fits;        // how the timeline's lanes are folded
  std::vector<std::uint32_t> open;  // expanded lanes of several threads, by their first thread
  std::optional<Slide> slide;
  bool glides = false;                    // the position came from one step, so windows slide to their new places
  std::optional<std::uint64_t> followed;  // the moment at which the running thread was last looked up

  // Moves one step forward or back, but not forward beyond `halt`.
  void move(Grain by, bool forward, const Shown& shown, std::optional<std::uint64_t> halt);
  void go_to_barrier(bool forward, const Shown& shown);
  void go_to_padding(bool forward, const Shown& shown);
  void go_to_touch(bool forward, const Shown& shown, const std::vector<Touch>& touches);
  void apply(const Seek& seek, const Shown& shown);
  void go_to(std::uint64_t to, const Shown& shown);
  // Lets time pass, but not beyond `stop`. True if the position moved.
  bool advance(double seconds, double speed, const Shown& shown, std::optional<std::uint64_t> stop);

  // For another launch: goes to about the same moment, at a whole step; to the beginning if nothing was shown before.
  void follow(const Shown& before, const Shown& now);
  void show_all_steps(const Shown& shown) {
    timeline = {0, static_cast<double>(shown.focus.replay->order().step_count())};
  }
  void zoom_timeline(double factor, const Frame& frame);
  // The position of the kernel beside: at equal work, or at equal steps.
  [[nodiscard]] std::uint64_t moment_beside(const Shown& shown, bool lock_by_work) const;
  // For a new frame: the timeline shows the frame's step, and windows slide or jump.
  void settle(const Frame& frame, const std::vector<TileWindow>& windows_before, bool reduced_motion);

 private:
  void go_to_next(bool forward, const Shown& shown, const std::function<bool(std::uint32_t step)>& wanted);
  bool slide_on(double seconds);
};

// The next larger grain.
[[nodiscard]] Grain larger(Grain grain);

// Whether the useful work of both launches is known. Otherwise equal fractions of the launches are compared.
[[nodiscard]] bool compares_work(const Replay& one, const Replay& other);

}  // namespace tilescope
