// Evaluates constant expressions while the source is read.
#pragma once

#include <optional>

#include "instrumentation/language/checker/build.h"
#include "instrumentation/language/checker/constant_memory.h"
#include "instrumentation/language/checker/operators.h"

namespace tilescope::language {

// For one source: results are kept, and all the work together is limited.
class Constants {
 public:
  Constants(Build& build, Operators& operators) : build_(build), operators_(operators) {}

  // True if values of the type can be evaluated: arrays and structures of numbers that are not too large.
  [[nodiscard]] bool holds(Type type);

  struct Found {
    bool is_constant = false;
    // The same value made of numbers, aggregates and strings; null if that is impossible or takes too many parts.
    const Expression* made = nullptr;
  };
  [[nodiscard]] Found found(const Expression& e, std::size_t most_parts = 20000);

 private:
  using Shared = std::unordered_map<std::uint64_t, const Expression*>;  // of one type, by their bits
  const Expression* made_of(std::span<const ConstantCell> cells, Type type, Place place);
  const Expression* made_of(const ConstantCell& cell, Type type, Place place);
  const Expression* string_at(const ConstantPointer& pointer, Type type, Place place);

  Build& build_;
  Operators& operators_;
  ConstantMemory memory_;
  int steps_left_ = 2000000;
  std::unordered_map<const TypeInfo*, Shared> shared_;  // constants of one expression
};

// Evaluates as the host does, also with functions that are not constexpr. `steps` is the work that is left.
[[nodiscard]] std::optional<Value> evaluate_on_host(const Expression& expression, int& steps);

}  // namespace tilescope::language
