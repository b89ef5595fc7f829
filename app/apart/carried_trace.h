// How traces are carried: the slabs with their events as they are, and all pointers into them as places.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "app/apart/carried_launch.h"
#include "instrumentation/paged.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

namespace apart {

template <>
inline constexpr std::size_t members<PartOfArray> = 3;
template <>
inline constexpr std::size_t members<ArrayInfo> = 12;
template <>
inline constexpr std::size_t members<Fault::ThreadPlace> = 3;
template <>
inline constexpr std::size_t members<Fault> = 5;
template <>
inline constexpr std::size_t members<PrintCall> = 5;
template <>
inline constexpr std::size_t members<MaskMistake> = 12;
template <>
inline constexpr std::size_t members<Site> = 9;
template <>
inline constexpr std::size_t members<Tally> = 2;
template <>
inline constexpr std::size_t members<RowShape> = 2;

template <class Way, class T>
void pass_flat(Way& way, T& value) {
  way.bytes(&value, sizeof(value));
}

// A pointer to words of a slab, of which so many are in use.
template <class Way, class T>
void pass_pointer(Way& way, T*& pointer, std::size_t words) {
  std::uint32_t place = 0;
  if constexpr (Way::packs) place = way.place_of(pointer, words);
  pass_flat(way, place);
  if constexpr (!Way::packs) pointer = reinterpret_cast<T*>(way.word_at(place));
}

}  // namespace apart

template <>
struct Carried<LeftBytes> {
  template <class Way>
  static void pass(Way& way, LeftBytes& left) {
    if constexpr (Way::packs)
      apart::pack_array(way, left);
    else
      left = apart::unpack_array(way);
  }
};

template <class T>
struct Carried<Paged<T>> {
  template <class Way>
  static void pass(Way& way, Paged<T>& all) {
    apart::pass_all(way, all.count_, all.pages_, all.items_, all.firsts_);
  }
};

template <>
struct Carried<Sheet> {
  template <class Way>
  static void pass(Way& way, Sheet& sheet, RowShape shape) {
    apart::pass_flat(way, sheet.lanes_);
    apart::pass_flat(way, sheet.width_);
    apart::pass_flat(way, sheet.row_count_);
    std::size_t words = 0;
    if constexpr (Way::packs)
      words =
          static_cast<std::size_t>(sheet.firsts_ + sheet.lanes_ - reinterpret_cast<const std::uint32_t*>(sheet.rows_));
    apart::pass_pointer(way, sheet.rows_, words);
    apart::pass_pointer(way, sheet.sets_, 0);
    apart::pass_pointer(way, sheet.rows_of_, 0);
    apart::pass_pointer(way, sheet.firsts_, 0);
    auto* const rows = const_cast<Sheet::Row*>(sheet.rows_);
    for (std::uint32_t n = 0; n < sheet.row_count_; ++n) {
      std::uint32_t* first = rows[n].words;
      const std::size_t each = shape.words() + (rows[n].origins == Sheet::Origins::each ? 1 : 0);
      apart::pass_pointer(way, first, each * rows[n].lanes);
      if constexpr (!Way::packs) rows[n].words = first;
    }
  }
};

template <>
struct Carried<LanesRecord> {
  template <class Way>
  static void pass(Way& way, LanesRecord& record) {
    apart::pass(way, record.shape);
    std::size_t count = apart::pass_size(way, record.segments.size());
    if constexpr (!Way::packs) record.segments.resize(count);
    for (Segment& segment : record.segments) pass_segment(way, segment, record.shape);
    apart::pass(way, record.first_parts);
    count = record.first_parts.empty() ? 0 : record.first_parts.back();
    if constexpr (!Way::packs) record.parts.reset(new LanesRecord::Part[count]);
    if (count > 0) way.bytes(record.parts.get(), count * sizeof(LanesRecord::Part));
  }

 private:
  template <class Way>
  static void pass_segment(Way& way, Segment& segment, RowShape shape) {
    apart::pass_flat(way, segment.words);
    apart::pass_flat(way, segment.first);
    apart::pass_flat(way, segment.events);
    auto lanes = static_cast<std::uint32_t>(segment.lanes.size());
    apart::pass_flat(way, lanes);
    if constexpr (Way::packs) {
      way.bytes(const_cast<std::uint16_t*>(segment.lanes.begin()), lanes * sizeof(std::uint16_t));
    } else {
      std::vector<std::uint16_t> all(lanes);
      way.bytes(all.data(), lanes * sizeof(std::uint16_t));
      segment.lanes.assign(all);
    }
    auto pieces = static_cast<std::uint32_t>(segment.pieces.size());
    apart::pass_flat(way, pieces);
    for (std::uint32_t n = 0; n < pieces; ++n) {
      std::uint32_t* piece = nullptr;
      if constexpr (Way::packs) piece = segment.pieces[n];
      apart::pass_pointer(way, piece, segment.piece_words(n));
      if constexpr (!Way::packs) segment.pieces.push_back(piece);
    }
    bool has_sheet = segment.sheet != nullptr;
    apart::pass_flat(way, has_sheet);
    if (!has_sheet) return;
    Sheet sheet;
    if constexpr (Way::packs) sheet = *segment.sheet;
    Carried<Sheet>::pass(way, sheet, shape);
    if constexpr (!Way::packs) segment.sheet = std::make_unique<const Sheet>(sheet);
  }
};

template <>
struct Carried<Trace> {
  template <class Way>
  static void pass(Way& way, Trace& trace) {
    Trace::Parts& parts = trace.parts_;
    apart::pass_all(way, parts.launch, parts.kernel_text, parts.executor, parts.backend, parts.arrays,
                    parts.interleaved, parts.left, parts.sites, parts.fault, parts.printed, parts.said,
                    parts.mask_mistakes);
    const std::size_t slabs = apart::pass_size(way, parts.slabs.size());
    if constexpr (Way::packs)
      way.add_slabs(parts.slabs);
    else
      parts.slabs = way.take_slabs(slabs);
    pass_blocks(way, parts.blocks);
  }

 private:
  // Blocks that ran side by side share a record.
  template <class Way>
  static void pass_blocks(Way& way, std::vector<BlockTrace>& blocks) {
    constexpr std::uint32_t none = 0xffffffff;
    std::vector<std::shared_ptr<const LanesRecord>> records;
    std::map<const LanesRecord*, std::uint32_t> numbers;
    if constexpr (Way::packs)
      for (const BlockTrace& block : blocks)
        if (block.record && numbers.try_emplace(block.record.get(), records.size()).second)
          records.push_back(block.record);
    apart::pass(way, records);
    const std::size_t count = apart::pass_size(way, blocks.size());
    if constexpr (!Way::packs) blocks.resize(count);
    std::vector<Tallies> tallies;  // of all blocks, in one piece of memory
    if constexpr (Way::packs)
      for (const BlockTrace& block : blocks) tallies.insert(tallies.end(), block.tallies.begin(), block.tallies.end());
    apart::pass(way, tallies);
    const auto kept = std::make_shared<const std::vector<Tallies>>(std::move(tallies));
    std::size_t first = 0;
    for (BlockTrace& block : blocks) {
      std::uint32_t record = none;
      auto size = static_cast<std::uint32_t>(block.tallies.size());
      if constexpr (Way::packs)
        if (block.record) record = numbers.at(block.record.get());
      apart::pass_flat(way, record);
      apart::pass_flat(way, block.first_lane);
      apart::pass_flat(way, block.lost);
      apart::pass_flat(way, size);
      if constexpr (!Way::packs) {
        if (record != none) block.record = records[record];
        if (size > 0) block.tallies = BlockTallies(kept, first, size);
      }
      first += size;
    }
  }
};

template <>
struct Carried<std::shared_ptr<const Trace>> {
  enum class Comes : std::uint8_t { not_at_all, as_given, along };

  template <class Way>
  static void pass(Way& way, std::shared_ptr<const Trace>& trace) {
    Comes comes = trace == nullptr ? Comes::not_at_all : trace == way.given() ? Comes::as_given : Comes::along;
    apart::pass_flat(way, comes);
    if constexpr (Way::packs) {
      if (comes == Comes::along) Carried<Trace>::pass(way, const_cast<Trace&>(*trace));
    } else if (comes == Comes::as_given) {
      trace = way.given();
    } else if (comes == Comes::along) {
      auto made = std::make_shared<Trace>(Trace::Parts{});
      Carried<Trace>::pass(way, *made);
      trace = std::move(made);
    }
  }
};

}  // namespace tilescope
