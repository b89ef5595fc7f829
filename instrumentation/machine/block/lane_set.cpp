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

LaneSet::Agree LaneSet::agree(const std::uint64_t* bits) const {
  std::uint64_t ones = 0, zeros = 0;
  for (std::uint32_t n = first_ / 64; n * 64 < end_; ++n) {
    ones |= words_[n] & bits[n];
    zeros |= words_[n] & ~bits[n];
  }
  return zeros == 0 ? Agree::ones : ones == 0 ? Agree::zeros : Agree::differ;
}

void LaneSet::take_out(const std::uint64_t* bits, LaneSet& others) {
  const std::uint32_t first = first_ / 64, end = (end_ + 63) / 64, size = size_;
  for (std::uint32_t n = first; n < end; ++n) {
    others.words_[n] = words_[n] & ~bits[n];
    words_[n] &= bits[n];
  }
  count(first, end);
  others.find_ends(first, end);
  others.size_ = size - size_;
}

bool LaneSet::meet(const LaneSet& a, const LaneSet& b) {
  *this = {};
  std::uint64_t any = 0;
  for (std::size_t n = 0; n < words_.size(); ++n) any |= words_[n] = a.words_[n] & b.words_[n];
  if (any != 0) count(0, most_lanes / 64);
  return any != 0;
}

void LaneSet::count(std::uint32_t first_word, std::uint32_t end_word) {
  size_ = 0;
  for (std::uint32_t n = first_word; n < end_word; ++n) size_ += Sheet::ones(words_[n]);
  find_ends(first_word, end_word);
}

// Searches only these words, which contain all lanes.
void LaneSet::find_ends(std::uint32_t first_word, std::uint32_t end_word) {
  while (first_word < end_word && words_[first_word] == 0) ++first_word;
  while (end_word > first_word && words_[end_word - 1] == 0) --end_word;
  if (first_word == end_word) return;
  first_ = first_word * 64 + static_cast<std::uint32_t>(std::countr_zero(words_[first_word]));
  end_ = end_word * 64 - static_cast<std::uint32_t>(std::countl_zero(words_[end_word - 1]));
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
