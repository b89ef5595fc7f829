// The loops over lanes that most of the machine's time goes into, made for several kinds of processors. All give the
// same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// d = what is computed of a, b and c in the lanes from `begin` to `end`; with a mask, in those where it is all ones.
using Body = void (*)(void* d, const void* a, const void* b, const void* c, const std::uint32_t* mask,
                      std::uint32_t begin, std::uint32_t end);

// Four events of four words each.
struct alignas(64) Line {
  std::uint32_t words[16];
};

// An event of each of some lanes, in rows by lane.
struct EventRows {
  std::uint32_t site = 0;
  const std::uint32_t* origins = nullptr;
  const std::uint32_t* indices = nullptr;
  const std::uint32_t* values = nullptr;
};
// Where they go: the line of each lane, after them a spare one; the number of each lane's next event, and that of the
// first one in any of its lines.
struct EventLines {
  Line* lines = nullptr;
  std::uint32_t lanes = 0;
  const std::uint32_t* numbers = nullptr;
  const std::uint32_t* firsts = nullptr;
  std::uint32_t* scratch = nullptr;  // four rows, each with room for 16 words more than there are lanes
};

// Where an event's words of some lanes are moved together, values after indices with room for 16 words more; by lane,
// the numbers of their events, which go up, and where the number is to be kept: that of a load always is, that of a
// store never.
struct RowOfLanes {
  std::uint32_t* indices = nullptr;
  std::uint32_t* values = nullptr;
  std::uint32_t* numbers = nullptr;
  std::uint32_t* made = nullptr;
};
// Whether all have the same origin, and whether all have one that is as far behind the event's number.
struct Alike {
  bool same = true, as_far_back = true;
};

// Which lanes touched which word: a number of the interval, and in the lower bits the lane, or that there were several.
using Touch = std::uint32_t;
inline constexpr unsigned touch_lane_bits = 11;
inline constexpr Touch many_lanes = (Touch{1} << touch_lane_bits) - 1;
// Whether it is of the same interval, and of another lane.
[[nodiscard]] constexpr bool is_anothers(Touch touch, Touch mine) { return (touch ^ mine) - 1 < many_lanes; }
// What lanes touch now: `now` is a touch without a lane, `read` is null if reads are not kept.
struct Touches {
  Touch now = 0;
  Touch* written = nullptr;
  Touch* read = nullptr;
};
// A lane loads a word: whether another one stored to it.
inline bool touch_read(const Touches& touches, std::size_t word, std::uint32_t lane) {
  const Touch mine = touches.now | lane;
  if (touches.read != nullptr)
    touches.read[word] = is_anothers(touches.read[word], mine) ? touches.now | many_lanes : mine;
  return is_anothers(touches.written[word], mine);
}
// It stores to it: whether another one touched it.
inline bool touch_write(const Touches& touches, std::size_t word, std::uint32_t lane) {
  const Touch mine = touches.now | lane, before = touches.written[word];
  touches.written[word] = mine;
  return is_anothers(before, mine) || (touches.read != nullptr && is_anothers(touches.read[word], mine));
}

// By lane, which words of an array are meant; and with `by`, where they are in the memory of all blocks. `firsts`, if
// asked for, has for each few lanes that go side by side, how many that are, where words that lie likewise begin, or
// no_first.
inline constexpr std::int32_t no_first = -0x7fffffff - 1;
struct FoundWords {
  std::int32_t* index = nullptr;
  std::int32_t* places = nullptr;
  const std::uint32_t* by = nullptr;
  std::int32_t* firsts = nullptr;
};
// What lanes load or store: words[index[lane]] and values[lane]. `firsts` is null if it was not asked for, and
// `written` if nothing watches.
struct Moves {
  std::uint32_t* words = nullptr;
  const std::int32_t* index = nullptr;
  std::uint32_t* values = nullptr;
  Touches touches;
  const std::int32_t* firsts = nullptr;
};
struct Moved {
  bool races = false;
  bool shares = false;  // some word that is loaded with several lanes, as far as reads are kept
  Alike alike;
};

// Where lanes are told as bits, there are none of lanes before `begin` or from `end` on.
struct Operations {
  // Bits of `uniform` say which of a, b and c is one number for all lanes.
  Body (*find)(Op op, Number number, Number from, Cell cell, unsigned uniform, bool masked);
  // Of the lanes whose bits are set, or where there are no bits, of all: index = lanes[i] + add; whether that is from 0
  // to below extent for all.
  bool (*find_inside)(const FoundWords& found, const std::int32_t* lanes, std::int64_t add, std::uint64_t extent,
                      const std::uint64_t* bits, std::uint32_t begin, std::uint32_t end);
  // They load or store, lane after lane, and it is found whether they race; and with `to` they leave an event of it
  // there, as put_row does. A load's origins are the same for all of them.
  Moved (*load)(const Moves& moves, const RowOfLanes* to, const EventRows& rows, const std::uint64_t* bits,
                std::uint32_t begin, std::uint32_t end);
  Moved (*store)(const Moves& moves, const RowOfLanes* to, const EventRows& rows, const std::uint64_t* bits,
                 std::uint32_t begin, std::uint32_t end);
  void (*add)(std::int32_t* to, const std::int32_t* from, std::int32_t add, std::uint32_t begin, std::uint32_t end);
  // Past the caches where the processor can.
  void (*stream)(std::uint32_t* to, const std::uint32_t* from, std::uint32_t count);
  void (*fill)(std::uint32_t* to, std::uint32_t value, std::uint32_t count);
  // A bit for each number that is not 0; of a multiple of 16 of them.
  void (*truths)(std::uint64_t* bits, const std::uint32_t* numbers, std::uint32_t begin, std::uint32_t end);
  // And from bits, all ones where one is set.
  void (*mask)(std::uint32_t* mask, const std::uint64_t* bits, std::uint32_t begin, std::uint32_t end);
  // Where the mask is all ones: number + 1; number = from.
  void (*count)(std::uint32_t* numbers, const std::uint32_t* mask, std::uint32_t begin, std::uint32_t end);
  void (*copy)(std::uint32_t* to, const std::uint32_t* from, const std::uint32_t* mask, std::uint32_t begin,
               std::uint32_t end);
  // What sums say of where their operands came from.
  void (*distances)(std::uint32_t* to, const std::uint32_t* numbers, const std::uint32_t* a, const std::uint32_t* b,
                    std::uint32_t begin, std::uint32_t end);
  // Where the mask is all ones: to = what came from a and b.
  void (*both_origins)(std::uint32_t* to, const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* mask,
                       std::uint32_t begin, std::uint32_t end);
  // Puts events into lines; gives how many lines became full, and of which lanes.
  std::uint32_t (*put_events)(const EventLines& to, const EventRows& rows, const std::uint32_t* mask,
                              std::uint32_t begin, std::uint32_t end, std::uint16_t* full);
  std::uint32_t (*put_listed_events)(const EventLines& to, const EventRows& rows, const std::uint16_t* lanes,
                                     std::uint32_t size, std::uint16_t* full);
  // Moves together the words of the lanes whose bits are set; there is room for 16 words more.
  void (*compress)(std::uint32_t* to, const std::uint32_t* from, const std::uint64_t* bits, std::uint32_t begin,
                   std::uint32_t end);
  // The same for an event of those lanes; what their origins have in common.
  Alike (*put_row)(const RowOfLanes& to, const EventRows& rows, const std::uint64_t* bits, std::uint32_t begin,
                   std::uint32_t end);
  void (*turn)(std::uint64_t* square);  // as turn_square does it
};

// For the processor that this runs on.
[[nodiscard]] const Operations& operations();
[[nodiscard]] const Operations* operations_baseline();
[[nodiscard]] const Operations* operations_avx2();  // null if it is not for this kind of processor
[[nodiscard]] const Operations* operations_avx512();

}  // namespace tilescope::machine
