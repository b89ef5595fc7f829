#include "instrumentation/machine/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <numeric>
#include <set>

#include "instrumentation/error.h"
#include "instrumentation/language/checker/folded_call.h"
#include "instrumentation/nearest.h"

namespace tilescope::machine {

using language::Expression;
using language::ExpressionKind;
using language::Mark;
using language::Type;
using language::TypeKind;
using language::Value;

namespace {

constexpr std::string_view kernel_name = "tilescope_condition";

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The names in the text, without member names.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_letter(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    const bool is_number = std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    const std::size_t before = text.find_last_not_of(' ', at == 0 ? std::string_view::npos : at - 1);
    const bool is_member = at > 0 && before != std::string_view::npos &&
                           (text[before] == '.' || (text[before] == '>' && before > 0 && text[before - 1] == '-'));
    if (!is_number && !is_member) names.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return names;
}

// "float acc[4][4]"; none if the type cannot be written.
std::optional<std::string> declaration(std::string_view name, Type type) {
  std::string sides;
  for (; type.is_array(); type = type.inner()) {
    if (type->count == 0) return std::nullopt;
    sides += fmt::format("[{}]", type->count);
  }
  if (type.is_reference() || type.is_unknown() || type.is_void()) return std::nullopt;
  if (type.is_pointer() && (type.inner().is_array() || type.inner().is(TypeKind::function))) return std::nullopt;
  return fmt::format("{} {}{};", plain_name_of(type), name, sides);
}

// If variables of one name have several types: a type for all their values.
Type wider(Type a, Type b) {
  if (a.plain() == b.plain() || !a.is_arithmetic() || !b.is_arithmetic()) return a;
  if (a.is_floating() != b.is_floating()) return a.is_floating() ? a : b;
  return a->size >= b->size ? a : b;
}

Value value_of(Type type, std::uint64_t bits) {
  while (type.is_enumeration()) type = type.inner();
  if (type.is(TypeKind::float_))
    return Value::of(TypeKind::float_, double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))});
  if (type.is(TypeKind::double_)) return Value::of(TypeKind::double_, std::bit_cast<double>(bits));
  if (!type.is_integer()) return Value::of(TypeKind::unsigned_long, static_cast<std::int64_t>(bits));
  return Value::of(type.kind(), static_cast<std::int64_t>(type->size > 4 ? bits : bits & 0xffffffff));
}

TypeKind kind_in(Type type) {
  while (type.is_enumeration()) type = type.inner();
  return type.is_arithmetic() ? type.kind() : TypeKind::unsigned_long;
}

std::string number_of_place(const Expression& e) {  // "threadIdx.x"; empty for anything else
  const bool is_place = e.kind == ExpressionKind::field && e.a->kind == ExpressionKind::variable &&
                        e.a->variable->space == language::Space::place;
  return is_place ? fmt::format("{}.{}", e.a->variable->name, e.field->name) : "";
}

bool is_warp_size(const Expression& e) { return e.kind == ExpressionKind::variable && e.variable->name == "warpSize"; }

// A function that depends only on its numeric arguments.
std::optional<Value> called(std::string_view name, const std::vector<Value>& arguments, TypeKind result) {
  if (arguments.size() == 1 && arguments[0].is_floating()) {
    const double x = arguments[0].real;
    if (name == "isnan") return Value::of(result, std::int64_t{std::isnan(x)});
    if (name == "isinf") return Value::of(result, std::int64_t{std::isinf(x)});
    if (name == "isfinite") return Value::of(result, std::int64_t{std::isfinite(x)});
  }
  return language::folded_call(name, arguments, result);
}

}  // namespace

class Condition::Reading {
 public:
  Reading(const RecordedKernel& kernel, Condition& to) : kernel_(kernel), to_(to) {
    for (const LocalName& name : local_names(*kernel.prepared)) {
      const auto [at, is_new] = known_.try_emplace(name.variable, name.whole);
      if (!is_new) at->second = wider(at->second, name.whole);
    }
  }

  void read() {
    if (to_.text_.find_first_not_of(" \t") == std::string::npos)
      throw UsageError("a condition is an expression of a thread's variables, as in k == 3 && sum > 100");
    for (std::size_t at = 0; at < to_.text_.size(); ++at)
      if (const char c = to_.text_[at]; c == ';' || c == '{' || c == '}' || c == '\n' || c == '#')
        refuse({static_cast<std::uint32_t>(at), 1}, "a condition is a single expression");
    std::string text = kernel_.text;
    text +=
        fmt::format("\n__global__ void {}(bool* tilescope_holds) {{ {}*tilescope_holds = (\n", kernel_name, declared());
    first_ = static_cast<std::uint32_t>(text.size());
    text += to_.text_ + "\n); }\n";
    to_.program_ =
        language::read(std::move(text), {.knobs = kernel_.knobs, .defined = kernel_.defined, .host_values = {}});
    require_read();
    const language::Kernel* const kernel = to_.program_.kernel(kernel_name);
    const language::Statement* const body = kernel == nullptr ? nullptr : kernel->function->body;
    if (body == nullptr || body->list.empty() || body->list.back()->expression == nullptr ||
        body->list.back()->expression->kind != ExpressionKind::assign)
      refuse(language::Place{}, "this is not a condition");
    to_.holds_ = body->list.back()->expression->b;
    require_known(*to_.holds_);
  }

 private:
  std::string declared() {
    std::string all;
    for (const std::string& name : names_in(to_.text_)) {
      const auto known = known_.find(name);
      if (known == known_.end() || !to_.declared_.try_emplace(name, known->second).second) continue;
      const std::optional<std::string> words = declaration(name, known->second);
      if (!words) refuse(place_of(name), fmt::format("'{}' is a reference, not a value", name));
      all += *words + " ";
    }
    return all;
  }

  // The position of a name in the condition, for messages.
  [[nodiscard]] language::Place place_of(const std::string& name) const {
    return {static_cast<std::uint32_t>(to_.text_.find(name)), static_cast<std::uint32_t>(name.size())};
  }

  [[noreturn]] void refuse(language::Place place, const std::string& what) const {
    const std::string all = to_.text_;
    const std::string part =
        place.length == 0 || place.offset >= all.size() ? "" : all.substr(place.offset, place.length);
    if (part.empty() || part == all) throw UsageError(fmt::format("in '{}': {}", all, what));
    throw UsageError(fmt::format("in '{}', at '{}' (column {}): {}", all, part, place.offset + 1, what));
  }
  [[noreturn]] void refuse(const Expression& e, const std::string& what) const { refuse(inside(e.place), what); }

  // Converts a position in the whole source to one in the condition.
  [[nodiscard]] language::Place inside(language::Place place) const {
    if (place.offset < first_ || place.offset >= first_ + to_.text_.size()) return {};
    const auto left = static_cast<std::uint32_t>(first_ + to_.text_.size() - place.offset);
    return {place.offset - first_, std::min(place.length, left)};
  }

  // Errors in other parts of the kernel were reported when it was read.
  void require_read() const {
    for (const language::Diagnostic& d : to_.program_.diagnostics()) {
      if (d.severity != language::Severity::error || d.place.end() < kernel_.text.size()) continue;
      const bool is_before = d.place.offset < first_;
      const language::Place place = inside(d.place);
      if (is_before) refuse(language::Place{}, "the type of one of its variables exists only inside its function");
      if (place.length == 0) refuse(language::Place{}, "it is incomplete, or a bracket is missing");
      const std::string name = to_.text_.substr(place.offset, place.length);
      if (is_name(name) && !known_.contains(name)) refuse(place, unknown(name));
      refuse(place, d.message + (d.mend.empty() ? "" : "; " + d.mend));
    }
  }

  static bool is_name(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_letter) &&
           std::isdigit(static_cast<unsigned char>(text[0])) == 0;
  }

  [[nodiscard]] std::string unknown(const std::string& name) const {
    std::vector<std::string_view> names;
    for (const auto& [known, type] : known_) names.push_back(known);
    const std::string_view near = nearest(name, names);
    const bool is_near = !near.empty() && letters_apart(name, near) <= std::max<std::size_t>(1, name.size() / 2);
    return fmt::format("no thread has its own variable '{}'{}", name,
                       is_near ? fmt::format("; did you mean '{}'?", near) : "");
  }

  // Checks that it reads only a thread's own data, and changes nothing.
  void require_known(const Expression& e) const {
    if (!number_of_place(e).empty() || is_warp_size(e)) return;
    switch (e.kind) {
      case ExpressionKind::variable:
        if (to_.declared_.contains(std::string(e.variable->name)) && e.variable->function != nullptr) return;
        refuse(e, "threads share this memory; a condition can use only a thread's own variables");
      case ExpressionKind::element:
        if (e.a->kind != ExpressionKind::decay)
          refuse(e, "threads share this memory; a condition can use only a thread's own variables");
        break;
      case ExpressionKind::dereference:
        refuse(e, "threads share this memory; a condition can use only a thread's own variables");
      case ExpressionKind::assign: refuse(e, "this changes a variable; == compares");
      case ExpressionKind::compound:
      case ExpressionKind::increment: refuse(e, "this changes a variable, which a condition must not do");
      case ExpressionKind::call: refuse(e, "a condition cannot call the kernel's functions");
      case ExpressionKind::builtin: require_known_function(e); break;
      case ExpressionKind::constant:
      case ExpressionKind::zero:
      case ExpressionKind::field:
      case ExpressionKind::load:
      case ExpressionKind::decay:
      case ExpressionKind::convert:
      case ExpressionKind::negate:
      case ExpressionKind::complement:
      case ExpressionKind::invert:
      case ExpressionKind::binary:
      case ExpressionKind::both:
      case ExpressionKind::either:
      case ExpressionKind::choice: break;
      default: refuse(e, "a condition cannot use this expression");
    }
    for (const Expression* const part : {e.a, e.b, e.c})
      if (part != nullptr) require_known(*part);
    for (const Expression* const part : e.list) require_known(*part);
  }

  void require_known_function(const Expression& e) const {
    std::vector<Value> arguments;
    for (const Expression* const argument : e.list)
      arguments.push_back(language::converted(Value::of(TypeKind::int_, std::int64_t{1}), kind_in(argument->type)));
    if (e.builtin->group == language::BuiltinGroup::math && called(e.builtin->name, arguments, kind_in(e.type))) return;
    refuse(e, "a condition cannot call this function");
  }

  const RecordedKernel& kernel_;
  Condition& to_;
  std::map<std::string, Type, std::less<>> known_;  // all variables
  std::uint32_t first_ = 0;                         // start of the condition in the whole source
};

Condition::Condition(const RecordedKernel& kernel, const std::string& text) : text_(text) {
  Reading(kernel, *this).read();
}

// For one block, thread by thread. A variable without a value makes any expression of it valueless.
class Condition::Evaluation {
 public:
  Evaluation(const Condition& condition, const History& history, std::uint64_t block, const Sides& sides)
      : condition_(condition), history_(history), block_(block), sides_(sides), now_(history.names.size()) {
    for (std::uint32_t name = 0; name < history.names.size(); ++name)
      if (condition.mentions(history.names[name].variable)) {
        names_.push_back(name);
        by_name_[history.names[name].name].push_back(name);
      }
  }

  void find(std::uint32_t thread, std::vector<Onset>& onsets) {
    thread_ = thread;
    std::vector<std::uint32_t> moments{0};
    for (const std::uint32_t name : names_) {
      now_[name] = nullptr;
      for (const History::Change& change : history_.changes(thread, name)) moments.push_back(change.events);
    }
    if (!history_.points.empty()) {
      moments.resize(history_.points[thread].size());
      std::iota(moments.begin(), moments.end(), 0U);
    }
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    std::vector<std::size_t> next(names_.size());
    bool did_hold = false;
    bool passes = false;     // it became true, and no moment has come since
    History::Point passing;  // the point where it did
    for (const std::uint32_t moment : moments) {
      for (std::size_t n = 0; n < names_.size(); ++n)
        for (const auto changes = history_.changes(thread, names_[n]);
             next[n] < changes.size() && changes[next[n]].events <= moment; ++next[n])
          now_[names_[n]] = changes[next[n]].is_there() ? &changes[next[n]] : nullptr;
      const bool holds = truth(*condition_.holds_).value_or(false);
      const History::Point point =
          history_.points.empty() ? History::Point{moment, 0, true} : history_.points[thread][moment];
      if (holds && !did_hold) passes = true, passing = point;
      if (passes && holds && point.is_moment) {
        onsets.push_back({thread, point.events});
        passes = false;
      } else if (passes && !holds) {
        onsets.push_back({thread, passing.events, passing.line});
        passes = false;
      }
      did_hold = holds;
    }
  }

 private:
  using MaybeValue = std::optional<Value>;

  std::optional<bool> truth(const Expression& e) {
    const MaybeValue value = of(e);
    return value ? std::optional(value->truth()) : std::nullopt;
  }

  MaybeValue of(const Expression& e) {
    if (const std::string place = number_of_place(e); !place.empty()) return number(place);
    if (is_warp_size(e)) return Value::of(TypeKind::int_, std::int64_t{32});
    switch (e.kind) {
      case ExpressionKind::constant: return *e.value;
      case ExpressionKind::zero: return Value::of(kind_in(e.type), std::int64_t{0});
      case ExpressionKind::load: return of(*e.a);
      case ExpressionKind::variable:
      case ExpressionKind::field:
      case ExpressionKind::element: return held(e);
      case ExpressionKind::convert: return converted(e);
      case ExpressionKind::negate: return folded(Mark::minus, e);
      case ExpressionKind::complement: return folded(Mark::tilde, e);
      case ExpressionKind::invert: {
        const auto value = truth(*e.a);
        return value ? MaybeValue(Value::boolean(!*value)) : MaybeValue();
      }
      case ExpressionKind::both: return joined(e, false);
      case ExpressionKind::either: return joined(e, true);
      case ExpressionKind::choice: {
        const auto which = truth(*e.a);
        return which ? of(*which ? *e.b : *e.c) : MaybeValue();
      }
      case ExpressionKind::binary: {
        const MaybeValue a = of(*e.a), b = of(*e.b);
        return a && b ? language::folded(e.op, *a, *b).value : MaybeValue();
      }
      case ExpressionKind::builtin: {
        std::vector<Value> arguments;
        for (const Expression* const each : e.list) {
          const MaybeValue argument = of(*each);
          if (!argument) return {};
          arguments.push_back(*argument);
        }
        return called(e.builtin->name, arguments, kind_in(e.type));
      }
      default: return {};
    }
  }

  MaybeValue folded(Mark op, const Expression& e) {
    const MaybeValue a = of(*e.a);
    return a ? language::folded(op, *a).value : MaybeValue();
  }

  MaybeValue converted(const Expression& e) {
    const MaybeValue value = of(*e.a);
    if (!value) return {};
    if (e.type.is(TypeKind::bool_)) return Value::boolean(value->truth());
    return language::converted(*value, kind_in(e.type));
  }

  // For `both` and `either`: a single operand is enough if it decides.
  MaybeValue joined(const Expression& e, bool decides) {
    const auto a = truth(*e.a);
    if (a == decides) return Value::boolean(decides);
    const auto b = truth(*e.b);
    if (b == decides) return Value::boolean(decides);
    return a && b ? MaybeValue(Value::boolean(!decides)) : MaybeValue();
  }

  // If several variables have this name, the innermost.
  MaybeValue held(const Expression& e) {
    const std::string name = name_of(e);
    const auto all = by_name_.find(name);
    if (all == by_name_.end()) return {};
    const History::Change* found = nullptr;
    std::uint32_t of = 0;
    for (const std::uint32_t each : all->second)
      if (now_[each] != nullptr && (found == nullptr || history_.names[each].depth >= history_.names[of].depth))
        found = now_[each], of = each;
    if (found == nullptr || found->set == 0) return {};
    const Value value = value_of(history_.names[of].type, found->bits);
    return e.type.is_arithmetic() || e.type.is_enumeration() ? language::converted(value, kind_in(e.type)) : value;
  }

  // "p.x", "acc[2][k]" with the value of k; empty if that is unknown.
  std::string name_of(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::variable: return std::string(e.variable->name);
      case ExpressionKind::load:
      case ExpressionKind::decay: return name_of(*e.a);
      case ExpressionKind::field:
        return name_of(*e.a) + (e.field->name.empty() ? "" : "." + std::string(e.field->name));
      case ExpressionKind::element: {
        const MaybeValue index = of(*e.b);
        return index ? fmt::format("{}[{}]", name_of(*e.a), index->integer) : "";
      }
      default: return "";
    }
  }

  MaybeValue number(const std::string& place) const {
    const std::size_t axis = place.back() == 'x' ? 0 : place.back() == 'y' ? 1 : 2;
    const auto part = [axis](std::uint64_t n, const std::array<std::uint32_t, 3>& sides) {
      const std::array<std::uint64_t, 3> parts{n % sides[0], n / sides[0] % sides[1], n / sides[0] / sides[1]};
      return parts[axis];
    };
    const std::uint64_t n = place.starts_with("threadIdx")  ? part(thread_, sides_.block)
                            : place.starts_with("blockIdx") ? part(block_, sides_.grid)
                            : place.starts_with("blockDim") ? sides_.block[axis]
                                                            : sides_.grid[axis];
    return Value::of(TypeKind::unsigned_int, static_cast<std::int64_t>(n));
  }

  const Condition& condition_;
  const History& history_;
  std::uint64_t block_;
  const Sides& sides_;
  std::uint32_t thread_ = 0;
  std::vector<std::uint32_t> names_;                                        // the variables that it mentions
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> by_name_;  // the same
  std::vector<const History::Change*> now_;                                 // by name; null: out of scope
};

std::vector<Condition::Onset> Condition::onsets(const History& history, std::uint64_t block, const Sides& sides) const {
  std::vector<Onset> onsets;
  Evaluation evaluation(*this, history, block, sides);
  for (std::uint32_t thread = 0; thread < history.threads; ++thread) evaluation.find(thread, onsets);
  return onsets;
}

}  // namespace tilescope::machine
