// Memory for events, in slabs. A finished trace returns its slabs, so the next recording finds pages already mapped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace tilescope {

class EventPool : public std::enable_shared_from_this<EventPool> {
 public:
  static constexpr std::size_t slab_bytes = std::size_t{2} << 20, slab_words = slab_bytes / 4;

  // Keeps at most `kept_slabs` unused slabs for later.
  explicit EventPool(std::size_t kept_slabs) : kept_slabs_(kept_slabs) {}

  class Slab {
   public:
    Slab(std::uint32_t* words, std::shared_ptr<EventPool> pool) : words_(words), pool_(std::move(pool)) {}
    Slab(Slab&& other) noexcept : words_(other.words_), pool_(std::move(other.pool_)) { other.words_ = nullptr; }
    Slab& operator=(Slab&&) = delete;
    Slab(const Slab&) = delete;
    ~Slab();
    [[nodiscard]] std::uint32_t* words() const { return words_; }

   private:
    std::uint32_t* words_;
    std::shared_ptr<EventPool> pool_;
  };

  Slab take();
  // Of the slabs in use.
  [[nodiscard]] std::uint64_t bytes_in_use() const { return in_use_ * slab_bytes; }

 private:
  struct Free {
    void operator()(std::uint32_t* words) const;
  };
  using Memory = std::unique_ptr<std::uint32_t[], Free>;

  void give_back(Memory memory);

  std::size_t kept_slabs_;
  std::atomic<std::uint64_t> in_use_ = 0;
  std::mutex mutex_;
  std::vector<Memory> unused_;
};

// Divides slabs into the pieces a record needs, mostly aligned to cache lines.
class EventMemory {
 public:
  // `before_slab` is called before each slab is taken, and may throw.
  explicit EventMemory(std::shared_ptr<EventPool> pool, std::function<void()> before_slab = {})
      : pool_(std::move(pool)), before_slab_(std::move(before_slab)) {}

  [[nodiscard]] std::uint32_t* take(std::size_t words) {
    constexpr std::size_t line = 16;
    free_ += left_ % line;
    left_ -= left_ % line;
    return take_packed((words + line - 1) / line * line);
  }
  // Unaligned, directly after the previous piece.
  [[nodiscard]] std::uint32_t* take_packed(std::size_t words) {
    if (left_ < words) next_slab();
    std::uint32_t* const memory = free_;
    free_ += words;
    left_ -= words;
    return memory;
  }
  [[nodiscard]] std::vector<EventPool::Slab> take_slabs();
  [[nodiscard]] std::size_t slabs() const { return slabs_.size(); }
  // Returns the slabs after the first `slabs`, and takes nothing more from the slabs that remain.
  void shorten(std::size_t slabs);

 private:
  void next_slab();

  std::shared_ptr<EventPool> pool_;
  std::function<void()> before_slab_;
  std::vector<EventPool::Slab> slabs_;
  std::uint32_t* free_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace tilescope
