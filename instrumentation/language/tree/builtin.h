// CUDA's built-in names: functions, threadIdx and similar variables, vector types.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/tree/type.h"

namespace tilescope::language {

enum class BuiltinGroup : std::uint8_t {
  math,     // pure: float in, float out, or ints
  barrier,  // __syncthreads and its relatives: they wait for the block
  warp,     // shuffles, votes, __syncwarp, __activemask
  atomic,   // reads and writes what its first argument points to
  fence,    // __threadfence and its relatives
  load,     // __ldg and its relatives; __stcg and its relatives, which write
  memory,   // memset, memcpy
  output,   // printf
  check,    // assert, __trap
  clock,    // clock, clock64, __nanosleep
  make,     // make_float4 and its relatives
  bits,     // __float_as_int, __popc and their relatives
};

// A function, or several that differ in one type only.
struct Builtin {
  std::string_view name;
  BuiltinGroup group;
  // Result and parameters as in C++, with one-word types ("ulonglong"): "T(unsigned, T, int, int = 32)". T is each of
  // `types` in turn. F is float if all arguments for an F are floats, else double, as in <cmath>. A `const T *` is
  // read, a `T *` written; an atomic also reads it. A `bool` also takes pointers, as a condition does.
  std::string_view signature;
  std::string_view types = {};
};

// All overloads of a name.
[[nodiscard]] std::span<const Builtin> builtins(std::string_view name);
// All built-in names (for "did you mean").
[[nodiscard]] std::span<const std::string_view> builtin_names();

// What a call resolves to.
struct Resolved {
  struct Parameter {
    Type type;           // what the argument is converted to; for `...`: its promoted type
    bool reads = false;  // through the pointer
    bool writes = false;
  };
  const Builtin* builtin = nullptr;
  std::vector<Parameter> parameters;   // for each argument
  std::vector<std::int64_t> left_out;  // the default values of arguments not given
  std::vector<Type> left_out_types;
  Type result;                   // unknown if it depends on an argument of unknown type
  std::string_view result_name;  // "float4" if it is a vector type that no argument has; `result` is then unknown
  Sentence error;                // why no overload fits; then nothing else is set
};
// Follows C++'s overload rules. Arguments are plain values; arrays decay. `overloads` holds at least one function, all
// of one name.
[[nodiscard]] Resolved resolve(Types& types, std::span<const Builtin> overloads, std::span<const Type> arguments);

// float4 and its relatives: element type and count; nothing for other names. dim3 is 3 unsigned.
struct VectorType {
  TypeKind element = TypeKind::float_;
  std::uint32_t count = 0;
  std::uint32_t alignment = 0;
};
[[nodiscard]] std::optional<VectorType> vector_type(std::string_view name);

// size_t, uint32_t, uint and similar types, with or without std::.
[[nodiscard]] std::optional<TypeKind> known_typedef(std::string_view name);

// Why a name found in real files is not supported: "textures are not recorded"; empty for others.
[[nodiscard]] std::string_view out_of_reach(std::string_view name);

}  // namespace tilescope::language
