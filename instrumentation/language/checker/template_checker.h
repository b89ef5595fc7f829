// Checks template arguments, given in < > or by default.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class TemplateChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // "S<int, 4>".
  std::string name_with(std::string_view name, const TemplateValues& values) const;
  // Nothing if there is a mistake, which is reported. `earlier`: the values of the parameters before it.
  std::optional<TemplateValue> template_value(const syntax::TemplateParameter& parameter,
                                              const syntax::TemplateArgument& argument,
                                              const Bindings* earlier = nullptr);
  const Bindings* bind(std::span<const syntax::TemplateParameter> parameters, const TemplateValues& values,
                       const Bindings* outer, bool knobs = false);
  // The values of all parameters; `bindings` begins as those of the enclosing code and becomes the template's own.
  std::optional<TemplateValues> template_values(std::span<const syntax::TemplateParameter> parameters,
                                                std::span<const syntax::TemplateArgument> given, Place place,
                                                std::string_view name, const Bindings*& bindings, bool tell = true);

 private:
  std::string text_of(const TemplateValue& value) const;
};

}  // namespace tilescope::language
