#include "instrumentation/machine/compiler/layout.h"

#include <algorithm>
#include <numeric>

namespace tilescope::machine {

namespace {

using language::Type;
using language::TypeKind;

constexpr std::size_t most_plain_leaves = 32;

void add_leaves(std::vector<Leaf>& to, Type type, std::uint64_t offset) {
  if (to.size() > most_leaves) return;
  if (type.is_array()) {
    for (std::uint64_t n = 0; n < type->count && to.size() <= most_leaves; ++n)
      add_leaves(to, type.inner(), offset + n * type.inner()->size);
  } else if (type.is_structure() && type->structure->is_union) {
    // The widest member represents all; bytes of other members beyond it are not copied as a value.
    const language::Field* widest = nullptr;
    for (const language::Field& field : type->structure->fields)
      if (widest == nullptr || field.type->size > widest->type->size) widest = &field;
    if (widest != nullptr) add_leaves(to, widest->type, offset + widest->offset);
  } else if (type.is_structure()) {
    for (const language::Field& field : type->structure->fields) add_leaves(to, field.type, offset + field.offset);
  } else if (!type.is_void()) {
    to.push_back({type.plain(), offset});
  }
}

// In the order of add_leaves.
void add_names(std::vector<std::string>& to, Type type, const std::string& before) {
  if (to.size() > most_leaves) return;
  if (type.is_array()) {
    for (std::uint64_t n = 0; n < type->count && to.size() <= most_leaves; ++n)
      add_names(to, type.inner(), before + "[" + std::to_string(n) + "]");
  } else if (type.is_structure() && type->structure->is_union) {
    const std::size_t count = leaves_of(type).size();
    for (std::size_t n = 0; n < count; ++n) to.push_back(before + "." + std::to_string(n));
  } else if (type.is_structure()) {
    for (const language::Field& field : type->structure->fields)
      add_names(to, field.type, before + "." + std::string(field.name));
  } else if (!type.is_void()) {
    to.push_back(before);
  }
}

bool has_only_fields(Type type) {
  if (type.is_array() || (type.is_structure() && type->structure->is_union)) return false;
  if (!type.is_structure()) return true;
  for (const language::Field& field : type->structure->fields)
    if (!has_only_fields(field.type)) return false;
  return true;
}

Type kept(Type type) { return type.is_enumeration() ? kept(type.inner()) : type; }

}  // namespace

std::vector<Leaf> leaves_of(Type type) {
  std::vector<Leaf> all;
  add_leaves(all, type, 0);
  return all;
}

std::vector<std::string> leaf_names(Type type) {
  std::vector<std::string> all;
  add_names(all, type, "");
  return all;
}

std::size_t leaf_at(const std::vector<Leaf>& leaves, std::uint64_t offset) {
  for (std::size_t n = 0; n < leaves.size(); ++n)
    if (leaves[n].offset == offset) return n;
  return 0;
}

Type element_of(Type type) {
  while (type.is_array()) type = type.inner();
  return type;
}

std::vector<std::int64_t> sides_of(Type type) {
  std::vector<std::int64_t> sides;
  for (; type.is_array(); type = type.inner()) sides.push_back(static_cast<std::int64_t>(type->count));
  return sides;
}

std::uint32_t unit_of(Type type) {
  std::uint64_t unit = std::max<std::uint64_t>(type->size, 1);
  for (const Leaf& leaf : leaves_of(type)) unit = std::gcd(std::gcd(unit, leaf.offset), leaf.type->size);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(unit, 8));
}

bool is_plain(Type type) {
  if (!type.is_structure()) return !type.is_array();
  return has_only_fields(type) && leaves_of(type).size() <= most_plain_leaves;
}

Number number_of(Type type) {
  switch (kept(type).kind()) {
    case TypeKind::unsigned_int: return Number::u32;
    case TypeKind::long_:
    case TypeKind::long_long: return Number::i64;
    case TypeKind::unsigned_long:
    case TypeKind::unsigned_long_long: return Number::u64;
    case TypeKind::null:
    case TypeKind::pointer: return Number::i64;
    case TypeKind::float_: return Number::f32;
    case TypeKind::double_: return Number::f64;
    default: return Number::i32;
  }
}

Cell cell_of(Type type) {
  switch (kept(type).kind()) {
    case TypeKind::bool_:
    case TypeKind::unsigned_char: return Cell::u8;
    case TypeKind::char_:
    case TypeKind::signed_char: return Cell::s8;
    case TypeKind::short_: return Cell::s16;
    case TypeKind::unsigned_short: return Cell::u16;
    default: return is_wide(number_of(type)) ? Cell::wide : Cell::word;
  }
}

}  // namespace tilescope::machine
