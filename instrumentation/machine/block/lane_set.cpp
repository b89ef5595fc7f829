#include "instrumentation/machine/block/lane_set.h"

#include "instrumentation/trace/sheet.h"

namespace tilescope::machine {

void LaneSet::merge(const LaneSet& other) {
  if (other.empty()) return;
  for (std::size_t n = 0; n < words_.size(); ++n) words_[n] |= other.words_[n];
  first_ = empty() ? other.first_ : std::min(first_, other.first_);
  end_ = std::max(end_, other.end_);
  size_ += other.size_;
}

void LaneSet::part(const std::uint64_t* bits, LaneSet& ones, LaneSet& zeros) const {
  for (std::uint32_t n = first_ / 64; n * 64 < end_; ++n) {
    ones.words_[n] = words_[n] & bits[n];
    zeros.words_[n] = words_[n] & ~bits[n];
  }
  ones.count(first_ / 64, (end_ + 63) / 64);
  zeros.count(first_ / 64, (end_ + 63) / 64);
}

bool LaneSet::meet(const LaneSet& a, const LaneSet& b) {
  *this = {};
  std::uint64_t any = 0;
  for (std::size_t n = 0; n < words_.size(); ++n) any |= words_[n] = a.words_[n] & b.words_[n];
  if (any != 0) count(0, most_lanes / 64);
  return any != 0;
}

void LaneSet::count(std::uint32_t first_word, std::uint32_t end_word) {
  for (std::uint32_t n = first_word; n < end_word; ++n) {
    if (words_[n] == 0) continue;
    if (size_ == 0) first_ = n * 64 + static_cast<std::uint32_t>(std::countr_zero(words_[n]));
    end_ = n * 64 + 64 - static_cast<std::uint32_t>(std::countl_zero(words_[n]));
    size_ += Sheet::ones(words_[n]);
  }
}

void LaneSet::list(std::vector<std::uint16_t>& to) const {
  to.resize(size_);
  std::uint16_t* next = to.data();
  each([&](std::uint32_t lane) { *next++ = static_cast<std::uint16_t>(lane); });
}

std::vector<std::uint16_t> LaneSet::list() const {
  std::vector<std::uint16_t> all;
  list(all);
  return all;
}

}  // namespace tilescope::machine
