#include "instrumentation/trace/sheet.h"

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

// Which lanes have each row, as bits.
std::vector<std::vector<bool>> random_rows(std::uint32_t lanes, std::uint32_t rows, std::mt19937_64& random) {
  std::vector<std::vector<bool>> all;
  for (std::uint32_t n = 0; n < rows; ++n) {
    if (n > 0 && random() % 4 == 0) {  // the same ones once more
      all.push_back(all.back());
      continue;
    }
    std::vector<bool>& row = all.emplace_back(lanes);
    const std::uint64_t often = 1 + random() % 7;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) row[lane] = random() % often == 0;
    row[random() % lanes] = true;
  }
  return all;
}

Sheet sheet_of(const std::vector<std::vector<bool>>& rows, std::uint32_t lanes, EventMemory& memory) {
  SheetWriter sheet(lanes);
  for (const std::vector<bool>& row : rows) {
    std::vector<Sheet::Bits> set((lanes + Sheet::bits - 1) / Sheet::bits);
    std::uint32_t count = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      set[lane / Sheet::bits] |= Sheet::Bits{row[lane]} << lane % Sheet::bits;
      count += row[lane] ? 1 : 0;
    }
    EXPECT_FALSE(sheet.full());
    sheet.add(set.data(), count);
  }
  EXPECT_EQ(sheet.full(), rows.size() == Sheet::most_rows);
  return sheet.close(memory);
}

TEST(Sheet, KnowsWhichRowsALaneHasAndWhereItIsInThem) {
  std::mt19937_64 random(7);
  EventMemory memory(std::make_shared<EventPool>(1));
  for (const std::uint32_t lanes : {32U, 64U, 65U, 100U, 256U, 1024U})
    for (const std::uint32_t count : {1U, 5U, 63U, 64U}) {
      const std::vector<std::vector<bool>> rows = random_rows(lanes, count, random);
      const Sheet sheet = sheet_of(rows, lanes, memory);
      EXPECT_EQ(sheet.rows().size(), count);
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        std::uint32_t event = 0;
        for (std::uint32_t n = 0; n < count; ++n) {
          ASSERT_EQ((sheet.rows_of(lane) >> n & 1) != 0, rows[n][lane]);
          if (!rows[n][lane]) continue;
          ASSERT_EQ(sheet.row_of(lane, event++), n);
          const auto before = std::count(rows[n].begin(), rows[n].begin() + lane, true);
          ASSERT_EQ(sheet.place(sheet.rows()[n], lane), before);
        }
        ASSERT_EQ(sheet.events(lane), event);
      }
    }
}

TEST(Sheet, TellsWhereValuesCameFrom) {
  std::uint32_t words[] = {1, 2, 10, 20, 7, no_origin};  // two lanes: indices, values, origins
  Sheet::Row row;
  row.words = words;
  row.lanes = 2;
  row.common[1] = 3;
  EXPECT_EQ(Sheet::origin(row, 1, 9, 2), 3U);
  row.origins = Sheet::Origins::back;
  EXPECT_EQ(Sheet::origin(row, 0, 9, 2), 6U);
  EXPECT_EQ(Sheet::origin(row, 1, 12, 2), 9U);
  row.origins = Sheet::Origins::each;
  EXPECT_EQ(Sheet::origin(row, 0, 9, 2), 7U);
  EXPECT_EQ(Sheet::origin(row, 1, 9, 2), no_origin);
}

}  // namespace
}  // namespace tilescope
