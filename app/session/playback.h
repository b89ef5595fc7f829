// Where playback stands and how it moves, and which steps the timeline shows.
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
  double due = 0;  // parts of a step that playing has not made yet
  TimelineRange timeline;
  Fold fold = Fold::as_fits;        // of its lanes
  std::vector<std::uint32_t> open;  // lanes of several threads, by their first ones
  std::optional<Slide> slide;
  bool glides = false;                    // it came here by a step: windows slide from where they were
  std::optional<std::uint64_t> followed;  // the moment at which it was looked for who has the turn

  // A step on or back. Forward it comes no further than to `halt`.
  void move(Grain by, bool forward, const Shown& shown, std::optional<std::uint64_t> halt);
  void go_to_barrier(bool forward, const Shown& shown);
  void go_to_padding(bool forward, const Shown& shown);
  void go_to_touch(bool forward, const Shown& shown, const std::vector<Touch>& touches);
  void apply(const Seek& seek, const Shown& shown);
  void go_to(std::uint64_t to, const Shown& shown);
  // Time goes by, at most to `stop`. True where it moved.
  bool advance(double seconds, double speed, const Shown& shown, std::optional<std::uint64_t> stop);

  // Another launch: about the same moment of it, on a whole step; none where nothing was shown before.
  void follow(const Shown& before, const Shown& now);
  void show_all_steps(const Shown& shown) {
    timeline = {0, static_cast<double>(shown.focus.replay->order().step_count())};
  }
  void zoom_timeline(double factor, const Frame& frame);
  // Where the kernel beside stands when the one in focus is here: as far with its work, or as many steps on.
  [[nodiscard]] std::uint64_t moment_beside(const Shown& shown, bool lock_by_work) const;
  // A new frame: the timeline shows its step, and windows slide there or do not.
  void settle(const Frame& frame, const std::vector<TileWindow>& windows_before, bool reduced_motion);

 private:
  void go_to_next(bool forward, const Shown& shown, const std::function<bool(std::uint32_t step)>& wanted);
  bool slide_on(double seconds);
};

// The next larger grain.
[[nodiscard]] Grain larger(Grain grain);

// Whether both do what is known to be useful work; else as large a part of each launch is compared.
[[nodiscard]] bool compares_work(const Replay& one, const Replay& other);

}  // namespace tilescope
