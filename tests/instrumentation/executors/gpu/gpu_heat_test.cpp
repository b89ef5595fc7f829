// The heat of all blocks, counted on the GPU in rounds, equals that of a full CPU trace, element for element.
#include <gtest/gtest.h>

#include <algorithm>

#include "instrumentation/analysis/reuse.h"
#include "instrumentation/executors/cuda/there/events.h"
#include "instrumentation/executors/cuda/whole_heat.h"
#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

void expect_same(const HeatMap& gpu, const HeatMap& cpu) {
  EXPECT_EQ(gpu.rows, cpu.rows);
  EXPECT_EQ(gpu.columns, cpu.columns);
  EXPECT_EQ(gpu.side, cpu.side);
  EXPECT_EQ(gpu.loads, cpu.loads);
  EXPECT_EQ(gpu.least, cpu.least);
  EXPECT_EQ(gpu.most, cpu.most);
}

const Heat& heat_named(const Trace& trace, const Reuse& reuse, const std::string& name) {
  const auto& arrays = trace.arrays();
  const auto array = std::find_if(arrays.begin(), arrays.end(), [&](const ArrayInfo& a) { return a.name == name; });
  return reuse.arrays[static_cast<std::size_t>(array - arrays.begin())];
}

TEST(GpuHeat, IsThatOfAFullTrace) {
  for (const auto& [kernel, m, n, k, tile] :
       {std::tuple{"naive", 40, 56, 24, 16}, std::tuple{"naive", 33, 17, 41, 5}, std::tuple{"tiled", 64, 64, 64, 16},
        std::tuple{"tiled_bounded", 37, 29, 45, 8}, std::tuple{"coarsened_1d", 70, 50, 33, 16},
        std::tuple{"vectorized", 32, 64, 32, 8}, std::tuple{"warp_tiled", 64, 64, 32, 32},
        std::tuple{"naive", 600, 20, 1030, 4}}) {
    SCOPED_TRACE(testing::Message() << kernel << " " << m << " x " << n << " x " << k << ", tile " << tile);
    const Launch l = launch(kernel, m, n, k, tile);
    const Trace trace = record(l, 2);
    const Reuse all = reuse(trace);
    // All at once, and in rounds of a few blocks.
    std::uint32_t most = 0;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      most = std::max(most, trace.events(0, thread).size());
    for (const std::uint64_t memory :
         {std::uint64_t{0}, 3 * sizeof(cuda::NarrowEvent) * most * l.threads_per_block()}) {
      RecordOptions how;
      how.memory = memory;
      HeatSeconds seconds;
      const auto whole = whole_heat(recorded_kernel(l), l, how, &seconds);
      ASSERT_TRUE(whole);
      EXPECT_EQ(seconds.rounds, memory == 0 ? 1 : (l.grid.count() + 2) / 3);
      expect_same(whole->a, heat_map(heat_named(trace, all, "A")));
      expect_same(whole->b, heat_map(heat_named(trace, all, "B")));
    }
  }
}

TEST(GpuHeat, EndsWhereNobodyWantsIt) {
  const Launch l = launch("tiled", 64, 64, 64, 16);
  RecordOptions how;
  how.memory = std::uint64_t{1} << 20;
  int told = 0;
  how.watch = [&](double) { return ++told < 2; };
  EXPECT_FALSE(whole_heat(recorded_kernel(l), l, how));
  EXPECT_EQ(told, 2);
}

TEST(GpuHeat, ABlockThatFindsNoRoomIsSaid) {
  const Launch l = launch("tiled", 64, 64, 64, 16);
  RecordOptions how;
  how.memory = 1024;
  EXPECT_THROW(static_cast<void>(whole_heat(recorded_kernel(l), l, how)), GpuError);
}

}  // namespace
}  // namespace tilescope::test
