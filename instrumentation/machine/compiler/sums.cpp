// Compiles the recording of an assignment's arithmetic. Its right-hand side is split into a first value and successive
// operations: additions, minima, maxima, and finally a comparison. Each operation on a loaded value is an event, and so
// is the start of a sum with a multiply-add. Other arithmetic leaves no event.
#include <utility>

#include "instrumentation/language/passes/walk.h"
#include "instrumentation/machine/compiler/alike.h"
#include "instrumentation/machine/compiler/compiler.h"

namespace tilescope::machine {

namespace {

using language::Expression;
using language::ExpressionKind;
using language::Fused;
using language::Mark;
using language::Type;

struct StepName {
  std::string_view name;
  SumForm form;
  bool minus = false;
};
constexpr StepName step_names[] = {
    {"fminf", SumForm::least},         {"fmin", SumForm::least},     {"min", SumForm::least},
    {"umin", SumForm::least},          {"llmin", SumForm::least},    {"ullmin", SumForm::least},
    {"fmaxf", SumForm::greatest},      {"fmax", SumForm::greatest},  {"max", SumForm::greatest},
    {"umax", SumForm::greatest},       {"llmax", SumForm::greatest}, {"ullmax", SumForm::greatest},
    {"__fadd_rn", SumForm::add},       {"__dadd_rn", SumForm::add},  {"__fsub_rn", SumForm::add, true},
    {"__dsub_rn", SumForm::add, true},
};

bool is_extreme(SumForm form) { return form == SumForm::least || form == SumForm::greatest; }

bool is_sum(const Expression& e) {
  return e.kind == ExpressionKind::binary && (e.op == Mark::plus || e.op == Mark::minus) && e.type.is_arithmetic();
}

bool is_fma(const Expression& e) {
  return e.kind == ExpressionKind::builtin && e.list.size() == 3 &&
         (e.builtin->name == "fmaf" || e.builtin->name == "__fmaf_rn" || e.builtin->name == "fma" ||
          e.builtin->name == "__fma_rn");
}

bool is_comparison(const Expression& e) {
  return e.kind == ExpressionKind::binary && e.op >= Mark::equal && e.op <= Mark::greater_equal &&
         e.a->type.is_arithmetic() && e.b->type.is_arithmetic();
}

// A function of two numbers that counts as a step.
const StepName* step_named(const Expression& e) {
  if (e.kind != ExpressionKind::builtin || e.list.size() != 2 || !e.type.is_arithmetic()) return nullptr;
  for (const StepName& known : step_names)
    if (known.name == e.builtin->name) return &known;
  return nullptr;
}

// a ? b : c, possibly inside a load.
const Expression* choice_in(const Expression& e) {
  if (e.kind == ExpressionKind::load) return choice_in(*e.a);
  return e.kind == ExpressionKind::choice ? &e : nullptr;
}

// a > b ? a : b and the like; `compare` for anything else.
SumForm chosen_extreme(const Expression& whole) {
  const Expression* const e = choice_in(whole);
  if (e == nullptr || !e->type.is_arithmetic() || !is_comparison(*e->a)) return SumForm::compare;
  const Mark op = e->a->op;
  const bool is_less = op == Mark::less || op == Mark::less_equal;
  if (!is_less && op != Mark::greater && op != Mark::greater_equal) return SumForm::compare;
  const Expression &a = *e->a->a, &b = *e->a->b;
  const bool in_order = are_alike(a, *e->b) && are_alike(b, *e->c);
  const bool turned = !in_order && are_alike(a, *e->c) && are_alike(b, *e->b);
  if (!in_order && !turned) return SumForm::compare;
  return is_less == in_order ? SumForm::least : SumForm::greatest;
}

bool is_step(const Expression& e) {
  return is_sum(e) || is_fma(e) || is_comparison(e) || step_named(e) != nullptr || is_extreme(chosen_extreme(e));
}

// The side of a sum that is a fused product. Products of integers are exact, so they always count as fused.
Fused product_side(const Expression& e) {
  if (!e.type.is_integer()) return e.fused;
  bool minus = false;
  if (language::product_under_signs(*e.a, minus) != nullptr) return Fused::left;
  return language::product_under_signs(*e.b, minus) != nullptr ? Fused::right : Fused::none;
}

const Expression& right_side(const Expression& e) {
  const Expression* at = &e;
  while (at->kind == ExpressionKind::convert && at->type.is_arithmetic() && at->a->type.is_arithmetic()) at = at->a;
  return is_step(*at) ? *at : e;
}

}  // namespace

bool Compiler::has_steps(const Expression& e) { return is_step(right_side(e)); }

bool Compiler::Terms::is_loaded() const {
  bool loaded = !first.origin.is_none();
  for (const Step& next : steps) loaded = loaded || next.is_loaded();
  return loaded;
}

Compiler::Terms Compiler::terms_of(const Expression& e, bool effects) {
  const bool before = std::exchange(terms_have_effects_, effects);
  Terms terms;
  const Expression& inner = right_side(e);
  for (const Expression* at = &e; at != &inner; at = at->a) terms.conversions.push_back(at);
  terms.number = number_of(inner.type);
  operand_ = 0;
  take_terms(inner, terms);
  terms_have_effects_ = before;
  return terms;
}

// Operands are evaluated in the language's order: `first` may come after a product.
void Compiler::take_terms(const Expression& e, Terms& terms) {
  if (is_fma(e)) {
    const Step product{.form = SumForm::multiply_add, .a = kept(*e.list[0]), .b = kept(*e.list[1])};
    terms.first = kept(*e.list[2]);
    terms.first_place = e.list[2];
    terms.steps.push_back(product);
  } else if (is_sum(e)) {
    take_sum(e, terms);
  } else if (const StepName* const named = step_named(e); named != nullptr) {
    take_named(e, named->form, named->minus, terms);
  } else if (is_comparison(e)) {
    const Pair pair = operands(e);
    Step step{.form = SumForm::compare, .a = kept(pair.b), .made = compared(e.op, pair)};
    terms.first = kept(pair.a);
    terms.steps.push_back(step);
  } else if (const SumForm form = chosen_extreme(e); is_extreme(form)) {
    take_chosen(*choice_in(e), form, terms);
  } else {
    terms.first = kept(e);
    terms.first_place = &e;
  }
}

void Compiler::take_sum(const Expression& e, Terms& terms) {
  const bool subtracts = e.op == Mark::minus;
  const Fused side = product_side(e);
  bool minus = false;
  const auto product_of = [&](const Expression& part) {
    const Expression* const product = language::product_under_signs(part, minus);
    return Step{.form = SumForm::multiply_add, .a = kept(*product->a), .b = kept(*product->b), .minus = minus};
  };
  if (side == Fused::left) {
    const Step product = product_of(*e.a);
    terms.first = kept(*e.b);
    terms.first_minus = subtracts;
    terms.first_place = e.b;
    terms.steps.push_back(product);
    return;
  }
  take_terms(*e.a, terms);
  if (side == Fused::right) {
    minus = subtracts;
    terms.steps.push_back(product_of(*e.b));
  } else {
    terms.steps.push_back({.form = SumForm::add, .a = kept(*e.b), .minus = subtracts, .place = e.b});
  }
}

// fmaxf(a, b) and the like: earlier steps are in a or, if a is not a step, in b.
void Compiler::take_named(const Expression& e, SumForm form, bool minus, Terms& terms) {
  const Expression &a = *e.list[0], &b = *e.list[1];
  const auto is_before = [&](const Expression& part) { return is_step(part) && number_of(part.type) == terms.number; };
  const auto operand = [&](const Expression& part) { return converted(kept(part), terms.number); };
  Step step{.form = form, .minus = minus};
  if (is_extreme(form) && !is_before(a) && is_before(b)) {
    step.behind = true;
    step.a = operand(a);
    take_terms(b, terms);
  } else {
    if (is_before(a)) {
      take_terms(a, terms);
    } else {
      terms.first = operand(a);
      terms.first_place = &a;
    }
    step.a = operand(b);
    step.place = &b;
  }
  terms.steps.push_back(step);
}

// a > b ? a : b. The chosen operand is computed as written.
void Compiler::take_chosen(const Expression& e, SumForm form, Terms& terms) {
  const std::uint8_t operand = operand_;
  const Pair pair = operands(*e.a);
  operand_ = operand;
  const Value c = compared(e.a->op, pair);
  Step step{.form = form, .a = kept(pair.b)};
  terms.first = kept(pair.a);
  if (is_cheap(*e.b) && is_cheap(*e.c)) {
    const Value a = number(*e.b);
    const Value b = number(*e.c);
    operand_ = static_cast<std::uint8_t>(operand + 1);
    step.made = bare(Op::choose, terms.number, c, a, b);
  } else {
    step.made = chosen(e, c)[0].value;
    step.made->origin = {};
  }
  terms.steps.push_back(step);
}

// The value, protected from later evaluations.
Value Compiler::kept(const Expression& e) { return kept(number(e)); }
Value Compiler::kept(const Value& v) { return v.steady || !terms_have_effects_ ? v : copied(v); }

// The variable that a place or value names; null if it names none.
const Home* Compiler::home_named(const Expression& e) {
  if (e.kind != ExpressionKind::load || e.a->kind != ExpressionKind::variable) return nullptr;
  const language::Variable& v = *e.a->variable;
  if (v.space != language::Space::local && v.space != language::Space::parameter) return nullptr;
  const auto bound = frame_->bound.find(&v);
  if (bound != frame_->bound.end()) return bound->second.home;
  const auto home = frame_->homes.find(&v);
  return home == frame_->homes.end() || home->second.in_memory ? nullptr : &home->second;
}

Value Compiler::record_sum(Spot& to, SumForm form, const Value& value, Origin a, Origin b, bool unless_constant) {
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
  const Site site{.kind = Kind::partial_sum,
                  .array = array_number(array),
                  .operand = static_cast<std::uint8_t>(form),
                  .number = value.number,
                  .bytes = static_cast<std::uint8_t>(bytes_of(to.home != nullptr ? cell_of(to.type) : sum.at.cell))};
  sum.site = array == anywhere ? add_access_sites(site, true) : add_site(site);
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

// A variable whose sums are recorded is an array of one element.
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

// The intermediate result after a step.
Value Compiler::with(const Value& sum, const Step& next, Number type) {
  if (next.made) return *next.made;
  if (is_extreme(next.form)) {
    const Op op = next.form == SumForm::least ? Op::least : Op::greatest;
    return next.behind ? bare(op, type, next.a, sum) : bare(op, type, sum, next.a);
  }
  const Op op = next.minus ? Op::subtract : Op::add;
  if (next.form != SumForm::multiply_add) return bare(op, type, sum, next.a);
  if (!is_float(type)) return bare(op, type, sum, bare(Op::multiply, type, next.a, next.b));
  const Value a = next.minus ? pure(Op::negate, type, next.a) : next.a;
  return bare(Op::multiply_add, type, a, next.b, sum);
}

Value Compiler::first_of(const Terms& terms) {
  return terms.first_minus ? pure(Op::negate, terms.number, terms.first) : terms.first;
}

// The result if nothing was loaded for it.
Value Compiler::worth(const Terms& terms) {
  Value v = first_of(terms);
  for (const Step& next : terms.steps) v = with(v, next, terms.number);
  return converted(v, terms);
}

Value Compiler::converted(Value v, const Terms& terms) {
  for (std::size_t n = terms.conversions.size(); n-- > 0;) v = as_type(*terms.conversions[n], v);
  return v;
}

// The result has no origin.
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
  const Terms terms = terms_of(*e.b, has_effects(*e.b) || has_effects(*e.a));
  operand_ = 0;
  Spot to = spot(*e.a);
  put(to, terms);
}

void Compiler::put(Spot& to, Terms terms) {
  if (terms.steps.empty() || !terms.is_loaded()) return put_value(to, worth(terms));
  std::vector<Step>& steps = terms.steps;
  const auto is_target = [&](const Expression* e) {
    return e != nullptr && to.home != nullptr && home_named(*e) == to.home;
  };
  const bool onto = is_target(terms.first_place) && !terms.first_minus;
  const bool onto_second =
      steps.size() == 1 && steps[0].form == SumForm::add && !steps[0].minus && is_target(steps[0].place);
  Value sum = first_of(terms);
  std::size_t n = 0;
  if (sum.origin.is_none() && !onto && !onto_second)  // index arithmetic
    for (; !steps[n].is_loaded(); ++n) sum = with(sum, steps[n], terms.number);
  // The first step changes the variable; later steps use its earlier value.
  for (std::size_t later = n + 1; later < steps.size(); ++later)
    for (Value* const v : {&steps[later].a, &steps[later].b}) *v = copied(*v);
  bool multiplies = false;
  for (std::size_t next = n; next < steps.size() && steps[next].adds(); ++next)
    multiplies = multiplies || steps[next].form == SumForm::multiply_add;
  if (onto_second) {
    sum = summed(to, SumForm::add, with(sum, steps[n], terms.number), terms.first.origin, {});
    ++n;
  } else if (!onto && multiplies) {
    note({.kind = Note::Kind::telling});
    if (!sum.origin.is_none()) sum = record_sum(to, SumForm::start, sum, sum.origin, {}, true);
  } else if (!onto && steps[n].form == SumForm::add) {
    sum = summed(to, SumForm::add, with(sum, steps[n], terms.number), sum.origin, steps[n].a.origin);
    ++n;
  }
  for (; n < steps.size(); ++n) sum = stepped(to, sum, steps[n], terms);
  if (steps.back().form == SumForm::compare) return write(to, {item_of(sum)});
  put_value(to, converted(sum, terms));
}

// A minimum, maximum or comparison records both operands, in source order.
Value Compiler::stepped(Spot& to, const Value& sum, const Step& next, const Terms& terms) {
  Value v = with(sum, next, terms.number);
  if (next.adds()) return summed(to, next.form, v, next.a.origin, next.b.origin);
  if (next.form == SumForm::compare) v = converted(converted(v, terms), number_of(to.type), cell_of(to.type), false);
  return next.behind ? summed(to, next.form, v, next.a.origin, sum.origin)
                     : summed(to, next.form, v, sum.origin, next.a.origin);
}

// One step of a sum. The variable receives the value before it is recorded, so that the number is written once.
Value Compiler::summed(Spot& to, SumForm form, Value v, Origin a, Origin b) {
  note({.kind = Note::Kind::telling});
  if (to.home != nullptr && to.home->items[to.first].value.number == v.number && to.count == 1) {
    const Value& held = to.home->items[to.first].value;
    if (!held.slot.is_none() && (held.slot.is_uniform() == v.slot.is_uniform())) {
      move(held.slot, held.number, v);
      v.slot = held.slot;
      v.known = false;
      note_set(*to.home, to.first);
    }
  } else if (to.home == nullptr && !v.known) {
    if (const std::optional<Value> held = row(to); held && held->number == v.number) {
      move(held->slot, held->number, v);
      v.slot = held->slot;
      note_row(held->slot);
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
  const bool has_product = e.fused == Fused::right || ((adds || subtracts) && e.computed.is_integer());
  const Expression* const product = has_product ? language::product_under_signs(*e.b, minus) : nullptr;
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
  if (before.size() != 1) refuse(e.place, "this expression cannot be changed in this way");
  const Value old = converted(before[0].value, type);
  if (product != nullptr) {
    const Step next{.form = SumForm::multiply_add, .a = a, .b = b, .minus = minus};
    Value v = with(old, next, type);
    if (!a.origin.is_none() || !b.origin.is_none() || !old.origin.is_none())
      v = summed(to, SumForm::multiply_add, v, a.origin, b.origin);
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
  if (!old.origin.is_none() || !by.origin.is_none()) v = summed(to, SumForm::add, v, by.origin, {});
  put_value(to, v);
  return v;
}

}  // namespace tilescope::machine
