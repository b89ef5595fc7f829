// What a header says that its kernel needs, and the knobs that it sets.
#include "instrumentation/launching/header/needs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "instrumentation/error.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {
namespace {

constexpr const char* quarters = R"(
__global__ void quarters(float* out, int n) {
  int i = 4 * (blockIdx.x * BLOCK + threadIdx.x);
  for (int k = 0; k < 4; ++k) out[i + k] = k;
}
)";

Request of(const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(TILESCOPE_SCRATCH) / "needs.cu";
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
  Request request;
  request.kernel = path;
  return request;
}
std::string told(const Request& request) {
  try {
    static_cast<void>(plan(request));
  } catch (const UsageError& error) {
    const std::string why = error.what();
    return why.substr(why.find("needs.cu"));
  }
  return "planned";
}

TEST(Needs, NameTheNearestNumbersThatWork) {
  HeaderNumbers numbers("const int DEPTH = 8;\n__global__ void f(int* p) { p[0] = DEPTH; }\n", {});
  numbers.know("K", 20);
  numbers.know("n", 5000);
  EXPECT_FALSE(refusal("it needs", {"K > 4", "n % 2 == 0"}, numbers));
  EXPECT_EQ(refusal("it needs", {"K % DEPTH == 0"}, numbers),
            "it needs K % DEPTH == 0: K = 24 works, K = 20 with DEPTH = 8 does not");
  EXPECT_EQ(refusal("it needs", {"n % 4096 == 0"}, numbers),
            "it needs n % 4096 == 0: n = 4096 works, n = 5000 does not");
  EXPECT_EQ(refusal("it needs", {"K < n - 4990", "K >= 20"}, numbers),
            "it needs K < n - 4990: n = 5011 works, K = 20 with n = 5000 does not");
  EXPECT_EQ(refusal("it needs", {"n < 0"}, numbers), "it needs n < 0: n = 5000 does not do");
  EXPECT_EQ(refusal("it needs", {"m < 4"}, numbers),
            "it needs: \"m < 4\" is not a whole number: it may use these knobs and numbers: K, n");
}

TEST(Needs, OfAFileAreCheckedForEachLaunch) {
  const std::string header =
      "//! BLOCK = 8\n//! n = 64\n//! out = { sides = [\"n\"] }\n//! grid = \"n / (4 * BLOCK)\"\n"
      "//! block = \"BLOCK\"\n//! needs = [\"n % (4 * BLOCK) == 0\", \"BLOCK <= 32\"]\n";
  Request request = of(header + quarters);
  const Launch launch = plan(request);
  EXPECT_EQ(launch.grid, (Size2{2, 1}));
  EXPECT_EQ(launch.block, (Size2{8, 1}));
  EXPECT_EQ(launch.program->knobs.at("BLOCK"), "8");
  request.numbers["n"] = "60";
  EXPECT_EQ(told(request),
            "needs.cu:6: //! needs n % (4 * BLOCK) == 0: n = 64 or BLOCK = 5 works, "
            "n = 60 with BLOCK = 8 does not");
  request.numbers["n"] = "64";
  request.knobs["BLOCK"] = "16";
  EXPECT_EQ(plan(request).block, (Size2{16, 1}));
  request.knobs["BLOCK"] = "64";
  request.numbers["n"] = "256";
  EXPECT_EQ(told(request), "needs.cu:6: //! needs BLOCK <= 32: BLOCK = 32 works, BLOCK = 64 does not");
}

TEST(Needs, AreConditions) {
  EXPECT_EQ(told(of(std::string("//! needs = 4\n//! BLOCK = 8\n") + quarters)),
            "needs.cu:1: //! needs: give a condition, as in \"n % 4 == 0\", or a list of conditions");
  const std::string list = "//! [[launches]]\n//! needs = \"n == 4\"\n//! entry = \"quarters\"\n";
  EXPECT_EQ(told(of("//! BLOCK = 8\n" + list + quarters)),
            "needs.cu:3: //! needs: put it above the first [[launches]]");
}

TEST(HeaderKnobs, MayDependOnSides) {
  const std::string text = R"cu(
__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[WIDE][WIDE];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < M && x < K) As[y][x] = A[y * K + x];
  __syncthreads();
  float sum = 0;
  if (y < M && x < N) {
    for (int k = 0; k < K; ++k) sum += As[y][k] * B[k * N + x];
    C[y * N + x] = sum;
  }
}
//! WIDE = "max(M, max(N, K))"
//! grid = 1
//! block = ["WIDE", "WIDE"]
)cu";
  Request request = of(text);
  EXPECT_EQ(plan(request).block, (Size2{4, 4}));
  request.n = 9;
  EXPECT_EQ(plan(request).block, (Size2{9, 9}));
  request.knobs["WIDE"] = "11";
  EXPECT_EQ(plan(request).block, (Size2{11, 11}));
}

TEST(HeaderKnobs, AreOfNamesThatTheTextLeavesOpen) {
  const std::string header =
      "//! BLOCK = 8\n//! n = 64\n//! out = { sides = [\"n\"] }\n//! grid = \"n / (4 * BLOCK)\"\n"
      "//! block = \"BLOCK\"\n";
  EXPECT_EQ(plan(of(header + "#define BLOCK 4\n" + quarters)).block, (Size2{4, 1})) << "the text itself comes first";
  const std::string text = header + quarters;
  EXPECT_TRUE(language::read(text, options_with_header(of(text), text)).runnable());
  const std::string wrong = "//! block = \"BLOK\"\n" + text;
  EXPECT_FALSE(language::read(wrong, options_with_header(of(wrong), wrong)).runnable());
}

TEST(HeaderKnobs, ATileThatOnlyTheHeaderUsesAnswersToItsOption) {
  Request request = of(R"cu(
__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; row < M && col < N && k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  if (row < M && col < N) C[row * N + col] = sum;
}
//! TILE = 2
//! grid = ["(N + TILE - 1) / TILE", "(M + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
)cu");
  EXPECT_EQ(plan(request).block, (Size2{2, 2}));
  request.tile = 8;
  request.m = request.n = request.k = 20;
  const Launch launch = plan(request);
  EXPECT_EQ(launch.block, (Size2{8, 8}));
  EXPECT_EQ(launch.grid, (Size2{3, 3}));
}

}  // namespace
}  // namespace tilescope
