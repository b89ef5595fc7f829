// Counts from a trace how often each array was loaded and stored, by which threads and when, and how many FLOPs that
// served.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// For a launch, a block or a thread.
struct Counts {
  std::vector<Tallies> by_array;  // as Trace::arrays() numbers them
  Tallies barriers{};
  Tallies all{};  // of all arrays together; thread_max is a thread's sum over the arrays

  [[nodiscard]] const Tally& of(std::size_t array, Count count) const {
    return by_array[array][static_cast<std::size_t>(count)];
  }
  [[nodiscard]] const Tally& of(Count count) const { return all[static_cast<std::size_t>(count)]; }
  [[nodiscard]] std::uint64_t barriers_per_thread() const {
    return barriers[static_cast<std::size_t>(Count::barrier_release)].thread_max;
  }
  // For what belongs to no array: barriers, shuffles and votes.
  [[nodiscard]] const Tally& without_array(Count count) const { return barriers[static_cast<std::size_t>(count)]; }
  // A multiply-add is 2 FLOPs, an addition 1; products with padding included.
  [[nodiscard]] std::uint64_t executed_flops() const {
    return 2 * of(Count::sum_multiply_add).total + of(Count::sum_add).total;
  }
};

inline constexpr std::uint64_t element_bytes = 4;

// Loads of arrays in __constant__ memory, and of all others in global memory. A trace counts both as global loads; but
// the first come from a small cache of their own, and would hide how often memory itself is asked. `thread_max` is no
// less than what the busiest thread loads, and just that unless several arrays are loaded beside constants.
[[nodiscard]] Tally loads_of(const Counts& counts, const std::vector<ArrayInfo>& arrays, bool constant);
[[nodiscard]] inline Tally constant_loads(const Counts& counts, const std::vector<ArrayInfo>& arrays) {
  return loads_of(counts, arrays, true);
}
[[nodiscard]] inline Tally memory_loads(const Counts& counts, const std::vector<ArrayInfo>& arrays) {
  return loads_of(counts, arrays, false);
}

// Of accesses to global or shared memory, by what an element of each array takes. Constants are not among the loads.
[[nodiscard]] std::uint64_t bytes_of(const Counts& counts, const std::vector<ArrayInfo>& arrays, Count accesses);

[[nodiscard]] Counts count(const Trace& trace);
[[nodiscard]] Counts count_block(const Trace& trace, std::size_t block);
[[nodiscard]] Counts count_thread(const Trace& trace, std::size_t block, std::uint32_t thread);
// How many of the votes are __syncwarp, each thread's counted. Nothing if the kernel has it and blocks were only
// counted.
[[nodiscard]] std::optional<std::uint64_t> warp_barriers(const Trace& trace);
// By interval between barriers; of the blocks that were recorded.
[[nodiscard]] std::vector<Counts> count_intervals(const Trace& trace);

// Adds one event of a thread to what has been counted for it.
void count_event(Counts& counts, const Event& event);

// Names the multiply-adds of a thread, by event number, that go into a C element it stores. So many threads of the
// block, itself among them, do the same, and the others are not told of, unless all are to be told one by one.
using TellUseful = std::function<void(std::size_t block, std::uint32_t thread, std::uint32_t threads,
                                      const std::vector<std::uint32_t>& events)>;
void for_each_useful(const Trace& trace, bool one_by_one, const TellUseful& tell);

// The FLOPs of multiply-adds that go into a C element, by a thread that stores it, and have no padding as an operand.
// Nothing if blocks were only counted: it takes events to know what an operand was.
[[nodiscard]] std::optional<std::uint64_t> useful_flops(const Trace& trace);

// What a block keeps in shared memory, declared and given with the launch: its arrays one after another, each at a
// multiple of what its elements take.
[[nodiscard]] std::uint64_t shared_bytes(std::span<const ArrayInfo> arrays);

}  // namespace tilescope
