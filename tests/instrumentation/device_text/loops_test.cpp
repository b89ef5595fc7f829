// Which loops are found in a kernel, and what is known of their rounds.
#include "instrumentation/device_text/loops.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::device_text {
namespace {

std::vector<Loop> loops_in(const std::string& body) {
  return loops_of(machine::test::prepared("__global__ void k(float* a, int n) {\n  " + body + "\n}\n").code());
}

TEST(Loops, KnowHowOftenTheyGoRound) {
  const auto rounds = [](const std::string& head) { return loops_in(head + " a[i] = 1;").at(0).rounds; };
  EXPECT_EQ(rounds("for (int i = 0; i < 10; ++i)"), 10U);
  EXPECT_EQ(rounds("for (int i = 2; i <= 10; i += 3)"), 3U);
  EXPECT_EQ(rounds("for (int i = 5; i < 5; ++i)"), 0U);
  EXPECT_EQ(rounds("for (int i = 0; i < n; ++i)"), std::nullopt);
}

TEST(Loops, AreCountedUpToABoundThatTheyDoNotChange) {
  EXPECT_TRUE(loops_in("for (int i = 0; i < n; ++i) a[i] = 1;").at(0).counted);
  EXPECT_FALSE(loops_in("for (int i = 0; i < n; ++i) { a[i] = 1; --n; }").at(0).counted);
  EXPECT_FALSE(loops_in("for (int i = 0; i < n; ++i) { a[i] = 1; if (a[i] > n) break; }").at(0).counted);
  EXPECT_FALSE(loops_in("for (int i = 1; i < n; i *= 2) a[i] = 1;").at(0).counted);
}

TEST(Loops, AreListedFromOutside) {
  const std::vector<Loop> loops = loops_in("for (int i = 0; i < n; ++i) for (int k = 0; k < 4; ++k) a[i] += k;");
  ASSERT_EQ(loops.size(), 2U);
  EXPECT_LT(loops[0].first, loops[1].first);
  EXPECT_GT(loops[0].last, loops[1].last);
  EXPECT_TRUE(loops[1].unrolled && !loops[0].unrolled);
}

// A longer one is unrolled too where its counter says which register is meant.
TEST(Loops, OverAThreadsOwnArrayAreUnrolledFurther) {
  std::string sums;
  for (int n = 0; n < 12; ++n) sums += " a[i] = a[i + " + std::to_string(n) + "] * n + i;";
  EXPECT_FALSE(loops_in("float own[40]; own[n & 1] = 1; for (int i = 0; i < 40; ++i) {" + sums +
                        " own[n & 1] += 1; } a[0] = own[n & 1];")
                   .at(0)
                   .unrolled);
  EXPECT_TRUE(loops_in("float own[40]; own[n & 1] = 1; for (int i = 0; i < 40; ++i) {" + sums +
                       " own[i] += 1; } a[0] = own[n & 1];")
                  .at(0)
                  .unrolled);
}

}  // namespace
}  // namespace tilescope::device_text
