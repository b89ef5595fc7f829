// Derives facts of a value or place from its parts, and notes on the way what an expression changes.
#include <algorithm>
#include <numeric>

#include "instrumentation/language/passes/walk.h"
#include "instrumentation/machine/compiler/facts.h"

namespace tilescope::machine {

using language::BuiltinGroup;
using language::Expression;
using language::ExpressionKind;
using language::Type;
using language::Variable;

namespace {

constexpr std::size_t most_instances = 4000, deepest_call = 400;
constexpr std::uint64_t most_steps = 20'000'000;  // nested operands are visited repeatedly
// Pointers among them are null, which must be visible to later code.
Facts zeros(const std::vector<Leaf>& leaves) {
  Facts facts(leaves.size());
  for (std::size_t n = 0; n < leaves.size(); ++n)
    if (leaves[n].type.is_pointer()) facts[n].array = anywhere;
  return facts;
}

}  // namespace

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
  learn(true);
}

// A call is analyzed once for each state of knowledge: operands are visited repeatedly, and nested calls would multiply
// that.
Facts FactFinder::remembered(const Expression& e, Instance& in) {
  if (e.kind != ExpressionKind::call && e.kind != ExpressionKind::builtin) return made(e, in);
  const std::pair<const Instance*, const Expression*> key(&in, &e);
  if (const auto seen = seen_calls_.find(key);
      seen != seen_calls_.end() && seen->second.version == version_ && seen->second.depth == depth_)
    return seen->second.facts;
  const std::uint64_t before = version_;
  Facts facts = made(e, in);
  if (version_ == before) seen_calls_[key] = {version_, depth_, facts};
  return facts;
}

Facts FactFinder::value(const Expression& e, Instance& in) {
  if (++steps_ > most_steps) throw TooLarge();
  Facts facts = remembered(e, in);
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
      if (e.type.is_pointer() && !e.a->type.is_pointer()) facts[0].array = anywhere;  // nullptr, too: it points nowhere
      if (!e.type.is_pointer()) facts[0].array = Fact::nowhere;
      return facts;
    }
    case ExpressionKind::offset: {
      Facts facts = value(*e.a, in);
      const Facts by = value(*e.b, in);
      facts[0].varies = facts[0].varies || by[0].varies;
      return facts;
    }
    case ExpressionKind::choice:
    case ExpressionKind::both:
    case ExpressionKind::either: return chosen(e, in);
    case ExpressionKind::sequence: value(*e.a, in); return value(*e.b, in);
    case ExpressionKind::field: return e.a->is_place ? read(spot(e, in), e.type) : part(e, in);
    case ExpressionKind::increment:
    case ExpressionKind::assign:
    case ExpressionKind::compound: return read(spot(e, in), e.type);
    case ExpressionKind::call: {
      Facts facts = call(e, in);
      return e.is_place ? read(spot(e, in), e.type) : facts;
    }
    case ExpressionKind::builtin: return builtin(e, in);
    case ExpressionKind::aggregate: return aggregate(e, in);
    case ExpressionKind::object:
    case ExpressionKind::variable:
    case ExpressionKind::element:
    case ExpressionKind::dereference:
    case ExpressionKind::reinterpret:
    case ExpressionKind::keep: return read(spot(e, in), e.type);
    default: return {joined(e, in)};
  }
}

// Facts of operands that only some threads compute.
Facts FactFinder::chosen(const Expression& e, Instance& in) {
  const bool is_choice = e.kind == ExpressionKind::choice;
  const Facts condition = value(*e.a, in);
  const bool apart = condition[0].varies;
  depth_ += apart ? 1 : 0;
  Facts facts = value(*e.b, in);
  const Facts other = is_choice ? value(*e.c, in) : condition;
  depth_ -= apart ? 1 : 0;
  for (std::size_t n = 0; n < facts.size() && n < other.size(); ++n) facts[n].join(other[n]);
  for (Fact& fact : facts) fact.varies = fact.varies || apart;
  return facts;
}

// A member of a value that is not a place.
Facts FactFinder::part(const Expression& e, Instance& in) {
  const Facts whole = value(*e.a, in);
  const std::size_t first = leaf_at(leaves_of(e.a->type), e.field->offset);
  const std::size_t count = leaves_of(e.type).size();
  Facts facts;
  for (std::size_t n = first; n < first + count && n < whole.size(); ++n) facts.push_back(whole[n]);
  return facts;
}

Facts FactFinder::aggregate(const Expression& e, Instance& in) {
  Facts facts;
  for (const Expression* const part : e.list)
    for (const Fact& fact : value(*part, in)) facts.push_back(fact);
  const Facts rest = zeros(leaves_of(e.type));
  for (std::size_t n = facts.size(); n < rest.size(); ++n) facts.push_back(rest[n]);
  return facts;
}

Facts FactFinder::builtin(const Expression& e, Instance& in) {
  const BuiltinGroup group = e.builtin->group;
  Fact all = joined(e, in);
  const bool pure = group == BuiltinGroup::math || group == BuiltinGroup::bits || group == BuiltinGroup::make;
  for (const Expression* const part : e.list) {
    if (!part->type.is_pointer()) continue;
    const Fact to = value(*part, in)[0];
    if (pure) {  // its outputs through pointers
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
  if (group == BuiltinGroup::barrier) all.varies = apart_ || code_.several_blocks;
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
    case ExpressionKind::variable: return variable_spot(*e.variable, in);
    case ExpressionKind::field: {
      if (!e.a->is_place) {
        static_cast<void>(value(*e.a, in));
        return {};
      }
      Spot place = spot(*e.a, in);
      if (place.variable == nullptr || place.variable->in_memory) return place;
      place.first += leaf_at(leaves_of(e.a->type), e.field->offset);
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
    case ExpressionKind::assign:
    case ExpressionKind::compound:
    case ExpressionKind::increment: return changed_spot(e, in);
    case ExpressionKind::sequence: static_cast<void>(value(*e.a, in)); return spot(*e.b, in);
    case ExpressionKind::choice: {
      const bool apart = value(*e.a, in)[0].varies;
      depth_ += apart ? 1 : 0;
      const Spot a = spot(*e.b, in);
      const Spot b = spot(*e.c, in);
      depth_ -= apart ? 1 : 0;
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
    case ExpressionKind::keep: return made_spot(e, in);
    case ExpressionKind::string: {
      Spot place;
      place.array = anywhere;
      return place;
    }
    default: static_cast<void>(value(e, in)); return {};
  }
}

FactFinder::Spot FactFinder::variable_spot(const Variable& v, Instance& in) {
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

// The place of an assignment of any kind, after the assignment.
FactFinder::Spot FactFinder::changed_spot(const Expression& e, Instance& in) {
  const Facts by = e.b == nullptr ? Facts(1) : value(*e.b, in);
  const Spot place = spot(*e.a, in);
  Facts facts = by;
  if (e.kind != ExpressionKind::assign) {
    facts = read(place, e.a->type);
    facts[0].varies = facts[0].varies || by[0].varies;
    facts[0].loaded = facts[0].loaded || by[0].loaded;
  }
  write(place, std::move(facts), false);
  return place;
}

// A new object, or a value that is kept for a while.
FactFinder::Spot FactFinder::made_spot(const Expression& e, Instance& in) {
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

// The place to which a reference, or an object's `this`, is bound.
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
    learn(true);
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
    if (++instances_ > most_instances) throw TooLarge();
    at = std::make_unique<Instance>();
    at->function = e.function;
    at->caller = &in;
    learn(true);
  }
  Instance& callee = *at;
  if (++calls_deep_ > deepest_call)
    throw TooLarge{"nests calls more than " + std::to_string(deepest_call) + " levels deep: merge some functions"};
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
  --calls_deep_;
  around_ = around;
  if (apart_ || callee.returns_apart)
    for (Fact& fact : callee.result) fact.varies = true;
  return callee.result.empty() ? Facts(std::max<std::size_t>(1, leaves_of(e.type).size())) : callee.result;
}

}  // namespace tilescope::machine
