// Up to 64 rows of events of lanes that have not done the same before. Each row is an event that some lanes have at
// once. Its site is kept once, and in most rows the origin of its values as well.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "instrumentation/carried.h"
#include "instrumentation/trace/event.h"
#include "instrumentation/trace/event_pool.h"

namespace tilescope {

class Sheet {
 public:
  static constexpr std::uint32_t most_rows = 64;
  using Bits = std::uint64_t;  // one bit for each row, or for each of 64 lanes
  static constexpr std::uint32_t bits = 64;

  // How a row stores the origin of its values: one word for all lanes; one distance back; or a word for each lane,
  // after the other words.
  enum class Origins : std::uint8_t { same, back, each };
  struct Row {
    std::uint32_t common[2] = {0, no_origin};      // site, and the word that `origins` describes
    alignas(Bits) std::uint32_t* words = nullptr;  // the indices of all its lanes, then their values, and so on
    std::uint16_t lanes = 0;                       // number of lanes
    std::uint16_t set = 0;                         // index of its set of lanes
    Origins origins = Origins::same;
  };

  // The position of the set bit that has `before` set bits below it. Skips whole bytes if there are many.
  [[nodiscard]] static constexpr std::uint32_t nth_one(Bits word, std::uint32_t before) {
    constexpr Bits each = 0x0101010101010101;
    std::uint32_t place = 0;
    if (before >= 16) {
      const Bits up_to = ones_of_bytes(word) * each;  // in each byte, the set bits of it and of all lower bytes
      place = static_cast<std::uint32_t>((((before * each | each << 7) - up_to) >> 7 & each) * each >> 56) * 8;
      before -= static_cast<std::uint32_t>(up_to << 8 >> place & 0xff);
    }
    Bits rest = word >> place;
    for (; before > 0; --before) rest &= rest - 1;
    return place + static_cast<std::uint32_t>(std::countr_zero(rest));
  }
  // The number of set bits, on any processor and without a call.
  [[nodiscard]] static constexpr std::uint32_t ones(Bits word) {
    return static_cast<std::uint32_t>(ones_of_bytes(word) * 0x0101010101010101 >> 56);
  }
  [[nodiscard]] static constexpr Bits ones_of_bytes(Bits word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  }

  [[nodiscard]] std::span<const Row> rows() const { return {rows_, row_count_}; }
  [[nodiscard]] std::uint32_t lanes() const { return lanes_; }
  [[nodiscard]] std::uint32_t first(std::uint32_t lane) const { return firsts_[lane]; }
  // A bit for each row of a lane.
  [[nodiscard]] Bits rows_of(std::uint32_t lane) const { return rows_of_[lane]; }
  // Calls each(lane) for the lanes that have a row.
  template <class Each>
  void each_lane(const Each& each) const {
    for (std::uint32_t lane = 0, lanes = lanes_; lane < lanes; ++lane)
      if (rows_of_[lane] != 0) each(lane);
  }
  // Adds 1 for each lane that has a row.
  void count_lanes(std::uint32_t* counts) const {
    for (std::uint32_t lane = 0, lanes = lanes_; lane < lanes; ++lane) counts[lane] += rows_of_[lane] != 0 ? 1 : 0;
  }
  [[nodiscard]] std::uint32_t events(std::uint32_t lane) const { return ones(rows_of_[lane]); }
  // The row of a lane's event, counted from its first event in the sheet.
  [[nodiscard]] std::uint32_t row_of(std::uint32_t lane, std::uint32_t event) const {
    return nth_one(rows_of_[lane], event);
  }
  // How many lanes before this one have the row.
  [[nodiscard]] std::uint32_t place(const Row& row, std::uint32_t lane) const {
    const Word& word = sets_[std::size_t{row.set} * width_ + lane / bits];
    return static_cast<std::uint32_t>(word.before) + ones(word.lanes & ((Bits{1} << lane % bits) - 1));
  }
  // The origin of a lane's value: `number` is the event's number, `words` the words of an event.
  [[nodiscard]] static std::uint32_t origin(const Row& row, std::uint32_t place, std::uint32_t number,
                                            std::uint32_t words) {
    if (row.origins == Origins::same) return row.common[1];
    return row.origins == Origins::back ? number - row.common[1] : row.words[std::size_t{words} * row.lanes + place];
  }
  // Calls each(lane) for the lanes of a row.
  template <class Each>
  void each_lane(const Row& row, const Each& each) const {
    const Word* const set = sets_ + std::size_t{row.set} * width_;
    for (std::uint32_t word = 0; word < width_; ++word)
      for (Bits rest = set[word].lanes; rest != 0; rest &= rest - 1)
        each(word * bits + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }

 private:
  friend class SheetWriter;
  friend struct Carried<Sheet>;
  // One word of a set of lanes, and how many lanes of the set come before it.
  struct Word {
    Bits lanes = 0, before = 0;
  };

  std::uint32_t lanes_ = 0, width_ = 0, row_count_ = 0;  // width: words of a set
  const Row* rows_ = nullptr;  // this and the following lie in the same memory as the words of the rows
  const Word* sets_ = nullptr;
  const Bits* rows_of_ = nullptr;          // by lane
  const std::uint32_t* firsts_ = nullptr;  // by lane
};

// Transposes 64 words: bit r of word l becomes bit l of word r.
void turn_square(Sheet::Bits* words);

// Makes sheets, one after another, for `lanes` lanes. `turn` transposes squares of bits; `copy` copies words that are
// not read again soon.
class SheetWriter {
 public:
  using Turn = void (*)(Sheet::Bits*);
  using Copy = void (*)(std::uint32_t* to, const std::uint32_t* from, std::uint32_t count);
  static void copy_words(std::uint32_t* to, const std::uint32_t* from, std::uint32_t count) {
    std::copy_n(from, count, to);
  }
  explicit SheetWriter(std::uint32_t lanes, Turn turn = turn_square, Copy copy = copy_words)
      : turn_(turn), copy_(copy), lanes_(lanes), width_((lanes + Sheet::bits - 1) / Sheet::bits), firsts_(lanes) {
    rows_.reserve(Sheet::most_rows);
    sets_.reserve(std::size_t{Sheet::most_rows} * width_);
  }
  [[nodiscard]] bool full() const { return rows_.size() == Sheet::most_rows; }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  // Sets the number of a lane's first event in the sheet. A lane may have none.
  void set_first(std::uint32_t lane, std::uint32_t number) { firsts_[lane] = number; }
  void set_firsts(const std::uint32_t* numbers) { std::copy_n(numbers, firsts_.size(), firsts_.begin()); }
  // `set` has a bit for each lane of the row.
  Sheet::Row& add(const Sheet::Bits* set, std::uint32_t lanes);
  // Finds the rows of each lane, and starts the next sheet. The result lies in `memory`.
  [[nodiscard]] Sheet close(EventMemory& memory);

 private:
  Turn turn_;
  Copy copy_;
  std::uint32_t lanes_, width_;  // width_: words of a set
  std::vector<Sheet::Row> rows_;
  std::vector<Sheet::Bits> sets_;
  std::vector<Sheet::Word> words_;     // of the sets
  std::vector<std::uint32_t> firsts_;  // by lane
};

}  // namespace tilescope
