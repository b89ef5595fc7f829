// The modelled occupancy on this machine's GPU equals that of the CUDA runtime, for every kernel that is built.
#include <gtest/gtest.h>

#include <cstdio>

#include "instrumentation/analysis/occupancy.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

TEST(GpuOccupancy, IsWhatTheRuntimeSaysOfEveryPlainKernel) {
  const std::optional<Gpu> gpu = gpu_of(make_cuda_executor().devices.front());
  ASSERT_TRUE(gpu);
  int compared = 0;
  for (const CatalogueKernel& kernel : catalogue())
    for (const int tile : {4, 8, 16, 32})
      for (const int threads : {tile * tile, 1, 9, 33, 80, 1000, 1024}) {
        if (!kernel.takes(tile)) continue;
        Launch launch;
        launch.kernel = kernel.name;
        launch.tile = tile;
        const std::optional<PlainBuild> build = plain_build(recorded_kernel(launch), threads);
        ASSERT_TRUE(build) << kernel.name;
        EXPECT_GT(build->registers, 0);
        const Occupancy modelled = occupancy(gpu->limits, {threads, build->registers, build->static_shared});
        EXPECT_EQ(modelled.blocks, build->blocks)
            << kernel.name << " tile " << tile << ": " << threads << " threads, " << build->registers << " registers, "
            << build->static_shared << " bytes";
        ++compared;
      }
  std::printf("%d kernels and blocks compared on %s\n", compared, gpu->name.c_str());
  EXPECT_GT(compared, 100);
}

// What the table says of a capability is what the driver says of a GPU that has it.
TEST(GpuOccupancy, TheTableAndTheDriverAgree) {
  const std::optional<Gpu> gpu = gpu_of(make_cuda_executor().devices.front());
  ASSERT_TRUE(gpu);
  for (const Gpu& known : gpus()) {
    if (known.capability() != gpu->capability()) continue;
    EXPECT_EQ(gpu->limits.threads, known.limits.threads);
    EXPECT_EQ(gpu->limits.blocks, known.limits.blocks);
    EXPECT_EQ(gpu->limits.registers, known.limits.registers);
    EXPECT_EQ(gpu->limits.registers_per_block, known.limits.registers_per_block);
    EXPECT_EQ(gpu->limits.shared, known.limits.shared);
    EXPECT_EQ(gpu->limits.shared_per_block, known.limits.shared_per_block);
    EXPECT_EQ(gpu->limits.shared_reserved, known.limits.shared_reserved);
  }
  EXPECT_GT(gpu->gflops, 0);
  EXPECT_GT(gpu->bandwidth, 0);
}

}  // namespace
}  // namespace tilescope::test
