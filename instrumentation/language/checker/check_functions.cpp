// Checks functions: heads once for each set of template arguments, and bodies once they are called.
#include "instrumentation/language/checker/led_pointers.h"
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

using Step = syntax::DeclaratorStep;
using Base = syntax::Specifiers::Base;

namespace {

const Step* function_step(const syntax::Declaration& d) {
  for (const Step& step : d.steps)
    if (step.kind == Step::Kind::function) return &step;
  return nullptr;
}

}  // namespace

Callable::Made* FunctionChecker::instance(Callable& callable, const TemplateValues& values, bool knobs) {
  for (Callable::Made& made : callable.made)
    if (same(made.arguments, values)) {
      if (made.function != nullptr) return &made;
      diagnostics_.error(callable.declaration->name_place, Mistake::depends_on_itself,
                         "the type of this function depends on itself");
      return nullptr;
    }
  if (!values.empty() && ++context_.followed.instances > 2000) {
    if (context_.followed.instances == 2001)
      diagnostics_.error(callable.declaration->name_place, Mistake::endless_templates,
                         "these templates call each other endlessly");
    return nullptr;
  }
  Callable::Made& made = callable.made.emplace_back();
  made.arguments = values;
  made.declaration = &specialized(callable, values);
  made.bindings = values.empty()
                      ? callable.bindings
                      : parts().templates.bind(callable.declaration->parameters, values, callable.bindings, knobs);
  const std::size_t errors = diagnostics_.errors();
  made.function = signature(callable, made);
  made.failed = diagnostics_.errors() > errors;
  return &made;
}

std::optional<TemplateValues> FunctionChecker::arguments_of(const Callable& callable, const syntax::Declaration& d) {
  const Quietly quietly(context_);
  Frame frame{.namespaces = callable.namespaces};
  const Entered entered(context_, frame);
  const Step *const own = function_step(d), *const first = function_step(*callable.declaration);
  if (own == nullptr || first == nullptr || own->parameters.size() != first->parameters.size()) return std::nullopt;
  std::vector<Argument> arguments;
  for (const syntax::Declaration* const p : own->parameters) {
    Type type = parts().types.type_of(*p->specifiers, p->steps, true);
    if (type.is_reference()) type = type.inner();
    Expression* const e = build_.node(ExpressionKind::zero, type, p->place);
    e->is_place = true;
    arguments.push_back({nullptr, e, p->place});
  }
  const Bindings* bindings = callable.bindings;
  Misfit why;
  return parts().overloads.deduced(callable, &d.name->last(), arguments, bindings, why);
}

const syntax::Declaration& FunctionChecker::specialized(const Callable& callable, const TemplateValues& values) {
  for (const syntax::Declaration* const d : callable.specializations)
    if (const auto of = arguments_of(callable, *d); of && same(*of, values)) return *d;
  return *callable.declaration;
}

Function* FunctionChecker::signature(const Callable& callable, const Callable::Made& made) {
  const syntax::Declaration& d = *made.declaration;
  Frame frame{.bindings = made.bindings, .of = callable.of, .namespaces = callable.namespaces};
  const Entered entered(context_, frame);
  Function* const f = arena_.make<Function>();
  const bool known_name = d.name != nullptr;
  f->name = known_name ? d.name->last().text : std::string_view("operator");
  f->full_name = arena_.text(
      callable.of != nullptr
          ? std::string(callable.of->structure->name) + "::" + parts().templates.name_with(f->name, made.arguments)
          : FileNames::full_name(callable.namespaces, parts().templates.name_with(f->name, made.arguments)));
  f->place = d.name_place;
  f->head = d.place;
  f->of = callable.of != nullptr ? callable.of->structure : nullptr;
  f->is_constructor = d.is_constructor;
  const auto is = [&](bool syntax::Specifiers::*what) {
    return (d.specifiers != nullptr && d.specifiers->*what) ||
           (callable.first != nullptr && callable.first->specifiers != nullptr && callable.first->specifiers->*what) ||
           (callable.declaration->specifiers != nullptr && callable.declaration->specifiers->*what);
  };
  f->is_kernel = is(&syntax::Specifiers::global);
  f->is_constexpr = is(&syntax::Specifiers::is_constexpr);
  f->for_device = f->is_kernel || is(&syntax::Specifiers::device) || f->is_constexpr || d.is_defaulted;
  if (d.is_constructor) {
    f->result = build_.type(TypeKind::void_);
  } else if (d.converts_to != nullptr) {
    f->result = parts().types.type_of(*d.converts_to);
  } else if (d.specifiers != nullptr && d.specifiers->base != Base::automatic && d.specifiers->base != Base::none) {
    std::size_t own = 0;
    while (own < d.steps.size() && d.steps[own].kind != Step::Kind::function) ++own;
    syntax::Specifiers of_result = *d.specifiers;
    of_result.is_constexpr = false;  // the function is, not its result
    f->result = parts().types.type_of(of_result, d.steps.subspan(std::min(own + 1, d.steps.size())));
  }
  if (f->is_kernel && !f->result.is_unknown() && !f->result.is_void())
    diagnostics_.error(d.specifiers->base_place, Mistake::kernel_gives_value, "a kernel returns nothing",
                       Mend::write("void"));
  for (const syntax::Declaration* const from : {&d, callable.first})
    if (from != nullptr && from->specifiers != nullptr && !from->specifiers->launch_bounds.empty())
      if (const auto most =
              Build::known_integer(parts().expressions.constant_expression(*from->specifiers->launch_bounds[0])))
        f->most_threads = *most;
  add_parameters(callable, made, *f);
  return f;
}

void FunctionChecker::add_parameters(const Callable& callable, const Callable::Made& made, Function& f) {
  const syntax::Declaration& d = *made.declaration;
  std::vector<const Variable*> all;
  const Step* const step = function_step(d);
  if (callable.of != nullptr) {
    Variable* const self = arena_.make<Variable>();
    const auto is_static = [](const syntax::Declaration* m) {
      return m != nullptr && m->specifiers != nullptr && m->specifiers->is_static;
    };
    const bool constant = (step != nullptr && step->is_const) || is_static(&d) || is_static(callable.first);
    const Type object = callable.of->structure->type;
    self->name = "this";
    self->type = build_.types().pointer_to(constant ? object.with_const() : object);
    self->space = Space::parameter;
    self->function = &f;
    all.push_back(self);
  }
  const Step* const first = callable.first != nullptr ? function_step(*callable.first) : nullptr;
  if (step != nullptr)
    for (std::size_t n = 0; n < step->parameters.size(); ++n) {
      const syntax::Declaration& p = *step->parameters[n];
      Variable* const v = arena_.make<Variable>();
      v->name = p.name != nullptr ? p.name->last().text : std::string_view();
      v->place = p.name_place;
      v->space = Space::parameter;
      v->function = &f;
      v->type = parts().types.type_of(*p.specifiers, p.steps, true);
      if (p.specifiers->shared)
        diagnostics_.error(p.place, Mistake::bad_parameter, "a parameter cannot be __shared__", "remove __shared__");
      if (v->type.is_void()) {
        diagnostics_.error(p.place, Mistake::bad_parameter, "a parameter cannot be void");
        v->type = Type();
      }
      if (f.is_kernel && v->type.is_reference()) {
        diagnostics_.error(p.place, Mistake::bad_parameter,
                           "a kernel cannot take references: they refer to host memory",
                           "pass a pointer, or pass by value");
        v->type = Type();
      }
      const syntax::Declaration& with_default =
          p.how == syntax::Initializer::none && first != nullptr && n < first->parameters.size() ? *first->parameters[n]
                                                                                                 : p;
      if (with_default.how == syntax::Initializer::equals && !v->type.is_unknown())
        v->init =
            parts().values.from_syntax(v->type, *with_default.init, quoted(v->name) + " is " + with_article(v->type));
      all.push_back(v);
    }
  if (step != nullptr && step->variadic)
    diagnostics_.error(step->place, Mistake::any_number_of_arguments,
                       "variadic functions are not supported in device code");
  constexpr std::uint64_t most_bytes = 32764;  // since CUDA 12.1
  std::uint64_t bytes = 0;
  for (const Variable* const v : all) bytes += v->type.is_unknown() ? 0 : v->type->size;
  if (f.is_kernel && bytes > most_bytes)
    diagnostics_.error(f.place, Mistake::large_parameters,
                       "the parameters of " + quoted(f.name) + " take " + std::to_string(bytes) +
                           " bytes, but a kernel's parameters may take at most " + std::to_string(most_bytes),
                       "pass an array");
  f.parameters = arena_.list(all);
}

void FunctionChecker::need_body(Callable& callable, Callable::Made& made) {
  if (made.body == Callable::Made::Body::working || made.body == Callable::Made::Body::done) return;
  if (context_.followed.depth >= 60) {
    diagnostics_.error(made.declaration->name_place, Mistake::too_deep,
                       "the calls here are nested too deeply to be followed");
    made.body = Callable::Made::Body::done;
    return;
  }
  check_body(callable, made);
}

void FunctionChecker::check_body(const Callable& callable, Callable::Made& made) {
  made.body = Callable::Made::Body::working;
  const syntax::Declaration& d = *made.declaration;
  Function& f = *made.function;
  if (d.body == nullptr) {
    made.body = Callable::Made::Body::done;
    if (!d.is_defaulted && f.for_device)
      diagnostics_.error(d.name_place, Mistake::no_body, quoted(f.name) + " is declared but not defined in this file");
    return;
  }
  ++context_.followed.depth;
  Frame frame{.function = &f, .bindings = made.bindings, .of = callable.of, .namespaces = callable.namespaces};
  frame.whole = joined(d.place, d.body->place);
  frame.result_from_body = f.result.is_unknown() && d.specifiers != nullptr && d.specifiers->base == Base::automatic;
  const Knobs::NotCollecting not_collecting(knobs_);
  const bool only_constants =
      std::exchange(build_.only_constants, context_.on_host || (d.specifiers != nullptr && d.specifiers->is_constexpr));
  {
    const Entered entered(context_, frame);
    const Scope scope(frame);
    if (callable.of != nullptr) frame.self = f.parameters[0];
    for (const Variable* const p : f.parameters)
      if (!p->name.empty() && p != frame.self)
        parts().variables.declare_symbol({.name = p->name, .variable = p, .type = {}, .value = nullptr}, p->place);
    if (d.is_constructor) constructor_fields(d, f);
    f.body = parts().statements.body(*d.body, led_pointers(f, input_.options.knobs, build_, operators_));
    if (frame.result_from_body && f.result.is_unknown()) f.result = build_.type(TypeKind::void_);
  }
  build_.only_constants = only_constants;
  f.locals = arena_.list(frame.locals);
  f.calls = arena_.list(frame.calls);
  made.body = Callable::Made::Body::done;
  --context_.followed.depth;
}

// What a constructor assigns to the fields before its body, in field order.
void FunctionChecker::constructor_fields(const syntax::Declaration& d, Function& f) {
  Record& record = records_.of(*f.of);
  std::vector<const Expression*> first;
  if (d.initializers.size() == 1 && d.name != nullptr && d.initializers[0].name == d.name->last().text) {
    // By another of its constructors.
    const syntax::MemberInitializer& m = d.initializers[0];
    std::vector<Argument> arguments = parts().calls.check_arguments(m.values);
    const Expression* const made = parts().values.constructed(record, arguments, m.place, false);
    if (!is_broken(made))
      first.push_back(
          operators_.assign(operators_.dereference(parts().expressions.self(m.place), m.place), made, m.place));
    f.fields = arena_.list(first);
    return;
  }
  for (const syntax::MemberInitializer& m : d.initializers) {
    bool known = false;
    for (const Field& field : record.structure->fields) known |= field.name == m.name;
    if (!known)
      diagnostics_.error(m.place, Mistake::no_member,
                         quoted(record.structure->name) + " has no member " + quoted(m.name));
  }
  for (std::size_t n = 0; n < record.structure->fields.size(); ++n) {
    const Field& field = record.structure->fields[n];
    const Expression* value = nullptr;
    Place place = d.name_place;
    for (const syntax::MemberInitializer& m : d.initializers)
      if (m.name == field.name) {
        place = m.place;
        value = field.type.is_array() || field.type.is_reference()
                    ? (m.values.empty() ? build_.zero(field.type, m.place)
                       : field.type.is_reference()
                           ? parts().values.from_syntax(field.type, *m.values[0],
                                                        quoted(field.name) + " is " + with_article(field.type))
                           : parts().values.from_braces(field.type, m.values, m.place))
                    : parts().values.from_values(field.type, m.values, false, m.place);
      }
    if (value == nullptr) value = parts().values.first_value_of_field(record, n, place);
    if (value == nullptr || is_broken(value)) continue;
    if (field.type.is_reference()) {
      diagnostics_.error(place, Mistake::reference_member, "reference members are not supported by TileScope",
                         "use a pointer");
      continue;
    }
    const Expression* const to =
        operators_.field(operators_.dereference(parts().expressions.self(place), place), field, place);
    if (is_broken(to)) continue;
    Expression* const e = build_.node(ExpressionKind::assign, to->type, place);
    e->a = to;
    e->b = value;
    e->is_place = true;
    first.push_back(e);
  }
  f.fields = arena_.list(first);
}

void FunctionChecker::queue_body(Callable& callable, Callable::Made& made) {
  if (made.body != Callable::Made::Body::none) return;
  made.body = Callable::Made::Body::queued;
  queue_.emplace_back(&callable, &made);
}

void FunctionChecker::finish_bodies() {
  while (!queue_.empty()) {
    const auto [callable, made] = queue_.front();
    queue_.pop_front();
    if (made->body == Callable::Made::Body::queued) check_body(*callable, *made);
  }
}

}  // namespace tilescope::language
