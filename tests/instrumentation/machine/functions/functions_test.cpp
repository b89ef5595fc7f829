#include "instrumentation/machine/functions/functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "instrumentation/language/tree/builtin.h"
#include "instrumentation/language/tree/value.h"

namespace tilescope::machine {
namespace {

using language::TypeKind;
using LongLong = long long;
using UnsignedLong = unsigned long;
using UnsignedLongLong = unsigned long long;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr double wide_infinity = std::numeric_limits<double>::infinity();
constexpr int least_int = std::numeric_limits<int>::min();
constexpr int most_int = std::numeric_limits<int>::max();
constexpr LongLong least_long = std::numeric_limits<LongLong>::min();
constexpr LongLong most_long = std::numeric_limits<LongLong>::max();

// --- Calls. ---

template <class T>
constexpr TypeKind kind_of() {
  if constexpr (std::is_same_v<T, int>) return TypeKind::int_;
  if constexpr (std::is_same_v<T, unsigned>) return TypeKind::unsigned_int;
  if constexpr (std::is_same_v<T, long>) return TypeKind::long_;
  if constexpr (std::is_same_v<T, UnsignedLong>) return TypeKind::unsigned_long;
  if constexpr (std::is_same_v<T, LongLong>) return TypeKind::long_long;
  if constexpr (std::is_same_v<T, UnsignedLongLong>) return TypeKind::unsigned_long_long;
  if constexpr (std::is_same_v<T, float>) return TypeKind::float_;
  if constexpr (std::is_same_v<T, double>) return TypeKind::double_;
  return TypeKind::unknown;
}

template <class T>
Word word(T value) {
  if constexpr (std::is_same_v<T, float>) return std::bit_cast<std::uint32_t>(value);
  if constexpr (std::is_same_v<T, double>) return std::bit_cast<Word>(value);
  if constexpr (std::is_integral_v<T>) return static_cast<Word>(value);
}

template <class T>
T from(Word word) {
  if constexpr (std::is_same_v<T, float>) return std::bit_cast<float>(static_cast<std::uint32_t>(word));
  if constexpr (std::is_same_v<T, double>) return std::bit_cast<double>(word);
  if constexpr (std::is_integral_v<T>) return static_cast<T>(word);
}

constexpr Word untouched = 0xbadbadbadbadbad;

template <class... P>
std::array<Word, 3> words_of(std::string_view name, P... arguments) {
  const std::array<TypeKind, sizeof...(P)> kinds{kind_of<P>()...};
  const std::array<Word, sizeof...(P) + 1> words{word(arguments)..., 0};
  std::array<Word, 3> results{untouched, untouched, untouched};
  const FunctionEntry* const known = function_of(name, kinds);
  EXPECT_NE(known, nullptr) << name;
  if (known != nullptr) known->function(words.data(), results.data());
  return results;
}

template <class Result, class... P>
Result call(std::string_view name, P... arguments) {
  return from<Result>(words_of(name, arguments...)[0]);
}
// As bits, which tell one 0 from the other.
template <class... P>
Word bits_of(std::string_view name, P... arguments) {
  return words_of(name, arguments...)[0];
}

std::uint64_t any_bits() {
  static std::mt19937_64 random(20);
  return random();
}

// Bits of any kind, and numbers near to 1.
template <class Float>
Float any_float() {
  using Bits = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
  const std::uint64_t bits = any_bits();
  if (bits % 3 == 0) return std::bit_cast<Float>(static_cast<Bits>(any_bits()));
  const Float fraction = static_cast<Float>(static_cast<double>(any_bits() >> 11) * 0x1p-52 - 1);
  return std::ldexp(fraction, static_cast<int>(bits / 3 % 80) - (bits % 3 == 1 ? 40 : 160));
}

template <class Float>
std::vector<Float> edges() {
  using Limits = std::numeric_limits<Float>;
  std::vector<Float> all{0,
                         1,
                         Float{1} / 3,
                         Float{1.5},
                         2,
                         3,
                         Limits::denorm_min(),
                         Limits::denorm_min() * 3,
                         Limits::min(),
                         Limits::max(),
                         Limits::infinity(),
                         Limits::quiet_NaN(),
                         Limits::epsilon(),
                         1 + Limits::epsilon(),
                         Limits::max() / 2,
                         std::sqrt(Limits::max()),
                         std::sqrt(Limits::min())};
  for (std::size_t i = 0, count = all.size(); i < count; ++i) all.push_back(-all[i]);
  return all;
}

// --- All of them are there. ---

std::vector<std::string> split(std::string_view text, std::string_view by) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t at = std::min(text.find(by), text.size());
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(std::min(at + by.size(), text.size()));
  }
  return parts;
}

const std::map<std::string, TypeKind> kinds_by_word{
    {"int", TypeKind::int_},           {"unsigned", TypeKind::unsigned_int},
    {"long", TypeKind::long_},         {"ulong", TypeKind::unsigned_long},
    {"longlong", TypeKind::long_long}, {"ulonglong", TypeKind::unsigned_long_long},
    {"float", TypeKind::float_},       {"double", TypeKind::double_},
    {"char4", TypeKind::unsigned_int}, {"uchar4", TypeKind::unsigned_int},
};

// For a builtin, with T and F settled.
void expect_function(const language::Builtin& builtin, const std::string& settled) {
  const std::size_t open = builtin.signature.find('(');
  std::vector<TypeKind> parameters;
  int given = 0;
  for (const std::string& each : split(builtin.signature.substr(open + 1, builtin.signature.size() - open - 2), ", ")) {
    given += each.ends_with("*") ? 1 : 0;
    if (each.ends_with("*") || each == "string") continue;
    parameters.push_back(kinds_by_word.at(each == "T" || each == "F" ? settled : each));
  }
  const FunctionEntry* const known = function_of(builtin.name, parameters);
  ASSERT_NE(known, nullptr) << builtin.name << builtin.signature << " of " << settled;
  EXPECT_NE(known->function, nullptr) << builtin.name;
  EXPECT_EQ(static_cast<std::size_t>(known->arguments), parameters.size()) << builtin.name;
  EXPECT_EQ(known->given, given) << builtin.name;
  const std::vector<Word> zeros(parameters.size() + 1);
  std::array<Word, 4> results{untouched, untouched, untouched, untouched};
  known->function(zeros.data(), results.data());
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(results[static_cast<std::size_t>(i)] == untouched, i > given) << builtin.name << i;
}

TEST(Functions, AreThereForEachOverload) {
  int count = 0;
  for (const std::string_view name : language::builtin_names()) {
    for (const language::Builtin& builtin : language::builtins(name)) {
      if (builtin.group != language::BuiltinGroup::math && builtin.group != language::BuiltinGroup::bits) continue;
      const bool of_any_float = builtin.signature.find('F') != std::string_view::npos;
      for (const std::string& settled : split(of_any_float            ? "float double"
                                              : builtin.types.empty() ? "none"
                                                                      : builtin.types,
                                              " ")) {
        expect_function(builtin, settled);
        ++count;
      }
    }
  }
  EXPECT_GE(count, 459);
}

TEST(Functions, AreOnlyThereForTheirTypes) {
  const std::array kinds{TypeKind::int_};
  EXPECT_EQ(function_of("sin", kinds), nullptr);
  EXPECT_EQ(function_of("sin", {}), nullptr);
  EXPECT_EQ(function_of("", {}), nullptr);
  EXPECT_EQ(function_of("no such function", kinds), nullptr);
  EXPECT_EQ(function_of("__syncthreads", {}), nullptr);
  const std::array<TypeKind, 9> many{};
  EXPECT_EQ(function_of("max", many), nullptr);
}

// --- Floats. ---

struct OfOne {
  std::string_view name;
  float x;
  float expected;
};
constexpr auto of_one = std::to_array<OfOne>({
    {"sqrtf", 2, 0x1.6a09e6p0F},
    {"sqrtf", -0.0F, -0.0F},
    {"sqrtf", -1, no_number},
    {"rsqrtf", 4, 0.5F},
    {"rsqrtf", 0, infinity},
    {"rsqrtf", -0.0F, -infinity},
    {"expf", 0, 1},
    {"expf", 1, 0x1.5bf0a8p1F},
    {"expf", 1000, infinity},
    {"expf", -1000, 0},
    {"expf", -infinity, 0},
    {"__expf", 1, 0x1.5bf0a8p1F},
    {"logf", 0, -infinity},
    {"logf", -1, no_number},
    {"logf", 1, 0},
    {"log2f", 8, 3},
    {"log10f", 1000, 3},
    {"exp2f", 10, 1024},
    {"exp10f", 3, 1000},
    {"exp10f", -1, 0.1F},
    {"sinf", -0.0F, -0.0F},
    {"cosf", 0, 1},
    {"sinf", infinity, no_number},
    {"sinpif", 0.5F, 1},
    {"sinpif", 1, 0},
    {"sinpif", -1, -0.0F},
    {"sinpif", 1.5F, -1},
    {"sinpif", 1e30F, 0},
    {"cospif", 0.5F, 0},
    {"cospif", 1, -1},
    {"cospif", 2.5F, 0},
    {"cospif", infinity, no_number},
    {"fabsf", -3, 3},
    {"fabsf", -0.0F, 0},
    {"abs", -infinity, infinity},
    {"floorf", -0.5F, -1},
    {"ceilf", -0.5F, -0.0F},
    {"truncf", -1.9F, -1},
    {"roundf", 2.5F, 3},
    {"roundf", -0.5F, -1},
    {"rintf", 2.5F, 2},
    {"nearbyintf", -0.5F, -0.0F},
    {"cbrtf", -27, -3},
    {"rcbrtf", 8, 0.5F},
    {"rcbrtf", -0.0F, -infinity},
    {"erff", infinity, 1},
    {"erfcf", -infinity, 2},
    {"erfinvf", 1, infinity},
    {"erfinvf", -0.0F, -0.0F},
    {"erfinvf", 1.5F, no_number},
    {"erfcinvf", 0, infinity},
    {"erfcinvf", 1, 0},
    {"erfcinvf", 2, -infinity},
    {"erfcxf", 0, 1},
    {"erfcxf", infinity, 0},
    {"erfcxf", -10, infinity},
    {"normcdff", 0, 0.5F},
    {"normcdff", -infinity, 0},
    {"normcdff", infinity, 1},
    {"normcdfinvf", 0.5F, 0},
    {"normcdfinvf", 0, -infinity},
    {"normcdfinvf", 1, infinity},
    {"tgammaf", 5, 24},
    {"tgammaf", -1, no_number},
    {"lgammaf", -1, infinity},
    {"lgammaf", 2, 0},
    {"logbf", 0x1p-149F, -149},
    {"logbf", 0, -infinity},
    {"__saturatef", 2, 1},
    {"__saturatef", -2, 0},
    {"__saturatef", -0.0F, 0},
    {"__saturatef", no_number, 0},
    {"__saturatef", 0.25F, 0.25F},
    {"__frsqrt_rn", 0x1p-149F, 0x1.6a09e6p74F},
    {"tanhf", 100, 1},
    {"atanhf", 1, infinity},
});

TEST(Floats, HaveTheValuesOfAGpu) {
  for (const OfOne& row : of_one) {
    const Word expected = std::isnan(row.expected) ? 0x7fffffff : word(row.expected);
    EXPECT_EQ(bits_of(row.name, row.x), expected) << row.name << " of " << row.x;
  }
}

TEST(Floats, OfTwoHaveTheValuesOfAGpu) {
  struct Row {
    std::string_view name;
    float x;
    float y;
    float expected;
  };
  const std::vector<Row> rows{
      {"fminf", 0, -0.0F, -0.0F},
      {"fminf", -0.0F, 0, -0.0F},
      {"fmaxf", -0.0F, 0, 0},
      {"fmaxf", 0, -0.0F, 0},
      {"fmaxf", no_number, 1, 1},
      {"fminf", 1, no_number, 1},
      {"fmaxf", no_number, no_number, no_number},
      {"min", 2, -infinity, -infinity},
      {"max", no_number, -1, -1},
      {"fmodf", 5.5F, -2, 1.5F},
      {"fmodf", -6, 2, -0.0F},
      {"fmodf", 1, 0, no_number},
      {"fmodf", 1, infinity, 1},
      {"remainderf", 5.5F, 2, -0.5F},
      {"powf", 2, 10, 1024},
      {"powf", no_number, 0, 1},
      {"powf", 1, no_number, 1},
      {"powf", -8, 1.0F / 3, no_number},
      {"powf", 0, -1, infinity},
      {"__powf", 2, -1, 0.5F},
      {"atan2f", 0, -1, 0x1.921fb6p1F},
      {"atan2f", -0.0F, 1, -0.0F},
      {"hypotf", 3, 4, 5},
      {"hypotf", infinity, no_number, infinity},
      {"hypotf", 3e38F, 3e38F, infinity},
      {"rhypotf", 3, 4, 0.2F},
      {"rhypotf", no_number, infinity, 0},
      {"rhypotf", 0, 0, infinity},
      {"fdimf", 3, 1, 2},
      {"fdimf", 1, 3, 0},
      {"fdimf", 1, no_number, no_number},
      {"nextafterf", 0, 1, 0x1p-149F},
      {"nextafterf", 1, 0, 0x1.fffffep-1F},
      {"copysignf", 1, -0.0F, -1},
      {"__fdividef", 1, 0, infinity},
      {"fdividef", 1, 3, 1.0F / 3},
      {"__fdividef", 0, 0, no_number},
  };
  for (const Row& row : rows) {
    const Word expected = std::isnan(row.expected) ? 0x7fffffff : word(row.expected);
    EXPECT_EQ(bits_of(row.name, row.x, row.y), expected) << row.name << " of " << row.x << ", " << row.y;
  }
}

// Not what a float function of the library gives, which may differ from machine to machine.
TEST(Floats, AreTheDoublesRounded) {
  const std::vector<std::string> names{"acos", "asinh", "atan",    "cos",  "erf",   "exp", "exp10", "expm1", "lgamma",
                                       "log",  "rsqrt", "normcdf", "sinh", "sinpi", "tan", "tanh",  "tgamma"};
  for (const std::string& name : names) {
    for (int i = 0; i < 300; ++i) {
      const float x = any_float<float>();
      if (std::isnan(x)) continue;
      const auto expected = static_cast<float>(call<double>(name, static_cast<double>(x)));
      const float found = call<float>(name, x);
      EXPECT_TRUE(found == expected || std::isnan(expected)) << name << " of " << x;
      EXPECT_EQ(bits_of(name + "f", x), word(found)) << name << " of " << x;
    }
  }
}

TEST(Floats, ThatAreNoNumbersAreAsAGpuHasThem) {
  const auto odd = std::bit_cast<float>(0xffc00123U);
  EXPECT_EQ(bits_of("sinf", odd), 0x7fffffffU);
  EXPECT_EQ(bits_of("fabsf", odd), 0x7fffffffU);
  EXPECT_EQ(bits_of("__fadd_rz", odd, 1.0F), 0x7fffffffU);
  EXPECT_EQ(bits_of("copysignf", odd, 1.0F), 0x7fc00123U);
  EXPECT_EQ(bits_of("__int_as_float", static_cast<int>(0xff800001)), 0xff800001U);
  EXPECT_EQ(bits_of("nanf"), 0x7fc00000U);
  EXPECT_EQ(bits_of("nan"), 0x7ff8000000000000U);
  EXPECT_EQ(bits_of("__builtin_inff"), word(infinity));
  EXPECT_EQ(bits_of("__builtin_huge_val"), word(wide_infinity));
  // A double's are made as below, or keep their bits and become quiet.
  EXPECT_EQ(bits_of("sqrt", -1.0), 0xfff8000000000000U);
  EXPECT_EQ(bits_of("log", -1.0), 0xfff8000000000000U);
  EXPECT_EQ(bits_of("exp", std::bit_cast<double>(0x7ff0000000000001U)), 0x7ff8000000000001U);
  const auto one = std::bit_cast<double>(0x7ff8000000000001U);
  const auto other = std::bit_cast<double>(0xfff8000000000123U);
  EXPECT_EQ(bits_of("__dadd_rn", one, 1.0), 0x7ff8000000000001U);
  EXPECT_EQ(bits_of("__dadd_ru", 1.0, other), 0xfff8000000000123U);
  EXPECT_EQ(bits_of("__dmul_rn", one, other), 0x7ff8000000000001U);
  EXPECT_EQ(bits_of("max", one, 1.0F), word(1.0));
  EXPECT_EQ(bits_of("__double2float_rn", other), 0xffc00000U);
  EXPECT_EQ(bits_of("__double2float_rz", std::bit_cast<double>(0x7ff0000000000001U)), 0x7fc00000U);
}

TEST(Floats, AreSorted) {
  EXPECT_TRUE(call<bool>("isnan", no_number));
  EXPECT_FALSE(call<bool>("isnan", 1.0));
  EXPECT_EQ(bits_of("isinf", -wide_infinity), 1U);
  EXPECT_EQ(bits_of("isfinite", infinity), 0U);
  EXPECT_EQ(bits_of("signbit", -0.0F), 1U);
  EXPECT_EQ(call<int>("ilogb", 0.0F), least_int);
  EXPECT_EQ(call<int>("ilogbf", -infinity), most_int);
  EXPECT_EQ(call<int>("ilogb", std::nan("")), least_int);
  EXPECT_EQ(call<int>("ilogb", 0x1p-149F), -149);
  EXPECT_EQ(call<long>("lrint", 2.5), 2);
  EXPECT_EQ(call<long>("lroundf", -2.5F), -3);
  EXPECT_EQ(call<LongLong>("llrint", 1e30F), most_long);
  EXPECT_EQ(call<LongLong>("llround", -wide_infinity), least_long);
  EXPECT_EQ(call<LongLong>("llrintf", no_number), least_long);
}

// --- Of several results. ---

using Results = std::array<Word, 3>;

TEST(Functions, GiveTheirPointersWhatIsBehindTheResult) {
  EXPECT_EQ(words_of("frexp", 12.0), (Results{word(0.75), 4, untouched}));
  EXPECT_EQ(words_of("frexpf", -0x1p-149F), (Results{word(-0.5F), word(-148), untouched}));
  EXPECT_EQ(words_of("frexp", -infinity), (Results{word(-infinity), 0, untouched}));
  EXPECT_EQ(words_of("frexp", no_number), (Results{0x7fffffff, 0, untouched}));
  EXPECT_EQ(words_of("modf", -2.5), (Results{word(-0.5), word(-2.0), untouched}));
  EXPECT_EQ(words_of("modff", infinity), (Results{word(0.0F), word(infinity), untouched}));
  EXPECT_EQ(words_of("modf", -3.0F), (Results{word(-0.0F), word(-3.0F), untouched}));
  EXPECT_EQ(words_of("remquo", 7.0F, 2.0F), (Results{word(-1.0F), 4, untouched}));
  EXPECT_EQ(words_of("remquof", -7.0F, 2.0F), (Results{word(1.0F), word(-4), untouched}));
  EXPECT_EQ(words_of("remquo", 8.0, 1.0), (Results{word(0.0), 0, untouched}));  // three bits of it
  EXPECT_EQ(words_of("remquo", 1.0, 0.0), (Results{0xfff8000000000000, 0, untouched}));
  EXPECT_EQ(words_of("sincosf", 0.0F), (Results{0, word(0.0F), word(1.0F)}));
  EXPECT_EQ(words_of("__sincosf", infinity), (Results{0, 0x7fffffff, 0x7fffffff}));
  EXPECT_EQ(words_of("sincospi", 0.5), (Results{0, word(1.0), word(0.0)}));
}

// --- What is rounded in a way of its own: the processor can do it, too. ---

struct Direction {
  std::string suffix;
  int mode;
};
const std::vector<Direction> directions{
    {"_rn", FE_TONEAREST}, {"_rz", FE_TOWARDZERO}, {"_ru", FE_UPWARD}, {"_rd", FE_DOWNWARD}};

template <class Float, class Operation>
Float by_processor(int mode, Operation operation) {
  std::fesetround(mode);
  volatile const Float result = operation();
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class Float>
void expect_same(Float found, Float expected, const std::string& what) {
  const bool same = std::isnan(expected) ? std::isnan(found) : word(found) == word(expected);
  EXPECT_TRUE(same) << what << " gives " << found << " and not " << expected;
}

template <class Float>
void expect_rounded(const std::string& prefix, const std::string& fma, Float given_a, Float given_b, Float given_c) {
  volatile const Float a = given_a;
  volatile const Float b = given_b;
  volatile const Float c = given_c;
  const std::string of = " of " + std::to_string(given_a) + " (" + std::to_string(word(given_a)) + "), " +
                         std::to_string(given_b) + " (" + std::to_string(word(given_b)) + "), " +
                         std::to_string(given_c);
  for (const auto& [suffix, mode] : directions) {
    const auto expect = [&](const std::string& name, auto operation, auto... arguments) {
      expect_same(call<Float>(name + suffix, arguments...), by_processor<Float>(mode, operation), name + suffix + of);
    };
    expect(
        prefix + "add", [&] { return a + b; }, given_a, given_b);
    expect(
        prefix + "sub", [&] { return a - b; }, given_a, given_b);
    expect(
        prefix + "mul", [&] { return a * b; }, given_a, given_b);
    expect(
        prefix + "div", [&] { return a / b; }, given_a, given_b);
    expect(
        prefix + "rcp", [&] { return 1 / a; }, given_a);
    expect(
        prefix + "sqrt", [&] { return std::sqrt(a); }, given_a);
    expect(
        fma, [&] { return std::fma(Float{a}, Float{b}, Float{c}); }, given_a, given_b, given_c);
  }
}

template <class Float>
void expect_all_rounded(const std::string& prefix, const std::string& fma) {
  const std::vector<Float> all = edges<Float>();
  for (const Float a : all) {
    for (const Float b : all) {
      for (const Float c : {Float{0}, -Float{0}, -a * b, std::numeric_limits<Float>::denorm_min(), a})
        expect_rounded(prefix, fma, a, b, c);
    }
  }
  for (int i = 0; i < 20000; ++i) {
    const Float a = any_float<Float>();
    const Float b = any_float<Float>();
    const Float c = i % 2 == 0 ? any_float<Float>() : -a * b;
    expect_rounded(prefix, fma, a, b, c);
  }
}

TEST(Roundings, OfFloatsAreTheProcessors) { expect_all_rounded<float>("__f", "__fmaf"); }
TEST(Roundings, OfDoublesAreTheProcessors) { expect_all_rounded<double>("__d", "__fma"); }

// For the root, that is: found by trying the neighbours in more bits than a double has.
TEST(Roundings, OfOneOverARootIsTheNearest) {
  for (int i = 0; i < 20000; ++i) {
    const float x = std::abs(any_float<float>());
    if (!std::isfinite(x) || x == 0) continue;
    const float y = call<float>("__frsqrt_rn", x);
    const long double exact = 1 / std::sqrt(static_cast<long double>(x));
    const long double off = std::abs(static_cast<long double>(y) - exact);
    for (const float other : {std::nextafter(y, 0.0F), std::nextafter(y, infinity)})
      EXPECT_LE(off, std::abs(static_cast<long double>(other) - exact)) << x;
  }
}

template <class Float>
void expect_conversions_to_floats(const std::string& ints, const std::string& floats, auto integer) {
  for (const auto& [suffix, mode] : directions) {
    if (ints.ends_with("int") && sizeof(Float) == sizeof(double) && suffix != "_rn") continue;
    volatile const auto from = integer;
    const auto expected = by_processor<Float>(mode, [&] { return static_cast<Float>(from); });
    const std::string name = "__" + ints + "2" + floats + suffix;
    EXPECT_EQ(call<Float>(name, integer), expected) << name << " of " << integer;
  }
}

TEST(Conversions, OfIntegersAreTheProcessors) {
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t bits = any_bits();
    const std::uint64_t rest = i < 200 ? ~std::uint64_t{0} >> (i % 64) << (i % 3) : any_bits() >> (bits % 64);
    expect_conversions_to_floats<float>("int", "float", static_cast<int>(rest));
    expect_conversions_to_floats<float>("int", "float", -static_cast<int>(rest >> 33));
    expect_conversions_to_floats<float>("uint", "float", static_cast<unsigned>(rest));
    expect_conversions_to_floats<float>("ll", "float", static_cast<LongLong>(rest));
    expect_conversions_to_floats<float>("ull", "float", UnsignedLongLong{rest});
    expect_conversions_to_floats<double>("int", "double", static_cast<int>(rest));
    expect_conversions_to_floats<double>("uint", "double", static_cast<unsigned>(rest));
    expect_conversions_to_floats<double>("ll", "double", static_cast<LongLong>(rest));
    expect_conversions_to_floats<double>("ll", "double", -static_cast<LongLong>(rest >> 1));
    expect_conversions_to_floats<double>("ull", "double", UnsignedLongLong{rest});
  }
}

// What is whole is brought to an integer as the language folds it.
template <class Float, class Integer>
void expect_conversions_to_integers(const std::string& floats, const std::string& ints, Float x) {
  for (const auto& [suffix, mode] : directions) {
    volatile const Float from = x;
    const auto whole = by_processor<double>(mode, [&] { return std::nearbyint(static_cast<double>(from)); });
    language::Value value;
    value.kind = kind_of<Float>();
    value.real = whole;
    const std::string name = "__" + floats + "2" + ints + suffix;
    const auto expected = static_cast<Word>(language::converted(value, kind_of<Integer>()).integer);
    EXPECT_EQ(bits_of(name, x), expected) << name << " of " << x;
  }
}

template <class Float>
void expect_conversions_to_all_integers(const std::string& floats, Float x) {
  expect_conversions_to_integers<Float, int>(floats, "int", x);
  expect_conversions_to_integers<Float, unsigned>(floats, "uint", x);
  expect_conversions_to_integers<Float, LongLong>(floats, "ll", x);
  expect_conversions_to_integers<Float, UnsignedLongLong>(floats, "ull", x);
}

TEST(Conversions, OfFloatsAreWhatTheLanguageFoldsThemTo) {
  for (const float x : edges<float>()) expect_conversions_to_all_integers("float", x);
  for (const double x : edges<double>()) expect_conversions_to_all_integers("double", x);
  for (const double end : {0x1p31, 0x1p32, 0x1p63, 0x1p64, 0.5, 1.5, 2.5}) {
    for (const double x : {end, -end, end - 0.5, 0.25 - end, std::nextafter(end, 0.0), std::nextafter(-end, -1e30)}) {
      expect_conversions_to_all_integers("double", x);
      expect_conversions_to_all_integers("float", static_cast<float>(x));
    }
  }
  for (int i = 0; i < 3000; ++i) {
    expect_conversions_to_all_integers("float", any_float<float>());
    expect_conversions_to_all_integers("double", any_float<double>());
  }
  EXPECT_EQ(call<int>("__float2int_rn", no_number), 0);
  EXPECT_EQ(call<int>("__double2int_rn", std::nan("")), least_int);
  EXPECT_EQ(call<LongLong>("__float2ll_rz", no_number), least_long);
}

TEST(Conversions, OfDoublesToFloatsAreTheProcessors) {
  for (int i = 0; i < 20000; ++i) {
    volatile const double x = any_float<double>();
    if (std::isnan(x)) continue;
    for (const auto& [suffix, mode] : directions) {
      const auto expected = by_processor<float>(mode, [&] { return static_cast<float>(x); });
      EXPECT_EQ(bits_of("__double2float" + suffix, double{x}), word(expected)) << suffix << " of " << x;
    }
  }
}

// --- What the library lacks, in more bits. ---

double off_by(double found, long double exact) {
  if (static_cast<double>(exact) == found) return 0;
  const double nearest = std::abs(static_cast<double>(exact));
  const double place = std::nextafter(nearest, wide_infinity) - nearest;
  return static_cast<double>(std::abs(static_cast<long double>(found) - exact) / static_cast<long double>(place));
}

long double between(double low, double high) {
  return static_cast<double>(any_bits() >> 11) * 0x1p-53 * (high - low) + low;
}

struct Special {
  std::string_view name;
  double low;
  double high;
  long double (*exact)(long double);
  double places;  // how many of the last ones may differ
};

TEST(Specials, AreWithinAFewPlacesOfWhatMoreBitsGive) {
  constexpr long double pi = 3.14159265358979323846264338327950288L;
  const std::vector<Special> all{
      {"sinpi", -0.25, 0.25, [](long double x) { return std::sin(pi * x); }, 1},
      {"sinpi", 0.25, 0.75, [](long double x) { return std::cos(pi * (x - 0.5L)); }, 1},
      {"sinpi", 1.75, 2.25, [](long double x) { return std::sin(pi * (x - 2)); }, 1},
      {"cospi", -0.25, 0.25, [](long double x) { return std::cos(pi * x); }, 1},
      {"cospi", 0.25, 0.75, [](long double x) { return std::sin(pi * (0.5L - x)); }, 1},
      {"cospi", 2.75, 3.25, [](long double x) { return -std::cos(pi * (x - 3)); }, 1},
      {"exp10", -300, 300, [](long double x) { return std::pow(10.0L, x); }, 2},
      {"rsqrt", 0, 1000, [](long double x) { return 1 / std::sqrt(x); }, 2},
      {"rcbrt", -1000, 1000, [](long double x) { return 1 / std::cbrt(x); }, 5},
      {"erfcx", -20, 20, [](long double x) { return std::exp(x * x) * std::erfc(x); }, 4},
      {"erfcx", 24, 60, [](long double x) { return std::exp(x * x) * std::erfc(x); }, 4},
      {"normcdf", -8, 8, [](long double x) { return std::erfc(-x / std::sqrt(2.0L)) / 2; }, 4},
      {"normcdf", -37, -8, [](long double x) { return std::erfc(-x / std::sqrt(2.0L)) / 2; }, 4},
      {"lgamma", -1.9, 20, [](long double x) { return std::lgamma(x); }, 5},
      {"tgamma", -10, 20, [](long double x) { return std::tgamma(x); }, 6},
  };
  for (const Special& each : all) {
    for (int i = 0; i < 1000; ++i) {
      const auto x = static_cast<double>(between(each.low, each.high));
      const long double exact = each.exact(static_cast<long double>(x));
      EXPECT_LE(off_by(call<double>(each.name, x), exact), each.places) << each.name << " of " << x;
    }
  }
}

// The error of y in f(y) = x is that of f(y) over its slope.
TEST(Specials, ThatUndoErfAreWithinAFewPlaces) {
  const long double slope = 2 / std::sqrt(3.14159265358979323846264338327950288L);
  const auto expect = [&](double y, double at, long double off_in_f) {
    const long double y_exact =
        static_cast<long double>(y) - off_in_f / (slope * std::exp(-static_cast<long double>(y) * y));
    EXPECT_LE(off_by(y, y_exact), 3) << at;
  };
  for (int i = 0; i < 3000; ++i) {
    const auto x = static_cast<double>(between(-1, 1));
    const double y = call<double>("erfinv", x);
    expect(y, x,
           std::abs(x) < 0.5 ? std::erf(static_cast<long double>(y)) - x
                             : (1 - static_cast<long double>(x)) - std::erfc(static_cast<long double>(y)));
    const double tail = std::ldexp(static_cast<double>(between(0.5, 1)), -static_cast<int>(any_bits() % 1020));
    const double far = call<double>("erfcinv", tail);
    expect(far, tail, tail - std::erfc(static_cast<long double>(far)));
    EXPECT_LE(off_by(call<double>("normcdfinv", tail / 2), -std::sqrt(2.0L) * static_cast<long double>(far)), 2)
        << tail;
    EXPECT_EQ(call<double>("erfcinv", 2 - static_cast<double>(between(0, 1))) <= 0, true);
  }
}

TEST(Specials, LengthsAreNeitherTooLargeNorTooSmallOnTheWay) {
  EXPECT_EQ(call<double>("norm3d", 2.0, 3.0, 6.0), 7);
  EXPECT_EQ(call<double>("norm3d", 2e200, 3e200, 6e200), 7e200);
  EXPECT_EQ(call<double>("norm4d", 0x1p-1060, 0x1p-1060, -0x1p-1060, 0x1p-1060), 0x1p-1059);
  EXPECT_EQ(call<double>("rnorm4d", 1e300, 1e300, 1e300, 1e300), 0.5 / 1e300);
  EXPECT_EQ(call<double>("norm3d", 1e308, 1.5e308, 0.0), wide_infinity);
  EXPECT_EQ(call<double>("norm3d", -wide_infinity, std::nan(""), 0.0), wide_infinity);
  EXPECT_EQ(call<double>("rnorm3d", 1.0, wide_infinity, std::nan("")), 0);
  EXPECT_EQ(call<double>("rnorm3d", 0.0, 0.0, 0.0), wide_infinity);
  EXPECT_TRUE(std::isnan(call<double>("norm3d", 1.0, std::nan(""), 0.0)));
  EXPECT_EQ(call<float>("norm3df", 2 * 0x1p100F, 3 * 0x1p100F, 6 * 0x1p100F), 7 * 0x1p100F);
  EXPECT_EQ(call<float>("norm4df", 0x1p-149F, 0x1p-149F, 0x1p-149F, 0x1p-149F), 0x1p-148F);
  EXPECT_EQ(call<double>("rhypot", 3e307, 4e307), 1 / 5e307);
  for (int i = 0; i < 2000; ++i) {
    const double x = any_float<double>();
    const double y = any_float<double>();
    const double z = any_float<double>();
    if (!std::isfinite(x + y + z)) continue;
    const auto square = [](double a) { return static_cast<long double>(a) * static_cast<long double>(a); };
    const long double exact = std::sqrt(square(x) + square(y) + square(z));
    if (exact < 0x1p-1000L) continue;
    EXPECT_LE(off_by(call<double>("norm3d", x, y, z), exact), 1) << x << ' ' << y << ' ' << z;
  }
}

// --- Integers. ---

TEST(Integers, AreComparedInTheirCommonType) {
  EXPECT_EQ(call<int>("max", -1, 1), 1);
  EXPECT_EQ(bits_of("min", -1, 1), ~Word{0});
  EXPECT_EQ(bits_of("max", -1, 1U), 0xffffffffU);
  EXPECT_EQ(bits_of("min", 1U, -1), 1U);
  EXPECT_EQ(bits_of("max", -1L, UnsignedLong{1}), ~Word{0});
  EXPECT_EQ(call<LongLong>("min", least_long, LongLong{0}), least_long);
  EXPECT_EQ(bits_of("umax", 1U, 0x80000000U), 0x80000000U);
  EXPECT_EQ(call<LongLong>("llmin", LongLong{-5}, LongLong{3}), -5);
  EXPECT_EQ(call<double>("max", 1.0F, 2.0), 2);
  EXPECT_EQ(call<double>("min", 1.0, 2.0F), 1);
  EXPECT_EQ(call<int>("abs", -5), 5);
  EXPECT_EQ(call<int>("abs", least_int), least_int);
  EXPECT_EQ(call<long>("labs", std::numeric_limits<long>::min()), std::numeric_limits<long>::min());
  EXPECT_EQ(call<LongLong>("llabs", LongLong{-7}), 7);
  EXPECT_EQ(call<long>("__builtin_expect", -3L, 1L), -3);
}

// By loops over bits, which leave nothing to think about.
int naive_clz(std::uint64_t x, int width) {
  int zeros = 0;
  for (int i = width - 1; i >= 0 && (x >> i & 1) == 0; --i) ++zeros;
  return zeros;
}
int naive_ffs(std::uint64_t x) {
  for (int i = 0; i < 64; ++i)
    if ((x >> i & 1) != 0) return i + 1;
  return 0;
}
int naive_popc(std::uint64_t x) {
  int count = 0;
  for (int i = 0; i < 64; ++i) count += static_cast<int>(x >> i & 1);
  return count;
}
std::uint64_t naive_brev(std::uint64_t x, int width) {
  std::uint64_t back = 0;
  for (int i = 0; i < width; ++i)
    if ((x >> i & 1) != 0) back |= std::uint64_t{1} << (width - 1 - i);
  return back;
}

std::vector<std::uint64_t> bit_patterns() {
  std::vector<std::uint64_t> all{0,
                                 1,
                                 2,
                                 ~std::uint64_t{0},
                                 0x80000000,
                                 0x7fffffff,
                                 0x8000000000000000,
                                 0x8000000000000001,
                                 0xffffffff00000000,
                                 0x80808080,
                                 0x7f7f7f7f,
                                 0x80017fff,
                                 0x00ffffff,
                                 0x00800000};
  for (int i = 0; i < 2000; ++i) all.push_back(any_bits() >> (any_bits() % 64));
  return all;
}

TEST(Bits, AreCountedAndReversed) {
  for (const std::uint64_t x : bit_patterns()) {
    const auto low = static_cast<unsigned>(x);
    EXPECT_EQ(call<int>("__clz", static_cast<int>(low)), naive_clz(low, 32)) << x;
    EXPECT_EQ(call<int>("__clzll", static_cast<LongLong>(x)), naive_clz(x, 64)) << x;
    EXPECT_EQ(call<int>("__ffs", static_cast<int>(low)), naive_ffs(low)) << x;
    EXPECT_EQ(call<int>("__ffsll", static_cast<LongLong>(x)), naive_ffs(x)) << x;
    EXPECT_EQ(call<int>("__popc", low), naive_popc(low)) << x;
    EXPECT_EQ(call<int>("__popcll", UnsignedLongLong{x}), naive_popc(x)) << x;
    EXPECT_EQ(bits_of("__brev", low), naive_brev(low, 32)) << x;
    EXPECT_EQ(bits_of("__brevll", UnsignedLongLong{x}), naive_brev(x, 64)) << x;
  }
  EXPECT_EQ(call<int>("__clz", 0), 32);
  EXPECT_EQ(call<int>("__clzll", LongLong{0}), 64);
  EXPECT_EQ(call<int>("__ffs", 0), 0);
  EXPECT_EQ(call<int>("__ffs", least_int), 32);
}

TEST(Bits, AreMoved) {
  EXPECT_EQ(bits_of("__byte_perm", 0x33221100U, 0x77665544U, 0x7520U), 0x77552200U);
  EXPECT_EQ(bits_of("__byte_perm", 0x33221100U, 0x77665544U, 0xffff3210U), 0x33221100U);
  EXPECT_EQ(bits_of("__byte_perm", 0x33221100U, 0x77665544U, 0x89abU), 0x00112233U);  // digits of 3 bits
  for (const std::uint64_t x : bit_patterns()) {
    const auto low = static_cast<unsigned>(x);
    const auto high = static_cast<unsigned>(any_bits());
    const std::uint64_t both = std::uint64_t{high} << 32 | low;
    for (const unsigned far : {0U, 1U, 7U, 31U, 32U, 33U, 64U, 0xffffffffU}) {
      const unsigned turn = far % 32;
      const unsigned most = std::min(far, 32U);
      EXPECT_EQ(bits_of("__funnelshift_l", low, high, far), both << turn >> 32) << x << ' ' << far;
      EXPECT_EQ(bits_of("__funnelshift_r", low, high, far), both >> turn & 0xffffffff) << x << ' ' << far;
      EXPECT_EQ(bits_of("__funnelshift_lc", low, high, far), both << most >> 32) << x << ' ' << far;
      EXPECT_EQ(bits_of("__funnelshift_rc", low, high, far), both >> most & 0xffffffff) << x << ' ' << far;
    }
  }
}

TEST(Bits, MeanWhatTheyAreTakenFor) {
  EXPECT_EQ(bits_of("__float_as_int", -0.0F), 0xffffffff80000000U);
  EXPECT_EQ(bits_of("__float_as_uint", -0.0F), 0x80000000U);
  EXPECT_EQ(call<float>("__int_as_float", 0x3f800000), 1);
  EXPECT_EQ(call<float>("__uint_as_float", 0xbf800000U), -1);
  EXPECT_EQ(call<LongLong>("__double_as_longlong", -0.0), least_long);
  EXPECT_EQ(call<double>("__longlong_as_double", LongLong{0x3ff0000000000000}), 1);
  EXPECT_EQ(bits_of("__longlong_as_double", LongLong{0x7ff0000000000001}), 0x7ff0000000000001U);
  EXPECT_EQ(call<int>("__double2hiint", -2.0), static_cast<int>(0xc0000000));
  EXPECT_EQ(call<int>("__double2loint", std::bit_cast<double>(0x3ff00000fedcba98U)), static_cast<int>(0xfedcba98));
  EXPECT_EQ(call<double>("__hiloint2double", 0x3ff00000, 0), 1);
  EXPECT_EQ(bits_of("__hiloint2double", -1, -1), ~Word{0});
}

// In 128 bits, in steps of 32.
std::uint64_t naive_upper(std::uint64_t x, std::uint64_t y) {
  std::array<std::uint64_t, 4> digits{};
  for (std::size_t i = 0; i < 2; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < 2; ++j) {
      carry += (x >> 32 * i & 0xffffffff) * (y >> 32 * j & 0xffffffff) + digits[i + j];
      digits[i + j] = carry & 0xffffffff;
      carry >>= 32;
    }
    digits[i + 2] = carry;
  }
  return digits[3] << 32 | digits[2];
}

TEST(Integers, AreMultipliedAndAveragedInMoreBits) {
  const std::vector<std::uint64_t> all = bit_patterns();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint64_t x = all[i];
    const std::uint64_t y = i < 200 ? all[i * 7 % 14] : all[i * 31 % all.size()];
    const auto a = static_cast<int>(x);
    const auto b = static_cast<int>(y);
    const auto u = static_cast<unsigned>(x);
    const auto v = static_cast<unsigned>(y);
    EXPECT_EQ(call<int>("__mulhi", a, b), static_cast<int>((std::int64_t{a} * b) >> 32)) << x << ' ' << y;
    EXPECT_EQ(call<unsigned>("__umulhi", u, v), static_cast<unsigned>((std::uint64_t{u} * v) >> 32));
    EXPECT_EQ(bits_of("__umul64hi", UnsignedLongLong{x}, UnsignedLongLong{y}), naive_upper(x, y));
    const std::uint64_t corrected = naive_upper(x, y) - (x >> 63) * y - (y >> 63) * x;
    EXPECT_EQ(bits_of("__mul64hi", static_cast<LongLong>(x), static_cast<LongLong>(y)), corrected) << x << ' ' << y;
    EXPECT_EQ(call<int>("__hadd", a, b), static_cast<int>(std::floor((a + double{1} * b) / 2))) << a << ' ' << b;
    EXPECT_EQ(call<int>("__rhadd", a, b), static_cast<int>(std::ceil((a + double{1} * b) / 2))) << a << ' ' << b;
    EXPECT_EQ(call<unsigned>("__uhadd", u, v), static_cast<unsigned>(std::floor((u + double{1} * v) / 2)));
    EXPECT_EQ(call<unsigned>("__urhadd", u, v), static_cast<unsigned>(std::ceil((u + double{1} * v) / 2)));
    const auto apart = static_cast<unsigned>(std::abs(std::int64_t{a} - b));
    EXPECT_EQ(call<unsigned>("__sad", a, b, 5U), apart + 5);
    EXPECT_EQ(call<unsigned>("__usad", u, v, 5U),
              static_cast<unsigned>(std::abs(std::int64_t{u} - std::int64_t{v})) + 5);
    const auto of_24 = [](unsigned each) {
      return static_cast<std::int64_t>(each & 0xffffff) - ((each & 0x800000) != 0 ? 0x1000000 : 0);
    };
    EXPECT_EQ(call<int>("__mul24", a, b), static_cast<int>(of_24(u) * of_24(v))) << a << ' ' << b;
    EXPECT_EQ(call<unsigned>("__umul24", u, v), static_cast<unsigned>(std::uint64_t{u & 0xffffff} * (v & 0xffffff)));
  }
}

// --- Several numbers in one word. ---

template <class Part>
unsigned naive_each(unsigned a, unsigned b, const std::function<double(double, double)>& one) {
  constexpr unsigned width = sizeof(Part) * 8;
  unsigned all = 0;
  for (unsigned at = 0; at < 32; at += width) {
    const auto x = static_cast<double>(static_cast<Part>(a >> at));
    const auto y = static_cast<double>(static_cast<Part>(b >> at));
    const auto result = static_cast<unsigned>(static_cast<int>(one(x, y)));
    all |= (result & ((1U << width) - 1)) << at;
  }
  return all;
}

struct Packed {
  std::string name;
  std::function<double(double, double)> one;
};

TEST(Packed, DoTheSameInEachPart) {
  const std::vector<Packed> with_sign{
      {"__vabsdiffs4", [](double x, double y) { return std::abs(x - y); }},
      {"__vavgs4", [](double x, double y) { return std::round((x + y) / 2); }},  // away from 0, as an H100 does it
      {"__vcmpgts4", [](double x, double y) { return x > y ? 255 : 0; }},
      {"__vmaxs4", [](double x, double y) { return std::max(x, y); }},
      {"__vmins4", [](double x, double y) { return std::min(x, y); }},
  };
  const std::vector<Packed> without{
      {"__vabsdiffu4", [](double x, double y) { return std::abs(x - y); }},
      {"__vadd4", [](double x, double y) { return x + y; }},
      {"__vavgu4", [](double x, double y) { return std::round((x + y) / 2); }},
      {"__vcmpeq4", [](double x, double y) { return x == y ? 255 : 0; }},
      {"__vcmpne4", [](double x, double y) { return x != y ? 255 : 0; }},
      {"__vcmpgtu4", [](double x, double y) { return x > y ? 255 : 0; }},
      {"__vmaxu4", [](double x, double y) { return std::max(x, y); }},
      {"__vminu4", [](double x, double y) { return std::min(x, y); }},
      {"__vsub4", [](double x, double y) { return x - y; }},
  };
  for (const std::uint64_t x : bit_patterns()) {
    const auto a = static_cast<unsigned>(x);
    const auto b = static_cast<unsigned>(x % 5 == 0 ? x ^ 0x1000100 : any_bits());
    for (const auto& [name, one] : with_sign)
      EXPECT_EQ(bits_of(name, a, b), naive_each<std::int8_t>(a, b, one)) << name << ' ' << a << ' ' << b;
    for (const auto& [name, one] : without)
      EXPECT_EQ(bits_of(name, a, b), naive_each<std::uint8_t>(a, b, one)) << name << ' ' << a << ' ' << b;
    EXPECT_EQ(bits_of("__vadd2", a, b), naive_each<std::uint16_t>(a, b, std::plus<>())) << a << ' ' << b;
    EXPECT_EQ(bits_of("__vsub2", a, b), naive_each<std::uint16_t>(a, b, std::minus<>())) << a << ' ' << b;
  }
}

TEST(Packed, AddUpTheirParts) {
  EXPECT_EQ(call<int>("__dp4a", 0x01020304, 0x01010101, 100), 110);
  EXPECT_EQ(call<int>("__dp4a", static_cast<int>(0xff80017f), 0x02ff0102, 0), -2 + 128 + 1 + 254);
  EXPECT_EQ(call<unsigned>("__dp4a", 0xff80017fU, 0x02ff0102U, 1U), 510U + 0x80 * 0xff + 1 + 254 + 1);
  EXPECT_EQ(call<int>("__dp4a", 0x80808080U, 0x80808080U, most_int),
            static_cast<int>(0x7fffffffU + 65536));  // of char4
  EXPECT_EQ(call<unsigned>("__vsads4", 0x80007f01U, 0x7f000180U), 255U + 0 + 126 + 129);
  EXPECT_EQ(call<unsigned>("__vsadu4", 0x80007f01U, 0x7f000180U), 1U + 0 + 126 + 127);
}

}  // namespace
}  // namespace tilescope::machine
