#include "instrumentation/machine/compiler/facts.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "instrumentation/language/passes/walk.h"

namespace tilescope::machine {

namespace {

using language::Builtin;
using language::BuiltinGroup;
using language::Expression;
using language::ExpressionKind;
using language::Statement;
using language::StatementKind;
using language::Type;
using language::Variable;

const Statement* last_return(const Statement& s) {
  const Statement* found = nullptr;
  language::each_within(s, [&](const Statement& part) {
    if (part.kind == StatementKind::return_) found = &part;
  });
  return found;
}

}  // namespace

namespace {

void put_constant(std::vector<std::byte>& to, std::uint64_t offset, Type type, const language::Value& value) {
  const std::uint64_t size = type->size;
  if (offset + size > to.size()) return;
  std::uint64_t bits = static_cast<std::uint64_t>(value.integer);
  if (type.is(language::TypeKind::float_)) bits = std::bit_cast<std::uint32_t>(static_cast<float>(value.real));
  if (type.is(language::TypeKind::double_)) bits = std::bit_cast<std::uint64_t>(value.real);
  std::memcpy(to.data() + offset, &bits, std::min<std::uint64_t>(size, 8));
}

// Only the constant parts of an initial value.
void put_first(std::vector<std::byte>& to, std::uint64_t offset, Type type, const Expression& e) {
  if (e.kind == ExpressionKind::constant) {
    put_constant(to, offset, type, *e.value);
  } else if (e.kind == ExpressionKind::convert && e.a->kind == ExpressionKind::constant && e.a->value != nullptr) {
    put_constant(to, offset, type, language::converted(*e.a->value, type.kind()));
  } else if (e.kind == ExpressionKind::string && offset + e.text.size() <= to.size()) {
    std::memcpy(to.data() + offset, e.text.data(), e.text.size());
  } else if (e.kind == ExpressionKind::aggregate && type.is_array()) {
    for (std::size_t n = 0; n < e.list.size(); ++n)
      put_first(to, offset + n * type.inner()->size, type.inner(), *e.list[n]);
  } else if (e.kind == ExpressionKind::aggregate && type.is_structure()) {
    const auto fields = type->structure->fields;
    for (std::size_t n = 0; n < e.list.size() && n < fields.size(); ++n)
      put_first(to, offset + fields[n].offset, fields[n].type, *e.list[n]);
  }
}

}  // namespace

std::vector<std::byte> first_bytes(const Variable& v) {
  std::vector<std::byte> bytes(std::min<std::uint64_t>(v.type->size, std::uint64_t{1} << 26));
  if (v.init != nullptr)
    put_first(bytes, 0, v.type, *v.init);
  else if (v.value != nullptr)
    put_constant(bytes, 0, v.type, *v.value);
  return bytes;
}

bool Fact::join(const Fact& other) {
  const Fact before = *this;
  varies = varies || other.varies;
  loaded = loaded || other.loaded;
  if (array == nowhere)
    array = other.array;
  else if (other.array != nowhere && other.array != array)
    array = anywhere;
  return before.varies != varies || before.loaded != loaded || before.array != array;
}

bool names_object(const Expression& argument) {
  if (argument.kind == ExpressionKind::address) return true;
  return argument.kind == ExpressionKind::load && argument.a->kind == ExpressionKind::variable &&
         argument.a->variable->name == "this";
}

// The place that a function's last return names.
const Expression* returned_place(const language::Function& function) {
  const Statement* const last = function.body == nullptr ? nullptr : last_return(*function.body);
  return last == nullptr ? nullptr : last->expression;
}

void FactFinder::find(std::vector<std::uint32_t>& units) {
  units_ = &units;
  const language::Function& function = *kernel_.function;
  apart_ = apart_ || language::has_jumps(*function.body);
  find_addresses(function);
  begin();
  do {
    changed_ = false;
    depth_ = 0;
    run(function.body, kernel_);
  } while (changed_);
}

void FactFinder::begin() {
  const language::Kernel& kernel = *code_.kernel;
  for (const language::Variable* const v : kernel_.function->parameters)
    if (VariableFacts& facts = facts_of(*v, kernel_); facts.in_memory) static_cast<void>(array_of(*v, kernel_));
  for (const language::Parameter& p : kernel.parameters) add_parameter(p);
  for (const language::Parameter& p : kernel.globals) {
    if (const auto known = shared_.find(p.variable); known != shared_.end()) {  // another member of it
      Array& array = code_.arrays[known->second];
      array.is_read = array.is_read || p.reads;
      array.is_written = array.is_written || p.writes;
      continue;
    }
    Array array{.name = std::string(p.variable->name),
                .space = Space::global,
                .element = element_of(p.type).plain(),
                .given = &p,
                .variable = p.variable};
    array.is_read = p.reads;
    array.is_written = p.writes;
    array.sides = sides_of(p.variable->type);
    array.bytes = p.variable->type->size;
    array.first = first_bytes(*p.variable);
    shared_[p.variable] = add_array(std::move(array));
  }
  const auto add_shared = [this](const Variable& v, bool dynamic) {
    if (shared_.find(&v) != shared_.end()) return;
    Array array{
        .name = std::string(v.name), .space = Space::shared, .element = element_of(v.type).plain(), .variable = &v};
    array.sides = sides_of(v.type);
    array.dynamic = dynamic;
    if (!dynamic) {
      const std::uint64_t alignment = std::max<std::uint64_t>({v.alignment, v.type->alignment, 16});
      array.offset = (code_.shared_bytes + alignment - 1) / alignment * alignment;
      array.bytes = v.type->size;
      code_.shared_bytes = array.offset + array.bytes;
    }
    shared_[&v] = add_array(std::move(array));
  };
  for (const language::Variable* const v : kernel.shared)
    if (!v->dynamic) add_shared(*v, false);
  for (const language::Variable* const v : kernel.shared)
    if (v->dynamic) add_shared(*v, true);
}

void FactFinder::add_parameter(const language::Parameter& p) {
  if (!p.is_array || p.variable == nullptr) return;
  Array array{.name = p.name,
              .space = Space::global,
              .element = element_of(p.type).plain(),
              .given = &p,
              .variable = p.variable};
  array.is_read = p.reads;
  array.is_written = p.writes;
  array.is_parameter = true;
  const std::uint32_t number = add_array(std::move(array));
  std::uint64_t offset = 0;
  for (const language::Field* const field : p.path) offset += field->offset;
  Facts& leaves = facts_of(*p.variable, kernel_).leaves;
  const std::size_t leaf = leaf_at(leaves_of(p.variable->type), offset);
  if (leaf < leaves.size()) leaves[leaf].array = number;
}

std::uint32_t FactFinder::add_array(Array array) {
  // The members of a vector are elements of their own.
  if (array.element.is_structure() && array.element->structure->vector > 0 &&
      !array.element->structure->fields.empty()) {
    const bool is_one = array.space == Space::shared && !array.dynamic;
    if (is_one || !array.sides.empty()) array.sides.push_back(array.element->structure->vector);
    array.vector = static_cast<std::uint32_t>(array.element->structure->vector);
    array.element = array.element->structure->fields.front().type.plain();
  }
  units_->push_back(unit_of(array.element));
  code_.arrays.push_back(std::move(array));
  return static_cast<std::uint32_t>(code_.arrays.size() - 1);
}

std::uint32_t FactFinder::array_of(const Variable& v, Instance& in) {
  if (v.space == language::Space::local || v.space == language::Space::parameter) {
    VariableFacts& facts = facts_of(v, in);
    if (facts.array != Fact::nowhere) return facts.array;
    return facts.array = add_local(std::string(v.name), v.type, &v);
  }
  const auto known = shared_.find(&v);
  if (known != shared_.end()) return known->second;
  Array array{
      .name = std::string(v.name), .space = Space::global, .element = element_of(v.type).plain(), .variable = &v};
  array.sides = sides_of(v.type);
  array.bytes = v.type->size;
  array.is_read = true;
  array.first = first_bytes(v);
  return shared_[&v] = add_array(std::move(array));
}

std::uint32_t FactFinder::add_local(std::string name, Type type, const Variable* variable) {
  Array array{
      .name = std::move(name), .space = Space::local, .element = element_of(type).plain(), .variable = variable};
  array.sides = sides_of(type);
  array.bytes = type->size;
  const std::uint32_t number = add_array(std::move(array));
  (*units_)[number] = std::min((*units_)[number], 4U);
  return number;
}

VariableFacts& FactFinder::facts_of(const Variable& v, Instance& in) {
  // A function has only its own variables.
  const auto known = in.variables.find(&v);
  if (known != in.variables.end()) return known->second;
  VariableFacts& facts = in.variables[&v];
  facts.depth = depth_;
  const bool local = v.space == language::Space::local || v.space == language::Space::parameter;
  facts.in_memory = local && !v.type.is_reference() && (!is_plain(v.type) || addressed_.count(&v) > 0);
  facts.leaves.resize(facts.in_memory || v.type.is_reference() ? 1 : leaves_of(v.type).size());
  if (facts.in_memory) facts.leaves[0].varies = true;
  return facts;
}

void FactFinder::note_address(const Expression& place) {
  if (const Variable* const v = language::variable_of(place)) addressed_.insert(v);
}

void FactFinder::find_addresses(const language::Function& function) {
  if (!seen_.insert(&function).second) return;
  std::unordered_set<const Expression*> names;
  language::each_within(function, [&](const Expression& e) {
    const bool on_object = (e.kind == ExpressionKind::call && e.function->of != nullptr && !e.list.empty() &&
                            !e.function->parameters.empty() && e.function->parameters[0]->name == "this");
    if (on_object && e.list[0]->kind == ExpressionKind::address) names.insert(e.list[0]);
  });
  language::each_within(function, [&](const Expression& e) {
    if (e.kind == ExpressionKind::address && names.count(&e) == 0) note_address(*e.a);
    if (e.kind == ExpressionKind::reinterpret) note_address(*e.a);
    if (e.kind == ExpressionKind::builtin)
      for (const Expression* const part : e.list)
        if (part->kind == ExpressionKind::address) note_address(*part->a);
  });
  for (const language::Function* const called : function.calls) find_addresses(*called);
}

// --- Statements. ---

void FactFinder::run(const Statement* s, Instance& in) {
  if (s == nullptr) return;
  switch (s->kind) {
    case StatementKind::block:
      for (const Statement* const part : s->list) run(part, in);
      break;
    case StatementKind::expression: value(*s->expression, in); break;
    case StatementKind::variable:
      for (const Variable* const v : s->variables) declare(*v, in);
      break;
    case StatementKind::if_: {
      const int before = depth_;
      if (value(*s->condition, in)[0].varies) ++depth_;
      run(s->body, in);
      run(s->else_body, in);
      depth_ = before;
      break;
    }
    case StatementKind::loop:
    case StatementKind::switch_: run_loop(*s, in); break;
    case StatementKind::return_:
      if (s->expression != nullptr) {
        Facts facts = in.function->result.is_reference() ? Facts(1) : value(*s->expression, in);
        for (Fact& fact : facts) fact.varies = fact.varies || depth_ > in.depth;
        in.result.resize(std::max(in.result.size(), facts.size()));
        for (std::size_t n = 0; n < facts.size(); ++n) learn(in.result[n].join(facts[n]));
      }
      if (depth_ > in.depth && !in.returns_apart) {
        in.returns_apart = true;
        learn(true);
      }
      break;
    case StatementKind::break_: leave(false, in); break;
    case StatementKind::continue_: leave(true, in); break;
    default: run(s->body, in);
  }
}

void FactFinder::run_loop(const Statement& s, Instance& in) {
  const int before = depth_;
  const Expression* const condition = s.kind == StatementKind::switch_ ? s.expression : s.condition;
  if (in.apart.count(&s) > 0) ++depth_;
  if (condition != nullptr && value(*condition, in)[0].varies) {
    ++depth_;
    static_cast<void>(value(*condition, in));  // its effects apply to the threads that remain
  }
  around_.push_back({&s, depth_});
  run(s.body, in);
  around_.pop_back();
  if (s.step != nullptr) value(*s.step, in);
  depth_ = before;
}

// A break or continue that only some threads reach.
void FactFinder::leave(bool loops_only, Instance& in) {
  for (std::size_t n = around_.size(); n-- > 0;) {
    if (loops_only && around_[n].statement->kind != StatementKind::loop) continue;
    if (depth_ > around_[n].depth) learn(in.apart.insert(around_[n].statement).second);
    return;
  }
}

void FactFinder::declare(const Variable& v, Instance& in) {
  if (v.space == language::Space::shared) {
    static_cast<void>(array_of(v, in));
    return;
  }
  if (v.space == language::Space::fixed) return;
  VariableFacts& facts = facts_of(v, in);
  if (facts.in_memory) static_cast<void>(array_of(v, in));
  if (v.init == nullptr) return;
  if (v.type.is_reference()) {
    facts.bound = {v.init, &in};
    static_cast<void>(spot(*v.init, in));
    return;
  }
  Facts begun = value(*v.init, in);
  write({&facts, 0, facts.leaves.size(), facts.array}, std::move(begun), true);
}

}  // namespace tilescope::machine
