// Looks names up, and reports undeclared ones.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class NameLookup : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  void use(Entity& entity);  // reports what was put aside
  // What the file declares by that name, as visible from here.
  std::vector<Entity*> find(const syntax::Name& name, bool functions_anywhere = false);
  // A declaration in the function, or a template parameter's value; null if there is none.
  const Symbol* local(std::string_view name) const;
  const Binding* binding(std::string_view name) const;
  // Reports an undeclared name, and which one may be meant; `also` lists further candidates.
  void unknown_value(const syntax::Name& name);
  void unknown_name(const syntax::Name& name, Mistake mistake, std::vector<std::string_view> also = {});

 private:
  enum class Wanted : std::uint8_t { value, type, function };
  bool tell_of_ended(const syntax::Name& name);
  bool tell_of_reach(const syntax::Name& name);
  bool tell_of_macro(const syntax::Name& name);
  std::string_view meant(std::string_view name, std::vector<std::string_view> also, Wanted wanted) const;
};

}  // namespace tilescope::language
