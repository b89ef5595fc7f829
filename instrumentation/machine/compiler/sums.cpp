// What an assignment records of its arithmetic. Its right side is taken as a first value and what is added to it, one
// after the other; each addition of something that was loaded is an event, and so is a sum's beginning with a
// multiply-add. The same of a smallest or largest value. Other arithmetic leaves none.
#include "instrumentation/language/passes/walk.h"
#include "instrumentation/machine/compiler/compiler.h"

namespace tilescope::machine {

namespace {

using language::Expression;
using language::ExpressionKind;
using language::Fused;
using language::Mark;
using language::Type;

constexpr auto form_start = static_cast<std::uint8_t>(SumForm::start);
constexpr auto form_add = static_cast<std::uint8_t>(SumForm::add);
constexpr auto form_multiply_add = static_cast<std::uint8_t>(SumForm::multiply_add);

bool is_sum(const Expression& e) {
  return e.kind == ExpressionKind::binary && (e.op == Mark::plus || e.op == Mark::minus) && e.type.is_arithmetic();
}

bool is_fma(const Expression& e) {
  return e.kind == ExpressionKind::builtin && e.list.size() == 3 &&
         (e.builtin->name == "fmaf" || e.builtin->name == "__fmaf_rn" || e.builtin->name == "fma" ||
          e.builtin->name == "__fma_rn");
}

}  // namespace

// First what it is made of in the order in which that is evaluated: `first` may come behind a product.
void Compiler::take_terms(const Expression& e, Terms& terms) {
  if (is_fma(e)) {
    Added product{.a = kept(e.list[0]), .b = kept(e.list[1]), .is_product = true};
    terms.first = kept(e.list[2]);
    terms.first_place = e.list[2];
    terms.added.push_back(product);
    return;
  }
  if (!is_sum(e)) {
    terms.first = kept(&e);
    terms.first_place = &e;
    return;
  }
  const bool subtracts = e.op == Mark::minus;
  bool minus = false;
  if (e.fused == Fused::left) {
    const Expression* const product = language::product_under_signs(*e.a, minus);
    Added part{.a = kept(product->a), .b = kept(product->b), .is_product = true, .minus = minus};
    terms.first = kept(e.b);
    terms.first_minus = subtracts;
    terms.first_place = e.b;
    terms.added.push_back(part);
    return;
  }
  take_terms(*e.a, terms);
  if (e.fused == Fused::right) {
    minus = subtracts;
    const Expression* const product = language::product_under_signs(*e.b, minus);
    Added part{.a = kept(product->a), .b = kept(product->b), .is_product = true, .minus = minus};
    terms.added.push_back(part);
  } else {
    terms.added.push_back({.a = kept(e.b), .minus = subtracts, .place = e.b});
  }
}

// Its value, which nothing that is evaluated later changes.
Value Compiler::kept(const Expression* e) {
  const Value v = number(*e);
  return v.steady || !terms_have_effects_ ? v : copied(v);
}

// The variable that a place or a value is; null where it is none.
const Home* Compiler::home_named(const Expression& e) {
  if (e.kind != ExpressionKind::load || e.a->kind != ExpressionKind::variable) return nullptr;
  const language::Variable& v = *e.a->variable;
  if (v.space != language::Space::local && v.space != language::Space::parameter) return nullptr;
  const auto bound = frame_->bound.find(&v);
  if (bound != frame_->bound.end()) return bound->second.home;
  const auto home = frame_->homes.find(&v);
  return home == frame_->homes.end() || home->second.in_memory ? nullptr : &home->second;
}

Value Compiler::record_sum(Spot& to, std::uint8_t form, const Value& value, Origin a, Origin b, bool unless_constant) {
  Sum sum;
  std::uint32_t array = to.memory.array;
  if (to.home != nullptr) {
    array = array_of(*to.home);
    sum.at.constant = static_cast<std::int64_t>(to.first);
    sum.at.unit = 0;
  } else {
    sum.at = access(to.memory, to.type);
  }
  sum.at.array = array;
  sum.site = add_site(Kind::partial_sum, array, Width::one, form, value.number);
  sum.value = slot_of(value);
  sum.a = a;
  sum.b = b;
  Value told = value;
  sum.result = told.origin = {new_origin(), 0};
  sum.unless_constant = unless_constant;
  code_.sums.push_back(sum);
  add({.op = Op::sum, .what = static_cast<std::uint32_t>(code_.sums.size() - 1)});
  return told;
}

// A variable whose sums are told of is an array of one.
std::uint32_t Compiler::array_of(Home& home) {
  if (home.has_array) return home.array;
  home.has_array = true;
  for (std::uint32_t n = 0; n < code_.arrays.size(); ++n)
    if (code_.arrays[n].variable == home.variable && home.variable != nullptr &&
        code_.arrays[n].space == tilescope::Space::local) {
      home.array = n;
      return n;
    }
  Array array;
  array.name = std::string(home.name);
  array.space = tilescope::Space::local;
  array.element = home.type;
  array.variable = home.variable;
  code_.arrays.push_back(std::move(array));
  units_.push_back(4);
  home.array = static_cast<std::uint32_t>(code_.arrays.size() - 1);
  return home.array;
}

Value Compiler::with(const Value& sum, const Added& next, Number type) {
  Value a = next.a;
  if (next.is_product) {
    if (next.minus) a = pure(Op::negate, type, a);
    Value v = bare(Op::multiply_add, type, a, next.b, sum);
    return v;
  }
  return bare(next.minus ? Op::subtract : Op::add, type, sum, a);
}

// Without the origin of what comes out.
Value Compiler::bare(Op op, Number type, Value a, Value b, Value c) {
  a.origin = b.origin = c.origin = {};
  return pure(op, type, a, b, c);
}

void Compiler::assign(const Expression& e) {
  if (!e.a->type.is_arithmetic()) {
    const Items items = result(*e.b);
    Spot to = spot(*e.a);
    write(to, items);
    return;
  }
  operand_ = 0;
  Terms terms;
  terms_have_effects_ = has_effects(*e.b) || has_effects(*e.a);
  take_terms(*e.b, terms);
  operand_ = 0;
  Spot to = spot(*e.a);
  put(to, terms, number_of(e.b->type));
}

void Compiler::put(Spot& to, Terms terms, Number type) {
  // A variable changes with its first addition; what is added later is what it was before.
  for (std::size_t n = 1; n < terms.added.size(); ++n)
    for (Value* const v : {&terms.added[n].a, &terms.added[n].b}) *v = copied(*v);
  bool loaded = !terms.first.origin.is_none(), multiplies = false;
  for (const Added& next : terms.added) {
    loaded = loaded || !next.a.origin.is_none() || !next.b.origin.is_none();
    multiplies = multiplies || next.is_product;
  }
  const auto is_target = [&](const Expression* e) {
    return e != nullptr && to.home != nullptr && home_named(*e) == to.home;
  };
  const bool onto = is_target(terms.first_place) && !terms.first_minus;
  const bool onto_second =
      terms.added.size() == 1 && !terms.added[0].is_product && !terms.added[0].minus && is_target(terms.added[0].place);
  Value sum = terms.first;
  if (terms.first_minus) sum = pure(Op::negate, type, sum);
  if (terms.added.empty() || !loaded) {
    for (const Added& next : terms.added) {
      Value v = with(sum, next, type);
      v.origin = both(sum.origin, both(next.a.origin, next.b.origin));
      sum = v;
    }
    put_value(to, sum);
    return;
  }
  std::size_t n = 0;
  if (onto_second) {
    sum = summed(to, form_add, with(sum, terms.added[0], type), terms.first.origin, {});
    n = 1;
  } else if (!onto && multiplies) {
    if (!sum.origin.is_none()) sum = record_sum(to, form_start, sum, sum.origin, {}, true);
  } else if (!onto) {
    const Value v = with(sum, terms.added[0], type);
    sum = summed(to, form_add, v, sum.origin, terms.added[0].a.origin);
    n = 1;
  }
  for (; n < terms.added.size(); ++n) {
    const Added& next = terms.added[n];
    sum =
        summed(to, next.is_product ? form_multiply_add : form_add, with(sum, next, type), next.a.origin, next.b.origin);
  }
  put_value(to, sum);
}

// One step of a sum. A variable holds it before it is told, so that the number is written once.
Value Compiler::summed(Spot& to, std::uint8_t form, Value v, Origin a, Origin b) {
  if (to.home != nullptr && to.home->items[to.first].value.number == v.number && to.count == 1) {
    const Value& held = to.home->items[to.first].value;
    if (!held.slot.is_none() && (held.slot.is_uniform() == v.slot.is_uniform())) {
      move(held.slot, held.number, v);
      v.slot = held.slot;
      v.known = false;
    }
  } else if (to.home == nullptr && !v.known) {
    if (const std::optional<Value> held = row(to); held && held->number == v.number) {
      move(held->slot, held->number, v);
      v.slot = held->slot;
    }
  }
  return record_sum(to, form, v, a, b, false);
}

void Compiler::put_value(Spot& to, const Value& v) {
  Item item;
  item.value = converted(v, number_of(to.type), cell_of(to.type), false);
  write(to, {item});
}

void Compiler::compound(const Expression& e) {
  if (e.a->type.is_pointer()) {
    Spot to = spot(*e.a);
    const Items before = read(to);
    const Pointer from = before[0].is_pointer ? before[0].pointer : from_address(before[0].value);
    const std::uint64_t unit = from.array == anywhere ? 1 : units_[from.array];
    Item after;
    after.is_pointer = true;
    after.pointer = moved(from, offset_of(*e.b, static_cast<std::int64_t>(e.a->type.inner()->size / unit),
                                          e.op == Mark::minus || e.op == Mark::minus_equals));
    write(to, {after});
    return;
  }
  operand_ = 0;
  const Number type = number_of(e.computed);
  const bool adds = e.op == Mark::plus || e.op == Mark::plus_equals,
             subtracts = e.op == Mark::minus || e.op == Mark::minus_equals;
  const bool effects = has_effects(*e.b) || has_effects(*e.a);
  bool minus = subtracts;
  const Expression* const product = e.fused == Fused::right ? language::product_under_signs(*e.b, minus) : nullptr;
  Value a, b;
  if (product != nullptr) {
    a = number(*product->a);
    if (!a.steady && (effects || has_effects(*product->b))) a = copied(a);
    b = number(*product->b);
    if (!b.steady && effects) b = copied(b);
  } else {
    a = number(*e.b);
    if (!a.steady && effects) a = copied(a);
  }
  operand_ = 0;
  Spot to = spot(*e.a);
  operand_ = 3;
  const Items before = read(to);
  if (before.size() != 1) refuse(e.place, "the machine cannot change this so");
  const Value old = converted(before[0].value, type);
  if (product != nullptr) {
    const Added next{.a = a, .b = b, .is_product = true, .minus = minus};
    Value v = with(old, next, type);
    if (!a.origin.is_none() || !b.origin.is_none() || !old.origin.is_none())
      v = summed(to, form_multiply_add, v, a.origin, b.origin);
    put_value(to, v);
  } else if (adds || subtracts) {
    static_cast<void>(added(to, old, a, adds ? Op::add : Op::subtract, e.a->type));
  } else {
    put_value(to, other_compound(e, old, a, type));
  }
}

Value Compiler::other_compound(const Expression& e, const Value& old, Value b, Number type) {
  Op op = Op::multiply;
  switch (e.op) {
    case Mark::star:
    case Mark::star_equals: op = Op::multiply; break;
    case Mark::slash:
    case Mark::slash_equals: op = Op::divide; break;
    case Mark::percent:
    case Mark::percent_equals: op = Op::remainder; break;
    case Mark::ampersand:
    case Mark::and_equals: op = Op::bit_and; break;
    case Mark::bar:
    case Mark::bar_equals: op = Op::bit_or; break;
    case Mark::caret:
    case Mark::caret_equals: op = Op::bit_xor; break;
    case Mark::left:
    case Mark::left_equals: op = Op::shift_left; break;
    default: op = Op::shift_right; break;
  }
  if (op == Op::shift_left || op == Op::shift_right) b = converted(b, Number::u32);
  return pure(op, type, old, b);
}

Value Compiler::added(Spot& to, const Value& old, const Value& by, Op op, Type) {
  Value v = bare(op, by.number, old, by);
  if (!old.origin.is_none() || !by.origin.is_none()) v = summed(to, form_add, v, by.origin, {});
  put_value(to, v);
  return v;
}

}  // namespace tilescope::machine
