// A CUDA function on the numbers of one thread.
#pragma once

#include <cstdint>

namespace tilescope::machine {

// A number of any arithmetic type in 64 bits: an integer extended by its own sign, a float as its 32 bits with zeros
// above them, a double as its bits.
using Word = std::uint64_t;

// Computes one thread's call. results[0] is the return value (0 for void), followed by the outputs through pointers, in
// order. The two arrays do not overlap.
using Function = void (*)(const Word* arguments, Word* results);

struct FunctionEntry {
  Function function = nullptr;
  int arguments = 0;  // numbers that are read
  int given = 0;      // pointers that are written through
};

}  // namespace tilescope::machine
