#include "instrumentation/language/checker/record_table.h"

namespace tilescope::language {

Record* RecordTable::of(Type type) const {
  if (type.is_reference()) type = type.inner();
  if (!type.is_structure()) return nullptr;
  const auto at = of_.find(type->structure);
  return at == of_.end() ? nullptr : at->second;
}

Record* RecordTable::written(const syntax::Structure& structure, const Bindings* bindings) const {
  for (const auto& [made, record] : of_)
    if (record->syntax == &structure && record->bindings == bindings) return record;
  return nullptr;
}

Record* RecordTable::vector(std::string_view name) {
  if (const auto known = vectors_.find(name); known != vectors_.end()) return known->second;
  const std::optional<VectorType> type = vector_type(name);
  if (!type) return nullptr;
  Record& record = all_.emplace_back();
  record.progress = Progress::done;
  Structure* const s = record.structure = build_.arena().make<Structure>();
  s->name = build_.arena().text(name);
  s->vector = type->count;
  const Type element = build_.type(type->element);
  const auto size = static_cast<std::uint32_t>(element->size);
  std::vector<Field> fields;
  for (std::uint32_t n = 0; n < type->count; ++n)
    fields.push_back({std::string_view("xyzw").substr(n, 1), element, n * size, {}});
  s->fields = build_.arena().list(fields);
  s->type = build_.types().of(*s, std::uint64_t{size} * type->count, type->alignment);
  of_[s] = &record;
  return vectors_[s->name] = &record;
}

Record* RecordTable::make(const syntax::Structure& structure, const Bindings* bindings, Namespaces namespaces,
                          std::string name) {
  Record& record = all_.emplace_back();
  record.syntax = &structure;
  record.bindings = bindings;
  record.namespaces = namespaces;
  record.structure = build_.arena().make<Structure>();
  record.structure->name = build_.arena().text(name);
  record.structure->is_union = structure.word == Keyword::union_;
  record.structure->type = build_.types().of(*record.structure, 0, 1);
  of_[record.structure] = &record;
  return &record;
}

}  // namespace tilescope::language
