#include "instrumentation/trace/file/walk.h"

namespace tilescope::file {

namespace {

template <class Float>
Float result_of_floats(Rule rule, Float to, Float first, Float second) {
  switch (rule) {
    case Rule::start: return first;
    case Rule::add: return to + first;
    case Rule::least: return std::fmin(first, second);
    case Rule::greatest: return std::fmax(first, second);
    default: break;
  }
  return std::fma(first, second, to);
}

template <class Whole>
Whole result_of_wholes(Rule rule, Whole to, Whole first, Whole second) {
  using Bits = std::make_unsigned_t<Whole>;
  switch (rule) {
    case Rule::start: return first;
    case Rule::add: return static_cast<Whole>(static_cast<Bits>(to) + static_cast<Bits>(first));
    case Rule::least: return std::min(first, second);
    case Rule::greatest: return std::max(first, second);
    default: break;
  }
  return static_cast<Whole>(static_cast<Bits>(to) + static_cast<Bits>(first) * static_cast<Bits>(second));
}

template <class Whole>
std::uint64_t whole_result(const Step& step, std::uint64_t to, std::uint64_t first, std::uint64_t second) {
  using Bits = std::make_unsigned_t<Whole>;
  const std::uint64_t operand = step.is_negated() ? 0 - first : first;
  return static_cast<Bits>(
      result_of_wholes(step.rule, static_cast<Whole>(to), static_cast<Whole>(operand), static_cast<Whole>(second)));
}

}  // namespace

std::uint64_t result_of(const Step& step, std::uint64_t to, std::uint64_t first, std::uint64_t second) {
  switch (step.number) {
    case Number::i32: return whole_result<std::int32_t>(step, to, first, second);
    case Number::u32: return whole_result<std::uint32_t>(step, to, first, second);
    case Number::i64: return whole_result<std::int64_t>(step, to, first, second);
    case Number::u64: return whole_result<std::uint64_t>(step, to, first, second);
    case Number::f32: {
      const std::uint32_t sign = step.is_negated() ? Step::negated : 0;
      return float_as_bits(
          with_one_nan(result_of_floats(step.rule, low_float(to), low_float(first ^ sign), low_float(second))));
    }
    case Number::f64: break;
  }
  const std::uint64_t sign = step.is_negated() ? std::uint64_t{1} << 63 : 0;
  return std::bit_cast<std::uint64_t>(result_of_floats(
      step.rule, std::bit_cast<double>(to), std::bit_cast<double>(first ^ sign), std::bit_cast<double>(second)));
}

}  // namespace tilescope::file
