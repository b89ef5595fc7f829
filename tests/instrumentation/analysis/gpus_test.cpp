#include "instrumentation/analysis/gpus.h"

#include <gtest/gtest.h>

#include <utility>

#include "instrumentation/error.h"

namespace tilescope::test {
namespace {

TEST(Gpus, AreFoundByGenerationCapabilityOrExample) {
  EXPECT_EQ(find_gpu("fermi").capability(), "2.0");
  EXPECT_EQ(find_gpu("the texts' GPU").name, "the textbook GPU");
  EXPECT_EQ(find_gpu("Ampere").capability(), "8.0");
  EXPECT_EQ(find_gpu("8.6").name, "GeForce RTX 3090");
  EXPECT_EQ(find_gpu("rtx 3090").capability(), "8.6");
  EXPECT_EQ(find_gpu("V100").generation, "Volta");
  EXPECT_EQ(find_gpu("hopper").name, "H100 SXM5");
  EXPECT_EQ(find_gpu("9.0").name, "H100 SXM5");
  EXPECT_EQ(find_gpu("h200").name, "H200 SXM");
  EXPECT_EQ(find_gpu("12.0").generation, "Blackwell");
  EXPECT_THROW(static_cast<void>(find_gpu("geforce")), UsageError);  // several
  EXPECT_THROW(static_cast<void>(find_gpu("")), UsageError);
  try {
    static_cast<void>(find_gpu("voodoo"));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("hopper (9.0, H100 SXM5)"), std::string::npos) << error.what();
  }
}

TEST(Gpus, EveryNumberHasASourceAndMakesSense) {
  ASSERT_EQ(gpus().size(), 13U);
  std::pair<int, int> before{};
  for (const Gpu& gpu : gpus()) {
    SCOPED_TRACE(gpu.name);
    EXPECT_LE(before, std::pair(gpu.major, gpu.minor));
    before = {gpu.major, gpu.minor};
    EXPECT_FALSE(gpu.limits_source.empty());
    EXPECT_FALSE(gpu.speed_source.empty());
    EXPECT_GT(gpu.gflops, 0);
    EXPECT_GT(gpu.bandwidth, 0);
    EXPECT_GT(gpu.multiprocessors, 0);
    EXPECT_EQ(gpu.limits.threads % 32, 0);
    EXPECT_LE(gpu.limits.shared_per_block + gpu.limits.shared_reserved, gpu.limits.shared);
    EXPECT_EQ(gpu.limits.shared_reserved, gpu.major >= 8 ? 1024U : 0U);
  }
}

TEST(Gpus, AnH200IsAnH100WithFasterMemory) {
  const Gpu &h100 = find_gpu("h100"), &h200 = find_gpu("h200");
  EXPECT_EQ(h200.capability(), "9.0");
  EXPECT_EQ(h200.multiprocessors, 132);
  EXPECT_EQ(h200.gflops, h100.gflops);
  EXPECT_EQ(h200.bandwidth, 4800);
  EXPECT_EQ(h200.limits.threads, h100.limits.threads);
  EXPECT_EQ(h200.limits.shared, h100.limits.shared);
  EXPECT_EQ(h200.limits.shared_per_block, h100.limits.shared_per_block);
}

TEST(Gpus, AreWhatTheDriverSays) {
  GpuInfo info;
  EXPECT_FALSE(gpu_of(info));
  info.name = "NVIDIA H200";  // as its driver has it
  info.major = 9;
  info.multiprocessors = 132;
  info.threads_per_block = 1024;
  info.threads_per_multiprocessor = 2048;
  info.blocks_per_multiprocessor = 32;
  info.registers_per_block = info.registers_per_multiprocessor = 65536;
  info.shared_per_multiprocessor = 233472;
  info.shared_per_block = 232448;
  info.shared_reserved_per_block = 1024;
  info.clock_khz = 1980000;
  info.memory_clock_khz = 3201000;
  info.memory_bus_bits = 6016;
  const std::optional<Gpu> gpu = gpu_of(info);
  ASSERT_TRUE(gpu);
  EXPECT_EQ(gpu->generation, "Hopper");
  EXPECT_EQ(gpu->limits.shared_unit, 128U);
  EXPECT_EQ(gpu->limits.shared, find_gpu("hopper").limits.shared);
  EXPECT_NEAR(gpu->gflops, 66908, 1);
  EXPECT_NEAR(gpu->bandwidth, 4814.3, 0.1);
  info.major = 99;  // of a generation that is not known yet
  EXPECT_EQ(gpu_of(info)->gflops, 0);
  EXPECT_EQ(gpu_of(info)->limits.shared_unit, 128U);
}

TEST(Gpus, FermiCanShareMore) {
  const Gpu gpu = with_shared(find_gpu("fermi"), 48 * 1024);
  EXPECT_EQ(gpu.limits.shared, 49152U);
  EXPECT_EQ(gpu.limits.shared_per_block, 49152U);
  EXPECT_EQ(find_gpu("fermi").limits.shared, 16384U);
  EXPECT_THROW(static_cast<void>(with_shared(find_gpu("fermi"), 64 * 1024)), UsageError);
  EXPECT_EQ(with_shared(find_gpu("ampere"), 100 * 1024).limits.shared_per_block, 100U * 1024);
}

}  // namespace
}  // namespace tilescope::test
