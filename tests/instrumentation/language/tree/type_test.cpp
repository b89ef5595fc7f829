#include "instrumentation/language/tree/type.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {
namespace {

// The host has CUDA's types, too.
using Arithmetic = std::tuple<bool, char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
                              unsigned long, long long, unsigned long long, float, double>;
constexpr std::array arithmetic{TypeKind::bool_,         TypeKind::char_,        TypeKind::signed_char,
                                TypeKind::unsigned_char, TypeKind::short_,       TypeKind::unsigned_short,
                                TypeKind::int_,          TypeKind::unsigned_int, TypeKind::long_,
                                TypeKind::unsigned_long, TypeKind::long_long,    TypeKind::unsigned_long_long,
                                TypeKind::float_,        TypeKind::double_};

template <class T, std::size_t I = 0>
constexpr TypeKind kind_of() {
  if constexpr (std::is_same_v<T, std::tuple_element_t<I, Arithmetic>>) {
    return arithmetic[I];
  } else {
    return kind_of<T, I + 1>();
  }
}

template <class Do>
void for_each_arithmetic(const Do& action) {
  std::apply([&](auto... each) { (action(each), ...); }, Arithmetic{});
}

TEST(Type, HasTheHostsSizesAndSigns) {
  const Types types;
  for_each_arithmetic([&](auto host) {
    using Host = decltype(host);
    const Type type = types.of(kind_of<Host>());
    EXPECT_EQ(type->size, sizeof(Host)) << name_of(type);
    EXPECT_EQ(type->alignment, alignof(Host)) << name_of(type);
    EXPECT_EQ(type.is_floating(), std::is_floating_point_v<Host>) << name_of(type);
    EXPECT_EQ(type.is_unsigned(), std::is_unsigned_v<Host>) << name_of(type);
    EXPECT_TRUE(type.is_arithmetic() && type.is_scalar()) << name_of(type);
  });
}

TEST(Type, PromotesAndBringsTogetherAsTheHostDoes) {
  const Types types;
  for_each_arithmetic([&](auto a) {
    const Type first = types.of(kind_of<decltype(a)>());
    EXPECT_EQ(types.promoted(first.with_const()), types.of(kind_of<decltype(+a)>())) << name_of(first);
    constexpr bool promoted = !std::is_same_v<decltype(a), decltype(+a)>;
    EXPECT_EQ(promotes(first.kind()), promoted) << name_of(first);
    for_each_arithmetic([&](auto b) {
      const Type second = types.of(kind_of<decltype(b)>());
      EXPECT_EQ(types.common(first, second.with_volatile()), types.of(kind_of<decltype(a + b)>()))
          << name_of(first) << " and " << name_of(second);
    });
  });
}

TEST(Type, OfAnEnumerationWithoutScopePromotesAsWhatItIsKeptIn) {
  Types types;
  const Enumeration small{"Small", false, {}};
  const Enumeration large{"Large", false, {}};
  const Enumeration scoped{"Scoped", true, {}};
  const Type in_char = types.of(small, types.of(TypeKind::unsigned_char));
  const Type in_long = types.of(large, types.of(TypeKind::long_));
  const Type alone = types.of(scoped, types.of(TypeKind::int_));
  EXPECT_EQ(types.promoted(in_char), types.of(TypeKind::int_));
  EXPECT_EQ(types.promoted(in_long), types.of(TypeKind::long_));
  EXPECT_EQ(types.promoted(alone), alone);
  EXPECT_EQ(types.common(in_char, types.of(TypeKind::float_)), types.of(TypeKind::float_));
  EXPECT_TRUE(types.common(alone, types.of(TypeKind::int_)).is_unknown());
  EXPECT_EQ(in_char->size, 1U);
  EXPECT_EQ(name_of(in_long.with_const()), "const Large");
}

TEST(Type, IsNamedAsAReaderWouldWriteIt) {
  Types types;
  const Type number = types.of(TypeKind::float_);
  const Type whole = types.of(TypeKind::int_);
  const Structure matrix{"Matrix", {}, {}};
  const Type to_number = types.pointer_to(number);
  EXPECT_EQ(name_of(types.of(TypeKind::unsigned_int)), "unsigned");
  EXPECT_EQ(name_of(types.of(TypeKind::unsigned_long_long)), "unsigned long long");
  EXPECT_EQ(name_of(types.pointer_to(number.with_const())), "const float *");
  EXPECT_EQ(name_of(to_number.with_const()), "float *const");
  EXPECT_EQ(plain_name_of(to_number.with_const()), "float *");
  EXPECT_EQ(name_of(types.pointer_to(to_number)), "float **");
  EXPECT_EQ(name_of(types.pointer_to(to_number.with_const().with_volatile())), "float *const volatile *");
  EXPECT_EQ(name_of(types.array_of(types.array_of(whole, 17), 16)), "int [16][17]");
  EXPECT_EQ(name_of(types.array_of(whole, 0)), "int []");
  EXPECT_EQ(name_of(types.array_of(types.pointer_to(whole), 3)), "int *[3]");
  EXPECT_EQ(name_of(types.array_of(whole, 3).with_const()), "const int [3]");
  EXPECT_EQ(name_of(types.pointer_to(types.array_of(number, 16))), "float (*)[16]");
  EXPECT_EQ(name_of(types.pointer_to(types.array_of(number, 16)).with_const()), "float (*const)[16]");
  EXPECT_EQ(name_of(types.reference_to(types.array_of(number, 4))), "float (&)[4]");
  EXPECT_EQ(name_of(types.reference_to(number.with_const())), "const float &");
  EXPECT_EQ(name_of(types.reference_to(types.of(matrix, 16, 8))), "Matrix &");
  EXPECT_EQ(name_of(whole.with_volatile()), "volatile int");
  EXPECT_EQ(name_of(types.of(TypeKind::null)), "std::nullptr_t");
}

TEST(Type, IsMadeOnce) {
  Types types;
  const Type number = types.of(TypeKind::float_);
  EXPECT_EQ(types.pointer_to(number), types.pointer_to(number));
  EXPECT_NE(types.pointer_to(number), types.pointer_to(number.with_const()));
  EXPECT_NE(types.pointer_to(number), types.reference_to(number));
  EXPECT_EQ(types.array_of(number, 4), types.array_of(number, 4));
  EXPECT_NE(types.array_of(number, 4), types.array_of(number, 5));
  EXPECT_EQ(types.reference_to(types.reference_to(number)), types.reference_to(number));
  EXPECT_NE(number, number.with_const());
  EXPECT_EQ(number, number.with_const().plain());
  const Structure one{"Pair", {}, {}}, other{"Pair", {}, {}};
  EXPECT_EQ(types.of(one, 8, 4), types.of(one, 8, 4));
  EXPECT_NE(types.of(one, 8, 4), types.of(other, 8, 4));
}

TEST(Type, KnowsTheSizeOfWhatIsMadeOfOthers) {
  Types types;
  const Type number = types.of(TypeKind::double_);
  EXPECT_EQ(types.pointer_to(number)->size, 8U);
  EXPECT_EQ(types.array_of(types.array_of(number, 3), 4)->size, 96U);
  EXPECT_EQ(types.array_of(number, 3)->alignment, 8U);
  EXPECT_EQ(types.array_of(number, ~std::uint64_t{0})->size, Types::most_bytes);
  EXPECT_EQ(types.array_of(types.array_of(number, ~std::uint64_t{0}), 4)->size, Types::most_bytes);
  EXPECT_EQ(types.array_of(number.with_const(), 3).inner(), number.with_const());
  EXPECT_EQ(types.array_of(number, 3).with_const().inner(), number.with_const());
  EXPECT_EQ(types.pointer_to(number).with_const().inner(), number);
}

TEST(Type, OfAStructureIsCompletedWithArraysOfIt) {
  Types types;
  const Structure node{"Node", {}, {}};
  const Type type = types.of(node, 0, 1);
  const Type rows = types.array_of(types.array_of(type.with_const(), 2), 3);
  types.complete(type, 12, 4);
  EXPECT_EQ(type->size, 12U);
  EXPECT_EQ(rows->size, 72U);
  EXPECT_EQ(rows->alignment, 4U);
  EXPECT_EQ(types.of(node, 0, 1), type);
}

TEST(Type, MayBeUnknown) {
  Types types;
  const Type unknown;
  EXPECT_TRUE(unknown.is_unknown());
  EXPECT_EQ(types.of(TypeKind::unknown), unknown);
  EXPECT_EQ(unknown->size, 0U);
  EXPECT_EQ(name_of(unknown), "unknown");
  EXPECT_TRUE(unknown.inner().is_unknown());
  EXPECT_FALSE(unknown.is_scalar());
  EXPECT_TRUE(types.promoted(unknown).is_unknown());
  EXPECT_TRUE(types.common(unknown, types.of(TypeKind::int_)).is_unknown());
  EXPECT_EQ(name_of(types.pointer_to(unknown)), "unknown *");
  EXPECT_EQ(types.array_of(unknown, 3)->size, 0U);
}

}  // namespace
}  // namespace tilescope::language
