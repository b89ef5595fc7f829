// What orders blocks: atomics and flags behind fences, counts that rise, and what a launch leaves whatever unset memory
// holds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "instrumentation/analysis/lost_sums.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope::test {
namespace {

struct Given {
  std::int64_t grid = 1, block = 32;
  std::map<std::string, std::string, std::less<>> arrays, numbers = {};
};

Trace recorded(const std::string& text, const Given& given) {
  Request request;
  request.kernel = "typed.cu";
  request.text = text;
  request.grid = {given.grid, 1, 1};
  request.block = {given.block, 1, 1};
  request.arrays = given.arrays;
  request.numbers = given.numbers;
  const Launch launch = plan(request);
  return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
}

// Names of the findings with their severities, one after the other.
std::string found_in(const std::string& text, const Given& given) {
  std::string all;
  const Trace trace = recorded(text, given);
  if (trace.fault()) all += "fault ";
  for (const Finding& finding : judged(trace).findings)
    all += fmt::format("{} {} ", name_of(finding.severity), name_of(finding.hazard));
  return all;
}

// A block stores a part and raises a flag; the next one waits for it. `store` and `raise` are what stands between.
std::string handed_on(const std::string& between, const std::string& raise) {
  return fmt::format(R"(__global__ void pass(const int* in, int* part, int* flag) {{
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x == 0) {{
    if (blockIdx.x > 0) {{
      while (atomicAdd(&flag[blockIdx.x - 1], 0) == 0) {{ }}
      __threadfence();
      sum += part[blockIdx.x - 1];
    }}
    part[blockIdx.x] = sum;
    {}
    {}
  }}
}}
)",
                     between, raise);
}
const Given handing{4, 32, {{"in", "128"}, {"part", "4"}, {"flag", "4:zeros"}}};

TEST(BlockOrder, AFlagBehindAFenceHandsOnWhatWasStored) {
  EXPECT_EQ(found_in(handed_on("__threadfence();", "atomicExch(&flag[blockIdx.x], 1);"), handing), "");
}

TEST(BlockOrder, AFlagWithoutAFenceDoesNot) {
  EXPECT_EQ(found_in(handed_on("", "atomicExch(&flag[blockIdx.x], 1);"), handing), "error race ");
  EXPECT_EQ(found_in(handed_on("__threadfence_block();", "atomicExch(&flag[blockIdx.x], 1);"), handing), "error race ")
      << "which is for the block alone";
}

// Where a fence may stand: the flag is raised by thread 0 after a barrier.
std::string by_all(const std::string& before, const std::string& behind, const std::string& in_branch) {
  return fmt::format(R"(__global__ void steps(int* part, int* flag, int* out) {{
  if (blockIdx.x == 0) {{
    part[threadIdx.x] = threadIdx.x;
    {}
    __syncthreads();
    {}
    if (threadIdx.x == 0) {{
      {}
      atomicExch(flag, 1);
    }}
  }} else {{
    if (threadIdx.x == 0) while (atomicAdd(flag, 0) == 0) {{ }}
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = part[31 - threadIdx.x];
  }}
}}
)",
                     before, behind, in_branch);
}
const Given by_blocks{2, 32, {{"part", "32"}, {"flag", "1:zeros"}, {"out", "32"}}};

TEST(BlockOrder, TheFenceOfOneThreadBehindABarrierIsOneForAll) {
  const std::string one = "if (threadIdx.x == 0) __threadfence(); __syncthreads();";
  EXPECT_EQ(found_in(by_all("__threadfence();", "", ""), by_blocks), "");
  EXPECT_EQ(found_in(by_all("", "", "__threadfence();"), by_blocks), "");
  EXPECT_EQ(found_in(by_all("", one, ""), by_blocks), "");
  EXPECT_EQ(found_in(by_all("", "", ""), by_blocks), "error race ");
}

// A barrier of the grid, which blocks come to several times. `goal`: how many have to have come.
std::string rounds(const std::string& goal, const std::string& found = "atomicAdd(&arrived, 0u)") {
  return fmt::format(R"(__device__ unsigned int arrived;
__device__ void all(unsigned int goal) {{
  __syncthreads();
  if (threadIdx.x == 0) {{
    __threadfence();
    atomicAdd(&arrived, 1u);
    while ({} < goal) {{ }}
    __threadfence();
  }}
  __syncthreads();
}}
__global__ void smooth(float* a, float* b) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  float *from = a, *to = b;
  for (unsigned int r = 0; r < 4; ++r) {{
    to[i] = 0.5f * from[i] + 0.5f * from[(i + 1) % n];
    all({});
    float* t = from; from = to; to = t;
  }}
}}
)",
                     found, goal);
}
const Given smoothing{4, 16, {{"a", "64"}, {"b", "64"}}};

TEST(BlockOrder, OfACountThatRisesWhatItHeldSaysWhoCameFirst) {
  EXPECT_EQ(found_in(rounds("(r + 1) * gridDim.x"), smoothing), "");
  const std::string read = found_in(rounds("(r + 1) * gridDim.x", "*(volatile unsigned int*)&arrived"), smoothing);
  EXPECT_EQ(read.find("error"), std::string::npos) << read;
  const std::string never_risen = found_in(rounds("gridDim.x"), smoothing);
  EXPECT_NE(never_risen.find("error race"), std::string::npos) << never_risen;
}

std::string unset(const std::string& sum) {
  return fmt::format(R"(__global__ void k(const int* in, int* out, int n) {{
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  int v = s[t];
  {}
  if (t < n) out[t] = v;
}}
)",
                     sum);
}
const Given of_twenty{1, 32, {{"in", "20"}, {"out", "20"}}, {{"n", "20"}}};

TEST(UnsetReads, AreAnErrorOnlyWhereTheyMakeADifference) {
  EXPECT_EQ(found_in(unset("if (t > 0) v += s[t - 1];"), of_twenty),
            "note uninitialised_read note uninitialised_read ");
  EXPECT_EQ(found_in(unset("if (t < 31) v += s[t + 1];"), of_twenty),
            "error uninitialised_read error uninitialised_read ");
  EXPECT_EQ(found_in(unset("if (t < 31) v = min(v, s[t + 1]);"), of_twenty),
            "error uninitialised_read error uninitialised_read ");
}

std::string halved(int threads) {
  return fmt::format(R"(__global__ void sum(const int* in, int* out) {{
  __shared__ int s[{0}];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {{
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }}
  if (t == 0) out[blockIdx.x] = s[0];
}}
)",
                     threads);
}
Trace halving(int threads) {
  return recorded(halved(threads), {2, threads, {{"in", std::to_string(2 * threads)}, {"out", "2"}}});
}

TEST(LostSums, AreThoseThatNobodyReads) {
  EXPECT_TRUE(lost_sums(halving(64), 0).empty());
  const std::vector<LostSum> lost = lost_sums(halving(96), 0);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].index, 2U) << "48, 24, 12, 6, 3, 1";
  EXPECT_EQ(lost[0].line, 7U);
  EXPECT_EQ(lost[0].element % 3, 2U);
}

}  // namespace
}  // namespace tilescope::test
