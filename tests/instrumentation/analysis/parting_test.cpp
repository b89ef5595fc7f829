#include "instrumentation/analysis/parting.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/launches.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

const std::string sums = R"(
__global__ void sums(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  As[threadIdx.y][threadIdx.x] = A[row * K + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * B[k * N + col];
  C[row * N + col] = sum;
}
)";

std::string with(const std::string& old, const std::string& other) {
  std::string text = sums;
  std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  for (; at != std::string::npos; at = text.find(old, at + other.size())) text.replace(at, old.size(), other);
  return text;
}

Trace trace_of(const std::string& text, unsigned blocks = 2, int tile = 2) {
  const ProductKernel kernel = kernel_of("sums", text, tile);
  const auto side = static_cast<unsigned>(tile);
  return make_cpu_executor()->record(kernel, square(kernel, side * blocks, {side, side}, {blocks, blocks}), {});
}

Parted parted(const std::string& now, const std::string& before) {
  const Trace one = trace_of(now), other = trace_of(before);
  const Order order(one), other_order(other);
  return parting({one, order}, {other, other_order}, [] { return true; }).value();
}

TEST(Parting, LinesAndNamesAreNoDifference) {
  EXPECT_FALSE(parted(sums, sums).where);
  EXPECT_EQ(parted(sums, sums).threads, 16U);
  EXPECT_FALSE(parted("\n\n" + with("sum", "total"), with("As", "tile")).where);
}

TEST(Parting, PaddedRowsAreNoDifference) {
  EXPECT_FALSE(parted(with("As[TILE][TILE]", "As[TILE][TILE + 1]"), sums).where);
  EXPECT_TRUE(parted(with("As[threadIdx.y][k]", "As[k][threadIdx.y]"), sums).where);
}

TEST(Parting, ABarrierThatIsGoneIsMissedByAllThreads) {
  const Parted found = parted(with("__syncthreads();", ""), sums);
  ASSERT_TRUE(found.where);
  const Trace one = trace_of(with("__syncthreads();", ""));
  const Event event = one.events(found.where->block, found.where->thread)[found.where->event];
  EXPECT_EQ(event.kind(), Kind::shared_load);
  EXPECT_EQ(found.where->event, 2U) << "behind the load of A and the store to As";
}

TEST(Parting, AnotherValueIsADifference) {
  const Parted found = parted(with("float sum = 0;", "float sum = threadIdx.x == 1 && blockIdx.y == 1 ? 1 : 0;"), sums);
  ASSERT_TRUE(found.where);
  EXPECT_EQ(found.where->block, 2U) << "the first block of the second row";
  EXPECT_EQ(found.where->thread, 1U);
  EXPECT_EQ(found.where->threads, 4U) << "two of each of both blocks";
}

TEST(Parting, AThreadThatReturnsEarlyEndsThere) {
  const std::string early = with("C[row * N + col] = sum;", "if (col == 3) return;\n  C[row * N + col] = sum;");
  const Parted found = parted(early, sums);
  ASSERT_TRUE(found.where);
  EXPECT_TRUE(found.where->ends);
  EXPECT_FALSE(found.where->other_ends);
  EXPECT_EQ(found.where->block, 1U);
  EXPECT_EQ(found.where->threads, 4U);
  const Parted back = parted(sums, early);
  ASSERT_TRUE(back.where);
  EXPECT_TRUE(back.where->other_ends);
  EXPECT_EQ(back.where->threads, 4U);
}

// The first that is found need not be the first that parts: later threads may part before it.
TEST(Parting, TheEarliestStepCounts) {
  const std::string two = with("float sum = 0;", "float sum = threadIdx.y == 0 ? 0 : 1;");
  const std::string late = with("C[row * N + col] = sum;", "C[row * N + col] = threadIdx.y == 0 ? 9 : sum;");
  const std::string both = [&] {
    std::string text = two;
    const std::string end = "C[row * N + col] = sum;";
    text.replace(text.find(end), end.size(), "C[row * N + col] = threadIdx.y == 0 ? 9 : sum;");
    return text;
  }();
  const Parted last = parted(late, sums), first = parted(both, sums);
  ASSERT_TRUE(last.where && first.where);
  EXPECT_EQ(last.where->thread, 0U);
  EXPECT_EQ(first.where->thread, 2U) << "the first thread of the second row";
  EXPECT_LT(first.where->step, last.where->step);
}

TEST(Parting, OnlyThreadsThatHaveTheirLikeAreHeldAgainstEachOther) {
  const Trace small = trace_of(sums, 1), large = trace_of(sums, 2);
  const Order order(small), other_order(large);
  const auto never = parting({small, order}, {large, other_order}, [] { return true; });
  ASSERT_TRUE(never);
  EXPECT_EQ(never->threads, 4U) << "of the one block that both have";
  EXPECT_FALSE(parting({small, order}, {large, other_order}, [] { return false; }));
  const Trace wide = trace_of(sums, 1, 4);
  const Order wide_order(wide);
  EXPECT_EQ(parting({wide, wide_order}, {large, other_order}, [] { return true; })->threads, 0U);
}

}  // namespace
}  // namespace tilescope::test
