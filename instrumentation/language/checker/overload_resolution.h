// Chooses the function that a call means among those of a name, with deduced template arguments.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class OverloadResolution : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // Nothing if none fits, or if several fit equally: reported if `tell`; if not, one of several is taken.
  std::optional<Candidate> chosen(std::string_view name, const std::vector<Callable*>& all,
                                  const syntax::NamePart* part, std::vector<Argument>& arguments,
                                  const Expression* object, Place at, bool tell = true);
  // The template arguments that a call deduces.
  std::optional<TemplateValues> deduced(const Callable& callable, const syntax::NamePart* part,
                                        const std::vector<Argument>& arguments, const Bindings*& bindings, Misfit& why);

 private:
  Fit argument_fit(const Argument& argument, Type to);
  std::optional<Candidate> candidate(Callable& callable, const syntax::NamePart* part, std::vector<Argument>& arguments,
                                     const Expression* object, Misfit& why);

  std::size_t tried_ = 0;  // functions tried for calls
};

}  // namespace tilescope::language
