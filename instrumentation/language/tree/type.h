// The types of CUDA C++ on 64-bit Linux. A type is a small value; its description is stored once.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "instrumentation/language/tokens/sentence.h"

namespace tilescope::language {

struct Structure;
struct Enumeration;
struct TypeInfo;

enum class TypeKind : std::uint8_t {
  unknown,  // of code that was not understood: it fits everywhere, and nothing more is reported about it
  void_,
  bool_,
  char_,  // signed here
  signed_char,
  unsigned_char,
  short_,
  unsigned_short,
  int_,
  unsigned_int,
  long_,
  unsigned_long,
  long_long,
  unsigned_long_long,
  float_,
  double_,
  null,  // of nullptr
  pointer,
  reference,
  array,
  structure,
  enumeration,
  function,  // only as the type of a function's name
};

class Type {
 public:
  Type() = default;  // unknown
  explicit Type(const TypeInfo* info, bool is_const = false, bool is_volatile = false)
      : info_(info), const_(is_const), volatile_(is_volatile) {}

  [[nodiscard]] const TypeInfo& operator*() const;  // also for the unknown type
  [[nodiscard]] const TypeInfo* operator->() const { return &**this; }
  [[nodiscard]] const TypeInfo* info() const { return info_; }  // null for the unknown type
  [[nodiscard]] TypeKind kind() const;
  [[nodiscard]] bool is_const() const { return const_; }
  [[nodiscard]] bool is_volatile() const { return volatile_; }
  [[nodiscard]] Type plain() const { return Type(info_); }  // without const and volatile
  [[nodiscard]] Type with_const() const { return Type(info_, true, volatile_); }
  [[nodiscard]] Type with_volatile() const { return Type(info_, const_, true); }
  [[nodiscard]] Type qualified_as(Type other) const {
    return Type(info_, const_ || other.const_, volatile_ || other.volatile_);
  }

  [[nodiscard]] bool is(TypeKind kind) const { return this->kind() == kind; }
  [[nodiscard]] bool is_unknown() const { return is(TypeKind::unknown); }
  [[nodiscard]] bool is_void() const { return is(TypeKind::void_); }
  [[nodiscard]] bool is_integer() const;   // including bool and char, but not enumerations
  [[nodiscard]] bool is_unsigned() const;  // of integers; true for bool
  [[nodiscard]] bool is_floating() const { return is(TypeKind::float_) || is(TypeKind::double_); }
  [[nodiscard]] bool is_arithmetic() const { return is_integer() || is_floating(); }
  [[nodiscard]] bool is_enumeration() const { return is(TypeKind::enumeration); }
  [[nodiscard]] bool is_pointer() const { return is(TypeKind::pointer); }
  [[nodiscard]] bool is_reference() const { return is(TypeKind::reference); }
  [[nodiscard]] bool is_array() const { return is(TypeKind::array); }
  [[nodiscard]] bool is_structure() const { return is(TypeKind::structure); }
  [[nodiscard]] bool is_scalar() const {
    return is_arithmetic() || is_pointer() || is_enumeration() || is(TypeKind::null);
  }
  [[nodiscard]] Type inner() const;  // of a pointer, a reference or an array's elements

  friend bool operator==(Type a, Type b) {
    return a.info_ == b.info_ && a.const_ == b.const_ && a.volatile_ == b.volatile_;
  }

 private:
  const TypeInfo* info_ = nullptr;
  bool const_ = false;
  bool volatile_ = false;
};

struct TypeInfo {
  TypeKind kind = TypeKind::unknown;
  std::uint64_t size = 0;  // in bytes; 0 if unknown
  std::uint32_t alignment = 1;
  Type inner;                                // of a pointer, reference or array; the underlying type of an enumeration
  std::uint64_t count = 0;                   // of an array; 0 if not given
  const Structure* structure = nullptr;      // if it is one
  const Enumeration* enumeration = nullptr;  // if it is one
};

struct Field {
  std::string_view name;
  Type type;
  std::uint32_t offset = 0;
  Place place;
};

struct Structure {
  std::string_view name;  // with its template arguments; "float4" for CUDA's own
  std::span<const Field> fields;
  Type type;
  bool is_union = false;
  std::uint32_t vector = 0;  // number of elements, for float4 and its relatives
};

struct Enumeration {
  std::string_view name;
  bool scoped = false;
  Type type;
  std::span<const std::pair<std::string_view, std::int64_t>> values{};
  std::string_view structure{};  // full name of the one that contains it
};

inline constexpr TypeInfo unknown_type;
inline const TypeInfo& Type::operator*() const { return info_ == nullptr ? unknown_type : *info_; }
inline TypeKind Type::kind() const { return (**this).kind; }

// As a reader would write it: "const float *", "int [16][17]", "Matrix".
[[nodiscard]] std::string name_of(Type type);
// The same without const and volatile at the top.
[[nodiscard]] inline std::string plain_name_of(Type type) { return name_of(type.plain()); }

// True if an operator converts it to int.
[[nodiscard]] bool promotes(TypeKind kind);

// For sentences: a type in quotes, and with its article: "an 'int'".
[[nodiscard]] Sentence quoted(Type type);
[[nodiscard]] Sentence with_article(Type type);

// Makes each type once, so that equal types are the same object.
class Types {
 public:
  Types();
  Types(const Types&) = delete;
  Types& operator=(const Types&) = delete;

  [[nodiscard]] Type of(TypeKind kind) const;  // a built-in one
  [[nodiscard]] Type pointer_to(Type type);
  [[nodiscard]] Type reference_to(Type type);
  // An array larger than any memory has the size `most_bytes`.
  [[nodiscard]] Type array_of(Type type, std::uint64_t count);
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 62;
  [[nodiscard]] Type of(const Structure& structure, std::uint64_t size, std::uint32_t alignment);
  [[nodiscard]] Type of(const Enumeration& enumeration, Type kept_in);
  // A structure's size is known once its members are.
  void complete(Type structure, std::uint64_t size, std::uint32_t alignment);
  // int for bool, char and short; an unscoped enumeration is promoted like its underlying type; others stay. Without
  // const and volatile.
  [[nodiscard]] Type promoted(Type type) const;
  [[nodiscard]] Type common(Type a, Type b) const;  // of two arithmetic types; unknown for others

 private:
  // Finds or makes the type described by `info`; `what` distinguishes types of one kind and inner type.
  Type made(const TypeInfo& info, std::uint64_t what);

  std::deque<TypeInfo> all_;
  std::map<std::tuple<TypeKind, const TypeInfo*, int, std::uint64_t>, const TypeInfo*> made_;
};

}  // namespace tilescope::language
