// The view of limits, with figures from textbooks.
#include "app/explain/limits_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "app/explain/limits_uses.h"
#include "app/explain/roofline_plot.h"
#include "app/session/session.h"
#include "instrumentation/error.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

std::unique_ptr<Session> opened(const std::string& kernel, std::int64_t size, int tile) {
  Request request;
  request.kernel = kernel;
  request.m = request.n = request.k = size;
  request.tile = tile;
  auto session = session_with(request);
  session->apply(Explain{"limits"});
  return session;
}

std::unique_ptr<Session> on_fermi(const std::string& kernel, std::int64_t size, int tile) {
  auto session = opened(kernel, size, tile);
  session->apply(UseGpu{find_gpu("fermi").name});
  return session;
}

TEST(Limits, WithoutAGpuAreThoseOfHopper) {
  EXPECT_EQ(chosen_gpu({}, std::nullopt).generation, "Hopper");
  Gpu here = find_gpu("9.0");
  here.name = "a GPU of this machine";
  EXPECT_EQ(chosen_gpu({}, here).name, here.name);
  EXPECT_EQ(short_name(here, here), "this: a GPU of this machine");
  EXPECT_EQ(gpus_to_choose(here).size(), gpus().size() + 1);
  EXPECT_EQ(chosen_gpu({find_gpu("fermi").name, 0}, here).generation, "Fermi");
  EXPECT_EQ(short_name(find_gpu("8.6"), here), "Ampere 8.6");
  EXPECT_EQ(short_name(find_gpu("fermi"), here), "Fermi");
  EXPECT_EQ(short_name(find_gpu("hopper"), here), "Hopper");
  EXPECT_EQ(short_name(find_gpu("h200"), here), "H200 SXM");
}

// 4 bytes for each FLOP, 150 GB/s: 37.5 GFLOP/s of 1,000.
TEST(Limits, TheNaiveKernelIsHeldByFermisMemory) {
  const auto session = on_fermi("naive", 16, 16);
  const AtTile at = session->explainable().limits().launched();
  EXPECT_TRUE(at.counted);
  EXPECT_DOUBLE_EQ(*at.flop_per_byte, 0.25);
  EXPECT_DOUBLE_EQ(at.roof->gflops, 37.5);
  EXPECT_EQ(at.roof->bound, Bound::memory);
  const std::string words = labels_of(limits_picture(session->explainable().limits(), view_of(480)));
  EXPECT_TRUE(has(words, "37.5 (memory)")) << words;
  EXPECT_TRUE(has(words, "0.25 (counted)")) << words;
  // Another T means another block and other loads.
  EXPECT_DOUBLE_EQ(
      *at_tile(session->explainable().limits().demand, session->explainable().limits().gpu, 32).flop_per_byte, 0.25);
}

// Shared memory alone would allow 8 blocks of T = 16 and 2 of T = 32; threads make it 6 and 1.
TEST(Limits, FermisThreadsLimitWhereItsSharedMemoryWouldNot) {
  const auto session = on_fermi("tiled", 32, 16);
  const Limits limits = session->explainable().limits();
  const AtTile own = limits.launched();
  EXPECT_EQ(own.occupancy.by_shared_memory, 8);
  EXPECT_EQ(own.occupancy.blocks, 6);
  EXPECT_EQ(limiter_words(own.occupancy), "threads");
  EXPECT_EQ(why_words(limits.gpu, own),
            "Limited by threads: 1 536 hold 6 blocks of 256. Shared memory alone would allow 8 blocks.");
  EXPECT_DOUBLE_EQ(own.roof->gflops, 600);
  EXPECT_DOUBLE_EQ(*own.flop_per_byte, 4);
  const AtTile larger = at_tile(limits.demand, limits.gpu, 32);
  EXPECT_FALSE(larger.counted);
  EXPECT_EQ(larger.occupancy.by_shared_memory, 2);
  EXPECT_EQ(larger.occupancy.blocks, 1);
  EXPECT_EQ(why_words(limits.gpu, larger),
            "Limited by threads: 1 536 hold 1 block of 1 024. Shared memory alone would allow 2 blocks.");
  session->apply(UseTile{32});
  const std::string words = labels_of(limits_picture(session->explainable().limits(), view_of(480)));
  for (const char* part : {"launched: T = 16", "what if T = 32", "1 024 threads, 8 KB", "6 blocks: 100 %",
                           "1 block: 67 %", "8 (modelled)", "1: limits", "room for 2"})
    EXPECT_TRUE(has(words, part)) << part << " in:\n" << words;
}

// A block of 4 threads takes a warp of the 48 of Ampere 8.6, which takes 16 blocks at once.
TEST(Limits, ThreadsAreCountedInWholeWarps) {
  const auto session = opened("tiled", 4, 2);
  session->apply(UseGpu{find_gpu("8.6").name});
  const Limits limits = session->explainable().limits();
  const AtTile own = limits.launched();
  EXPECT_EQ(own.block.threads, 4);
  EXPECT_EQ(own.occupancy.blocks, 16);
  EXPECT_EQ(own.occupancy.by_threads, 48);
  const Use threads = uses_of(limits.gpu, own).front();
  EXPECT_EQ(threads.room, 48);
  EXPECT_EQ(threads.amount, "16 of 48 warps");
  AtTile alone = own;
  alone.occupancy.by_shared_memory.reset();
  alone.occupancy.by_registers.reset();
  EXPECT_TRUE(has(why_words(limits.gpu, alone), "Threads alone would allow 48 blocks.")) << why_words(limits.gpu, alone);
}

// The tiled kernel at every T agrees with the analysis of tile widths.
TEST(Limits, WhatIfIsTheAnalysisOfTileWidths) {
  const auto session = opened("tiled", 32, 16);
  for (const Gpu& gpu : gpus())
    for (const int tile : tiles_to_choose(16)) {
      SCOPED_TRACE(testing::Message() << gpu.name << ", T = " << tile);
      Demand demand = session->explainable().limits().demand;
      demand.block.registers.reset();
      const AtTile at = at_tile(demand, gpu, tile);
      const TileChoice choice = tile_choice(gpu, tile, std::nullopt, at.outputs);
      EXPECT_EQ(at.outputs, tile <= 32 ? 1 : tile * tile / 1024);
      EXPECT_EQ(at.block.threads, choice.block.threads);
      EXPECT_EQ(at.block.shared, choice.block.shared);
      EXPECT_EQ(at.occupancy.blocks, choice.occupancy.blocks);
      EXPECT_DOUBLE_EQ(*at.flop_per_byte, choice.intensity);
      EXPECT_FALSE(why_words(gpu, at).empty());
    }
}

TEST(Limits, ABlockThatCannotRunIsSaidToBeSo) {
  const auto session = on_fermi("tiled", 32, 16);
  const Limits limits = session->explainable().limits();
  const AtTile at = at_tile(limits.demand, limits.gpu, 128);
  EXPECT_EQ(at.occupancy.blocks, 0);
  EXPECT_TRUE(has(why_words(limits.gpu, at), "Limited by shared memory: a block has at most 16 KB, not 128 KB."))
      << why_words(limits.gpu, at);
}

TEST(Limits, TheLaunchIsMarkedAndEveryWidthCanBeClicked) {
  const auto session = on_fermi("tiled", 32, 16);
  const Picture picture = limits_picture(session->explainable().limits(), view_of(480));
  for (const int tile : tiles_to_choose(16)) {
    const auto hit = std::find_if(picture.hits.begin(), picture.hits.end(), [&](const Hit& one) {
      return one.target == Target{.kind = Target::Kind::tile, .number = static_cast<std::uint32_t>(tile)};
    });
    ASSERT_NE(hit, picture.hits.end()) << tile;
    EXPECT_EQ(picture.at(hit->box.middle()), hit->target) << tile;
    session->apply(Select{hit->target});
    EXPECT_EQ(session->explainable().limits().tile, tile);
    EXPECT_EQ(session->selection().selected.kind, Target::Kind::none) << "nothing on the stage is selected by it";
  }
}

TEST(Limits, EveryGpuCanBeClicked) {
  const auto session = opened("tiled", 4, 2);
  const Picture picture = limits_picture(session->explainable().limits(), view_of(480, 1200));
  const std::vector<Gpu> all = gpus_to_choose(session->explainable().limits().here);
  std::size_t clicked = 0;
  for (const Hit& hit : picture.hits)
    if (hit.target.kind == Target::Kind::option) {
      session->apply(Select{hit.target});
      EXPECT_EQ(session->explainable().limits().gpu.name, all[hit.target.number].name);
      ++clicked;
    }
  EXPECT_EQ(clicked, all.size());
}

TEST(Limits, LeaveOutWholeThingsWhereThereIsLittleRoomAndSaySo) {
  const auto session = on_fermi("tiled", 32, 16);
  session->apply(UseTile{32});
  for (float height = 40; height < 1000; height += 17)
    for (const float width : {366.0F, 480.0F, 720.0F}) {
      const Picture picture = limits_picture(session->explainable().limits(), view_of(width, height));
      for (const Label& label : picture.labels) EXPECT_LE(label.box.bottom(), height + 0.5F) << label.text;
      const std::string words = labels_of(picture);
      if (height < 200) continue;
      EXPECT_NE(has(words, "Roofline\n"), has(words, "more height")) << height;
    }
}

TEST(Limits, OfAFaultyLaunchHaveOccupancyAndNoRoof) {
  const auto session = on_fermi("tiled_barrier_in_branch", 4, 2);
  const AtTile at = session->explainable().limits().launched();
  EXPECT_FALSE(at.roof);
  EXPECT_GT(at.occupancy.blocks, 0);
  EXPECT_FALSE(labels_of(limits_picture(session->explainable().limits(), view_of(480))).empty());
}

TEST(Roofline, PointsLieUnderTheRoofInsideOfThePlot) {
  const Gpu& gpu = find_gpu("fermi");
  for (const double intensity : {0.01, 0.25, 4.0, 600.0}) {
    Picture picture;
    const Box box{10, 20, 400, 200};
    draw_roofline(picture, box, 15, gpu,
                  {{"one", Ink::c, RoofPoint::Shape::disc, intensity, roof(gpu, intensity).gflops, 1.0}});
    ASSERT_EQ(picture.frames.size(), 1U);
    ASSERT_EQ(picture.triangles.size(), 1U) << "what was measured";
    const Point middle = picture.frames[0].box.middle();
    EXPECT_TRUE(box.contains(middle)) << intensity;
    EXPECT_GT(picture.triangles[0].corners[0].y, middle.y) << "measured is below attainable";
  }
}

}  // namespace

}  // namespace tilescope
