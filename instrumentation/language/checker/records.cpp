// Structures: their members, their layout in memory, and the instances of their templates.
#include "instrumentation/language/checker/deduction.h"
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

using syntax::DeclarationKind;
using Base = syntax::Specifiers::Base;

// A structure or alias template inside a structure.
Type StructureChecker::template_member(Record& record, const syntax::Declaration& d, const syntax::NamePart& part) {
  const Bindings* bindings = record.bindings;
  const auto values = parts().templates.template_values(d.parameters, part.arguments, part.place, part.text, bindings);
  if (!values || ++context_.followed.instances > 2000) return Type();
  Frame frame{.bindings = bindings, .of = &record, .namespaces = record.namespaces};
  const Entered entered(context_, frame);
  if (d.kind == DeclarationKind::alias) return parts().types.alias_type(d);
  for (const auto& [known, inner] : record.inner)
    if (inner->syntax == d.specifiers->structure && same(known, *values)) return inner->structure->type;
  if (d.specifiers->structure == nullptr) return Type();
  Record* const inner = records_.make(*d.specifiers->structure, bindings, record.namespaces,
                                      parts().templates.name_with(part.text, *values));
  record.inner.emplace_back(*values, inner);
  complete(*inner);
  return inner->structure->type;
}

// The values of a specialization's parameters, if it matches these arguments: `S<T *, 4>` matches `S<int *, 4>`.
std::optional<TemplateValues> StructureChecker::matched(const syntax::Declaration& primary,
                                                        const syntax::Declaration& d, const TemplateValues& values) {
  const syntax::NamePart& own = d.specifiers->structure->name->last();
  Deduction deduction(d.parameters, records_, build_);
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (n >= own.arguments.size()) return std::nullopt;
    const syntax::TemplateArgument& a = own.arguments[n];
    if (a.type != nullptr && values[n].value == nullptr) {
      syntax::Declaration like;
      like.specifiers = a.type->specifiers;
      like.steps = a.type->steps;
      const bool constant = a.type->steps.empty() && a.type->specifiers->is_const;
      if (constant != (values[n].type.is_const() && a.type->steps.empty() && constant)) return std::nullopt;
      if (!deduction.from(like, values[n].type, false)) return std::nullopt;
    }
    std::string_view name;
    if (a.value != nullptr && a.value->kind == syntax::ExpressionKind::name) name = a.value->name->last().text;
    if (a.type != nullptr && a.type->specifiers->base == Base::named && a.type->steps.empty())
      name = a.type->specifiers->name->last().text;
    for (std::size_t p = 0; p < d.parameters.size(); ++p)
      if (d.parameters[p].name == name && !deduction.has(p) && values[n].value != nullptr) deduction.set(p, values[n]);
  }
  for (std::size_t p = 0; p < d.parameters.size(); ++p)
    if (!deduction.has(p)) return std::nullopt;
  // With the parameters filled in, it must have exactly these values.
  const Quietly quietly(context_);
  Frame frame{.bindings = parts().templates.bind(d.parameters, deduction.values(), nullptr),
              .namespaces = frame_->namespaces};
  const Entered entered(context_, frame);
  const Bindings* ignored = nullptr;
  const auto filled =
      parts().templates.template_values(primary.parameters, own.arguments, own.place, "", ignored, false);
  return filled && same(*filled, values) ? std::optional(deduction.values()) : std::nullopt;
}

// How general a specialization is; the least general one is chosen.
static std::size_t freedom(const syntax::Declaration& d) {
  std::size_t said = 0;
  for (const syntax::TemplateArgument& a : d.specifiers->structure->name->last().arguments)
    if (a.type != nullptr)
      said += 2 * a.type->steps.size() + (a.type->specifiers->is_const ? 1 : 0) +
              (a.type->specifiers->name != nullptr && a.type->specifiers->name->last().has_arguments ? 2 : 0);
  return 100 * d.parameters.size() + 99 - std::min<std::size_t>(said, 99);
}

Record* StructureChecker::structure_record(Entity& e, const syntax::NamePart& part) {
  TemplateValues values;
  const Bindings* bindings = nullptr;
  if (e.declaration->is_template) {
    const auto made =
        parts().templates.template_values(e.declaration->parameters, part.arguments, part.place, e.name, bindings);
    if (!made) return nullptr;
    values = *made;
  }
  for (Record* const known : e.records)
    if (same(known->arguments, values)) return known;
  if (!values.empty() && ++context_.followed.instances > 2000) {
    diagnostics_.error(part.place, Mistake::endless_templates, quoted(e.name) + " instantiates templates endlessly");
    return nullptr;
  }
  const syntax::Structure* structure = e.structure;
  std::size_t free = ~std::size_t{0};
  for (const syntax::Declaration* const d : e.specializations) {
    const auto own = matched(*e.declaration, *d, values);
    if (!own || freedom(*d) >= free) continue;
    free = freedom(*d);
    structure = d->specifiers->structure;
    bindings = d->parameters.empty() ? nullptr : parts().templates.bind(d->parameters, *own, nullptr);
  }
  if (structure == nullptr) {
    diagnostics_.error(
        part.place, Mistake::incomplete,
        quoted(parts().templates.name_with(e.name, values)) + " is declared but not defined in this file");
    return nullptr;
  }
  Record* const record = records_.make(*structure, bindings, e.namespaces,
                                       FileNames::full_name(e.namespaces, parts().templates.name_with(e.name, values)));
  record->made_from = &e;
  record->arguments = values;
  e.records.push_back(record);
  if (++context_.followed.depth > 100)
    diagnostics_.error(part.place, Mistake::endless_templates, quoted(e.name) + " instantiates templates endlessly");
  else
    complete(*record);
  --context_.followed.depth;
  return record;
}

void StructureChecker::complete(Record& record) {
  if (record.progress != Progress::fresh) return;
  const Depending depending(context_, record.structure->name, record.syntax->place);
  record.progress = Progress::working;
  if (record.syntax->has_bases)
    diagnostics_.error(record.syntax->bases_place, Mistake::derived_structure,
                       "inheritance is not supported by TileScope");
  Frame frame{.bindings = record.bindings, .of = &record, .namespaces = record.namespaces};
  const Entered entered(context_, frame);
  const Knobs::Collecting collecting(knobs_);
  for (const syntax::Declaration* const member : record.syntax->members) note_others(record, *member);
  std::vector<Field> fields;
  for (const syntax::Declaration* const member : record.syntax->members) add_member(record, *member, fields);
  lay_out(record, std::move(fields));
  knobs_.set(record.structure, collecting.found());
  record.progress = Progress::done;
}

// The members of a structure besides fields and functions: static members and types.
void StructureChecker::note_others(Record& record, const syntax::Declaration& member) {
  if (member.kind == DeclarationKind::function) return;
  const bool is_field = member.kind == DeclarationKind::variable && !member.specifiers->is_static;
  const bool has_type = member.specifiers != nullptr || member.kind == DeclarationKind::alias;
  if (!is_field && has_type && member.name != nullptr) record.others.emplace_back(member.name->last().text, &member);
  if (member.specifiers == nullptr) return;
  const syntax::Structure* const s = member.specifiers->structure;
  if (s != nullptr && s->name != nullptr && (is_field || s->name != member.name))
    record.others.emplace_back(s->name->last().text, &member);
  if (const syntax::Enumeration* const e = member.specifiers->enumeration) {
    if (e->name != nullptr) record.others.emplace_back(e->name->last().text, &member);
    for (const syntax::Enumerator& one : e->enumerators) record.others.emplace_back(one.name, &member);
  }
}

void StructureChecker::add_member(Record& record, const syntax::Declaration& member, std::vector<Field>& fields) {
  if (member.kind == DeclarationKind::function) return add_method(record, member);
  const bool nameless =
      member.kind == DeclarationKind::structure && member.name == nullptr && member.specifiers->structure != nullptr;
  if (nameless) {
    fields.push_back({{}, parts().types.base_type(*member.specifiers), 0, member.place});
    record.first_values.push_back(&member);
    return;
  }
  if (member.kind != DeclarationKind::variable || member.specifiers->is_static) return;
  if (member.bits != nullptr)
    diagnostics_.error(member.name_place, Mistake::bit_field, "bit fields are not supported by TileScope");
  Type type;
  if (member.specifiers->structure != nullptr && member.specifiers->structure->name != nullptr) {
    const auto nested = parts().types.member_type(record, member.specifiers->structure->name->last());
    type = parts().types.with_steps(nested ? *nested : parts().types.base_type(*member.specifiers), member.steps);
  } else {
    type = parts().types.type_of(*member.specifiers, member.steps);
  }
  Type whole = type;
  while (whole.is_array()) whole = whole.inner();
  if (whole.is_structure() && whole->size == 0) {
    diagnostics_.error(member.name_place, Mistake::holds_itself,
                       quoted(whole) + " is incomplete here: a structure cannot contain itself", "use a pointer to it");
    type = Type();
  }
  if (member.name == nullptr) return;
  fields.push_back({member.name->last().text, type, 0, member.name_place});
  record.first_values.push_back(&member);
}

void StructureChecker::add_method(Record& record, const syntax::Declaration& method) {
  if (method.specifiers != nullptr && method.specifiers->is_friend) return;
  if (method.is_destructor) {
    if (!method.is_defaulted && method.specifiers != nullptr && method.specifiers->device)
      diagnostics_.error(method.name_place, Mistake::destructor, "destructors are not run by TileScope");
    return;
  }
  if (method.specifiers != nullptr && method.specifiers->is_virtual) {
    diagnostics_.error(method.name_place, Mistake::virtual_function,
                       "virtual functions are not supported by TileScope");
    if (method.name != nullptr) poisoned_.add(method.name->last().text);
    return;
  }
  if (method.is_constructor && method.is_defaulted) record.has_default = true;
  if (method.is_deleted || (method.is_constructor && method.is_defaulted)) return;
  Callable& callable = names_.add_callable();
  callable.declaration = &method;
  callable.of = &record;
  callable.bindings = record.bindings;
  callable.namespaces = record.namespaces;
  const std::string_view name = method.name != nullptr ? method.name->last().text : std::string_view();
  if (method.body == nullptr && record.syntax->name != nullptr)
    for (const syntax::Declaration* const d : names_.methods_outside(record.syntax->name->last().text)) {
      const auto count = [](const syntax::Declaration& f) {
        return f.steps.empty() ? 0 : f.steps[0].parameters.size();
      };
      const auto types = [&](const syntax::Declaration& f) {
        std::string all;
        if (!f.steps.empty())
          for (const syntax::Declaration* const p : f.steps[0].parameters)
            all += std::string(text_of(p->specifiers->base_place)) + std::to_string(p->steps.size()) + ",";
        return all;
      };
      const auto constant = [](const syntax::Declaration& f) { return !f.steps.empty() && f.steps[0].is_const; };
      if (d->name->last().text != name || count(*d) != count(method) ||
          (types(*d) != types(method) && !d->is_template) || constant(*d) != constant(method))
        continue;
      callable.first = &method;
      callable.declaration = d;
      if (d->is_template && !method.is_template) {  // the structure's own parameters, perhaps under other names
        callable.of_template = true;
        if (d->parameters.size() == record.arguments.size())
          callable.bindings = parts().templates.bind(d->parameters, record.arguments, nullptr);
      }
    }
  if (method.is_constructor)
    record.constructors.push_back(&callable);
  else
    record.methods.emplace_back(name, &callable);
}

void StructureChecker::lay_out(Record& record, std::vector<Field> fields) {
  std::uint64_t end = 0;
  std::uint32_t alignment = 1;
  for (Field& field : fields) {
    const bool reference = field.type.is_reference();
    const std::uint64_t size = field.type.is_unknown() ? 1 : reference ? 8 : field.type->size;
    const std::uint32_t own = field.type.is_unknown() ? 1
                              : reference             ? 8
                                                      : std::max<std::uint32_t>(field.type->alignment, 1);
    const std::uint64_t at = record.structure->is_union ? 0 : (end + own - 1) / own * own;
    field.offset = static_cast<std::uint32_t>(at);
    end = std::max(end, at + size);
    alignment = std::max(alignment, own);
  }
  if (end > (std::uint64_t{1} << 31)) {
    diagnostics_.error(record.syntax->place, Mistake::too_large, "this structure is too large to fit in any memory");
    end = 1;
  }
  if (record.syntax->alignment != nullptr)
    if (const auto wanted = Build::known_integer(parts().expressions.constant_expression(*record.syntax->alignment)))
      if (*wanted > 0 && *wanted <= 4096 && (*wanted & (*wanted - 1)) == 0)
        alignment = std::max(alignment, static_cast<std::uint32_t>(*wanted));
  end = std::max<std::uint64_t>((end + alignment - 1) / alignment * alignment, alignment);
  record.structure->fields = arena_.list(fields);
  build_.types().complete(record.structure->type, end, alignment);
}

bool StructureChecker::lacks_fields(const Record& record) {
  if (record.syntax == nullptr) return false;
  const auto holds = [](Place whole, const Diagnostic& d) {
    return whole.offset <= d.place.offset && d.place.offset < whole.end();
  };
  const auto& members = record.syntax->members;
  const auto is_any_in = [&](const Diagnostics& all) {
    const auto& told = all.in_order_found();
    return std::any_of(told.begin(), told.end(), [&](const Diagnostic& d) {
      return d.severity == Severity::error && holds(record.syntax->place, d) &&
             std::none_of(members.begin(), members.end(), [&](const syntax::Declaration* m) {
               return m->kind == syntax::DeclarationKind::function && holds(m->place, d);
             });
    });
  };
  for (const syntax::Item& item : input_.file.items)
    if (item.put_aside != nullptr && is_any_in(*item.put_aside)) {
      poisoned_.tell(*item.put_aside);
      return true;
    }
  return is_any_in(diagnostics_);
}

}  // namespace tilescope::language
