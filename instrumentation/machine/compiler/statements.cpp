// Compiles statements, that is, control flow. Lanes that diverge merge again at the first place that all of them reach.
#include "instrumentation/machine/compiler/compiler.h"

namespace tilescope::machine {

namespace {

using language::Expression;
using language::ExpressionKind;
using language::Mark;
using language::Statement;
using language::StatementKind;
using language::Variable;

}  // namespace

void Compiler::statement(const Statement* s) {
  if (s == nullptr) return;
  const std::uint32_t line = line_, column = column_;
  if (s->kind != StatementKind::block) {
    const language::Position at = program_.source().position(s->place.offset);
    line_ = at.line;
    column_ = at.column;
  }
  operand_ = 0;
  const std::uint32_t around = begin_statement();
  const std::size_t in_scope = in_scope_.size();
  switch (s->kind) {
    case StatementKind::block:
      for (const Statement* const part : s->list) statement(part);
      if (s != facts_.function->body) end_scope(in_scope);
      break;
    case StatementKind::expression: discard(*s->expression); break;
    case StatementKind::variable:
      for (const Variable* const v : s->variables) declare(*v);
      break;
    case StatementKind::if_: if_statement(*s); break;
    case StatementKind::loop: loop(*s); break;
    case StatementKind::switch_: switch_statement(*s); break;
    case StatementKind::case_:
      if (const auto known = cases_.find(s); known != cases_.end()) jump_here(known->second);
      statement(s->body);
      break;
    case StatementKind::label:
      frame_->labels[s->name] = label_ = here();
      statement(s->body);
      break;
    case StatementKind::goto_: frame_->gotos.emplace_back(add({.op = Op::jump}), s); break;
    case StatementKind::break_: around_.back().breaks.push_back(add({.op = Op::jump})); break;
    case StatementKind::continue_:
      for (std::size_t n = around_.size(); n-- > 0;)
        if (around_[n].is_loop) {
          around_[n].continues.push_back(add({.op = Op::jump}));
          break;
        }
      break;
    case StatementKind::return_: give_back(*s); break;
    default: statement(s->body);
  }
  end_statement();
  statement_ = around;
  line_ = line;
  column_ = column;
}

void Compiler::declare(const Variable& v) {
  if (v.space != language::Space::local) return;
  operand_ = 0;
  if (v.type.is_reference()) {
    Spot place = spot(*v.init);
    settle(place);
    frame_->bound[&v] = place;
    watch_reference(v, place, *frame_);
    return;
  }
  if (v.init == nullptr) return begin(v, *frame_, nullptr);
  if (v.type.is_arithmetic() && has_steps(*v.init)) {
    const Terms terms = terms_of(*v.init, has_effects(*v.init));
    if (terms.is_loaded()) {
      begin(v, *frame_, nullptr);
      Spot to = variable_spot(v);
      return put(to, terms);
    }
    const Items items{item_of(worth(terms))};
    return begin(v, *frame_, &items);
  }
  if (v.init->kind == ExpressionKind::object) {  // the variable is the new object
    begin(v, *frame_, nullptr);
    Spot place = variable_spot(v);
    static_cast<void>(call(*v.init, &place));
    return;
  }
  const Items items = result(*v.init);
  begin(v, *frame_, &items);
}

// Fixes the target of a reference, even if the index changes later.
void Compiler::settle(Spot& place) {
  if (place.home != nullptr) return;
  if (place.memory.array == anywhere) {
    place.memory.address = copied(place.memory.address);
  } else if (!place.memory.offset.steady) {
    Value whole = as_value(place.memory.offset);
    whole.steady = false;
    place.memory.offset = scaled(copied(whole), 1, false);
  }
}

void Compiler::if_statement(const Statement& s) {
  const Value c = condition(*s.condition);
  end_statement();
  if (c.known) {
    statement(c.bits != 0 ? s.body : s.else_body);
    return;
  }
  if (s.else_body != nullptr) {
    on_either_way(
        c, [&] { statement(s.body); }, [&] { statement(s.else_body); });
    return;
  }
  const std::uint32_t otherwise = branch(c);
  statement(s.body);
  jump_here(otherwise);
}

void Compiler::loop(const Statement& s) {
  around_.push_back({.is_loop = true, .breaks = {}, .continues = {}});
  const std::uint32_t head = label_ = here();
  const auto test = [&] {
    if (s.condition == nullptr) return;
    operand_ = 0;
    const Value c = condition(*s.condition);
    end_statement();
    if (c.known && c.bits != 0) return;
    around_.back().breaks.push_back(branch(c));
  };
  if (!s.condition_last) test();
  statement(s.body);
  for (const std::uint32_t jump : around_.back().continues) jump_here(jump);
  operand_ = 0;
  if (s.step != nullptr) discard(*s.step);
  end_statement();
  if (s.condition_last) test();
  const std::uint32_t back = add({.op = Op::jump, .what = head});
  code_.instructions[back].number = Number::i64;  // a backward jump that counts rounds
  for (const std::uint32_t jump : around_.back().breaks) jump_here(jump);
  around_.pop_back();
  done_loops_.push_back({head, back});
}

void Compiler::switch_statement(const Statement& s) {
  const Value on = value(*s.expression);
  end_statement();
  std::vector<const Statement*> labels;
  const auto find = [&](const auto& self, const Statement* part) -> void {
    if (part == nullptr) return;
    if (part->kind == StatementKind::case_) labels.push_back(part);
    if (part->kind == StatementKind::switch_) return;
    for (const Statement* const inner : part->list) self(self, inner);
    self(self, part->body);
    self(self, part->else_body);
  };
  find(find, s.body);
  auto before = std::exchange(cases_, {});
  const Statement* otherwise = nullptr;
  for (const Statement* const label : labels) {
    if (label->otherwise) {
      otherwise = label;
      continue;
    }
    const Value is =
        pure(Op::not_equal, on.number, on, converted(constant(s.expression->type, *label->value), on.number));
    cases_.emplace(label, branch(is));
  }
  const std::uint32_t none = add({.op = Op::jump});
  if (otherwise != nullptr) cases_.emplace(otherwise, none);
  around_.push_back({});
  statement(s.body);
  if (otherwise == nullptr) jump_here(none);
  for (const std::uint32_t jump : around_.back().breaks) jump_here(jump);
  around_.pop_back();
  cases_ = std::move(before);
}

void Compiler::give_back(const Statement& s) {
  Frame& frame = *frame_;
  if (frame.caller == nullptr) {
    if (s.expression != nullptr) discard(*s.expression);
    add({.op = Op::finish});
    return;
  }
  if (s.expression != nullptr && frame.facts->function->result.is_reference()) {
    Spot place = spot(*s.expression);
    settle(place);
    if (frame.place) refuse(s.place, "a reference returned at several places is not supported");
    frame.place = place;
  } else if (s.expression != nullptr && !s.expression->type.is_void()) {
    const Items items = result(*s.expression);
    for (std::size_t n = 0; n < frame.result.items.size() && n < items.size(); ++n) set(frame.result, n, items[n]);
  } else if (s.expression != nullptr) {
    discard(*s.expression);
  }
  end_statement();
  frame.returns.push_back(add({.op = Op::jump}));
}

}  // namespace tilescope::machine
