// Makes the types, and names them as a reader would.
#include "instrumentation/language/tree/type.h"

#include <array>
#include <utility>

namespace tilescope::language {

namespace {

struct BuiltIn {
  TypeKind kind;
  std::string_view name;
  std::uint8_t size;
};

// In the order of TypeKind, so that a kind is an index.
constexpr std::array built_in = std::to_array<BuiltIn>({
    {TypeKind::unknown, "unknown", 0},
    {TypeKind::void_, "void", 0},
    {TypeKind::bool_, "bool", 1},
    {TypeKind::char_, "char", 1},
    {TypeKind::signed_char, "signed char", 1},
    {TypeKind::unsigned_char, "unsigned char", 1},
    {TypeKind::short_, "short", 2},
    {TypeKind::unsigned_short, "unsigned short", 2},
    {TypeKind::int_, "int", 4},
    {TypeKind::unsigned_int, "unsigned", 4},
    {TypeKind::long_, "long", 8},
    {TypeKind::unsigned_long, "unsigned long", 8},
    {TypeKind::long_long, "long long", 8},
    {TypeKind::unsigned_long_long, "unsigned long long", 8},
    {TypeKind::float_, "float", 4},
    {TypeKind::double_, "double", 8},
    {TypeKind::null, "std::nullptr_t", 8},
    {TypeKind::pointer, "pointer", 8},
    {TypeKind::reference, "reference", 8},
    {TypeKind::array, "array", 0},
    {TypeKind::structure, "struct", 0},
    {TypeKind::enumeration, "enum", 0},
    {TypeKind::function, "function", 0},
});
static_assert([] {
  for (std::size_t i = 0; i < built_in.size(); ++i) {
    if (static_cast<std::size_t>(built_in[i].kind) != i) return false;
  }
  return true;
}());

std::string_view base_name(const TypeInfo& info) {
  if (info.structure != nullptr) return info.structure->name;
  if (info.enumeration != nullptr) return info.enumeration->name;
  return built_in[static_cast<std::size_t>(info.kind)].name;
}

std::string qualifiers(Type type) {
  return std::string(type.is_const() ? "const " : "") + (type.is_volatile() ? "volatile " : "");
}

// "float (*)[16]" is built from the inside: the '*' first, then the type it points to around it.
std::string named_around(Type type, std::string inside) {
  if (type.is_array()) {
    const std::string count = type->count == 0 ? "" : std::to_string(type->count);
    return named_around(type.inner(), std::move(inside) + "[" + count + "]");
  }
  if (type.is_pointer() || type.is_reference()) {
    std::string mark = (type.is_pointer() ? "*" : "&") + qualifiers(type);
    if (inside.empty() && mark.back() == ' ') mark.pop_back();
    inside = mark + inside;
    if (type.inner().is_array()) inside = "(" + inside + ")";
    return named_around(type.inner(), std::move(inside));
  }
  const std::string name = qualifiers(type) + std::string(base_name(*type));
  return inside.empty() ? name : name + " " + inside;
}

std::uint64_t array_size(std::uint64_t element, std::uint64_t count) {
  if (element != 0 && count > Types::most_bytes / element) return Types::most_bytes;
  return element * count;
}

// For types of at least the size of int.
int rank(TypeKind kind) {
  switch (kind) {
    case TypeKind::int_:
    case TypeKind::unsigned_int: return 1;
    case TypeKind::long_:
    case TypeKind::unsigned_long: return 2;
    default: return 3;
  }
}

TypeKind unsigned_of(TypeKind kind) {
  switch (kind) {
    case TypeKind::int_: return TypeKind::unsigned_int;
    case TypeKind::long_: return TypeKind::unsigned_long;
    default: return TypeKind::unsigned_long_long;
  }
}

}  // namespace

bool Type::is_integer() const { return TypeKind::bool_ <= kind() && kind() <= TypeKind::unsigned_long_long; }

bool Type::is_unsigned() const {
  switch (kind()) {
    case TypeKind::bool_:
    case TypeKind::unsigned_char:
    case TypeKind::unsigned_short:
    case TypeKind::unsigned_int:
    case TypeKind::unsigned_long:
    case TypeKind::unsigned_long_long: return true;
    default: return false;
  }
}

Type Type::inner() const {
  const Type inner = (**this).inner;
  return is_array() ? inner.qualified_as(*this) : inner;  // the elements of a const array are const
}

std::string name_of(Type type) { return named_around(type, ""); }

bool promotes(TypeKind kind) { return TypeKind::bool_ <= kind && kind < TypeKind::int_; }

Types::Types() {
  for (const BuiltIn& each : built_in) {
    TypeInfo info;
    info.kind = each.kind;
    info.size = each.size;
    if (each.size != 0) info.alignment = each.size;
    all_.push_back(info);
  }
}

Type Types::of(TypeKind kind) const {
  return kind == TypeKind::unknown ? Type() : Type(&all_[static_cast<std::size_t>(kind)]);
}

Type Types::made(const TypeInfo& info, std::uint64_t what) {
  const int qualified = (info.inner.is_const() ? 1 : 0) + (info.inner.is_volatile() ? 2 : 0);
  const TypeInfo*& known = made_[{info.kind, info.inner.info(), qualified, what}];
  if (known == nullptr) known = &all_.emplace_back(info);
  return Type(known);
}

Type Types::pointer_to(Type type) {
  TypeInfo info = *of(TypeKind::pointer);
  info.inner = type;
  return made(info, 0);
}

Type Types::reference_to(Type type) {
  if (type.is_reference()) return type.plain();
  TypeInfo info = *of(TypeKind::reference);
  info.inner = type;
  return made(info, 0);
}

Type Types::array_of(Type type, std::uint64_t count) {
  TypeInfo info = *of(TypeKind::array);
  info.inner = type;
  info.count = count;
  info.size = array_size(type->size, count);
  info.alignment = type->alignment;
  return made(info, count);
}

Type Types::of(const Structure& structure, std::uint64_t size, std::uint32_t alignment) {
  TypeInfo info = *of(TypeKind::structure);
  info.structure = &structure;
  info.size = size;
  info.alignment = alignment;
  return made(info, reinterpret_cast<std::uintptr_t>(&structure));
}

Type Types::of(const Enumeration& enumeration, Type kept_in) {
  TypeInfo info = *of(TypeKind::enumeration);
  info.enumeration = &enumeration;
  info.inner = kept_in.plain();
  info.size = kept_in->size;
  info.alignment = kept_in->alignment;
  return made(info, reinterpret_cast<std::uintptr_t>(&enumeration));
}

// Also updates arrays of it that were named before. An array's element type always comes before it in all_.
void Types::complete(Type structure, std::uint64_t size, std::uint32_t alignment) {
  for (TypeInfo& info : all_) {
    if (&info == structure.info()) {
      info.size = size;
      info.alignment = alignment;
    } else if (info.kind == TypeKind::array && !info.inner.is_unknown()) {
      info.size = array_size(info.inner->size, info.count);
      info.alignment = info.inner->alignment;
    }
  }
}

Type Types::promoted(Type type) const {
  if (type.is_enumeration() && !type->enumeration->scoped) return promoted(type.inner());
  return promotes(type.kind()) ? of(TypeKind::int_) : type.plain();
}

Type Types::common(Type a, Type b) const {
  const Type first = promoted(a);
  const Type second = promoted(b);
  if (!first.is_arithmetic() || !second.is_arithmetic()) return {};
  for (const TypeKind kind : {TypeKind::double_, TypeKind::float_}) {
    if (first.is(kind) || second.is(kind)) return of(kind);
  }
  const bool second_ranks = rank(second.kind()) > rank(first.kind());
  const Type higher = second_ranks ? second : first;
  const Type lower = second_ranks ? first : second;
  if (higher.is_unsigned() || !lower.is_unsigned()) return higher;
  return higher->size > lower->size ? higher : of(unsigned_of(higher.kind()));
}

Sentence quoted(Type type) { return quoted(name_of(type)); }

Sentence with_article(Type type) {
  const std::string name = name_of(type);
  const bool begins_with_vowel =
      !name.empty() && (std::string_view("aeioAEIO").find(name[0]) != std::string_view::npos || name.starts_with("un"));
  return (begins_with_vowel ? "an " : "a ") + quoted(name);
}

}  // namespace tilescope::language
