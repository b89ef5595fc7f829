// Numbered things of which few were ever written to, as the elements that one moment touches in a matrix of millions:
// they lie in pages, and a page that was never written is not there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "instrumentation/carried.h"

namespace tilescope {

template <class T>
class Paged {
 public:
  static constexpr std::size_t page = 1024;

  Paged() = default;
  explicit Paged(std::size_t count) { resize(count); }

  // All of them are as if never written.
  void resize(std::size_t count) {
    count_ = count;
    pages_.assign((count + page - 1) / page, 0);
    items_.clear();
    firsts_.clear();
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }

  [[nodiscard]] const T& operator[](std::size_t number) const {
    static const T nothing{};
    const std::uint32_t at = pages_[number / page];
    return at == 0 ? nothing : items_[at - 1][number % page];
  }
  [[nodiscard]] T& operator[](std::size_t number) {
    std::uint32_t& at = pages_[number / page];
    if (at == 0) {
      items_.emplace_back(page);
      firsts_.push_back(number / page * page);
      at = static_cast<std::uint32_t>(firsts_.size());
    }
    return items_[at - 1][number % page];
  }

  [[nodiscard]] std::vector<T> all() const {
    std::vector<T> all(count_);
    each_written([&](std::size_t number, const T& item) { all[number] = item; });
    return all;
  }

  // Visits the pages that are there, each item with its number; no other was written.
  template <class Visit>
  void each_written(const Visit& visit) const {
    for (std::size_t n = 0; n < firsts_.size(); ++n)
      for (std::size_t at = 0; at < std::min(page, count_ - firsts_[n]); ++at) visit(firsts_[n] + at, items_[n][at]);
  }

 private:
  friend struct Carried<Paged>;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> pages_;   // by number: which of those that are there, from 1; 0: not there
  std::vector<std::vector<T>> items_;  // page after page
  std::vector<std::size_t> firsts_;    // the first number of each of them
};

}  // namespace tilescope
