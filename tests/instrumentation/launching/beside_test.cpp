// Comparisons of kernels of files: which are worth comparing, and on which inputs.
#include "instrumentation/launching/beside.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/reading/launch_product.h"
#include "tests/support/own_files.h"

namespace tilescope {
namespace {

const std::string reductions = test::reduction + R"(
__global__ void second(const float* in, float* out, int n) {
  __shared__ float s[16];
  int t = threadIdx.x, i = blockIdx.x * 16 + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 8; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void third(const float* data, float* sum, int count) {
  float all = 0;
  for (int n = threadIdx.x; n < count; n += blockDim.x) all += data[n];
  atomicAdd(sum, all);
}
__global__ void whole(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }
)";

class Beside : public testing::Test {
 protected:
  static Request of(const std::string& text, const std::string& entry) {
    Request request = test::file_with(std::filesystem::path(TILESCOPE_SCRATCH) / "beside.cu", text);
    request.entry = entry;
    return request;
  }
  static double sum_left(const Launch& launch) {
    const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, {});
    double all = 0;
    for (std::size_t n = 0; n < trace.left(1).size() / 4; ++n) all += trace.left(1, n);
    return all;
  }
  static std::string told(const Request& request, const std::string& beside) {
    try {
      static_cast<void>(launch_beside(request, beside, plan(request)));
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(Beside, StandWhatTheFileHasThatIsGivenTheSame) {
  const Request request = of(reductions, "second");
  const Launch launch = plan(request);
  const std::string file = request.kernel;
  EXPECT_EQ(worth_comparing(launch), (std::vector<std::string>{file + ":first", file + ":third"}));
  EXPECT_EQ(name_beside(launch), file + ":second");
  EXPECT_TRUE(worth_comparing(plan(of(reductions, "whole"))).empty());
}

TEST_F(Beside, IsGivenTheSame) {
  Request request = of(reductions, "second");
  request.arrays["in"] = "40:random";
  request.numbers["n"] = "37";
  request.seed = 7;
  const Launch launch = plan(request);
  // By their names, and, where those are others, by their places.
  for (const std::string name : {"first", "third"}) {
    const Launch beside = launch_beside(request, name, launch);
    EXPECT_EQ(beside.buffers[0].bytes, launch.buffers[0].bytes) << name;
    EXPECT_EQ(beside.numbers, launch.numbers) << name;
    EXPECT_NEAR(sum_left(beside), sum_left(launch), 1e-3) << name;
  }
}

TEST_F(Beside, IsLikeWhatMakesTheSameOfIt) {
  const std::string text = reductions + R"(
__global__ void twice(const float* in, float* out, int n) {
  int i = blockIdx.x * 16 + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
__global__ void doubled(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + in[i];
}
)";
  const auto alike = [&](const std::string& one, const std::string& other) {
    const Request request = of(text, one);
    const Launch launch = plan(request), beside = launch_beside(request, other, launch);
    const auto traced = [](const Launch& of) { return make_cpu_executor()->record(recorded_kernel(of), of, {}); };
    return make_the_same(traced(launch), traced(beside));
  };
  EXPECT_TRUE(alike("first", "second"));
  EXPECT_TRUE(alike("second", "third")) << "sums of blocks, and of all";
  EXPECT_TRUE(alike("twice", "doubled"));
  EXPECT_FALSE(alike("second", "twice"));
  EXPECT_FALSE(alike("twice", "first"));
}

TEST_F(Beside, IsNothingThatIsGivenOther) {
  const Request request = of(reductions, "second");
  EXPECT_NE(told(request, "whole").find("beside.cu:whole and beside.cu:second share no array"), std::string::npos)
      << told(request, "whole");
  EXPECT_EQ(told(request, "naive"),
            "naive multiplies matrices, but beside.cu:second does not, so they cannot be compared");
  EXPECT_NE(told(request, "secund").find("there is no kernel 'secund'"), std::string::npos);
  EXPECT_NE(told(request, request.kernel + ":secund").find("has no such kernel"), std::string::npos);
}

TEST_F(Beside, ProductsOfOneFileHaveTheSameMatrices) {
  const std::string text = R"(
__global__ void by_rows(const float* A, const float* B, float* C, int N) {
  int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= N || x >= N) return;
  float sum = 0;
  for (int k = 0; k < N; ++k) sum += A[y * N + k] * B[k * N + x];
  C[y * N + x] = sum;
}
__global__ void by_columns(const float* A, const float* B, float* C, int N) {
  int x = blockIdx.y * blockDim.y + threadIdx.y, y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= N || x >= N) return;
  float sum = 0;
  for (int k = 0; k < N; ++k) sum += A[y * N + k] * B[k * N + x];
  C[y * N + x] = sum;
}
)";
  Request request = of(text, "by_rows");
  request.m = request.n = request.k = 6;
  const Launch launch = plan(request), beside = launch_beside(request, "by_columns", launch);
  EXPECT_EQ(beside.kernel, "beside.cu:by_columns");
  EXPECT_TRUE(reading::has_matrices(beside));
  EXPECT_EQ(beside.buffers[0].bytes, launch.buffers[0].bytes);
  EXPECT_EQ(reading::sides_of(beside), reading::sides_of(launch));
}

}  // namespace
}  // namespace tilescope
