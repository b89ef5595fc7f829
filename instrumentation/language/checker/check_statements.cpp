// Checks statements.
#include <set>

#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

using WrittenStatement = syntax::StatementKind;

const Statement* StatementChecker::check(const syntax::Statement& s) {
  if (diagnostics_.full()) return statement(StatementKind::empty, s);
  switch (s.kind) {
    case WrittenStatement::empty:
    case WrittenStatement::broken: return statement(StatementKind::empty, s);
    case WrittenStatement::block: return check_block(s);
    case WrittenStatement::expression: {
      if (tell_of_missing_type(*s.expression)) return broken_statement(build_.broken(s.place), s);
      const Expression* const e = parts().expressions.check(*s.expression);
      if (is_broken(e)) return broken_statement(e, s);
      Statement* const made = statement(StatementKind::expression, s);
      made->expression = e;
      return made;
    }
    case WrittenStatement::declaration: return check_declaration(s);
    case WrittenStatement::if_: return check_if(s);
    case WrittenStatement::for_: return check_for(s);
    case WrittenStatement::for_each: return check_for_each(s);
    case WrittenStatement::while_:
    case WrittenStatement::do_: return check_loop(s);
    case WrittenStatement::switch_: return check_switch(s);
    case WrittenStatement::case_:
    case WrittenStatement::default_: return check_case(s);
    case WrittenStatement::break_:
      if (frame_->loops == 0 && frame_->switches == 0)
        diagnostics_.error(s.place, Mistake::stray_jump, "break is not inside a loop or a switch");
      return statement(StatementKind::break_, s);
    case WrittenStatement::continue_:
      if (frame_->loops == 0) diagnostics_.error(s.place, Mistake::stray_jump, "continue is not inside a loop");
      return statement(StatementKind::continue_, s);
    case WrittenStatement::return_: return check_return(s);
    case WrittenStatement::goto_:
    case WrittenStatement::label: return check_label(s);
    case WrittenStatement::outside:
      diagnostics_.error(s.keyword.length > 0 ? s.keyword : s.place, Mistake::not_understood,
                         std::string(s.text) + " is not supported by TileScope");
      return statement(StatementKind::empty, s);
  }
  return statement(StatementKind::empty, s);
}

const Statement* StatementChecker::body(const syntax::Statement& s, std::vector<const Statement*> list) {
  const std::vector<const Statement*> own = check_list(s.list);
  list.insert(list.end(), own.begin(), own.end());
  const Statement* const made = block(std::move(list), s);
  match_labels();
  return made;
}

Statement* StatementChecker::statement(StatementKind kind, const syntax::Statement& from) {
  dropped_ |= kind == StatementKind::empty && from.kind != WrittenStatement::empty;
  Statement* const s = arena_.make<Statement>();
  s->kind = kind;
  s->place = from.place;
  s->at = from.keyword.length > 0 ? from.keyword : from.place;
  return s;
}

// Does nothing, and is known as a statement that cannot run.
const Statement* StatementChecker::broken_statement(const Expression* e, const syntax::Statement& from) {
  Statement* const s = statement(StatementKind::empty, from);
  s->expression = e;
  return s;
}

const Statement* StatementChecker::block(std::vector<const Statement*> list, const syntax::Statement& from) {
  Statement* const s = statement(StatementKind::block, from);
  s->list = arena_.list(list);
  return s;
}

const Statement* StatementChecker::check_block(const syntax::Statement& s) {
  const Scope scope(*frame_);
  return block(check_list(s.list), s);
}

// `x = 1, y = 2;`: if neither is known, it declares both.
bool StatementChecker::tell_of_missing_type(const syntax::Expression& e) {
  if (e.kind != syntax::ExpressionKind::comma || e.in_parens) return false;
  std::vector<const syntax::Name*> names;
  for (const syntax::Expression* rest = &e; rest != nullptr;
       rest = rest->kind == syntax::ExpressionKind::comma ? rest->a : nullptr) {
    const syntax::Expression* one = rest->kind == syntax::ExpressionKind::comma ? rest->b : rest;
    if (one->kind == syntax::ExpressionKind::assign && one->op == Mark::equals) one = one->a;
    if (one->kind != syntax::ExpressionKind::name || one->name->parts.size() > 1) return false;
    const std::string_view name = one->name->last().text;
    if (parts().lookup.local(name) != nullptr || parts().lookup.binding(name) != nullptr || names_.contains(name))
      return false;
    names.push_back(one->name);
  }
  for (const syntax::Name* const name : names) frame_->unknown.push_back(name->last().text);
  diagnostics_.error(names.back()->place, Mistake::missing_type_before,
                     "a type is missing before " + quoted(names.back()->last().text));
  return true;
}

std::vector<const Statement*> StatementChecker::check_list(std::span<const syntax::Statement* const> all) {
  std::vector<const Statement*> list;
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (all[n]->kind == WrittenStatement::for_ && n + 1 < all.size() && ends_too_early(*all[n], *all[n + 1]))
      frame_->empty_loops.emplace_back(all[n]->place, all[n]->body->place);
    list.push_back(check(*all[n]));
  }
  for (std::size_t n = 0; n + 1 < all.size(); ++n)
    if (ends_too_early(*all[n], *all[n + 1]) && !diagnostics_.any_error_in(all[n]->body->place))
      diagnostics_.warning(all[n]->body->place, Mistake::empty_body,
                           "this ; is the whole body of the " + std::string(text_of(all[n]->keyword)), "remove it");
  return list;
}

// `if (i < n);` before its body. A loop may do everything in its head, unless what follows looks like its body.
bool StatementChecker::ends_too_early(const syntax::Statement& s, const syntax::Statement& next) const {
  const bool is_loop = s.kind == WrittenStatement::for_ || s.kind == WrittenStatement::while_;
  if ((!is_loop && s.kind != WrittenStatement::if_) || s.body == nullptr || s.body->kind != WrittenStatement::empty)
    return false;
  if (s.else_body != nullptr || text_of(s.body->place) != ";" ||
      !text_of(s.keyword).starts_with(text_of(s.place).substr(0, 1)))
    return false;
  const Position own = input_.source.position(s.place.offset), after = input_.source.position(next.place.offset);
  return !is_loop || next.kind == WrittenStatement::block || (after.line > own.line && after.column > own.column);
}

// The body of a condition or loop has its own scope, with or without braces.
const Statement* StatementChecker::body_of(const syntax::Statement* s) {
  if (s == nullptr) return arena_.make<Statement>();
  const Scope scope(*frame_);
  return check(*s);
}

// A condition may declare a variable and test its value.
const Expression* StatementChecker::check_condition(const syntax::Statement& s, std::vector<const Statement*>& before) {
  if (!s.declarations.empty()) {
    std::vector<const Variable*> variables;
    for (const syntax::Declaration* const d : s.declarations) parts().variables.declare(*d, variables);
    Statement* const made = statement(StatementKind::variable, s);
    made->variables = arena_.list(variables);
    before.push_back(made);
    if (variables.empty()) return build_.broken(s.place);
    return build_.value(build_.variable(*variables.back(), variables.back()->place));
  }
  if (s.condition == nullptr) return build_.broken(s.place);
  parts().expressions.warn_of_condition(*s.condition);
  return parts().expressions.check(*s.condition);
}

const Statement* StatementChecker::check_if(const syntax::Statement& s) {
  const Scope scope(*frame_);
  std::vector<const Statement*> list;
  if (s.init != nullptr) list.push_back(check(*s.init));
  const std::size_t calls = frame_->calls.size();
  const Expression* condition = nullptr;
  {
    const OnlyConstants only(build_, s.is_constexpr);
    condition = parts().conversions.truth(check_condition(s, list));
  }
  if (s.is_constexpr) condition = parts().calls.folded(condition, calls);
  const Value* const known = Build::known(condition);
  if (s.is_constexpr && known == nullptr && !is_broken(condition))
    diagnostics_.error(condition->place, Mistake::constant_wanted, "the condition of if constexpr must be a constant",
                       Mend::write("if"));
  if (s.is_constexpr && known != nullptr) {
    const syntax::Statement* const taken = known->truth() ? s.body : s.else_body;
    if (taken == nullptr && list.empty()) return statement(StatementKind::empty, s);
    if (taken != nullptr) list.push_back(body_of(taken));
    return block(list, s);
  }
  Statement* const made = statement(StatementKind::if_, s);
  made->condition = condition;
  made->body = body_of(s.body);
  if (s.else_body != nullptr) made->else_body = body_of(s.else_body);
  if (is_broken(condition)) made->kind = StatementKind::empty;
  if (list.empty()) return made;
  list.push_back(made);
  return block(list, s);
}

const Statement* StatementChecker::check_for(const syntax::Statement& s) {
  const Scope scope(*frame_);
  std::vector<const Statement*> list;
  if (s.init != nullptr) list.push_back(check(*s.init));
  Statement* const made = statement(StatementKind::loop, s);
  if (s.condition != nullptr) {
    parts().expressions.warn_of_condition(*s.condition);
    made->condition = parts().conversions.truth(parts().expressions.check(*s.condition));
  }
  if (s.step != nullptr) made->step = parts().expressions.check(*s.step);
  ++frame_->loops;
  made->body = body_of(s.body);
  --frame_->loops;
  if ((made->condition != nullptr && is_broken(made->condition)) || (made->step != nullptr && is_broken(made->step)))
    made->kind = StatementKind::empty;
  if (list.empty()) return made;
  list.push_back(made);
  return block(list, s);
}

// A variable without a name in the source.
Variable* StatementChecker::hidden(const Expression* init) {
  Variable* const v = arena_.make<Variable>();
  v->type = init->type.plain();
  v->function = frame_->function;
  v->init = init;
  frame_->locals.push_back(v);
  return v;
}

// The code for one element: the element gets its name, then the body follows.
const Statement* StatementChecker::round_of(const syntax::Statement& s, const Expression* element) {
  const Scope scope(*frame_);
  const syntax::Declaration& d = *s.declarations[0];
  Variable* const v = arena_.make<Variable>();
  v->name = d.name != nullptr ? d.name->last().text : std::string_view();
  v->place = d.name_place;
  v->function = frame_->function;
  v->init = element;
  v->type = d.specifiers->base == syntax::Specifiers::Base::automatic ? parts().variables.automatic_type(d, v->init)
                                                                      : parts().types.type_of(*d.specifiers, d.steps);
  if (!v->type.is_unknown())
    v->init = parts().conversions.wanted(element, v->type, quoted(v->name) + " is " + with_article(v->type),
                                         s.expression->place);
  frame_->locals.push_back(v);
  parts().variables.declare_symbol({.name = v->name, .variable = v, .type = {}, .value = nullptr}, v->place);
  Statement* const first = statement(StatementKind::variable, s);
  first->variables = arena_.list(std::vector<const Variable*>{v});
  ++frame_->loops;
  const Statement* const body = body_of(s.body);
  --frame_->loops;
  return block({first, body}, s);
}

// `for (float x : span)` goes from span.begin() to span.end().
const Statement* StatementChecker::each_by_methods(const syntax::Statement& s, const Expression* range) {
  const Place at = range->place;
  std::vector<Argument> none;
  Record& record = *records_.of(range->type);
  const Expression* const object = range->is_place ? range : build_.keep(range);
  const Expression* const first =
      build_.value(parts().calls.call_of_methods(record, object, "begin", nullptr, none, at, at));
  const Expression* const last =
      build_.value(parts().calls.call_of_methods(record, object, "end", nullptr, none, at, at));
  if (is_broken(first) || is_broken(last)) return statement(StatementKind::empty, s);
  const Variable* const here = hidden(first);
  const Variable* const end = hidden(last);
  const Expression* const walker = build_.variable(*here, at);
  const auto done = [&](const char* op, std::vector<Argument> arguments) {
    return walker->type.is_structure() ? parts().calls.operator_call(op, std::move(arguments), at, at) : nullptr;
  };
  const Argument one{nullptr, walker, at}, other{nullptr, build_.variable(*end, at), at};
  Statement* const loop = statement(StatementKind::loop, s);
  const Expression* e = done("!=", {one, other});
  loop->condition =
      parts().conversions.truth(e != nullptr ? e : operators_.binary(Mark::not_equal, one.value, other.value, at));
  e = done("++", {one});
  loop->step = e != nullptr ? e : operators_.increment(Mark::plus_plus, true, walker, at);
  e = done("*", {one});
  const Expression* const element = e != nullptr ? e : operators_.dereference(walker, at);
  if (is_broken(loop->condition) || is_broken(loop->step) || is_broken(element))
    return statement(StatementKind::empty, s);
  loop->body = round_of(s, element);
  Statement* const begin = statement(StatementKind::variable, s);
  begin->variables = arena_.list(std::vector<const Variable*>{here, end});
  return block({begin, loop}, s);
}

// `for (float x : row)` goes through the elements by index.
const Statement* StatementChecker::check_for_each(const syntax::Statement& s) {
  const Scope scope(*frame_);
  const Expression* const range = parts().expressions.check(*s.expression);
  if (is_broken(range)) return broken_statement(range, s);
  if (s.declarations.empty()) return broken_statement(build_.broken(s.place), s);
  if (range->type.is_structure()) return each_by_methods(s, range);
  if (!range->type.is_array() || range->type->count == 0) {
    diagnostics_.error(range->place, Mistake::bad_range,
                       "a range-based for needs an array of known size, or a structure with begin() and end()");
    return statement(StatementKind::empty, s);
  }
  Variable* const n = arena_.make<Variable>();
  n->type = build_.type(TypeKind::int_);
  n->function = frame_->function;
  n->init = build_.integer(0, s.place);
  frame_->locals.push_back(n);
  const Expression* const element = operators_.element(range, build_.value(build_.variable(*n, s.place)), range->place);
  Statement* const loop = statement(StatementKind::loop, s);
  loop->condition = operators_.binary(Mark::less, build_.variable(*n, s.place),
                                      build_.integer(static_cast<std::int64_t>(range->type->count), s.place), s.place);
  loop->step = operators_.increment(Mark::plus_plus, true, build_.variable(*n, s.place), s.place);
  loop->body = round_of(s, element);
  Statement* const begin = statement(StatementKind::variable, s);
  begin->variables = arena_.list(std::vector<const Variable*>{n});
  return block({begin, loop}, s);
}

const Statement* StatementChecker::check_loop(const syntax::Statement& s) {
  const Scope scope(*frame_);
  Statement* const made = statement(StatementKind::loop, s);
  made->condition_last = s.kind == WrittenStatement::do_;
  std::vector<const Statement*> before;
  const Expression* first = nullptr;
  if (!made->condition_last) first = parts().conversions.truth(check_condition(s, before));
  ++frame_->loops;
  made->body = body_of(s.body);
  --frame_->loops;
  made->condition = made->condition_last ? parts().conversions.truth(check_condition(s, before)) : first;
  if (is_broken(made->condition)) {
    made->kind = StatementKind::empty;
  } else if (!before.empty()) {  // the condition declares a variable: again in each round
    Statement* const leaves = statement(StatementKind::if_, s);
    leaves->condition = operators_.unary(Mark::bang, made->condition, made->condition->place);
    leaves->body = statement(StatementKind::break_, s);
    before.push_back(leaves);
    before.push_back(made->body);
    made->condition = nullptr;
    made->body = block(before, s);
  }
  return made;
}

const Statement* StatementChecker::check_switch(const syntax::Statement& s) {
  const Scope scope(*frame_);
  std::vector<const Statement*> list;
  if (s.init != nullptr) list.push_back(check(*s.init));
  Statement* const made = statement(StatementKind::switch_, s);
  const Expression* value = build_.value(check_condition(s, list));
  if (!is_broken(value) && !value->type.is_integer() && !value->type.is_enumeration()) {
    if (const Expression* const number = parts().conversions.user_converted(value, build_.type(TypeKind::int_))) {
      value = number;
    } else {
      diagnostics_.error(value->place, Mistake::switch_type,
                         "switch needs an integer, but this is " + with_article(value->type));
      value = build_.broken(value->place);
    }
  }
  if (!is_broken(value) && value->type.is_integer())
    value = build_.converted(value, build_.types().promoted(value->type));
  made->expression = value;
  ++frame_->switches;
  const auto outer = std::exchange(frame_->cases, {});
  made->body = body_of(s.body);
  frame_->cases = outer;
  --frame_->switches;
  if (is_broken(value)) made->kind = StatementKind::empty;
  if (list.empty()) return made;
  list.push_back(made);
  return block(list, s);
}

const Statement* StatementChecker::check_case(const syntax::Statement& s) {
  Statement* const made = statement(StatementKind::case_, s);
  made->otherwise = s.kind == WrittenStatement::default_;
  if (frame_->switches == 0)
    diagnostics_.error(s.keyword, Mistake::stray_case,
                       std::string(made->otherwise ? "default" : "case") + " is not inside a switch");
  if (!made->otherwise && s.expression != nullptr) {
    const Expression* const value = parts().expressions.constant_expression(*s.expression);
    if (!is_broken(value)) {
      if (!Build::known_integer(value))
        diagnostics_.error(s.expression->place, Mistake::constant_wanted, "a case needs a constant integer");
      else
        made->value = Build::known(value);
      if (made->value != nullptr) note_case(*Build::known_integer(value), s.expression->place);
    }
    if (made->value == nullptr) made->kind = StatementKind::empty;
  }
  if (s.body == nullptr) return made;
  return block({made, check(*s.body)}, s);
}

void StatementChecker::note_case(std::int64_t value, Place place) {
  const auto [known, is_new] = frame_->cases.try_emplace(value, place);
  if (!is_new)
    diagnostics_.error(
        place, Mistake::case_twice,
        "the case " + quoted(text_of(place)) + " already appears on " + line_of(input_.source, known->second));
}

const Statement* StatementChecker::check_label(const syntax::Statement& s) {
  const bool is_label = s.kind == WrittenStatement::label;
  Statement* const made = statement(is_label ? StatementKind::label : StatementKind::goto_, s);
  made->name = s.text;
  (is_label ? frame_->labels : frame_->jumps).emplace_back(s.text, s.place);
  return made;
}

// Every goto needs a label, and every label must be unique.
void StatementChecker::match_labels() {
  std::set<std::string_view> names;
  for (const auto& [name, place] : frame_->labels)
    if (!names.insert(name).second)
      diagnostics_.error(place, Mistake::label_twice, "the label " + quoted(name) + " appears twice in this function");
  for (const auto& [name, place] : frame_->jumps)
    if (!name.empty() && !names.contains(name))
      diagnostics_.error(place, Mistake::no_label, "there is no label " + quoted(name) + " in this function");
}

const Statement* StatementChecker::check_return(const syntax::Statement& s) {
  Statement* const made = statement(StatementKind::return_, s);
  Function* const f = frame_->function;
  if (s.expression == nullptr) {
    if (f != nullptr && !f->result.is_unknown() && !f->result.is_void())
      diagnostics_.error(s.keyword, Mistake::nothing_returned,
                         quoted(f->name) + " returns " + with_article(f->result) + ", but nothing is returned here");
    return made;
  }
  if (f == nullptr) return made;
  if (frame_->result_from_body && f->result.is_unknown()) {
    const Expression* const value = parts().expressions.check_value(*s.expression);
    if (!is_broken(value)) f->result = value->type.plain();
    made->expression = value;
  } else if (f->result.is_void()) {
    const Expression* const value = s.expression->kind == syntax::ExpressionKind::braces
                                        ? build_.broken(s.place)
                                        : parts().expressions.check(*s.expression);
    if (!is_broken(value) && value->type.is_void()) {
      made->kind = StatementKind::expression;
      made->expression = value;
      Statement* const after = statement(StatementKind::return_, s);
      return block({made, after}, s);
    }
    if (!is_broken(value))
      diagnostics_.error(s.expression->place, Mistake::value_returned,
                         f->is_kernel ? "a kernel returns nothing" : quoted(f->name) + " returns nothing",
                         f->is_kernel ? "store it in an array" : "write the return type instead of void");
  } else {
    made->expression =
        parts().values.from_syntax(f->result, *s.expression, quoted(f->name) + " returns " + with_article(f->result));
  }
  return made;
}

const Statement* StatementChecker::check_declaration(const syntax::Statement& s) {
  std::vector<const Variable*> variables;
  for (const syntax::Declaration* const d : s.declarations) parts().variables.declare(*d, variables);
  if (variables.empty()) return statement(StatementKind::empty, s);
  Statement* const made = statement(StatementKind::variable, s);
  made->variables = arena_.list(variables);
  return made;
}

}  // namespace tilescope::language
