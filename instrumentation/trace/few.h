// A list that is usually short: up to `few` elements are stored in place, and only longer lists allocate memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

template <class T, std::uint32_t few>
class Few {
 public:
  void push_back(const T& element) {
    if (size_ < few) {
      few_[size_++] = element;
      return;
    }
    if (size_ == few) all_.assign(few_.begin(), few_.end());
    all_.push_back(element);
    ++size_;
  }
  void assign(std::span<const T> elements) {
    size_ = static_cast<std::uint32_t>(elements.size());
    if (size_ > few)
      all_.assign(elements.begin(), elements.end());
    else
      std::copy(elements.begin(), elements.end(), few_.begin());
  }
  // Drops the elements after the first `size`.
  void shorten(std::uint32_t size) {
    if (size >= size_) return;
    if (size_ > few && size <= few) std::copy_n(all_.begin(), size, few_.begin());
    if (size_ > few) all_.resize(size > few ? size : 0);
    size_ = size;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const T* begin() const { return size_ > few ? all_.data() : few_.data(); }
  [[nodiscard]] const T* end() const { return begin() + size_; }
  [[nodiscard]] const T& operator[](std::size_t n) const { return begin()[n]; }
  [[nodiscard]] const T& back() const { return begin()[size_ - 1]; }

 private:
  std::uint32_t size_ = 0;
  std::array<T, few> few_{};
  std::vector<T> all_;  // all elements, if there are more than `few`
};

}  // namespace tilescope
