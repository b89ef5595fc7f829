// Tables of kernels' times: their order, ties, and their files; and the counts beside them.
#include "app/measured/kernel_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/measured/kernel_table_file.h"
#include "app/measured/traffic.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/warps.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "tests/support/example_tables.h"

namespace tilescope::test {
namespace {

TEST(KernelTable, SharesAPlaceWhereRunsDifferMoreThanKernels) {
  const KernelTable table = example_table();
  const std::vector<Ranking> places = ranked(table);
  ASSERT_EQ(places.size(), 4U);
  EXPECT_EQ(table.rows[places[0].row].tile, 16);
  EXPECT_EQ(places[0].place, 1);
  EXPECT_TRUE(places[0].is_tie);
  EXPECT_EQ(places[1].place, 1);
  // "other" is near the second, but not near the first.
  EXPECT_EQ(places[2].place, 3);
  EXPECT_FALSE(places[2].is_tie);
  EXPECT_EQ(places[3].place, 4);
}

TEST(KernelTable, HasTheBestWidthOfEachKernel) {
  const KernelTable table = example_table();
  const std::vector<Ranking> best = best_of_each(table);
  ASSERT_EQ(best.size(), 3U);
  EXPECT_EQ(table.rows[best[0].row].kernel, "fast");
  EXPECT_EQ(table.rows[best[2].row].kernel, "slow");
  EXPECT_EQ(best[2].place, 3);
  const auto widths = widths_of(table, "fast");
  ASSERT_EQ(widths.size(), 2U);
  EXPECT_EQ(widths[1]->tile, 32);
}

TEST(KernelTable, ReckonsWithUsefulFlops) {
  const KernelTable table = example_table();
  EXPECT_DOUBLE_EQ(table.gflops(1e-3), 2.0);
  EXPECT_DOUBLE_EQ(*table.of_cublas(table.rows[0]), 1 / 8.1);
  KernelTable without = table;
  without.cublas_seconds.reset();
  EXPECT_FALSE(without.of_cublas(table.rows[0]));
}

TEST(KernelTable, IsTheSameOutOfItsFile) {
  for (const bool with_cublas : {true, false}) {
    KernelTable table = example_table();
    if (!with_cublas) {
      table.cublas_seconds.reset();
      table.cublas.clear();
      table.why_no_cublas = "there is none";
      table.rows[1].traffic.reset();
    }
    const std::string text = json_text(table);
    const KernelTable again = kernel_table_of(text, "a file");
    EXPECT_EQ(json_text(again), text);
    EXPECT_EQ(again.rows.size(), table.rows.size());
    EXPECT_EQ(again.why_no_cublas, table.why_no_cublas);
  }
}

TEST(KernelTable, FilesThatAreNoneAreRefusedByName) {
  const std::string good = json_text(example_table());
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      static_cast<void>(kernel_table_of(text, "folder/x.json"));
    } catch (const Error& error) {
      return error.what();
    }
    return "taken";
  };
  EXPECT_EQ(refusal(good), "taken");
  for (const std::string key : {"gpu", "date", "m", "roof", "cublas", "kernels", "skipped", "seed"}) {
    nlohmann::json json = nlohmann::json::parse(good);
    json.erase(key);
    EXPECT_EQ(refusal(json.dump()).find("folder/x.json: this is not a table of kernel times: "), 0U) << key;
    json[key] = nlohmann::json::array({1});
    EXPECT_EQ(refusal(json.dump()).find("folder/x.json: "), 0U) << key;
  }
  nlohmann::json backwards = nlohmann::json::parse(good);
  backwards["kernels"][0]["seconds"]["min"] = 100;
  EXPECT_NE(refusal(backwards.dump()).find("in order"), std::string::npos);
  EXPECT_NE(refusal("{").find("folder/x.json: "), std::string::npos);
}

TEST(KernelTable, ThoseThatCameWithTheProgramAreWhole) {
  for (const KernelTable& table : kernel_tables(TILESCOPE_SOURCES "/assets/measured")) {
    EXPECT_FALSE(table.gpu.empty());
    EXPECT_EQ(table.date.size(), std::string("2026-01-02 03:04").size());
    EXPECT_FALSE(table.rows.empty());
    for (const KernelRow& row : table.rows) {
      EXPECT_TRUE(find_kernel(row.kernel).right());
      // No kernel is faster than the GPU's own peak.
      EXPECT_LT(table.gflops(row.seconds.middle), table.peak.high) << row.kernel << " " << row.tile;
    }
  }
  EXPECT_TRUE(kernel_tables("there is no such folder").empty());
}

// The scaled count of one block equals the count of all blocks.
TEST(Traffic, IsThatOfTheWholeLaunch) {
  int looked_at = 0;
  for (const CatalogueKernel& kernel : catalogue()) {
    if (!kernel.right()) continue;
    for (const int tile : kernel.tiles()) {
      if (tile != 8 && tile != 16) continue;
      Request request;
      request.kernel = kernel.name;
      request.m = 32;
      request.n = 96;
      request.k = 64;
      request.tile = tile;
      Launch launch;
      try {
        launch = plan(request);
      } catch (const UsageError&) {
        continue;
      }
      const auto scaled = traffic_of(launch);
      ASSERT_TRUE(scaled) << kernel.name;
      const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, {});
      double sectors = 0, bytes = 0;
      for (const AccessSite& site : count_warps(trace, Order(trace)).sites) {
        if (!site.name.is_global()) continue;
        sectors += static_cast<double>(site.sectors);
        bytes += static_cast<double>(site.elements * element_bytes);
      }
      EXPECT_NEAR(scaled->bytes / bytes, 1, 1e-9) << kernel.name << ", T = " << tile;
      EXPECT_NEAR(scaled->sectors / sectors, 1, 1e-9) << kernel.name << ", T = " << tile;
      ++looked_at;
    }
  }
  EXPECT_GE(looked_at, 8);
}

}  // namespace
}  // namespace tilescope::test
