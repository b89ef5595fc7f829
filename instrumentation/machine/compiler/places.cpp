// Compiles variables and memory: where a place is, and how it is read and written. Each access to memory that threads
// share leaves an event; an access to a thread's own memory leaves one only if it is outside its array.
#include <algorithm>
#include <string>

#include "instrumentation/machine/compiler/compiler.h"

namespace tilescope::machine {

namespace {

using language::Expression;
using language::ExpressionKind;
using language::Type;
using language::Variable;

// The number of elements in a vector access.
Width width_of(Type type, std::size_t leaf) {
  if (!type.is_structure() || (type->structure->vector != 2 && type->structure->vector != 4)) return Width::one;
  if (leaf > 0) return Width::rest;
  return type->structure->vector == 2 ? Width::two : Width::four;
}

// The alignment of a vector, as in CUDA; of anything else, that of its cell.
std::uint8_t alignment_of(Cell cell, Width width) {
  constexpr std::uint32_t most = 16;
  const std::uint32_t elements = width == Width::four ? 4 : width == Width::two ? 2 : 1;
  return static_cast<std::uint8_t>(std::min(elements * bytes_of(cell), most));
}

}  // namespace

Spot Compiler::spot_of(Home& home, Type type) {
  Spot spot;
  spot.type = type;
  if (home.in_memory) {
    spot.memory.array = home.array;
  } else {
    spot.home = &home;
    spot.count = home.items.size();
  }
  return spot;
}

Spot Compiler::variable_spot(const Variable& v) {
  using language::Space;
  if (v.space == Space::local || v.space == Space::parameter) {
    const auto bound = frame_->bound.find(&v);
    if (bound != frame_->bound.end()) return bound->second;
    return spot_of(frame_->homes[&v], v.type);
  }
  Spot spot;
  spot.type = v.type;
  for (std::uint32_t n = 0; n < code_.arrays.size(); ++n)
    if (code_.arrays[n].variable == &v && code_.arrays[n].space != tilescope::Space::local &&
        !code_.arrays[n].is_parameter)
      spot.memory.array = n;
  if (spot.memory.array == anywhere) refuse(v.place, "it is not known where '" + std::string(v.name) + "' is stored");
  return spot;
}

Spot Compiler::spot(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::variable: return variable_spot(*e.variable);
    case ExpressionKind::field: return field_spot(e);
    case ExpressionKind::element:
    case ExpressionKind::dereference: return pointed_spot(e);
    case ExpressionKind::reinterpret: {
      Spot place = spot(*e.a);
      if (place.home != nullptr) refuse(e.place, "this expression cannot be cast to another type");
      place.type = e.type;
      place.row.reset();
      return place;
    }
    case ExpressionKind::assign: assign(e); return spot(*e.a);
    case ExpressionKind::compound: compound(e); return spot(*e.a);
    case ExpressionKind::increment: static_cast<void>(increment(e)); return spot(*e.a);
    case ExpressionKind::sequence: discard(*e.a); return spot(*e.b);
    case ExpressionKind::object:
    case ExpressionKind::keep: return made_spot(e);
    case ExpressionKind::choice: return chosen_spot(e);
    case ExpressionKind::string: {
      Spot place;
      place.type = e.type;
      place.memory.array = text_array(e);
      return place;
    }
    case ExpressionKind::call:
      result_place_.reset();
      static_cast<void>(call(e, nullptr));
      if (!result_place_) refuse(e.place, "the target of this returned reference is not known");
      return *result_place_;
    default: return value_spot(e);
  }
}

Spot Compiler::field_spot(const Expression& e) {
  Spot place = e.a->is_place ? spot(*e.a) : value_spot(*e.a);
  place.row.reset();
  if (place.home != nullptr) {
    place.first += leaf_at(leaves_of(e.a->type), e.field->offset);
    place.count = leaves_of(e.type).size();
  } else {
    place.memory = behind(place.memory, e.field->offset);
  }
  place.type = e.type;
  return place;
}

// a[b] or *a: values read for the index are not operands of the statement.
Spot Compiler::pointed_spot(const Expression& e) {
  if (e.a->kind == ExpressionKind::load && e.a->a->kind == ExpressionKind::variable && e.b == nullptr) {
    const auto bound = frame_->bound.find(e.a->a->variable);
    if (bound != frame_->bound.end() && e.a->a->variable->name == "this") return bound->second;
  }
  Spot place;
  place.type = e.type;
  const std::uint8_t operand = operand_;
  operand_ = 0;
  place.memory = pointer(*e.a);
  if (e.b != nullptr) {
    const std::uint64_t unit = place.memory.array == anywhere ? 1 : units_[place.memory.array];
    place.memory = moved(place.memory, offset_of(*e.b, static_cast<std::int64_t>(e.type->size / unit), false));
  }
  operand_ = operand;
  return place;
}

// A new object, or a value that is kept for a while.
Spot Compiler::made_spot(const Expression& e) {
  Home& home = frame_->kept[&e];
  const VariableFacts& facts = frame_->facts->kept.at(&e);
  if (e.kind == ExpressionKind::keep) {
    const Items items = result(*e.a);
    begin(home, facts, e.type, &items);
  } else {
    begin(home, facts, e.type, nullptr);
  }
  const Spot place = spot_of(home, e.type);
  if (e.kind == ExpressionKind::object) static_cast<void>(call(e, &place));
  return place;
}

// A value that a reference names, or of which a member is needed.
Spot Compiler::value_spot(const Expression& e) {
  Home& home = frame_->kept[&e];
  home = {};
  home.type = e.type;
  home.items = result(e);
  for (Item& item : home.items)
    if (!item.is_pointer) item.value = copied(item.value);
  return spot_of(home, e.type);
}

std::uint32_t Compiler::text_array(const Expression& e) {
  Array array;
  array.element = e.type.inner();
  const auto* const bytes = reinterpret_cast<const std::byte*>(e.text.data());
  array.first.assign(bytes, bytes + e.text.size());
  array.first.push_back({});
  array.bytes = array.first.size();
  array.is_read = true;
  code_.arrays.push_back(std::move(array));
  units_.push_back(1);
  return static_cast<std::uint32_t>(code_.arrays.size() - 1);
}

// One of two places in memory: both branches compute its address.
Spot Compiler::chosen_spot(const Expression& e) {
  const Value c = condition(*e.a);
  if (c.known) return spot(c.bits != 0 ? *e.b : *e.c);
  Value address;
  address.number = Number::i64;
  address.slot = new_slot(false, Number::i64);
  keep(address.slot);
  const auto take = [&](const Expression& from) {
    const Spot place = spot(from);
    if (place.home != nullptr) refuse(from.place, "?: cannot select a variable here");
    move(address.slot, Number::i64, address_of(place.memory));
  };
  on_either_way(
      c, [&] { take(*e.b); }, [&] { take(*e.c); });
  Spot place;
  place.type = e.type;
  place.memory = from_address(address);
  return place;
}

Pointer Compiler::behind(const Pointer& from, std::uint64_t bytes) {
  if (bytes == 0) return from;
  Offset by;
  const std::uint64_t unit = from.array == anywhere ? 1 : units_[from.array];
  by.constant = static_cast<std::int64_t>(bytes / unit);
  return moved(from, by);
}

std::uint32_t Compiler::local_of(std::uint32_t array) {
  local_of_.resize(std::max<std::size_t>(local_of_.size(), array + 1), anywhere);
  if (local_of_[array] == anywhere) {
    local_of_[array] = static_cast<std::uint32_t>(code_.locals.size());
    Local local;
    local.array = array;
    local.words = static_cast<std::uint32_t>((code_.arrays[array].bytes + 3) / 4);
    local_bytes_ += code_.arrays[array].bytes;
    if (constexpr std::size_t most = 512 << 10; local_bytes_ > most)
      throw TooLarge{"has a local array `" + code_.arrays[array].name + "` of " +
                     std::to_string(code_.arrays[array].bytes) + " bytes, but a thread has room for " +
                     std::to_string(most) +
                     " bytes of local arrays, as in CUDA: make it smaller, or use global memory"};
    if (local_loaded_[array]) {
      local.first_origin = code_.origin_places;
      code_.origin_places += local.words + 1;
    }
    code_.locals.push_back(local);
  }
  return local_of_[array];
}

void Compiler::begin(const Variable& v, Frame& in, const Items* items) {
  Home& home = in.homes[&v];
  home.name = v.name;
  home.variable = &v;
  watch(v, in);
  begin(home, in.facts->variables[&v], v.type, items);
  find_watched(home, items != nullptr);
}

void Compiler::begin(Home& home, const VariableFacts& facts, Type type, const Items* items) {
  home.in_memory = facts.in_memory;
  home.assigned = facts.assigned;
  home.type = type;
  if (facts.in_memory) {
    home.array = facts.array;
    static_cast<void>(local_of(home.array));
    Spot all;
    all.type = type;
    all.memory.array = home.array;
    if (items != nullptr) write(all, *items);
    return;
  }
  const std::vector<Leaf> leaves = leaves_of(type);
  const bool fresh = home.items.size() != leaves.size();
  home.items.resize(leaves.size());
  for (std::size_t n = 0; n < leaves.size(); ++n) {
    const Fact fact = n < facts.leaves.size() ? facts.leaves[n] : Fact{};
    Item& item = home.items[n];
    const bool leads = leaves[n].type.is_pointer() && fact.array < Fact::nowhere;
    if (items != nullptr && !facts.assigned) {
      item = (*items)[n];
      const bool steady =
          item.is_pointer ? item.pointer.array != anywhere ? item.pointer.offset.steady : item.pointer.address.steady
                          : item.value.steady;
      if (steady) {
        keep(item.value.slot);
        keep(item.pointer.offset.lane);
        keep(item.pointer.offset.uniform);
        keep(item.pointer.address.slot);
        continue;
      }
    }
    if (fresh || item.value.slot.is_none()) {
      item = {};
      item.is_pointer = leads;
      item.pointer.array = leads ? fact.array : anywhere;
      item.value.number = number_of(leaves[n].type);
      item.value.slot = new_slot(!fact.varies, item.value.number);
      item.value.steady = !facts.assigned;
      if (facts.assigned && !fact.varies) code_.changes_uniforms = true;
      keep(item.value.slot);
      if (fact.loaded) item.value.origin = {new_origin(), 0};
    }
    if (items != nullptr)
      set(home, n, (*items)[n]);
    else
      move(item.value.slot, item.value.number, leads ? constant(item.value.number, 0) : unset(item.value.number));
  }
}

// A pointer variable that always points into one array holds an offset; any other, an address.
void Compiler::set(Home& home, std::size_t leaf, const Item& from) {
  Item& item = home.items[leaf];
  Value value = from.value;
  if (from.is_pointer) value = item.is_pointer ? as_value(from.pointer.offset) : address_of(from.pointer);
  if (!from.is_pointer && item.is_pointer) value = constant(Number::i64, 0);  // nullptr points nowhere
  move(item.value.slot, item.value.number, value);
  if (!item.value.origin.is_none()) move_origin(item.value.origin, value.origin);
  note_set(home, leaf);
}

// --- Reading and writing. ---

Items Compiler::read(Spot& spot) {
  if (spot.home != nullptr) {
    Items items(spot.home->items.begin() + static_cast<std::ptrdiff_t>(spot.first),
                spot.home->items.begin() + static_cast<std::ptrdiff_t>(spot.first + spot.count));
    for (Item& item : items)
      if (item.is_pointer && !item.value.slot.is_none()) {
        item.pointer.offset = {};
        if (item.value.slot.is_uniform())
          item.pointer.offset.uniform = item.value.slot;
        else {
          item.pointer.offset.lane = item.value.slot;
          item.pointer.offset.lane_wide = true;
        }
        item.pointer.offset.steady = item.value.steady;
        item.value = {};
      }
    ++operand_;
    return items;
  }
  const std::vector<Leaf> leaves = leaves_of(spot.type);
  if (leaves.size() > 256) refuse({}, "a value of " + std::to_string(leaves.size()) + " numbers is too large");
  const std::uint8_t operand = operand_;
  const bool is_vector = spot.type.is_structure() && spot.type->structure->vector > 0;
  if (leaves.size() == 1) {
    operand_ = is_vector ? 0 : operand;
    const std::optional<Value> known = row(spot, Op::load_row);
    operand_ = static_cast<std::uint8_t>(operand + 1);
    if (known) return {item_of(*known)};
  }
  Items items;
  for (std::size_t n = 0; n < leaves.size(); ++n) {
    operand_ = is_vector ? 0 : operand;
    items.push_back(load(behind(spot.memory, leaves[n].offset), leaves[n].type, width_of(spot.type, n)));
  }
  operand_ = static_cast<std::uint8_t>(operand + 1);
  return items;
}

// An assignment's value is the value written, so nothing is loaded for it.
void Compiler::write(Spot& spot, const Items& items) {
  written_ = items;
  if (spot.home != nullptr) {
    for (std::size_t n = 0; n < spot.count && n < items.size(); ++n) set(*spot.home, spot.first + n, items[n]);
    const std::uint8_t operand = operand_;
    written_ = read(spot);
    operand_ = operand;
    return;
  }
  const std::vector<Leaf> leaves = leaves_of(spot.type);
  if (leaves.size() == 1 && items.size() == 1 && !items[0].is_pointer) {
    const Value& value = items[0].value;
    const bool is_found = spot.row.has_value();
    if (const std::optional<Value> known = is_found ? row(spot) : row(spot, Op::store_row, value)) {
      move(known->slot, known->number, value);
      written_ = {item_of(*known)};
      if (is_found) {
        Value stored = *known;
        stored.origin = value.origin;
        static_cast<void>(row(spot, Op::store_row, stored));
      }
      if (!known->origin.is_none()) move_origin(known->origin, value.origin);
      note_row(known->slot);
      return;
    }
  }
  for (std::size_t n = 0; n < leaves.size() && n < items.size(); ++n)
    store(behind(spot.memory, leaves[n].offset), leaves[n].type, width_of(spot.type, n), items[n]);
}

// If the index is uniform, a word of a local array is a row of lanes like any other.
std::optional<Value> Compiler::row(Spot& spot, Op does, const Value& stored) {
  const Pointer& to = spot.memory;
  if (to.array == anywhere || code_.arrays[to.array].space != tilescope::Space::local) return {};
  const std::vector<Leaf> leaves = leaves_of(spot.type);  // includes an array of one element
  if (leaves.size() != 1 || leaves[0].offset != 0) return {};
  const Type type = leaves[0].type;
  if (cell_of(type) != Cell::word || !to.offset.lane.is_none() || type.is_pointer()) return {};
  const std::uint32_t unit = units_[to.array], local = local_of(to.array);
  const auto bytes = static_cast<std::int64_t>(static_cast<std::uint64_t>(to.offset.constant) * unit);
  if (bytes % 4 != 0) return {};
  const auto words = static_cast<std::int64_t>(code_.arrays[to.array].bytes / 4);
  if (to.offset.uniform.is_none() && bytes >= 0 && bytes / 4 < words)
    return row_value({.local = local, .word = static_cast<std::uint32_t>(bytes / 4), .index = {}}, type);
  if (unit != 4) return {};
  if (spot.row && does == Op::row) return spot.row;
  Instruction i{.op = does, .number = number_of(type)};
  if (!spot.row) {
    i.d = new_slot(true, Number::i64);
    spot.row = row_value({.local = local, .word = 0, .index = i.d}, type);
  }
  i.a = does == Op::store_row ? slot_of(stored) : Slot{};
  Access access = this->access(to, type);
  access.site = add_access_sites({.kind = Kind::global_load,
                                  .array = array_number(to.array),
                                  .operand = does == Op::load_row ? operand_ : std::uint8_t{0},
                                  .number = i.number,
                                  .bytes = 4},
                                 does == Op::store_row);
  access.origin = does == Op::store_row ? stored.origin : spot.row->origin;
  code_.accesses.push_back(access);
  i.what = static_cast<std::uint32_t>(code_.accesses.size() - 1);
  add(i);
  return spot.row;
}

Value Compiler::row_value(const Row& row, Type type) {
  const auto known = std::find(code_.rows.begin(), code_.rows.end(), row);
  const auto at = static_cast<std::uint32_t>(known - code_.rows.begin());
  if (known == code_.rows.end()) code_.rows.push_back(row);
  Value value;
  value.number = number_of(type);
  value.slot = {Slot::Home::row, at};
  value.steady = false;
  if (local_loaded_[code_.locals[row.local].array]) value.origin = {0, at + 1};
  return value;
}

// The value of an assignment. All out-of-bounds words of a local array share a row, so the value is copied.
Items Compiler::written() {
  for (Item& item : written_)
    if (const Slot slot = item.value.slot; slot.home() == Slot::Home::row && !code_.rows[slot.number()].index.is_none())
      item.value = copied(item.value);
  return written_;
}

std::uint32_t Compiler::add_site(Site site) {
  const bool is_which = site.kind == Kind::partial_sum || site.kind == Kind::atomic || site.kind == Kind::vote;
  if (!is_which) site.operand = std::min<std::uint8_t>(site.operand, 3);
  site.line = line_;
  site.column = column_;
  code_.sites.push_back(site);
  return static_cast<std::uint32_t>(code_.sites.size() - 1);
}

// The site for in-bounds accesses, followed by the one for out-of-bounds accesses.
std::uint32_t Compiler::add_access_sites(Site site, bool stores) {
  const std::uint32_t inside = add_site(site);
  site.kind = Kind::out_of_bounds;
  site.stray_store = stores;
  add_site(site);
  return inside;
}

Access Compiler::access(const Pointer& to, Type type) {
  Access access;
  access.array = to.array;
  access.cell = cell_of(type);
  if (to.array == anywhere) {
    access.unit = 1;
    const Slot slot = slot_of(to.address);
    (slot.is_uniform() ? access.uniform : access.lane) = slot;
    access.lane_wide = !slot.is_uniform();
    return access;
  }
  access.unit = units_[to.array];
  access.lane = to.offset.lane;
  access.lane_wide = to.offset.lane_wide;
  access.uniform = to.offset.uniform;
  access.constant = to.offset.constant;
  return access;
}

Item Compiler::load(const Pointer& from, Type type, Width width) {
  Access to = access(from, type);
  const tilescope::Space space = from.array == anywhere ? tilescope::Space::global : code_.arrays[from.array].space;
  const Kind kind = space == tilescope::Space::shared ? Kind::shared_load : Kind::global_load;
  if (space == tilescope::Space::local) static_cast<void>(local_of(from.array));
  Item item;
  item.value.number = number_of(type);
  to.site = add_access_sites({.kind = kind,
                              .array = array_number(from.array),
                              .width = width,
                              .operand = operand_++,
                              .number = item.value.number,
                              .bytes = static_cast<std::uint8_t>(bytes_of(to.cell))},
                             false);
  to.aligned = alignment_of(to.cell, width);
  if (space != tilescope::Space::local || local_loaded_[from.array]) to.origin = item.value.origin = {new_origin(), 0};
  code_.accesses.push_back(to);
  Instruction i{.op = Op::load, .number = item.value.number, .cell = to.cell};
  i.d = item.value.slot = new_slot(false, item.value.number);
  i.what = static_cast<std::uint32_t>(code_.accesses.size() - 1);
  add(i);
  return item;
}

void Compiler::store(const Pointer& at, Type type, Width width, const Item& item) {
  const tilescope::Space space = at.array == anywhere ? tilescope::Space::global : code_.arrays[at.array].space;
  const Kind kind = space == tilescope::Space::shared ? Kind::shared_store : Kind::global_store;
  if (space == tilescope::Space::local) static_cast<void>(local_of(at.array));
  const Value value = item.is_pointer ? address_of(item.pointer) : item.value;
  Access to = access(at, type);
  to.site = add_access_sites({.kind = kind,
                              .array = array_number(at.array),
                              .width = width,
                              .number = number_of(type),
                              .bytes = static_cast<std::uint8_t>(bytes_of(to.cell))},
                             true);
  to.aligned = alignment_of(to.cell, width);
  to.origin = value.origin;
  code_.accesses.push_back(to);
  Instruction i{.op = Op::store, .number = number_of(type), .cell = to.cell};
  i.a = slot_of(value);
  i.what = static_cast<std::uint32_t>(code_.accesses.size() - 1);
  add(i);
  if (at.array == anywhere || space == tilescope::Space::local) note({.kind = Note::Kind::stored, .what = i.what});
}

}  // namespace tilescope::machine
