// Up to 64 rows of events of lanes that did not do the same before: each row is an event that some lanes have at once.
// Its site is kept once, and in mostly every row where its values came from.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/trace/event.h"

namespace tilescope {

class Sheet {
 public:
  static constexpr std::uint32_t most_rows = 64;
  using Bits = std::uint64_t;  // one for each row, or for each of as many lanes
  static constexpr std::uint32_t bits = 64;

  // How a row says where its values came from: by one word for all of its lanes; by how far back that event is; by a
  // word for each lane, behind the others.
  enum class Origins : std::uint8_t { same, back, each };
  struct Row {
    std::uint32_t common[2] = {0, no_origin};  // site, and as `origins` says
    std::uint32_t* words = nullptr;            // all its lanes' indices, then their values, and so on
    std::uint16_t lanes = 0;                   // how many they are
    std::uint16_t set = 0;                     // which they are
    Origins origins = Origins::same;
  };

  // For lanes below `lanes`.
  explicit Sheet(std::uint32_t lanes) : width_((lanes + bits - 1) / bits), firsts_(lanes) {
    rows_.reserve(most_rows);
    sets_.reserve(std::size_t{most_rows} * width_);
  }

  // How many bits are set: for any processor, and without a call.
  [[nodiscard]] static constexpr std::uint32_t ones(Bits word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return static_cast<std::uint32_t>(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
  }

  // --- While it is written. ---

  [[nodiscard]] bool full() const { return rows_.size() == most_rows; }
  // The number of a lane's first event in it. Not all of them have any.
  void set_first(std::uint32_t lane, std::uint32_t number) { firsts_[lane] = number; }
  void set_firsts(const std::uint32_t* numbers) { std::copy_n(numbers, firsts_.size(), firsts_.begin()); }
  // `set` has a bit for each lane that has it.
  Row& add(const Bits* set, std::uint32_t lanes);
  // Finds out which rows each lane has.
  void close();

  // --- Then. ---

  [[nodiscard]] std::span<const Row> rows() const { return rows_; }
  [[nodiscard]] std::uint32_t lanes() const { return static_cast<std::uint32_t>(firsts_.size()); }
  [[nodiscard]] std::uint32_t first(std::uint32_t lane) const { return firsts_[lane]; }
  // A bit for each row that a lane has.
  [[nodiscard]] Bits rows_of(std::uint32_t lane) const { return rows_of_[lane]; }
  [[nodiscard]] std::span<const Bits> rows_by_lane() const { return rows_of_; }
  [[nodiscard]] std::uint32_t events(std::uint32_t lane) const { return ones(rows_of_[lane]); }
  // Where the row of a lane's event is, counted from its first one here.
  [[nodiscard]] std::uint32_t row_of(std::uint32_t lane, std::uint32_t event) const {
    Bits rest = rows_of_[lane];
    for (; event > 0; --event) rest &= rest - 1;
    return static_cast<std::uint32_t>(std::countr_zero(rest));
  }
  // How many lanes before it have the row.
  [[nodiscard]] std::uint32_t place(const Row& row, std::uint32_t lane) const {
    const std::size_t word = std::size_t{row.set} * width_ + lane / bits;
    return before_[word] + ones(sets_[word] & ((Bits{1} << lane % bits) - 1));
  }
  // Where the value of one of its lanes came from: of its event with this number, an event of so many words.
  [[nodiscard]] static std::uint32_t origin(const Row& row, std::uint32_t place, std::uint32_t number,
                                            std::uint32_t words) {
    if (row.origins == Origins::same) return row.common[1];
    return row.origins == Origins::back ? number - row.common[1] : row.words[std::size_t{words} * row.lanes + place];
  }
  // each(lane) of a row's.
  template <class Each>
  void each_lane(const Row& row, const Each& each) const {
    for (std::uint32_t word = 0; word < width_; ++word)
      for (Bits rest = sets_[std::size_t{row.set} * width_ + word]; rest != 0; rest &= rest - 1)
        each(word * bits + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }

 private:
  std::uint32_t width_;  // words of a set
  std::vector<Row> rows_;
  std::vector<std::uint32_t> firsts_;  // by lane
  std::vector<Bits> rows_of_;          // by lane
  std::vector<Bits> sets_;
  std::vector<std::uint16_t> before_;  // lanes of the set before each word of it
};

}  // namespace tilescope
