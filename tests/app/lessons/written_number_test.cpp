// Numbers as people write them, and texts that are not numbers.
#include "app/lessons/written_number.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tilescope::lessons {
namespace {

double value(const char* text) {
  const auto number = read_number(text);
  return number ? number->value : -999;
}
std::string behind(const char* text) {
  const auto number = read_number(text);
  return number ? number->behind : "none";
}

TEST(WrittenNumbers, HaveGapsPointsAndFractions) {
  for (const char* text : {"64704", "64 704", "64,704", "64'704", "64_704", "64\u202f704", "64\u00a0704", "64704.0",
                           "+64704", "64,704.0", "64 704,0", "6.4704e4", " 64704 "})
    EXPECT_EQ(value(text), 64704) << text;
  for (const char* text : {"0.25", "0,25", ".25", "1/4", "1 / 4", "0,250", "25e-2"})
    EXPECT_EQ(value(text), 0.25) << text;
  EXPECT_EQ(value("1,234,567"), 1234567);
  EXPECT_EQ(value("1.234.567"), 1234567);
  EXPECT_EQ(value("1.234,5"), 1234.5);
  EXPECT_EQ(value("-3"), -3);
  EXPECT_EQ(value("\u22123"), -3);
  EXPECT_EQ(value("64,70"), 64.7);
  EXPECT_TRUE(std::isnan(value("NaN")));
  EXPECT_TRUE(std::isinf(value("inf")));
}

TEST(WrittenNumbers, SayWhatElseTheyMayBe) {
  EXPECT_EQ(value("4,125"), 4125);
  EXPECT_EQ(read_number("4,125")->other, 4.125);
  EXPECT_EQ(value("4.125"), 4.125);
  EXPECT_EQ(read_number("4.125")->other, 4125);
  EXPECT_FALSE(read_number("0,125")->other);
  EXPECT_FALSE(read_number("4125")->other);
}

TEST(WrittenNumbers, LeaveWhatStandsBehind) {
  EXPECT_EQ(behind("64 704 bytes"), "bytes");
  EXPECT_EQ(behind("37.5 GFLOP/s"), "GFLOP/s");
  EXPECT_EQ(behind("4 elements"), "elements");
  EXPECT_EQ(behind("4"), "");
  EXPECT_EQ(behind("4 or 5"), "or 5");
}

TEST(WrittenNumbers, AreNoneInPieces) {
  for (const char* text :
       {"", "four", "6 4704", "64 70", "1,23,456", "1 2", "3 1/4", "1/0", "- ", ",", "1,234.567.8", "12,3456,7"})
    EXPECT_FALSE(read_number(text)) << text;
}

}  // namespace
}  // namespace tilescope::lessons
