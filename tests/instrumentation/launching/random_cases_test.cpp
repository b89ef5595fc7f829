// A thousand launches of random shapes: the counts are the closed forms', C is right, and neither schedules nor cores
// change a bit of C or an event of any thread.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "instrumentation/analysis/counts.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/trace/order.h"
#include "tests/support/random_launch.h"

namespace tilescope::test {
namespace {

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

struct ClosedForm {
  std::uint64_t loads_a, loads_b, stores, shared_loads, shared_stores, barriers, multiply_adds, phases;
};

// What a thread makes of C, from tiles how deep, with how many barriers a phase.
struct Square {
  std::uint64_t rows, columns, depth, barriers;
};

Square square_of(const Launch& l) {
  const auto t = static_cast<std::uint64_t>(l.tile);
  const std::uint64_t side = t < 64 ? 2 : t / 16;
  if (l.kernel == "coarsened_1d") return {t < 32 ? 2U : 8U, 1, t, 2};
  if (l.kernel == "register_tiled" || l.kernel == "vectorized") return {side, side, 4 * t / (side * side), 2};
  if (l.kernel == "double_buffered") return {side, side, 4 * t / (side * side), 1};
  if (l.kernel == "warp_tiled") return {t < 128 ? 4U : 16U, t < 128 ? 4U : 8U, 8, 1};
  return {1, 1, t, 2};
}

ClosedForm closed_form(const Launch& l) {
  const auto m = static_cast<std::uint64_t>(m_of(l));
  const auto n = static_cast<std::uint64_t>(n_of(l));
  const auto k = static_cast<std::uint64_t>(k_of(l));
  const auto t = static_cast<std::uint64_t>(l.tile);
  if (l.kernel == "naive") return {m * n * k, m * n * k, m * n, 0, 0, 0, m * n * k, 0};
  if (l.kernel == "single_block") return {m * k, k * n, m * n, 2 * m * n * k, m * k + k * n, 1, m * n * k, 1};
  const Square square = square_of(l);
  const std::uint64_t blocks = divided_up(m, t) * divided_up(n, t);
  const std::uint64_t phases = divided_up(k, square.depth);
  const std::uint64_t executed = blocks * t * t * phases * square.depth;
  return {m * k * divided_up(n, t),
          k * n * divided_up(m, t),
          m * n,
          executed * (square.rows + square.columns) / (square.rows * square.columns),
          2 * blocks * t * square.depth * phases,
          square.barriers * phases,
          executed,
          phases};
}

std::uint64_t total_of(const Trace& trace, const Counts& counts, const std::string& array, Count count) {
  for (std::size_t n = 0; n < trace.arrays().size(); ++n)
    if (trace.arrays()[n].name == array) return counts.of(n, count).total;
  return 0;
}

void expect_closed_form(const Trace& trace, const Counts& counts) {
  const Launch& l = trace.launch();
  const ClosedForm f = closed_form(l);
  EXPECT_EQ(total_of(trace, counts, "A", Count::global_load), f.loads_a);
  EXPECT_EQ(total_of(trace, counts, "B", Count::global_load), f.loads_b);
  EXPECT_EQ(counts.of(Count::global_load).total, f.loads_a + f.loads_b);
  EXPECT_EQ(counts.of(Count::global_store).total, f.stores);
  EXPECT_EQ(counts.of(Count::shared_load).total, f.shared_loads);
  EXPECT_EQ(counts.of(Count::shared_store).total, f.shared_stores);
  EXPECT_EQ(counts.barriers_per_thread(), f.barriers);
  EXPECT_EQ(counts.executed_flops(), 2 * f.multiply_adds);
  EXPECT_EQ(counts.of(Count::stray_load).total + counts.of(Count::stray_store).total, 0U);
}

struct Series {
  const char* kernel;
  int launches;
  std::int64_t longest;  // side
};

class RandomCases : public testing::TestWithParam<Series> {};

TEST_P(RandomCases, AreCountedExactlyAndDependOnNothing) {
  std::mt19937_64 random(20);
  for (int n = 0; n < GetParam().launches; ++n) {
    Launch l = random_launch(GetParam().kernel, random, GetParam().longest);
    SCOPED_TRACE(testing::Message() << l.kernel << " " << m_of(l) << " x " << n_of(l) << " x " << k_of(l) << ", tile "
                                    << l.tile);
    const Trace trace = record(l);
    ASSERT_FALSE(trace.fault());
    expect_closed_form(trace, count(trace));
    EXPECT_EQ(useful_flops(trace), 2 * static_cast<std::uint64_t>(m_of(l) * n_of(l) * k_of(l)));
    EXPECT_TRUE(right_product(l, c_of(trace)));
    if (n % 10 == 0) {
      EXPECT_EQ(Order(trace).phases().size(), closed_form(l).phases);
    }

    const auto expect_same = [&](const char* what, unsigned cores) {
      const Trace other = record(l, cores);
      EXPECT_TRUE(same_bits(c_of(trace), c_of(other))) << what;
      EXPECT_TRUE(same_events(trace, other)) << what;
    };
    expect_same("two cores", 2);
    l.schedule = {Schedule::Kind::reverse, 0};
    expect_same("reverse", 1);
    l.schedule = {Schedule::Kind::warp_interleaved, 0};
    expect_same("warp_interleaved", 3);
    l.schedule = {Schedule::Kind::random, random()};
    expect_same("random", 2);

    l.schedule = {};
    l.record = Record::counts;
    const Trace counted = record(l, 2);
    EXPECT_TRUE(same_bits(c_of(trace), c_of(counted)));
    expect_closed_form(counted, count(counted));
    EXPECT_EQ(count(counted).all, count(trace).all);
    EXPECT_EQ(counted.kept_events(), 0U);
  }
}

// The first K from 32 on that the kernel takes.
std::int64_t depth_that_fits(const std::string& kernel, int tile) {
  ProductShape asked{tile, tile, 32, tile};
  while (!find_kernel(kernel).takes(asked)) ++asked.k;
  return asked.k;
}

TEST(WideTiles, AreCountedExactlyToo) {
  for (const char* const kernel : {"coarsened_1d", "register_tiled", "vectorized", "double_buffered", "warp_tiled"})
    for (const int tile : find_kernel(kernel).tiles()) {
      if (tile <= 32) continue;  // the random ones have those
      const Launch l = launch(kernel, tile, 2 * tile, depth_that_fits(kernel, tile), tile, "random");
      SCOPED_TRACE(testing::Message() << kernel << ", tile " << tile);
      const Trace trace = record(l, 2);
      expect_closed_form(trace, count(trace));
      EXPECT_EQ(useful_flops(trace), 2 * static_cast<std::uint64_t>(m_of(l) * n_of(l) * k_of(l)));
      EXPECT_TRUE(right_product(l, c_of(trace)));
    }
}

INSTANTIATE_TEST_SUITE_P(OfEveryKernel, RandomCases,
                         testing::Values(Series{"naive", 250, 70}, Series{"single_block", 250, 70},
                                         Series{"tiled", 250, 70}, Series{"tiled_bounded", 250, 70},
                                         Series{"coarsened_1d", 50, 40}, Series{"register_tiled", 50, 40},
                                         Series{"vectorized", 50, 40}, Series{"double_buffered", 50, 40},
                                         Series{"warp_tiled", 4, 40}),
                         [](const auto& series) { return std::string(series.param.kernel); });

}  // namespace
}  // namespace tilescope::test
