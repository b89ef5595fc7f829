// The loops over lanes in which the machine spends most of its time, built for several kinds of processors. All give
// the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// d = a function of a, b and c in the lanes from `begin` to `end`; with a mask, only in lanes whose mask is all ones.
using Body = void (*)(void* d, const void* a, const void* b, const void* c, const std::uint32_t* mask,
                      std::uint32_t begin, std::uint32_t end);

// Four events of four words each.
struct alignas(64) Line {
  std::uint32_t words[16];
};

// An event of several lanes, in rows by lane.
struct EventRows {
  std::uint32_t site = 0;
  const std::uint32_t* origins = nullptr;
  const std::uint32_t* indices = nullptr;
  const std::uint32_t* values = nullptr;
};
// Where events go: the current line of each lane, and a spare line after the last; the number of each lane's next
// event, and of the first event in its lines.
struct EventLines {
  Line* lines = nullptr;
  std::uint32_t lanes = 0;
  const std::uint32_t* numbers = nullptr;
  const std::uint32_t* firsts = nullptr;
  std::uint32_t* scratch = nullptr;  // four rows, each 16 words longer than the number of lanes
};

// Where the words of an event are compressed: its indices, then its values, with room for 16 more words. By lane,
// `numbers` are incremented, and stored in `made` for a load, but not for a store.
struct RowOfLanes {
  std::uint32_t* indices = nullptr;
  std::uint32_t* values = nullptr;
  std::uint32_t* numbers = nullptr;
  std::uint32_t* made = nullptr;
};
// Whether all lanes have the same origin, and whether all have the same distance to it.
struct Alike {
  bool same = true, as_far_back = true;
};

// Which lanes touched a word: the number of the interval and, in the low bits, the lane, or many_lanes.
using Touch = std::uint32_t;
inline constexpr unsigned touch_lane_bits = 11;
inline constexpr Touch many_lanes = (Touch{1} << touch_lane_bits) - 1;
// True if it is of the same interval, but of another lane.
[[nodiscard]] constexpr bool is_anothers(Touch touch, Touch mine) { return (touch ^ mine) - 1 < many_lanes; }
// How lanes touch words now: `now` is a touch without a lane; `read` is null if reads are not kept.
struct Touches {
  Touch now = 0;
  Touch* written = nullptr;
  Touch* read = nullptr;
};
// A lane loads a word: true if another lane stored to it.
inline bool touch_read(const Touches& touches, std::size_t word, std::uint32_t lane) {
  const Touch mine = touches.now | lane;
  if (touches.read != nullptr)
    touches.read[word] = is_anothers(touches.read[word], mine) ? touches.now | many_lanes : mine;
  return is_anothers(touches.written[word], mine);
}
// A lane stores to a word: true if another lane touched it.
inline bool touch_write(const Touches& touches, std::size_t word, std::uint32_t lane) {
  const Touch mine = touches.now | lane, before = touches.written[word];
  touches.written[word] = mine;
  return is_anothers(before, mine) || (touches.read != nullptr && is_anothers(touches.read[word], mine));
}

// By lane, the word of an array that it accesses and, with `by`, the word's place in the memory of all blocks.
// `firsts`, if not null, has for each run of adjacent lanes the start of their words if these are adjacent too, or
// no_first.
inline constexpr std::int32_t no_first = -0x7fffffff - 1;
struct FoundWords {
  std::int32_t* index = nullptr;
  std::int32_t* places = nullptr;
  const std::uint32_t* by = nullptr;
  std::int32_t* firsts = nullptr;
};
// The words that lanes load or store: words[index[lane]] and values[lane]. `firsts` may be null; `touches.written` is
// null if races are not checked.
struct Moves {
  std::uint32_t* words = nullptr;
  const std::int32_t* index = nullptr;
  std::uint32_t* values = nullptr;
  Touches touches;
  const std::int32_t* firsts = nullptr;
};
struct Moved {
  bool races = false;
  bool shares = false;  // some loaded word belongs to several lanes, as far as reads are kept
  Alike alike;
};

// If lanes are given as bits, bits of lanes outside `begin` to `end` are 0.
struct Operations {
  // The bits of `uniform` say which of a, b and c are one number for all lanes.
  Body (*find)(Op op, Number number, Number from, Cell cell, unsigned uniform, bool masked);
  // For the lanes whose bits are set, or all if there are no bits: index = lanes[i] + add. Returns true if all indices
  // are from 0 to below `extent`.
  bool (*find_inside)(const FoundWords& found, const std::int32_t* lanes, std::int64_t add, std::uint64_t extent,
                      const std::uint64_t* bits, std::uint32_t begin, std::uint32_t end);
  // Loads or stores, lane after lane, and checks for races; with `to`, also records an event as put_row does. A load
  // has the same origin in all lanes.
  Moved (*load)(const Moves& moves, const RowOfLanes* to, const EventRows& rows, const std::uint64_t* bits,
                std::uint32_t begin, std::uint32_t end);
  Moved (*store)(const Moves& moves, const RowOfLanes* to, const EventRows& rows, const std::uint64_t* bits,
                 std::uint32_t begin, std::uint32_t end);
  void (*add)(std::int32_t* to, const std::int32_t* from, std::int32_t add, std::uint32_t begin, std::uint32_t end);
  // Bypasses the caches if the processor can.
  void (*stream)(std::uint32_t* to, const std::uint32_t* from, std::uint32_t count);
  void (*fill)(std::uint32_t* to, std::uint32_t value, std::uint32_t count);
  // Sets a bit for each nonzero number; their count is a multiple of 16.
  void (*truths)(std::uint64_t* bits, const std::uint32_t* numbers, std::uint32_t begin, std::uint32_t end);
  // The inverse: all ones for each set bit.
  void (*mask)(std::uint32_t* mask, const std::uint64_t* bits, std::uint32_t begin, std::uint32_t end);
  // In lanes whose mask is all ones: number + 1; number = from.
  void (*count)(std::uint32_t* numbers, const std::uint32_t* mask, std::uint32_t begin, std::uint32_t end);
  void (*copy)(std::uint32_t* to, const std::uint32_t* from, const std::uint32_t* mask, std::uint32_t begin,
               std::uint32_t end);
  // The origins of a sum's operands, as distances.
  void (*distances)(std::uint32_t* to, const std::uint32_t* numbers, const std::uint32_t* a, const std::uint32_t* b,
                    std::uint32_t begin, std::uint32_t end);
  // In lanes whose mask is all ones: to = the origin of a result from a and b.
  void (*both_origins)(std::uint32_t* to, const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* mask,
                       std::uint32_t begin, std::uint32_t end);
  // Appends events to lines; returns how many lines became full, and lists their lanes.
  std::uint32_t (*put_events)(const EventLines& to, const EventRows& rows, const std::uint32_t* mask,
                              std::uint32_t begin, std::uint32_t end, std::uint16_t* full);
  std::uint32_t (*put_listed_events)(const EventLines& to, const EventRows& rows, const std::uint16_t* lanes,
                                     std::uint32_t size, std::uint16_t* full);
  // Compresses the words of lanes whose bits are set; there must be room for 16 more words.
  void (*compress)(std::uint32_t* to, const std::uint32_t* from, const std::uint64_t* bits, std::uint32_t begin,
                   std::uint32_t end);
  // The same for an event of those lanes; returns what their origins have in common.
  Alike (*put_row)(const RowOfLanes& to, const EventRows& rows, const std::uint64_t* bits, std::uint32_t begin,
                   std::uint32_t end);
  void (*turn)(std::uint64_t* square);  // see turn_square
};

// For the current processor.
[[nodiscard]] const Operations& operations();
[[nodiscard]] const Operations* operations_baseline();
[[nodiscard]] const Operations* operations_avx2();  // null if built for another kind of processor
[[nodiscard]] const Operations* operations_avx512();

}  // namespace tilescope::machine
