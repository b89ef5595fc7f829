// Checks enumerations: their types, and the values of their names.
#pragma once

#include <functional>
#include <unordered_map>

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class EnumerationChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  using EachEnumerator = std::function<void(const syntax::Enumerator&, const Value&)>;

  // With namespaces and structures; nothing if the enumeration has no name.
  std::optional<std::string> full_name(const Enumeration& of) const;
  // Makes a new type each time. `structure`: the full name of the one that declares it.
  Type make_enumeration(const syntax::Enumeration& enumeration, std::string_view name, const EachEnumerator& each,
                        std::string_view structure = {});
  // Made once for each instance of a structure template.
  Type enumeration_in(Record& record, const syntax::Enumeration& enumeration);
  Type evaluate(const syntax::Enumeration& enumeration, std::string_view structure = {});
  // For enumerations declared in functions.
  [[nodiscard]] bool is_known(const syntax::Enumeration& enumeration) const {
    return enumerations_.contains(&enumeration);
  }
  void set(const syntax::Enumeration& enumeration, Type type) { enumerations_[&enumeration] = type; }
  // The constant of that name; null if the type has none.
  const Expression* constant(Type type, std::string_view name, Place place);

 private:
  std::unordered_map<const syntax::Enumeration*, Type> enumerations_;
};

}  // namespace tilescope::language
