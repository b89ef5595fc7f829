// Finds where another block may take another path, or mean another shared cell.
#include "instrumentation/device_text/ways.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::device_text {
namespace {

using Lines = std::set<std::uint32_t>;

// The lines of the body, from 1, that have such an instruction.
Lines differing(const std::string& body, const std::string& shared = "__shared__ int tile[64];") {
  const machine::Prepared kernel =
      machine::test::prepared("__global__ void k(int* out, const int* in, int n) { " + shared +
                              " int t = threadIdx.x, i = blockIdx.x * 32 + t;\n" + body + "\n}\n");
  const machine::Code& code = kernel.code();
  const std::vector<bool> differs = ways_that_differ(code);
  Lines lines;
  for (std::uint32_t n = 0; n < code.instructions.size(); ++n)
    if (differs[n]) lines.insert(code.lines[n] - 1);
  return lines;
}

TEST(Ways, DifferWhereTheBlockSaysWhichSharedCell) {
  EXPECT_EQ(differing("tile[t] = 1;\ntile[i & 63] = 1;\nout[i] = tile[t];"), Lines{2});
}

TEST(Ways, DifferWhereTheBlockDecidesAboutSharedMemory) {
  EXPECT_EQ(differing("if (t < n)\n  tile[t] = 1;\nif (i < n)\n  tile[t] = 2;"), Lines{3});
  EXPECT_EQ(differing("for (int k = 0; k < i; ++k)\n  tile[t] += k;"), Lines{1});
}

// Nothing that another thread can tell is done there; but what it sets differs from then on.
TEST(Ways, OfABranchAboutOwnVariablesAreTheSame) {
  EXPECT_EQ(differing("int v = 0;\nif (i < n)\n  v = 1;\ntile[t] = v;"), Lines{});
  EXPECT_EQ(differing("int v = 0;\nif (i < n)\n  v = 1;\ntile[v] = 0;"), Lines{4});
  EXPECT_EQ(differing("int v = 0;\nif (i < n)\n  v = 1;\nv = t;\ntile[v] = 0;"), Lines{});
  EXPECT_EQ(differing("for (int k = 0; k < n; ++k) {\nint v = k;\nif (i < n)\n  v = 1;\ntile[t] = v;\n}"), Lines{});
}

TEST(Ways, DifferByWhatIsLoaded) {
  EXPECT_EQ(differing("tile[in[t] & 63] = 1;"), Lines{});  // which no block stores to: the same for all
  EXPECT_EQ(differing("tile[in[i] & 63] = 1;"), Lines{1});
  EXPECT_EQ(differing("int v = out[t];\ntile[v & 63] = 1;\nout[t] = v + 1;"), Lines{2});
  EXPECT_EQ(differing("int v = atomicAdd(out, 1);\ntile[v & 63] = 1;"), Lines{2});
  EXPECT_EQ(differing("int v = tile[t];\ntile[v & 63] = 1;"), Lines{2});
}

TEST(Ways, DifferByWhatAThreadKeepsInAnArrayOfItsOwn) {
  EXPECT_EQ(differing("int own[4] = {0, 1, 2, 3};\nown[n & 3] = i;\ntile[own[t & 3] & 63] = 1;"), Lines{3});
  EXPECT_EQ(differing("int own[4] = {0, 1, 2, 3};\nown[n & 3] = t;\ntile[own[t & 3] & 63] = 1;"), Lines{});
}

TEST(Ways, GoRoundALoop) {
  EXPECT_EQ(differing("int v = t;\nfor (int k = 0; k < n; ++k) {\n  tile[v & 63] = k;\n  v = i + k;\n}"), Lines{3});
}

TEST(Ways, MatterToSharedMemoryAlone) { EXPECT_EQ(differing("if (i < n)\n  out[i] = 1;", ""), Lines{}); }

// No way leads there.
TEST(Ways, LeaveOutWhatIsBehindAReturn) {
  EXPECT_EQ(differing("return;\nint v = atomicAdd(out, 1);\ntile[v & 63] = 1;"), Lines{});
}

}  // namespace
}  // namespace tilescope::device_text
