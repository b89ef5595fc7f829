// Compiles expressions with all their side effects.
#include "instrumentation/language/passes/walk.h"
#include "instrumentation/machine/compiler/compiler.h"

namespace tilescope::machine {

namespace {

using language::Expression;
using language::ExpressionKind;
using language::Fused;
using language::Mark;
using language::Type;
using language::TypeKind;

std::optional<Op> op_of(Mark mark) {
  switch (mark) {
    case Mark::plus: return Op::add;
    case Mark::minus: return Op::subtract;
    case Mark::star: return Op::multiply;
    case Mark::slash: return Op::divide;
    case Mark::percent: return Op::remainder;
    case Mark::ampersand: return Op::bit_and;
    case Mark::bar: return Op::bit_or;
    case Mark::caret: return Op::bit_xor;
    case Mark::left: return Op::shift_left;
    case Mark::right: return Op::shift_right;
    default: return {};
  }
}

}  // namespace

bool Compiler::has_effects(const Expression& e) {
  bool any = false;
  language::each_within(e, [&](const Expression& part) {
    const bool calls = part.kind == ExpressionKind::call || part.kind == ExpressionKind::object;
    const bool writes = part.kind == ExpressionKind::assign || part.kind == ExpressionKind::compound ||
                        part.kind == ExpressionKind::increment;
    any = any || calls || writes ||
          (part.kind == ExpressionKind::builtin && part.builtin->group != language::BuiltinGroup::math);
  });
  return any;
}

// True if it may be computed even for threads that do not need it.
bool Compiler::is_cheap(const Expression& e) const {
  std::size_t parts = 0;
  bool cheap = true;
  language::each_within(e, [&](const Expression& part) {
    ++parts;
    switch (part.kind) {
      case ExpressionKind::constant:
      case ExpressionKind::negate:
      case ExpressionKind::complement:
      case ExpressionKind::invert:
      case ExpressionKind::both:
      case ExpressionKind::either:
      case ExpressionKind::choice:
      case ExpressionKind::binary:
      case ExpressionKind::field: break;
      case ExpressionKind::convert: cheap = cheap && !part.type.is_pointer() && !part.type.is_void(); break;
      case ExpressionKind::variable: {
        if (part.type.is_array()) cheap = false;
        const language::Space space = part.variable->space;
        const bool own =
            space == language::Space::local || space == language::Space::parameter || space == language::Space::place;
        cheap = cheap && own && !part.variable->type.is_reference() && is_plain(part.variable->type);
        if (own && space != language::Space::place) {
          const auto home = frame_->homes.find(part.variable);
          cheap = cheap && (home == frame_->homes.end() || !home->second.in_memory) &&
                  frame_->bound.count(part.variable) == 0;
        }
        break;
      }
      case ExpressionKind::load:
        cheap = cheap && !part.type.is_pointer() && !part.a->is_place
                    ? cheap
                    : cheap && (part.a->kind == ExpressionKind::variable || part.a->kind == ExpressionKind::field);
        break;
      default: cheap = false;
    }
  });
  return cheap && parts <= 24;
}

Value Compiler::value(const Expression& e) {
  const Items items = result(e);
  if (items.size() != 1) refuse(e.place, "one number is expected here");
  return items[0].is_pointer ? address_of(items[0].pointer) : items[0].value;
}

Value Compiler::number(const Expression& e) { return value(e); }

void Compiler::discard(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::assign: assign(e); break;
    case ExpressionKind::compound: compound(e); break;
    case ExpressionKind::sequence:
      discard(*e.a);
      discard(*e.b);
      break;
    case ExpressionKind::convert:
      if (e.type.is_void()) return discard(*e.a);
      [[fallthrough]];
    default:
      // A place that is only named is not read.
      if (e.is_place && !has_effects(e)) return;
      static_cast<void>(e.is_place && e.kind != ExpressionKind::increment ? Items() : result(e));
      if (e.is_place && e.kind != ExpressionKind::increment) static_cast<void>(spot(e));
  }
}

Items Compiler::result(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::constant: ++operand_; return {item_of(constant(e.type, *e.value))};
    case ExpressionKind::zero: {
      ++operand_;
      Items items;
      for (const Leaf& leaf : leaves_of(e.type)) items.push_back(item_of(constant(number_of(leaf.type), 0)));
      return items;
    }
    case ExpressionKind::load: {
      if (e.a->kind == ExpressionKind::choice) return choice(*e.a);
      return held_by(*e.a);
    }
    case ExpressionKind::decay:
    case ExpressionKind::address: {
      const Spot place = spot(*e.a);
      if (place.home != nullptr) refuse(e.place, "this expression has no address");
      return {Item{.is_pointer = true, .value = {}, .pointer = place.memory}};
    }
    case ExpressionKind::convert: return convert(e);
    case ExpressionKind::negate: return {item_of(pure_unary(e))};
    case ExpressionKind::complement: {
      const Value a = number(*e.a);
      return {item_of(pure(Op::complement, a.number, a))};
    }
    case ExpressionKind::invert: {
      const Value a = condition(*e.a);
      return {item_of(pure(Op::equal, a.number, a, constant(a.number, 0)))};
    }
    case ExpressionKind::binary: return {item_of(binary(e))};
    case ExpressionKind::offset: return {moved_pointer(e)};
    case ExpressionKind::distance: return {item_of(distance(e))};
    case ExpressionKind::both:
    case ExpressionKind::either: return {item_of(logical(e))};
    case ExpressionKind::choice: return choice(e);
    case ExpressionKind::sequence: discard(*e.a); return result(*e.b);
    case ExpressionKind::assign:
    case ExpressionKind::compound: discard(e); return written();
    case ExpressionKind::increment: return increment(e);
    case ExpressionKind::call: {
      if (!e.is_place) return call(e, nullptr);
      Spot place = spot(e);
      return read(place);
    }
    case ExpressionKind::builtin: return builtin(e);
    case ExpressionKind::aggregate: return aggregate(e);
    case ExpressionKind::field: return e.a->is_place ? held_by(e) : part(e);
    case ExpressionKind::variable:
    case ExpressionKind::element:
    case ExpressionKind::dereference:
    case ExpressionKind::reinterpret:
    case ExpressionKind::object:
    case ExpressionKind::keep: return held_by(e);
    default: refuse(e.place, "this expression is not supported");
  }
}

// A member of a value that is not a place.
Items Compiler::part(const Expression& e) {
  const Items whole = result(*e.a);
  const std::vector<Leaf> leaves = leaves_of(e.a->type);
  Items items;
  for (std::size_t n = 0; n < leaves.size() && n < whole.size(); ++n)
    if (leaves[n].offset >= e.field->offset && leaves[n].offset < e.field->offset + e.type->size)
      items.push_back(whole[n]);
  return items;
}

Item Compiler::moved_pointer(const Expression& e) {
  const Pointer from = pointer(*e.a);
  const std::uint64_t unit = from.array == anywhere ? 1 : units_[from.array];
  const std::uint8_t operand = operand_;
  operand_ = 0;
  Item item;
  item.is_pointer = true;
  item.pointer =
      moved(from, offset_of(*e.b, static_cast<std::int64_t>(e.type.inner()->size / unit), e.op == Mark::minus));
  operand_ = operand;
  return item;
}

Value Compiler::distance(const Expression& e) {
  const Value a = value(*e.a);
  const Value b = value(*e.b);
  const Value bytes = pure(Op::subtract, Number::i64, a, b);
  return pure(Op::divide, Number::i64, bytes,
              constant(Number::i64, std::max<std::uint64_t>(1, e.a->type.inner()->size)));
}

// The contents of a place. threadIdx and the like are not places.
Items Compiler::held_by(const Expression& e) {
  const bool is_field = e.kind == ExpressionKind::field && e.a->kind == ExpressionKind::variable;
  const Expression& root = is_field ? *e.a : e;
  if (root.kind != ExpressionKind::variable || root.variable->space != language::Space::place) {
    Spot place = spot(e);
    return read(place);
  }
  ++operand_;
  if (is_field) return {item_of(place_of(*root.variable, e.field->offset / 4))};
  if (root.variable->name == "warpSize") return {item_of(constant(Number::i32, 32))};
  Items items;
  for (unsigned n = 0; n < 3; ++n) items.push_back(item_of(place_of(*root.variable, n)));
  return items;
}

Value Compiler::place_of(const language::Variable& v, std::uint32_t which) {
  using Coordinate = Code::Coordinate;
  const int first = v.name == "threadIdx"  ? static_cast<int>(Coordinate::thread_x)
                    : v.name == "blockIdx" ? static_cast<int>(Coordinate::block_x)
                    : v.name == "blockDim" ? static_cast<int>(Coordinate::block_dim_x)
                                           : static_cast<int>(Coordinate::grid_dim_x);
  return coordinate(static_cast<Coordinate>(first + static_cast<int>(which)));
}

Value Compiler::pure_unary(const Expression& e) {
  const Value a = number(*e.a);
  return pure(Op::negate, a.number, a);
}

Items Compiler::convert(const Expression& e) {
  if (e.type.is_void()) {
    discard(*e.a);
    return {Item{}};
  }
  Items items = result(*e.a);
  if (items.size() != 1) return items;
  Item& item = items[0];
  if (e.type.is_pointer()) {
    if (item.is_pointer) return items;
    Value address = converted(item.value, Number::i64);
    Item to;
    to.is_pointer = true;
    to.pointer = from_address(address);
    return {to};
  }
  return {item_of(as_type(e, item.is_pointer ? address_of(item.pointer) : item.value))};
}

Value Compiler::as_type(const Expression& e, const Value& from) {
  const bool to_bool = e.type.is(TypeKind::bool_);
  if (to_bool && e.a->type.is(TypeKind::bool_)) return from;
  const bool same_cell = cell_of(e.a->type) == cell_of(e.type);
  return converted(from, number_of(e.type), same_cell ? Cell::word : cell_of(e.type), to_bool);
}

Value Compiler::binary(const Expression& e) {
  if (e.op >= Mark::equal && e.op <= Mark::greater_equal) return compared(e.op, operands(e));
  if (e.fused != Fused::none) return fused(e);
  Value a = number(*e.a);
  if (!a.steady && has_effects(*e.b)) a = copied(a);
  Value b = number(*e.b);
  const std::optional<Op> op = op_of(e.op);
  if (!op) refuse(e.place, "this operator is not supported");
  const Number type = number_of(e.type);
  if (*op == Op::shift_left || *op == Op::shift_right) b = converted(b, Number::u32);
  return pure(*op, type, a, b);
}

// One multiply-add; the tree says which operand is the product.
Value Compiler::fused(const Expression& e) {
  const bool subtracts = e.op == Mark::minus;
  bool minus = false;
  const Expression* const product = language::product_under_signs(e.fused == Fused::left ? *e.a : *e.b, minus);
  if (product == nullptr) refuse(e.place, "a product is expected here");
  const Number type = number_of(e.type);
  Value c;
  if (e.fused == Fused::right) {
    c = number(*e.a);
    if (!c.steady && has_effects(*e.b)) c = copied(c);
    minus = minus != subtracts;
  }
  Value a = number(*product->a);
  if (!a.steady && has_effects(*product->b)) a = copied(a);
  const Value b = number(*product->b);
  if (e.fused == Fused::left) {
    c = number(*e.b);
    if (subtracts) c = pure(Op::negate, type, c);
  }
  if (minus) a = pure(Op::negate, type, a);
  return pure(Op::multiply_add, type, a, b, c);
}

Compiler::Pair Compiler::operands(const Expression& e) {
  const std::uint8_t operand = operand_;
  operand_ = 0;
  Pair pair;
  pair.a = value(*e.a);
  if (!pair.a.steady && has_effects(*e.b)) pair.a = copied(pair.a);
  pair.b = value(*e.b);
  operand_ = static_cast<std::uint8_t>(operand + 1);
  const bool of_pointers = e.a->type.is_pointer() || e.a->type.is(TypeKind::null);
  pair.number = of_pointers ? Number::u64 : number_of(e.a->type);
  return pair;
}

Value Compiler::compared(Mark op, const Pair& pair) {
  const auto& [a, b, number] = pair;
  switch (op) {
    case Mark::equal: return pure(Op::equal, number, a, b);
    case Mark::not_equal: return pure(Op::not_equal, number, a, b);
    case Mark::less: return pure(Op::less, number, a, b);
    case Mark::less_equal: return pure(Op::less_equal, number, a, b);
    case Mark::greater: return pure(Op::less, number, b, a);
    default: return pure(Op::less_equal, number, b, a);
  }
}

Value Compiler::condition(const Expression& e) {
  const std::uint8_t operand = operand_;
  operand_ = 0;
  const Value v = value(e);
  operand_ = operand;
  return v;
}

Value Compiler::logical(const Expression& e) {
  const bool is_both = e.kind == ExpressionKind::both;
  const Value a = condition(*e.a);
  if (a.known) {
    if ((a.bits != 0) != is_both) return constant(Number::i32, is_both ? 0 : 1);
    return condition(*e.b);
  }
  if (is_cheap(*e.b)) {
    const Value b = condition(*e.b);
    return pure(is_both ? Op::bit_and : Op::bit_or, Number::u32, a, b);
  }
  Value all;
  all.number = Number::i32;
  // It is not known yet whether b varies; a slot for lanes holds either.
  all.slot = new_slot(false, Number::i32);
  keep(all.slot);
  move(all.slot, Number::i32, a);
  const Value seen = is_both ? all : pure(Op::equal, Number::i32, all, constant(Number::i32, 0));
  const std::uint32_t around = branch(seen);
  const Value b = condition(*e.b);
  Value truth = b;
  move(all.slot, Number::i32, truth);
  jump_here(around);
  all.origin = both(a.origin, b.origin);
  return all;
}

Items Compiler::choice(const Expression& e) { return chosen(e, condition(*e.a)); }

Items Compiler::chosen(const Expression& e, const Value& c) {
  const std::uint8_t operand = operand_;
  if (c.known) return result(c.bits != 0 ? *e.b : *e.c);
  const std::vector<Leaf> leaves = leaves_of(e.type);
  const bool plain = leaves.size() == 1 && !e.type.is_pointer();
  if (plain && is_cheap(*e.b) && is_cheap(*e.c)) {
    const Value a = number(*e.b);
    const Value b = number(*e.c);
    operand_ = static_cast<std::uint8_t>(operand + 1);
    if (a.origin.is_none() && b.origin.is_none()) {
      Value v = pure(Op::choose, number_of(e.type), c, a, b);
      v.origin = {};
      return {item_of(v)};
    }
  }
  Home home;
  const auto take = [&](const Expression& from) {
    operand_ = operand;
    const Items items = result(from);
    for (std::size_t n = 0; n < leaves.size() && n < items.size(); ++n) {
      const Value v = items[n].is_pointer ? address_of(items[n].pointer) : items[n].value;
      move(home.items[n].value.slot, home.items[n].value.number, v);
      move_origin(home.items[n].value.origin, v.origin);
    }
  };
  for (const Leaf& leaf : leaves) {
    Item item;
    item.value.number = number_of(leaf.type);
    item.value.slot = new_slot(false, item.value.number);
    keep(item.value.slot);
    if (!leaf.type.is_pointer()) item.value.origin = {new_origin(), 0};
    home.items.push_back(item);
  }
  on_either_way(
      c, [&] { take(*e.b); }, [&] { take(*e.c); });
  operand_ = static_cast<std::uint8_t>(operand + 1);
  Items items = home.items;
  for (std::size_t n = 0; n < items.size(); ++n)
    if (leaves[n].type.is_pointer()) {
      items[n].is_pointer = true;
      items[n].pointer = from_address(items[n].value);
    }
  return items;
}

Items Compiler::increment(const Expression& e) {
  Spot place = spot(*e.a);
  const Items before = read(place);
  const Op op = e.op == Mark::plus_plus ? Op::add : Op::subtract;
  if (before.size() != 1) refuse(e.place, "this expression cannot be incremented");
  if (e.a->type.is_pointer()) {
    Item after = before[0];
    const Pointer from = before[0].is_pointer ? before[0].pointer : from_address(before[0].value);
    const std::uint64_t unit = from.array == anywhere ? 1 : units_[from.array];
    Offset by;
    by.constant = static_cast<std::int64_t>(e.a->type.inner()->size / unit) * (op == Op::add ? 1 : -1);
    Item old = before[0];
    if (!e.before) {
      const Value kept = from.array == anywhere ? copied(from.address) : as_value(from.offset);
      Value copy = kept;
      copy.steady = false;
      copy = copied(copy);
      old.is_pointer = true;
      old.pointer = from;
      if (from.array == anywhere)
        old.pointer.address = copy;
      else
        old.pointer.offset = scaled(copy, 1, false);
    }
    after.is_pointer = true;
    after.pointer = moved(from, by);
    write(place, {after});
    if (!e.before) return {old};
    return read(place);
  }
  Value old = before[0].value;
  if (!e.before) old = copied(old);
  const Number type = number_of(e.computed.is_unknown() ? e.a->type : e.computed);
  const Value one = constant(type, type == Number::f32 ? 0x3f800000 : type == Number::f64 ? 0x3ff0000000000000 : 1);
  static_cast<void>(added(place, converted(before[0].value, type), one, op, e.a->type));
  if (!e.before) return {item_of(old)};
  return written();
}

Items Compiler::aggregate(const Expression& e) {
  Items items;
  for (const Expression* const part : e.list)
    for (const Item& item : result(*part))
      items.push_back(item.is_pointer || item.value.steady || item.value.slot.home() == Slot::Home::row
                          ? item
                          : item_of(copied(item.value)));
  const std::vector<Leaf> leaves = leaves_of(e.type);
  for (std::size_t n = items.size(); n < leaves.size(); ++n)
    items.push_back(item_of(constant(number_of(leaves[n].type), 0)));
  return items;
}

}  // namespace tilescope::machine
