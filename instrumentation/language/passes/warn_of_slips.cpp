// Warns of expressions that do not do what they seem to: an unsigned value that is never below 0, an integer division
// with a remainder, a statement without effect.
#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "instrumentation/language/passes/walk.h"
#include "instrumentation/language/passes/warnings.h"

namespace tilescope::language {

namespace {

bool is_zero(const Expression& e) {
  return e.kind == ExpressionKind::constant && e.value != nullptr && e.value->as_integer() == 0;
}

// The result of comparing an unsigned value with 0; nothing if it depends on the value.
std::optional<bool> always(const Expression& e) {
  if (e.kind != ExpressionKind::binary || !e.a->type.is_unsigned() || e.a->type.is(TypeKind::bool_))
    return std::nullopt;
  if ((e.op == Mark::greater_equal && is_zero(*e.b)) || (e.op == Mark::less_equal && is_zero(*e.a))) return true;
  if ((e.op == Mark::less && is_zero(*e.b)) || (e.op == Mark::greater && is_zero(*e.a))) return false;
  return std::nullopt;
}

bool has_effect(const Expression& e) {
  bool found = false;
  each_within(e, [&](const Expression& part) {
    switch (part.kind) {
      case ExpressionKind::assign:
      case ExpressionKind::compound:
      case ExpressionKind::increment:
      case ExpressionKind::call:
      case ExpressionKind::object:
      case ExpressionKind::broken: found = true; break;
      case ExpressionKind::builtin:
        if (part.builtin->group != BuiltinGroup::math && part.builtin->group != BuiltinGroup::bits) found = true;
        for (const Expression* const argument : part.list) found = found || argument->type.is_pointer();
        break;
      default: found = found || part.type.is_volatile() || part.type.is_void(); break;
    }
  });
  return found;
}

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool is_whole_number(std::string_view text) {
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return '0' <= c && c <= '9'; });
}

struct Division {
  std::string_view a, b;
};

// "1 / 2", also in parentheses, if the division has a remainder.
std::optional<Division> lossy_division(std::string_view text) {
  text = trimmed(text);
  while (text.starts_with('(') && text.ends_with(')')) text = trimmed(text.substr(1, text.size() - 2));
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const Division division{trimmed(text.substr(0, slash)), trimmed(text.substr(slash + 1))};
  if (!is_whole_number(division.a) || !is_whole_number(division.b)) return std::nullopt;
  const long below = std::stol(std::string(division.b));
  if (below == 0 || std::stol(std::string(division.a)) % below == 0) return std::nullopt;
  return division;
}

bool breaks(const Statement& s) {
  bool found = s.kind == StatementKind::break_;
  if (s.kind == StatementKind::loop || s.kind == StatementKind::switch_) return false;
  for (const Statement* const part : s.list) found = found || breaks(*part);
  for (const Statement* const part : {s.body, s.else_body}) found = found || (part != nullptr && breaks(*part));
  return found;
}

bool stops(const Expression& e) {
  const std::string_view name = e.kind == ExpressionKind::builtin ? e.builtin->name : std::string_view();
  return name == "__trap" || name == "__builtin_trap" || name == "__builtin_unreachable";
}

// True if a thread may reach what follows the statement.
bool can_end(const Statement& s) {
  switch (s.kind) {
    case StatementKind::return_:
    case StatementKind::goto_:
    case StatementKind::break_:
    case StatementKind::continue_: return false;
    case StatementKind::expression: return s.expression == nullptr || !stops(*s.expression);
    case StatementKind::block:
      return std::all_of(s.list.begin(), s.list.end(), [](const Statement* p) { return can_end(*p); });
    case StatementKind::if_: return s.else_body == nullptr || can_end(*s.body) || can_end(*s.else_body);
    case StatementKind::loop: {
      const bool is_endless = s.condition == nullptr || (s.condition->value != nullptr && s.condition->value->truth());
      return !is_endless || (s.body != nullptr && breaks(*s.body));
    }
    case StatementKind::switch_: {  // with a default, and nothing that leaves it
      bool has_default = false;
      each_within(s, [&](const Statement& part) {
        has_default = has_default || (part.kind == StatementKind::case_ && part.otherwise);
      });
      return !has_default || breaks(*s.body) || can_end(*s.body);
    }
    default: return true;
  }
}

class Slips {
 public:
  explicit Slips(const Watched& watched) : watched_(watched) {}

  void look(const Function& function) {
    // A comparison that always holds for one template argument may not hold for another.
    of_template_ = function.full_name.find('<') != std::string_view::npos;
    for (const Expression* const e : function.fields) look(*e);
    if (function.body == nullptr) return;
    each_within(*function.body, [this](const Statement& s) { look(s); });
    look_at_end(function);
  }

 private:
  void look_at_end(const Function& function) {
    const Place body = function.body->place;
    if (function.result.is_unknown() || function.result.is_void() || !can_end(*function.body) || body.length == 0)
      return;
    if (has_jumps(*function.body)) return;
    if (watched_.written({body.end() - 1, 1}) != "}") return;
    watched_.diagnostics.warning({body.end() - 1, 1}, Mistake::may_return_nothing,
                                 quoted(function.name) + " may end without returning a value",
                                 "return a value before this }");
  }

  void look(const Statement& s) {
    if (s.kind == StatementKind::loop) look_at_loop(s);
    if (s.kind == StatementKind::expression && s.expression != nullptr) look_at_effect(*s.expression);
    if (s.kind == StatementKind::loop && s.step != nullptr) look_at_effect(*s.step);
    each_expression(s, [this](const Expression& e) { look(e); });
  }

  void look(const Expression& e) {
    if (!of_template_) look_at_comparison(e);
    if (e.kind == ExpressionKind::assign) look_at_sign(e);
    look_at_division(e);
    each_part(e, [this](const Expression& part) { look(part); });
  }

  // True if the operator is in the source itself, not in a macro.
  [[nodiscard]] bool stands_there(const Expression& e) const { return watched_.written(e.at) == text(e.op); }

  void look_at_loop(const Statement& s) {
    if (s.condition == nullptr || always(*s.condition) != true || !stands_there(*s.condition)) return;
    const Variable* const counter = loaded_variable(is_zero(*s.condition->b) ? *s.condition->a : *s.condition->b);
    if (counter == nullptr || !counter->type.is_unsigned()) return;
    const std::string name(counter->name);
    told_ = s.condition;
    watched_.diagnostics.warning(s.condition->place, Mistake::never_below_zero,
                                 quoted(name) + " is unsigned and never below 0, so the loop never ends",
                                 "make " + quoted(name).text + " an int");
  }

  void look_at_comparison(const Expression& e) {
    const std::optional<bool> so = always(e);
    if (!so || &e == told_ || !stands_there(e)) return;
    const std::string cited = watched_.cited(e.place);
    watched_.diagnostics.warning(e.place, Mistake::never_below_zero,
                                 (cited.empty() ? "this" : quoted(cited)) + (*so ? " is always" : " is never") +
                                     " true: an unsigned value cannot be below 0");
  }

  // `sum =+ x`
  void look_at_sign(const Expression& e) {
    if (watched_.written(e.at) != "=") return;
    const std::string_view behind = watched_.text.substr(e.at.end(), 2);
    if (behind.size() < 2 || (behind[0] != '+' && behind[0] != '-') || behind[1] != ' ') return;
    const std::string sign(1, behind[0]);
    watched_.diagnostics.warning(e.at, Mistake::reversed_operator,
                                 "=" + sign + " assigns and does not " + (sign == "+" ? "add" : "subtract"),
                                 "write " + sign + "=");
  }

  void look_at_division(const Expression& e) {
    if (!e.type.is_floating()) return;
    const bool converts =
        e.kind == ExpressionKind::convert && e.a->kind == ExpressionKind::constant && e.a->type.is_integer();
    if (e.kind != ExpressionKind::constant && !converts) return;
    const Expression& number = converts ? *e.a : e;
    const std::optional<Division> division = lossy_division(watched_.written(number.place));
    if (!division) return;
    const std::string a(division->a), b(division->b);
    const std::string result = std::to_string(std::stol(a) / std::stol(b));
    watched_.diagnostics.warning(number.place, Mistake::integer_division,
                                 a + " / " + b + " is " + result + ": both operands are ints",
                                 "write " + a + (e.type.is(TypeKind::float_) ? ".0f" : ".0") + " / " + b);
  }

  void look_at_effect(const Expression& statement) {
    const Expression* e = &statement;
    if (e->kind == ExpressionKind::assign) look_at_own_value(*e);
    if (e->kind == ExpressionKind::builtin && e->builtin->group == BuiltinGroup::math && !has_effect(*e) &&
        watched_.written(e->at).size() > 1)
      watched_.diagnostics.warning(e->at, Mistake::value_left,
                                   "the result of " + quoted(watched_.written(e->at)) + " is not used",
                                   "store it, as in x = " + std::string(watched_.written(e->at)) + "(...)");
    while (e->kind == ExpressionKind::convert && !e->type.is_void()) e = e->a;
    const bool operates = e->kind == ExpressionKind::binary || e->kind == ExpressionKind::negate ||
                          e->kind == ExpressionKind::both || e->kind == ExpressionKind::either;
    const bool reads = e->kind == ExpressionKind::load || e->is_place;
    if ((!operates && !reads) || has_effect(*e)) return;
    if (operates && e->op != Mark::none && !stands_there(*e)) return;
    if (reads && !is_written_out(e->kind == ExpressionKind::load ? *e->a : *e)) return;
    const bool compares = e->op == Mark::equal && e->kind == ExpressionKind::binary;
    watched_.diagnostics.warning(statement.place, Mistake::does_nothing, "this statement has no effect",
                                 compares ? "did you mean '='?" : "");
  }

  void look_at_own_value(const Expression& e) {
    const Variable* const from = loaded_variable(*e.b);
    if (from == nullptr || e.a->kind != ExpressionKind::variable || e.a->variable != from) return;
    if (watched_.written(e.a->place) == from->name && watched_.written(e.b->place) == from->name)
      watched_.diagnostics.warning(e.at, Mistake::stored_in_itself,
                                   "this assigns " + quoted(from->name) + " to itself");
  }

  [[nodiscard]] bool is_written_out(const Expression& place) const {
    const std::string_view text = watched_.written(place.place);
    return place.kind == ExpressionKind::variable ? text == place.variable->name
                                                  : place.kind == ExpressionKind::element && text.ends_with(']');
  }

  const Watched& watched_;
  const Expression* told_ = nullptr;
  bool of_template_ = false;
};

}  // namespace

void warn_of_slips(const Watched& watched) {
  Slips slips(watched);
  for (const Function* const function : watched.functions) slips.look(*function);
}

}  // namespace tilescope::language
