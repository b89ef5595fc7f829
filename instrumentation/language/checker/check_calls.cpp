// Finds the function that a call means and converts its arguments: overloads, templates, methods, operators, built-ins.
#include "instrumentation/language/checker/parts.h"
#include "instrumentation/nearest.h"

namespace tilescope::language {

using Written = syntax::ExpressionKind;
using Kind = ExpressionKind;

std::vector<Argument> CallChecker::check_arguments(std::span<const syntax::Expression* const> list) {
  std::vector<Argument> arguments;
  for (const syntax::Expression* const e : list)
    arguments.push_back({e, e->kind == Written::braces ? nullptr : parts().expressions.check(*e), e->place});
  return arguments;
}

const Expression* CallChecker::check_call(const syntax::Expression& e) {
  const bool by_name = e.a->kind == Written::name, of_member = e.a->kind == Written::member;
  if (context_.on_host && of_member)
    if (const Expression* const length = length_of_vector(e)) return length;
  const Expression* const object = by_name || of_member ? nullptr : parts().expressions.check(*e.a);
  std::vector<Argument> arguments = check_arguments(e.list);
  if (by_name) return call_of_name(e, arguments);
  return of_member ? call_of_member(e, arguments) : call_of_object(object, arguments, e.place, e.at);
}

// `v.size()` of a host std::vector; null for everything else.
const Expression* CallChecker::length_of_vector(const syntax::Expression& call) const {
  const syntax::Expression& member = *call.a;
  if (member.op != Mark::dot || member.name == nullptr || member.name->last().text != "size" || !call.list.empty() ||
      member.a->kind != Written::name || member.a->name->parts.size() != 1)
    return nullptr;
  const Symbol* const symbol = parts().lookup.local(member.a->name->last().text);
  return symbol == nullptr || symbol->variable == nullptr ? nullptr : parts().host.length_of(*symbol->variable);
}

// Reported where the function is declared, since the fix belongs there.
void CallChecker::tell_of_host(std::string_view name, const std::vector<Entity*>& all, Place at) {
  for (const Entity* const e : all)
    if (e->kind == EntityKind::host) {
      if (told_.first(e))
        diagnostics_.error(
            e->place, Mistake::host_function,
            quoted(name) + " runs on the host, but " + line_of(input_.source, at) + " calls it in device code",
            Mend::write_before("__device__"));
      return;
    }
}

bool CallChecker::tell_of_host(const std::vector<Callable*>& all, std::string_view name, Place at) {
  const auto of_host = [](const Callable* c) { return c->declaration->of_host; };
  if (context_.on_host || all.empty() || !std::all_of(all.begin(), all.end(), of_host)) return false;
  const syntax::Declaration& d = *all.front()->declaration;
  if (!poisoned_.contains(name) && told_.first(&d))
    diagnostics_.error(d.name_place, Mistake::host_function,
                       (d.is_constructor ? "this constructor" : quoted(name)) + " runs on the host, but " +
                           line_of(input_.source, at) + " calls it in device code",
                       Mend::write_before("__device__"));
  return true;
}

// The same for a host operator with a parameter of an argument's type.
bool CallChecker::tell_of_host_operator(std::string_view name, const std::vector<Argument>& arguments, Place at) {
  if (context_.on_host || !names_.contains("operator")) return false;
  std::string key(name);
  for (const Argument& a : arguments) key += a.value == nullptr ? "," : "," + name_of(a.value->type.plain());
  const auto [found, fresh] = host_operators_.try_emplace(std::move(key), nullptr);
  if (fresh) found->second = host_operator(name, arguments);
  if (found->second == nullptr) return false;
  tell_of_host(name, {found->second}, at);
  return true;
}

Entity* CallChecker::host_operator(std::string_view name, const std::vector<Argument>& arguments) {
  for (Entity* const e : names_.of("operator")) {
    if (e->kind != EntityKind::host) continue;
    const std::string_view behind = input_.source.text().substr(e->place.offset);
    const std::string_view head = behind.substr(0, behind.find_first_of("{;"));
    if (!head.starts_with(name) || head.substr(name.size()).find_first_not_of(" (") == 0) continue;
    const auto takes = [&](const Argument& a) {
      if (a.value == nullptr || !a.value->type.is_structure()) return false;
      const Type type = a.value->type.plain();
      return has_word(head, type->structure->name) ||
             std::any_of(names_.all().begin(), names_.all().end(), [&](const Entity& alias) {
               return alias.kind == EntityKind::alias && alias.type.plain() == type && has_word(head, alias.name);
             });
    };
    if (std::any_of(arguments.begin(), arguments.end(), takes)) return e;
  }
  return nullptr;
}

// A call of a name that a function, a template parameter or a structure defines; null if none does.
const Expression* CallChecker::call_of_own_name(const syntax::Expression& e, std::vector<Argument>& arguments) {
  const syntax::NamePart& part = e.a->name->last();
  const Place at = e.a->place;
  if (const Symbol* const s = parts().lookup.local(part.text)) {
    if (s->variable != nullptr) return call_of_object(build_.variable(*s->variable, at), arguments, e.place, at);
    if (s->value == nullptr) return parts().values.from_values(s->type, e.list, false, e.place);
  }
  if (const Binding* const b = parts().lookup.binding(part.text); b != nullptr && b->value.value == nullptr)
    return parts().values.from_values(b->value.type, e.list, false, e.place);
  if (frame_->of == nullptr) return nullptr;
  Record& of = records_.of(*frame_->of->structure);
  const Expression* const object =
      frame_->self != nullptr ? operators_.dereference(parts().expressions.self(at), at) : nullptr;
  for (const auto& [method, callable] : of.methods)
    if (method == part.text) return call_of_methods(of, object, part.text, &part, arguments, e.place, at);
  const Expression* const field = object != nullptr ? parts().expressions.own_field(object, part.text, at) : nullptr;
  return field != nullptr ? call_of_object(field, arguments, e.place, at) : nullptr;
}

const Expression* CallChecker::call_of_name(const syntax::Expression& e, std::vector<Argument>& arguments) {
  const syntax::Name& name = *e.a->name;
  const syntax::NamePart& part = name.last();
  knobs_.note_macro(e.a->expansion);
  if (name.parts.size() == 1) {
    if (const Expression* const call = call_of_own_name(e, arguments)) return call;
  } else if (Record* const record = parts().types.scope_record(name, name.parts.size() - 1)) {
    return call_of_methods(*record, nullptr, part.text, &part, arguments, e.place, e.a->place);
  }
  if (const Expression* const value = parts().traits.limit(name, e.place)) return value;
  std::vector<Callable*> all;
  if (context_.on_host && !parts().host.add_host_callables(parts().lookup.find(name, true), all))
    return build_.broken(e.place);
  bool host = false;
  for (Entity* const entity : parts().lookup.find(name, true)) {
    if (entity->callable != nullptr && !context_.on_host) {
      parts().lookup.use(*entity);
      all.push_back(entity->callable);
    }
    host |= entity->kind == EntityKind::host;
    if (entity->kind == EntityKind::structure || entity->kind == EntityKind::alias)
      if (const std::optional<Type> type = parts().types.entity_type(*entity, part))
        return parts().values.from_values(*type, e.list, false, e.place);
    if (entity->kind == EntityKind::variable)
      if (const Expression* const value = parts().expressions.entity_value(*entity, name, e.a->place))
        return call_of_object(value, arguments, e.place, e.a->place);
  }
  return call_of_functions(e, all, host, arguments);
}

const Expression* CallChecker::call_of_functions(const syntax::Expression& e, const std::vector<Callable*>& all,
                                                 bool host, std::vector<Argument>& arguments) {
  const syntax::Name& name = *e.a->name;
  const syntax::NamePart& part = name.last();
  const Place at = e.a->place;
  const bool foreign = name.parts.size() > 1 && (name.parts[0].text == "std" || name.parts[0].text == "cuda");
  const bool known = !builtins(part.text).empty() && (name.parts.size() == 1 || foreign);
  if (context_.on_host && known && !parts().host.convert_as_said(part, arguments)) return build_.broken(e.place);
  if (all.empty() && known) return call_of_builtin(part.text, arguments, e.place, at);
  if (all.empty() && host) {
    tell_of_host(part.text, parts().lookup.find(name, true), at);
    return build_.broken(e.place);
  }
  if (all.empty()) {
    if (const std::optional<Type> type = parts().types.find_type(name))
      return parts().values.from_values(*type, e.list, false, e.place);
    parts().lookup.unknown_name(name, Mistake::undeclared_function);
    return build_.broken(e.place);
  }
  // A function of the source with the name of a CUDA function takes precedence if it fits.
  const std::optional<Candidate> found =
      parts().overloads.chosen(part.text, all, &part, arguments, nullptr, at, !known);
  if (!found) return known ? call_of_builtin(part.text, arguments, e.place, at) : build_.broken(e.place);
  return made_call(*found, nullptr, arguments, e.place, at);
}

const Expression* CallChecker::call_of_member(const syntax::Expression& e, std::vector<Argument>& arguments) {
  const syntax::Expression& m = *e.a;
  const Expression* object = parts().expressions.check(*m.a);
  arguments = check_arguments(e.list);
  if (is_broken(object)) return build_.broken(e.place);
  object = parts().expressions.object_of(m, object);
  if (is_broken(object)) return build_.broken(e.place);
  const syntax::NamePart& part = m.name->last();
  Record* const record = records_.of(object->type);
  if (record != nullptr)
    for (const auto& [method, callable] : record->methods)
      if (method == part.text)
        return call_of_methods(*record, object, part.text, &part, arguments, e.place, m.name->place);
  const Expression* const value = parts().expressions.member(object, part.text, m.place, m.name->place);
  return call_of_object(value, arguments, e.place, m.name->place);
}

const Expression* CallChecker::call_of_object(const Expression* object, std::vector<Argument>& arguments, Place place,
                                              Place at) {
  if (is_broken(object)) return build_.broken(place);
  if (Record* const record = records_.of(object->type))
    for (const auto& [method, callable] : record->methods)
      if (method == "operator()") return call_of_methods(*record, object, method, nullptr, arguments, place, at);
  const bool has_elements = object->type.is_pointer() || object->type.is_array();
  diagnostics_.error(at, Mistake::no_function, "this is " + with_article(object->type) + ", not a function",
                     has_elements ? "use [ ] for one of its elements" : "");
  return build_.broken(place);
}

const Expression* CallChecker::call_of_methods(const Record& record, const Expression* object, std::string_view name,
                                               const syntax::NamePart* part, std::vector<Argument>& arguments,
                                               Place place, Place at) {
  std::vector<Callable*> all;
  for (const auto& [method, callable] : record.methods)
    if (method == name) all.push_back(callable);
  if (all.empty()) {
    if (!poisoned_.contains(name) && !poisoned_.contains(record.structure->name))
      diagnostics_.error(at, Mistake::no_member, quoted(record.structure->name) + " has no member " + quoted(name));
    return build_.broken(place);
  }
  const std::optional<Candidate> found = parts().overloads.chosen(name, all, part, arguments, object, at);
  if (!found) return build_.broken(place);
  return made_call(*found, object, arguments, place, at);
}

const Expression* CallChecker::operator_call(const char* op, std::vector<Argument> arguments, Place place, Place at) {
  const std::string wanted_name = std::string("operator") + op;
  for (const Argument& a : arguments)
    if (a.value != nullptr && is_broken(a.value)) return build_.broken(place);
  if (Record* const record = records_.of(arguments[0].value->type)) {
    std::vector<Callable*> methods;
    for (const auto& [method, callable] : record->methods)
      if (method == wanted_name) methods.push_back(callable);
    std::vector<Argument> others(arguments.begin() + 1, arguments.end());
    if (tell_of_host(methods, wanted_name, at)) return build_.broken(place);
    if (!methods.empty()) {
      std::optional<Candidate> found;
      {
        const Quietly quietly(context_);
        found = parts().overloads.chosen(wanted_name, methods, nullptr, others, arguments[0].value, at);
      }
      if (found) return made_call(*found, arguments[0].value, others, place, at);
    }
  }
  std::vector<Callable*> all;
  for (Entity* const e : names_.of(wanted_name))
    if (e->callable != nullptr) {
      parts().lookup.use(*e);
      all.push_back(e->callable);
    }
  std::optional<Candidate> found;
  {
    const Quietly quietly(context_);
    found = parts().overloads.chosen(wanted_name, all, nullptr, arguments, nullptr, at);
  }
  if (found) return made_call(*found, nullptr, arguments, place, at);
  return tell_of_host_operator(wanted_name, arguments, at) ? build_.broken(place) : nullptr;
}

const Expression* CallChecker::call_of_builtin(std::string_view name, std::vector<Argument>& arguments, Place place,
                                               Place at) {
  std::vector<const Expression*> values;
  std::vector<Type> types;
  for (const Argument& a : arguments) {
    if (a.value == nullptr) {
      diagnostics_.error(a.place, Mistake::untyped_braces, "the type of this braced list is not known");
      return build_.broken(place);
    }
    if (is_broken(a.value)) return build_.broken(place);
    const Expression* value = build_.value(a.value);
    if (value->type.is_structure() && value->type->structure->vector == 0)
      for (const TypeKind kind : {TypeKind::float_, TypeKind::double_, TypeKind::int_})
        if (const Expression* const number = parts().conversions.user_converted(a.value, build_.type(kind))) {
          value = number;
          break;
        }
    values.push_back(value);
    types.push_back(value->type);
  }
  const Resolved resolved = resolve(build_.types(), builtins(name), types);
  if (!resolved.error.empty()) {
    tell_of_misfit(name, resolved.error, arguments, types, at);
    return build_.broken(place);
  }
  std::vector<const Expression*> list;
  for (std::size_t n = 0; n < values.size(); ++n) {
    const Type to = resolved.parameters[n].type;
    const Expression* const value =
        to.is(TypeKind::bool_) ? build_.condition(values[n]) : build_.adapted(values[n], to);
    list.push_back(value != nullptr ? value : values[n]);
  }
  for (std::size_t n = 0; n < resolved.left_out.size(); ++n)
    list.push_back(build_.constant(Value::of(resolved.left_out_types[n].kind(), resolved.left_out[n]),
                                   resolved.left_out_types[n], at));
  Type result = resolved.result;
  if (!resolved.result_name.empty()) result = records_.vector(resolved.result_name)->structure->type;
  Expression* const e = build_.node(Kind::builtin, result, place);
  e->at = at;
  e->builtin = resolved.builtin;
  e->list = arena_.list(list);
  if (resolved.builtin->group == BuiltinGroup::barrier && frame_->function != nullptr && name != "__syncwarp")
    frame_->function->waits = true;
  return e;
}

// Often the address of the argument is what was meant.
void CallChecker::tell_of_misfit(std::string_view name, const Sentence& why, const std::vector<Argument>& arguments,
                                 std::vector<Type> types, Place at) {
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    if (!arguments[n].value->is_place || types[n].is_pointer()) continue;
    const Type own = std::exchange(types[n], build_.types().pointer_to(types[n]));
    if (resolve(build_.types(), builtins(name), types).error.empty()) {
      if (!is_by_value(*arguments[n].value) || !parts().expressions.tell_of_missing_elements(*arguments[n].value))
        diagnostics_.error(arguments[n].place, Mistake::builtin_misfit, why, Mend::write_before("&"));
      return;
    }
    types[n] = own;
  }
  diagnostics_.error(at, Mistake::builtin_misfit, why);
}

void CallChecker::note_call(const Function& function) {
  if (std::find(frame_->calls.begin(), frame_->calls.end(), &function) == frame_->calls.end())
    frame_->calls.push_back(&function);
}

// The object of a method call, as a pointer; null if there is none, which is reported.
const Expression* CallChecker::object_argument(const Candidate& c, const Expression* object, Place at) {
  const Function& function = *c.made->function;
  const auto is_static = [](const syntax::Declaration* d) {
    return d != nullptr && d->specifiers != nullptr && d->specifiers->is_static;
  };
  if (is_static(c.made->declaration) || is_static(c.callable->first))
    return build_.zero(function.parameters[0]->type, at);
  if (object != nullptr) return operators_.address(object->is_place ? object : build_.keep(object), object->place);
  diagnostics_.error(at, Mistake::wrong_object,
                     quoted(function.name) + " needs an object of type " + quoted(c.callable->of->structure->name));
  return nullptr;
}

// The value of a parameter in a call: the argument as its type, or the default value.
const Expression* CallChecker::parameter_value(const Function& function, const Variable& parameter, std::size_t n,
                                               const std::vector<Argument>& arguments) {
  if (n >= arguments.size()) return parameter.init;
  const Argument& argument = arguments[n];
  const bool reference = parameter.type.is_reference();
  if (argument.value == nullptr) {
    const Type type = reference ? parameter.type.inner().plain() : parameter.type;
    const Expression* const made = parts().values.from_braces(type, argument.written->list, argument.place);
    return reference && !is_broken(made) ? build_.keep(made) : made;
  }
  const Sentence where =
      "the " + ordinal(n) + " parameter of " + quoted(function.name) + " is " + with_article(parameter.type);
  return parts().conversions.wanted(argument.value, parameter.type, where, argument.place);
}

// True if it can be called from here; otherwise the reason is reported.
bool CallChecker::is_callable(const Function& function, Place at) {
  if (function.is_kernel)
    diagnostics_.error(at, Mistake::kernel_called,
                       quoted(function.name) + " is a kernel and cannot be called like a function");
  else if (!function.for_device && !context_.on_host)
    diagnostics_.error(
        function.place, Mistake::host_function,
        quoted(function.name) + " runs on the host, but " + line_of(input_.source, at) + " calls it in device code",
        Mend::write_before("__device__"));
  else
    return true;
  return false;
}

const Expression* CallChecker::made_call(const Candidate& c, const Expression* object, std::vector<Argument>& arguments,
                                         Place place, Place at) {
  const Function& function = *c.made->function;
  const syntax::Declaration& d = *c.made->declaration;
  if (!is_callable(function, at)) return build_.broken(place);
  std::vector<const Expression*> list;
  if (c.callable->of != nullptr && !d.is_constructor) {
    list.push_back(object_argument(c, object, at));
    if (list.back() == nullptr) return build_.broken(place);
  }
  const std::size_t skipped = c.callable->of != nullptr ? 1 : 0;
  for (std::size_t n = 0; n + skipped < function.parameters.size(); ++n) {
    list.push_back(parameter_value(function, *function.parameters[n + skipped], n, arguments));
    if (list.back() == nullptr || is_broken(list.back())) return build_.broken(place);
  }
  if (context_.on_host) return parts().host.call_on_host(c, list, place);
  if (function.is_constexpr || function.result.is_unknown()) parts().functions.need_body(*c.callable, *c.made);
  const std::size_t calls = frame_->calls.size();
  const Expression* const made = call(c, list, place, at);
  const bool changes = made->is_place && !holds_const(made->type);  // its target may be written
  return function.is_constexpr && !d.is_constructor && !changes ? folded(made, calls) : made;
}

const Expression* CallChecker::folded(const Expression* e, std::size_t calls) {
  if (!e->type.is_arithmetic() && !e->type.is_enumeration() && !e->type.is_structure()) return e;
  if (Build::known(e) != nullptr) return e;
  const Expression* const made = context_.constants.found(*e, 64).made;
  if (made != nullptr) frame_->calls.resize(std::min(calls, frame_->calls.size()));
  return made != nullptr ? made : e;
}

// The call itself; the body of the called function is checked later.
const Expression* CallChecker::call(const Candidate& c, const std::vector<const Expression*>& list, Place place,
                                    Place at) {
  const Function& function = *c.made->function;
  note_call(function);
  parts().functions.queue_body(*c.callable, *c.made);
  const bool reference = function.result.is_reference();
  Expression* const e = build_.node(Kind::call, reference ? function.result.inner() : function.result.plain(), place);
  e->at = at;
  e->function = &function;
  e->list = arena_.list(list);
  e->is_place = reference;
  return e->type.is_unknown() && !function.is_constructor ? build_.broken(place) : e;
}

const Expression* CallChecker::check_construct(const syntax::Expression& e) {
  const Type type = parts().types.type_of(*e.type);
  if (type.is_unknown()) {
    static_cast<void>(check_arguments(e.list));
    return build_.broken(e.place);
  }
  if (!e.braces && e.list.size() == 1 && !type.is_structure() && e.list[0]->kind != Written::braces) {
    const Expression* const value = parts().expressions.check(*e.list[0]);
    return is_broken(value) ? value : parts().expressions.cast(value, type, "", e.place);
  }
  return parts().values.from_values(type, e.list, e.braces, e.place);
}

}  // namespace tilescope::language
