#include "instrumentation/executors/cuda/outlines.h"

namespace tilescope::cuda {

namespace {

constexpr unsigned wide = 1024, warps = wide / 32;

struct Path {
  const PackedEvent* events;
  std::uint32_t count;
  std::uint32_t place;
  OutlinedEvent* to;  // room for as many
};

// How many threads before this one, and how many of all, say yes.
struct Told {
  std::uint32_t before, all;
};
__device__ Told tell(bool yes, std::uint32_t (&of_warp)[warps]) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::uint32_t votes = __ballot_sync(~0U, yes);
  if (lane == 0) of_warp[warp] = __popc(votes);
  __syncthreads();
  Told told{static_cast<std::uint32_t>(__popc(votes & ((1U << lane) - 1))), 0};
  for (unsigned n = 0; n < warps; ++n) {
    if (n < warp) told.before += of_warp[n];
    told.all += of_warp[n];
  }
  __syncthreads();
  return told;
}

// A block of threads for each path.
__global__ void __launch_bounds__(wide) outline(const Path* paths, Outline* outlines) {
  __shared__ std::uint32_t of_warp[warps];
  const Path path = paths[blockIdx.x];
  std::uint32_t judged = 0, interval = 1;
  for (std::uint32_t first = 0; first < path.count; first += wide) {
    const std::uint32_t number = first + threadIdx.x;
    const PackedEvent event = number < path.count ? path.events[number] : PackedEvent{0, 0, 0, What{}.packed()};
    const bool is_one = number < path.count && is_judged(event.kind());
    const Told ones = tell(is_one, of_warp);
    const Told barriers = tell(is_one && event.kind() == Kind::barrier_release, of_warp);
    if (is_one) path.to[judged + ones.before] = {number, event.what, interval + barriers.before, 0};
    judged += ones.all;
    interval += barriers.all;
  }
  if (threadIdx.x == 0) outlines[path.place] = {path.to, judged};
}

}  // namespace

Outlines::Outlines() : there_(Paths::places), known_(Paths::places) {}

void Outlines::add(const Paths& paths) {
  std::vector<Path> found;
  std::uint64_t room = 0;
  for (std::uint32_t place = 0; place < Paths::places; ++place) {
    if (known_[place] || paths.events(place) == nullptr) continue;
    known_[place] = true;
    found.push_back({paths.events(place), paths.made(place), place, nullptr});
    room += paths.made(place);
  }
  if (found.empty()) return;
  Memory<OutlinedEvent> events(room);
  OutlinedEvent* to = events.data();
  for (Path& path : found) {
    path.to = to;
    to += path.count;
  }
  const Memory<Path> found_there{std::span<const Path>(found)};
  outline<<<static_cast<unsigned>(found.size()), wide>>>(found_there.data(), there_.data());
  check(cudaGetLastError(), "starting to outline paths");
  check(cudaDeviceSynchronize(), "outlining paths");
  events_.push_back(std::move(events));
}

}  // namespace tilescope::cuda
