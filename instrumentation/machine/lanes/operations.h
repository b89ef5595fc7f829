// The loops over lanes that most of the machine's time goes into, made for several kinds of processors. All give the
// same bits.
#pragma once

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
// Where they go: the line of each lane, behind them one that is nobody's; the number of each lane's next event, and
// that of the first one in any of its lines.
struct EventLines {
  Line* lines = nullptr;
  std::uint32_t lanes = 0;
  const std::uint32_t* numbers = nullptr;
  const std::uint32_t* firsts = nullptr;
  std::uint32_t* places = nullptr;  // scratch, by lane
};

struct Operations {
  // Bits of `uniform` say which of a, b and c is one number for all lanes.
  Body (*find)(Op op, Number number, Number from, Cell cell, unsigned uniform, bool masked);
  // Whether lanes[i] + add is from 0 to below extent for all; with a mask, for those where it is all ones.
  bool (*all_inside)(const std::int32_t* lanes, std::int64_t add, std::uint64_t extent, const std::uint32_t* mask,
                     std::uint32_t begin, std::uint32_t end);
  // to[i] = from[index[i]], and the same into `copy`.
  void (*gather)(std::uint32_t* to, const std::uint32_t* from, const std::int32_t* index, std::uint32_t begin,
                 std::uint32_t end);
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
  // Puts events into lines; gives how many lines became full, and of which lanes.
  std::uint32_t (*put_events)(const EventLines& to, const EventRows& rows, const std::uint32_t* mask,
                              std::uint32_t begin, std::uint32_t end, std::uint16_t* full);
  std::uint32_t (*put_listed_events)(const EventLines& to, const EventRows& rows, const std::uint16_t* lanes,
                                     std::uint32_t size, std::uint16_t* full);
};

// For the processor that this runs on.
[[nodiscard]] const Operations& operations();
[[nodiscard]] const Operations* operations_baseline();
[[nodiscard]] const Operations* operations_avx2();  // null where it is not for this kind of processor
[[nodiscard]] const Operations* operations_avx512();

}  // namespace tilescope::machine
