#include "instrumentation/analysis/roofline.h"

#include <gtest/gtest.h>

#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

Intensity intensity_of(const Trace& trace) { return intensity(trace, reading::needed_flops(trace.launch())); }

TEST(Roofline, TheCurriculumsFermi) {
  const Gpu& fermi = find_gpu("fermi");
  const Roof naive = roof(fermi, *intensity_of(record(launch("naive", 32, 32, 32, 16))).of_loads());
  EXPECT_DOUBLE_EQ(naive.gflops, 37.5);
  EXPECT_EQ(naive.bound, Bound::memory);
  EXPECT_DOUBLE_EQ(bandwidth_for_peak(fermi, 0.25), 4000);
  const Roof tiled = roof(fermi, *intensity_of(record(launch("tiled", 32, 32, 32, 16))).of_loads());
  EXPECT_DOUBLE_EQ(tiled.gflops, 600);
  EXPECT_EQ(tiled.bound, Bound::memory);
  const Roof wide = roof(fermi, *intensity_of(record(launch("tiled", 32, 32, 32, 32))).of_loads());
  EXPECT_DOUBLE_EQ(wide.gflops, 1000);  // 8 FLOP a byte would allow 1,200
  EXPECT_EQ(wide.bound, Bound::compute);
  EXPECT_NEAR(ridge(fermi), 6.667, 0.001);
}

TEST(Roofline, TilesOfTGiveAQuarterOfTFlopPerByte) {
  for (const int tile : {1, 2, 4, 8, 16, 32}) {
    const Intensity of = intensity_of(record(launch("tiled", 2 * tile, tile, 3 * tile, tile)));
    EXPECT_TRUE(of.flops_are_counted);
    EXPECT_DOUBLE_EQ(*of.of_loads(), tile / 4.0) << tile;
  }
  for (const int tile : {2, 16})
    EXPECT_DOUBLE_EQ(*intensity_of(record(launch("naive", 9, 5, 7, tile))).of_loads(), 0.25);
}

TEST(Roofline, StoresAreBytesToo) {
  const Intensity of = intensity_of(record(launch("naive", 8, 8, 8, 4)));
  EXPECT_EQ(of.flops, 1024U);
  EXPECT_EQ(of.loaded_bytes, 4096U);
  EXPECT_EQ(of.stored_bytes, 256U);
  EXPECT_DOUBLE_EQ(*of.of_all(), 1024.0 / 4352);
  EXPECT_FALSE(Intensity{}.of_loads());
}

// Padding is useless arithmetic.
TEST(Roofline, CountsUsefulWork) {
  const Intensity of = intensity_of(record(launch("tiled_bounded", 3, 3, 3, 2)));
  EXPECT_EQ(of.flops, 54U);
  Launch l = launch("tiled_bounded", 3, 3, 3, 2);
  l.record = Record::counts;
  const Intensity counted = intensity_of(record(l));
  EXPECT_FALSE(counted.flops_are_counted);
  EXPECT_EQ(counted.flops, of.flops);
  EXPECT_EQ(counted.loaded_bytes, of.loaded_bytes);
}

TEST(Roofline, AMeasuredPointLiesUnderTheRoof) {
  const MeasuredPoint point = measured_point(find_gpu("fermi"), 0.25, 50'000'000'000, 2);
  EXPECT_DOUBLE_EQ(point.gflops, 25);
  EXPECT_DOUBLE_EQ(point.of_attainable, 25 / 37.5);
}

}  // namespace
}  // namespace tilescope::test
