// Finds the memory accesses of a kernel's parts.
#include "instrumentation/language/passes/access_finder.h"

#include <algorithm>

#include "instrumentation/language/passes/walk.h"

namespace tilescope::language {

void AccessFinder::run(std::size_t call) {
  const std::size_t before = std::exchange(call_, call);
  calls_[call].round = round_;
  calls_[call].running = true;
  const Function& function = *calls_[call].function;
  const std::vector<Pointers> arguments = calls_[call].arguments;
  for (std::size_t i = 0; i < arguments.size() && i < function.parameters.size(); ++i) {
    const Variable& parameter = *function.parameters[i];
    if (!arguments[i].empty()) store({{object(&parameter, parameter.type->size), 0}}, arguments[i]);
  }
  for (const Expression* const e : function.fields) (void)value(*e);
  if (function.body != nullptr) run(*function.body);
  calls_[call].running = false;
  call_ = before;
}

void AccessFinder::run(const Statement& s) {
  for (const Variable* const variable : s.variables) begin(*variable);
  if (s.condition != nullptr) (void)value(*s.condition);
  if (s.expression != nullptr) {
    const Type result = calls_[call_].function->result;
    const bool returns = s.kind == StatementKind::return_;
    const Pointers held = returns ? given(*s.expression, result) : value(*s.expression);
    if (returns && add(calls_[call_].result, held)) changed_ = true;
  }
  for (const Statement* const part : s.list) run(*part);
  if (s.body != nullptr) run(*s.body);
  if (s.step != nullptr) (void)value(*s.step);
  if (s.else_body != nullptr) run(*s.else_body);
}

void AccessFinder::begin(const Variable& variable) {
  if (variable.init == nullptr) return;
  const Pointers first = given(*variable.init, variable.type);
  if (!first.empty()) store({{object(&variable, variable.type->size), 0}}, first);
}

// What a variable of the type holds when it is initialized with the expression.
Pointers AccessFinder::given(const Expression& argument, Type parameter) {
  if (parameter.is_reference()) return argument.is_place ? pointers_to(place(argument)) : value(argument);
  return value(argument);
}

Pointers AccessFinder::value(const Expression& e) {
  ++work_;
  if (gave_up()) return {};
  switch (e.kind) {
    case ExpressionKind::load: {
      if (e.a->kind == ExpressionKind::variable && e.a->variable->space == Space::local &&
          !e.a->variable->type.is_reference() && !can_point(e.type))
        return {};
      const Targets targets = place(*e.a);
      const ExpressionKind kind = e.a->kind;
      // A value just stored is not read again.
      if (kind != ExpressionKind::assign && kind != ExpressionKind::compound && kind != ExpressionKind::increment)
        note(targets, e.type->size, Use::reads);
      return targets.empty() || !can_point(e.type) ? Pointers{} : objects_.held(targets, e.type);
    }
    case ExpressionKind::address:
    case ExpressionKind::decay: return pointers_to(place(*e.a));
    case ExpressionKind::field:
      if (e.is_place) break;
      return part_of(value(*e.a), e.field->offset, e.field->type->size);
    case ExpressionKind::aggregate: return aggregate(e);
    case ExpressionKind::call: return called(e);
    case ExpressionKind::object: return made(e);
    case ExpressionKind::builtin: return builtin(e);
    default: break;
  }
  if (e.is_place || e.kind == ExpressionKind::increment || e.kind == ExpressionKind::keep) {
    const Targets targets = place(e);
    return e.is_place ? Pointers{} : objects_.held(targets, e.type);
  }
  return value_of_parts(e);
}

// A number made from an address may become an address again.
Pointers AccessFinder::value_of_parts(const Expression& e) {
  Pointers held;
  const Expression* last = nullptr;
  each_part(e, [&](const Expression& part) {
    const Pointers of_part = value(part);
    const bool chooses = (e.kind == ExpressionKind::choice && &part == e.a);
    const bool is_index = e.kind == ExpressionKind::offset && &part == e.b;
    if (e.kind == ExpressionKind::sequence)
      held = of_part;
    else if (!chooses && !is_index)
      add(held, of_part);
    last = &part;
  });
  return last != nullptr && can_point(e.type) ? held : Pointers{};
}

Pointers AccessFinder::aggregate(const Expression& e) {
  Pointers held;
  for (std::size_t i = 0; i < e.list.size(); ++i) {
    const Pointers of_part = value(*e.list[i]);
    const bool of_structure = e.type.is_structure() && i < e.type->structure->fields.size();
    if (!of_part.empty()) add(held, shifted(of_part, of_structure ? e.type->structure->fields[i].offset : 0));
  }
  return held;
}

Targets AccessFinder::place(const Expression& e) {
  ++work_;
  switch (e.kind) {
    case ExpressionKind::variable: return variable_place(*e.variable);
    case ExpressionKind::field: return field_place(e);
    case ExpressionKind::element: {
      const Pointers held = value(*e.a);
      (void)value(*e.b);
      return targets_of(held);
    }
    case ExpressionKind::dereference: return targets_of(value(*e.a));
    case ExpressionKind::reinterpret: return place(*e.a);
    case ExpressionKind::sequence: (void)value(*e.a); return place(*e.b);
    case ExpressionKind::choice: {
      (void)value(*e.a);
      Targets targets = place(*e.b);
      const Targets others = place(*e.c);
      targets.insert(targets.end(), others.begin(), others.end());
      return targets;
    }
    case ExpressionKind::assign:
    case ExpressionKind::compound:
    case ExpressionKind::increment: return assigned(e);
    case ExpressionKind::call: return targets_of(called(e));
    case ExpressionKind::string:
    case ExpressionKind::broken: return {};
    default: break;
  }
  // A value stored in a temporary.
  const Pointers held = value(e.kind == ExpressionKind::keep ? *e.a : e);
  if (!can_point(e.type)) return {};
  Targets targets{{object(&e, e.type->size), 0}};
  store(targets, held);
  return targets;
}

Targets AccessFinder::variable_place(const Variable& variable) {
  if (variable.space == Space::constant || variable.space == Space::device) return {{add_global(variable), 0}};
  if (!can_point(variable.type)) return {};
  const bool of_call = variable.space == Space::local || variable.space == Space::parameter;
  const std::size_t before = of_call ? call_ : std::exchange(call_, 0);
  const Targets targets{{object(&variable, variable.type->size), 0}};
  call_ = before;
  return variable.type.is_reference() ? targets_of(objects_.held(targets, variable.type)) : targets;
}

Targets AccessFinder::field_place(const Expression& e) {
  Targets targets = place(*e.a);
  for (Target& target : targets) target = objects_.moved(target, e.field->offset);
  return e.field->type.is_reference() ? targets_of(objects_.held(targets, e.field->type)) : targets;
}

Targets AccessFinder::assigned(const Expression& e) {
  Targets targets = place(*e.a);
  const Pointers held = e.b != nullptr ? value(*e.b) : Pointers{};
  if (e.kind != ExpressionKind::compound || !e.a->type.is_pointer()) store(targets, held);
  note(targets, e.a->type->size, e.kind == ExpressionKind::assign ? Use::writes : Use::both);
  return targets;
}

Pointers AccessFinder::called(const Expression& e) {
  std::vector<Pointers> arguments;
  const auto parameters = e.function->parameters;
  for (std::size_t i = 0; i < e.list.size(); ++i)
    arguments.push_back(given(*e.list[i], i < parameters.size() ? parameters[i]->type : e.list[i]->type));
  return result_of(*e.function, arguments);
}

Pointers AccessFinder::made(const Expression& e) {
  const Targets targets{{object(&e, e.type->size), 0}};
  std::vector<Pointers> arguments{pointers_to(targets)};
  if (!can_point(e.type)) arguments.front().clear();
  const auto parameters = e.function->parameters;
  for (std::size_t i = 0; i < e.list.size(); ++i)
    arguments.push_back(given(*e.list[i], i + 1 < parameters.size() ? parameters[i + 1]->type : e.list[i]->type));
  (void)result_of(*e.function, arguments);
  return can_point(e.type) ? objects_.held(targets, e.type) : Pointers{};
}

Pointers AccessFinder::result_of(const Function& function, const std::vector<Pointers>& arguments) {
  if (function.body == nullptr) return {};
  const std::size_t call = call_of(function, arguments);
  if (depth_ > deepest_call) work_ = most_work + 1;
  ++depth_;
  if (calls_[call].round != round_ && !calls_[call].running && !gave_up()) run(call);
  --depth_;
  return calls_[call].result;
}

// If there are too many calls, all further calls of a function are analysed as one.
std::size_t AccessFinder::call_of(const Function& function, const std::vector<Pointers>& arguments) {
  const auto known = call_numbers_.find({&function, arguments});
  if (known != call_numbers_.end()) return known->second;
  std::size_t& of_function = calls_of_[&function];
  const bool together = of_function >= most_calls_of_function || calls_.size() >= most_calls;
  const auto [place, is_new] =
      call_numbers_.try_emplace({&function, together ? std::vector<Pointers>{{{1, {}}}} : arguments}, calls_.size());
  if (is_new) {
    ++of_function;
    calls_.push_back({&function, std::vector<Pointers>(arguments.size()), {}, 0, false});
  }
  join_arguments(place->second, arguments);
  return place->second;
}

void AccessFinder::join_arguments(std::size_t call, const std::vector<Pointers>& arguments) {
  Call& to = calls_[call];
  to.arguments.resize(std::max(to.arguments.size(), arguments.size()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    work_ += arguments[i].size();
    if (add(to.arguments[i], arguments[i])) changed_ = true;
  }
}

// A pointer to const is at most read; what other pointers point to is written.
Pointers AccessFinder::builtin(const Expression& e) {
  std::vector<Pointers> held;
  Pointers all;
  for (const Expression* const argument : e.list) {
    held.push_back(value(*argument));
    add(all, held.back());
  }
  const BuiltinGroup group = e.builtin->group;
  if (group == BuiltinGroup::output || held.empty()) return {};
  if (group == BuiltinGroup::memory && e.builtin->name == "memcpy" && held.size() > 1) copy(held[0], held[1]);
  for (std::size_t i = 0; i < held.size(); ++i) {
    const Type type = e.list[i]->type;
    if (!type.is_pointer()) continue;
    const bool atomic = group == BuiltinGroup::atomic;
    // The argument itself may lack the const that the function promises.
    const bool reads = (group == BuiltinGroup::load && e.list.size() == 1) || (group == BuiltinGroup::memory && i == 1);
    if (!reads && type.inner().is_const()) continue;
    const std::uint64_t size = group == BuiltinGroup::memory ? everything : type.inner()->size;
    note(targets_of(held[i]), size, atomic ? Use::both : reads ? Use::reads : Use::writes);
    if (reads && can_point(e.type) && group == BuiltinGroup::load) return objects_.held(targets_of(held[i]), e.type);
    if (!reads && i == 0 && group != BuiltinGroup::memory) store(targets_of(held[i]), all);
  }
  return can_point(e.type) ? group == BuiltinGroup::memory ? held.front() : all : Pointers{};
}

void AccessFinder::copy(const Pointers& to, const Pointers& from) {
  store(targets_of(to), objects_.all_held(targets_of(from)));
}

}  // namespace tilescope::language
