#include "instrumentation/machine/functions/print.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::machine {
namespace {

using language::TypeKind;

Argument argument(int value) { return {TypeKind::int_, static_cast<std::uint64_t>(value), {}}; }
Argument argument(unsigned value) { return {TypeKind::unsigned_int, value, {}}; }
Argument argument(long value) { return {TypeKind::long_, static_cast<std::uint64_t>(value), {}}; }
Argument argument(long long value) { return {TypeKind::long_long, static_cast<std::uint64_t>(value), {}}; }
Argument argument(unsigned long value) { return {TypeKind::unsigned_long, value, {}}; }
Argument argument(unsigned long long value) { return {TypeKind::unsigned_long_long, value, {}}; }
Argument argument(double value) { return {TypeKind::double_, std::bit_cast<std::uint64_t>(value), {}}; }
Argument argument(const char* text) { return {TypeKind::pointer, 0x1000, text}; }
Argument argument(void* address) { return {TypeKind::pointer, reinterpret_cast<std::uint64_t>(address), {}}; }

template <class... Values>
std::string print(std::string_view format, Values... values) {
  const std::array<Argument, sizeof...(Values)> arguments{argument(values)...};
  return printed(format, arguments);
}

template <class... Values>
std::string by_library(const std::string& format, Values... values) {
  std::string text(20000, '\0');
  const int length = std::snprintf(text.data(), text.size(), format.c_str(), values...);
  text.resize(static_cast<std::size_t>(length));
  return text;
}

template <class... Values>
void expect_as_library(const std::string& format, Values... values) {
  EXPECT_EQ(print(format, values...), by_library(format, values...)) << format;
}

// --- What is valid. ---

TEST(Print, CopiesWhatIsNoConversion) {
  EXPECT_EQ(print(""), "");
  EXPECT_EQ(print("one\ntwo"), "one\ntwo");
  EXPECT_EQ(print("100%%, %%d"), "100%, %d");
  EXPECT_EQ(print("%d and %s, %d", 1, "two", 3), "1 and two, 3");
}

const std::vector<std::string> all_flags{"", "-", "+", " ", "0", "-+", "+0", "- ", "-0", " 0"};
const std::vector<std::string> widths{"", "1", "5", "12", "30"};
const std::vector<std::string> precisions{"", ".", ".0", ".1", ".3", ".17", ".40"};

// With all flags, widths and precisions.
template <class... Values>
void expect_all(const std::string& letters, const std::string& size, bool with_hash, Values... values) {
  for (const char letter : letters) {
    for (const std::string& flags : all_flags) {
      for (const std::string& width : widths) {
        for (const std::string& precision : precisions) {
          expect_as_library("<%" + flags + width + precision + size + letter + ">", values...);
          if (with_hash) expect_as_library("<%#" + flags + width + precision + size + letter + ">", values...);
        }
      }
    }
  }
}

TEST(Print, PrintsIntegersAsTheLibraryDoes) {
  for (const int value :
       {0, 1, -1, 42, -128, 255, 70000, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    for (const std::string size : {"", "h", "hh"}) {
      expect_all("di", size, false, value);
      expect_all("u", size, false, static_cast<unsigned>(value));
      expect_all("oxX", size, true, static_cast<unsigned>(value));
    }
    expect_as_library("%x %u", value, value);  // of the other sign
    expect_as_library("%d", static_cast<unsigned>(value));
  }
  for (const long long value :
       {0LL, -1LL, 1LL << 40, std::numeric_limits<long long>::min(), std::numeric_limits<long long>::max()}) {
    expect_all("di", "ll", false, value);
    expect_all("oxX", "ll", true, static_cast<unsigned long long>(value));
    expect_all("d", "l", false, static_cast<long>(value));
    expect_all("u", "z", false, static_cast<unsigned long>(value));
  }
}

TEST(Print, PrintsRealsAsTheLibraryDoes) {
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.0, -0.0, 1.0, -1.5, 0.1, 123456.789, 1e100, 5e-324, 9.9999999, 0.5, Limits::max(),
                             Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN()}) {
    expect_all("fFeEgGaA", "", true, value);
  }
  expect_as_library("%lf %5.2lf", 1.5, 2.25);
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const auto value = std::bit_cast<double>(random());
    expect_as_library("%.17g %e %a %g", value, value, value, value);
  }
}

TEST(Print, PrintsCharactersTextsAndAddressesAsTheLibraryDoes) {
  for (const std::string flags : {"", "-"}) {
    for (const std::string& width : widths) {
      expect_as_library("<%" + flags + width + "c>", 'x' + 0);
      for (const std::string& precision : precisions)
        expect_as_library("<%" + flags + width + precision + "s>", "some text");
      int here = 0;
      expect_as_library("<%" + flags + width + "p>", static_cast<void*>(&here));
      expect_as_library("<%" + flags + width + "p>", static_cast<void*>(nullptr));
    }
  }
  EXPECT_EQ(print("%c", 'a' + 256), "a");
  EXPECT_EQ(print("a%cb", 0), std::string("a\0b", 3));
  EXPECT_EQ(print("%s", static_cast<void*>(nullptr)), "(null)");
  EXPECT_EQ(print("%p", "text"), "0x1000");
}

TEST(Print, TakesWidthsAndPrecisionsFromArguments) {
  for (const int width : {0, 3, -3, 20, -20}) {
    expect_as_library("<%*d>", width, 7);
    expect_as_library("<%-*d>", width, 7);
    for (const int precision : {0, 2, -2, 20}) {
      expect_as_library("<%*.*f>", width, precision, 3.14159);
      expect_as_library("<%0*.*d>", width, precision, 3);
      expect_as_library("<%*.*s>", width, precision, "some text");
    }
  }
}

// --- What is not. ---

TEST(Print, TellsWhatIsMissingOrOfAnotherSort) {
  EXPECT_EQ(print("%d"), "?");
  EXPECT_EQ(print("%d %d %s.", 1), "1 ? ?.");
  EXPECT_EQ(print("%f", 1), "?");
  EXPECT_EQ(print("%d", 1.0), "?");
  EXPECT_EQ(print("%c", 1.0), "?");
  EXPECT_EQ(print("%s", 5), "?");
  EXPECT_EQ(print("%s", 0), "?");
  EXPECT_EQ(print("%s", 1.5), "?");
  int here = 0;
  EXPECT_EQ(print("%s", static_cast<void*>(&here)), "?");  // points to no text
  EXPECT_EQ(print("%p", 5), "?");
  EXPECT_EQ(print("%*d", 5), "?");
  EXPECT_EQ(print("%*d %d", 1.5, 2, 3), "? 3");
  EXPECT_EQ(print("%.*f"), "?");
  EXPECT_EQ(print("%f %d", 1, 2), "? 2");
  EXPECT_EQ(print("none", 1, 2), "none");
}

TEST(Print, ReadsAnArgumentInTheSizeThatIsAskedFor) {
  EXPECT_EQ(print("%d", (1LL << 32) + 5), "5");
  EXPECT_EQ(print("%lld", -5), "-5");
  EXPECT_EQ(print("%llu", 4000000000U), "4000000000");
  EXPECT_EQ(print("%hhd", 200), "-56");
  EXPECT_EQ(print("%hu", -1), "65535");
}

TEST(Print, CopiesWhatItDoesNotKnow) {
  EXPECT_EQ(print("%n", 1), "%n");
  EXPECT_EQ(print("%k %d", 1), "%k 1");
  EXPECT_EQ(print("%y%d", 1), "%y1");
  EXPECT_EQ(print("%Lf", 1.5), "%Lf");
  EXPECT_EQ(print("%jd", 1), "%jd");
  EXPECT_EQ(print("%2$d", 1, 2), "%2$d");
  EXPECT_EQ(print("%"), "%");
  EXPECT_EQ(print("%5"), "%5");
  EXPECT_EQ(print("%-08.3ll"), "%-08.3ll");
  EXPECT_EQ(print("50%"), "50%");
  EXPECT_EQ(printed(std::string_view("%\0d", 3), {}), std::string("%\0d", 3));
}

TEST(Print, KeepsFieldsInBounds) {
  EXPECT_EQ(print("%99999999999999999999d", 1).size(), 4096U);
  EXPECT_EQ(print("%*d", std::numeric_limits<int>::max(), 1).size(), 4096U);
  EXPECT_EQ(print("%*d", std::numeric_limits<int>::min(), 1), "1" + std::string(4095, ' '));
  EXPECT_EQ(print("%.999999999d", 1).size(), 4096U);
  EXPECT_EQ(print("%.99999f", 1.0).size(), 4098U);
  EXPECT_EQ(print("%.*s", std::numeric_limits<int>::max(), "text"), "text");
}

// Whatever stands there, it ends, and reads nothing that is not its own.
TEST(Print, StandsAnyFormat) {
  constexpr std::string_view letters = "%%%%%diouxXcspfFeEgGaAnhlzjLt*.-+ #0123456789\\\n$k";
  std::mt19937 random(4);
  const std::vector<Argument> all{argument(5),
                                  argument(-1),
                                  argument(1e300),
                                  argument("text"),
                                  argument(1ULL << 63),
                                  argument(0.1),
                                  argument(static_cast<void*>(nullptr))};
  for (int i = 0; i < 50000; ++i) {
    std::string format;
    for (std::size_t length = random() % 24; format.size() < length;) format += letters[random() % letters.size()];
    std::vector<Argument> arguments;
    for (std::size_t count = random() % 6; arguments.size() < count;) arguments.push_back(all[random() % all.size()]);
    EXPECT_LT(printed(format, arguments).size(), 60000U) << format;
  }
}

}  // namespace
}  // namespace tilescope::machine
