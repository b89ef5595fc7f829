// A GPU that judges its own recording finds the same as this machine in a trace of all events.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/executors/cuda/device_verdict.h"
#include "instrumentation/executors/cuda/there/events.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/support/form.h"
#include "tests/support/random_launch.h"
#include "tests/support/text_kernels.h"
#include "tests/support/unordered_texts.h"

namespace tilescope::test {

namespace {

const Executor& gpu() {
  static const CudaExecutor cuda = make_cuda_executor();
  return *cuda.executor;
}

Verdict judge(const RecordedKernel& kernel, const Launch& launch, std::uint64_t memory = 0, bool wide = false) {
  RecordOptions how;
  how.memory = memory;
  how.event_bytes = wide ? 16 : 0;
  return gpu().judge(kernel, launch, how);
}
Verdict judge(const Launch& launch, std::uint64_t memory = 0) { return judge(recorded_kernel(launch), launch, memory); }

// C may be another one after every run of a kernel with a race.
std::vector<Finding> found_in_events(const Hazards& hazards) {
  std::vector<Finding> findings = hazards.findings;
  std::erase_if(findings, [](const Finding& finding) { return finding.hazard == Hazard::wrong_result; });
  return findings;
}

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void expect_same_product(const Verdict& verdict, std::uint64_t most_products = std::uint64_t{1} << 26) {
  const std::optional<ResultCheck> here = reading::check_result(verdict.trace, most_products);
  ASSERT_EQ(here.has_value(), verdict.hazards.result.has_value());
  if (!here) return;  // it has no A or no B
  EXPECT_EQ(verdict.hazards.result->wrong, here->wrong);
  EXPECT_TRUE(same_numbers(verdict.hazards.result->expected, here->expected));
}

void expect_same(const Verdict& verdict, const Trace& on_cpu, bool there = true) {
  const Hazards here = judged(on_cpu);
  EXPECT_EQ(verdict.on_device, there) << verdict.why_not_there;
  EXPECT_TRUE(found_in_events(verdict.hazards) == found_in_events(here))
      << verdict.hazards.findings.size() << " and " << here.findings.size();
  EXPECT_EQ(verdict.hazards.blocks, here.blocks);
  EXPECT_EQ(verdict.hazards.looked_at, here.looked_at);
  EXPECT_EQ(verdict.events, on_cpu.kept_events());
  expect_same_product(verdict);
}

class Judged : public testing::TestWithParam<std::string_view> {};

TEST_P(Judged, AsOnTheCpu) {
  std::mt19937_64 random(12);
  for (int n = 0; n < 25; ++n) {
    const Launch l = random_launch(std::string(GetParam()), random);
    SCOPED_TRACE(testing::Message() << l.kernel << " " << m_of(l) << " x " << n_of(l) << " x " << k_of(l) << ", tile "
                                    << l.tile);
    const Trace on_cpu = record(l, 2);
    expect_same(judge(l), on_cpu);
    if (n > 5) continue;
    expect_same(judge(recorded_kernel(l), l, 0, true), on_cpu);
    // As many blocks at a time as a quarter of the launch, or one.
    std::uint64_t longest = 0;
    for (std::size_t block = 0; block < on_cpu.block_count(); ++block)
      for (std::uint32_t thread = 0; thread < on_cpu.threads_per_block(); ++thread)
        longest = std::max<std::uint64_t>(longest, on_cpu.events(block, thread).size());
    const std::uint64_t block = longest * on_cpu.threads_per_block() * 2 * sizeof(cuda::NarrowEvent);
    const Verdict in_batches = judge(l, block * std::max<std::uint64_t>(1, on_cpu.block_count() / 4));
    EXPECT_TRUE(in_batches.on_device);
    EXPECT_EQ(in_batches.events, on_cpu.kept_events());
    // There is room for fewer of the blocks in doubt, so no more was found than there is.
    EXPECT_LE(in_batches.hazards.looked_at, on_cpu.block_count());
    EXPECT_EQ(found_in_events(in_batches.hazards).empty(), found_in_events(judged(on_cpu)).empty());
    if (in_batches.hazards.looked_at == on_cpu.block_count()) expect_same(in_batches, on_cpu);
  }
}

std::vector<std::string_view> kernels_of_gpus() {
  std::vector<std::string_view> names;
  for (const CatalogueKernel& kernel : catalogue())
    if (kernel.name != "tiled_barrier_in_branch") names.push_back(kernel.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(OfEveryKernel, Judged, testing::ValuesIn(kernels_of_gpus()),
                         [](const auto& kernel) { return std::string(kernel.param); });

void expect_same(const std::string& name, const RecordedKernel& kernel, const Launch& launch) {
  SCOPED_TRACE(name);
  const Trace on_cpu = make_cpu_executor()->record(kernel, launch, {});
  ASSERT_FALSE(on_cpu.fault());
  expect_same(judge(kernel, launch), on_cpu, cuda::can_be_judged_there(kernel));
}

TEST(GpuVerdict, OfEveryFormIsTheCpus) {
  for (const auto& entry : std::filesystem::directory_iterator(texts_folder() + "/forms")) {
    const std::string name = entry.path().stem();
    const Form form = read_form(texts_folder() + "/forms", name);
    for (const OutOfBounds stray : {OutOfBounds::poison, OutOfBounds::zero, OutOfBounds::stale, OutOfBounds::touch}) {
      Launch launch = launch_of(form, form_kernel(form.name));
      launch.out_of_bounds = stray;
      expect_same(name, form_kernel(name), launch);
    }
  }
}

TEST(GpuVerdict, OfOddKernelsIsTheCpus) {
  expect_same("odd_strays", odd_kernel("strays"), square(odd_kernel("strays"), 2, {2, 2}, {3, 2}));
  expect_same("odd_no_barrier", odd_kernel("no_barrier"), square(odd_kernel("no_barrier"), 4, {4, 4}, {3, 1}));
  expect_same("odd_both_fill", odd_kernel("both_fill"), square(odd_kernel("both_fill"), 2, {2, 1}, {2, 2}));
  expect_same("odd_all_store_one_cell", odd_kernel("all_store_one_cell"),
              square(odd_kernel("all_store_one_cell"), 2, {1, 1}, {5, 3}));
  expect_same("odd_writes_a", odd_kernel("writes_a"), square(odd_kernel("writes_a"), 2, {1, 1}));
}

TEST(GpuVerdict, OfManyPathsIsTheCpus) {
  expect_same("odd_own_ways", odd_kernel("own_ways"), square(odd_kernel("own_ways"), 64, {32, 8}, {2, 2}));
  expect_same("odd_own_ways", odd_kernel("own_ways"), square(odd_kernel("own_ways"), 64, {32, 8}, {4, 4}));
}

TEST(GpuVerdict, SeesTheRaceOfTheLastBlockAlone) {
  const Launch l = square(odd_kernel("last_block_races"), 60, {2, 2}, {30, 30});
  expect_same("odd_last_block_races", odd_kernel("last_block_races"), l);
  const RecordedKernel& kernel = odd_kernel("last_block_races");
  const Verdict in_batches = judge(kernel, l, 40000);
  ASSERT_FALSE(in_batches.hazards.findings.empty());
  EXPECT_EQ(in_batches.hazards.findings.front().hazard, Hazard::race);
  EXPECT_EQ(in_batches.hazards.findings.front().accesses.front().block, 899U);
  EXPECT_EQ(in_batches.hazards.looked_at, 900U);
  EXPECT_FALSE(in_batches.trace.block(898).recorded());
  EXPECT_TRUE(in_batches.trace.block(899).recorded());
}

// Planned as `check` does it, which leaves it to the executor whether there is room for all events.
Launch large_launch(const std::string& kernel, std::int64_t side, int tile) {
  Request request;
  request.kernel = kernel;
  request.m = request.n = request.k = side;
  request.tile = tile;
  request.inputs = "random";
  request.record = Record::counts;
  Launch launch = plan(request);
  launch.record = Record::full;
  return launch;
}

// The first has more events than any machine here could hold beside each other.
TEST(GpuVerdict, TakesAnySize) {
  const Verdict right = judge(large_launch("tiled", 2048, 32));
  EXPECT_TRUE(right.on_device);
  EXPECT_TRUE(right.hazards.findings.empty());
  EXPECT_TRUE(right.hazards.is_right());
  EXPECT_EQ(right.hazards.looked_at, 64U * 64U);
  EXPECT_EQ(right.trace.kept_events(), 0U);
  const Verdict wrong = judge(large_launch("tiled_no_second_barrier", 512, 16));
  const Hazards of_less = judged(record(launch("tiled_no_second_barrier", 32, 32, 512, 16, "random"), 2));
  ASSERT_EQ(found_in_events(of_less).size(), found_in_events(wrong.hazards).size());
  for (std::size_t n = 0; n < found_in_events(wrong.hazards).size(); ++n) {
    const Finding large = found_in_events(wrong.hazards)[n], small = found_in_events(of_less)[n];
    EXPECT_TRUE(same_cause(large, small));
    EXPECT_EQ(large.times, 256 * small.times);
    EXPECT_EQ(large.blocks, 256 * small.blocks);
    EXPECT_EQ(large.cells, small.cells);
    EXPECT_EQ(large.intervals, small.intervals);
  }
  expect_same_product(wrong, std::uint64_t{1} << 28);
}

TEST(GpuVerdict, StraysForWhichThereIsNoRoomAreCounted) {
  const Launch l = launch("tiled_unguarded", 60, 60, 60, 16, "random");
  const Trace on_cpu = record(l, 2);
  std::uint64_t longest = 0;
  for (std::size_t block = 0; block < on_cpu.block_count(); ++block)
    longest = std::max<std::uint64_t>(longest, on_cpu.events(block, 0).size());
  const Verdict verdict = judge(l, 2 * longest * on_cpu.threads_per_block() * 2 * sizeof(cuda::NarrowEvent));
  EXPECT_TRUE(verdict.on_device);
  EXPECT_LT(verdict.hazards.looked_at, on_cpu.block_count());
  const auto strays = [](const Hazards& hazards) {
    std::uint64_t all = 0;
    for (const Finding& finding : hazards.findings)
      if (finding.hazard == Hazard::out_of_bounds) all += finding.times;
    return all;
  };
  EXPECT_GT(strays(verdict.hazards), 0U);
  EXPECT_EQ(strays(verdict.hazards), strays(judged(on_cpu)));
}

// Blocks do the same with other values: in the first one all threads store the same, which is not a race then.
TEST(GpuVerdict, OfNoProductLooksAtValues) {
  const ProductKernel kernel = kernel_of("apart",
                                         "__global__ void apart(const float* A, float* C) {\n"
                                         "  __shared__ float s;\n"
                                         "  s = threadIdx.x & blockIdx.x;\n"
                                         "  __syncthreads();\n"
                                         "  C[blockIdx.x] = s;\n"
                                         "}\n",
                                         1);
  Launch launch = square(kernel, 4, {4, 1}, {8, 1});
  launch.meaning = {};
  expect_same("apart", kernel, launch);
  const Verdict verdict = judge(kernel, launch);
  EXPECT_TRUE(verdict.on_device) << verdict.why_not_there;
  ASSERT_FALSE(verdict.hazards.findings.empty());
  EXPECT_EQ(verdict.hazards.findings[0].hazard, Hazard::race);
  EXPECT_EQ(verdict.hazards.findings[0].blocks, 6U);  // not of 0 and 4
}

// Whichever thread comes first on a GPU, and however often threads retry. Where an uninitialised value changed nothing
// in this run, that is a note: on a GPU, which thread comes first decides that.
TEST(GpuVerdict, OfThreadsWithoutAnOrderSaysWhatTheTextNames) {
  const std::filesystem::path before = std::filesystem::current_path(), folder = texts_folder() + "/unordered";
  std::filesystem::current_path(folder);  // where the arrays' files are
  for (const std::string& name : unordered_texts(folder)) {
    SCOPED_TRACE(name);
    Request request;
    request.kernel = folder / (name + ".cu");
    if (!only_under(request.kernel).empty()) continue;
    const Launch launch = plan(request);
    for (int times = 0; times < 3; ++times) {
      const Verdict verdict = judge(launch);
      EXPECT_EQ(verdict.on_device, cuda::can_be_judged_there(recorded_kernel(launch))) << verdict.why_not_there;
      std::set<std::string> findings;
      for (const std::string& each : told(verdict.trace, verdict.hazards))
        findings.insert(each.starts_with("note uninitialised_read") ? each.substr(5) : each);
      std::set<std::string> expected;
      for (const std::string& each : expected_findings(request.kernel))
        expected.insert(each.starts_with("note uninitialised_read") ? each.substr(5) : each);
      EXPECT_EQ(findings, expected);
    }
  }
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace tilescope::test
