// The type traits of the standard library: std::is_same, std::numeric_limits and similar ones.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class StandardTraits : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  const Expression* trait_value(const syntax::Name& name, Place place);
  const Expression* limit(const syntax::Name& name, Place place);
  std::optional<Type> trait_type(const syntax::Name& name);
};

}  // namespace tilescope::language
