#include "instrumentation/executors/leaves.h"

#include <algorithm>
#include <utility>

#include "instrumentation/executors/of_program.h"
#include "instrumentation/executors/run_again.h"

namespace tilescope {

Leaves::Leaves(const Launch& launch, std::function<bool(std::uint64_t block)> runs)
    : of_(launch), kernel_(*launch.program), runs_(std::move(runs)), launch_(machine_launch(kernel_, launch)) {}

std::optional<Leaves::Left> Leaves::with_unset(std::uint32_t bits) {
  const std::uint32_t before = std::exchange(launch_.unset, bits);
  std::optional<Left> all = left();
  launch_.unset = before;
  return all;
}

std::optional<Leaves::Left> Leaves::with_other(std::size_t array, std::uint32_t element) {
  constexpr double step = 61;  // fits in a byte, in one direction or the other
  if (array >= of_.buffers.size() || array >= launch_.arrays.size()) return std::nullopt;
  Buffer buffer = of_.buffers[array];
  if (buffer.bytes.size() / std::max<std::size_t>(buffer.element_bytes, 1) <= element) return std::nullopt;
  const double value = buffer.at(element);
  buffer.put(element, value < step ? value + step : value - step);
  std::vector<std::byte> changed = buffer.bytes;
  std::swap(launch_.arrays[array], changed);
  std::optional<Left> all = left();
  std::swap(launch_.arrays[array], changed);
  return all;
}

std::optional<Leaves::Left> Leaves::left() {
  std::optional<machine::Ran> ran = run_again(kernel_, launch_, {.runs = runs_, .way = way_});
  if (!ran || ran->fault) return std::nullopt;
  way_ = ran->way;
  Left all{{}, std::move(ran->printed)};
  for (std::size_t n = 0; n < ran->arrays.size(); ++n)
    if (ran->code->arrays[n].is_written) all.written.push_back(std::move(ran->arrays[n]));
  return all;
}

}  // namespace tilescope
