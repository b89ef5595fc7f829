// CUDA's built-in names: functions, threadIdx and its kind, vector types.
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
  barrier,  // __syncthreads and its relatives, which wait for the block
  warp,     // shuffles, votes, __syncwarp, __activemask
  atomic,   // reads and writes what its first argument points to
  fence,    // __threadfence and its relatives
  load,     // __ldg and its relatives; __stcg and its, which write
  memory,   // memset, memcpy
  output,   // printf
  check,    // assert, __trap
  clock,    // clock, clock64, __nanosleep
  make,     // make_float4 and its relatives
  bits,     // __float_as_int, __popc and their relatives
};

// A function, or all of those that differ in one type only.
struct Builtin {
  std::string_view name;
  BuiltinGroup group;
  // Result and parameters as C++ writes them, in short words ("ulonglong"): "T(unsigned, T, int, int = 32)". T is each
  // of `types` in turn. F is float where all that are given for an F are floats, else double: the overloads of <cmath>.
  // A `const T *` is read, a `T *` written, and by an atomic read, too. A `bool` takes pointers, as a condition does.
  std::string_view signature;
  std::string_view types = {};
};

// All overloads of a name.
[[nodiscard]] std::span<const Builtin> builtins(std::string_view name);
// All names that stand for something here (for "did you mean").
[[nodiscard]] std::span<const std::string_view> builtin_names();

// What a call comes down to.
struct Resolved {
  struct Parameter {
    Type type;           // what the argument is converted to; of what `...` takes: what C++ makes of it
    bool reads = false;  // what it points to
    bool writes = false;
  };
  const Builtin* builtin = nullptr;
  std::vector<Parameter> parameters;   // of each argument
  std::vector<std::int64_t> left_out;  // the values of those that follow and are not given
  std::vector<Type> left_out_types;
  Type result;  // unknown where it depends on an argument of unknown type
  std::string_view
      result_name;  // "float4" where the result is a vector that is not an argument's type; `result` is unknown
  Sentence error;   // why none fits; then nothing else is said
};
// By C++'s rules for overloads. Arguments are plain values; those of arrays decay. `overloads`: one at least, of a
// name.
[[nodiscard]] Resolved resolve(Types& types, std::span<const Builtin> overloads, std::span<const Type> arguments);

// float4 and its kind: what it is made of and of how many; nothing if `name` is no such type. dim3 is 3 unsigned.
struct VectorType {
  TypeKind element = TypeKind::float_;
  std::uint32_t count = 0;
  std::uint32_t alignment = 0;
};
[[nodiscard]] std::optional<VectorType> vector_type(std::string_view name);

// size_t, uint32_t, uint and their kind, std:: or not.
[[nodiscard]] std::optional<TypeKind> known_typedef(std::string_view name);

// Why a name that real files use is not to be had here: "textures are not recorded"; empty for others.
[[nodiscard]] std::string_view out_of_reach(std::string_view name);

}  // namespace tilescope::language
