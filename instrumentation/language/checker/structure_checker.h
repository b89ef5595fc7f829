// Structures: their members, how they lie in memory, and what their templates become.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class StructureChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // One that is a template within a structure.
  Type template_member(Record& record, const syntax::Declaration& member, const syntax::NamePart& part);
  // For one of the file, by the arguments in < >; null if it cannot be, which is reported.
  Record* structure_record(Entity& entity, const syntax::NamePart& part);
  void complete(Record& record);  // with its members
  // Whether a mistake stands in it, and not in one of its functions; it is reported.
  bool lacks_fields(const Record& record);

 private:
  std::optional<TemplateValues> matched(const syntax::Declaration& primary, const syntax::Declaration& specialization,
                                        const TemplateValues& values);
  void note_others(Record& record, const syntax::Declaration& member);
  void add_member(Record& record, const syntax::Declaration& member, std::vector<Field>& fields);
  void add_method(Record& record, const syntax::Declaration& method);
  void lay_out(Record& record, std::vector<Field> fields);
};

}  // namespace tilescope::language
