// The names of threads and blocks, by number in one row and by row and column in several.
#include "app/stage/words.h"

#include <gtest/gtest.h>

namespace tilescope::test {
namespace {

TEST(Words, NameThreadsAndBlocksOfOneRowByNumber) {
  Launch launch;
  launch.grid = {4, 1};
  launch.block = {8, 1};
  EXPECT_EQ(place_among(launch.block, 5), "5");
  EXPECT_EQ(thread_name(launch, 5), "t5");
  EXPECT_EQ(block_name(launch, 3), "3");
  for (const char* const name : {"t5", "t(0,5)", "t0,5", "t05"}) EXPECT_TRUE(is_thread_name(launch, 5, name)) << name;
  for (const char* const name : {"t50", "t6", "5", "(0,5)"}) EXPECT_FALSE(is_thread_name(launch, 5, name)) << name;
  for (const char* const name : {"3", "(0,3)"}) EXPECT_TRUE(is_block_name(launch, 3, name)) << name;
  for (const char* const name : {"(3,0)", "2", "t3"}) EXPECT_FALSE(is_block_name(launch, 3, name)) << name;
}

TEST(Words, NameThreadsAndBlocksOfSeveralRowsByRowAndColumn) {
  Launch launch;
  launch.grid = {2, 2};
  launch.block = {1, 4};
  EXPECT_EQ(place_among({2, 2}, 3), "(1,1)");
  EXPECT_EQ(place_among({2, 2}, 1, 0), "(1,0)");
  EXPECT_EQ(thread_name(launch, 3), "t(3,0)");
  EXPECT_EQ(block_name(launch, 3), "(1,1)");
  for (const char* const name : {"t(3,0)", "t3,0", "t30"}) EXPECT_TRUE(is_thread_name(launch, 3, name)) << name;
  EXPECT_FALSE(is_thread_name(launch, 3, "t3"));
  EXPECT_FALSE(is_block_name(launch, 3, "3"));
}

}  // namespace
}  // namespace tilescope::test
