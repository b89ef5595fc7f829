// Finds the path of every thread of a narrow recording.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/paths.h"

namespace tilescope::cuda {

// Inserts or finds every thread's hash in the table. Neighbouring threads usually have the same hash.
extern "C" __global__ void find_places(const std::uint64_t* hashes, std::uint32_t threads, PathTable* table,
                                       std::uint32_t* path_of_thread) {
  const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= threads) return;
  const unsigned long long hash = hashes[thread];
  std::uint32_t place = first_place(hash);
  for (std::uint32_t tried = 0; tried < PathTable::places; ++tried, place = (place + 1) % PathTable::places) {
    unsigned long long there = const_cast<volatile unsigned long long&>(table->hashes[place]);
    if (there == 0) there = atomicCAS(&table->hashes[place], 0, hash);
    if (there != 0 && there != hash) continue;
    path_of_thread[thread] = place;
    if (thread < const_cast<volatile std::uint32_t&>(table->first[place])) atomicMin(&table->first[place], thread);
    return;
  }
  table->full = 1;
}

}  // namespace tilescope::cuda
