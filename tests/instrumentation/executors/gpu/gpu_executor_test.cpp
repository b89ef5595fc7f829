// A GPU records the same as the CPU, event for event; counts, C and the plain kernel agree. Exit 77, skipped, where
// there is no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <iostream>
#include <map>
#include <numeric>

#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/waits.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/indices.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/executors/cuda/plain_apart.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/request/request_text.h"
#include "tests/support/form.h"
#include "tests/support/random_launch.h"
#include "tests/support/reseal.h"
#include "tests/support/same_traces.h"
#include "tests/support/text_kernels.h"
#include "tests/support/trace_files.h"

namespace tilescope::test {

namespace {

std::vector<std::filesystem::path> texts_in(const std::string& folder) {
  std::vector<std::filesystem::path> all;
  for (const auto& entry : std::filesystem::directory_iterator(texts_folder() + "/" + folder))
    if (entry.path().extension() == ".cu") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

const Executor& gpu() {
  static const CudaExecutor cuda = make_cuda_executor();
  return *cuda.executor;
}

Trace record_on_gpu(const RecordedKernel& kernel, const Launch& launch, std::uint64_t memory = 0) {
  RecordOptions how;
  how.memory = memory;
  return gpu().record(kernel, launch, how);
}
Trace record_on_gpu(const Launch& launch, std::uint64_t memory = 0) {
  return record_on_gpu(recorded_kernel(launch), launch, memory);
}
// Beginning with events of so many bytes.
Trace record_in(std::uint32_t event_bytes, const RecordedKernel& kernel, const Launch& launch) {
  RecordOptions how;
  how.event_bytes = event_bytes;
  return gpu().record(kernel, launch, how);
}
Trace record_on_cpu(const RecordedKernel& kernel, const Launch& launch) {
  return make_cpu_executor()->record(kernel, launch, {});
}

std::vector<float> plain_result(const Launch& launch) {
  cuda::DeviceRun run(recorded_kernel(launch), launch);
  run.start_plain();
  run.finish();
  machine::Ran ran;
  ran.code = &run.code();
  ran.arrays = run.arrays();
  return c_of(Trace(parts_of(recorded_kernel(launch), launch, std::move(ran))));
}

Launch counted(Launch launch) {
  launch.record = Record::counts;
  return launch;
}

std::string text_of(const BlockTallies& tallies) {
  std::string text;
  for (std::size_t array = 0; array < tallies.size(); ++array)
    for (std::size_t kind = 0; kind < count_kinds; ++kind)
      if (const Tally& t = tallies[array][kind]; t.total != 0)
        text += fmt::format("array {}, kind {}: {}, at most {}\n", array, kind, t.total, t.thread_max);
  return text;
}

// What a recording in so few bytes finds: how many paths, and how many blocks' indices tell those of all; 0 if it
// gives up.
struct Found {
  std::uint32_t paths = 0;
  std::size_t samples = 0;
};
Found found_by(const RecordedKernel& kernel, const Launch& launch) {
  cuda::DeviceRun run(kernel, launch);
  std::vector<std::uint32_t> blocks(launch.grid.count());
  std::iota(blocks.begin(), blocks.end(), 0U);
  run.start_counting();
  run.finish();
  run.fetch_counts();
  std::uint32_t most = 0;
  for (const std::uint32_t block : blocks) most = std::max(most, run.most_events(block));
  run.make_room(blocks, blocks.size() * launch.threads_per_block(), most, sizeof(std::uint32_t));
  run.start_recording();
  run.finish();
  cuda::Paths paths;
  cuda::Indices indices;
  if (!paths.find(run, blocks)) return {};
  return {paths.count(), indices.find(run, paths, blocks) ? indices.samples() : 0};
}
std::uint32_t paths_of(const RecordedKernel& kernel, const Launch& launch) { return found_by(kernel, launch).paths; }

// What a block has beside one along each axis; blocks of every kind of edge have their own.
TEST(Gpu, IndicesFollowFromThoseOfFewBlocks) {
  const auto of = [](const Launch& l) { return found_by(recorded_kernel(l), l).samples; };
  EXPECT_EQ(of(launch("naive", 64, 64, 64, 16)), 3U);
  EXPECT_EQ(of(launch("tiled", 64, 64, 64, 16)), 3U);
  EXPECT_EQ(of(launch("warp_tiled", 128, 128, 64, 32)), 3U);
  EXPECT_EQ(of(launch("register_tiled", 128, 64, 64, 16)), 3U);
  const std::size_t ragged = of(launch("tiled_bounded", 55, 43, 40, 16));  // four kinds of blocks, few of each
  EXPECT_GE(ragged, 4U);
  EXPECT_LE(ragged, 12U);
}

TEST(Gpu, ThreadsThatDoTheSameHaveOnePath) {
  const auto of = [](const Launch& l) { return paths_of(recorded_kernel(l), l); };
  EXPECT_EQ(of(launch("naive", 64, 64, 64, 16)), 1U);
  EXPECT_EQ(of(launch("tiled", 64, 64, 64, 16)), 1U);
  EXPECT_EQ(of(launch("warp_tiled", 64, 64, 64, 32)), 1U);
  // In the last tile of each side a thread loads from A, from B, from both or from neither; and it stores or does not.
  const std::uint32_t ragged = of(launch("tiled_bounded", 55, 43, 40, 16));
  EXPECT_GT(ragged, 3U);
  EXPECT_LT(ragged, 20U);
}

// For a block's number squared they do not, nor of what is read; then they are recorded.
TEST(Gpu, IndicesThatFollowFromNothingAreRecorded) {
  for (const char* const at : {"blockIdx.x * blockIdx.x % 7 * 32 + threadIdx.x", "(blockIdx.x ^ 1) * 32 + threadIdx.x",
                               "(int)A[blockIdx.x] % 8 * 32 + threadIdx.x"}) {
    const ProductKernel kernel = kernel_of(
        "bent", fmt::format("__global__ void bent(const float* A, float* C) {{ C[{}] = A[threadIdx.x]; }}\n", at), 1);
    const Launch l = square(kernel, 16, {32, 1}, {8, 1});
    EXPECT_EQ(found_by(kernel, l).samples, 0U) << at;
    EXPECT_EQ(Comparison(record_in(4, kernel, l), record_on_cpu(kernel, l)).difference(), "") << at;
  }
}

TEST(Gpu, EventsOf4And16BytesAreTheSame) {
  for (const char* const name : {"naive", "tiled", "tiled_bounded", "vectorized"}) {
    const Launch l = launch(name, 64, 64, 64, name == std::string("vectorized") ? 8 : 16, "random");
    const Trace narrow = record_on_gpu(l);
    for (const std::uint32_t bytes : {4U, 16U}) {
      const Trace other = record_in(bytes, recorded_kernel(l), l);
      EXPECT_TRUE(same_events(narrow, other)) << name << ", " << bytes;
      EXPECT_TRUE(same_bits(c_of(narrow), c_of(other))) << name << ", " << bytes;
    }
  }
}

class Everywhere : public testing::TestWithParam<const char*> {};

TEST_P(Everywhere, AHundredRandomLaunchesAreTheSame) {
  std::mt19937_64 random(3);
  for (int n = 0; n < 100; ++n) {
    const Launch l = random_launch(GetParam(), random);
    SCOPED_TRACE(testing::Message() << l.kernel << " " << m_of(l) << " x " << n_of(l) << " x " << k_of(l) << ", tile "
                                    << l.tile);
    const Trace on_cpu = record(l, 2);
    const Trace on_gpu = record_on_gpu(l);
    EXPECT_TRUE(same_bits(plain_result(l), c_of(on_cpu)));
    EXPECT_EQ(Comparison(on_gpu, on_cpu).difference(), "");
    EXPECT_EQ(Comparison(record_in(4, recorded_kernel(l), l), on_cpu).difference(), "");
    EXPECT_EQ(on_gpu.lost_events(), 0U);
    EXPECT_EQ(count(on_gpu).all, count(on_cpu).all);
    EXPECT_EQ(Comparison(record_on_gpu(counted(l)), record(counted(l), 2)).difference(), "");
  }
}

// How often a thread tries depends on the others, so every run makes other numbers of events.
TEST(Gpu, ThreadsThatTryUntilNobodyWasFasterAreRecordedWhole) {
  const std::string counts =
      "  unsigned* at = (unsigned*)C;\n"
      "  unsigned old = *at, assumed;\n"
      "  do {\n"
      "    assumed = old;\n"
      "    old = atomicCAS(at, assumed, assumed + 1);\n"
      "  } while (assumed != old);\n";
  const std::string locks =
      "  int* lock = (int*)C + 1;\n"
      "  unsigned* balance = (unsigned*)C;\n"
      "  if (threadIdx.x % 32 != 0) return;\n"
      "  while (atomicCAS(lock, 0, 1) != 0) {\n"
      "  }\n"
      "  atomicAdd(balance, 1);\n"
      "  atomicExch(lock, 0);\n";
  for (const auto& [text, changes] : {std::pair{counts, 64U * 64}, std::pair{locks, 2U * 64}}) {
    const ProductKernel kernel =
        kernel_of("tries", "__global__ void tries(const float* A, float* C) {\n" + text + "}\n", 1);
    Launch l = square(kernel, 2, {64, 1}, {64, 1});
    for (int times = 0; times < 5; ++times) {
      const Trace trace = record_on_gpu(kernel, l);
      EXPECT_EQ(trace.lost_events(), 0U) << text;
      EXPECT_EQ(std::bit_cast<std::uint32_t>(c_of(trace)[0]), changes) << text;
      std::uint64_t atomics = 0;
      for (std::size_t block = 0; block < trace.block_count(); ++block)
        for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
          for (const Event& event : trace.events(block, thread)) atomics += event.kind() == Kind::atomic ? 1 : 0;
      EXPECT_GE(atomics, changes) << text;
    }
  }
}

// By hand, with --gtest_also_run_disabled_tests: every width of every kernel in which threads do not race.
TEST(Gpu, DISABLED_AHundredLaunchesAtEveryWidth) {
  std::mt19937_64 random(11);
  const auto up_to = [&](std::int64_t most) {
    return 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
  };
  for (const CatalogueKernel& kernel : catalogue()) {
    if (!kernel.right()) continue;
    int launches = 0, widths = 0;
    for (const int tile : kernel.tiles()) {
      ++widths;
      const int times = tile > 32 ? 10 : 100;  // those are long
      for (int n = 0; n < times; ++n) {
        const bool is_one_block = kernel.name == std::string_view("single_block");
        const std::int64_t most = is_one_block ? tile : 3 * tile;
        ProductShape shape{up_to(most), up_to(most), up_to(most), tile};
        if (!is_one_block && kernel.refusal(shape)) {  // it takes multiples
          shape.m = tile * up_to(2), shape.n = tile * up_to(2), shape.k = 4 * tile;
          ASSERT_FALSE(kernel.refusal(shape)) << *kernel.refusal(shape);
        }
        const Launch l = launch(std::string(kernel.name), shape.m, shape.n, shape.k, tile, "random", random());
        SCOPED_TRACE(testing::Message() << l.kernel << " " << m_of(l) << " x " << n_of(l) << " x " << k_of(l)
                                        << ", tile " << l.tile);
        const Trace on_cpu = record(l, 4), on_gpu = record_on_gpu(l);
        ASSERT_EQ(Comparison(on_gpu, on_cpu).difference(), "");
        ASSERT_TRUE(same_bits(plain_result(l), c_of(on_cpu)));
        if (n % 10 == 0) {
          ASSERT_EQ(Comparison(record_on_gpu(counted(l)), record(counted(l), 4)).difference(), "");
        }
        ++launches;
      }
    }
    std::printf("%s: %d widths, %d launches\n", std::string(kernel.name).c_str(), widths, launches);
    std::fflush(stdout);
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryKernel, Everywhere,
                         testing::Values("naive", "single_block", "tiled", "tiled_bounded", "coarsened_1d",
                                         "register_tiled", "vectorized", "double_buffered", "warp_tiled"),
                         [](const auto& kernel) { return std::string(kernel.param); });

// All of a trace file but what tells of the machine.
std::vector<FileBytes> chunks_but_of_the_machine(const Trace& trace, const std::string& path) {
  save(trace, path);
  std::vector<FileBytes> chunks;
  for (const TakenApart::Chunk& chunk : take_apart(read_bytes(path)).chunks)
    if (chunk.entry.section != file::Section::machine && chunk.entry.section != file::Section::clocks)
      chunks.push_back(chunk.stored);
  return chunks;
}

TEST(Gpu, ItsTraceFilesAreTheCpusButForMachineAndClocks) {
  const std::string path = fresh_folder("files") / "a.tsc";
  std::mt19937_64 random(4);
  for (const char* const kernel : {"naive", "single_block", "tiled", "tiled_bounded", "register_tiled", "vectorized"})
    for (int n = 0; n < 5; ++n) {
      const Launch l = random_launch(kernel, random);
      const Trace on_gpu = record_on_gpu(l);
      EXPECT_EQ(chunks_but_of_the_machine(on_gpu, path), chunks_but_of_the_machine(record(l), path)) << kernel;
      EXPECT_EQ(difference(on_gpu, through_a_file(on_gpu, path)), "") << kernel;
    }
}

TEST(Gpu, EveryTileWidthIsRecorded) {
  for (const CatalogueKernel& kernel : catalogue()) {
    if (!kernel.right()) continue;  // a GPU may give another result
    for (const int tile : kernel.tiles()) {
      if (tile > 8 && tile % 16 != 0 && tile != 20) continue;
      Launch l;
      for (int times = 1; times < 16; ++times)
        if (a_of(l).empty()) try {
            l = launch(std::string(kernel.name), tile, tile, times * tile, tile, "random");
          } catch (const UsageError&) {  // its tiles are of another depth
          }
      ASSERT_FALSE(a_of(l).empty()) << kernel.name << ", tile " << tile;
      if (recorded_kernel(l).prepared->code().shared_bytes > 48 * 1024) continue;  // no GPU takes that
      const Trace on_cpu = record(l);
      EXPECT_TRUE(same_events(record_on_gpu(l), on_cpu)) << kernel.name << ", tile " << tile;
      EXPECT_TRUE(same_bits(plain_result(l), c_of(on_cpu))) << kernel.name << ", tile " << tile;
    }
  }
}

TEST(Gpu, KnowsTheFiguresOfTheCurriculum) {
  const Counts ragged = count(record_on_gpu(launch("tiled_bounded", 55, 43, 48, 16)));
  EXPECT_EQ(ragged.of(Count::global_load).total * 4, 64704U);
  EXPECT_EQ(ragged.of(Count::global_store).total * 4, 9460U);
  const Trace wide = record_on_gpu(launch("tiled_bounded", 142, 146, 110, 32));
  EXPECT_EQ(useful_flops(wide), 4561040U);
  EXPECT_EQ(count(wide).executed_flops(), 6553600U);
  EXPECT_EQ(count(record_on_gpu(launch("tiled", 4, 4, 4, 2))).of(Count::global_load).thread_max, 4U);
  EXPECT_EQ(count(record_on_gpu(launch("naive", 4, 4, 4, 2))).of(Count::global_load).thread_max, 8U);
}

// Of chosen blocks the events, of the others what was counted, and what all that ran left in C.
void expect_the_same(const Launch& l) {
  const Trace on_gpu = record_on_gpu(l);
  const Trace on_cpu = record_on_cpu(recorded_kernel(l), l);
  EXPECT_TRUE(same_bits(c_of(on_gpu), c_of(on_cpu)));
  ASSERT_EQ(on_gpu.block_count(), on_cpu.block_count());
  for (std::size_t block = 0; block < on_cpu.block_count(); ++block) {
    ASSERT_EQ(on_gpu.block(block).recorded(), on_cpu.block(block).recorded());
    if (!on_cpu.block(block).recorded()) {
      EXPECT_EQ(text_of(on_gpu.block(block).tallies), text_of(on_cpu.block(block).tallies)) << block;
      continue;
    }
    for (std::uint32_t thread = 0; thread < on_cpu.threads_per_block(); ++thread) {
      const Column left = on_gpu.events(block, thread);
      const Column right = on_cpu.events(block, thread);
      ASSERT_EQ(left.size(), right.size());
      for (std::uint32_t n = 0; n < left.size(); ++n) ASSERT_TRUE(same_but_clock(left[n], right[n]));
    }
  }
}

TEST(Gpu, ChosenBlocksAreKeptAndTheOthersCounted) {
  Launch l = launch("tiled_bounded", 50, 70, 33, 16, "random");
  l.record = Record::window;
  l.window = {{1, 1, 2, 2}, {0, 4, 0, 4}};
  expect_the_same(l);
}

// What is held of a launch and of the one beside it gives the same as a new launch: blocks at edges go other ways than
// those before them, and make other numbers of events.
TEST(Gpu, OneBlockAfterAnotherIsRecordedOfALaunchThatIsHeld) {
  std::vector<Launch> launches{launch("tiled_bounded", 520, 530, 33, 16, "random"),
                               launch("naive", 520, 530, 33, 16, "random"),
                               launch("tiled_bounded", 520, 530, 33, 4, "random")};
  for (const Record record : {Record::blocks, Record::window, Record::blocks}) {
    for (const BlockRange& block : {BlockRange{32, 33, 32, 33}, BlockRange{1, 1, 1, 1}, BlockRange{0, 33, 1, 33}})
      for (Launch& l : launches) {
        l.record = record;
        l.window = {block};
        expect_the_same(l);
      }
    for (Launch& l : launches) l.buffers[0].bytes[2] ^= std::byte{0x15};  // another number in A
  }
}

TEST(Gpu, HalfTheRoomKeepsTheFirstHalf) {
  const Launch l = launch("tiled", 64, 64, 64, 16, "random");
  const Trace whole = record_on_gpu(l);
  const std::uint64_t threads = l.grid.count() * l.threads_per_block();
  const Trace half = record_on_gpu(l, whole.kept_events() / 2 * sizeof(cuda::NarrowEvent));
  EXPECT_EQ(half.kept_events(), whole.kept_events() / threads / 2 * threads);
  EXPECT_EQ(half.kept_events() + half.lost_events(), whole.kept_events());
  EXPECT_TRUE(same_bits(c_of(half), c_of(whole)));
  for (std::size_t block = 0; block < half.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < half.threads_per_block(); ++thread) {
      const Column kept = half.events(block, thread);
      const Column all = whole.events(block, thread);
      for (std::uint32_t n = 0; n < kept.size(); ++n) ASSERT_TRUE(same_but_clock(kept[n], all[n]));
    }
}

TEST(Gpu, BarriersHaveClocksThatGoForward) {
  const Trace trace = record_on_gpu(launch("tiled", 64, 64, 64, 16));
  EXPECT_EQ(trace.backend(), Backend::cuda);
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      std::uint32_t last = 0;
      bool first = true;
      for (const Event& event : trace.events(block, thread)) {
        if (!event.is_barrier()) continue;
        if (!first) {
          ASSERT_LT(event.clock() - last, 1U << 31);  // it may begin again from 0
        }
        last = event.clock();
        first = false;
      }
      EXPECT_FALSE(first);
    }
  }
}

// Warps wait for no longer than the kernel runs, and each block's for the slowest of them.
TEST(Gpu, WaitsAtBarriersFitIntoTheKernel) {
  for (const int tile : {8, 16, 32}) {
    const auto waits = barrier_waits(record_on_gpu(launch("tiled", 128, 128, 128, tile)));
    ASSERT_TRUE(waits);
    EXPECT_EQ(waits->blocks, waits->all_blocks);
    EXPECT_EQ(waits->barriers.size(), 2U * 128 / static_cast<unsigned>(tile));
    EXPECT_GT(waits->all.ticks, 0U);
    EXPECT_LT(waits->all.ticks, waits->all.of);
    EXPECT_EQ(waits->lines.size(), 2U);
  }
  EXPECT_FALSE(barrier_waits(record_on_cpu(recorded_kernel(launch("tiled", 8, 8, 8, 4)), launch("tiled", 8, 8, 8, 4))));
}

// All forms of kernel text, and what odd kernels do: all their events, and their counts.
class Forms : public testing::Test {
 protected:
  static std::string all_events(const Trace& trace) {
    std::string text;
    for (std::size_t block = 0; block < trace.block_count(); ++block)
      for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
        std::uint32_t number = 0;
        for (const Event& event : trace.events(block, thread)) text += describe(event, number++, trace.arrays()) + "\n";
      }
    return text;
  }
  static void expect_same(const std::string& name, const RecordedKernel& kernel, const Launch& launch) {
    SCOPED_TRACE(name);
    const Trace on_cpu = record_on_cpu(kernel, launch);
    ASSERT_FALSE(on_cpu.fault());
    const Trace on_gpu = record_on_gpu(kernel, launch);
    EXPECT_EQ(all_events(on_gpu), all_events(on_cpu));
    EXPECT_EQ(Comparison(on_gpu, on_cpu).difference(), "");
    for (const std::uint32_t bytes : {4U, 16U})
      EXPECT_EQ(Comparison(record_in(bytes, kernel, launch), on_cpu).difference(), "") << bytes;
    EXPECT_EQ(Comparison(record_on_gpu(kernel, counted(launch)), record_on_cpu(kernel, counted(launch))).difference(),
              "");
  }
};

TEST_F(Forms, GiveTheSameEvents) {
  int forms = 0;
  for (const std::filesystem::path& path : texts_in("forms")) {
    const std::string name = path.stem();
    const Form form = read_form(texts_folder() + "/forms", name);
    Launch launch = launch_of(form, form_kernel(form.name));
    for (const OutOfBounds stray : {OutOfBounds::poison, OutOfBounds::zero, OutOfBounds::stale, OutOfBounds::touch}) {
      launch.out_of_bounds = stray;
      expect_same(name, form_kernel(name), launch);
    }
    ++forms;
  }
  EXPECT_GE(forms, 25);
}

// The first warp has little to do: it waits for the second, which comes last every time.
TEST_F(Forms, ASlowWarpIsWaitedFor) {
  const std::string name = "slow_warp";
  const ProductKernel& kernel = form_kernel(name);
  const auto waits =
      barrier_waits(record_on_gpu(kernel, launch_of(read_form(texts_folder() + "/forms", name), kernel)));
  ASSERT_TRUE(waits);
  ASSERT_EQ(waits->warps.size(), 2U);
  EXPECT_EQ(waits->warps[1].last, 3U);
  EXPECT_EQ(waits->warps[0].last, 0U);
  EXPECT_GT(waits->warps[0].waited, 10 * waits->warps[1].waited);
  EXPECT_GE(waits->lines[0].skew, waits->warps[0].waited - waits->warps[1].waited);
}

// Each thread goes round its loop as often as its number says: more paths than are told apart.
TEST_F(Forms, WithTooManyPathsAreRecordedWide) {
  const std::string name = "odd_own_ways";
  const RecordedKernel& kernel = odd_kernel("own_ways");
  const Launch few = square(odd_kernel("own_ways"), 64, {32, 8}, {2, 2}),
               many = square(odd_kernel("own_ways"), 64, {32, 8}, {4, 4});
  EXPECT_EQ(paths_of(kernel, few), few.grid.count() * few.threads_per_block());
  EXPECT_GT(many.grid.count() * many.threads_per_block(), cuda::Paths::most);
  EXPECT_EQ(paths_of(kernel, many), 0U);
  expect_same(name, odd_kernel("own_ways"), few);
  expect_same(name, odd_kernel("own_ways"), many);
}

TEST_F(Forms, AndOddOnesDoToo) {
  expect_same("odd_strays", odd_kernel("strays"), square(odd_kernel("strays"), 2, {2, 2}));
  expect_same("odd_writes_a", odd_kernel("writes_a"), square(odd_kernel("writes_a"), 2, {1, 1}));
}

std::string failure(const RecordedKernel& kernel, const Launch& launch) {
  try {
    static_cast<void>(record_on_gpu(kernel, launch));
  } catch (const GpuError& error) {
    return error.what();
  }
  return "no failure";
}

// Whatever went wrong, the next recording works.
void expect_it_still_works() {
  const Launch l = launch("tiled", 8, 8, 8, 4);
  EXPECT_TRUE(same_events(record_on_gpu(l), record(l)));
}

TEST_F(Forms, AnEndlessLoopIsNamed) {
  const std::string message = failure(odd_kernel("endless"), square(odd_kernel("endless"), 2, {2, 2}));
  EXPECT_EQ(message, "endless: thread (1,0) of block 0 is still in a loop after 266240 iterations");
  expect_it_still_works();
}

// Whatever a text does, a recording comes to its end: with a trace, or with one line.
TEST_F(Forms, HostileTextsTakeNothingDown) {
  const std::pair<const char*, const char*> texts[] = {
      {"while (true) C[0] += A[0];", "is still in a loop"},
      {"for (long long i = 0; i < 1000000000; ++i) C[0] = A[0] * i;", "is still in a loop"},
      {"for (unsigned i = 1; i != 0; i += 0) C[i] = 0;", "is still in a loop"},
      {"__shared__ int lock; lock = 0; while (atomicCAS(&lock, 0, 1) != 0); C[0] = 1;", "is still in a loop"},
      {"while (true) __syncthreads();", "is still in a loop"},
      {"if (threadIdx.x == 0) while (C[1] == 0); __syncthreads();", "is still in a loop"},
      {"C[0] = *reinterpret_cast<const double*>(A + 1 + 2 * (threadIdx.x % 2));", "misaligned address"},
      {"C[threadIdx.x * 1000000000] = A[-5 - (int)threadIdx.x * 2000000];", ""},
      {"float own[4]; for (int i = 0; i < 100; ++i) own[i * 3 - 50] = A[i]; C[0] = own[threadIdx.x];", ""},
      {"int zero = threadIdx.x - threadIdx.x; C[0] = 7 / zero + 7 % zero + (1 << (threadIdx.x + 64));", ""},
      {"float* none = nullptr; if (threadIdx.x < 9) none += threadIdx.x; *none = 1; C[0] = *none;", ""},
      {"for (int i = 0; i < 3000; ++i) printf(\"%d %f\\n\", i, A[0]);", ""},
      {"assert(A[0] < 0);", "failed the assertion on line 1"},
      {"if (threadIdx.x < 2) return; __syncthreads(); C[0] = 1;", ""},
      {"if (threadIdx.x < 2) __syncthreads(); else __syncthreads(); C[0] = 1;", "use --backend cpu"},
      {"C[0] = __shfl_sync(0xffffffff, A[0], 77) + __popc(__ballot_sync(0xffffffff, threadIdx.x));", ""}};
  for (const auto& [text, failing] : texts) {
    SCOPED_TRACE(text);
    const ProductKernel kernel =
        kernel_of("hostile", "__global__ void hostile(const float* A, float* C) { " + std::string(text) + " }", 1);
    const std::string told = failure(kernel, square(kernel, 2, {32, 1}));
    EXPECT_NE(told.find(*failing == '\0' ? "no failure" : failing), std::string::npos) << told;
    EXPECT_EQ(told.find('\n'), std::string::npos);
  }
  expect_it_still_works();
}

// What a recorded text does by itself never does that: only where it is told to really touch what is far outside. A
// driver does not let a process go on after it, so this is run in one of its own.
TEST(Failing, AnAccessThatTheGpuRefusesIsOneLine) {
  const ProductKernel far = kernel_of(
      "far",
      "__global__ void far(const float* A, float* C) { C[0] = A[1 << 29]; C[0] = A[(1 << 29) - 1 - (1 << 30)]; }", 1);
  Launch launch = square(far, 2, {1, 1});
  launch.out_of_bounds = OutOfBounds::touch;
  const std::string why = "an illegal memory access was encountered";
  EXPECT_EQ(failure(far, launch), "CUDA error while counting the accesses of far: " + why +
                                      "; this program cannot use the GPU again until it restarts");
  EXPECT_EQ(make_cuda_executor().why_not.find("NVIDIA "), 0U);
}

// It is timed by another process, so that this one can go on whatever it does.
TEST(Gpu, APlainKernelIsTimedApart) {
  const auto seconds = [](const RecordedKernel& kernel, const Launch& launch) {
    return plain_seconds_apart(kernel, launch, [] { return true; });
  };
  const Launch large = launch("tiled", 512, 512, 512, 16), small = launch("tiled", 64, 64, 64, 16);
  const double of_large = seconds(recorded_kernel(large), large), of_small = seconds(recorded_kernel(small), small);
  EXPECT_GT(of_small, 1e-7);
  EXPECT_GT(of_large, 2 * of_small);
  EXPECT_LT(of_large, 1e-2);

  const auto why = [&](const std::string& text) -> std::string {
    const ProductKernel kernel = kernel_of("bad", text, 1);
    try {
      static_cast<void>(seconds(kernel, square(kernel, 2, {1, 1})));
      return "";
    } catch (const GpuError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(why("__global__ void bad(const float* A, float* C) { C[0] = A[(1 << 29) - 1 - (1 << 30)]; }"),
            "CUDA error while running bad without recording: an illegal memory access was encountered");
  expect_it_still_works();
  EXPECT_EQ(why("__global__ void bad(volatile float* A, float* C) { while (A[0] > -1) C[0] = 1; }"),
            "the GPU did not finish running bad without recording in 5 s");
  expect_it_still_works();
  EXPECT_THROW(static_cast<void>(plain_seconds_apart(recorded_kernel(large), large, [] { return false; })), GpuError);
}

TEST(Gpu, WhatDoesNotFitSaysWhatWould) {
  try {
    static_cast<void>(record_on_gpu(launch("tiled", 4096, 4096, 256, 32)));
    FAIL() << "it fitted";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("GiB may be used"), std::string::npos) << message;
    EXPECT_NE(message.find("--record window"), std::string::npos) << message;
    std::printf("%s\n", message.c_str());
  }
  expect_it_still_works();
}

TEST(Gpu, AFullOneSaysWhatWasAskedFor) {
  std::vector<cuda::Memory<char>> others;
  constexpr std::uint64_t left = std::uint64_t{256} << 20;
  if (const std::uint64_t free = cuda::free_memory(); free > left) others.emplace_back(free - left);
  const auto message = [](const Launch& l) -> std::string {
    try {
      static_cast<void>(record_on_gpu(l));
      return "it fitted";
    } catch (const GpuError& error) {
      return error.what();
    }
  };
  const std::string trace = message(launch("tiled", 256, 256, 256, 16));
  EXPECT_NE(trace.find(" need "), std::string::npos) << trace;
  EXPECT_NE(trace.find("--record window --blocks 0-"), std::string::npos) << trace;
  Launch large = counted(launch("tiled", 16, 16, 16, 16));
  for (Buffer& buffer : large.buffers)
    if (buffer.name == "A")
      buffer.sides = {16384, 16384}, buffer.bytes.resize(std::size_t{16384} * 16384 * sizeof(float));
  EXPECT_EQ(message(large), "CUDA error while allocating 1 GiB of GPU memory: out of memory");
  others.clear();
  expect_it_still_works();
}

TEST(Gpu, HasItsOwnSchedule) {
  Launch l = launch("tiled", 4, 4, 4, 2);
  l.schedule.kind = Schedule::Kind::reverse;
  EXPECT_THROW(static_cast<void>(record_on_gpu(l)), GpuError);
}

}  // namespace
}  // namespace tilescope::test

int main(int argc, char** argv) {
  using namespace tilescope;
  if (argc == 2 && std::string(argv[1]) == timing_command) {
    fmt::print("{}\n", answer_timing(std::cin));
    return 0;
  }
  use_for_timing("/proc/self/exe");
  testing::InitGoogleTest(&argc, argv);
  if (const auto cuda = tilescope::make_cuda_executor(); !cuda.executor) {
    std::printf("skipped: %s\n", cuda.why_not.c_str());
    return 77;
  }
  return RUN_ALL_TESTS();
}
