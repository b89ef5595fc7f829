#include "instrumentation/trace/sheet.h"

#include <algorithm>
#include <type_traits>

namespace tilescope {

namespace {

// Exchanges two of the four quarters in each square of `side` words by `side` bits.
template <std::uint32_t side>
void exchange_quarters(Sheet::Bits* words) {
  constexpr std::uint32_t half = side / 2;
  constexpr Sheet::Bits low = ~Sheet::Bits{0} / ((Sheet::Bits{1} << half) + 1);  // the lower half of each side
  for (std::uint32_t first = 0; first < Sheet::bits; first += side)
    for (std::uint32_t n = first; n < first + half; ++n) {
      const Sheet::Bits differ = (words[n] >> half ^ words[n + half]) & low;
      words[n] ^= differ << half;
      words[n + half] ^= differ;
    }
}

}  // namespace

// The widths are template arguments, so that the compiler can process several words at once.
void turn_square(Sheet::Bits* words) {
  exchange_quarters<64>(words);
  exchange_quarters<32>(words);
  exchange_quarters<16>(words);
  exchange_quarters<8>(words);
  exchange_quarters<4>(words);
  exchange_quarters<2>(words);
}

Sheet::Row& SheetWriter::add(const Sheet::Bits* set, std::uint32_t lanes) {
  Sheet::Row& row = rows_.emplace_back();
  row.lanes = static_cast<std::uint16_t>(lanes);
  const std::size_t last = sets_.size() - width_;
  if (sets_.empty() || !std::equal(set, set + width_, sets_.begin() + static_cast<std::ptrdiff_t>(last)))
    sets_.insert(sets_.end(), set, set + width_);
  row.set = static_cast<std::uint16_t>(sets_.size() / width_ - 1);
  return row;
}

Sheet SheetWriter::close(EventMemory& memory) {
  const auto words_of = [](std::size_t bytes) { return (bytes + sizeof(Sheet::Bits) - 1) / sizeof(Sheet::Bits); };
  const std::size_t of_rows = words_of(rows_.size() * sizeof(Sheet::Row)), of_sets = 2 * sets_.size();
  Sheet sheet;
  sheet.lanes_ = lanes_;
  sheet.width_ = width_;
  sheet.row_count_ = static_cast<std::uint32_t>(rows_.size());
  auto* const begin = reinterpret_cast<Sheet::Bits*>(
      memory.take((of_rows + of_sets + lanes_ + words_of(lanes_ * 4ULL)) * (sizeof(Sheet::Bits) / 4)));
  static_assert(std::is_trivially_copyable_v<Sheet::Row> && sizeof(Sheet::Row) % sizeof(Sheet::Bits) == 0);
  const auto copy = [this](Sheet::Bits* to, const void* from, std::size_t words) {
    copy_(reinterpret_cast<std::uint32_t*>(to), static_cast<const std::uint32_t*>(from),
          static_cast<std::uint32_t>(words * (sizeof(Sheet::Bits) / 4)));
  };
  Sheet::Bits* const rows_of = begin + of_rows + of_sets;
  auto* const firsts = reinterpret_cast<std::uint32_t*>(rows_of + lanes_);
  copy(begin, rows_.data(), of_rows);
  words_.resize(sets_.size());
  std::copy(firsts_.begin(), firsts_.end(), firsts);
  std::vector<Sheet::Bits> some(width_);
  for (std::size_t set = 0; set < sets_.size(); set += width_) {
    Sheet::Bits before = 0;
    for (std::size_t n = 0; n < width_; ++n) {
      const Sheet::Bits lanes = sets_[set + n];
      words_[set + n] = {lanes, before};
      before += Sheet::ones(lanes);
      some[n] |= lanes;
    }
  }
  copy(begin + of_rows, words_.data(), of_sets);
  for (std::uint32_t word = 0; word < width_; ++word) {
    std::array<Sheet::Bits, Sheet::bits> apart;  // if there are fewer than 64 lanes, the rest is unused
    const std::size_t first = std::size_t{word} * Sheet::bits,
                      count = std::min<std::size_t>(Sheet::bits, lanes_ - first);
    Sheet::Bits* const square = count == Sheet::bits ? rows_of + first : apart.data();
    if (some[word] == 0) {
      std::fill_n(rows_of + first, count, 0);
      continue;
    }
    for (std::size_t n = 0; n < rows_.size(); ++n) square[n] = sets_[std::size_t{rows_[n].set} * width_ + word];
    std::fill(square + rows_.size(), square + Sheet::bits, 0);
    turn_(square);
    if (count < Sheet::bits) std::copy_n(square, count, rows_of + first);
  }
  sheet.rows_ = reinterpret_cast<const Sheet::Row*>(begin);
  sheet.sets_ = reinterpret_cast<const Sheet::Word*>(begin + of_rows);
  sheet.rows_of_ = rows_of;
  sheet.firsts_ = firsts;
  rows_.clear();
  sets_.clear();
  return sheet;
}

}  // namespace tilescope
