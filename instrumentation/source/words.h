// The words that mean something to the instrumenter.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace tilescope::source {

inline constexpr std::string_view traced = "::tilescope::traced::";
inline constexpr std::size_t most_arrays = 200;  // an event has 8 bits for one

template <std::size_t n>
using Words = std::array<std::string_view, n>;

inline constexpr Words<17> integer_words{"int",     "unsigned", "signed",   "long",     "short",    "char",
                                         "bool",    "size_t",   "int8_t",   "int16_t",  "int32_t",  "int64_t",
                                         "uint8_t", "uint16_t", "uint32_t", "uint64_t", "ptrdiff_t"};
inline constexpr Words<3> float_words{"float", "float2", "float4"};
inline constexpr Words<3> qualifiers{"const", "constexpr", "static"};
inline constexpr Words<6> function_words{"__forceinline__", "__noinline__", "inline",
                                         "static",          "__host__",     "__inline__"};
// Functions that traced types or the scope of a kernel provide.
inline constexpr Words<11> known_functions{"fmaf",  "__fmaf_rn",   "min",         "max",           "fminf", "fmaxf",
                                           "fabsf", "make_float2", "make_float4", "__syncthreads", "sizeof"};
inline constexpr Words<5> control_words{"if", "for", "while", "switch", "return"};

struct Refusal {
  std::string_view word;
  std::string_view reason;
};
inline constexpr std::array<Refusal, 28> refused_words{{
    {"double", "double: TileScope records float"},
    {"half", "half: TileScope records float"},
    {"__half", "half: TileScope records float"},
    {"auto", "auto: write the type, so that a read happens where it is written"},
    {"struct", "struct: a kernel keeps its floats in variables and arrays"},
    {"class", "class: a kernel keeps its floats in variables and arrays"},
    {"union", "union: a kernel keeps its floats in variables and arrays"},
    {"enum", "enum: write constants"},
    {"typedef", "typedef: write the type where it is used"},
    {"using", "using: write the type where it is used"},
    {"namespace", "namespace: a kernel's file stands alone"},
    {"goto", "goto: write a loop"},
    {"asm", "asm: TileScope cannot see what it does"},
    {"__asm__", "asm: TileScope cannot see what it does"},
    {"volatile", "volatile: declare without it"},
    {"register", "register: declare without it"},
    {"new", "new: a kernel has no memory of its own"},
    {"delete", "delete: a kernel has no memory of its own"},
    {"try", "try: device code has no exceptions"},
    {"throw", "throw: device code has no exceptions"},
    {"reinterpret_cast", "a cast of pointers: declare the parameter with the type it is used as"},
    {"const_cast", "const_cast: declare the parameter with the type it is used as"},
    {"dynamic_cast", "dynamic_cast: device code has none"},
    {"decltype", "decltype: write the type"},
    {"typeof", "typeof: write the type"},
    {"__typeof__", "typeof: write the type"},
    {"not", "not: write !"},
    {"__constant__", "__constant__: TileScope records global and shared memory"},
}};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace tilescope::source
