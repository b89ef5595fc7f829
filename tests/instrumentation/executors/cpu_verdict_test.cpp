// The verdict on a launch whose blocks are judged one by one and freed equals the verdict on its whole trace.
#include "instrumentation/executors/cpu_verdict.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "tests/instrumentation/launching/mutants.h"
#include "tests/support/form.h"
#include "tests/support/launches.h"
#include "tests/support/random_launch.h"
#include "tests/support/schedules.h"
#include "tests/support/text_kernels.h"
#include "tests/support/unordered_texts.h"

namespace tilescope::test {
namespace {

// Nothing is kept: each block's events are let go as soon as they were looked at.
constexpr VerdictRoom no_room{.kept = 0};

Verdict judged_in_passing(const RecordedKernel& kernel, const Launch& launch, unsigned cores = 1) {
  machine::RunOptions how;
  how.cores = cores;
  how.pool = std::make_shared<EventPool>(4);
  how.event_bytes = std::uint64_t{1} << 26;
  return judge_here(kernel, launch, how, no_room);
}

Hazards judged_whole(const RecordedKernel& kernel, const Launch& launch) {
  RecordOptions how;
  how.cores = 1;
  how.memory = std::uint64_t{1} << 30;
  return judged(make_cpu_executor()->record(kernel, launch, how));
}

// For blocks that are not recorded once more, the numbers of events are not known.
void take_numbers(std::vector<Finding>& from, const std::vector<Finding>& all, std::size_t& unknown) {
  for (std::size_t n = 0; n < from.size() && n < all.size(); ++n)
    for (std::size_t a = 0; a < from[n].accesses.size() && a < all[n].accesses.size(); ++a)
      if (from[n].accesses[a].number == Access::unknown) {
        from[n].accesses[a].number = all[n].accesses[a].number;
        ++unknown;
      }
  for (std::size_t n = 0; n < from.size() && n < all.size(); ++n)
    if (from[n].mask && all[n].mask && from[n].mask->event == MaskMistake::unknown)
      from[n].mask->event = all[n].mask->event;
}

std::string in_words(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& f : findings) {
    text += fmt::format("  {} {} array {}, {} times, {} cells, {} blocks, {} intervals; interval {}, cell {}",
                        name_of(f.severity), name_of(f.hazard), f.array, f.times, f.cells, f.blocks, f.intervals,
                        f.interval, f.cell);
    for (const Access& a : f.accesses)
      text += fmt::format("; {} line {} block {} thread {} number {}", a.store ? "store" : "load", a.line, a.block,
                          a.thread, a.number);
    if (f.mask) text += fmt::format("; mask {:#x}, event {}", f.mask->mask, f.mask->event);
    if (f.difference)
      text += fmt::format("; {} for {}, {} at most, {} not finite", f.difference->got, f.difference->expected,
                          f.difference->largest, f.difference->not_finite);
    text += "\n";
  }
  return text;
}

struct Compared {
  std::size_t launches = 0, with_findings = 0, unknown_numbers = 0;

  void compare(const RecordedKernel& kernel, const Launch& launch, unsigned cores = 1) {
    const Hazards whole = judged_whole(kernel, launch);
    Verdict passing = judged_in_passing(kernel, launch, cores);
    take_numbers(passing.hazards.findings, whole.findings, unknown_numbers);
    EXPECT_EQ(in_words(passing.hazards.findings), in_words(whole.findings)) << launch.kernel;  // a NaN is itself here
    EXPECT_EQ(passing.hazards.blocks, whole.blocks);
    EXPECT_EQ(passing.hazards.looked_at, whole.looked_at) << launch.kernel;
    EXPECT_EQ(passing.hazards.result.has_value(), whole.result.has_value());
    if (whole.result && passing.hazards.result) {
      EXPECT_EQ(passing.hazards.result->wrong, whole.result->wrong);
    }
    ++launches;
    with_findings += whole.findings.empty() ? 0 : 1;
  }
};

TEST(CpuVerdict, InPassingIsThatOfAWholeTraceForMutants) {
  Compared all;
  for (const Mutant& mutant : mutants()) {
    Request request;
    request.kernel = mutant.kernel;
    request.m = 2 * mutant.tile, request.n = 3 * mutant.tile, request.k = 2 * mutant.tile;
    request.inputs = "random";
    request.tile = mutant.tile;
    try {
      Launch launch = plan(request);
      SCOPED_TRACE(mutant.what);
      all.compare(mutant.recorded, launch, 2);
    } catch (const UsageError&) {  // it does not take this shape
    }
  }
  EXPECT_GT(all.launches, 30U);
  EXPECT_GT(all.with_findings, 20U);
}

TEST(CpuVerdict, InPassingIsThatOfAWholeTraceForRandomLaunches) {
  std::mt19937_64 random(5);
  Compared all;
  for (const CatalogueKernel& kernel : catalogue())
    for (int n = 0; n < 6; ++n) {
      const Launch launch = random_launch(std::string(kernel.name), random);
      all.compare(recorded_kernel(launch), launch, 2);
    }
  EXPECT_GT(all.with_findings, 5U);
}

TEST(CpuVerdict, InPassingIsThatOfAWholeTraceWhereThreadsHaveNoOrder) {
  std::filesystem::current_path(TILESCOPE_SOURCES "/tests/instrumentation/unordered");  // where the arrays' files are
  Compared all;
  for (const std::string& name : unordered_texts(TILESCOPE_SOURCES "/tests/instrumentation/unordered")) {
    SCOPED_TRACE(name);
    Request request;
    request.kernel = std::filesystem::path(TILESCOPE_SOURCES "/tests/instrumentation/unordered") / (name + ".cu");
    Launch launch = plan(request);
    for (const auto& [schedule, how] : every_schedule(1)) {
      SCOPED_TRACE(schedule);
      launch.schedule = how;
      all.compare(recorded_kernel(launch), launch, 2);
    }
  }
  EXPECT_GT(all.with_findings, 100U);
}

TEST(CpuVerdict, InPassingIsThatOfAWholeTraceForClassicsAndTheirMutants) {
  Compared all;
  for (const KnownText& known : classics()) {
    SCOPED_TRACE(known.name);
    Request request;
    request.kernel = kernel_called(std::string(known.name));
    const Launch launch = plan(request);
    all.compare(recorded_kernel(launch), launch, 2);
  }
  EXPECT_GT(all.launches, 100U);
  EXPECT_GT(all.with_findings, 15U);
}

TEST(CpuVerdict, InPassingIsThatOfAWholeTraceForOddKernelsAndForms) {
  Compared all;
  for (const auto& entry : std::filesystem::directory_iterator(texts_folder() + "/forms")) {
    const std::string name = entry.path().stem();
    SCOPED_TRACE(name);
    const Form form = read_form(texts_folder() + "/forms", name);
    for (const OutOfBounds stray : {OutOfBounds::poison, OutOfBounds::stale}) {
      Launch launch = launch_of(form, form_kernel(form.name));
      launch.out_of_bounds = stray;
      all.compare(form_kernel(name), launch);
    }
  }
  EXPECT_GT(all.launches, 50U);
}

// One of 4,096 blocks leaves out its barrier.
TEST(CpuVerdict, FindsARaceInOneBlockOfMany) {
  const ProductKernel kernel = kernel_of("one_block_races", R"(
__global__ void one_block_races(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < K; tile += TILE) {
    As[threadIdx.y][threadIdx.x] = A[row * K + tile + threadIdx.x];
    if (blockIdx.x != 37 || blockIdx.y != 41) __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * B[(tile + k) * N + col];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
)",
                                         4);
  const Launch launch = test::launch("tiled", 256, 256, 4, 4);
  ASSERT_EQ(launch.grid.count(), 4096U);
  const Verdict verdict = judged_in_passing(kernel, launch, 2);
  ASSERT_EQ(verdict.hazards.findings.size(), 3U);  // the race, uninitialised reads, and their effect
  const Finding& race = verdict.hazards.findings.front();
  EXPECT_EQ(race.hazard, Hazard::race);
  EXPECT_EQ(race.blocks, 1U);
  EXPECT_EQ(race.accesses.front().block, 41U * 64 + 37);
  EXPECT_TRUE(verdict.trace.block(race.accesses.front().block).recorded());
  EXPECT_EQ(verdict.hazards.looked_at, 4096U);
}

}  // namespace
}  // namespace tilescope::test
