// The view of limits, with figures from textbooks.
#include "app/explain/limits_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "app/explain/limits_uses.h"
#include "app/explain/roofline_plot.h"
#include "app/session/session.h"
#include "instrumentation/error.h"
#include "tests/support/opened.h"
#include "tests/support/own_files.h"

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
            "Limited by threads: 1 536 are enough for 6 blocks of 256. Shared memory alone would allow 8 blocks.");
  EXPECT_DOUBLE_EQ(own.roof->gflops, 600);
  EXPECT_DOUBLE_EQ(*own.flop_per_byte, 4);
  const AtTile larger = at_tile(limits.demand, limits.gpu, 32);
  EXPECT_FALSE(larger.counted);
  EXPECT_EQ(larger.occupancy.by_shared_memory, 2);
  EXPECT_EQ(larger.occupancy.blocks, 1);
  EXPECT_EQ(why_words(limits.gpu, larger),
            "Limited by threads: 1 536 are enough for 1 block of 1 024. Shared memory alone would allow 2 blocks.");
  session->apply(UseTile{32});
  const std::string words = labels_of(limits_picture(session->explainable().limits(), view_of(480)));
  for (const char* part : {"launched: TILE = 16", "what if TILE = 32", "1 024 threads, 8 KB", "6 blocks: at most 100 %",
                           "1 block: at most 67 %", "8 (modelled)", "limit: 1", "room for 2"})
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
  const Bar threads = uses_of(limits.gpu, own).front();
  EXPECT_EQ(threads.behind, "room for 48");
  EXPECT_EQ(threads.amount, "16 of 48 warps");
  AtTile alone = own;
  alone.occupancy.by_shared_memory.reset();
  alone.occupancy.by_registers.reset();
  EXPECT_TRUE(has(why_words(limits.gpu, alone), "Threads alone would allow 48 blocks."))
      << why_words(limits.gpu, alone);
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
  const Picture folded = limits_picture(session->explainable().limits(), view_of(480, 1200));
  const Picture picture = limits_picture(session->explainable().limits(), view_of(480, 1200), true);
  EXPECT_LT(folded.labels.size() + gpus().size(), picture.labels.size() + 1);
  const std::vector<Gpu> all = gpus_to_choose(session->explainable().limits().here);
  std::size_t clicked = 0;
  for (const Hit& hit : picture.hits)
    if (hit.target.kind == Target::Kind::option && hit.target.number < all.size()) {
      session->apply(Select{hit.target});
      EXPECT_EQ(session->explainable().limits().gpu.name, all[hit.target.number].name);
      ++clicked;
    }
  EXPECT_EQ(clicked, all.size());
}

TEST(Limits, AreTallerAndCompleteInALowView) {
  const auto session = on_fermi("tiled", 32, 16);
  session->apply(UseTile{32});
  for (const float least : {0.6F, 0.8F})
    for (const float height : {40.0F, 300.0F, 600.0F, 1000.0F})
      for (const float width : {366.0F, 480.0F, 720.0F}) {
        View view = view_of(width, height);
        view.least = least;
        const Picture picture = limits_picture(session->explainable().limits(), view);
        for (const Label& label : picture.labels) EXPECT_LE(label.box.bottom(), picture.height + 0.5F) << label.text;
        const std::string words = labels_of(picture);
        for (const char* const part : {"Roofline\n", "what if TILE = 32", "shared memory", "Occupancy by TILE"})
          EXPECT_TRUE(has(words, part)) << height << ": " << part;
        EXPECT_FALSE(has(words, "more height")) << height;
        EXPECT_GT(picture.height, std::min(height, 500.0F));
      }
}

// The panel at 1280 x 720.
TEST(Limits, TheRooflineIsInSightInASmallWindow) {
  const auto session = opened("tiled", 4, 2);
  const Picture picture = limits_picture(session->explainable().limits(), view_of(455, 455));
  const auto label = std::find_if(picture.labels.begin(), picture.labels.end(),
                                  [&](const Label& one) { return one.text == "GFLOP/s against FLOP per byte loaded"; });
  ASSERT_NE(label, picture.labels.end());
  EXPECT_LT(label->box.bottom(), 455 - 6 * 15);
  for (const Shape& point : picture.frames) EXPECT_LE(point.box.bottom(), 455) << "the points of the kernels";
}

TEST(Limits, AClassSeesTheLimiterAndTheRooflineWithoutScrolling) {
  const auto session = on_fermi("tiled", 32, 16);
  View view = view_of(571, 727);  // the panel at 1024 x 768
  view.text = 24;
  view.least = 0.8F;
  const Picture picture = limits_picture(session->explainable().limits(), view);
  for (const char* const name : {"threads", "Roofline", "GFLOP/s against FLOP per byte loaded"}) {
    const auto label =
        std::find_if(picture.labels.begin(), picture.labels.end(), [&](const Label& one) { return one.text == name; });
    ASSERT_NE(label, picture.labels.end()) << name;
    EXPECT_LE(label->box.bottom(), view.height) << name;
  }
  EXPECT_TRUE(std::all_of(picture.frames.begin(), picture.frames.end(),
                          [&](const Shape& point) { return point.box.bottom() <= view.height; }));
}

// Without its registers, a kernel may be limited further. 64 registers of 256 threads leave room for 4 blocks.
TEST(Limits, OccupancyIsAtMostThatUntilTheRegistersAreKnown) {
  const auto session = opened("tiled", 32, 16);
  const auto words = [&] { return labels_of(limits_picture(session->explainable().limits(), view_of(480))); };
  for (const char* const part : {"Occupancy at most 100 %, TILE = 16", "8 blocks: at most 100 %",
                                 "registers\nnot known\n", "Fewer blocks may fit: choose the register"})
    EXPECT_TRUE(has(words(), part)) << part << " in:\n" << words();
  const auto rows = session->explaining().options(session->explainable());
  const auto& numbers = rows.back().options;
  EXPECT_TRUE(numbers.front().on);
  EXPECT_EQ(numbers.front().words, "not known");
  const auto chosen = std::find_if(numbers.begin(), numbers.end(), [](const Option& one) { return one.words == "64"; });
  ASSERT_NE(chosen, numbers.end());
  session->apply(chosen->leads_to);
  for (const char* const part : {"Occupancy 50 %, TILE = 16", "4 blocks: 50 %", "65 536 of 65 536", "limit: 4"})
    EXPECT_TRUE(has(words(), part)) << part << " in:\n" << words();
  EXPECT_FALSE(has(words(), "at most 50")) << words();
  Request other;
  other.kernel = "naive";
  open_in(*session, other);
  EXPECT_FALSE(session->explainable().limits().demand.block.registers) << "they are kept for each kernel";
  other.kernel = "tiled";
  open_in(*session, other);
  EXPECT_EQ(session->explainable().limits().demand.block.registers, 64);
  session->apply(UseRegisters{"tiled", std::nullopt});
  EXPECT_FALSE(session->explainable().limits().demand.block.registers);
}

TEST(Limits, RegistersArePastedFromPtxas) {
  const std::string one = "ptxas info    : Used 40 registers, 2048 bytes smem, 400 bytes cmem[0]\n";
  EXPECT_EQ(registers_in(one, "tiled"), 40);
  const std::string several =
      "ptxas info    : Compiling entry function '_Z5naivePKfS0_Pfiii' for 'sm_90'\n"
      "ptxas info    : Used 32 registers, 400 bytes cmem[0]\n"
      "ptxas info    : Compiling entry function '_Z5tiledILi16EEvPKfS0_Pfiii' for 'sm_90'\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 37 registers, used 1 barriers, 2048 bytes smem\n"
      "ptxas info    : Compiling entry function 'plain' for 'sm_90'\n"
      "ptxas info    : Used 12 registers\n"
      "ptxas info    : Compiling entry function '_Z15tiled_in_sharedPf' for 'sm_90'\n"
      "ptxas info    : Used 20 registers\n";
  EXPECT_EQ(registers_in(several, "naive"), 32);
  EXPECT_EQ(registers_in(several, "tiled"), 37);
  EXPECT_EQ(registers_in(several, "plain"), 12);
  EXPECT_EQ(registers_in(several, "tile"), std::nullopt);
  EXPECT_EQ(registers_in("Used", "tiled"), std::nullopt);
  const auto session = opened("tiled", 32, 16);
  session->apply(PasteText{one});
  EXPECT_EQ(session->explainable().limits().demand.block.registers, 40);
  ASSERT_TRUE(session->banner());
  EXPECT_EQ(session->banner()->text, "tiled: 40 registers per thread, as pasted.");
  session->apply(PasteText{"ptxas info    : Compiling entry function 'other' for 'sm_90'\nUsed 9 registers\n"});
  EXPECT_EQ(session->explainable().limits().demand.block.registers, 40);
  EXPECT_EQ(session->banner()->text, "The pasted text does not say how many registers tiled uses.");
  const auto numbers = session->explaining().options(session->explainable()).back().options;
  EXPECT_TRUE(std::any_of(numbers.begin(), numbers.end(), [](const Option& n) { return n.on && n.words == "40"; }));
}

// A product with square tiles, whose macro has this name; or with tiles of BM x BK and BK x BN.
const std::string square_tiles = R"(#define WIDTH 8
__global__ void mine(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[WIDTH][WIDTH], Bs[WIDTH][WIDTH + 1];
  int row = blockIdx.y * WIDTH + threadIdx.y, col = blockIdx.x * WIDTH + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < K / WIDTH; ++t) {
    As[threadIdx.y][threadIdx.x] = A[row * K + t * WIDTH + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(t * WIDTH + threadIdx.y) * N + col];
    __syncthreads();
    for (int k = 0; k < WIDTH; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
)";
const std::string oblong_tiles = R"(#define BM 16
#define BN 16
#define BK 8
__global__ void mine(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[BM][BK], Bs[BK][BN];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int t = 0; t < K / BK; ++t) {
    if (x < BK) As[y][x] = A[(blockIdx.y * BM + y) * K + t * BK + x];
    if (y < BK) Bs[y][x] = B[(t * BK + y) * N + blockIdx.x * BN + x];
    __syncthreads();
    for (int k = 0; k < BK; ++k) sum += As[y][k] * Bs[k][x];
    __syncthreads();
  }
  C[(blockIdx.y * BM + y) * N + blockIdx.x * BN + x] = sum;
}
)";

TEST(Limits, PastedRegistersAreThoseOfTheFunctionInAFile) {
  Request request = file_with(std::filesystem::path(testing::TempDir()) / "limits_paste" / "file.cu", square_tiles);
  request.m = request.n = request.k = 16;
  const auto session = session_with(request);
  session->apply(Explain{"limits"});
  session->apply(
      PasteText{"ptxas info    : Compiling entry function '_Z4minePKfS0_Pfiii' for 'sm_90'\n"
                "ptxas info    : Used 33 registers\n"});
  EXPECT_EQ(session->explainable().limits().demand.block.registers, 33);
}

TEST(Limits, CallATileWhatTheSourceCallsIt) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "limits_tiles";
  const auto words = [&](const char* name, const std::string& text) {
    Request request = file_with(folder / name, text);
    request.m = request.n = request.k = 16;
    if (text == oblong_tiles) request.block = {16, 16, 1};
    const auto session = session_with(request);
    return labels_of(limits_picture(session->explainable().limits(), view_of(480)));
  };
  const std::string square = words("square.cu", square_tiles);
  EXPECT_TRUE(has(square, "Occupancy by WIDTH")) << square;
  EXPECT_TRUE(has(square, "launched: WIDTH = 8")) << square;
  const std::string oblong = words("oblong.cu", oblong_tiles);
  EXPECT_FALSE(has(oblong, "Occupancy by")) << "no single number stands for its tiles\n" << oblong;
  EXPECT_TRUE(has(oblong, "launched: block of 256")) << oblong;
  EXPECT_FALSE(has(oblong, "T = ")) << oblong;
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
