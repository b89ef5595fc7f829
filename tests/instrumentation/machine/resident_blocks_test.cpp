// Blocks that wait for each other.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "instrumentation/machine/history.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/machine/turn_order.h"
#include "instrumentation/machine/watch.h"
#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::machine {
namespace {

using test::prepared;

// Every block adds what all of them stored before the barrier of the grid.
constexpr const char* barrier_of_grid =
    "__device__ unsigned int arrived;\n"
    "__global__ void k(volatile int* a, int* out) {\n"
    "  int at = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  a[at] = at + 1;\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x == 0) {\n"
    "    __threadfence();\n"
    "    atomicAdd(&arrived, 1u);\n"
    "    while (atomicAdd(&arrived, 0u) < gridDim.x) { }\n"
    "  }\n"
    "  __syncthreads();\n"
    "  int sum = 0;\n"
    "  for (int n = 0; n < gridDim.x * blockDim.x; ++n) sum += a[n];\n"
    "  out[at] = sum;\n"
    "}\n";

Launch launch_of(const Prepared& kernel, std::uint32_t blocks, std::uint32_t threads = 8) {
  Launch launch;
  launch.grid = {blocks, 1, 1};
  launch.block = {threads, 1, 1};
  for (const Array& array : kernel.code().arrays)
    launch.arrays.emplace_back(array.given == nullptr ? 0 : std::size_t{4} * blocks * threads);
  launch.scalars.assign(kernel.code().scalars.size(), 0);
  return launch;
}

RunOptions options() {
  RunOptions options;
  options.cores = 2;
  options.pool = std::make_shared<EventPool>(16);
  options.limit = 100'000'000;
  return options;
}

std::vector<std::int32_t> words_of(const LeftBytes& left) {
  std::vector<std::int32_t> words(left.size() / 4);
  std::memcpy(words.data(), left.data(), left.size());
  return words;
}

TEST(ResidentBlocks, ABarrierOfTheGridLetsAllBlocksGoOn) {
  const Prepared kernel = prepared(barrier_of_grid);
  for (const auto kind :
       {Schedule::Kind::in_order, Schedule::Kind::reverse, Schedule::Kind::warp_interleaved, Schedule::Kind::random}) {
    Launch launch = launch_of(kernel, 20);
    launch.schedule = {kind, 3};
    const Ran of = run(kernel, launch, options());
    ASSERT_FALSE(of.fault) << of.fault->message;
    EXPECT_EQ(of.way, RunMode::interleaved);
    EXPECT_EQ(of.blocks.size(), 20U);
    EXPECT_EQ(words_of(of.arrays[1]), std::vector<std::int32_t>(160, 160 * 161 / 2));
    EXPECT_EQ(words_of(of.arrays[2]).front(), 20) << "what was left last, not by the last block";
  }
}

TEST(ResidentBlocks, AnEarlierBlockWaitsForALaterOne) {
  const Prepared kernel = prepared(
      "__device__ volatile int ready; __global__ void k(int* out) {"
      "  if (blockIdx.x + 1 < gridDim.x) { while (ready != gridDim.x - 1 - blockIdx.x) { } }"
      "  out[blockIdx.x] = ready; ready = gridDim.x - blockIdx.x; }");
  const Ran of = run(kernel, launch_of(kernel, 5, 1), options());
  ASSERT_FALSE(of.fault) << of.fault->message;
  EXPECT_EQ(words_of(of.arrays[0]), (std::vector<std::int32_t>{4, 3, 2, 1, 0}));
  EXPECT_EQ(words_of(of.arrays[1]).front(), 5) << "by block 0, the last one";
}

TEST(ResidentBlocks, WhereAllWaitForEverTheLoopOfTheFirstIsEndless) {
  const Prepared kernel = prepared(
      "__device__ int mutex;\n"
      "__global__ void k(int* best) {\n"
      "  while (atomicCAS(&mutex, 0, 1) != 0) { }\n"
      "  if (blockIdx.x == 2) return;\n"
      "  best[0] += 1;\n"
      "  atomicExch(&mutex, 0);\n"
      "}\n");
  const Ran of = run(kernel, launch_of(kernel, 6, 1), options());
  ASSERT_TRUE(of.fault);
  EXPECT_EQ(of.fault->kind, Fault::Kind::endless_loop);
  EXPECT_EQ(of.fault->block_x, 3U);
  EXPECT_EQ(of.fault->threads.front().line, 3U);
  EXPECT_NE(of.fault->message.find("no other thread can change mutex"), std::string::npos) << of.fault->message;
}

TEST(ResidentBlocks, MoreThanMayWaitAreALimit) {
  const Prepared kernel = prepared(barrier_of_grid);
  const Ran of = run(kernel, launch_of(kernel, 1100, 1), options());
  ASSERT_TRUE(of.fault);
  EXPECT_EQ(of.fault->kind, Fault::Kind::limit_reached);
  EXPECT_NE(of.fault->message.find("too many blocks wait for other blocks to start"), std::string::npos);
}

TEST(ResidentBlocks, VariablesBehindTheWaitAreKnown) {
  const Prepared kernel = prepared(barrier_of_grid);
  const Launch launch = launch_of(kernel, 6);
  const Ran recorded = run(kernel, launch, options());
  const std::int32_t sum = 48 * 49 / 2;
  for (const std::uint64_t block : {0, 3, 5}) {
    WatchOptions watched;
    watched.block = block;
    for (std::uint32_t thread = 0; thread < 8; ++thread)
      watched.moments.push_back(recorded.blocks[block].record->count(recorded.blocks[block].first_lane + thread));
    watched.in_turns = true;
    const Locals locals = watch(kernel, launch, watched);
    const LocalValue* const value = find_local(locals, 7, "sum");
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(static_cast<std::int32_t>(value->bits), sum) << block;
  }
  FollowOptions followed;
  followed.blocks = {0, 2, 5};
  followed.most_changes = 1 << 20;
  std::vector<std::uint64_t> blocks;
  follow(kernel, launch, followed, [&](std::uint64_t block, const History& history) {
    blocks.push_back(block);
    const auto names = local_names(kernel);
    for (std::uint32_t name = 0; name < names.size(); ++name)
      if (names[name].name == "sum") {
        EXPECT_EQ(static_cast<std::int32_t>(history.changes(7, name).back().bits), sum);
      }
  });
  EXPECT_EQ(blocks, followed.blocks);
}

TEST(ResidentBlocks, TheTurnsOfEachBlockLeadToItsLastEvent) {
  const Prepared kernel = prepared(barrier_of_grid);
  const Launch launch = launch_of(kernel, 5);
  const Ran recorded = run(kernel, launch, options());
  TurnOptions asked;
  asked.most = 1 << 20;
  std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> ends;
  for (const auto& turn : turn_order(kernel, launch, asked)) ends[{turn.block, turn.thread}] = turn.end;
  for (std::size_t block = 0; block < 5; ++block)
    for (std::uint32_t thread = 0; thread < 8; ++thread)
      EXPECT_EQ((ends[{block, thread}]),
                recorded.blocks[block].record->count(recorded.blocks[block].first_lane + thread));
}

}  // namespace
}  // namespace tilescope::machine
