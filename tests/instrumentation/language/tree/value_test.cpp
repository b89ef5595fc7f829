#include "instrumentation/language/tree/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace tilescope::language {
namespace {

template <class T>
constexpr TypeKind kind_of_literal() {
  if constexpr (std::is_same_v<T, char>) return TypeKind::char_;
  if constexpr (std::is_same_v<T, int>) return TypeKind::int_;
  if constexpr (std::is_same_v<T, unsigned>) return TypeKind::unsigned_int;
  if constexpr (std::is_same_v<T, long>) return TypeKind::long_;
  if constexpr (std::is_same_v<T, unsigned long>) return TypeKind::unsigned_long;
  if constexpr (std::is_same_v<T, long long>) return TypeKind::long_long;
  if constexpr (std::is_same_v<T, unsigned long long>) return TypeKind::unsigned_long_long;
  if constexpr (std::is_same_v<T, float>) return TypeKind::float_;
  if constexpr (std::is_same_v<T, double>) return TypeKind::double_;
  return TypeKind::unknown;
}

Value whole(std::int64_t integer) { return Value::of(TypeKind::int_, integer); }
Value with_sign(std::int64_t integer) { return Value::of(TypeKind::long_, integer); }
Value real(double real) { return Value::of(TypeKind::double_, real); }
Value small_real(double real) { return Value::of(TypeKind::float_, real); }

std::int64_t integer(const Folded& folded) { return folded.value ? folded.value->integer : 0xbad; }

template <class T>
void expect_literal(const Literal& literal, const char* text, T expected) {
  ASSERT_TRUE(literal.value) << text << ": " << literal.error.text;
  EXPECT_EQ(literal.error.text, "") << text;
  EXPECT_EQ(literal.value->kind, kind_of_literal<T>()) << text;
  if constexpr (std::is_floating_point_v<T>) {
    EXPECT_EQ(literal.value->real, static_cast<double>(expected)) << text;
  } else {
    EXPECT_EQ(literal.value->integer, static_cast<std::int64_t>(expected)) << text;
  }
}

// The host reads them itself.
#define EXPECT_NUMBER(text) expect_literal(number(#text), #text, text)
#define EXPECT_CHARACTER(text) expect_literal(character(#text), #text, text)

TEST(Literal, IsTheIntegerOfTheTypeThatTheHostSees) {
  EXPECT_NUMBER(0);
  EXPECT_NUMBER(16);
  EXPECT_NUMBER(2147483647);
  EXPECT_NUMBER(2147483648);
  EXPECT_NUMBER(4294967296);
  EXPECT_NUMBER(9223372036854775807);
  EXPECT_NUMBER(0x7fffffff);
  EXPECT_NUMBER(0xFFFFFFFF);
  EXPECT_NUMBER(0x100000000);
  EXPECT_NUMBER(0X7fffffffffffffff);
  EXPECT_NUMBER(0xffffffffffffffff);
  EXPECT_NUMBER(3u);
  EXPECT_NUMBER(4294967296U);
  EXPECT_NUMBER(18446744073709551615u);
  EXPECT_NUMBER(3l);
  EXPECT_NUMBER(3L);
  EXPECT_NUMBER(0xffffffffffffffffL);
  EXPECT_NUMBER(3ul);
  EXPECT_NUMBER(3LU);
  EXPECT_NUMBER(3ll);
  EXPECT_NUMBER(3LL);
  EXPECT_NUMBER(0xffffffffffffffffll);
  EXPECT_NUMBER(3uLL);
  EXPECT_NUMBER(3llU);
  EXPECT_NUMBER(0b101);
  EXPECT_NUMBER(0B11111111111111111111111111111111);
  EXPECT_NUMBER(017);
  EXPECT_NUMBER(00);
  EXPECT_NUMBER(037777777777);
  EXPECT_NUMBER(1'000'000);
  EXPECT_NUMBER(0xdead'beef);
  EXPECT_NUMBER(0'17);
}

TEST(Literal, IsTheFloatThatTheHostSees) {
  EXPECT_NUMBER(1.0);
  EXPECT_NUMBER(1.);
  EXPECT_NUMBER(.5);
  EXPECT_NUMBER(1e10);
  EXPECT_NUMBER(1E+10);
  EXPECT_NUMBER(1e-10);
  EXPECT_NUMBER(08.5);
  EXPECT_NUMBER(09e1);
  EXPECT_NUMBER(0.1);
  EXPECT_NUMBER(0.1f);
  EXPECT_NUMBER(1.f);
  EXPECT_NUMBER(1e5F);
  EXPECT_NUMBER(3.4028235e38f);
  EXPECT_NUMBER(1.4e-45f);
  EXPECT_NUMBER(1.17549429e-38f);
  EXPECT_NUMBER(2.2250738585072011e-308);
  EXPECT_NUMBER(4.9e-324);
  EXPECT_NUMBER(16777217.0f);
  EXPECT_NUMBER(1.00000017881393432617187499f);  // below the middle of two floats, and above it as a double
  EXPECT_NUMBER(0x1.8p3);
  EXPECT_NUMBER(0x.8P-3f);
  EXPECT_NUMBER(0xAp0);
  EXPECT_NUMBER(1'000.5);
}

TEST(Literal, TellsWhatIsWrongWithANumber) {
  EXPECT_EQ(number("09").error.text, "'9' is not an octal digit: a number that starts with 0 is octal");
  EXPECT_EQ(number("0128").error.text, "'8' is not an octal digit: a number that starts with 0 is octal");
  EXPECT_EQ(number("0b12").error.text, "'2' is not a binary digit");
  EXPECT_EQ(number("12x").error.text, "'x' is not a number suffix");
  EXPECT_EQ(number("12_km").error.text, "'_km' is not a number suffix");
  EXPECT_EQ(number("5lL").error.text, "'lL' is not a number suffix");
  EXPECT_EQ(number("5lul").error.text, "'lul' is not a number suffix");
  EXPECT_EQ(number("1.0q").error.text, "'q' is not a number suffix");
  EXPECT_EQ(number("1.2.3").error.text, "'.3' is not a number suffix");
  EXPECT_EQ(number("1f").error.text, "'f' is not an integer suffix: a float has a point, as in 1.0f");
  EXPECT_EQ(number("0x").error.text, "'0x' has no digits");
  EXPECT_EQ(number("1e").error.text, "'1e' has no digits in its exponent");
  EXPECT_EQ(number("1e+f").error.text, "'1e+f' has no digits in its exponent");
  EXPECT_EQ(number("0x1.8").error.text, "a hexadecimal float needs an exponent, as in 0x1.8p0");
  EXPECT_EQ(number("0x.p1").error.text, "'0x.p1' has no digits");
  EXPECT_EQ(number("1''0").error.text, "a ' in a number must be between two digits");
  EXPECT_EQ(number("1e400").error.text, "'1e400' is larger than any double");
  EXPECT_EQ(number("1e39f").error.text, "'1e39f' is larger than any float");
  EXPECT_EQ(number("18446744073709551616").error.text, "'18446744073709551616' does not fit in 64 bits");
  EXPECT_EQ(number("9223372036854775808").error.text,
            "'9223372036854775808' does not fit in a signed type: add a u at its end");
  EXPECT_EQ(number("").error.text, "'' has no digits");
}

TEST(Literal, TakesWhatNewerAndOtherLanguagesHave) {
  const Literal size = number("5uz");
  ASSERT_TRUE(size.value);
  EXPECT_EQ(size.value->kind, TypeKind::unsigned_long);
  EXPECT_EQ(size.error.text, "'uz' is a suffix of C++23");
  EXPECT_EQ(number("1.5L").value->kind, TypeKind::double_);
  EXPECT_EQ(number("1e-400").value->real, 0.0);
  EXPECT_EQ(number("1e-60f").value->real, 0.0);
}

TEST(Literal, IsTheCharacterThatTheHostSees) {
  EXPECT_CHARACTER('a');
  EXPECT_CHARACTER('\n');
  EXPECT_CHARACTER('\t');
  EXPECT_CHARACTER('\\');
  EXPECT_CHARACTER('\'');
  EXPECT_CHARACTER('"');
  EXPECT_CHARACTER('\"');
  EXPECT_CHARACTER('\0');
  EXPECT_CHARACTER('\x41');
  EXPECT_CHARACTER('\xff');
  EXPECT_CHARACTER('\101');
  EXPECT_CHARACTER('\377');
  EXPECT_CHARACTER('\u0041');
  EXPECT_CHARACTER(' ');
}

TEST(Literal, OfACharacterMayHaveAPrefix) {
  const auto expect = [](const char* text, TypeKind kind, std::int64_t code) {
    const Literal literal = character(text);
    ASSERT_TRUE(literal.value) << text << ": " << literal.error.text;
    EXPECT_EQ(literal.value->kind, kind) << text;
    EXPECT_EQ(literal.value->integer, code) << text;
  };
  expect("u8'a'", TypeKind::unsigned_char, 97);
  expect("L'\\u00e9'", TypeKind::int_, 0xe9);
  expect("L'\xc3\xa9'", TypeKind::int_, 0xe9);
  expect("u'\xe2\x82\xac'", TypeKind::unsigned_short, 0x20ac);
  expect("U'\\U0001F600'", TypeKind::unsigned_int, 0x1f600);
}

TEST(Literal, TellsWhatIsWrongWithACharacter) {
  EXPECT_EQ(character("''").error.text, "this character constant is empty");
  EXPECT_EQ(character("'ab'").error.text, "'ab' is more than one character: a string needs \"double quotes\"");
  EXPECT_EQ(character("'\\q'").error.text, "'\\q' is not an escape sequence");
  EXPECT_EQ(character("'\\x'").error.text, "the character's code has too few digits");
  EXPECT_EQ(character("'\\u12'").error.text, "the character's code has too few digits");
  EXPECT_EQ(character("'\\x1ff'").error.text, "'\\x1ff' does not fit in a char");
  EXPECT_EQ(character("'\\u00e9'").error.text, "'\\u00e9' takes more than one byte");
  EXPECT_EQ(character("'\xc3\xa9'").error.text, "'\xc3\xa9' takes more than one byte");
  EXPECT_EQ(character("u'\\U0001F600'").error.text, "u'\\U0001F600' does not fit in an unsigned short");
}

TEST(Literal, OfAStringIsItsBytes) {
  using namespace std::string_literals;
#define EXPECT_STRING(text) EXPECT_EQ(string_bytes(#text), text##s)
  EXPECT_STRING("");
  EXPECT_STRING("plain");
  EXPECT_STRING("a\tb\"c\\ \x41\102\0end");
  EXPECT_STRING("\u00e9\u20ac\U0001F600");
  EXPECT_STRING("größer");
#undef EXPECT_STRING
  EXPECT_EQ(string_bytes("R\"(a\\n)\""), "a\\n");
  EXPECT_EQ(string_bytes("R\"x(a)\")x\""), "a)\"");
  EXPECT_EQ(string_bytes("u8\"a\""), "a");
  EXPECT_EQ(string_bytes("\"a\xff\xc3z\""), "a\xff\xc3z");
  EXPECT_EQ(string_bytes("\"no end"), "no end");
  EXPECT_EQ(string_bytes("\"no end\\"), "no end\\");
}

// Any bytes do between quotes: nothing is read beyond them.
TEST(Literal, MayBeAnything) {
  for (int a = 0; a < 256; ++a) {
    for (const char b : {'\'', '"', '\\', 'x', 'u', '(', '.', '9', 'e', '\xc3'}) {
      const std::string text{static_cast<char>(a), b};
      (void)number(text);
      (void)character(text);
      (void)character("'" + text);
      (void)character("'\\" + text + "'");
      (void)string_bytes(text);
      (void)string_bytes("\"\\" + text);
      (void)string_bytes("R\"" + text);
    }
  }
}

TEST(Value, WrapsToItsType) {
  EXPECT_EQ(Value::of(TypeKind::char_, std::int64_t{200}).integer, -56);
  EXPECT_EQ(Value::of(TypeKind::unsigned_char, std::int64_t{-1}).integer, 255);
  EXPECT_EQ(Value::of(TypeKind::short_, std::int64_t{40000}).integer, -25536);
  EXPECT_EQ(whole(std::int64_t{1} << 31).integer, std::numeric_limits<int>::min());
  EXPECT_EQ(Value::of(TypeKind::unsigned_int, std::int64_t{-1}).integer, 4294967295);
  EXPECT_EQ(Value::of(TypeKind::bool_, std::int64_t{256}).integer, 1);
  EXPECT_EQ(Value::of(TypeKind::float_, std::int64_t{16777217}).real, 16777216.0);
  EXPECT_EQ(Value::of(TypeKind::float_, 0.1).real, static_cast<double>(0.1F));
  EXPECT_EQ(Value::of(TypeKind::int_, 2.9).integer, 2);
}

TEST(Value, IsAnIntegerIfItIsOne) {
  EXPECT_EQ(whole(-3).as_integer(), -3);
  EXPECT_EQ(Value::boolean(true).as_integer(), 1);
  EXPECT_EQ(Value::of(TypeKind::unsigned_long, std::int64_t{-1}).as_integer(), std::nullopt);
  EXPECT_EQ(real(3).as_integer(), std::nullopt);
  EXPECT_TRUE(real(0.5).truth());
  EXPECT_TRUE(real(std::nan("")).truth());
  EXPECT_FALSE(real(-0.0).truth());
  EXPECT_FALSE(whole(0).truth());
}

TEST(Value, IsWrittenAsASourceHasIt) {
  EXPECT_EQ(to_text(whole(16)), "16");
  EXPECT_EQ(to_text(whole(-16)), "-16");
  EXPECT_EQ(to_text(Value::of(TypeKind::unsigned_int, std::int64_t{3})), "3U");
  EXPECT_EQ(to_text(with_sign(3)), "3L");
  EXPECT_EQ(to_text(Value::of(TypeKind::unsigned_long_long, std::int64_t{-1})), "18446744073709551615ULL");
  EXPECT_EQ(to_text(Value::boolean(true)), "true");
  EXPECT_EQ(to_text(Value::of(TypeKind::char_, std::int64_t{'a'})), "'a'");
  EXPECT_EQ(to_text(Value::of(TypeKind::char_, std::int64_t{10})), "10");
  EXPECT_EQ(to_text(small_real(0.5)), "0.5f");
  EXPECT_EQ(to_text(small_real(0.1)), "0.1f");
  EXPECT_EQ(to_text(real(1)), "1.0");
  EXPECT_EQ(to_text(real(0.1)), "0.1");
  EXPECT_EQ(to_text(real(1e300)), "1e+300");
  EXPECT_EQ(to_text(real(-INFINITY)), "-INFINITY");
  EXPECT_EQ(to_text(real(NAN)), "NAN");
}

TEST(Conversion, RoundsOnceToNearestEven) {
  EXPECT_EQ(converted(whole(16777217), TypeKind::float_).real, 16777216.0);
  EXPECT_EQ(converted(whole(16777219), TypeKind::float_).real, 16777220.0);
  // By way of a double this would be rounded up to 2^60 + 2^37.
  const std::int64_t near_middle = (std::int64_t{1} << 60) + (std::int64_t{1} << 36) - 1;
  EXPECT_EQ(converted(with_sign(near_middle), TypeKind::float_).real, std::ldexp(1.0, 60));
  EXPECT_EQ(converted(Value::of(TypeKind::unsigned_long, std::int64_t{-1}), TypeKind::double_).real,
            std::ldexp(1.0, 64));
  EXPECT_EQ(converted(with_sign(-1), TypeKind::float_).real, -1.0);
  EXPECT_EQ(converted(real(1e300), TypeKind::float_).real, INFINITY);
  EXPECT_EQ(converted(real(1.0 + std::ldexp(1.0, -24)), TypeKind::float_).real, 1.0);
  EXPECT_TRUE(std::signbit(converted(real(-1e-300), TypeKind::float_).real));
}

TEST(Conversion, StopsAtAnIntegersEndsAsAGpuDoes) {
  const auto expect = [](const Value& from, TypeKind to, std::int64_t result, const char* undefined) {
    const Folded cast = folded(from, to);
    EXPECT_EQ(integer(cast), result) << to_text(from);
    EXPECT_EQ(cast.undefined, undefined) << to_text(from);
    EXPECT_EQ(converted(from, to).integer, result) << to_text(from);
  };
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  expect(real(-2.9), TypeKind::int_, -2, "");
  expect(real(2147483647.9), TypeKind::int_, 2147483647, "");
  expect(real(2147483648.0), TypeKind::int_, 2147483647, "does not fit in an int");
  expect(real(-2147483648.9), TypeKind::int_, -2147483648, "");
  expect(real(-2147483649.0), TypeKind::int_, -2147483648, "does not fit in an int");
  expect(real(-0.9), TypeKind::unsigned_int, 0, "");
  expect(real(-1.0), TypeKind::unsigned_int, 0, "does not fit in an unsigned");
  expect(real(4294967295.5), TypeKind::unsigned_int, 4294967295, "");
  expect(small_real(1e20), TypeKind::unsigned_int, 4294967295, "does not fit in an unsigned");
  expect(real(INFINITY), TypeKind::long_, most, "does not fit in a long");
  expect(real(-std::numeric_limits<double>::infinity()), TypeKind::long_long, least, "does not fit in a long long");
  expect(real(1e19), TypeKind::unsigned_long, static_cast<std::int64_t>(10000000000000000000U), "");
  expect(real(1e20), TypeKind::unsigned_long, -1, "does not fit in an unsigned long");
  expect(real(1e300), TypeKind::bool_, 1, "");
  // For what is narrower than 32 bits, those of an int or unsigned that come first.
  expect(real(300), TypeKind::char_, 44, "does not fit in a char");
  expect(real(-1), TypeKind::unsigned_char, 0, "does not fit in an unsigned char");
  expect(real(1e20), TypeKind::short_, -1, "does not fit in a short");
  expect(real(-1e20), TypeKind::short_, 0, "does not fit in a short");
  // No number at all is 0 only where a float becomes 32 bits.
  expect(small_real(NAN), TypeKind::int_, 0, "does not fit in an int");
  expect(small_real(NAN), TypeKind::unsigned_int, 0, "does not fit in an unsigned");
  expect(small_real(NAN), TypeKind::long_, least, "does not fit in a long");
  expect(real(NAN), TypeKind::int_, -2147483648, "does not fit in an int");
  expect(real(NAN), TypeKind::unsigned_long, least, "does not fit in an unsigned long");
  expect(real(NAN), TypeKind::char_, 0, "does not fit in a char");
  expect(with_sign(300), TypeKind::char_, 44, "");
}

TEST(Folding, WrapsAndTellsOfOverflow) {
  const auto expect = [](const Folded& folded, std::int64_t result, const char* undefined) {
    EXPECT_EQ(integer(folded), result);
    EXPECT_EQ(folded.undefined, undefined);
  };
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least_int = std::numeric_limits<int>::min();
  expect(folded(Mark::plus, whole(2147483647), whole(1)), least_int, "overflows an int");
  expect(folded(Mark::minus, whole(least_int), whole(1)), 2147483647, "overflows an int");
  expect(folded(Mark::minus, whole(0), whole(least_int)), least_int, "overflows an int");
  expect(folded(Mark::minus, whole(-1), whole(least_int)), 2147483647, "");
  expect(folded(Mark::star, whole(65536), whole(65536)), 0, "overflows an int");
  expect(folded(Mark::star, whole(-1), whole(least_int)), least_int, "overflows an int");
  expect(folded(Mark::star, whole(least_int), whole(-1)), least_int, "overflows an int");
  expect(folded(Mark::minus, whole(least_int)), least_int, "overflows an int");
  expect(folded(Mark::plus, with_sign(most), with_sign(1)), least, "overflows a long");
  expect(folded(Mark::star, with_sign(least), with_sign(-1)), least, "overflows a long");
  expect(folded(Mark::star, with_sign(-1), with_sign(least)), least, "overflows a long");
  expect(folded(Mark::star, with_sign(3037000500), with_sign(3037000500)), -9223372036709301616, "overflows a long");
  expect(folded(Mark::star, with_sign(3037000499), with_sign(-3037000499)), -9223372030926249001, "");
  const Value most_unsigned = Value::of(TypeKind::unsigned_int, std::int64_t{-1});
  expect(folded(Mark::plus, most_unsigned, most_unsigned), 4294967294, "");
  expect(folded(Mark::star, most_unsigned, most_unsigned), 1, "");
  expect(folded(Mark::minus, Value::of(TypeKind::unsigned_int, std::int64_t{1})), 4294967295, "");
}

TEST(Folding, DividesByZeroAsAGpuDoes) {
  for (const Mark op : {Mark::slash, Mark::percent}) {
    EXPECT_EQ(integer(folded(op, whole(5), whole(0))), -1);
    EXPECT_EQ(folded(op, whole(5), whole(0)).undefined, "divides by 0");
    const Value none = Value::of(TypeKind::unsigned_int, std::int64_t{0});
    EXPECT_EQ(integer(folded(op, none, none)), 4294967295);
    EXPECT_EQ(integer(folded(op, with_sign(-5), with_sign(0))), -1);
  }
  const Value least = whole(std::numeric_limits<int>::min());
  EXPECT_EQ(integer(folded(Mark::slash, least, whole(-1))), least.integer);
  EXPECT_EQ(folded(Mark::slash, least, whole(-1)).undefined, "overflows an int");
  EXPECT_EQ(integer(folded(Mark::percent, least, whole(-1))), 0);
  EXPECT_EQ(folded(Mark::percent, least, whole(-1)).undefined, "overflows an int");
  EXPECT_EQ(integer(folded(Mark::percent, whole(-7), whole(3))), -1);
  EXPECT_EQ(integer(folded(Mark::slash, whole(-7), whole(2))), -3);
}

TEST(Folding, ShiftsAsAGpuDoes) {
  const auto expect = [](const Folded& folded, std::int64_t result, const char* undefined) {
    EXPECT_EQ(integer(folded), result);
    EXPECT_EQ(folded.undefined, undefined);
  };
  expect(folded(Mark::left, whole(1), whole(31)), std::numeric_limits<int>::min(), "");
  expect(folded(Mark::left, whole(-1), whole(4)), -16, "");
  expect(folded(Mark::left, whole(1), whole(40)), 0, "shifts an int by 40 bits");
  expect(folded(Mark::right, whole(1), whole(32)), 0, "shifts an int by 32 bits");
  expect(folded(Mark::right, whole(-8), whole(1)), -4, "");
  expect(folded(Mark::right, whole(-8), whole(40)), -1, "shifts an int by 40 bits");
  expect(folded(Mark::right, whole(-8), whole(-1)), -1, "shifts an int by -1 bits");
  expect(folded(Mark::left, whole(1), whole(-1)), 0, "shifts an int by -1 bits");
  expect(folded(Mark::left, with_sign(1), whole(40)), std::int64_t{1} << 40, "");
  const Value all = Value::of(TypeKind::unsigned_long, std::int64_t{-1});
  expect(folded(Mark::right, all, whole(60)), 15, "");
  expect(folded(Mark::right, all, whole(64)), 0, "shifts an unsigned long by 64 bits");
  // Only 32 bits of how far are looked at.
  expect(folded(Mark::left, whole(1), with_sign((std::int64_t{1} << 32) + 1)), 2, "shifts an int by 4294967297 bits");
}

TEST(Folding, ComputesFloatsInTheirOwnType) {
  const auto result = [](Mark op, const Value& a, const Value& b) { return folded(op, a, b).value->real; };
  EXPECT_EQ(result(Mark::plus, small_real(16777216), small_real(1)), 16777216.0);
  EXPECT_EQ(result(Mark::plus, real(16777216), real(1)), 16777217.0);
  EXPECT_EQ(result(Mark::slash, small_real(1), small_real(3)), static_cast<double>(1.0F / 3.0F));
  EXPECT_EQ(result(Mark::star, small_real(1e30), small_real(1e30)), INFINITY);
  EXPECT_EQ(result(Mark::slash, real(1), real(-0.0)), -INFINITY);
  EXPECT_TRUE(std::isnan(result(Mark::slash, real(0), real(0))));
  EXPECT_FALSE(std::signbit(result(Mark::minus, real(INFINITY), real(INFINITY))));
  EXPECT_TRUE(std::signbit(folded(Mark::minus, small_real(0)).value->real));
  EXPECT_EQ(folded(Mark::slash, real(1), real(0)).undefined, "");
  EXPECT_FALSE(folded(Mark::equal, real(NAN), real(NAN)).value->truth());
  EXPECT_TRUE(folded(Mark::not_equal, real(NAN), real(NAN)).value->truth());
  EXPECT_FALSE(folded(Mark::greater_equal, real(NAN), real(0)).value->truth());
}

TEST(Folding, HasNoValueWhereThereIsNoSuchOperator) {
  for (const Mark op : {Mark::percent, Mark::ampersand, Mark::bar, Mark::caret, Mark::left, Mark::right}) {
    EXPECT_FALSE(folded(op, real(1), real(1)).value);
  }
  EXPECT_FALSE(folded(Mark::left, whole(1), real(1)).value);
  EXPECT_FALSE(folded(Mark::tilde, real(1)).value);
  EXPECT_FALSE(folded(Mark::star, whole(1)).value);
  EXPECT_FALSE(folded(Mark::comma, whole(1), whole(1)).value);
}

TEST(Folding, ComparesByTheTypesSign) {
  const Value low = Value::of(TypeKind::unsigned_long, std::int64_t{1});
  const Value high = Value::of(TypeKind::unsigned_long, std::int64_t{-1});
  EXPECT_TRUE(folded(Mark::less, low, high).value->truth());
  EXPECT_FALSE(folded(Mark::less, with_sign(1), with_sign(-1)).value->truth());
  EXPECT_EQ(folded(Mark::less, low, high).value->kind, TypeKind::bool_);
  EXPECT_EQ(folded(Mark::bang, real(0.5)).value->kind, TypeKind::bool_);
  EXPECT_TRUE(folded(Mark::and_and, real(0.5), whole(-1)).value->truth());
  EXPECT_FALSE(folded(Mark::bar_bar, real(0), whole(0)).value->truth());
}

}  // namespace
}  // namespace tilescope::language
