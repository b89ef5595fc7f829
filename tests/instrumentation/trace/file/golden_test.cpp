// Files that were written when a version of the format was new. Every later program must load them as they are: they
// are never made again. The first was `record --kernel tiled_bounded --m 5 --n 4 --k 3 --tile 2 --inputs random --seed
// 42`, the second is what odd_trace.h makes, and the third what any_arrays.cu then was.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "instrumentation/analysis/counts.h"
#include "tests/support/odd_trace.h"

namespace tilescope::test {
namespace {

std::string golden(const std::string& name) { return fmt::format("{}/{}", TILESCOPE_SOURCES "/tests/golden", name); }

// For all events, thread after thread.
std::uint64_t checksum_of_events(const Trace& trace) {
  FileBytes bytes;
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded()) continue;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      for (const Event& event : trace.events(block, thread)) {
        const PackedEvent as_then = packed(event);
        const auto* const begin = reinterpret_cast<const std::uint8_t*>(&as_then);
        bytes.insert(bytes.end(), begin, begin + sizeof as_then);
      }
  }
  return file::checksum_of(bytes);
}

TEST(Golden, TheFirstVersionLoads) {
  const Trace trace = TraceFile(golden("version-1.tsc")).load();
  EXPECT_EQ(trace.launch().kernel, "tiled_bounded");
  EXPECT_EQ(m_of(trace.launch()), 5);
  EXPECT_EQ(n_of(trace.launch()), 4);
  EXPECT_EQ(k_of(trace.launch()), 3);
  EXPECT_EQ(trace.launch().tile, 2);
  EXPECT_EQ(trace.executor(), "CPU executor");
  EXPECT_NE(trace.kernel_text().find("__global__ void tiled_bounded"), std::string::npos);
  EXPECT_EQ(trace.block_count(), 6U);
  EXPECT_EQ(trace.arrays().size(), 6U);
  EXPECT_TRUE(right_product(trace.launch(), c_of(trace)));
  EXPECT_EQ(useful_flops(trace), 2U * 5 * 4 * 3);
  EXPECT_EQ(fmt::format("{} events, {:#x}", trace.kept_events(), checksum_of_events(trace)),
            "662 events, 0xea68e7cafd1988ff");
}

TEST(Golden, AndSoDoesOneWithEverythingInIt) {
  const Trace trace = TraceFile(golden("version-1-odd.tsc")).load();
  EXPECT_EQ(trace.backend(), Backend::cuda);
  EXPECT_EQ(trace.executor(), "NVIDIA H200");
  EXPECT_EQ(trace.launch().window, (std::vector<BlockRange>{{0, 0, 0, 1}, {1, 2, 1, 2}}));
  EXPECT_EQ(trace.block_count(), 7U);
  ASSERT_TRUE(trace.fault());
  EXPECT_EQ(trace.fault()->kind, Fault::Kind::barrier_divergence);
  EXPECT_EQ(trace.events(1, 1)[0].value(), 42.0f);
  EXPECT_FALSE(trace.block(2).recorded());
  EXPECT_EQ(trace.block(2).tallies[0][0].total, 2U);
  EXPECT_GT(trace.events(0, 0)[2].clock(), 0xfffff000U);
  EXPECT_EQ(fmt::format("{} events, {:#x}", trace.kept_events(), checksum_of_events(trace)),
            "21 events, 0x961c27532122c188");
}

TEST(Golden, TheSecondVersionLoads) {
  const Trace trace = TraceFile(golden("version-2.tsc")).load();
  const Launch& launch = trace.launch();
  EXPECT_FALSE(reading::has_matrices(launch));
  EXPECT_EQ(launch.grid, (Size2{2, 2}));
  EXPECT_EQ(launch.numbers, (std::vector<ExactNumber>{1.5}));
  ASSERT_GE(launch.buffers.size(), 2U);
  EXPECT_EQ(launch.buffers[0].name, "letters");
  EXPECT_EQ(launch.buffers[0].fill, "counting");
  EXPECT_EQ(launch.buffers[0].bytes.size(), 32U);
  EXPECT_EQ(launch.buffers[1].bytes.size(), 256U);
  EXPECT_EQ(trace.printed(), "8\n");
  FileBytes bytes;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      for (const Event& event : trace.events(block, thread))
        for (const std::uint64_t part : {std::uint64_t{event.index}, std::uint64_t{event.origin}, event.bits,
                                         event.second, std::uint64_t{event.line()}, std::uint64_t{event.at->column}}) {
          const auto* const begin = reinterpret_cast<const std::uint8_t*>(&part);
          bytes.insert(bytes.end(), begin, begin + sizeof part);
        }
  EXPECT_EQ(fmt::format("{} events, {:#x}", trace.kept_events(), file::checksum_of(bytes)),
            "1040 events, 0xf38db0daccd64247");
}

}  // namespace
}  // namespace tilescope::test
