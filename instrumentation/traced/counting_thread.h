// A CUDA thread on a device that keeps no events, but how many there were of each array and kind.
#pragma once

#include <utility>

#include "instrumentation/traced/device_place.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

class Thread : public DevicePlace {
 public:
  static constexpr bool counts_only = true;
  static constexpr int most_arrays = 24;

  __device__ Thread(const DeviceLaunch& launch, std::uint32_t) : DevicePlace(launch) {}

  TILESCOPE_HERE static std::uint32_t slot(const DeviceLaunch&) { return 0; }

  template <class At>
  TILESCOPE_HERE float load(const What& what, const float* data, std::uint32_t extent, const At& at) {
    each(what.array, [](Counts& counts) { ++counts.loads; });
    if (at.within) return data[at.index];
    if (at.of_rows) {
      const Found found = find(launch_.stray_bits, data, extent, at.index);
      each(what.array, [&](Counts& counts) { counts.stray_loads += found.stray ? 1 : 0; });
      return found.number;
    }
    if (at.inside(extent)) return data[at.index];
    each(what.array, [](Counts& counts) { ++counts.stray_loads; });
    return stray_value(data, extent, at.index);
  }
  template <class At>
  TILESCOPE_HERE void store(const What& what, float* data, std::uint32_t extent, const At& at, float number) {
    each(what.array, [](Counts& counts) { ++counts.stores; });
    if (at.inside(extent))
      data[at.index] = number;
    else
      each(what.array, [](Counts& counts) { ++counts.stray_stores; });
  }

  // Partial sums, and what an array of the thread's own has beyond its end.
  TILESCOPE_HERE std::uint32_t record(const PackedEvent& event) {
    const bool sum = event.kind() == Kind::partial_sum;
    each(event.array(), [&](Counts& counts) {
      counts.starts += sum && event.sum_form() == SumForm::start ? 1 : 0;
      counts.adds += sum && event.sum_form() == SumForm::add ? 1 : 0;
      counts.multiply_adds += sum && event.sum_form() == SumForm::multiply_add ? 1 : 0;
      counts.loads += sum ? 0 : 1;
      counts.stray_loads += sum ? 0 : 1;
    });
    return 0;
  }
  TILESCOPE_HERE std::uint32_t next_number() const { return 0; }

  TILESCOPE_HERE void barrier(std::uint32_t) {
    ++arrivals_;
    __syncthreads();
    ++releases_;
  }

  // Adds what this thread counted to its block's tallies.
  template <class Program>
  TILESCOPE_HERE void finish() const {
    constexpr int arrays = sizeof Program::tilescope_arrays / sizeof *Program::tilescope_arrays;
    static_assert(arrays <= most_arrays, "TileScope: more arrays and floats than a GPU's threads can count");
    Tally* const tallies = launch_.tallies + std::uint64_t{block_in_grid()} * (arrays + 2) * count_kinds;
    Counts global, shared;
    tell_arrays<Program>(tallies, global, shared, std::make_integer_sequence<int, arrays>{});
    Tally* const barriers = tallies + arrays * count_kinds;
    tell(barriers, Count::barrier_arrive, arrivals_);
    tell(barriers, Count::barrier_release, releases_);
    Tally* const all = barriers + count_kinds;
    tell_accesses<true>(all, global);
    tell_accesses<false>(all, shared);
    global += shared;
    tell_rest(all, global);
    const std::uint32_t sums = global.starts + global.adds + global.multiply_adds;
    atomicMax(launch_.most_events + block_in_grid(), arrivals_ + releases_ + global.loads + global.stores + sums);
  }

 private:
  // Of one array. Among loads and stores are those beyond the array, so that what is added to most is added to always.
  struct Counts {
    std::uint32_t loads = 0, stores = 0, starts = 0, adds = 0, multiply_adds = 0, stray_loads = 0, stray_stores = 0;

    TILESCOPE_HERE void operator+=(const Counts& other) {
      loads += other.loads;
      stores += other.stores;
      starts += other.starts;
      adds += other.adds;
      multiply_adds += other.multiply_adds;
      stray_loads += other.stray_loads;
      stray_stores += other.stray_stores;
    }
  };

  // Changes one array's counts. They can stay in registers only where each place is named by a constant, so all are
  // gone through; a compiler knows which it is and leaves that one.
  template <class Change>
  TILESCOPE_HERE void each(std::uint8_t array, const Change& change) {
    each(array, change, std::make_integer_sequence<int, most_arrays>{});
  }
  template <class Change, int... arrays>
  TILESCOPE_HERE void each(int array, const Change& change, std::integer_sequence<int, arrays...>) {
    ((array == arrays ? change(counts_[arrays]) : void()), ...);
  }

  template <class Program, int... array>
  TILESCOPE_HERE void tell_arrays(Tally* tallies, Counts& global, Counts& shared,
                                  std::integer_sequence<int, array...>) const {
    (tell_array<Program::tilescope_arrays[array].space == Space::global>(tallies + array * count_kinds, counts_[array],
                                                                         global, shared),
     ...);
  }
  template <bool is_global>
  TILESCOPE_HERE static void tell_array(Tally* to, const Counts& counts, Counts& global, Counts& shared) {
    tell_accesses<is_global>(to, counts);
    tell_rest(to, counts);
    (is_global ? global : shared) += counts;
  }
  template <bool is_global>
  TILESCOPE_HERE static void tell_accesses(Tally* to, const Counts& counts) {
    tell(to, is_global ? Count::global_load : Count::shared_load, counts.loads - counts.stray_loads);
    tell(to, is_global ? Count::global_store : Count::shared_store, counts.stores - counts.stray_stores);
  }
  TILESCOPE_HERE static void tell_rest(Tally* to, const Counts& counts) {
    tell(to, Count::sum_start, counts.starts);
    tell(to, Count::sum_add, counts.adds);
    tell(to, Count::sum_multiply_add, counts.multiply_adds);
    tell(to, Count::stray_load, counts.stray_loads);
    tell(to, Count::stray_store, counts.stray_stores);
  }
  TILESCOPE_HERE static void tell(Tally* to, Count kind, std::uint32_t count) {
    if (count != 0) add_up(to + static_cast<int>(kind), count);
  }

  // As[0][T] is As[1][0]. Not inline, or a compiler would see to this at every access, just in case.
  struct Found {
    float number;
    bool stray;
  };
  __device__ __noinline__ static Found find(std::uint32_t stray_bits, const float* data, std::uint32_t extent,
                                            std::int64_t index) {
    if (static_cast<std::uint64_t>(index) < extent) return {data[index], false};
    return {stray(stray_bits, data, extent, index), true};
  }

  // The threads of a warp that come here together, for the same tally, add up first; mostly they counted the same.
  __device__ __noinline__ static void add_up(Tally* to, std::uint32_t count) {
    const std::uint32_t warp = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(to));
    const int first = __ffs(static_cast<int>(warp)) - 1;
    std::uint64_t total = std::uint64_t{count} * static_cast<std::uint32_t>(__popc(warp));
    std::uint32_t most = count;
    if (!__all_sync(warp, count == __shfl_sync(warp, count, first))) {
      total = 0;
      for (std::uint32_t left = warp; left != 0; left &= left - 1) {
        const std::uint32_t other = __shfl_sync(warp, count, __ffs(static_cast<int>(left)) - 1);
        total += other;
        most = ::max(most, other);
      }
    }
    if (static_cast<int>(thread_in_block() % 32) != first) return;
    atomicAdd(reinterpret_cast<unsigned long long*>(&to->total), total);
    atomicMax(&to->thread_max, most);
  }

  Counts counts_[most_arrays];
  std::uint32_t arrivals_ = 0, releases_ = 0;
};

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
