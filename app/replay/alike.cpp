#include "app/replay/alike.h"

#include <algorithm>
#include <string>

namespace tilescope {

namespace {

bool same_shape(const Launch& one, const Launch& other) {
  return one.m == other.m && one.n == other.n && one.k == other.k && one.tile == other.tile && one.block == other.block;
}

// What is done in a step, and to which matrix.
struct StepKind {
  Activity activity = Activity::guarded;
  std::string array;

  bool operator==(const StepKind&) const = default;
};

StepKind kind_of(const Replay& replay, std::uint32_t step) {
  StepKind kind;
  for (std::uint32_t path = 0; path < replay.order().paths().size(); ++path) {
    kind.activity = replay.scenery().activity(path, step);
    if (kind.activity != Activity::guarded && kind.activity != Activity::done) break;
  }
  if (const std::uint8_t array = replay.scenery().array_of(step); array != no_array)
    kind.array = replay.trace().arrays()[array].name;
  return kind;
}

// A phase; or what lies before the first one, between two, or behind the last.
struct Stretch {
  std::size_t number = 0;
  bool is_phase = false;
  std::uint32_t first = 0, end = 0;
};

Stretch stretch_of(const Replay& replay, std::uint32_t step) {
  const std::vector<Phase>& phases = replay.order().phases();
  Stretch stretch{0, false, 0, replay.order().step_count()};
  for (std::size_t n = 0; n < phases.size(); ++n) {
    if (phases[n].first_step <= step && step < phases[n].end_step)
      return {n, true, phases[n].first_step, phases[n].end_step};
    if (phases[n].end_step <= step)
      stretch.number = n + 1, stretch.first = phases[n].end_step;
    else
      stretch.end = std::min(stretch.end, phases[n].first_step);
  }
  return stretch;
}

// The stretch of the other trace that corresponds; nothing where it has fewer.
std::optional<Stretch> stretch_like(const Stretch& stretch, const Replay& to) {
  const std::vector<Phase>& phases = to.order().phases();
  if (stretch.is_phase) {
    if (stretch.number >= phases.size()) return std::nullopt;
    return Stretch{stretch.number, true, phases[stretch.number].first_step, phases[stretch.number].end_step};
  }
  if (stretch.number > phases.size()) return std::nullopt;
  const std::uint32_t first = stretch.number == 0 ? 0 : phases[stretch.number - 1].end_step;
  const std::uint32_t end =
      stretch.number == phases.size() ? to.order().step_count() : phases[stretch.number].first_step;
  if (first >= end) return std::nullopt;
  return Stretch{stretch.number, false, first, end};
}

}  // namespace

std::optional<std::uint64_t> moment_alike(const Replay& from, std::uint64_t moment, const Replay& to) {
  if (!same_shape(from.trace().launch(), to.trace().launch())) return std::nullopt;
  if (moment == 0 || to.order().step_count() == 0 || from.order().step_count() == 0) return 0;
  if (moment >= from.moments().count()) return to.moments().count();
  const std::uint32_t step = from.moments().step_at(moment);
  const Stretch here = stretch_of(from, step);
  const std::optional<Stretch> there = stretch_like(here, to);
  if (!there) return std::nullopt;
  const StepKind wanted = kind_of(from, step);
  std::uint32_t before = 0;  // steps of this kind
  for (std::uint32_t n = here.first; n < step; ++n) before += kind_of(from, n) == wanted ? 1 : 0;
  std::optional<std::uint32_t> found;
  for (std::uint32_t n = there->first; n < there->end; ++n) {
    if (kind_of(to, n) != wanted) continue;
    found = n;
    if (before-- == 0) break;
  }
  if (!found) {
    const double part = static_cast<double>(step - here.first) / static_cast<double>(here.end - here.first);
    found = there->first + static_cast<std::uint32_t>(part * static_cast<double>(there->end - there->first));
  }
  return to.moments().end_of(*found);
}

}  // namespace tilescope
