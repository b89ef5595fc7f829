// Outlines paths: selects the events of each path that are judged.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/outlines.h"

namespace tilescope::cuda {

constexpr unsigned outline_threads = PathToOutline::threads, outline_warps = outline_threads / 32;

// How many threads before this one, and how many in all, vote yes.
struct Told {
  std::uint32_t before, all;
};
__device__ Told tell(bool yes, std::uint32_t (&of_warp)[outline_warps]) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::uint32_t votes = __ballot_sync(~0U, yes);
  if (lane == 0) of_warp[warp] = __popc(votes);
  __syncthreads();
  Told told{static_cast<std::uint32_t>(__popc(votes & ((1U << lane) - 1))), 0};
  for (unsigned n = 0; n < outline_warps; ++n) {
    if (n < warp) told.before += of_warp[n];
    told.all += of_warp[n];
  }
  __syncthreads();
  return told;
}

extern "C" __global__ void __launch_bounds__(outline_threads)
    outline(const PathToOutline* paths, const SiteWord* sites, Outline* outlines) {
  __shared__ std::uint32_t of_warp[outline_warps];
  const PathToOutline path = paths[blockIdx.x];
  std::uint32_t judged = 0, interval = 1;
  for (std::uint32_t first = 0; first < path.count; first += outline_threads) {
    const std::uint32_t number = first + threadIdx.x;
    const bool is_there = number < path.count;
    const std::uint32_t site = is_there ? path.events[number].site : 0;
    const SiteWord is = is_there ? sites[site] : SiteWord{};
    const bool is_one = is_there && is_judged(is.which());
    const Told ones = tell(is_one, of_warp);
    const Told barriers = tell(is_one && is.which() == Kind::barrier_release, of_warp);
    if (is_one) path.to[judged + ones.before] = {number, site, interval + barriers.before, is};
    judged += ones.all;
    interval += barriers.all;
  }
  if (threadIdx.x == 0) outlines[path.place] = {path.to, judged};
}

}  // namespace tilescope::cuda
