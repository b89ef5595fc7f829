#include "instrumentation/executors/cuda/cuda.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "instrumentation/memory.h"

namespace tilescope::cuda {

namespace {

constexpr std::size_t staged_at_once = std::size_t{4} << 20;
constexpr std::size_t most_from_pool = std::size_t{32} << 20;
constexpr std::uint64_t kept_by_pool = std::uint64_t{256} << 20;
std::atomic<std::chrono::seconds> most_wait{std::chrono::seconds(120)};  // for a kernel
std::atomic<bool> expected_loss = false;
std::atomic<std::uint64_t> taken = 0, most_taken = 0;

// True if the GPU has a memory pool, which is set to keep unused memory for later requests.
bool open_pool() {
  constexpr int release_threshold = 4;
  int has = 0;
  Pool pool = nullptr;
  std::uint64_t kept = kept_by_pool;
  const Driver& d = driver();
  return d.device_get_attribute(&has, DeviceFact::has_pools, device()) == 0 && has != 0 &&
         d.device_get_default_mem_pool(&pool, device()) == 0 &&
         d.mem_pool_set_attribute(pool, release_threshold, &kept) == 0;
}

bool from_pool(std::size_t bytes) {
  static const bool open = open_pool();
  return open && bytes <= most_from_pool;
}

std::string with_loss(std::string why) { return expected_loss ? why : fmt::format("{}; {}", why, after_loss); }

Address address_of(const void* memory) { return std::bit_cast<Address>(memory); }

// The memory of a freed HostRoom.
struct KeptRoom {
  std::byte* memory = nullptr;
  std::size_t bytes = 0;
  std::uint32_t generation = 0;
};
std::mutex kept_room_mutex;
KeptRoom kept_room;

// A single core copies memory, and touches new pages, more slowly than the bus transfers it.
void move_bytes(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t worth_a_thread = std::size_t{1} << 20, most_threads = 4;
  const std::size_t threads = std::clamp<std::size_t>(
      bytes / worth_a_thread, 1,
      std::min<std::size_t>(most_threads, std::max(1U, std::thread::hardware_concurrency() / 2)));
  const std::size_t part = (bytes + threads - 1) / threads;
  std::vector<std::jthread> others;
  for (std::size_t n = 1; n < threads; ++n)
    others.emplace_back([=] { std::memcpy(to + n * part, from + n * part, std::min(part, bytes - n * part)); });
  std::memcpy(to, from, std::min(part, bytes));
}

// Pinned host memory, for one copy at a time. A restart of the GPU frees it.
class Stage {
 public:
  void upload(void* to, const std::byte* from, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    prepare();
    for (std::size_t at = 0; at < bytes; at += staged_at_once) {
      const std::size_t count = std::min(bytes - at, staged_at_once);
      if (memory_ != nullptr) move_bytes(memory_, from + at, count);
      check(driver().memcpy_htod(address_of(to) + at, memory_ != nullptr ? memory_ : from + at, count),
            "copying to the GPU");
    }
  }
  void download(std::byte* to, const void* from, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    prepare();
    for (std::size_t at = 0; at < bytes; at += staged_at_once) {
      const std::size_t count = std::min(bytes - at, staged_at_once);
      check(driver().memcpy_dtoh(memory_ != nullptr ? memory_ : to + at, address_of(from) + at, count),
            "copying from the GPU");
      if (memory_ != nullptr) move_bytes(to + at, memory_, count);
    }
  }

 private:
  void prepare() {
    const std::uint32_t now = generation();
    if (generation_ == now) return;
    generation_ = now;
    void* memory = nullptr;
    memory_ = driver().mem_alloc_host(&memory, staged_at_once) == 0 ? static_cast<std::byte*>(memory) : nullptr;
  }

  std::mutex mutex_;
  std::byte* memory_ = nullptr;
  std::uint32_t generation_ = 0;  // when it was allocated
};

Stage& stage() {
  static Stage stage;
  return stage;
}

}  // namespace

std::uint64_t free_memory() {
  std::size_t free = 0, all = 0;
  check(driver().mem_get_info(&free, &all), "querying the free GPU memory");
  return free;
}

std::uint64_t all_memory() {
  std::size_t free = 0, all = 0;
  check(driver().mem_get_info(&free, &all), "querying the GPU memory");
  return all;
}

OwnMemory own_memory() { return {taken, most_taken}; }

void forget_most() { most_taken = taken.load(); }

void* take(std::size_t bytes) {
  Address memory = 0;
  if (bytes == 0) return nullptr;
  check(from_pool(bytes) ? driver().mem_alloc_async(&memory, bytes, nullptr) : driver().mem_alloc(&memory, bytes),
        fmt::format("allocating {} of GPU memory", in_words(bytes)));
  const std::uint64_t now = taken += bytes;
  for (std::uint64_t most = most_taken; most < now && !most_taken.compare_exchange_weak(most, now);) {
  }
  return std::bit_cast<void*>(memory);
}

// An error here belongs to an earlier call, and has been reported.
void give_back(void* memory, std::size_t bytes) {
  if (memory == nullptr) return;
  taken -= bytes;
  if (is_lost()) return;
  if (from_pool(bytes))
    driver().mem_free_async(address_of(memory), nullptr);
  else
    driver().mem_free(address_of(memory));
}

void upload(void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) stage().upload(to, static_cast<const std::byte*>(from), bytes);
}

// Small copies are as fast without staging.
void download(void* to, const void* from, std::size_t bytes) {
  if (bytes > staged_at_once)
    stage().download(static_cast<std::byte*>(to), from, bytes);
  else if (bytes > 0)
    check(driver().memcpy_dtoh(to, address_of(from), bytes), "copying from the GPU");
}

HostRoom::HostRoom(std::size_t bytes) : generation_(generation()) {
  constexpr std::size_t some = std::size_t{16} << 20;
  if (bytes == 0) return;
  KeptRoom kept;
  {
    const std::lock_guard lock(kept_room_mutex);
    kept = std::exchange(kept_room, {});
  }
  if (kept.generation != generation_) kept = {};  // a restart has freed it
  is_reached_ = true;
  if (kept.bytes >= bytes) {
    memory_ = kept.memory;
    bytes_ = kept.bytes;
    return;
  }
  if (kept.memory != nullptr) driver().mem_free_host(kept.memory);
  void* memory = nullptr;
  bytes_ = (bytes + some - 1) / some * some;
  is_reached_ = driver().mem_alloc_host(&memory, bytes_) == 0;
  if (!is_reached_ && (memory = std::malloc(bytes_)) == nullptr) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(memory);
}

HostRoom::~HostRoom() {
  constexpr std::size_t most = std::size_t{160} << 20;  // maximum size that is kept
  if (!is_reached_) std::free(memory_);
  if (!is_reached_ || is_lost() || generation_ != generation()) return;
  KeptRoom other{memory_, bytes_, generation_};
  {
    const std::lock_guard lock(kept_room_mutex);
    if (kept_room.bytes < bytes_ && bytes_ <= most) std::swap(kept_room, other);
  }
  if (other.memory != nullptr && other.generation == generation()) driver().mem_free_host(other.memory);
}

void HostRoom::download(const void* from, std::size_t bytes, std::size_t to) const {
  if (bytes > 0) check(driver().memcpy_dtoh(memory_ + to, address_of(from), bytes), "copying from the GPU");
}

void fill_with_zeros(void* to, std::size_t bytes) {
  if (bytes > 0) check(driver().memset_d8_async(address_of(to), 0, bytes, nullptr), "filling memory");
}

void expect_to_be_lost(std::chrono::seconds most) {
  most_wait = most;
  expected_loss = true;
}

// Polls, at first without a pause: a wait inside the driver could not be interrupted.
void wait(const std::string& what) {
  using Clock = std::chrono::steady_clock;
  constexpr Result not_ready = 600;
  const Clock::time_point begin = Clock::now();
  for (;;) {
    const Result result = driver().stream_query(nullptr);
    if (result == 0) return;
    if (result != not_ready) {
      start_anew();  // otherwise all later calls would fail, too
      if (is_lost()) throw GpuError(with_loss(failure(result, what)));
      check(result, what);
    }
    const Clock::duration waited = Clock::now() - begin;
    if (const std::chrono::seconds most = most_wait; waited > most) {
      give_up_device();
      throw GpuError(with_loss(fmt::format("the GPU did not finish {} in {} s", what, most.count())));
    }
    if (waited > std::chrono::milliseconds(2))
      std::this_thread::sleep_for(std::min<Clock::duration>(waited / 64, std::chrono::milliseconds(5)));
  }
}

}  // namespace tilescope::cuda
