// What is known of a kernel besides its tree: what it is given, what can be changed in it, how it is launched.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

// What is asked for besides what the text says.
struct ReadOptions {
  std::map<std::string, std::string, std::less<>> knobs;           // what they are to be instead
  std::map<std::string, std::string, std::less<>> defined{};       // macros that are defined before the text begins
  std::map<std::string, std::int64_t, std::less<>> host_values{};  // what the host's variables are, for its launches
};

// What a kernel is given, a structure taken apart: `M.width` is a scalar and `M.elements` an array.
struct Parameter {
  std::string name;
  Type type;  // of an array: what its elements are; of a scalar: what it is
  bool is_array = false;
  bool reads = false;  // of an array, by the kernel or what it calls
  bool writes = false;
  const Variable* variable = nullptr;  // the parameter it is or is a part of; of a global array, that
  std::vector<const Field*> path;      // into it
};

// A number that can be changed without touching the text.
struct Knob {
  enum class Kind { macro, constant, template_value, template_type, pointer };
  std::string name;
  Kind kind = Kind::macro;
  std::string value;     // as it is now: "16", "float"; of a pointer that leads into another's array: "in + 3"
  bool guessed = false;  // not given: a template's parameter without an argument
  Place place;
};

struct Kernel {
  std::string name;  // without namespaces and template arguments
  const Function* function = nullptr;
  std::vector<Parameter> parameters;
  std::vector<Parameter> globals;  // __constant__ and __device__ variables that it or what it calls touches
  std::vector<Knob> knobs;
  std::vector<const Variable*> shared;  // its own and those of what it calls
  std::uint64_t shared_bytes = 0;       // without what the launch says
  const Variable* dynamic = nullptr;    // extern __shared__
  std::int64_t most_threads = 0;
  bool rounding_may_differ = false;
  std::vector<Place> open_roundings;  // where
  bool order_matters = false;         // of atomics
  bool runnable = false;              // no error in it or what it needs
};

// What a launch gives for a pointer: `d_in + 3`.
struct PointerGiven {
  std::string name;  // on the host
  std::int64_t elements = 0;
};

// A launch that the host's part of the text makes.
struct Launch {
  std::string kernel;
  std::vector<std::string> template_arguments;
  Place place;
  std::optional<std::array<std::int64_t, 3>> grid, block;  // where they follow from constants
  std::optional<std::int64_t> shared_bytes;
  std::string grid_text, block_text;                  // as they are written
  std::vector<std::string> arguments;                 // likewise
  std::vector<std::optional<Value>> values;           // of arguments that are numbers, where they follow likewise
  std::vector<std::optional<std::int64_t>> bytes;     // that were allocated for an argument, likewise
  std::vector<std::optional<PointerGiven>> pointers;  // likewise
  std::uint32_t function = 0;                         // launches of one function have the same

  // For an argument that is a whole number.
  [[nodiscard]] std::optional<std::int64_t> whole(std::size_t argument) const {
    const bool is_one = argument < values.size() && values[argument] && !values[argument]->is_floating();
    return is_one ? values[argument]->as_integer() : std::nullopt;
  }
};

}  // namespace tilescope::language
