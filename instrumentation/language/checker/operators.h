// Makes the expressions of operators: on numbers, pointers and objects in memory. Constants are folded.
#pragma once

#include "instrumentation/language/checker/build.h"
#include "instrumentation/language/checker/once.h"

namespace tilescope::language {

class Operators {
 public:
  explicit Operators(Build& build) : build_(build), types_(build.types()), diagnostics_(build.diagnostics()) {}

  // `at` is the operator's location. An invalid operation is reported and gives a broken expression.
  [[nodiscard]] const Expression* binary(Mark op, const Expression* a, const Expression* b, Place at);
  [[nodiscard]] const Expression* unary(Mark op, const Expression* a, Place place);
  [[nodiscard]] const Expression* assign(const Expression* to, const Expression* value, Place at);
  [[nodiscard]] const Expression* compound(Mark op, const Expression* to, const Expression* b, Place at);
  [[nodiscard]] const Expression* increment(Mark op, bool before, const Expression* a, Place place);
  [[nodiscard]] const Expression* choice(const Expression* condition, const Expression* a, const Expression* b);
  [[nodiscard]] const Expression* sequence(const Expression* a, const Expression* b);
  [[nodiscard]] const Expression* dereference(const Expression* pointer, Place place);
  [[nodiscard]] const Expression* address(const Expression* place, Place whole);
  [[nodiscard]] const Expression* element(const Expression* a, const Expression* b, Place place);
  [[nodiscard]] const Expression* field(const Expression* object, const Field& field, Place place);
  // True if it can be written; otherwise the reason is reported.
  bool writable(const Expression& e, Place at);

  Once told{};

 private:
  [[nodiscard]] const Expression* arithmetic(Mark op, const Expression* a, const Expression* b, Place at);
  [[nodiscard]] const Expression* compared(Mark op, const Expression* a, const Expression* b, Place at);
  [[nodiscard]] const Expression* logical(Mark op, const Expression* a, const Expression* b, Place at);
  [[nodiscard]] const Expression* pointers(Mark op, const Expression* a, const Expression* b, Place at);
  [[nodiscard]] const Expression* no_operator(Mark op, const Expression& a, const Expression& b, Place at);
  [[nodiscard]] Expression* two(ExpressionKind kind, Type type, const Expression* a, const Expression* b, Place at);

  Build& build_;
  Types& types_;
  Diagnostics& diagnostics_;
};

// The operator inside a compound assignment: + of +=.
[[nodiscard]] Mark operator_of(Mark assignment);

}  // namespace tilescope::language
