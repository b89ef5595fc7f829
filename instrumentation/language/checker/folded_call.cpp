#include "instrumentation/language/checker/folded_call.h"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace tilescope::language {

namespace {

// The name without the f of its float version.
std::string_view plain(std::string_view function) {
  static constexpr std::string_view of_floats[] = {"ceilf", "fabsf",  "floorf", "fmaxf", "fminf",
                                                   "rintf", "roundf", "sqrtf",  "truncf"};
  for (const std::string_view each : of_floats)
    if (each == function) return function.substr(0, function.size() - 1);
  return function;
}

// A float's results are the same when computed as doubles: all of these are exact, and rounding the square root of a
// float twice changes nothing.
std::optional<double> folded(std::string_view function, double x) {
  if (function == "ceil") return std::ceil(x);
  if (function == "floor") return std::floor(x);
  if (function == "trunc") return std::trunc(x);
  if (function == "round") return std::round(x);
  if (function == "rint" || function == "nearbyint") return std::nearbyint(x);
  if (function == "fabs" || function == "abs") return std::fabs(x);
  if (function == "sqrt" && x >= 0) return std::sqrt(x);
  return std::nullopt;
}

std::optional<std::int64_t> absolute(const Value& x) {
  const std::int64_t least =
      x.kind == TypeKind::int_ ? std::numeric_limits<int>::min() : std::numeric_limits<std::int64_t>::min();
  return x.integer == least ? std::nullopt : std::optional(x.integer < 0 ? -x.integer : x.integer);
}

}  // namespace

std::optional<Value> folded_call(std::string_view function, std::span<const Value> arguments, TypeKind result) {
  function = plain(function);
  if (arguments.size() == 1) {
    const Value& x = arguments[0];
    if (x.is_floating()) {
      const std::optional<double> value = folded(function, x.real);
      return value ? std::optional(Value::of(result, *value)) : std::nullopt;
    }
    if (function != "abs" && function != "labs" && function != "llabs") return std::nullopt;
    const std::optional<std::int64_t> value = absolute(x);
    return value ? std::optional(Value::of(result, *value)) : std::nullopt;
  }
  const bool least =
      function == "min" || function == "fmin" || function == "umin" || function == "llmin" || function == "ullmin";
  const bool most =
      function == "max" || function == "fmax" || function == "umax" || function == "llmax" || function == "ullmax";
  if (arguments.size() != 2 || (!least && !most)) return std::nullopt;
  const Value a = converted(arguments[0], result), b = converted(arguments[1], result);
  const Folded less = language::folded(Mark::less, b, a);
  if (!less.value || (a.is_floating() && (std::isnan(a.real) || std::isnan(b.real)))) return std::nullopt;
  return less.value->truth() == least ? b : a;
}

}  // namespace tilescope::language
