// Structures: their members, their layout in memory, and the instances of their templates.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class StructureChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // An instance of a template inside a structure.
  Type template_member(Record& record, const syntax::Declaration& member, const syntax::NamePart& part);
  // A file-level structure for the arguments in < >; null if there is a mistake, which is reported.
  Record* structure_record(Entity& entity, const syntax::NamePart& part);
  void complete(Record& record);  // adds its members
  // True if there is a mistake in the structure itself, not in one of its functions; it is reported.
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
