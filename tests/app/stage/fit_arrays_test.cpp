#include "app/stage/fit_arrays.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/pictures.h"

namespace tilescope::test {
namespace {

constexpr float letter_size = 15;
constexpr Box room{10, 20, 600, 500};

ArrayToFit wanted(std::uint64_t elements, std::uint32_t row = 0) {
  ArrayToFit array;
  array.elements = elements;
  array.row = row;
  array.least_wide = 8 * letter_size;
  array.above = 1.7F * letter_size;
  array.index_wide = 2 * letter_size;
  return array;
}

TEST(FitArrays, SharesTheRoomByWhatIsInThem) {
  const auto fitted = fit_arrays({wanted(3), wanted(1024)}, room, letter_size);
  ASSERT_EQ(fitted.size(), 2U);
  EXPECT_EQ(fitted[0].rows, 1U);
  EXPECT_EQ(fitted[0].columns, 3U);
  EXPECT_GT(fitted[1].box.w * fitted[1].box.h, 5 * fitted[0].box.w * fitted[0].box.h);
  EXPECT_GE(fitted[1].cell_high, 8);
}

// A sum of many elements should be readable.
TEST(FitArrays, MakesSmallArraysReadableBesideALargeOne) {
  const auto fitted = fit_arrays({wanted(2048), wanted(1), wanted(8)}, room, letter_size);
  ASSERT_EQ(fitted.size(), 3U);
  EXPECT_LT(fitted[0].cell_high, letter_size);
  for (const std::size_t small : {1U, 2U}) {
    EXPECT_GT(fitted[small].cell_high, 1.6F * letter_size) << small;
    EXPECT_EQ(fitted[small].rows, 1U) << small;
  }
  const auto alike = fit_arrays({wanted(512), wanted(400)}, room, letter_size);
  ASSERT_EQ(alike.size(), 2U);
  EXPECT_EQ(alike[0].cell_high, alike[1].cell_high);
}

// With little height, titles without words let more arrays be side by side.
TEST(FitArrays, GivesUpWordsForMuchLargerCells) {
  std::vector<ArrayToFit> four(4, wanted(8 * 4, 4));
  for (ArrayToFit& array : four) array.least_wide = 12 * letter_size;
  const Box low{0, 0, 40 * letter_size, 7 * letter_size};
  const auto titled = fit_arrays(four, low, letter_size);
  for (ArrayToFit& array : four) array.name_wide = 2 * letter_size;
  const auto named = fit_arrays(four, low, letter_size);
  ASSERT_EQ(named.size(), 4U);
  EXPECT_GT(named[0].cell_high, 1.5F * titled[0].cell_high);
  for (const FittedArray& array : named) EXPECT_EQ(array.place.y, 0) << "all of them in a line";
  // With room for both the words stay.
  const Box high{0, 0, 60 * letter_size, 30 * letter_size};
  const auto words = fit_arrays(four, high, letter_size);
  EXPECT_GE(words[0].place.w, 12 * letter_size);
}

// With however little room, also beside others.
TEST(FitArrays, KeepsAShortListInOneRow) {
  for (const Box within : {room, Box{0, 0, 480, 200}, Box{0, 0, 200, 700}, Box{5, 7, 130, 400}})
    for (const std::uint64_t elements : {1U, 2U, 8U, 15U, 16U, 31U, 32U}) {
      const auto fitted = fit_arrays({wanted(elements), wanted(32), wanted(16, 4)}, within, letter_size);
      ASSERT_EQ(fitted.size(), 3U) << elements << " in " << within.w;
      EXPECT_EQ(fitted[0].rows, 1U) << elements << " in " << within.w;
      EXPECT_EQ(fitted[0].columns, elements) << within.w;
      EXPECT_EQ(fitted[1].rows, 1U) << within.w;
      for (const FittedArray& each : fitted) EXPECT_LE(each.box.right(), within.right() + 1) << elements;
    }
  const auto longer = fit_arrays({wanted(33)}, {0, 0, 130, 400}, letter_size);
  ASSERT_EQ(longer.size(), 1U);
  EXPECT_GT(longer[0].rows, 1U);
}

TEST(FitArrays, WrapsLongRowsAtPowersOfTwo) {
  const auto fitted = fit_arrays({wanted(1000)}, room, letter_size);
  ASSERT_EQ(fitted.size(), 1U);
  EXPECT_EQ(fitted[0].columns & (fitted[0].columns - 1), 0U);
  EXPECT_EQ(fitted[0].rows, (1000 + fitted[0].columns - 1) / fitted[0].columns);
  EXPECT_GT(fitted[0].box.x, fitted[0].place.x);  // there is room for the index of each row
}

TEST(FitArrays, KeepsMatricesAsTheyAre) {
  const auto fitted = fit_arrays({wanted(24 * 16, 16), wanted(24 * 16, 24)}, room, letter_size);
  ASSERT_EQ(fitted.size(), 2U);
  EXPECT_EQ(fitted[0].columns, 16U);
  EXPECT_EQ(fitted[1].columns, 24U);
  for (const Box wide : {Box{0, 0, 700, 260}, Box{0, 0, 500, 400}, Box{0, 0, 1200, 300}})
    for (const FittedArray& array : fit_arrays({wanted(8 * 8, 8), wanted(8 * 8, 8)}, wide, letter_size)) {
      EXPECT_EQ(array.columns, 8U) << wide.w << " x " << wide.h;
    }
}

TEST(FitArrays, FoldsFewLongRowsAndJoinsManyShortOnes) {
  const auto fitted = fit_arrays({wanted(2 * 1024, 1024), wanted(1024 * 2, 2)}, room, letter_size);
  ASSERT_EQ(fitted.size(), 2U);
  EXPECT_LT(fitted[0].columns, 1024U);
  EXPECT_EQ(1024 % fitted[0].columns, 0U);  // a row begins a line
  EXPECT_GT(fitted[1].columns, 2U);
  EXPECT_EQ(fitted[1].columns % 2, 0U);
  for (const FittedArray& each : fitted) EXPECT_GE(each.cell_high, 5) << each.columns;
}

TEST(FitArrays, CutsNoVector) {
  ArrayToFit vectors = wanted(300);
  vectors.parts = 3;
  const auto fitted = fit_arrays({vectors}, room, letter_size);
  ASSERT_EQ(fitted.size(), 1U);
  EXPECT_EQ(fitted[0].columns % 3, 0U);
}

TEST(FitArrays, LetsNoneOverlapOrLeaveTheRoom) {
  std::mt19937 random(1);
  for (int round = 0; round < 400; ++round) {
    std::vector<ArrayToFit> arrays;
    for (std::uint32_t n = 0; n <= random() % 9; ++n) {
      const auto row = static_cast<std::uint32_t>(random() % 2 == 0 ? 0 : 1 + random() % 100);
      arrays.push_back(wanted(row == 0 ? 1 + random() % 5000 : row * (1 + random() % 60), row));
      arrays.back().aspect = random() % 3 == 0 ? 2.0F : 1.0F;
      arrays.back().begins_line = random() % 4 == 0;
    }
    const Box within{5, 7, 200.0F + static_cast<float>(random() % 900), 300.0F + static_cast<float>(random() % 600)};
    const auto fitted = fit_arrays(arrays, within, letter_size);
    ASSERT_LE(fitted.size(), arrays.size());
    for (std::size_t n = 0; n < fitted.size(); ++n) {
      const FittedArray& one = fitted[n];
      EXPECT_GE(std::uint64_t{one.rows} * one.columns, arrays[n].elements);
      EXPECT_LE(one.place.right(), within.right() + 1) << round;
      EXPECT_LE(one.place.bottom(), within.bottom() + 1) << round;
      for (std::size_t other = 0; other < n; ++other) EXPECT_FALSE(overlap(one.place, fitted[other].place)) << round;
    }
  }
}

// Five arrays as for a sparse matrix, and two of which one holds wide numbers.
TEST(FitArrays, LetsNumbersBeRead) {
  const auto with_numbers = [](std::uint64_t elements, float wide, std::uint32_t row = 0) {
    ArrayToFit array = wanted(elements, row);
    array.least_number_wide = wide, array.least_number_high = 13.3F;
    return array;
  };
  const auto expect_readable = [](const std::vector<ArrayToFit>& arrays, Box within) {
    const auto fitted = fit_arrays(arrays, within, letter_size);
    ASSERT_EQ(fitted.size(), arrays.size());
    for (std::size_t n = 0; n < fitted.size(); ++n) {
      EXPECT_GE(fitted[n].cell_wide, arrays[n].least_number_wide) << n;
      EXPECT_GE(fitted[n].cell_high, arrays[n].least_number_high) << n;
    }
  };
  expect_readable(
      {with_numbers(65, 13), with_numbers(96, 13), with_numbers(32, 13), with_numbers(32, 13), with_numbers(64, 13)},
      {0, 0, 490, 360});
  expect_readable({with_numbers(64, 13), with_numbers(64, 26)}, {0, 0, 270, 330});
}

TEST(FitArrays, LaysManyShortRowsFlatWhereThatMakesThemLarger) {
  const auto fitted =
      fit_arrays({wanted(64 * 8, 8), wanted(64), wanted(256), wanted(32)}, {0, 0, 490, 360}, letter_size);
  ASSERT_EQ(fitted.size(), 4U);
  EXPECT_GE(fitted[0].columns, 32U);
  EXPECT_EQ(fitted[0].columns % 8, 0U);
  for (const FittedArray& each : fitted) EXPECT_GE(each.cell_high, 7) << each.columns;
}

TEST(FitArrays, AnUnfinishedRowIsAGridOfItsOwn) {
  Grid grid;
  grid.box = {0, 0, 80, 30};
  grid.rows = 3;
  grid.columns = 8;
  grid.cells.resize(24);
  grid.first = {.kind = Target::Kind::element, .array = 2, .number = 0};
  Picture picture;
  put_rows(picture, grid, 19);
  ASSERT_EQ(picture.grids.size(), 2U);
  EXPECT_EQ(picture.at({25, 25}).number, 18U);
  EXPECT_EQ(picture.at({35, 25}).kind, Target::Kind::none);
  EXPECT_EQ(picture.at({35, 15}).number, 11U);
}

}  // namespace
}  // namespace tilescope::test
