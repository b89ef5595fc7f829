// Evaluates functions called in constant expressions.
#include "instrumentation/language/checker/build.h"
#include "instrumentation/language/checker/evaluator.h"

namespace tilescope::language {

using Kind = ExpressionKind;

namespace {

constexpr int deepest_call = 256;

}  // namespace

std::vector<Evaluator::Passed> Evaluator::passed(const Function& function, std::span<const Expression* const> list,
                                                 std::size_t first) {
  if (function.body == nullptr || (!function.is_constexpr && !on_host_) || depth_ >= deepest_call) throw NotConstant{};
  if (function.parameters.size() != list.size() + first) throw NotConstant{};
  std::vector<Passed> all(first);
  for (std::size_t n = 0; n < list.size(); ++n) {
    const Type type = function.parameters[n + first]->type;
    Passed one;
    if (type.is_reference())
      one.to = place(*list[n]);
    else
      append(one.cells, type, *list[n]);
    all.push_back(std::move(one));
  }
  return all;
}

ConstantCells Evaluator::called(const Expression& e) { return call(*e.function, passed(*e.function, e.list, 0)); }

ConstantCells Evaluator::constructed(const Expression& e) {
  const std::size_t size = memory_.cells_of(e.type);
  const Pointer object = memory_.make(ConstantCells(size));
  std::vector<Passed> all = passed(*e.function, e.list, 1);
  all[0].cells = {ConstantCell::of(object)};
  static_cast<void>(call(*e.function, std::move(all)));
  const std::span<const ConstantCell> cells = memory_.read(object, e.type);
  return {cells.begin(), cells.end()};
}

// The result of a function; for a reference, a pointer to its target.
ConstantCells Evaluator::call(const Function& function, std::vector<Passed> arguments) {
  const std::size_t mark = memory_.mark();
  Variables own;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    const Variable& parameter = *function.parameters[n];
    own[&parameter] = parameter.type.is_reference() ? arguments[n].to : memory_.make(std::move(arguments[n].cells));
  }
  arguments.clear();
  std::swap(own, variables_);
  const Function* const caller = std::exchange(function_, &function);
  const Statement* const sought = std::exchange(sought_, nullptr);
  ++depth_;
  result_.clear();
  for (const Expression* const field : function.fields) discard(*field);
  const Flow flow = run(*function.body);
  --depth_;
  sought_ = sought;
  function_ = caller;
  std::swap(own, variables_);
  memory_.release(mark);
  if (flow != Flow::returns) {
    if (!function.result.is_void()) throw NotConstant{};
    result_.clear();
  }
  return std::move(result_);
}

Evaluator::Flow Evaluator::run(const Statement& s) {
  const Deeper deeper(*this);
  if (&s == sought_) sought_ = nullptr;
  if (sought_ != nullptr && s.kind != StatementKind::block) return Flow::on;
  switch (s.kind) {
    case StatementKind::empty:
      if (s.condition != nullptr || s.expression != nullptr || s.body != nullptr) throw NotConstant{};  // reported
      return Flow::on;
    case StatementKind::block: return run_block(s);
    case StatementKind::expression: {
      const std::size_t mark = memory_.mark();
      discard(*s.expression);
      memory_.release(mark);
      return Flow::on;
    }
    case StatementKind::variable:
      for (const Variable* const v : s.variables) declare(*v);
      return Flow::on;
    case StatementKind::if_:
      if (holds(s.condition)) return run(*s.body);
      return s.else_body != nullptr ? run(*s.else_body) : Flow::on;
    case StatementKind::loop: return run_loop(s);
    case StatementKind::switch_: return run_switch(s);
    case StatementKind::break_: return Flow::leaves_loop;
    case StatementKind::continue_: return Flow::next_round;
    case StatementKind::return_: return run_return(s);
    case StatementKind::case_:
    case StatementKind::label: return Flow::on;
    case StatementKind::goto_: break;
  }
  throw NotConstant{};
}

// The label that a switch jumps to; null if there is none. Labels nested in other statements are not supported.
const Statement* Evaluator::label_for(const Statement& s, const Value& value, const Statement*& otherwise,
                                      bool inside) {
  work(0);
  if (s.kind == StatementKind::switch_) return nullptr;
  if (s.kind == StatementKind::case_) {
    if (inside) throw NotConstant{};
    if (s.otherwise) otherwise = &s;
    const bool is_it = s.value != nullptr && language::converted(*s.value, value.kind).integer == value.integer;
    return is_it && !s.otherwise ? &s : nullptr;
  }
  const bool within = inside || s.kind != StatementKind::block;
  for (const Statement* const inner : s.list)
    if (const Statement* const found = label_for(*inner, value, otherwise, within)) return found;
  for (const Statement* const inner : {s.body, s.else_body})
    if (inner != nullptr)
      if (const Statement* const found = label_for(*inner, value, otherwise, within)) return found;
  return nullptr;
}

// Releases what a block declares, unless the block begins with a case label: then it is not a scope of its own.
Evaluator::Flow Evaluator::run_block(const Statement& s) {
  const std::size_t mark = memory_.mark();
  for (const Statement* const inner : s.list)
    if (const Flow flow = run(*inner); flow != Flow::on) {
      memory_.release(mark);
      return flow;
    }
  if (s.list.empty() || s.list[0]->kind != StatementKind::case_) memory_.release(mark);
  return Flow::on;
}

bool Evaluator::holds(const Expression* condition) {
  if (condition == nullptr) return true;
  const std::size_t mark = memory_.mark();
  const bool holds = truth(*condition);
  memory_.release(mark);
  return holds;
}

Evaluator::Flow Evaluator::run_loop(const Statement& s) {
  for (bool first = true;; first = false) {
    work(0);
    if (!(s.condition_last && first) && !holds(s.condition)) return Flow::on;
    const std::size_t mark = memory_.mark();
    const Flow flow = run(*s.body);
    if (flow == Flow::returns) return flow;
    if (flow == Flow::leaves_loop) return Flow::on;
    if (s.step != nullptr) discard(*s.step);
    memory_.release(mark);
  }
}

Evaluator::Flow Evaluator::run_switch(const Statement& s) {
  const std::size_t mark = memory_.mark();
  const Value value = number(*s.expression);
  memory_.release(mark);
  const Statement* otherwise = nullptr;
  const Statement* const label = label_for(*s.body, value, otherwise, false);
  sought_ = label != nullptr ? label : otherwise;
  if (sought_ == nullptr) return Flow::on;
  const Flow flow = run(*s.body);
  return flow == Flow::leaves_loop ? Flow::on : flow;
}

Evaluator::Flow Evaluator::run_return(const Statement& s) {
  const Type type = function_->result;
  ConstantCells cells;
  if (s.expression != nullptr && type.is_reference())
    cells = {ConstantCell::of(place(*s.expression))};
  else if (s.expression != nullptr)
    append(cells, type, *s.expression);
  else if (!type.is_void())
    throw NotConstant{};
  result_ = std::move(cells);
  return Flow::returns;
}

void Evaluator::declare(const Variable& v) {
  if (v.space != Space::local || (v.is_static && !v.type.is_const())) throw NotConstant{};
  if (v.type.is_reference()) {
    if (v.init == nullptr) throw NotConstant{};
    variables_[&v] = place(*v.init);
    return;
  }
  ConstantCells cells;
  if (v.init != nullptr) {
    append(cells, v.type, *v.init);
  } else {
    cells.resize(memory_.cells_of(v.type));
    work(cells.size());
  }
  variables_[&v] = memory_.make(std::move(cells));
}

}  // namespace tilescope::language
