#include "instrumentation/trace/sheet.h"

#include <algorithm>

namespace tilescope {

namespace {

using Square = std::array<Sheet::Bits, Sheet::bits>;

// Two of the four quarters of each square of so many words and bits change places.
template <std::uint32_t side>
void exchange_quarters(Square& words) {
  constexpr std::uint32_t half = side / 2;
  constexpr Sheet::Bits low = ~Sheet::Bits{0} / ((Sheet::Bits{1} << half) + 1);  // the lower half of each side's bits
  for (std::uint32_t first = 0; first < Sheet::bits; first += side)
    for (std::uint32_t n = first; n < first + half; ++n) {
      const Sheet::Bits differ = (words[n] >> half ^ words[n + half]) & low;
      words[n] ^= differ << half;
      words[n + half] ^= differ;
    }
}

// Bit r of word l becomes bit l of word r. How wide each step is is known when it is compiled, for several words at
// once.
void transpose(Square& words) {
  exchange_quarters<64>(words);
  exchange_quarters<32>(words);
  exchange_quarters<16>(words);
  exchange_quarters<8>(words);
  exchange_quarters<4>(words);
  exchange_quarters<2>(words);
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
    Square square{};
    for (std::size_t n = 0; n < rows_.size(); ++n) square[n] = sets_[std::size_t{rows_[n].set} * width_ + word];
    transpose(square);
    const std::size_t first = std::size_t{word} * bits;
    std::copy_n(square.begin(), std::min<std::size_t>(bits, firsts_.size() - first),
                rows_of_.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

}  // namespace tilescope
