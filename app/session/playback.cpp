#include "app/session/playback.h"

#include <algorithm>
#include <cmath>

#include "app/replay/alike.h"

namespace tilescope {

namespace {

// Moves per second at normal speed.
double pace_of(Grain grain) {
  switch (grain) {
    case Grain::event: return 4;
    case Grain::step: return 1.5;
    case Grain::phase: break;
  }
  return 0.5;
}

constexpr double slide_seconds = 0.3;

bool waits(const Shown& shown, std::uint32_t step) {
  const Replay& replay = *shown.focus.replay;
  const auto& paths = replay.order().paths();
  for (std::uint32_t path = 0; path < paths.size(); ++path)
    if (replay.scenery().activity(path, step) == Activity::waiting && replay.moments().events_in(path, step) > 0)
      return true;
  return false;
}

bool pads(const Shown& shown, std::uint32_t step) {
  const Replay& replay = *shown.focus.replay;
  for (std::uint32_t thread = 0; thread < replay.trace().threads_per_block(); ++thread)
    if (replay.scenery().activity(replay.order().path_of(shown.frame.block, thread), step) == Activity::padding)
      return true;
  return false;
}

}  // namespace

Grain larger(Grain grain) { return grain == Grain::event ? Grain::step : Grain::phase; }

void Playback::apply(const Seek& seek, const Shown& shown) {
  playing = false;
  go_to(seek.moment, shown);
}

void Playback::go_to(std::uint64_t to, const Shown& shown) {
  if (!shown.has_trace()) return;
  moment = std::min(to, shown.moments().count());
  slide.reset();
}

void Playback::move(Grain by, bool forward, const Shown& shown, std::optional<std::uint64_t> halt) {
  playing = false;
  std::uint64_t to = forward ? shown.moments().next(moment, by) : shown.moments().previous(moment, by);
  if (forward && halt) to = std::min(to, *halt);
  if (forward && to < moment) return;
  go_to(to, shown);
  glides = true;
}

void Playback::go_to_next(bool forward, const Shown& shown, const std::function<bool(std::uint32_t)>& wanted) {
  if (shown.frame.steps == 0) return;
  playing = false;
  const Moments& moments = shown.moments();
  const std::int64_t by = forward ? 1 : -1;
  std::int64_t step = moments.step_at(moment);
  // Forward, a step that is under way or has not begun is a candidate.
  if (forward && moment < moments.end_of(static_cast<std::uint32_t>(step))) --step;
  for (step += by; step >= 0 && step < std::int64_t{shown.frame.steps}; step += by)
    if (wanted(static_cast<std::uint32_t>(step))) return go_to(moments.end_of(static_cast<std::uint32_t>(step)), shown);
}

void Playback::go_to_barrier(bool forward, const Shown& shown) {
  go_to_next(forward, shown, [&](std::uint32_t step) { return waits(shown, step); });
}

void Playback::go_to_padding(bool forward, const Shown& shown) {
  go_to_next(forward, shown, [&](std::uint32_t step) { return pads(shown, step); });
}

void Playback::go_to_touch(bool forward, const Shown& shown, const std::vector<Touch>& touches) {
  if (touches.empty()) return;
  playing = false;
  // When playback moves by steps, an access in the current step does not count as a new place.
  const Moments& moments = shown.moments();
  const bool by_event = grain == Grain::event;
  const auto place_of = [&](const Touch& touch) {
    return by_event ? touch.moment : moments.end_of(moments.step_at(touch.moment));
  };
  if (forward) {
    const auto later = [](std::uint64_t now, const Touch& touch) { return now < touch.moment; };
    const auto next = std::upper_bound(touches.begin(), touches.end(), moment, later);
    if (next != touches.end()) go_to(place_of(*next), shown);
    return;
  }
  const std::uint64_t before = by_event || moment == 0 ? moment : moments.begin_of(moments.step_at(moment)) + 1;
  const auto sooner = [](const Touch& touch, std::uint64_t now) { return touch.moment < now; };
  const auto next = std::lower_bound(touches.begin(), touches.end(), before, sooner);
  if (next != touches.begin()) go_to(place_of(*std::prev(next)), shown);
}

bool Playback::slide_on(double seconds) {
  if (!slide) return false;
  slide->part += static_cast<float>(seconds / slide_seconds);
  if (slide->part >= 1) slide.reset();
  return true;
}

bool Playback::advance(double seconds, double speed, const Shown& shown, std::optional<std::uint64_t> stop) {
  const bool slid = slide_on(seconds);
  if (!playing || !shown.has_trace()) return slid;
  due += seconds * pace_of(grain) * speed;
  std::uint64_t to = moment;
  for (; due >= 1; due -= 1) to = shown.moments().next(to, grain);
  if (stop) to = std::min(to, *stop);
  const bool moves = to != moment;
  if (moves) go_to(to, shown);
  glides = moves;
  if (moment == shown.moments().count() || moment == stop) playing = false;
  return slid || moves;
}

void Playback::follow(const Shown& before, const Shown& now) {
  const std::uint64_t was = moment;
  const double part = !before.has_trace() || before.frame.moments == 0
                          ? 0
                          : static_cast<double>(was) / static_cast<double>(before.frame.moments);
  const auto near = static_cast<std::uint64_t>(part * static_cast<double>(now.moments().count()));
  moment = near == 0 ? 0 : now.moments().end_of(now.moments().step_at(near));
  // Goes to the same multiply-add of the same element, even if the kernels differ.
  if (!before.has_trace()) return;
  if (const auto alike = moment_alike(*before.focus.replay, was, *now.focus.replay)) moment = *alike;
}

void Playback::zoom_timeline(double factor, const Frame& frame) {
  const auto steps = static_cast<double>(frame.steps);
  const double here = frame.at_begin ? 0 : frame.step + 0.5;
  const double part = timeline.count > 0 ? (here - timeline.first) / timeline.count : 0;
  const double count = std::clamp(std::round(timeline.count * factor), std::min(8.0, steps), steps);
  timeline.count = count;
  timeline.first = std::clamp(std::round(here - std::clamp(part, 0.0, 1.0) * count), 0.0, steps - count);
}

namespace {

// The moment at the same fraction of the other launch, for launches without known useful work.
std::uint64_t part_of(std::uint64_t moment, std::uint64_t of, std::uint64_t in) {
  const double part = static_cast<double>(moment) / static_cast<double>(of);
  return static_cast<std::uint64_t>(std::llround(part * static_cast<double>(in)));
}

}  // namespace

bool compares_work(const Replay& one, const Replay& other) {
  const auto has_work = [](const Replay& of) { return of.scenery().work_at(of.moments().count()) > 0; };
  return has_work(one) && has_work(other);
}

std::uint64_t Playback::moment_beside(const Shown& shown, bool lock_by_work) const {
  const Replay& first = *shown.focus.replay;
  const Replay& beside = *shown.beside.replay;
  if (moment == 0) return 0;
  if (moment >= first.moments().count()) return beside.moments().count();
  if (lock_by_work && compares_work(first, beside))
    return beside.scenery().moment_of_work(first.scenery().work_at(moment));
  if (lock_by_work) return part_of(moment, first.moments().count(), beside.moments().count());
  const std::uint32_t step = first.moments().step_at(moment);
  return step < beside.order().step_count() ? beside.moments().end_of(step) : beside.moments().count();
}

void Playback::settle(const Frame& frame, const std::vector<TileWindow>& windows_before, bool reduced_motion) {
  if (frame.steps > 0 && (frame.step < timeline.first || frame.step + 1 > timeline.first + timeline.count))
    timeline.first = std::clamp(std::round(frame.step - timeline.count * 0.2), 0.0, frame.steps - timeline.count);
  // A single step from tile to tile slides; a jump does not.
  const bool moved = windows_before != frame.windows && !windows_before.empty() && !frame.windows.empty();
  if (glides && moved && !reduced_motion) slide = Slide{windows_before, 0};
  glides = false;
}

}  // namespace tilescope
