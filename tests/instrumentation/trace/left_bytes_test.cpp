#include "instrumentation/trace/left_bytes.h"

#include <gtest/gtest.h>

#include "instrumentation/trace/count.h"

namespace tilescope {
namespace {

TEST(LeftBytes, ZerosAreThereAndCanBeWrittenTo) {
  LeftBytes left = LeftBytes::zeros(1 << 20);
  ASSERT_EQ(left.size(), 1U << 20);
  EXPECT_EQ(left[12345], std::byte{0});
  EXPECT_EQ(left, LeftBytes(std::vector<std::byte>(1 << 20)));
  left.to_fill()[12345] = std::byte{7};
  const LeftBytes copy = left;
  EXPECT_EQ(copy[12345], std::byte{7});
  EXPECT_EQ(copy.data(), left.data()) << "copies have it in common";
  EXPECT_FALSE(left == LeftBytes(std::vector<std::byte>(1 << 20)));
  EXPECT_TRUE(LeftBytes::zeros(0).empty());
}

TEST(BlockTallies, BlocksMayHaveOneMemoryInCommon) {
  auto all = std::make_shared<std::vector<Tallies>>(6);
  (*all)[4][0] = {3, 2};
  const std::shared_ptr<const std::vector<Tallies>> of_all = all;
  const BlockTallies first(of_all, 0, 3), second(of_all, 3, 3);
  EXPECT_EQ(first, BlockTallies(std::vector<Tallies>(3)));
  EXPECT_FALSE(first == second);
  EXPECT_EQ(second[1][0], (Tally{3, 2}));
  EXPECT_EQ(&second[1], &(*all)[4]);
  EXPECT_TRUE(BlockTallies().empty());
}

}  // namespace
}  // namespace tilescope
