// What CUDA's functions of numbers compute, one thread at a time: those of the groups `math` and `bits`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "instrumentation/language/tree/type.h"

namespace tilescope::machine {

// A number of any arithmetic type in 64 bits: an integer widened by its own sign, a float as its 32 bits with 0 above
// them, a double as its bits.
using Word = std::uint64_t;

// Computes one thread's call. results[0] is what the function returns (0 where that is void), those behind it what its
// pointers are given, in their order. The two arrays lie apart.
using Function = void (*)(const Word* arguments, Word* results);

struct Known {
  Function function = nullptr;
  int arguments = 0;  // numbers that are read
  int given = 0;      // pointers that are written through
};

// The function behind a builtin for parameters of these types, pointers left out; a vector of bytes (char4) counts as
// the unsigned that holds it. Null where there is none. It lasts as long as the program.
[[nodiscard]] const Known* function_of(std::string_view name, std::span<const language::TypeKind> parameters);

// What CUDA calls one of these, by one of its names, and the types of its parameters.
struct Named {
  std::string_view name;
  std::span<const language::TypeKind> parameters;
};
[[nodiscard]] Named name_of(Function function);

}  // namespace tilescope::machine
