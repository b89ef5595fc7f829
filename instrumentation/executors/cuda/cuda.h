// Memory of a GPU that frees itself, and functions that wait for a GPU's work.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/executors/cuda/driver.h"

namespace tilescope::cuda {

[[nodiscard]] std::uint64_t free_memory();
[[nodiscard]] std::uint64_t all_memory();
// The device memory that this program holds, and its maximum since `forget_most`. The driver's own memory is not
// included.
struct OwnMemory {
  std::uint64_t now = 0, most = 0;
};
[[nodiscard]] OwnMemory own_memory();
void forget_most();
// Null for 0 bytes. Small pieces come from a pool, and return to it in stream order, without waiting: a verdict takes
// some twenty of them.
[[nodiscard]] void* take(std::size_t bytes);
void give_back(void* memory, std::size_t bytes);
// Copies through pinned memory: a driver takes far longer to prepare other memory for a copy.
void upload(void* to, const void* from, std::size_t bytes);
void download(void* to, const void* from, std::size_t bytes);
// Pinned host memory for data that is only read there and then dropped, which saves a copy. One freed room is kept for
// the next request.
class HostRoom {
 public:
  explicit HostRoom(std::size_t bytes);
  HostRoom(const HostRoom&) = delete;
  HostRoom& operator=(const HostRoom&) = delete;
  ~HostRoom();
  [[nodiscard]] std::byte* data() const { return memory_; }
  void download(const void* from, std::size_t bytes, std::size_t to = 0) const;

 private:
  std::byte* memory_ = nullptr;
  std::size_t bytes_ = 0;
  bool is_reached_ = false;  // pinned
  std::uint32_t generation_ = 0;
};
// Returns before it is done.
void fill_with_zeros(void* to, std::size_t bytes);
// Waits for all work; a failure is reported with `what`. Two minutes count as a failure.
void wait(const std::string& what);
// For a process with a single task: after `most_wait`, the work has failed, and the loss of the GPU is not mentioned.
void expect_to_be_lost(std::chrono::seconds most_wait);

// Elements of device memory.
template <class T>
class Memory {
 public:
  Memory() = default;
  explicit Memory(std::size_t count) : data_(static_cast<T*>(take(count * sizeof(T)))), count_(count) {}
  explicit Memory(std::span<const T> values) : Memory(values.size()) { upload(values); }
  Memory(Memory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  Memory& operator=(Memory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~Memory() { give_back(data_, count_ * sizeof(T)); }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return count_; }

  void upload(std::span<const T> values) { cuda::upload(data_, values.data(), values.size_bytes()); }
  void download(std::size_t first, std::size_t count, T* to) const {
    cuda::download(to, data_ + first, count * sizeof(T));
  }
  [[nodiscard]] std::vector<T> download() const {
    std::vector<T> values(count_);
    download(0, count_, values.data());
    return values;
  }
  void clear() { fill_with_zeros(data_, count_ * sizeof(T)); }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace tilescope::cuda
