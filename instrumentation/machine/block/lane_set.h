// A set of a block's threads, one bit for each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "instrumentation/machine/lanes/operations.h"
#include "instrumentation/machine/lanes/row_memory.h"

namespace tilescope::machine {

class LaneSet {
 public:
  static constexpr std::uint32_t most_lanes = 1024;

  LaneSet() = default;
  // The lanes from `first` up to, but not including, `end`.
  LaneSet(std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t n = first; n < end; ++n) add(n);
  }

  void add(std::uint32_t lane) {
    words_[lane / 64] |= std::uint64_t{1} << lane % 64;
    first_ = size_ == 0 ? lane : std::min(first_, lane);
    end_ = size_ == 0 ? lane + 1 : std::max(end_, lane + 1);
    ++size_;
  }
  // Adds lanes that are not yet in the set.
  void merge(const LaneSet& other);
  // Becomes the intersection of both sets; true if it is not empty.
  bool meet(const LaneSet& a, const LaneSet& b);
  // Whether the bits of all lanes in the set are ones, zeros, or differ.
  enum class Agree : std::uint8_t { ones, zeros, differ };
  [[nodiscard]] Agree agree(const std::uint64_t* bits) const;
  // Keeps the lanes whose bit is set; moves the rest to `others`, which must be empty.
  void take_out(const std::uint64_t* bits, LaneSet& others);
  void clear() { *this = {}; }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] std::uint32_t first() const { return first_; }
  [[nodiscard]] std::uint32_t end() const { return end_; }
  [[nodiscard]] bool dense() const { return end_ - first_ == size_; }
  [[nodiscard]] bool contains(std::uint32_t lane) const { return (words_[lane / 64] >> lane % 64 & 1) != 0; }
  [[nodiscard]] bool contains(const LaneSet& others) const {
    std::uint64_t missing = 0;
    for (std::size_t n = 0; n < words_.size(); ++n) missing |= others.words_[n] & ~words_[n];
    return missing == 0;
  }
  [[nodiscard]] const std::uint64_t* words() const { return words_.data(); }
  bool operator==(const LaneSet& other) const { return words_ == other.words_; }

  // In ascending order.
  template <class Each>
  void each(const Each& each) const {
    for (std::uint32_t word = first_ / 64; word * 64 < end_; ++word)
      for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1)
        each(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
  void list(std::vector<std::uint16_t>& to) const;
  [[nodiscard]] std::vector<std::uint16_t> list() const;

 private:
  void count(std::uint32_t first_word, std::uint32_t end_word);
  void find_ends(std::uint32_t first_word, std::uint32_t end_word);

  std::array<std::uint64_t, most_lanes / 64> words_{};
  std::uint32_t size_ = 0, first_ = 0, end_ = 0;
};

// A set of lanes whose size is not needed.
class LaneBits {
 public:
  void clear() { words_ = {}; }
  void add(const LaneSet& lanes) {
    for (std::size_t n = 0; n < words_.size(); ++n) words_[n] |= lanes.words()[n];
  }
  [[nodiscard]] bool contains(const LaneSet& lanes) const {
    std::uint64_t missing = 0;
    for (std::size_t n = 0; n < words_.size(); ++n) missing |= lanes.words()[n] & ~words_[n];
    return missing == 0;
  }

 private:
  std::array<std::uint64_t, LaneSet::most_lanes / 64> words_{};
};

// A set of lanes that also provides, on demand, a list of its lanes and a mask of all ones for each lane.
class SpreadLanes {
 public:
  explicit SpreadLanes(std::uint32_t lanes) : mask_((lanes + 15) / 16 * 16) {}
  void set(const LaneSet& set) {
    set_ = &set;
    has_list_ = has_mask_ = false;
  }

  [[nodiscard]] const LaneSet& set() const { return *set_; }
  [[nodiscard]] const std::vector<std::uint16_t>& list() const {
    if (!has_list_) set_->list(list_);
    has_list_ = true;
    return list_;
  }
  [[nodiscard]] const std::uint32_t* mask() const {
    if (!has_mask_) operations().mask(mask_.data(), set_->words(), set_->first(), set_->end());
    has_mask_ = true;
    return mask_.data();
  }

 private:
  const LaneSet* set_ = nullptr;
  mutable std::vector<std::uint16_t> list_;
  mutable Rows<std::uint32_t> mask_;
  mutable bool has_list_ = false, has_mask_ = false;
};

}  // namespace tilescope::machine
