#include "instrumentation/launching/request/tile_name.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>

#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {
namespace {

Launch launch_of(const std::string& kernel, const std::string& text = "", std::optional<int> tile = {}) {
  Request request;
  request.kernel = kernel;
  request.tile = tile;
  if (!text.empty()) request.text = text;
  return plan(request);
}

// With these lines before it, and these sides of its tiles.
std::string tiled(const std::string& before, const std::string& side) {
  return fmt::format(
      "{0}\n__global__ void product(const float* A, const float* B, float* C, int N) {{\n"
      "  __shared__ float p[{1}][{1}], q[{1}][{1}];\n"
      "  int y = threadIdx.y, x = threadIdx.x, row = blockIdx.y * {1} + y, col = blockIdx.x * {1} + x;\n"
      "  float sum = 0;\n  for (int t = 0; t < N; t += {1}) {{\n"
      "    p[y][x] = A[row * N + t + x];\n    q[y][x] = B[(t + y) * N + col];\n    __syncthreads();\n"
      "    for (int k = 0; k < {1}; ++k) sum += p[y][k] * q[k][x];\n    __syncthreads();\n  }}\n"
      "  C[row * N + col] = sum;\n}}\n",
      before, side);
}

TEST(TileName, IsTheTextsOwn) {
  EXPECT_EQ(tile_name(launch_of("tiled")), "TILE");
  EXPECT_EQ(tile_name(launch_of("own.cu", tiled("#define BK 4", "BK"))), "BK");
  EXPECT_EQ(tile_name(launch_of("own.cu", tiled("constexpr int WIDTH = 4;", "WIDTH"))), "WIDTH");
  EXPECT_EQ(tile_name(launch_of("own.cu", tiled("template <int SIDE = 4>", "SIDE"))), "SIDE");
  EXPECT_EQ(tile_name(launch_of("own.cu", tiled("", "TILE"), 4)), "TILE");  // which the launch defines
}

TEST(TileName, IsTWhereTheTextHasNone) {
  EXPECT_EQ(tile_name(launch_of("naive")), "T");
  EXPECT_EQ(tile_name(launch_of("own.cu", tiled("", "4"))), "T");
  EXPECT_EQ(tile_name(launch_of("own.cu", tiled("#define OTHER 4", "8"))), "T");
}

TEST(TileName, OfAKernelThatIsNotKnownIsT) {
  Launch launch;
  launch.kernel = "from a trace";
  EXPECT_EQ(tile_name(launch), "T");
}

}  // namespace
}  // namespace tilescope
