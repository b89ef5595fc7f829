// Checks declared variables, in a function or in the file: their types, spaces and initial values.
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

void VariableChecker::declare_symbol(Symbol symbol, Place place) {
  if (symbol.name.empty()) return;
  if (const Symbol* const other = frame_->symbols.find(symbol.name, frame_->scope); other != nullptr) {
    const Variable* const known = other->variable;
    if (known != nullptr)
      diagnostics_.error(place, Mistake::declared_twice,
                         quoted(symbol.name) + " is already declared on " + line_of(input_.source, known->place));
    else if (symbol.variable != nullptr)
      diagnostics_.error(place, Mistake::declared_twice, quoted(symbol.name) + " is already declared");
    return;
  }
  frame_->symbols.push_back(symbol);
}

void VariableChecker::declare_types(const syntax::Specifiers& s) {
  if (s.structure != nullptr && s.structure->name != nullptr) {
    Record* const record =
        records_.make(*s.structure, frame_->bindings, frame_->namespaces, std::string(s.structure->name->last().text));
    declare_symbol({.name = s.structure->name->last().text,
                    .variable = nullptr,
                    .type = record->structure->type,
                    .value = nullptr},
                   s.structure->name_place);
    parts().structures.complete(*record);
  }
  if (s.enumeration == nullptr || parts().enumerations.is_known(*s.enumeration)) return;
  std::vector<Symbol> symbols;
  const std::string_view name = s.enumeration->name != nullptr ? s.enumeration->name->last().text : std::string_view();
  const Type type = parts().enumerations.make_enumeration(
      *s.enumeration, name, [&](const syntax::Enumerator& one, const Value& value) {
        symbols.push_back({.name = one.name, .variable = nullptr, .type = {}, .value = build_.kept(value)});
      });
  if (frame_->bindings == nullptr) parts().enumerations.set(*s.enumeration, type);
  declare_symbol({.name = name, .variable = nullptr, .type = type, .value = nullptr}, s.enumeration->place);
  if (s.enumeration->scoped) return;
  for (Symbol& symbol : symbols) {
    symbol.type = type;
    declare_symbol(symbol, s.enumeration->place);
  }
}

void VariableChecker::check_static_assertion(const syntax::Declaration& d) {
  if (d.init == nullptr) return;
  const Expression* const condition = parts().conversions.truth(parts().expressions.constant_expression(*d.init));
  if (is_broken(condition)) return;
  const Value* const known = Build::known(condition);
  std::string message(d.message);
  if (message.size() >= 2 && message.front() == '"') message = string_bytes(message);
  if (known == nullptr)
    diagnostics_.error(d.init->place, Mistake::constant_wanted, "a static_assert needs a constant condition");
  else if (!known->truth())
    diagnostics_.error(d.init->place, Mistake::assertion_fails,
                       "this assertion is false" + (message.empty() ? std::string() : ": " + message));
}

void VariableChecker::declare(const syntax::Declaration& d, std::vector<const Variable*>& variables) {
  using Declared = syntax::DeclarationKind;
  if (d.specifiers != nullptr && d.kind != Declared::alias) declare_types(*d.specifiers);
  switch (d.kind) {
    case Declared::variable: {
      Variable* const v = declare_variable(d);
      if (v != nullptr && v->space == Space::local) variables.push_back(v);
      break;
    }
    case Declared::alias: {
      if (d.specifiers->structure != nullptr && d.specifiers->structure->name != nullptr) declare_types(*d.specifiers);
      const Knobs::Collecting collecting(knobs_);
      const Type type = parts().types.alias_type(d);
      if (d.is_template)
        diagnostics_.error(d.name_place, Mistake::inner_template, "a template cannot be declared in a function");
      declare_symbol({.name = d.name->last().text, .variable = nullptr, .type = type, .value = nullptr}, d.name_place);
      break;
    }
    case Declared::use:
      if (d.name != nullptr)
        frame_->used_namespaces.push_back(d.uses_namespace || d.name->parts.size() < 2
                                              ? d.name->last().text
                                              : d.name->parts[d.name->parts.size() - 2].text);
      break;
    case Declared::static_assertion: check_static_assertion(d); break;
    case Declared::function:
      if (d.body != nullptr)
        diagnostics_.error(d.name_place, Mistake::inner_function, "a function cannot be defined inside another");
      break;
    default: break;
  }
}

// The type that `auto` stands for, with its declarator; `init` becomes the initial value.
Type VariableChecker::automatic_type(const syntax::Declaration& d, const Expression*& init) {
  if (init == nullptr) {
    const syntax::Expression* written = d.init;
    if (written == nullptr && d.values.size() == 1) written = d.values[0];
    if (written == nullptr || written->kind == syntax::ExpressionKind::braces) {
      diagnostics_.error(d.name_place, Mistake::auto_without_value,
                         "auto takes its type from an initializer, but there is none");
      return Type();
    }
    const OnlyConstants only(build_, d.specifiers->is_constexpr);
    init = parts().expressions.check(*written);
  }
  if (is_broken(init)) return Type();
  const OnlyConstants only(build_, d.specifiers->is_constexpr);
  const bool reference = !d.steps.empty() && d.steps[0].kind != syntax::DeclaratorStep::Kind::pointer;
  Type type = reference ? init->type : build_.value(init)->type.plain();
  for (const syntax::DeclaratorStep& step : d.steps)
    if (step.kind == syntax::DeclaratorStep::Kind::pointer) {
      if (!type.is_pointer()) {
        diagnostics_.error(init->place, Mistake::wrong_type,
                           "auto * needs a pointer, but this is " + with_article(type));
        return Type();
      }
      type = type.inner();
    }
  if (type.is_void()) {
    diagnostics_.error(init->place, Mistake::gives_no_value, no_value_of(*init));
    return Type();
  }
  if (d.specifiers->is_const || d.specifiers->is_constexpr) type = type.with_const();
  return parts().types.with_steps(type, d.steps);
}

Type VariableChecker::variable_type(const syntax::Declaration& d, const Expression*& init) {
  if (d.specifiers->base == syntax::Specifiers::Base::automatic) return automatic_type(d, init);
  Type type;
  const syntax::Specifiers& s = *d.specifiers;
  if (s.structure != nullptr && s.structure->name != nullptr) {
    const std::optional<Type> known = parts().types.find_simple_type(*s.structure->name);
    type = parts().types.with_steps(known ? (s.is_const ? known->with_const() : *known) : Type(), d.steps);
  } else {
    type = parts().types.type_of(s, d.steps);
  }
  if (!s.shared || !s.is_extern) type = parts().values.counted(type, d);
  return type;
}

std::uint32_t VariableChecker::alignment_of(const syntax::Specifiers& s) {
  if (s.aligned_as != nullptr) return parts().types.type_of(*s.aligned_as)->alignment;
  if (s.alignment == nullptr) return 0;
  constexpr std::int64_t most_alignment = 1 << 20;
  const auto bytes = Build::known_integer(parts().expressions.constant_expression(*s.alignment));
  if (bytes && *bytes > 0 && *bytes <= most_alignment && (*bytes & (*bytes - 1)) == 0)
    return static_cast<std::uint32_t>(*bytes);
  diagnostics_.error(s.alignment->place, Mistake::bad_alignment, "an alignment must be a power of 2");
  return 0;
}

// The memory that a launch adds is one array without a size.
void VariableChecker::look_at_dynamic(const Variable& v) {
  if (v.type.is_pointer())
    diagnostics_.warning(v.place, Mistake::shared_pointer,
                         quoted(v.name) + " is one pointer in shared memory, not an array",
                         "write " + std::string(v.name) + "[] without the *");
  if (v.type.is_array() && v.type->count > 0)
    diagnostics_.warning(v.place, Mistake::launch_says_size,
                         "the launch sets the length of " + quoted(v.name) + ", not this size",
                         "write " + std::string(v.name) + "[]");
  for (const Symbol& other : frame_->symbols)
    if (other.variable != nullptr && other.variable->dynamic)
      return diagnostics_.note(v.place, Mistake::same_memory,
                               quoted(v.name) + " starts where " + quoted(other.name) + " on " +
                                   line_of(input_.source, other.variable->place) +
                                   " starts: both are the same dynamic shared memory");
}

void VariableChecker::declare_shared(Variable& v, const syntax::Declaration& d) {
  v.space = Space::shared;
  v.dynamic = d.specifiers->is_extern;
  v.init = nullptr;
  if (v.type.is_unknown()) return;
  if (v.dynamic) look_at_dynamic(v);
  if (d.how != syntax::Initializer::none)
    diagnostics_.error(d.name_place, Mistake::shared_with_values,
                       "a shared variable cannot have an initializer: every thread would run it",
                       "let threads store the values, then call __syncthreads()");
  if (v.type.is_reference())
    diagnostics_.error(d.name_place, Mistake::shared_reference, "a reference cannot be __shared__");
  if (v.type.is_array() && v.type->count == 0 && !v.dynamic)
    diagnostics_.error(d.name_place, Mistake::no_size, quoted(v.name) + " has no size",
                       "write one, or extern __shared__ if the launch sets the size");
}

// `int i = 0,`, and on the next line no declaration: it begins with a name that is already declared.
bool VariableChecker::tell_of_comma(const syntax::Declaration& d, std::string_view name) {
  const std::string_view before = input_.source.text().substr(0, d.name_place.offset);
  const std::size_t comma = before.find_last_not_of(" \t\r\n");
  if (comma == std::string_view::npos || before[comma] != ',') return false;
  if (before.find('\n', comma) == std::string_view::npos) return false;
  if (frame_->symbols.find(name, frame_->scope) == nullptr) return false;
  diagnostics_.error({static_cast<std::uint32_t>(comma), 1}, Mistake::comma_for_semicolon, "a ; belongs here, not a ,",
                     Mend::write(";"));
  return true;
}

Variable* VariableChecker::declare_variable(const syntax::Declaration& d) {
  if (d.name == nullptr) ++frame_->nameless;
  const std::string_view name = d.name != nullptr ? d.name->last().text : std::string_view();
  if (d.name != nullptr && tell_of_comma(d, name)) return nullptr;
  Variable* const v = arena_.make<Variable>();
  v->name = name;
  v->place = d.name_place;
  v->function = frame_->function;
  v->is_static = d.specifiers->is_static;
  const Expression* init = nullptr;
  const std::size_t calls = frame_->calls.size();
  {
    const Knobs::Collecting collecting(knobs_);
    v->type = variable_type(d, init);
    if (v->type.is_array() || v->type.is_structure()) knobs_.set(v, collecting.found());
  }
  if (v->type.is_void()) {
    diagnostics_.error(d.name_place, Mistake::void_variable, quoted(name) + " cannot be void: it would hold no value");
    v->type = Type();
  }
  v->alignment = alignment_of(*d.specifiers);
  if (d.specifiers->shared) {
    declare_shared(*v, d);
    declare_symbol({.name = name, .variable = v, .type = {}, .value = nullptr}, v->place);
    if (!v->type.is_unknown()) frame_->locals.push_back(v);
    return v;
  }
  if (v->type.is_array() && v->type->count == 0 && !v->type.is_unknown()) {
    diagnostics_.error(d.name_place, Mistake::no_size, quoted(name) + " has no size");
    v->type = Type();
  }
  // One for all threads, kept from launch to launch.
  if (v->is_static && !v->type.is_const()) v->space = Space::device;
  // In its own initializer a name keeps its earlier meaning. Taking its own address there is too rare to be supported.
  set_value(*v, d, calls, init);
  declare_symbol({.name = name, .variable = v, .type = {}, .value = nullptr}, v->place);
  if (v->type.is_unknown()) return nullptr;
  frame_->locals.push_back(v);
  return v;
}

// Evaluates a constant's initial value. False if it stays an expression that is evaluated whenever it runs.
bool VariableChecker::settle(Variable& v) {
  const bool number = v.type.is_arithmetic() || v.type.is_enumeration();
  const bool stays = v.type.is_const() && !v.type.is_volatile() && number && !v.type.is_floating();
  if (v.init == nullptr || !(v.is_constexpr || stays) || (!number && !context_.constants.holds(v.type))) return false;
  if (Build::known(v.init) != nullptr) return true;
  const Constants::Found found = context_.constants.found(*v.init);
  if (found.is_constant && found.made == nullptr) return false;
  if (!found.is_constant && !v.is_constexpr) return false;
  if (!found.is_constant)
    diagnostics_.error(v.init->place, Mistake::constant_wanted, "the value of a constexpr must be a constant",
                       Mend::write("const"));
  v.init = found.made;
  return true;
}

void VariableChecker::set_value(Variable& v, const syntax::Declaration& d, std::size_t calls, const Expression* init) {
  const Knobs::Collecting collecting(knobs_);
  const OnlyConstants only(build_, d.specifiers->is_constexpr || v.space == Space::fixed);
  if (v.type.is_unknown()) {
    const bool is_function = std::any_of(d.steps.begin(), d.steps.end(), [](const syntax::DeclaratorStep& step) {
      return step.kind == syntax::DeclaratorStep::Kind::function;
    });
    if (init == nullptr && d.init != nullptr && d.init->kind != syntax::ExpressionKind::braces && !is_function)
      static_cast<void>(parts().expressions.check(*d.init));
    return;
  }
  if (init != nullptr)
    init = parts().conversions.wanted(init, v.type, quoted(v.name) + " is " + with_article(v.type), init->place);
  else
    init = parts().values.initialized(v.type, d);
  if (d.name != nullptr && v.type.is_const() && poisoned_.contains(d.name->last().text) &&
      diagnostics_.any_error_in(d.place)) {
    v.type = Type();
    return;
  }
  const bool constant =
      v.type.is_const() && !v.type.is_volatile() && (v.type.is_arithmetic() || v.type.is_enumeration());
  if (constant && init == nullptr) {
    if (diagnostics_.any_error_in(d.place)) {
      v.type = Type();
      return;
    }
    diagnostics_.error(d.name_place, Mistake::unset_const, quoted(v.name) + " is const but has no initializer");
    return;
  }
  if (init != nullptr && is_broken(init)) {
    if (v.type.is_arithmetic() && diagnostics_.any_error_in(d.place)) parts().expressions.doubt(v);
    v.init = init;
    v.type = constant ? Type() : v.type;
    return;
  }
  v.init = init;
  v.is_constexpr = d.specifiers->is_constexpr;
  if (settle(v)) frame_->calls.resize(std::min(calls, frame_->calls.size()));
  if (v.is_constexpr && !constant && v.init != nullptr) knobs_.set(v.init, collecting.found());
  if (!constant || v.init == nullptr || Build::known(v.init) == nullptr) return;
  const syntax::Expression* written = d.init;
  if (written == nullptr && d.values.size() == 1) written = d.values[0];
  if (collecting.found().empty())
    v.init = knobs_.value(v, written, v.init);
  else
    knobs_.set(&v, collecting.found());
  v.value = Build::known(v.init);
}

const Variable* VariableChecker::global_variable(Entity& entity) {
  if (entity.progress == Progress::done) return entity.variable;
  if (entity.progress == Progress::working) return nullptr;
  const Depending depending(context_, entity.name, entity.place);
  entity.progress = Progress::working;
  entity.variable = make_global(entity, *entity.declaration, nullptr);
  entity.progress = Progress::done;
  return entity.variable;
}

const Variable* VariableChecker::template_variable(Entity& entity, const syntax::NamePart& part) {
  const Bindings* bindings = nullptr;
  const auto values = parts().templates.template_values(entity.declaration->parameters, part.arguments, part.place,
                                                        entity.name, bindings);
  if (!values) return nullptr;
  for (const auto& [known, variable] : entity.variables)
    if (same(known, *values)) return variable;
  const syntax::Declaration* written = entity.declaration;
  for (const syntax::Declaration* const d : entity.specializations) {
    const Bindings* ignored = nullptr;
    const auto of = parts().templates.template_values(entity.declaration->parameters, d->name->last().arguments,
                                                      part.place, entity.name, ignored, false);
    if (of && d->parameters.empty() && same(*of, *values)) written = d;
  }
  if (++context_.followed.instances > 2000 || context_.followed.depth > 60) {
    diagnostics_.error(part.place, Mistake::endless_templates,
                       quoted(entity.name) + " instantiates templates endlessly");
    return nullptr;
  }
  ++context_.followed.depth;
  Variable* const made = make_global(entity, *written, bindings);
  if (made != nullptr)
    made->full_name =
        arena_.text(FileNames::full_name(entity.namespaces, parts().templates.name_with(entity.name, *values)));
  --context_.followed.depth;
  entity.variables.emplace_back(*values, made);
  return made;
}

Variable* VariableChecker::make_global(Entity& entity, const syntax::Declaration& d, const Bindings* bindings) {
  Frame frame{.bindings = bindings, .namespaces = entity.namespaces};
  const Entered entered(context_, frame);
  Variable* const v = arena_.make<Variable>();
  v->name = entity.name;
  v->full_name = arena_.text(FileNames::full_name(entity.namespaces, entity.name));
  v->place = d.name_place;
  const syntax::Specifiers& s = *d.specifiers;
  v->is_static = s.is_static;
  const Expression* init = nullptr;
  {
    const Knobs::Collecting collecting(knobs_);
    v->type = variable_type(d, init);
    if (v->type.is_array() || v->type.is_structure()) knobs_.set(v, collecting.found());
  }
  v->alignment = alignment_of(s);
  if (s.shared) {
    declare_shared(*v, d);
    return v;
  }
  v->space = s.constant ? Space::constant : s.device || s.managed ? Space::device : Space::fixed;
  if (v->space == Space::fixed && !holds_const(v->type) && !s.is_constexpr && !v->type.is_unknown()) {
    diagnostics_.error(d.name_place, Mistake::host_variable,
                       quoted(v->name) + " is a host variable, but a kernel reads it",
                       v->type.is_arithmetic() ? "make it const, or __device__" : "make it __device__ or __constant__");
    return nullptr;
  }
  const bool empty = d.how == syntax::Initializer::none;
  if (v->space == Space::fixed || !empty) set_value(*v, d, 0, init);
  if (v->space != Space::fixed) v->value = nullptr;  // the host may change it
  if (v->type.is_array() && v->type->count == 0)
    diagnostics_.error(d.name_place, Mistake::no_size, quoted(v->name) + " has no size");
  return v->type.is_unknown() ? nullptr : v;
}

}  // namespace tilescope::language
