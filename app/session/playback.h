// The playback position and how it moves, and the steps that the timeline shows.
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
  double due = 0;  // the fraction of a step that playback still owes
  TimelineRange timeline;
  Fold fold = Fold::as_fits;        // of its lanes
  std::vector<std::uint32_t> open;  // opened lanes of several threads, by their first thread
  std::optional<Slide> slide;
  bool glides = false;                    // it came here by a step, so windows slide from their old places
  std::optional<std::uint64_t> followed;  // the moment at which the running thread was last looked up

  // Moves one step forward or back; forward no further than `halt`.
  void move(Grain by, bool forward, const Shown& shown, std::optional<std::uint64_t> halt);
  void go_to_barrier(bool forward, const Shown& shown);
  void go_to_padding(bool forward, const Shown& shown);
  void go_to_touch(bool forward, const Shown& shown, const std::vector<Touch>& touches);
  void apply(const Seek& seek, const Shown& shown);
  void go_to(std::uint64_t to, const Shown& shown);
  // Lets time pass, at most to `stop`. True if it moved.
  bool advance(double seconds, double speed, const Shown& shown, std::optional<std::uint64_t> stop);

  // For another launch: about the same moment, at a whole step; the beginning if nothing was shown before.
  void follow(const Shown& before, const Shown& now);
  void show_all_steps(const Shown& shown) {
    timeline = {0, static_cast<double>(shown.focus.replay->order().step_count())};
  }
  void zoom_timeline(double factor, const Frame& frame);
  // The position of the kernel beside: at equal work, or at equal steps.
  [[nodiscard]] std::uint64_t moment_beside(const Shown& shown, bool lock_by_work) const;
  // For a new frame: the timeline shows its step, and windows slide or jump.
  void settle(const Frame& frame, const std::vector<TileWindow>& windows_before, bool reduced_motion);

 private:
  void go_to_next(bool forward, const Shown& shown, const std::function<bool(std::uint32_t step)>& wanted);
  bool slide_on(double seconds);
};

// The next larger grain.
[[nodiscard]] Grain larger(Grain grain);

// Whether the useful work of both launches is known; else equal parts of the launches are compared.
[[nodiscard]] bool compares_work(const Replay& one, const Replay& other);

}  // namespace tilescope
