#include "instrumentation/executors/cuda/cuda.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "instrumentation/memory.h"

namespace tilescope::cuda {

namespace {

constexpr std::size_t staged_at_once = std::size_t{4} << 20;
constexpr std::size_t most_from_pool = std::size_t{32} << 20;
constexpr std::uint64_t kept_by_pool = std::uint64_t{256} << 20;

// Whether the GPU has a pool; it is told to keep memory that nobody uses for those who ask next.
bool open_pool() {
  int device = 0, has = 0;
  cudaMemPool_t pool{};
  std::uint64_t kept = kept_by_pool;
  const bool open = cudaGetDevice(&device) == cudaSuccess &&
                    cudaDeviceGetAttribute(&has, cudaDevAttrMemoryPoolsSupported, device) == cudaSuccess && has != 0 &&
                    cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess &&
                    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept) == cudaSuccess;
  cudaGetLastError();
  return open;
}

bool from_pool(std::size_t bytes) {
  static const bool open = open_pool();
  return open && bytes <= most_from_pool;
}

// Memory of this machine that the GPU reaches by itself, for one copy at a time.
class Stage {
 public:
  void upload(void* to, const std::byte* from, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(asked_, true) && cudaMallocHost(&memory_, staged_at_once) != cudaSuccess) {
      cudaGetLastError();
      memory_ = nullptr;
    }
    for (std::size_t at = 0; at < bytes; at += staged_at_once) {
      const std::size_t count = std::min(bytes - at, staged_at_once);
      if (memory_ != nullptr) std::memcpy(memory_, from + at, count);
      check(cudaMemcpy(static_cast<std::byte*>(to) + at, memory_ != nullptr ? memory_ : from + at, count,
                       cudaMemcpyHostToDevice),
            "copying to the GPU");
    }
  }
  // It went with all else that was the GPU's.
  void forget() {
    const std::lock_guard lock(mutex_);
    asked_ = true;
    memory_ = nullptr;
  }

 private:
  std::mutex mutex_;
  void* memory_ = nullptr;
  bool asked_ = false;
};

Stage& stage() {
  static Stage only;
  return only;
}

}  // namespace

void check(cudaError_t result, const std::string& what) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // it was told; the next call is not to tell it again
  throw GpuError(fmt::format("the GPU failed in {}: {}", what, cudaGetErrorString(result)));
}

std::uint64_t free_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for its free memory");
  return free;
}

std::uint64_t all_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for its memory");
  return total;
}

void* take(std::size_t bytes) {
  void* memory = nullptr;
  if (bytes > 0)
    check(from_pool(bytes) ? cudaMallocAsync(&memory, bytes, nullptr) : cudaMalloc(&memory, bytes),
          fmt::format("taking {} of its memory", in_words(bytes)));
  return memory;
}

// An error here is an earlier one, told already.
void give_back(void* memory, std::size_t bytes) {
  if (memory == nullptr) return;
  if (from_pool(bytes))
    cudaFreeAsync(memory, nullptr);
  else
    cudaFree(memory);
}

void upload(void* to, const void* from, std::size_t bytes) {
  stage().upload(to, static_cast<const std::byte*>(from), bytes);
}

void start_anew() {
  stage().forget();
  cudaDeviceReset();
}

}  // namespace tilescope::cuda
