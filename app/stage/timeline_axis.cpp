#include "app/stage/timeline_axis.h"

#include <algorithm>
#include <cmath>

#include "app/stage/text.h"

namespace tilescope {

namespace {

// In units: the room around the lanes, and the height of a lane.
constexpr float rail = 0.75F, phase_row = 1.45F, below_phases = 0.3F, below_lanes = 0.3F, before_names = 0.45F;
constexpr float lane_least = 1.25F, lane_most = 2.2F, lane_gap = 0.16F;

}  // namespace

Box TimelineAxis::span(std::uint32_t first, std::uint32_t end, const Box& row) const {
  const float x = std::clamp(x_of(first), left, right);
  return {x, row.y, std::clamp(x_of(end), left, right) - x, row.h};
}

TimelineAxis timeline_axis(const Scenery& scenery, const TimelineView& timeline, const View& view) {
  const auto lanes =
      timeline.lanes.empty() ? scenery.threads_per_block() : static_cast<std::uint32_t>(timeline.lanes.size());
  TimelineAxis axis;
  axis.unit = std::min(
      {view.text, view.width / 18, view.height / (rail + phase_row + below_phases + lane_least + below_lanes)});
  const float unit = axis.unit;
  float names =
      std::max(text_width(thread_name(scenery.launch(), scenery.threads_per_block() - 1), 0.85F * unit, Face::mono),
               text_width("phase", 0.85F * unit, Face::sans));
  for (const TimelineLane& lane : timeline.lanes)
    if (lane.is_group()) names = std::max(names, text_width(lane.name, 0.85F * unit, Face::mono) + 0.9F * unit);
  axis.names = before_names * unit;
  axis.left = std::round((before_names + 0.5F) * unit + names);
  axis.right = view.width - std::round(0.75F * unit);
  axis.rail = rail * unit;
  axis.phases = {axis.left, axis.rail, axis.right - axis.left, phase_row * unit};
  axis.first_lane_y = axis.phases.bottom() + below_phases * unit;
  const float room = std::max(view.height - below_lanes * unit - axis.first_lane_y, lane_least * unit);
  axis.lanes = std::clamp(static_cast<std::uint32_t>(room / (lane_least * unit)), 1U, std::max(lanes, 1U));
  axis.lane_pitch = std::min(room / static_cast<float>(axis.lanes), (axis.lanes == 1 ? 1.5F : 1.0F) * lane_most * unit);
  axis.lane_height = axis.lane_pitch - std::max(1.0F, std::round(lane_gap * unit));
  axis.first_lane = std::min(timeline.first_lane, lanes - axis.lanes);
  const double steps = std::max(1U, scenery.order().step_count());
  axis.steps_shown = timeline.steps_shown > 0 ? std::clamp(timeline.steps_shown, 1.0, steps) : steps;
  axis.first_step = std::clamp(timeline.first_step, 0.0, steps - axis.steps_shown);
  return axis;
}

double steps_before(const Scenery& scenery, std::uint64_t moment) {
  if (moment == 0 || scenery.order().step_count() == 0) return 0;
  const Moments& moments = scenery.moments();
  const std::uint32_t step = moments.step_at(moment);
  const auto begin = static_cast<double>(moments.begin_of(step)), end = static_cast<double>(moments.end_of(step));
  return step + (std::min(static_cast<double>(moment), end) - begin) / (end - begin);
}

std::uint64_t moment_at(const Scenery& scenery, const TimelineView& timeline, const View& view, float x, Grain grain) {
  const Moments& moments = scenery.moments();
  const std::uint32_t steps = scenery.order().step_count();
  const double at = timeline_axis(scenery, timeline, view).step_at(x);
  if (steps == 0 || at <= 0) return 0;
  if (at >= steps) return moments.count();
  const auto step = static_cast<std::uint32_t>(at);
  const auto length = static_cast<double>(moments.end_of(step) - moments.begin_of(step));
  const std::uint64_t exact = moments.begin_of(step) + static_cast<std::uint64_t>(std::llround((at - step) * length));
  if (grain == Grain::event || exact >= moments.count()) return exact;
  const std::uint64_t before = moments.previous(exact + 1, grain), after = moments.next(exact, grain);
  return at - steps_before(scenery, before) < steps_before(scenery, after) - at ? before : after;
}

float place_of(const Scenery& scenery, const TimelineView& timeline, const View& view, std::uint64_t moment) {
  return timeline_axis(scenery, timeline, view).x_of(steps_before(scenery, moment));
}

std::uint32_t first_lane_to_see(const Scenery& scenery, const TimelineView& timeline, const View& view,
                                std::uint32_t thread) {
  const TimelineAxis axis = timeline_axis(scenery, timeline, view);
  const std::uint32_t lane = timeline.lanes.empty() ? thread : lane_of(timeline.lanes, thread);
  if (lane < axis.first_lane) return lane;
  return lane < axis.first_lane + axis.lanes ? axis.first_lane : lane + 1 - axis.lanes;
}

}  // namespace tilescope
