#include "instrumentation/analysis/occupancy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#if __has_include(<cuda_occupancy.h>)
#define TILESCOPE_HAS_CALCULATOR
#include <cuda_occupancy.h>
#endif

namespace tilescope::test {
namespace {

using Limiters = std::vector<Limiter>;

Occupancy on(const char* gpu, int threads, std::optional<int> registers, std::uint32_t shared) {
  return occupancy(find_gpu(gpu).limits, {threads, registers, shared});
}

TEST(Occupancy, TheCurriculumsFermi) {
  const Gpu& fermi = find_gpu("fermi");
  const TileChoice t16 = tile_choice(fermi, 16, {});
  EXPECT_EQ(t16.block.threads, 256);
  EXPECT_EQ(t16.block.shared, 2048U);
  EXPECT_EQ(t16.occupancy.by_shared_memory, 8);
  EXPECT_EQ(t16.occupancy.blocks, 6);  // 1,536 threads
  EXPECT_EQ(t16.occupancy.limiters, Limiters{Limiter::threads});
  EXPECT_EQ(t16.occupancy.fraction, 1);
  EXPECT_EQ(t16.phase_loads, 512U);
  EXPECT_EQ(t16.phase_flops, 8192U);
  EXPECT_EQ(static_cast<std::uint64_t>(*t16.occupancy.by_shared_memory) * t16.phase_loads, 4096U);
  EXPECT_EQ(t16.loads_in_flight, 3072U);
  const TileChoice t32 = tile_choice(fermi, 32, {});
  EXPECT_EQ(t32.block.shared, 8192U);
  EXPECT_EQ(t32.occupancy.by_shared_memory, 2);
  EXPECT_EQ(t32.occupancy.blocks, 1);
  EXPECT_EQ(t32.phase_loads, 2048U);
  EXPECT_EQ(t32.phase_flops, 65536U);
  EXPECT_EQ(tile_choice(with_shared(fermi, 48 * 1024), 32, {}).occupancy.by_shared_memory, 6);
}

TEST(Occupancy, WideTilesNeedSeveralOutputsPerThread) {
  const std::array<int, 2> wide{64, 128};
  for (const char* gpu : {"fermi", "turing", "8.6", "hopper"})
    for (const TileChoice& choice : what_if(find_gpu(gpu), wide, 32)) {
      EXPECT_EQ(choice.occupancy.blocks, 0) << gpu;
      EXPECT_EQ(choice.occupancy.limiters.front(), Limiter::threads);
      EXPECT_EQ(choice.loads_in_flight, 0U);
    }
  const auto blocks = [](const char* gpu, int tile) {
    return tile_choice(find_gpu(gpu), tile, 32, tile * tile / 256).occupancy.blocks;
  };
  EXPECT_EQ(tile_choice(find_gpu("8.6"), 64, 32, 16).block.shared, 32768U);
  EXPECT_EQ(blocks("fermi", 64), 0);  // 16 KB
  EXPECT_EQ(blocks("turing", 64), 2);
  EXPECT_EQ(blocks("8.0", 64), 4);  // 33 KB with the system's
  EXPECT_EQ(blocks("8.6", 64), 3);
  EXPECT_EQ(blocks("hopper", 64), 6);
  EXPECT_EQ(blocks("volta", 128), 0);
  EXPECT_EQ(blocks("8.6", 128), 0);
  EXPECT_EQ(blocks("8.0", 128), 1);
  EXPECT_EQ(blocks("hopper", 128), 1);
  EXPECT_EQ(tile_choice(find_gpu("8.6"), 128, 32, 64).occupancy.limiters, Limiters{Limiter::shared_memory});
}

// Each worked out by hand from the table.
TEST(Occupancy, RegistersAreGivenOutByWarpsAndParts) {
  EXPECT_EQ(on("fermi", 256, 20, 0).by_registers, 6);  // 640 a warp, 25 warps in each half
  EXPECT_EQ(on("fermi", 256, 21, 0).by_registers, 5);  // 768 a warp: this count is rounded to 128
  const Occupancy fermi = on("fermi", 256, 32, 0);
  EXPECT_EQ(fermi.blocks, 4);
  EXPECT_EQ(fermi.limiters, Limiters{Limiter::registers});
  EXPECT_DOUBLE_EQ(fermi.fraction, 32.0 / 48);
  EXPECT_EQ(on("fermi", 256, 64, 0).blocks, 0);  // 63 are the most

  const Occupancy kepler = on("kepler", 256, 32, 2048);
  EXPECT_EQ(kepler.blocks, 8);
  EXPECT_EQ(kepler.limiters, (Limiters{Limiter::threads, Limiter::registers}));
  EXPECT_EQ(kepler.by_shared_memory, 24);
  EXPECT_EQ(on("kepler", 256, 37, 0).blocks, 6);  // 1,280 a warp, 12 warps in each quarter
  EXPECT_DOUBLE_EQ(on("kepler", 256, 37, 0).fraction, 0.75);

  EXPECT_EQ(on("turing", 1024, 40, 8192).limiters, (Limiters{Limiter::threads, Limiter::registers}));
  EXPECT_EQ(on("turing", 1024, 65, 0).blocks, 0);  // 73,728 registers
  EXPECT_EQ(on("hopper", 1024, 32, 8192).blocks, 2);
  EXPECT_EQ(on("hopper", 1024, 33, 8192).blocks, 1);
  EXPECT_EQ(on("hopper", 256, 256, 0).blocks, 0);

  // Compute capability 3.7 has more registers than one block may take: 30 warps are checked as if they were 32.
  GpuLimits large = find_gpu("kepler").limits;
  large.registers = 131072;
  EXPECT_EQ(occupancy(large, {960, 68, 0}).by_registers, 0);  // 2,176 a warp, 69,632 in all
  EXPECT_EQ(occupancy(large, {960, 64, 0}).by_registers, 2);
}

TEST(Occupancy, SmallBlocksRunOutOfBlocksOrOfWholeWarps) {
  const Occupancy kepler = on("kepler", 64, {}, 0);
  EXPECT_EQ(kepler.blocks, 16);
  EXPECT_EQ(kepler.limiters, Limiters{Limiter::blocks});
  EXPECT_DOUBLE_EQ(kepler.fraction, 0.5);
  EXPECT_FALSE(kepler.by_registers);
  EXPECT_FALSE(kepler.by_shared_memory);
  EXPECT_EQ(on("volta", 80, {}, 0).by_threads, 21) << "in whole warps";
  EXPECT_EQ(on("volta", 80, {}, 0).blocks, 21);
  EXPECT_EQ(on("volta", 80, {}, 0).limiters, Limiters{Limiter::warps});
  EXPECT_EQ(on("volta", 33, {}, 0).limiters, (Limiters{Limiter::warps, Limiter::blocks}));
  EXPECT_EQ(on("fermi", 9, {}, 0).limiters, Limiters{Limiter::blocks});
  EXPECT_EQ(on("8.9", 64, {}, 0).limiters, (Limiters{Limiter::threads, Limiter::blocks}));
  EXPECT_EQ(on("8.9", 4, {}, 0).by_threads, 48) << "a block of 4 threads takes a warp of 48";
}

TEST(Occupancy, TheSystemTakesSharedMemoryOfEveryBlock) {
  EXPECT_EQ(on("8.0", 32, {}, 0).by_shared_memory, 164);
  EXPECT_EQ(on("8.0", 32, {}, 2048).by_shared_memory, 54);
  EXPECT_EQ(on("8.0", 32, {}, 163 * 1024).by_shared_memory, 1);
  EXPECT_EQ(on("8.0", 32, {}, 163 * 1024 + 4).by_shared_memory, 0);
  EXPECT_EQ(on("turing", 32, {}, 2049).by_shared_memory, 28);  // 2,304 bytes
}

// What the CUDA runtime said on an H200: threads, registers, shared bytes, blocks.
TEST(Occupancy, AgreesWithWhatARuntimeSaid) {
  constexpr int said[][4] = {{1, 32, 20000, 11},  {9, 32, 40000, 5},   {80, 32, 0, 21},      {169, 30, 1352, 10},
                             {33, 30, 6352, 31},  {64, 32, 7048, 28},  {256, 32, 2048, 8},   {256, 32, 42048, 5},
                             {500, 32, 22048, 4}, {64, 32, 22048, 10}, {1000, 32, 5000, 2},  {777, 31, 8192, 2},
                             {169, 31, 28192, 7}, {33, 31, 8192, 25},  {1024, 31, 48192, 2}, {256, 31, 13192, 8},
                             {500, 31, 48192, 4}, {9, 30, 41352, 5},   {80, 31, 13192, 16},  {1024, 32, 8192, 2},
                             {9, 32, 0, 32}};
  for (const auto& [threads, registers, shared, blocks] : said)
    EXPECT_EQ(on("hopper", threads, registers, static_cast<std::uint32_t>(shared)).blocks, blocks)
        << threads << " threads, " << registers << " registers, " << shared << " bytes";
}

#if defined(TILESCOPE_HAS_CALCULATOR)
// The toolkit's own calculator, given the same limits.
int calculated(const Gpu& gpu, const BlockNeeds& block) {
  cudaOccDeviceProp device;
  device.computeMajor = gpu.major;
  device.computeMinor = gpu.minor;
  device.maxThreadsPerBlock = gpu.limits.threads_per_block;
  device.maxThreadsPerMultiprocessor = gpu.limits.threads;
  device.regsPerBlock = gpu.limits.registers_per_block;
  device.regsPerMultiprocessor = gpu.limits.registers;
  device.warpSize = 32;
  device.sharedMemPerBlock = std::min<std::size_t>(gpu.limits.shared_per_block, 48 * 1024);
  device.sharedMemPerMultiprocessor = gpu.limits.shared;
  device.numSms = gpu.multiprocessors;
  device.sharedMemPerBlockOptin = gpu.limits.shared_per_block;
  device.reservedSharedMemPerBlock = gpu.limits.shared_reserved;
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = gpu.limits.threads_per_block;
  function.numRegs = block.registers.value_or(0);
  function.sharedSizeBytes = 0;
  function.maxDynamicSharedSizeBytes = block.shared;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function, &state, block.threads, block.shared),
            CUDA_OCC_SUCCESS);
  return result.activeBlocksPerMultiprocessor;
}

TEST(Occupancy, AgreesWithTheToolkitsCalculator) {
  std::mt19937_64 random(5);
  for (const Gpu& gpu : gpus()) {
    if (gpu.major < 3 || gpu.major > __CUDA_OCC_MAJOR__) continue;  // of which this toolkit knows nothing
    for (int n = 0; n < 4000; ++n) {
      BlockNeeds block;
      block.threads = 1 + static_cast<int>(random() % (n % 20 == 0 ? 1100 : 1024));
      block.registers = static_cast<int>(random() % 256);
      block.shared = static_cast<std::uint32_t>(random() % (n % 2 == 0 ? 8 * 1024 : gpu.limits.shared + 2048));
      ASSERT_EQ(occupancy(gpu.limits, block).blocks, calculated(gpu, block))
          << gpu.name << ": " << block.threads << " threads, " << *block.registers << " registers, " << block.shared
          << " bytes";
    }
  }
}
#else
TEST(Occupancy, AgreesWithTheToolkitsCalculator) { GTEST_SKIP() << "there is no CUDA toolkit here"; }
#endif

}  // namespace
}  // namespace tilescope::test
