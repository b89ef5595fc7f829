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

constexpr std::size_t most_instances = 4000;

Type element_of(Type type) {
  while (type.is_array()) type = type.inner();
  return type;
}

// What all that lies in it is at a multiple of.
std::uint32_t unit_of(Type type) {
  std::uint64_t unit = std::max<std::uint64_t>(type->size, 1);
  for (const Leaf& leaf : leaves_of(type)) unit = std::gcd(std::gcd(unit, leaf.offset), leaf.type->size);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(unit, 8));
}

// Pointers among them lead nowhere, which is to be seen when they are asked.
Facts zeros(const std::vector<Leaf>& leaves) {
  Facts facts(leaves.size());
  for (std::size_t n = 0; n < leaves.size(); ++n)
    if (leaves[n].type.is_pointer()) facts[n].array = anywhere;
  return facts;
}

std::size_t leaf_at(Type type, std::uint64_t offset) {
  const std::vector<Leaf> leaves = leaves_of(type);
  for (std::size_t n = 0; n < leaves.size(); ++n)
    if (leaves[n].offset == offset) return n;
  return 0;
}

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

// As far as a first value is made of constants.
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

// Of a function that gives a reference: what its last return names.
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
    if (const auto known = shared_.find(p.variable); known != shared_.end()) {  // another member
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
    for (Type t = p.variable->type; t.is_array(); t = t.inner())
      array.sides.push_back(static_cast<std::int64_t>(t->count));
    array.bytes = p.variable->type->size;
    array.first = first_bytes(*p.variable);
    shared_[p.variable] = add_array(std::move(array));
  }
  const auto add_shared = [this](const Variable& v, bool dynamic) {
    if (shared_.find(&v) != shared_.end()) return;
    Array array{
        .name = std::string(v.name), .space = Space::shared, .element = element_of(v.type).plain(), .variable = &v};
    for (Type t = v.type; t.is_array(); t = t.inner()) array.sides.push_back(static_cast<std::int64_t>(t->count));
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
  const std::size_t leaf = leaf_at(p.variable->type, offset);
  if (leaf < leaves.size()) leaves[leaf].array = number;
}

std::uint32_t FactFinder::add_array(Array array) {
  if (array.element.is_structure() && array.element->structure->vector > 0 && !array.element->structure->fields.empty())
    array.element = array.element->structure->fields.front().type.plain();
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
  for (Type t = v.type; t.is_array(); t = t.inner()) array.sides.push_back(static_cast<std::int64_t>(t->count));
  array.bytes = v.type->size;
  array.is_read = true;
  array.first = first_bytes(v);
  return shared_[&v] = add_array(std::move(array));
}

std::uint32_t FactFinder::add_local(std::string name, Type type, const Variable* variable) {
  Array array{
      .name = std::move(name), .space = Space::local, .element = element_of(type).plain(), .variable = variable};
  for (Type t = type; t.is_array(); t = t.inner()) array.sides.push_back(static_cast<std::int64_t>(t->count));
  array.bytes = type->size;
  const std::uint32_t number = add_array(std::move(array));
  (*units_)[number] = std::min((*units_)[number], 4U);
  return number;
}

VariableFacts& FactFinder::facts_of(const Variable& v, Instance& in) {
  // A lambda would; a function has only its own variables.
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
        changed_ = true;
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
    static_cast<void>(value(*condition, in));  // what it changes, it changes for those that are still there
  }
  around_.push_back({&s, depth_});
  run(s.body, in);
  around_.pop_back();
  if (s.step != nullptr) value(*s.step, in);
  depth_ = before;
}

// A break or continue that only some of the threads come to.
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

// --- Expressions. ---

Fact FactFinder::joined(const Expression& e, Instance& in) {
  Fact all;
  language::each_part(e, [&](const Expression& part) {
    for (const Fact& fact : value(part, in)) {
      all.varies = all.varies || fact.varies;
      all.loaded = all.loaded || fact.loaded;
    }
  });
  return all;
}

void FactFinder::see_pointer(const Fact& fact, Type type) {
  if (fact.array >= Fact::nowhere) return;
  const Type inner = element_of(type.inner());
  if (inner.is_void() || inner->size == 0) return;
  std::uint32_t& unit = (*units_)[fact.array];
  const std::uint32_t now = std::gcd(unit, unit_of(inner));
  if (now == unit) return;
  unit = now;
  changed_ = true;
}

Facts FactFinder::value(const Expression& e, Instance& in) {
  Facts facts = made(e, in);
  if (facts.empty()) facts.emplace_back();
  if (e.type.is_pointer()) see_pointer(facts[0], e.type);
  return facts;
}

Facts FactFinder::made(const Expression& e, Instance& in) {
  switch (e.kind) {
    case ExpressionKind::constant:
    case ExpressionKind::string: return Facts(1);
    case ExpressionKind::zero: return zeros(leaves_of(e.type));
    case ExpressionKind::load:
      if (const Variable* const v = language::variable_of(*e.a); v != nullptr && v->space == language::Space::place) {
        Fact fact;
        fact.varies = v->name == "threadIdx" || (code_.several_blocks && v->name == "blockIdx");
        return Facts(leaves_of(e.type).size(), fact);
      }
      return read(spot(*e.a, in), e.type);
    case ExpressionKind::decay:
    case ExpressionKind::address: {
      const Spot place = spot(*e.a, in);
      Fact fact;
      fact.array = place.array == Fact::nowhere ? anywhere : place.array;
      fact.varies = joined(*e.a, in).varies;
      return {fact};
    }
    case ExpressionKind::convert: {
      Facts facts = value(*e.a, in);
      if (e.type.is_void()) return Facts(1);
      facts.resize(1);
      if (e.type.is_pointer() && !e.a->type.is_pointer()) facts[0].array = anywhere;  // nullptr, too: it leads nowhere
      if (!e.type.is_pointer()) facts[0].array = Fact::nowhere;
      return facts;
    }
    case ExpressionKind::offset: {
      Facts facts = value(*e.a, in);
      facts[0].varies = facts[0].varies || value(*e.b, in)[0].varies;
      return facts;
    }
    case ExpressionKind::choice: {
      const bool apart = value(*e.a, in)[0].varies;
      depth_ += apart ? 1 : 0;
      Facts facts = value(*e.b, in);
      const Facts other = value(*e.c, in);
      depth_ -= apart ? 1 : 0;
      for (std::size_t n = 0; n < facts.size() && n < other.size(); ++n) facts[n].join(other[n]);
      for (Fact& fact : facts) fact.varies = fact.varies || apart;
      return facts;
    }
    case ExpressionKind::both:
    case ExpressionKind::either: {
      Fact fact = value(*e.a, in)[0];
      depth_ += fact.varies ? 1 : 0;
      const Fact other = value(*e.b, in)[0];
      depth_ -= fact.varies ? 1 : 0;
      fact.join(other);
      return {fact};
    }
    case ExpressionKind::sequence: value(*e.a, in); return value(*e.b, in);
    case ExpressionKind::field: {
      if (e.a->is_place) return read(spot(e, in), e.type);
      const Facts whole = value(*e.a, in);
      const std::size_t first = leaf_at(e.a->type, e.field->offset);
      const std::size_t count = leaves_of(e.type).size();
      Facts facts;
      for (std::size_t n = first; n < first + count && n < whole.size(); ++n) facts.push_back(whole[n]);
      return facts;
    }
    case ExpressionKind::increment:
    case ExpressionKind::assign:
    case ExpressionKind::compound: return read(spot(e, in), e.type);
    case ExpressionKind::call: {
      Facts facts = call(e, in);
      return e.is_place ? read(spot(e, in), e.type) : facts;
    }
    case ExpressionKind::builtin: return builtin(e, in);
    case ExpressionKind::aggregate: {
      Facts facts;
      for (const Expression* const part : e.list)
        for (const Fact& fact : value(*part, in)) facts.push_back(fact);
      const Facts rest = zeros(leaves_of(e.type));
      for (std::size_t n = facts.size(); n < rest.size(); ++n) facts.push_back(rest[n]);
      return facts;
    }
    case ExpressionKind::object: return read(spot(e, in), e.type);
    case ExpressionKind::variable:
    case ExpressionKind::element:
    case ExpressionKind::dereference:
    case ExpressionKind::reinterpret:
    case ExpressionKind::keep: return read(spot(e, in), e.type);
    default: return {joined(e, in)};
  }
}

Facts FactFinder::builtin(const Expression& e, Instance& in) {
  const BuiltinGroup group = e.builtin->group;
  Fact all = joined(e, in);
  const bool pure = group == BuiltinGroup::math || group == BuiltinGroup::bits || group == BuiltinGroup::make;
  for (const Expression* const part : e.list) {
    if (!part->type.is_pointer()) continue;
    const Fact to = value(*part, in)[0];
    if (pure) {  // what it gives through pointers
      Spot place;
      place.array = to.array;
      write(place, {all}, false);
    }
  }
  if (group == BuiltinGroup::load && e.list.size() == 1) {
    Spot place;
    place.array = value(*e.list[0], in)[0].array;
    return read(place, e.type);
  }
  if (!pure) all.varies = true;
  if (group == BuiltinGroup::atomic || group == BuiltinGroup::warp || group == BuiltinGroup::barrier) all.loaded = true;
  if (group == BuiltinGroup::barrier) all.varies = false;
  if (group == BuiltinGroup::memory && !e.list.empty()) {
    Facts to = value(*e.list[0], in);
    if (to[0].array < Fact::nowhere && code_.arrays[to[0].array].space == Space::local) {
      Spot place;
      place.array = to[0].array;
      Fact content;
      if (e.builtin->name == "memcpy") content.loaded = true;
      write(place, {content}, false);
    }
    return to;
  }
  return Facts(std::max<std::size_t>(1, e.type.is_void() ? 1 : leaves_of(e.type).size()), all);
}

// --- Places. ---

FactFinder::Spot FactFinder::spot(const Expression& e, Instance& in) {
  switch (e.kind) {
    case ExpressionKind::variable: {
      const Variable& v = *e.variable;
      if (v.space == language::Space::place) return {};
      if (v.space != language::Space::local && v.space != language::Space::parameter) {
        Spot place;
        place.array = array_of(v, in);
        return place;
      }
      VariableFacts& facts = facts_of(v, in);
      if (facts.bound.place != nullptr) return named(facts.bound);
      if (facts.in_memory) static_cast<void>(array_of(v, in));
      return {&facts, 0, facts.leaves.size(), facts.array};
    }
    case ExpressionKind::field: {
      if (!e.a->is_place) {
        static_cast<void>(value(*e.a, in));
        return {};
      }
      Spot place = spot(*e.a, in);
      if (place.variable == nullptr || place.variable->in_memory) return place;
      place.first += leaf_at(e.a->type, e.field->offset);
      place.count = leaves_of(e.type).size();
      return place;
    }
    case ExpressionKind::element:
    case ExpressionKind::dereference: {
      if (e.b != nullptr) static_cast<void>(value(*e.b, in));
      if (e.kind == ExpressionKind::dereference && names_object(*e.a) && e.a->kind == ExpressionKind::load) {
        VariableFacts& self = facts_of(*e.a->a->variable, in);
        if (self.bound.place != nullptr) return named(self.bound);
      }
      Spot place;
      place.array = value(*e.a, in)[0].array;
      if (place.array == Fact::nowhere) place.array = anywhere;
      return place;
    }
    case ExpressionKind::reinterpret: return spot(*e.a, in);
    case ExpressionKind::assign: {
      const Facts facts = value(*e.b, in);
      const Spot place = spot(*e.a, in);
      write(place, facts, false);
      return place;
    }
    case ExpressionKind::compound:
    case ExpressionKind::increment: {
      const Spot place = spot(*e.a, in);
      Facts facts = read(place, e.a->type);
      if (e.b != nullptr)
        for (const Fact& fact : value(*e.b, in)) {
          facts[0].varies = facts[0].varies || fact.varies;
          facts[0].loaded = facts[0].loaded || fact.loaded;
        }
      write(place, facts, false);
      return place;
    }
    case ExpressionKind::sequence: static_cast<void>(value(*e.a, in)); return spot(*e.b, in);
    case ExpressionKind::choice: {
      static_cast<void>(value(*e.a, in));
      const Spot a = spot(*e.b, in);
      const Spot b = spot(*e.c, in);
      Spot place;
      place.array = a.array == b.array ? a.array : anywhere;
      return place;
    }
    case ExpressionKind::call: {
      static_cast<void>(call(e, in));
      Instance& callee = *in.calls.at(&e);
      const Expression* const place = returned_place(*callee.function);
      return place == nullptr || !place->is_place ? Spot{} : spot(*place, callee);
    }
    case ExpressionKind::object:
    case ExpressionKind::keep: {
      VariableFacts& facts = in.kept[&e];
      if (facts.leaves.empty()) {
        facts.depth = depth_;
        facts.in_memory = !is_plain(e.type);
        facts.leaves.resize(facts.in_memory ? 1 : leaves_of(e.type).size());
        if (facts.in_memory) facts.array = add_local("", e.type, nullptr);
      }
      if (e.kind == ExpressionKind::keep)
        write({&facts, 0, facts.leaves.size(), facts.array}, value(*e.a, in), true);
      else
        static_cast<void>(call(e, in));
      return {&facts, 0, facts.leaves.size(), facts.array};
    }
    case ExpressionKind::string: {
      Spot place;
      place.array = anywhere;
      return place;
    }
    default: static_cast<void>(value(e, in)); return {};
  }
}

// What a reference, or an object's `this`, stands for.
FactFinder::Spot FactFinder::named(const Bound& bound) {
  if (bound.place->kind != ExpressionKind::object && bound.place->kind != ExpressionKind::keep)
    return spot(*bound.place, *bound.in);
  VariableFacts& facts = bound.in->kept[bound.place];
  return {&facts, 0, facts.leaves.size(), facts.array};
}

Facts FactFinder::read(const Spot& place, Type type) {
  const std::size_t count = std::max<std::size_t>(1, leaves_of(type).size());
  if (place.variable != nullptr && !place.variable->in_memory) {
    const auto first = place.variable->leaves.begin() + static_cast<std::ptrdiff_t>(place.first);
    return {first,
            first + static_cast<std::ptrdiff_t>(std::min(place.count, place.variable->leaves.size() - place.first))};
  }
  Fact fact;
  fact.varies = true;
  fact.loaded = true;
  fact.array = anywhere;
  if (place.array < Fact::nowhere && code_.arrays[place.array].space == Space::local) {
    fact.loaded = place.variable != nullptr ? place.variable->leaves[0].loaded : local_loaded_[place.array];
  }
  return Facts(count, fact);
}

void FactFinder::write(const Spot& place, Facts facts, bool begins) {
  if (place.variable == nullptr || place.variable->in_memory) {
    if (place.array >= Fact::nowhere || code_.arrays[place.array].space != Space::local) return;
    bool& loaded = local_loaded_[place.array];
    for (const Fact& fact : facts) {
      learn(fact.loaded && !loaded);
      loaded = loaded || fact.loaded;
    }
    if (place.variable != nullptr) place.variable->leaves[0].loaded = loaded;
    return;
  }
  VariableFacts& v = *place.variable;
  if (!begins && !v.assigned) {
    v.assigned = true;
    changed_ = true;
  }
  for (std::size_t n = 0; n < facts.size() && n < place.count; ++n) {
    Fact fact = facts[n];
    fact.varies = fact.varies || (!begins && (apart_ || depth_ > v.depth));
    learn(v.leaves[place.first + n].join(fact));
  }
}

// --- Calls. ---

void FactFinder::bind(const Variable& parameter, const Expression& argument, Instance& callee, Instance& in) {
  VariableFacts& facts = facts_of(parameter, callee);
  facts.depth = depth_;
  if (parameter.type.is_reference()) {
    facts.bound = {&argument, &in};
    static_cast<void>(spot(argument, in));
    return;
  }
  if (parameter.name == "this" && names_object(argument)) {
    if (argument.kind == ExpressionKind::address) {
      facts.bound = {argument.a, &in};
      static_cast<void>(spot(*argument.a, in));
      return;
    }
    const Bound of = facts_of(*argument.a->variable, in).bound;
    if (of.place != nullptr) {
      facts.bound = of;
      return;
    }
  }
  if (facts.in_memory) static_cast<void>(array_of(parameter, callee));
  write({&facts, 0, facts.leaves.size(), facts.array}, value(argument, in), true);
}

Facts FactFinder::call(const Expression& e, Instance& in) {
  std::unique_ptr<Instance>& at = in.calls[&e];
  if (at == nullptr) {
    if (++instances_ > most_instances) throw TooLarge{};
    at = std::make_unique<Instance>();
    at->function = e.function;
    at->caller = &in;
    changed_ = true;
  }
  Instance& callee = *at;
  const auto around = std::move(around_);
  around_.clear();
  const std::size_t first = e.kind == ExpressionKind::object ? 1 : 0;  // `this` is the new object
  if (first == 1 && !e.function->parameters.empty()) {
    VariableFacts& self = facts_of(*e.function->parameters[0], callee);
    self.bound = {&e, &in};
  }
  for (std::size_t n = first; n < e.function->parameters.size() && n - first < e.list.size(); ++n)
    bind(*e.function->parameters[n], *e.list[n - first], callee, in);
  const int before = depth_;
  callee.depth = depth_;
  if (callee.returns_apart) ++depth_;
  for (const Expression* const field : e.function->fields) static_cast<void>(value(*field, callee));
  run(e.function->body, callee);
  depth_ = before;
  around_ = around;
  if (callee.returns_apart)
    for (Fact& fact : callee.result) fact.varies = true;
  return callee.result.empty() ? Facts(std::max<std::size_t>(1, leaves_of(e.type).size())) : callee.result;
}

}  // namespace tilescope::machine
