// Checks functions: heads once for each set of template arguments, and bodies once they are called.
#pragma once

#include <deque>

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class FunctionChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // Checks the head; null if there is a mistake, which is reported. `knobs`: the arguments can be changed from outside.
  Callable::Made* instance(Callable& callable, const TemplateValues& values, bool knobs = false);
  // The template arguments that a specialization is for, given or deduced from its parameters.
  std::optional<TemplateValues> arguments_of(const Callable& callable, const syntax::Declaration& specialization);
  void need_body(Callable& callable, Callable::Made& made);   // now
  void queue_body(Callable& callable, Callable::Made& made);  // later
  void finish_bodies();                                       // the queued ones

 private:
  const syntax::Declaration& specialized(const Callable& callable, const TemplateValues& values);
  Function* signature(const Callable& callable, const Callable::Made& made);
  void add_parameters(const Callable& callable, const Callable::Made& made, Function& function);
  void check_body(const Callable& callable, Callable::Made& made);
  void constructor_fields(const syntax::Declaration& declaration, Function& function);

  std::deque<std::pair<Callable*, Callable::Made*>> queue_;
};

}  // namespace tilescope::language
