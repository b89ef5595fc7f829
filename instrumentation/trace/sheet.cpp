#include "instrumentation/trace/sheet.h"

#include <algorithm>

namespace tilescope {

namespace {

// Bit r of word l becomes bit l of word r.
void transpose(std::array<Sheet::Bits, Sheet::bits>& words) {
  Sheet::Bits low = 0xffffffff;
  for (std::uint32_t half = Sheet::bits / 2; half != 0; half /= 2, low ^= low << half)
    for (std::uint32_t first = 0; first < Sheet::bits; first += 2 * half)
      for (std::uint32_t n = first; n < first + half; ++n) {
        const Sheet::Bits differ = (words[n] >> half ^ words[n + half]) & low;
        words[n] ^= differ << half;
        words[n + half] ^= differ;
      }
}

}  // namespace

Sheet::Row& Sheet::add(const Bits* set, std::uint32_t lanes) {
  Row& row = rows_.emplace_back();
  row.lanes = static_cast<std::uint16_t>(lanes);
  const std::size_t last = sets_.size() - width_;
  if (sets_.empty() || !std::equal(set, set + width_, sets_.begin() + static_cast<std::ptrdiff_t>(last)))
    sets_.insert(sets_.end(), set, set + width_);
  row.set = static_cast<std::uint16_t>(sets_.size() / width_ - 1);
  return row;
}

void Sheet::close() {
  before_.resize(sets_.size());
  for (std::size_t set = 0; set < sets_.size(); set += width_)
    for (std::size_t n = 1; n < width_; ++n)
      before_[set + n] = static_cast<std::uint16_t>(before_[set + n - 1] + ones(sets_[set + n - 1]));
  rows_of_.resize(firsts_.size());
  for (std::uint32_t word = 0; word < width_; ++word) {
    std::array<Bits, bits> square{};
    for (std::size_t n = 0; n < rows_.size(); ++n) square[n] = sets_[std::size_t{rows_[n].set} * width_ + word];
    transpose(square);
    const std::size_t first = std::size_t{word} * bits;
    std::copy_n(square.begin(), std::min<std::size_t>(bits, firsts_.size() - first),
                rows_of_.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

}  // namespace tilescope
