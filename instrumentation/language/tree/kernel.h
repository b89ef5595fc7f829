// What is known about a kernel besides its tree: its parameters, what can be changed in it, its launches.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

// Options for reading a source.
struct ReadOptions {
  std::map<std::string, std::string, std::less<>> knobs;           // new values, by name
  std::map<std::string, std::string, std::less<>> defined{};       // macros defined before the source begins
  std::map<std::string, std::int64_t, std::less<>> host_values{};  // values of host variables, for the launches

  bool operator==(const ReadOptions&) const = default;
};

// A kernel parameter, with structures split up: `M.width` is a scalar and `M.elements` an array.
struct Parameter {
  std::string name;
  Type type;  // of a scalar, or of an array's elements
  bool is_array = false;
  bool reads = false;  // an array: read by the kernel or what it calls
  bool writes = false;
  const Variable* variable = nullptr;  // the parameter that it is or belongs to; or the global array
  std::vector<const Field*> path;      // the members that lead to this part
};

// A value that can be changed without editing the source.
struct Knob {
  enum class Kind { macro, constant, template_value, template_type, pointer };
  std::string name;
  Kind kind = Kind::macro;
  std::string value;     // now: "16", "float"; of a pointer into another array: "in + 3"
  bool guessed = false;  // no value is given: a template parameter without an argument
  Place place;
};

struct Kernel {
  std::string name;  // without namespaces and template arguments
  const Function* function = nullptr;
  std::vector<Parameter> parameters;
  std::vector<Parameter> globals;  // __constant__ and __device__ variables that it or what it calls uses
  std::vector<Knob> knobs;
  std::vector<const Variable*> shared;  // of the kernel and what it calls
  std::uint64_t shared_bytes = 0;       // without the bytes that the launch adds
  const Variable* dynamic = nullptr;    // extern __shared__
  std::int64_t most_threads = 0;
  bool rounding_may_differ = false;
  std::vector<Place> open_roundings;  // their locations
  bool order_matters = false;         // the result may depend on the order in which threads run
  bool runnable = false;              // no error in it or in what it needs
};

// What a launch passes for a pointer: `d_in + 3`.
struct PointerGiven {
  std::string name;  // in host code
  std::int64_t elements = 0;
};

// A launch in the host code.
struct Launch {
  std::string kernel;
  std::vector<std::string> template_arguments;
  Place place;
  std::optional<std::array<std::int64_t, 3>> grid, block;  // if they follow from constants
  std::optional<std::int64_t> shared_bytes;
  std::string grid_text, block_text;                  // as written
  std::vector<std::string> arguments;                 // as written
  std::vector<std::optional<Value>> values;           // of numeric arguments, if they follow from constants
  std::vector<std::optional<std::int64_t>> bytes;     // allocated for an argument, if it follows from constants
  std::vector<std::optional<PointerGiven>> pointers;  // of pointer arguments, if they follow from constants
  std::uint32_t function = 0;                         // equal for launches in one function

  // The value of an integer argument.
  [[nodiscard]] std::optional<std::int64_t> whole(std::size_t argument) const {
    const bool is_one = argument < values.size() && values[argument] && !values[argument]->is_floating();
    return is_one ? values[argument]->as_integer() : std::nullopt;
  }
};

}  // namespace tilescope::language
