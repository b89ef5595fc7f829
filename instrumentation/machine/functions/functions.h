// Computes CUDA's numeric functions, one thread at a time: those of the groups `math` and `bits`.
#pragma once

#include <span>
#include <string_view>

#include "instrumentation/language/tree/type.h"
#include "instrumentation/machine/functions/function.h"

namespace tilescope::machine {

// The function of a builtin for parameters of these types, without pointers; a vector of bytes (char4) counts as the
// unsigned that holds it. Null if there is none. Valid as long as the program runs.
[[nodiscard]] const FunctionEntry* function_of(std::string_view name, std::span<const language::TypeKind> parameters);

// CUDA's name of a function (one of its names), and the types of its parameters.
struct Named {
  std::string_view name;
  std::span<const language::TypeKind> parameters;
};
[[nodiscard]] Named name_of(Function function);

}  // namespace tilescope::machine
