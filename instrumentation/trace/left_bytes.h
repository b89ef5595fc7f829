// The bytes that a launch left in an array. Copies share them. Zeros take no memory until they are written to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace tilescope {

class LeftBytes {
 public:
  LeftBytes() = default;
  LeftBytes(std::vector<std::byte> bytes) {
    const auto all = std::make_shared<std::vector<std::byte>>(std::move(bytes));
    bytes_ = *all;
    owner_ = all;
  }
  [[nodiscard]] static LeftBytes zeros(std::size_t size) {
    LeftBytes left;
    if (size == 0) return left;
    const std::shared_ptr<void> all(std::calloc(size, 1), std::free);
    if (all == nullptr) throw std::bad_alloc();
    left.bytes_ = {static_cast<std::byte*>(all.get()), size};
    left.owner_ = all;
    return left;
  }

  // Only for the code that creates it, before it is shared.
  [[nodiscard]] std::span<std::byte> to_fill() { return bytes_; }

  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] const std::byte* data() const { return bytes_.data(); }
  [[nodiscard]] const std::byte& operator[](std::size_t n) const { return bytes_[n]; }
  operator std::span<const std::byte>() const { return bytes_; }
  bool operator==(const LeftBytes& other) const {
    return std::equal(bytes_.begin(), bytes_.end(), other.bytes_.begin(), other.bytes_.end());
  }

 private:
  std::shared_ptr<void> owner_;
  std::span<std::byte> bytes_;
};

}  // namespace tilescope
