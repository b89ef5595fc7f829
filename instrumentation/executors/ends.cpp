#include "instrumentation/executors/ends.h"

#include <set>

#include "instrumentation/executors/of_program.h"
#include "instrumentation/executors/run_again.h"

namespace tilescope {

namespace {

std::optional<BeforeBeginning> seen(const Launch& launch, OutOfBounds gives) {
  const RecordedKernel& kernel = *launch.program;
  const machine::Code& code = kernel.prepared->code();
  const std::uint64_t across = launch.grid.x, all = launch.grid.count();
  const std::set<std::uint64_t> ends{0, across - 1, all / 2, all - across, all - 1};
  machine::Launch given = machine_launch(kernel, launch);
  given.out_of_bounds = gives;
  std::optional<BeforeBeginning> found;
  Again again;
  again.runs = [&](std::uint64_t block) { return ends.contains(block); };
  again.visit = [&](std::uint64_t block, std::uint32_t thread, const Event& event) {
    const auto index = static_cast<std::int32_t>(event.index);
    if (found || event.kind() != Kind::out_of_bounds || index >= 0 || event.array() >= code.arrays.size()) return;
    found = {event.line(), code.arrays[event.array()].name, index, event.stray_store(), block, thread};
  };
  return run_again(kernel, given, again) ? found : std::nullopt;
}

}  // namespace

std::optional<BeforeBeginning> before_beginning(const Launch& launch) {
  if (!launch.program) return std::nullopt;
  const auto one = seen(launch, OutOfBounds::poison);
  if (!one) return std::nullopt;
  const auto other = seen(launch, OutOfBounds::zero);
  const bool is_same = other && other->line == one->line && other->index == one->index && other->block == one->block;
  return is_same ? one : std::nullopt;
}

}  // namespace tilescope
