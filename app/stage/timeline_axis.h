// The places of steps and threads on the timeline, and the moment under the pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/replay/frame.h"
#include "app/stage/timeline_lanes.h"
#include "app/stage/words.h"
#include "instrumentation/analysis/waits.h"

namespace tilescope {

// The visible part of the timeline.
struct TimelineView {
  double first_step = 0;             // at the left edge; may be fractional
  double steps_shown = 0;            // 0: all steps
  std::uint32_t first_lane = 0;      // the topmost lane
  std::vector<TimelineLane> lanes;   // empty: one lane per thread
  std::vector<std::uint64_t> marks;  // moments with a finding
  std::optional<Waits> waits;        // at barriers, if the trace has a clock
};

// The layout of the timeline. All steps are equally wide, and lanes are below each other.
struct TimelineAxis {
  float unit = 15;            // the size of text, smaller if there is little room
  float names = 0;            // where thread names begin
  float left = 0, right = 0;  // of the steps; names are left of it, the scroll bar right of it
  float rail = 0;             // the lower end of the playhead's handle and of the marks
  Box phases;
  float first_lane_y = 0, lane_height = 0, lane_pitch = 0;
  std::uint32_t lanes = 0;       // how many fit
  std::uint32_t first_lane = 0;  // limited so that the last lane shows the last thread
  double first_step = 0, steps_shown = 1;

  [[nodiscard]] float width_of_step() const { return static_cast<float>((right - left) / steps_shown); }
  [[nodiscard]] float x_of(double step) const {
    return left + static_cast<float>((step - first_step) / steps_shown * static_cast<double>(right - left));
  }
  [[nodiscard]] double step_at(float x) const {
    return first_step + static_cast<double>(x - left) / static_cast<double>(right - left) * steps_shown;
  }
  // The visible part of the steps from `first` to before `end`, as high as the row.
  [[nodiscard]] Box span(std::uint32_t first, std::uint32_t end, const Box& row) const;
  [[nodiscard]] float bottom() const { return first_lane_y + lane_pitch * static_cast<float>(lanes); }
  [[nodiscard]] Box lane(std::uint32_t number) const {
    return {left, first_lane_y + lane_pitch * static_cast<float>(number), right - left, lane_height};
  }
};

[[nodiscard]] TimelineAxis timeline_axis(const Scenery& scenery, const TimelineView& timeline, const View& view);

// A moment in steps: 9.5 is the middle of the tenth step.
[[nodiscard]] double steps_before(const Scenery& scenery, std::uint64_t moment);

// The moment of this grain that is nearest to x, and the x of a moment.
[[nodiscard]] std::uint64_t moment_at(const Scenery& scenery, const TimelineView& timeline, const View& view, float x,
                                      Grain grain);
[[nodiscard]] float place_of(const Scenery& scenery, const TimelineView& timeline, const View& view,
                             std::uint64_t moment);

// The first visible lane after the least scrolling that shows this thread.
[[nodiscard]] std::uint32_t first_lane_to_see(const Scenery& scenery, const TimelineView& timeline, const View& view,
                                              std::uint32_t thread);

}  // namespace tilescope
