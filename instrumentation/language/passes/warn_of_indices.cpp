// Warns of indices that are outside their array for any data: constants, and loop variables that count from one
// constant to another.
#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "instrumentation/language/passes/walk.h"
#include "instrumentation/language/passes/warnings.h"

namespace tilescope::language {

namespace {

struct Range {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

constexpr std::int64_t far = std::int64_t{1} << 40;  // nothing is reported beyond it

std::optional<Range> sensible(Range range) {
  if (range.least > range.most || range.least < -far || range.most > far) return std::nullopt;
  return range;
}

std::optional<std::int64_t> constant(const Expression* e) {
  if (e == nullptr) return std::nullopt;
  const Expression& value = without_conversions(*e);
  if (value.kind != ExpressionKind::constant || value.value == nullptr) return std::nullopt;
  return value.value->as_integer();
}

// `for (int k = 0; k < 16; ++k)`: the loop ends only by its condition, and nothing else changes the variable.
struct Count {
  const Variable* variable = nullptr;
  Range range;
};

bool changes(const Expression& e, const Variable& variable) {
  bool found = false;
  each_within(e, [&](const Expression& part) {
    const bool writes = part.kind == ExpressionKind::assign || part.kind == ExpressionKind::compound ||
                        part.kind == ExpressionKind::increment || part.kind == ExpressionKind::address;
    if (writes && variable_of(*part.a) == &variable) found = true;
    if (part.kind == ExpressionKind::call || part.kind == ExpressionKind::object)
      for (const Expression* const argument : part.list)
        if (argument->is_place && variable_of(*argument) == &variable) found = true;
  });
  return found;
}

// True if a loop's body neither changes the variable nor leaves the loop.
bool leaves_alone(const Statement& body, const Variable& variable) {
  bool alone = true;
  each_within(body, [&](const Statement& s) {
    if (s.kind == StatementKind::label || s.kind >= StatementKind::break_) alone = false;
    each_expression(s, [&](const Expression& e) { alone = alone && !changes(e, variable); });
    for (const Variable* const begun : s.variables)
      if (begun->type.is_reference() && begun->init != nullptr && variable_of(*begun->init) == &variable) alone = false;
  });
  return alone;
}

// The step of ++k, k++, k += 4 or k -= 4.
std::optional<std::int64_t> step_of(const Expression& e, const Variable*& variable) {
  if (e.kind == ExpressionKind::load || (e.kind == ExpressionKind::convert && e.a != nullptr))
    return step_of(*e.a, variable);
  if (e.a == nullptr || e.a->kind != ExpressionKind::variable) return std::nullopt;
  variable = e.a->variable;
  if (e.kind == ExpressionKind::increment) return e.op == Mark::plus_plus ? 1 : -1;
  if (e.kind != ExpressionKind::compound) return std::nullopt;
  const std::optional<std::int64_t> by = constant(e.b);
  if (!by) return std::nullopt;
  if (e.op == Mark::plus_equals) return *by;
  if (e.op == Mark::minus_equals) return -*by;
  return std::nullopt;
}

// The last value for which the condition holds, counting `up` or down; nothing for `k != 16`.
std::optional<std::int64_t> last_of(const Expression& condition, const Variable& variable, bool up) {
  if (condition.kind != ExpressionKind::binary || loaded_variable(*condition.a) != &variable) return std::nullopt;
  const std::optional<std::int64_t> end = constant(condition.b);
  if (!end) return std::nullopt;
  switch (condition.op) {
    case Mark::less: return up ? std::optional(*end - 1) : std::nullopt;
    case Mark::less_equal: return up ? end : std::nullopt;
    case Mark::greater: return up ? std::nullopt : std::optional(*end + 1);
    case Mark::greater_equal: return up ? std::nullopt : end;
    default: return std::nullopt;
  }
}

std::optional<Count> count_of(const Statement& loop, std::optional<std::int64_t> first, const Variable& counted) {
  if (loop.condition == nullptr || loop.step == nullptr || loop.condition_last || !first) return std::nullopt;
  const Variable* variable = nullptr;
  const std::optional<std::int64_t> step = step_of(*loop.step, variable);
  if (!step || *step == 0 || variable != &counted || !counted.type.is_integer()) return std::nullopt;
  const std::optional<std::int64_t> end = last_of(*loop.condition, counted, *step > 0);
  if (!end || (*step > 0 ? *end < *first : *end > *first)) return std::nullopt;
  const std::int64_t last = *first + (*end - *first) / *step * *step;
  const std::optional<Range> range = sensible({std::min(*first, last), std::max(*first, last)});
  if (!range || !leaves_alone(*loop.body, counted)) return std::nullopt;
  return Count{&counted, *range};
}

class Indices {
 public:
  explicit Indices(const Watched& watched) : watched_(watched) {}

  void look(const Statement& s, const Statement* before = nullptr) {
    if (s.kind == StatementKind::loop) return look_at_loop(s, before);
    each_expression(s, [&](const Expression& e) { look(e); });
    const bool conditional = s.kind == StatementKind::if_ || s.kind == StatementKind::switch_;
    const std::size_t counts = conditional ? hide(s.kind == StatementKind::if_ ? *s.condition : *s.expression) : 0;
    const Statement* last = nullptr;
    for (const Statement* const part : s.list) {
      look(*part, last);
      last = part;
    }
    if (s.body != nullptr && !is_never(s)) look(*s.body);
    if (s.else_body != nullptr) look(*s.else_body);
    for (std::size_t i = 0; i < counts; ++i) {
      counts_.insert(hidden_.back());
      hidden_.pop_back();
    }
  }

 private:
  static bool is_never(const Statement& s) {
    return s.kind == StatementKind::if_ && s.condition->kind == ExpressionKind::constant &&
           !s.condition->value->truth();
  }

  void look_at_loop(const Statement& s, const Statement* before) {
    if (s.condition != nullptr) look(*s.condition);
    const std::optional<Count> count = counted(s, before);
    if (count) counts_.emplace(count->variable, count->range);
    if (s.body != nullptr) look(*s.body);
    if (count) counts_.erase(count->variable);
    if (s.step != nullptr) look(*s.step);
  }

  // The initial value is in the statement before the loop.
  static std::optional<Count> counted(const Statement& loop, const Statement* before) {
    if (before == nullptr || loop.body == nullptr) return std::nullopt;
    if (before->variables.size() == 1)
      return count_of(loop, constant(before->variables[0]->init), *before->variables[0]);
    const Expression* const e = before->expression;
    if (e == nullptr || e->kind != ExpressionKind::assign || e->a->kind != ExpressionKind::variable)
      return std::nullopt;
    return count_of(loop, constant(e->b), *e->a->variable);
  }

  // Under a condition on a variable, its range is not known.
  std::size_t hide(const Expression& condition) {
    std::size_t hidden = 0;
    each_within(condition, [&](const Expression& e) {
      if (e.kind != ExpressionKind::variable) return;
      const auto found = counts_.find(e.variable);
      if (found == counts_.end()) return;
      hidden_.push_back(*found);
      counts_.erase(found);
      ++hidden;
    });
    return hidden;
  }

  void look(const Expression& e, bool only_address = false) {
    const bool conditional =
        e.kind == ExpressionKind::choice || e.kind == ExpressionKind::both || e.kind == ExpressionKind::either;
    const std::size_t counts = conditional ? hide(*e.a) : 0;
    if (e.kind == ExpressionKind::element && e.a->kind == ExpressionKind::decay) look_at_element(e, only_address);
    each_part(e, [&](const Expression& part) { look(part, e.kind == ExpressionKind::address); });
    for (std::size_t i = 0; i < counts; ++i) {
      counts_.insert(hidden_.back());
      hidden_.pop_back();
    }
  }

  void look_at_element(const Expression& e, bool only_address) {
    const Expression& array = *e.a->a;
    const auto count = static_cast<std::int64_t>(array.type->count);
    const Variable* const variable = variable_of(array);
    if (!array.type.is_array() || count < 1 || count > far || variable == nullptr || ends_open(array)) return;
    const std::optional<Range> range = range_of(*e.b);
    const std::int64_t end = only_address ? count + 1 : count;
    if (!range || (range->least >= 0 && range->most < end)) return;
    if (goes_through_rows(array, *range)) return;
    tell(e, *range, quoted(watched_.written(array.place).empty() ? variable->name : watched_.written(array.place)),
         count);
  }

  // A member array of one element may stand for as many elements as there is room for.
  static bool ends_open(const Expression& array) {
    return array.kind == ExpressionKind::field && array.type->count <= 1;
  }

  // `a[0][k]` with k up to the size of all rows: intended.
  static bool goes_through_rows(const Expression& array, Range range) {
    if (array.kind != ExpressionKind::element || array.a->kind != ExpressionKind::decay || constant(array.b) != 0)
      return false;
    const Type whole = array.a->a->type, row = array.type;
    return range.least >= 0 && range.most < static_cast<std::int64_t>(whole->count * row->count);
  }

  void tell(const Expression& e, Range range, const Sentence& name, std::int64_t count) {
    const Sentence has = name + " has elements 0 to " + std::to_string(count - 1);
    const std::int64_t worst = range.most >= count ? range.most : range.least;
    const Variable* const variable = loaded_variable(*e.b);
    const std::string written = watched_.cited(e.b->place);
    const Sentence index = written.empty() || constant(e.b) ? "an index" : quoted(written);
    if (constant(e.b))
      watched_.diagnostics.warning(e.b->place, Mistake::index_outside,
                                   "there is no element " + std::to_string(worst) + ": " + has);
    else
      watched_.diagnostics.warning(e.b->place, Mistake::index_outside,
                                   (variable != nullptr ? quoted(variable->name) : index) +
                                       (worst < 0 ? " goes down to " : " goes up to ") + std::to_string(worst) +
                                       ", but " + has);
  }

  [[nodiscard]] std::optional<Range> range_of(const Expression& index) const {
    const Expression& e = without_conversions(index);
    if (const std::optional<std::int64_t> value = constant(&e)) return sensible({*value, *value});
    if (e.kind == ExpressionKind::load && e.a->kind == ExpressionKind::variable) {
      const auto found = counts_.find(e.a->variable);
      return found != counts_.end() ? std::optional(found->second) : std::nullopt;
    }
    if (e.kind != ExpressionKind::binary) return std::nullopt;
    const std::optional<Range> a = range_of(*e.a), b = a ? range_of(*e.b) : std::nullopt;
    return a && b && !share_variable(*e.a, *e.b) ? combined(e.op, *a, *b) : std::nullopt;
  }
  static std::optional<Range> combined(Mark op, Range a, Range b) {
    switch (op) {
      case Mark::plus: return sensible({a.least + b.least, a.most + b.most});
      case Mark::minus: return sensible({a.least - b.most, a.most - b.least});
      case Mark::star:
        if (std::max({-a.least, a.most, -b.least, b.most}) > (1 << 20)) return std::nullopt;
        return sensible({std::min({a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most}),
                         std::max({a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most})});
      default: return std::nullopt;
    }
  }
  // If they do, their extreme values do not occur together.
  static bool share_variable(const Expression& a, const Expression& b) {
    if (constant(&a) || constant(&b)) return false;
    bool shared = false;
    each_within(a, [&](const Expression& one) {
      if (one.kind == ExpressionKind::variable)
        each_within(b, [&](const Expression& other) { shared = shared || other.variable == one.variable; });
    });
    return shared;
  }

  const Watched& watched_;
  std::unordered_map<const Variable*, Range> counts_;  // of the enclosing loops
  std::vector<std::pair<const Variable* const, Range>> hidden_;
};

}  // namespace

void warn_of_indices(const Watched& watched) {
  Indices indices(watched);
  for (const Function* const function : watched.functions)
    if (function->body != nullptr) indices.look(*function->body);
}

}  // namespace tilescope::language
