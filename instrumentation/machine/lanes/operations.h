// The loops over lanes that most of the machine's time goes into, made for several kinds of processors. All give the
// same bits.
#pragma once

#include <cstdint>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// d = what is computed of a, b and c in the lanes from `begin` to `end`; with a mask, in those where it is all ones.
using Body = void (*)(void* d, const void* a, const void* b, const void* c, const std::uint32_t* mask,
                      std::uint32_t begin, std::uint32_t end);

struct Operations {
  // Bits of `uniform` say which of a, b and c is one number for all lanes.
  Body (*find)(Op op, Number number, Number from, Cell cell, unsigned uniform, bool masked);
  // Whether lanes[i] + add is from 0 to below extent for all.
  bool (*all_inside)(const std::int32_t* lanes, std::int64_t add, std::uint64_t extent, std::uint32_t begin,
                     std::uint32_t end);
  // to[i] = from[index[i]], and the same into `copy`.
  void (*gather)(std::uint32_t* to, const std::uint32_t* from, const std::int32_t* index, std::uint32_t begin,
                 std::uint32_t end);
  void (*add)(std::int32_t* to, const std::int32_t* from, std::int32_t add, std::uint32_t begin, std::uint32_t end);
  // Past the caches where the processor can.
  void (*stream)(std::uint32_t* to, const std::uint32_t* from, std::uint32_t count);
  void (*fill)(std::uint32_t* to, std::uint32_t value, std::uint32_t count);
};

// For the processor that this runs on.
[[nodiscard]] const Operations& operations();
[[nodiscard]] const Operations* operations_baseline();
[[nodiscard]] const Operations* operations_avx2();  // null where it is not for this kind of processor
[[nodiscard]] const Operations* operations_avx512();

}  // namespace tilescope::machine
