// Accesses that are known to be inside their array.
#include "instrumentation/device_text/ranges.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "instrumentation/machine/code/access_of.h"
#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::device_text {
namespace {

// Whether all accesses of `tile` are, which has 32 elements, in a block of so many threads.
bool inside(const std::string& body, std::uint32_t threads = 32) {
  const machine::Prepared kernel = machine::test::prepared(
      "__global__ void k(float* out, int n) {\n  __shared__ float tile[32];\n  int t = threadIdx.x;\n  " + body +
      "\n}\n");
  const machine::Code& code = kernel.code();
  const std::vector<bool> known = accesses_inside(code, {threads, 1, 1});
  bool all = true;
  for (std::uint32_t n = 0; n < code.instructions.size(); ++n) {
    const machine::Access* const access = machine::access_of(code, code.instructions[n]);
    if (access != nullptr && code.arrays[access->array].name == "tile") all = all && known[n];
  }
  return all;
}

TEST(Ranges, AreThoseOfABlocksSides) {
  EXPECT_TRUE(inside("tile[t] = 1;"));
  EXPECT_FALSE(inside("tile[t] = 1;", 33));
  EXPECT_FALSE(inside("tile[t + 1] = 1;"));
  EXPECT_TRUE(inside("tile[t + 1] = 1;", 31));
  EXPECT_TRUE(inside("tile[blockDim.x - 1 - t] = 1;"));
  EXPECT_FALSE(inside("tile[blockIdx.x] = 1;"));
  EXPECT_FALSE(inside("tile[n] = 1;"));
}

TEST(Ranges, FollowWhatIsComputed) {
  EXPECT_TRUE(inside("tile[t / 8 * 8 + t % 8] = 1;", 24));
  EXPECT_FALSE(inside("tile[t / 8 * 8 + t % 8 + 1] = 1;", 32));
  EXPECT_TRUE(inside("tile[n & 31] = 1;"));
  EXPECT_FALSE(inside("tile[n & 63] = 1;"));
  EXPECT_TRUE(inside("tile[t >> 1] = 1;", 64));
  EXPECT_FALSE(inside("tile[t >> 1] = 1;", 66));
  EXPECT_TRUE(inside("tile[min(t, 31)] = 1;", 256));
  EXPECT_TRUE(inside("tile[(unsigned char)n & 15] = 1;"));
}

TEST(Ranges, LearnFromTheWayThatABranchGoes) {
  EXPECT_TRUE(inside("if (t < 32) tile[t] = 1;", 256));
  EXPECT_FALSE(inside("if (t <= 32) tile[t] = 1;", 256));
  EXPECT_TRUE(inside("if (t >= 32) return;\n  tile[t] = 1;", 256));
  EXPECT_FALSE(inside("if (t < 32) out[t] = 1; else tile[t] = 1;", 256));
  EXPECT_TRUE(inside("if (t > 0) tile[t - 1] = 1;"));
  EXPECT_FALSE(inside("tile[t - 1] = 1;"));
  EXPECT_TRUE(inside("if (n == 7) tile[n] = 1;"));
}

TEST(Ranges, ForgetWhereWaysMeet) {
  EXPECT_FALSE(inside("int i = t;\n  if (n > 3) i = n;\n  tile[i] = 1;"));
  EXPECT_TRUE(inside("int i = t;\n  if (n > 3) i = 5;\n  tile[i] = 1;"));
}

// The counter grows with each round, but its bound holds it; without one it grows forever.
TEST(Ranges, OfALoopAreBoundByItsCondition) {
  EXPECT_TRUE(inside("for (int k = 0; k < 32; ++k) tile[k] = 1;"));
  EXPECT_FALSE(inside("for (int k = 0; k <= 32; ++k) tile[k] = 1;"));
  EXPECT_FALSE(inside("for (int k = 0; k < n; ++k) tile[k] = 1;"));
  EXPECT_TRUE(inside("for (int i = 0; i < n; ++i)\n    for (int k = 0; k < 32; ++k) tile[k] = i;"));
}

// What no way leads to is not looked at.
TEST(Ranges, LeaveOutWhatIsBehindAReturn) { EXPECT_TRUE(inside("return;\n  tile[n] = 1;")); }

}  // namespace
}  // namespace tilescope::device_text
