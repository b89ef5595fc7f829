#include "instrumentation/executors/of_launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/error.h"
#include "instrumentation/memory.h"

namespace tilescope {

namespace {

constexpr std::uint64_t bytes_per_block = 2560;

std::uint64_t bytes_of_longest(const Launch& launch) {
  std::uint64_t most = 0;
  for (const Buffer& buffer : launch.buffers)
    most = std::max<std::uint64_t>({most, buffer.bytes.size(), buffer.wanted_bytes()});
  return most;
}

}  // namespace

std::uint64_t loop_limit(const Launch& launch) {
  constexpr std::uint64_t most_of_arrays = 1 << 16;
  if (launch.most_rounds != 0) return launch.most_rounds;
  return (1 << 18) + 256 * std::min(bytes_of_longest(launch), most_of_arrays);
}

std::uint64_t event_memory(const Launch& launch, std::uint64_t memory, unsigned cores) {
  std::uint64_t bytes = 0;
  for (const Buffer& buffer : launch.buffers)
    bytes += std::max<std::uint64_t>(buffer.bytes.size(), buffer.wanted_bytes());  // memory that they may get later
  const std::uint64_t needed = bytes * (2 + cores) + launch.grid.count() * bytes_per_block;
  if (needed > memory)
    throw UsageError(fmt::format(
        "{} needs {} for its arrays and blocks, but only {} may be used: use smaller arrays, or raise --memory",
        launch.kernel, in_words(needed), in_words(memory)));
  const std::uint64_t left = memory - needed;
  constexpr std::uint64_t least_event_bytes = 8;  // if threads do the same
  const double most = static_cast<double>(left) / least_event_bytes;
  if (launch.record == Record::full && launch.least_events > most)
    throw UsageError(
        fmt::format("a full trace of {} has more than {:.3g} events of {} bytes or more, but only {} may be used: use "
                    "--record counts, a --record window, or a smaller size",
                    launch.kernel, launch.least_events, least_event_bytes, in_words(memory)));
  return left;
}

std::uint64_t recorded_blocks(const Launch& launch) {
  if (launch.record == Record::full) return launch.grid.count();
  std::uint64_t blocks = 0;
  for (const BlockRange& range : launch.window)
    blocks += std::uint64_t{range.y1 - range.y0 + 1} * (range.x1 - range.x0 + 1);
  return std::max<std::uint64_t>(blocks, 1);
}

}  // namespace tilescope
