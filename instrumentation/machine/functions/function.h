// A CUDA function on the numbers of one thread.
#pragma once

#include <cstdint>

namespace tilescope::machine {

// A number of any arithmetic type in 64 bits: an integer widened by its own sign, a float as its 32 bits with 0 above
// them, a double as its bits.
using Word = std::uint64_t;

// Computes one thread's call. results[0] is what the function returns (0 if that is void), those after it what its
// pointers are given, in their order. The two arrays lie apart.
using Function = void (*)(const Word* arguments, Word* results);

struct FunctionEntry {
  Function function = nullptr;
  int arguments = 0;  // numbers that are read
  int given = 0;      // pointers that are written through
};

}  // namespace tilescope::machine
