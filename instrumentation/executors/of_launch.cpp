#include "instrumentation/executors/of_launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/error.h"
#include "instrumentation/memory.h"

namespace tilescope {

namespace {

constexpr std::uint64_t bytes_per_block = 4096;

// Of a launch of any arrays.
std::uint64_t bytes_of_longest(const Launch& launch) {
  std::uint64_t most = 0;
  for (const Buffer& buffer : launch.buffers) most = std::max<std::uint64_t>(most, buffer.bytes.size());
  return most;
}

std::uint64_t memory_beside_arrays(const Launch& launch, std::uint64_t memory, unsigned cores) {
  std::uint64_t bytes = 0;
  for (const Buffer& buffer : launch.buffers) bytes += buffer.bytes.size();
  const std::uint64_t needed = bytes * (2 + cores) + launch.grid.count() * bytes_per_block;
  if (needed > memory)
    throw UsageError(fmt::format("{} needs {} for its arrays and blocks, and {} may be used: take smaller arrays",
                                 launch.kernel, in_words(needed), in_words(memory)));
  return memory - needed;
}

}  // namespace

std::uint64_t loop_limit(const Launch& launch) {
  constexpr std::uint64_t most_of_arrays = 1 << 16;
  if (!launch.has_matrices()) return (1 << 18) + 256 * std::min(bytes_of_longest(launch), most_of_arrays);
  return 4096 * static_cast<std::uint64_t>(launch.m + launch.n + launch.k + 64);
}

std::uint64_t event_memory(const Launch& launch, std::uint64_t memory, unsigned cores) {
  if (!launch.has_matrices()) return memory_beside_arrays(launch, memory, cores);
  constexpr std::uint64_t bytes_per_write = 12;
  const auto elements = [](std::int64_t rows, std::int64_t columns) {
    return static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(columns);
  };
  const std::uint64_t c = elements(launch.m, launch.n);
  const std::uint64_t matrices =
      4 * (elements(launch.m, launch.k) + elements(launch.k, launch.n) + c * (1 + cores)) + bytes_per_write * c;
  const std::uint64_t blocks = launch.grid.count() * bytes_per_block;
  if (matrices + blocks > memory)
    throw UsageError(
        fmt::format("{} x {} x {} needs {} for its matrices and blocks, and {} may be used: take a smaller size",
                    launch.m, launch.n, launch.k, in_words(matrices + blocks), in_words(memory)));
  const std::uint64_t left = memory - matrices - blocks;
  if (launch.record != Record::full) return left;
  const double events = static_cast<double>(c) * static_cast<double>(launch.k);
  constexpr std::uint64_t least_event_bytes = 8;  // where threads do the same
  const double most = static_cast<double>(left) / least_event_bytes;
  if (events > most)
    throw UsageError(fmt::format(
        "a full trace of {} x {} x {} has more than {:.3g} events of {} bytes or more, and {} may be used: take "
        "--record counts, a "
        "--record window, or a smaller size",
        launch.m, launch.n, launch.k, events, least_event_bytes, in_words(memory)));
  return left;
}

std::uint64_t recorded_blocks(const Launch& launch) {
  if (launch.record == Record::full) return launch.grid.count();
  std::uint64_t blocks = 0;
  for (const BlockRange& range : launch.window)
    blocks += std::uint64_t{range.y1 - range.y0 + 1} * (range.x1 - range.x0 + 1);
  return std::max<std::uint64_t>(blocks, 1);
}

void name_matrices(Trace::Parts& parts) {
  const Launch& l = parts.launch;
  if (!l.has_matrices()) return;
  for (ArrayInfo& array : parts.arrays) {
    if (array.space != Space::global) continue;
    if (array.name == "A") array.sides = {l.m, l.k};
    if (array.name == "B") array.sides = {l.k, l.n};
    if (array.name == "C") array.sides = {l.m, l.n};
  }
}

}  // namespace tilescope
