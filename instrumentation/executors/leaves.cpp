#include "instrumentation/executors/leaves.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/executors/of_program.h"

namespace tilescope {

namespace {

constexpr std::uint64_t most_work_of_all = 20'000'000;  // instructions of 64 threads

}  // namespace

Leaves::Leaves(const Launch& launch, std::function<bool(std::uint64_t block)> runs)
    : of_(launch), kernel_(*launch.program), runs_(std::move(runs)), launch_(machine_launch(kernel_, launch)) {}

std::optional<Leaves::Left> Leaves::with_unset(std::uint32_t bits) {
  const std::uint32_t before = std::exchange(launch_.unset, bits);
  std::optional<Left> all = left();
  launch_.unset = before;
  return all;
}

std::optional<Leaves::Left> Leaves::with_other(std::size_t array, std::uint32_t element) {
  constexpr double step = 61;  // which a byte has room for, one way or the other
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
  machine::RunOptions how;
  how.pool = std::make_shared<EventPool>(0);
  how.runs = runs_;
  how.keeps = [](std::uint64_t) { return false; };
  how.most_work = most_work_of_all;
  how.way = way_;
  try {
    machine::Ran ran = machine::run(*kernel_.prepared, launch_, how);
    if (ran.fault) return std::nullopt;
    way_ = ran.way;
    Left all{{}, std::move(ran.printed)};
    for (std::size_t n = 0; n < ran.arrays.size(); ++n)
      if (ran.code->arrays[n].is_written) all.written.push_back(std::move(ran.arrays[n]));
    return all;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace tilescope
