// Notes constants like 0.5 that turn float arithmetic into double arithmetic, which takes a GPU many times as long.
#include <algorithm>
#include <string>

#include "instrumentation/language/passes/walk.h"
#include "instrumentation/language/passes/warnings.h"

namespace tilescope::language {

namespace {

// What a computation in double consists of.
struct Made {
  std::vector<const Expression*> constants;
  bool of_floats = false;
  bool of_doubles = false;  // real ones: then double is intended
};

void look_into(const Expression& e, Made& made) {
  if (e.kind == ExpressionKind::convert && !e.a->type.is(TypeKind::double_)) {
    made.of_floats = made.of_floats || e.a->type.is(TypeKind::float_);
    return;
  }
  switch (e.kind) {
    case ExpressionKind::constant:
      if (e.type.is(TypeKind::double_)) made.constants.push_back(&e);
      return;
    case ExpressionKind::choice: look_into(*e.b, made); return look_into(*e.c, made);
    case ExpressionKind::negate:
    case ExpressionKind::binary:
    case ExpressionKind::builtin: return each_part(e, [&](const Expression& part) { look_into(part, made); });
    default: made.of_doubles = made.of_doubles || e.type.is(TypeKind::double_);
  }
}

bool is_literal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
         text.find_first_of(".eE") != std::string_view::npos && text.find_first_of("0123456789.") == 0;
}

void tell(const Watched& watched, const Made& made) {
  if (!made.of_floats || made.of_doubles) return;
  for (const Expression* const e : made.constants) {
    const std::string text(watched.written(e->place));
    if (is_literal(text))
      watched.diagnostics.note(e->place, Mistake::double_constant,
                               text + " is a double: this is computed in double precision", "write " + text + "f");
  }
}

bool compares(Mark op) {
  return op == Mark::less || op == Mark::less_equal || op == Mark::greater || op == Mark::greater_equal ||
         op == Mark::equal || op == Mark::not_equal;
}

}  // namespace

void warn_of_doubles(const Watched& watched) {
  for (const Function* const function : watched.functions)
    each_within(*function, [&](const Expression& e) {
      Made made;
      if (e.kind == ExpressionKind::convert && e.type.is(TypeKind::float_) && e.a->type.is(TypeKind::double_)) {
        look_into(*e.a, made);
      } else if (e.kind == ExpressionKind::compound && e.computed.is(TypeKind::double_)) {
        look_into(*e.b, made);
        made.of_floats = e.a->type.is(TypeKind::float_);
      } else if (e.kind == ExpressionKind::binary && compares(e.op) && e.a->type.is(TypeKind::double_)) {
        look_into(e, made);
      }
      tell(watched, made);
    });
}

}  // namespace tilescope::language
