#include "app/replay/alike.h"

#include <algorithm>
#include <string>

#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

bool same_shape(const Launch& one, const Launch& other) {
  return reading::sides_of(one) == reading::sides_of(other) && one.tile == other.tile && one.block == other.block;
}

// The activity of a step, and its array.
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

struct Stretch {
  std::uint32_t first = 0, end = 0;
};

// The phases, and the stretches before the first, between two and after the last phase, which may be empty.
std::vector<Stretch> stretches_of(const Order& order) {
  std::vector<Stretch> all;
  std::uint32_t end = 0;
  for (const Phase& phase : order.phases()) {
    all.push_back({end, phase.first_step});
    all.push_back({phase.first_step, phase.end_step});
    end = phase.end_step;
  }
  all.push_back({end, order.step_count()});
  return all;
}

}  // namespace

std::optional<std::uint64_t> moment_at_same_line(const Replay& from, std::uint64_t moment, const Replay& to,
                                                 std::span<const std::uint32_t> line_before) {
  if (moment == 0 || to.order().step_count() == 0 || from.order().step_count() == 0) return 0;
  if (moment >= from.moments().count()) return to.moments().count();
  const std::uint32_t here = from.moments().step_at(moment), line = from.order().step(here).line;
  const auto found = std::find(line_before.begin(), line_before.end(), line);
  if (line == 0 || found == line_before.end()) return std::nullopt;
  const auto there = static_cast<std::uint32_t>(found - line_before.begin()) + 1;
  std::uint32_t before = 0;
  for (std::uint32_t n = 0; n < here; ++n) before += from.order().step(n).line == line ? 1 : 0;
  std::optional<std::uint32_t> last;
  for (std::uint32_t n = 0; n < to.order().step_count(); ++n) {
    if (to.order().step(n).line != there) continue;
    last = n;
    if (before-- == 0) break;
  }
  if (!last) return std::nullopt;
  return to.moments().end_of(*last);
}

std::optional<std::uint64_t> moment_alike(const Replay& from, std::uint64_t moment, const Replay& to) {
  if (!same_shape(from.trace().launch(), to.trace().launch())) return std::nullopt;
  if (moment == 0 || to.order().step_count() == 0 || from.order().step_count() == 0) return 0;
  if (moment >= from.moments().count()) return to.moments().count();
  const std::uint32_t step = from.moments().step_at(moment);
  const std::vector<Stretch> ours = stretches_of(from.order()), theirs = stretches_of(to.order());
  const auto here = std::find_if(ours.begin(), ours.end(), [&](const Stretch& of) { return step < of.end; });
  const auto number = static_cast<std::size_t>(here - ours.begin());
  if (number >= theirs.size() || theirs[number].first >= theirs[number].end) return std::nullopt;
  const Stretch& there = theirs[number];
  const StepKind wanted = kind_of(from, step);
  std::uint32_t before = 0;  // steps of this kind
  for (std::uint32_t n = here->first; n < step; ++n) before += kind_of(from, n) == wanted ? 1 : 0;
  std::optional<std::uint32_t> found;
  for (std::uint32_t n = there.first; n < there.end; ++n) {
    if (kind_of(to, n) != wanted) continue;
    found = n;
    if (before-- == 0) break;
  }
  if (!found) {
    const double part = static_cast<double>(step - here->first) / static_cast<double>(here->end - here->first);
    found = there.first + static_cast<std::uint32_t>(part * static_cast<double>(there.end - there.first));
  }
  return to.moments().end_of(*found);
}

}  // namespace tilescope
