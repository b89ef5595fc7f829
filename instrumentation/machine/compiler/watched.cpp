// Watched code: notes between its instructions report changes of its variables, and a table says where each one is.
#include <utility>

#include "instrumentation/machine/compiler/compiler.h"

namespace tilescope::machine {

namespace {

using language::Type;
using language::Variable;

// Calls visit(path, leaf) for each number and pointer; for a union, for all members.
template <class Visit>
void each_leaf(Type type, std::uint64_t offset, const std::string& path, const Visit& visit) {
  if (type.is_array()) {
    for (std::uint64_t n = 0; n < type->count; ++n)
      each_leaf(type.inner(), offset + n * type.inner()->size, path + "[" + std::to_string(n) + "]", visit);
  } else if (type.is_structure()) {
    for (const language::Field& field : type->structure->fields)
      each_leaf(field.type, offset + field.offset, field.name.empty() ? path : path + "." + std::string(field.name),
                visit);
  } else if (!type.is_void()) {
    visit(path, Leaf{type.plain(), offset});
  }
}

}  // namespace

void Compiler::note(const Note& note) {
  if (!watches()) return;
  code_.watched.notes.push_back(note);
  add({.op = Op::note, .what = static_cast<std::uint32_t>(code_.watched.notes.size() - 1)});
}

void Compiler::note_before(Op op) {
  switch (op) {
    case Op::load:
    case Op::store:
    case Op::atomic:
    case Op::load_row:
    case Op::store_row:
    case Op::warp: return note({.kind = Note::Kind::telling});
    case Op::barrier: return note({.kind = Note::Kind::waiting});
    case Op::finish: return note({.kind = Note::Kind::finished});
    default: return;  // a sum has its note before its variable changes
  }
}

// Returns the enclosing statement.
std::uint32_t Compiler::begin_statement() { return std::exchange(statement_, ++code_.watched.last_statement); }

void Compiler::end_statement() { note({.kind = Note::Kind::ended, .what = statement_}); }

void Compiler::end_scope(std::size_t first) {
  for (std::size_t n = first; n < in_scope_.size(); ++n) code_.watched.variables[in_scope_[n]].to = here();
  in_scope_.resize(first);
}

void Compiler::begin_call(const language::Function& function, Frame& frame) {
  if (!watches()) return;
  std::vector<WatchedCall>& calls = code_.watched.calls;
  const std::uint32_t depth = frame.caller == nullptr ? 0 : calls[frame.caller->call].depth + 1;
  frame.call = static_cast<std::uint32_t>(calls.size());
  calls.push_back({std::string(function.full_name), depth, line_});
}

std::uint32_t Compiler::places(std::uint32_t count) {
  return std::exchange(code_.watched.places, code_.watched.places + count);
}

const WatchedLocal& Compiler::watched_local(std::uint32_t array) {
  const std::uint32_t local = local_of(array);
  code_.watched.locals.resize(code_.locals.size());
  WatchedLocal& watched = code_.watched.locals[local];
  if (watched.first == anywhere) {
    watched.unit = units_[array] < 4 ? 1 : 4;
    watched.first = places(code_.locals[local].words * (4 / watched.unit));
  }
  return watched;
}

std::uint32_t Compiler::add_watched(const Variable& v, const Frame& in) {
  WatchedVariable variable;
  variable.name = v.name == "this" ? "(*this)" : std::string(v.name);
  variable.type = v.type;
  variable.call = in.call;
  variable.from = here();
  const auto number = static_cast<std::uint32_t>(code_.watched.variables.size());
  code_.watched.variables.push_back(std::move(variable));
  in_scope_.push_back(number);
  return number;
}

// Call before the variable gets its first value.
void Compiler::watch(const Variable& v, Frame& in) {
  if (!watches() || v.name.empty()) return;
  Home& home = in.homes[&v];
  const VariableFacts& facts = in.facts->variables[&v];
  home.watched = add_watched(v, in);
  auto count = static_cast<std::uint32_t>(leaves_of(v.type).size());
  places_.resize(home.watched + 1);
  if (facts.in_memory) {
    const WatchedLocal& local = watched_local(facts.array);
    count = code_.locals[local_of(facts.array)].words * (4 / local.unit);
    places_[home.watched] = local.first;
  } else {
    places_[home.watched] = places(count);
  }
  note({.kind = Note::Kind::declared, .what = places_[home.watched], .count = count});
}

// Call once its location is known.
void Compiler::find_watched(const Home& home, bool is_set) {
  if (home.watched == anywhere) return;
  const std::uint32_t first = places_[home.watched];
  const std::vector<Leaf> leaves = home.in_memory ? std::vector<Leaf>() : leaves_of(home.type);
  std::vector<WatchedLeaf>& to = code_.watched.variables[home.watched].leaves;
  each_leaf(home.type, 0, "", [&](const std::string& path, const Leaf& leaf) {
    const std::size_t n = home.in_memory ? 0 : leaf_at(leaves, leaf.offset);
    to.push_back(home.in_memory ? leaf_in(home.array, leaf)
                                : leaf_of(home.items[n], leaf.type, first + static_cast<std::uint32_t>(n)));
    to.back().path = path;
  });
  if (is_set && !home.in_memory)
    note({.kind = Note::Kind::set, .what = first, .count = static_cast<std::uint32_t>(home.items.size())});
}

// The byte offset of a place in a thread's own array, if it is a constant inside the array.
std::optional<std::uint64_t> Compiler::byte_in_own(const Spot& place) {
  const Offset& offset = place.memory.offset;
  const std::uint32_t array = place.memory.array;
  if (array == anywhere || code_.arrays[array].space != tilescope::Space::local) return {};
  if (!offset.lane.is_none() || !offset.uniform.is_none() || offset.constant < 0) return {};
  const std::uint64_t units = std::uint64_t{code_.locals[local_of(array)].words} * 4 / units_[array];
  const auto first = static_cast<std::uint64_t>(offset.constant);
  if (first > units || place.type->size > (units - first) * units_[array]) return {};
  return first * units_[array];
}

// Another name for a variable or an element of an array; for an element, reports which one.
void Compiler::watch_reference(const Variable& v, const Spot& place, const Frame& in) {
  if (!watches() || v.name.empty()) return;
  const std::uint32_t number = add_watched(v, in);
  std::vector<WatchedLeaf> to;
  if (place.home != nullptr) {
    const bool is_named = place.home->watched != anywhere;
    const auto count = static_cast<std::uint32_t>(place.count);
    const std::uint32_t first =
        is_named ? places_[place.home->watched] + static_cast<std::uint32_t>(place.first) : places(count);
    const std::vector<Leaf> leaves = leaves_of(place.type);
    each_leaf(place.type, 0, "", [&](const std::string& path, const Leaf& leaf) {
      const std::size_t n = leaf_at(leaves, leaf.offset);
      to.push_back(leaf_of(place.home->items[place.first + n], leaf.type, first + static_cast<std::uint32_t>(n)));
      to.back().path = path;
    });
    if (!is_named) note({.kind = Note::Kind::set, .what = first, .count = count});
  } else if (const std::optional<std::uint64_t> byte = byte_in_own(place); byte) {
    each_leaf(place.type, *byte, "", [&](const std::string& path, const Leaf& leaf) {
      to.push_back(leaf_in(place.memory.array, leaf));
      to.back().path = path;
    });
  } else {
    to.push_back(leaf_leading(place.memory, places(1)));
    to.back().type = v.type;
    note({.kind = Note::Kind::set, .what = to.back().place});
  }
  code_.watched.variables[number].leaves = std::move(to);
}

WatchedLeaf Compiler::leaf_in(std::uint32_t array, const Leaf& from) {
  WatchedLeaf leaf;
  leaf.type = from.type;
  leaf.home = WatchedLeaf::Home::memory;
  leaf.number = number_of(from.type);
  leaf.cell = cell_of(from.type);
  leaf.array = array;
  leaf.bits = from.offset;
  const WatchedLocal& local = watched_local(array);
  leaf.place = local.first + static_cast<std::uint32_t>(from.offset / local.unit);
  return leaf;
}

WatchedLeaf Compiler::leaf_leading(const Pointer& to, std::uint32_t place) const {
  WatchedLeaf leaf;
  leaf.number = Number::i64;
  leaf.array = to.array;
  leaf.place = place;
  if (to.array == anywhere) {
    leaf.home = to.address.known ? WatchedLeaf::Home::known : WatchedLeaf::Home::slot;
    leaf.bits = to.address.bits;
    leaf.slot = to.address.slot;
  } else {
    leaf.home = WatchedLeaf::Home::pointer;
    leaf.bits = static_cast<std::uint64_t>(to.offset.constant);
    leaf.slot = to.offset.lane;
    leaf.wide = to.offset.lane_wide;
    leaf.uniform = to.offset.uniform;
  }
  return leaf;
}

WatchedLeaf Compiler::leaf_of(const Item& item, Type type, std::uint32_t place) const {
  WatchedLeaf leaf;
  if (item.is_pointer) {
    leaf = leaf_leading(item.pointer, place);
    if (leaf.home == WatchedLeaf::Home::pointer && !item.value.slot.is_none()) {  // a variable holds it in this form
      leaf.bits = 0;
      leaf.slot = item.value.slot;
      leaf.wide = true;
      leaf.uniform = {};
    }
  } else {
    leaf.home = item.value.known ? WatchedLeaf::Home::known : WatchedLeaf::Home::slot;
    leaf.number = item.value.number;
    leaf.bits = item.value.bits;
    leaf.slot = item.value.slot;
    leaf.place = place;
  }
  leaf.type = type;
  return leaf;
}

void Compiler::note_set(const Home& home, std::size_t leaf) {
  if (home.watched == anywhere) return;
  note({.kind = Note::Kind::set, .what = places_[home.watched] + static_cast<std::uint32_t>(leaf)});
}

void Compiler::note_row(Slot row) { note({.kind = Note::Kind::set_row, .slot = row}); }

}  // namespace tilescope::machine
