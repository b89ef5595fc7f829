// A task arrives unchanged in another process; an incomplete one is refused.
#include "instrumentation/executors/cuda/plain_task.h"

#include <gtest/gtest.h>

#include "instrumentation/error.h"
#include "instrumentation/language/program.h"

namespace tilescope::test {
namespace {

constexpr const char* text = R"(
struct Matrix { int width; float* elements; };
__constant__ float weights[4];
__device__ int calls;
template <int N> __global__ void scale(Matrix m, const double* by, float alpha) {
  const int i = blockIdx.x * N + threadIdx.x;
  if (i < m.width) m.elements[i] *= alpha * weights[i % 4] * float(by[0]);
  atomicAdd(&calls, 1);
}
template __global__ void scale<8>(Matrix, const double*, float);
)";

cuda::PackedTask example() {
  const language::Program program = language::read(text);
  const language::Kernel& kernel = program.kernels().front();
  const machine::Prepared prepared(program, kernel);
  machine::Launch launch;
  launch.grid = {3, 2, 1};
  launch.block = {8, 1, 1};
  launch.dynamic_shared_bytes = 96;
  launch.scalars.resize(prepared.code().scalars.size(), 0x3f800000);
  return {cuda::plain_task("scale", prepared, launch), {{std::byte{1}, std::byte{2}}, {}, {std::byte{3}}}};
}

TEST(PlainTask, ArrivesAsItWas) {
  const cuda::PackedTask all = example();
  EXPECT_EQ(all.task.arguments.size(), 3U);
  EXPECT_EQ(all.task.given.size(), 2U);
  EXPECT_EQ(all.task.globals.size(), 2U);
  EXPECT_EQ(all.task.given[0].offset, 8U);  // after the width
  const std::vector<std::byte> packed = cuda::pack(all);
  const cuda::PackedTask there = cuda::unpack(packed);
  EXPECT_EQ(cuda::pack(there), packed);
  EXPECT_EQ(there.task.text.text, all.task.text.text);
  EXPECT_EQ(there.task.text.named, all.task.text.named);
  EXPECT_EQ(there.task.arguments, all.task.arguments);
  EXPECT_EQ(there.task.grid, all.task.grid);
  EXPECT_EQ(there.task.globals[1].name, all.task.globals[1].name);
  EXPECT_EQ(there.arrays, all.arrays);
}

TEST(PlainTask, IsRefusedWhereAPartIsMissing) {
  const std::vector<std::byte> packed = cuda::pack(example());
  for (std::size_t size = 0; size < packed.size(); ++size)
    EXPECT_THROW(static_cast<void>(cuda::unpack(std::span(packed).first(size))), Error) << size;
}

}  // namespace
}  // namespace tilescope::test
