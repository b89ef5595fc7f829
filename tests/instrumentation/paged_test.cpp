#include "instrumentation/paged.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace tilescope::test {
namespace {

TEST(Paged, WhatNobodyWroteIsThereWithoutMemory) {
  const Paged<int> numbers(std::size_t{1} << 32);
  EXPECT_EQ(numbers.size(), std::size_t{1} << 32);
  EXPECT_EQ(numbers[0], 0);
  EXPECT_EQ(numbers[(std::size_t{1} << 32) - 1], 0);
  numbers.each_written([](std::size_t, int) { ADD_FAILURE(); });
}

TEST(Paged, HoldsWhatWasWrittenAndNothingElse) {
  Paged<int> numbers(5000);
  std::map<std::size_t, int> expected;
  for (const std::size_t n :
       {std::size_t{4999}, std::size_t{0}, std::size_t{1023}, std::size_t{1024}, std::size_t{4096}})
    expected[n] = numbers[n] = static_cast<int>(n) + 7;
  for (std::size_t n = 0; n < numbers.size(); ++n)
    ASSERT_EQ(std::as_const(numbers)[n], expected.contains(n) ? expected[n] : 0);
  std::map<std::size_t, int> visited;
  numbers.each_written([&](std::size_t n, int number) {
    EXPECT_LT(n, numbers.size());
    if (number != 0) visited[n] = number;
  });
  EXPECT_EQ(visited, expected);
  EXPECT_EQ(numbers.all().size(), 5000U);
  EXPECT_EQ(numbers.all()[4096], 4103);
}

TEST(Paged, IsEmptyAgainAfterResizing) {
  Paged<int> numbers(10);
  numbers[3] = 1;
  numbers.resize(20);
  EXPECT_EQ(std::as_const(numbers)[3], 0);
  numbers.each_written([](std::size_t, int) { ADD_FAILURE(); });
}

}  // namespace
}  // namespace tilescope::test
