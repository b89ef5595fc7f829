// Finds where nvcc may round differently. A value's number identifies how it is computed, so that equal products are
// found anywhere; `changes` says in which loops it changes.
#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "instrumentation/language/passes/flow.h"
#include "instrumentation/language/passes/passes.h"
#include "instrumentation/language/passes/rounding_terms.h"

namespace tilescope::language {

namespace {

class Rounding : public Flow<Rounding, NumberedValue> {
 public:
  explicit Rounding(Kernel& kernel) : kernel_(kernel) {}

  void tell() {
    const bool whole = go_through(*kernel_.function);
    for (const auto& [number, place] : additions_)
      if (products_[number] > 1) open_.push_back(place);
    std::sort(open_.begin(), open_.end(),
              [](Place a, Place b) { return std::pair(a.offset, a.length) < std::pair(b.offset, b.length); });
    open_.erase(std::unique(open_.begin(), open_.end()), open_.end());
    kernel_.rounding_may_differ = !open_.empty() || !whole;
    kernel_.open_roundings = std::move(open_);
    kernel_.order_matters = order_matters_ || !whole;
  }

  // Required by Flow.
  void start() {
    open_.clear();
    additions_.clear();
    products_.clear();
    stored_products_.clear();
    loops_.clear();
  }
  static NumberedValue joined(const NumberedValue& a, const NumberedValue& b) {
    if (a.number == b.number && a.product == b.product && a.changes == b.changes) return a;
    return {mixed(mixed(a.number, b.number), 1), a.changes | b.changes, std::max(a.product, b.product)};
  }
  static bool same(const NumberedValue& a, const NumberedValue& b) {
    return a.changes == b.changes && a.product == b.product;
  }
  NumberedValue round(const NumberedValue& known) {
    return {fresh(), known.changes | bit(loops_.size()), known.product};
  }
  NumberedValue after(const NumberedValue& known) {
    return {fresh(), known.changes & ~bit(loops_.size() + 1), known.product};
  }
  void branch(const Statement&, bool, const NumberedValue&) {}
  void end_branch() {}
  void leave(const Statement&) {}
  void begin_loop(const Statement& s) { loops_.push_back(turns_of(s)); }
  void end_loop(const Statement&) { loops_.pop_back(); }

  void hold(const Variable& variable, const NumberedValue& known) { set_all(own(variable), known, variable.type); }
  NumberedValue bound(const Expression& place) { return address(place); }
  void discard(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::builtin: (void)built_in(e, false); return;
      case ExpressionKind::sequence: discard(*e.a); return discard(*e.b);
      case ExpressionKind::convert: return e.type.is_void() ? discard(*e.a) : (void)value(e);
      case ExpressionKind::choice:
        (void)value(*e.a);
        discard(*e.b);
        return discard(*e.c);
      default: (void)value(e);
    }
  }

  NumberedValue value(const Expression& e) {
    if (++work_; gave_up()) return {};
    switch (e.kind) {
      case ExpressionKind::constant: return {mixed(constant_number(*e.value), 3), 0, Product::no};
      case ExpressionKind::load: return value(*e.a);
      case ExpressionKind::variable:
      case ExpressionKind::field:
      case ExpressionKind::element:
      case ExpressionKind::dereference: return whole(e);
      case ExpressionKind::address:
      case ExpressionKind::decay: return address(*e.a);
      case ExpressionKind::negate: return negated(value(*e.a));
      case ExpressionKind::convert:
      case ExpressionKind::reinterpret:
      case ExpressionKind::keep: return converted(e);
      case ExpressionKind::binary: return binary(e);
      case ExpressionKind::sequence: discard(*e.a); return value(*e.b);
      case ExpressionKind::choice: return chosen(e);
      case ExpressionKind::assign: return assigned(e);
      case ExpressionKind::compound: return compound(e);
      case ExpressionKind::increment: return increment(e);
      case ExpressionKind::call: return call(*e.function, e.list);
      case ExpressionKind::object: return made(e);
      case ExpressionKind::builtin: return built_in(e, true);
      default: return of_parts(e);
    }
  }

 private:
  static std::uint64_t bit(std::size_t loop) { return loop < 64 ? std::uint64_t{1} << loop : 0; }
  // A bit for each enclosing loop.
  [[nodiscard]] std::uint64_t everywhere() const {
    return loops_.size() < 63 ? bit(loops_.size() + 1) - 1 : ~std::uint64_t{0};
  }
  std::uint64_t fresh() { return mixed(++fresh_, 7); }

  static std::uint64_t constant_number(const Value& value) {
    return value.is_floating() ? std::bit_cast<std::uint64_t>(value.real) : static_cast<std::uint64_t>(value.integer);
  }
  enum class Turns : std::uint8_t { one, known, unknown };
  // If it is known, a compiler may unroll the loop.
  static Turns turns_of(const Statement& s) {
    if (runs_once(s)) return Turns::one;
    if (s.condition == nullptr || s.condition->kind != ExpressionKind::binary) return Turns::unknown;
    const auto is_constant = [](const Expression* e) { return e->kind == ExpressionKind::constant; };
    return is_constant(s.condition->a) || is_constant(s.condition->b) ? Turns::known : Turns::unknown;
  }

  static NumberedValue part(NumberedValue known, std::uint64_t which) {
    known.number = mixed(known.number, which);
    return known;
  }
  NumberedValue known_of(Slot slot) {
    if (slot == 0) return {fresh(), everywhere(), Product::no};
    if (const NumberedValue* const known = find(slot)) return *known;
    return {mixed(slot, 5), 0, Product::no};
  }
  // The value in a place. Members that were set separately count too.
  NumberedValue whole(const Expression& e) {
    NumberedValue known = base(e);
    const Slot slot = slots().of_place(e);
    for (const Field& field : members_of(e.type))
      if (const NumberedValue* const of_member = find(member(slot, field))) known = with(known, *of_member);
    return known;
  }
  NumberedValue base(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::variable: return variable(e);
      case ExpressionKind::field: return field(e);
      case ExpressionKind::element:
      case ExpressionKind::dereference: return pointed_to(e);
      default: return value(e);
    }
  }
  NumberedValue field(const Expression& e) {
    const NumberedValue* const set_itself = e.is_place ? find(slots().of_place(e)) : nullptr;
    if (set_itself == nullptr || e.a->kind == ExpressionKind::field) return part(base(*e.a), e.field->offset + 1);
    const NumberedValue known = *set_itself;
    const bool in_variable = e.a->kind == ExpressionKind::variable && !e.a->variable->type.is_reference();
    return in_variable ? known : at_address(address(e), known);
  }
  // If a reference is bound to an element, the element's address counts too.
  NumberedValue variable(const Expression& e) {
    const NumberedValue what = known_of(slots().of_place(e));
    const NumberedValue* const address = e.variable->type.is_reference() ? find(own(*e.variable)) : nullptr;
    return address == nullptr || address->number == whole_address(slots().of_place(e)) ? what
                                                                                       : at_address(*address, what);
  }
  static NumberedValue at_address(const NumberedValue& address, const NumberedValue& memory) {
    return {mixed(address.number, memory.number), address.changes | memory.changes, memory.product};
  }
  static std::uint64_t whole_address(Slot slot) { return mixed(slot, 11); }
  NumberedValue of_parts(const Expression& e) {
    NumberedValue known{mixed(static_cast<std::uint64_t>(e.kind), static_cast<std::uint64_t>(e.op)), 0, Product::no};
    each_part(e, [&](const Expression& each) { known = with(known, value(each)); });
    return known;
  }
  static NumberedValue with(const NumberedValue& a, const NumberedValue& b) {
    return {mixed(a.number, b.number), a.changes | b.changes, std::max(a.product, b.product)};
  }
  NumberedValue pointed_to(const Expression& e) {
    NumberedValue known = value(*e.a);
    if (e.b != nullptr) known = with(known, value(*e.b));
    const NumberedValue memory = known_of(slots().of_pointer(*e.a));
    return at_address(known, memory);
  }
  // The number of the address only: the value there may change while the address stays.
  NumberedValue address(const Expression& place) {
    switch (place.kind) {
      case ExpressionKind::variable: {
        const NumberedValue* const known = place.variable->type.is_reference() ? find(own(*place.variable)) : nullptr;
        return known != nullptr ? *known : NumberedValue{whole_address(slots().of_place(place)), 0, Product::no};
      }
      case ExpressionKind::field: return part(address(*place.a), place.field->offset + 1);
      case ExpressionKind::reinterpret: return address(*place.a);
      case ExpressionKind::element: {
        const NumberedValue to = value(*place.a);
        return with(to, value(*place.b));
      }
      case ExpressionKind::dereference: return value(*place.a);
      default: return value(place);
    }
  }
  NumberedValue converted(const Expression& e) {
    NumberedValue known = part(value(*e.a), static_cast<std::uint64_t>(e.type.kind()) + 100);
    if (!e.a->type.is_floating() && e.a->type.is_arithmetic()) known.product = Product::no;
    if (e.type.is_integer()) known.product = Product::no;
    return known;
  }
  NumberedValue chosen(const Expression& e) {
    const NumberedValue condition = value(*e.a), first = value(*e.b), second = value(*e.c);
    return {mixed(condition.number, mixed(first.number, second.number)),
            condition.changes | first.changes | second.changes, std::max(first.product, second.product)};
  }

  NumberedValue binary(const Expression& e) {
    const NumberedValue a = value(*e.a), b = value(*e.b);
    return result(e, e.op, *e.a, a, *e.b, b, e.a->type);
  }
  NumberedValue compound(const Expression& e) {
    const NumberedValue a = value(*e.a), b = value(*e.b);
    static constexpr std::pair<Mark, Mark> ops[] = {
        {Mark::plus_equals, Mark::plus}, {Mark::minus_equals, Mark::minus}, {Mark::star_equals, Mark::star}};
    const auto* const op = std::find_if(std::begin(ops), std::end(ops), [&](auto pair) { return pair.first == e.op; });
    const NumberedValue changed = result(e, op != std::end(ops) ? op->second : e.op, *e.a, a, *e.b, b, e.computed);
    store(*e.a, changed);
    return changed;
  }
  NumberedValue increment(const Expression& e) {
    const NumberedValue before = value(*e.a);
    if (e.type.is_floating() && before.product != Product::no) open_.push_back(e.place);
    NumberedValue changed = part(before, 1000 + static_cast<std::uint64_t>(e.op));
    changed.product = Product::no;
    store(*e.a, changed);
    return e.before ? changed : before;
  }
  NumberedValue assigned(const Expression& e) {
    const NumberedValue known = value(*e.b);
    store(*e.a, known);
    return known;
  }
  NumberedValue result(const Expression& e, Mark op, const Expression& left, const NumberedValue& a,
                       const Expression& right, const NumberedValue& b, Type type) {
    const bool sum = op == Mark::plus || op == Mark::minus;
    NumberedValue known{mixed(mixed(a.number, static_cast<std::uint64_t>(op)), b.number), a.changes | b.changes,
                        Product::no};
    if (!type.is_floating()) return known;
    if (op == Mark::star) return product(left, a, right, b);
    if (sum) add(e, op, left, a, right, b, type);
    return known;
  }

  NumberedValue product(const Expression& left, const NumberedValue& a, const Expression& right,
                        const NumberedValue& b) {
    const NumberedValue known = product_of(left, a, right, b);
    if (known.product == Product::yes) ++products_[known.number];
    return known;
  }
  void add(const Expression& e, Mark op, const Expression& left, const NumberedValue& a, const Expression& right,
           const NumberedValue& b, Type type) {
    const Term terms[] = {term_of(left, a, type), term_of(right, b, type)};
    if (is_open(terms[0], op, terms[1])) open_.push_back(e.place);
    for (const Term& each : terms)
      if (each.direct && each.rounds()) {
        additions_.emplace_back(each.known.number, e.place);
        if (leaves_a_loop(each.known)) open_.push_back(e.place);
      }
  }
  // True if it is the same in all rounds of an enclosing loop: the innermost one, or one whose inner loops may be
  // unrolled.
  [[nodiscard]] bool leaves_a_loop(const NumberedValue& known) const {
    for (std::size_t loop = loops_.size(); loop > 0; --loop) {
      const bool changes = loop >= 64 || (known.changes & bit(loop)) != 0;
      if (!changes && loops_[loop - 1] != Turns::one) return true;
      if (loops_[loop - 1] == Turns::unknown) return false;
    }
    return false;
  }

  void store(const Expression& place, const NumberedValue& known) {
    const Slot slot = slots().of_place(place);
    if (slot == 0) return;
    if (known.product != Product::no && !slots().is_local(slot)) stored_products_.push_back(slot);
    const Expression& of = place.kind == ExpressionKind::field && !members_of(place.a->type).empty() ? *place.a : place;
    if (of.kind == ExpressionKind::variable) return set_all(slot, known, place.type);
    const bool known_apart = &of == &place || find(slot) != nullptr;
    const NumberedValue before = known_of(known_apart ? slot : slots().of_place(of));
    set_all(slot, {fresh(), before.changes | known.changes | everywhere(), std::max(before.product, known.product)},
            place.type);
  }
  void set_all(Slot slot, const NumberedValue& known, Type type) {
    set(slot, known);
    for (const Field& field : members_of(type))
      if (find(member(slot, field)) != nullptr) set(member(slot, field), part(known, field.offset + 1));
  }
  // Forgets a value that other threads may have changed.
  void forget(Slot slot) {
    if (slot != 0) set(slot, {fresh(), everywhere(), Product::no});
  }
  void barrier() {
    work_ += stored_products_.size();
    for (const Slot slot : stored_products_) forget(slot);
    stored_products_.clear();
  }

  NumberedValue made(const Expression& e) {
    const Slot object = e.function->parameters.empty() ? 0 : behind(*e.function->parameters.front());
    set_all(object, {fresh(), everywhere(), Product::no}, e.type);
    (void)call(*e.function, e.list, 1);
    NumberedValue known = known_of(object);
    for (const Field& field : members_of(e.type))
      if (const NumberedValue* const of_member = find(member(object, field))) known = with(known, *of_member);
    return known;
  }
  NumberedValue built_in(const Expression& e, bool used) {
    const Builtin& builtin = *e.builtin;
    NumberedValue known = of_parts(e);
    known.number = mixed(known.number, std::hash<std::string_view>()(builtin.name));
    const bool takes_product = builtin.name.starts_with("fdim") && known.product == Product::yes;
    if (takes_product || is_open_call(e)) open_.push_back(e.place);
    if (builtin.group != BuiltinGroup::make) known.product = Product::no;
    switch (builtin.group) {
      case BuiltinGroup::barrier:
      case BuiltinGroup::fence: barrier(); break;
      case BuiltinGroup::warp:
        barrier();
        if (builtin.name == "__activemask") order_matters_ = true;
        break;
      case BuiltinGroup::atomic: atomic(e, used); break;
      case BuiltinGroup::memory: forget(slots().of_pointer(*e.list.front())); break;
      case BuiltinGroup::math:
      case BuiltinGroup::make:
      case BuiltinGroup::bits:
      case BuiltinGroup::load: return known;
      default: break;
    }
    return {fresh(), everywhere(), Product::no};
  }
  void atomic(const Expression& e, bool used) {
    forget(slots().of_pointer(*e.list.front()));
    const std::string_view name = e.builtin->name;
    const Type type = e.list.front()->type.inner();
    const bool is_sum = name.starts_with("atomicAdd") && !type.is_integer();
    if (used || is_sum || name.starts_with("atomicExch") || name.starts_with("atomicCAS")) order_matters_ = true;
  }

  Kernel& kernel_;
  std::vector<Place> open_;
  std::vector<std::pair<std::uint64_t, Place>> additions_;   // of products that are fused if they occur only once
  std::unordered_map<std::uint64_t, std::size_t> products_;  // how often each occurs
  std::vector<Slot> stored_products_;
  std::vector<Turns> loops_;  // the enclosing ones
  std::uint64_t fresh_ = 0;
  bool order_matters_ = false;
};

}  // namespace

void find_open_roundings(Kernel& kernel) {
  if (kernel.function != nullptr) Rounding(kernel).tell();
}

}  // namespace tilescope::language
