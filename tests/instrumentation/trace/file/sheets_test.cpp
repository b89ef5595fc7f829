// Lanes that go ways of their own are kept in sheets; what a file gives back is kept in groups. All that is said of a
// trace has to be the same of both.
#include <gtest/gtest.h>

#include <algorithm>

#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/reuse.h"
#include "instrumentation/trace/order.h"
#include "tests/support/odd_trace.h"
#include "tests/support/text_kernels.h"
#include "tests/support/trace_files.h"

namespace tilescope::test {
namespace {

const std::filesystem::path& sheets_folder() {
  static const std::filesystem::path made = fresh_folder("sheets");
  return made;
}

// Threads do the same at first. Then each goes round as often as its own number says, some stray, some skip a store,
// and sums and stores come from here and there.
constexpr const char* parting_text = R"(
__global__ void parting(const float* A, const float* B, float* C) {
  __shared__ float s[256];
  int t = threadIdx.y * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y;
  int all = blockIdx.x * n + t;
  s[t] = A[t];
  __syncthreads();
  float sum = 0.0f, last = 1.0f;
  for (int k = 0; k < t * 7 % 23; ++k) {
    if (k * t % 3 == 0) {
      last = s[(t + k) % n];
      sum += last * B[k];
    } else if (k % 5 == t % 5) {
      sum += A[k + (t == 40 ? 100000 : 0)];
    }
    if (k % 4 == 1) C[all] = k % 8 == 1 ? sum : last;
  }
  __syncthreads();
  if (t % 3 != 0) s[t] = sum;
  __syncthreads();
  C[all] = s[(t + 1) % n];
}
)";

Trace parting(OutOfBounds rule, unsigned side = 32, std::uint64_t memory = std::uint64_t{1} << 26) {
  const ProductKernel kernel = kernel_of("parting", parting_text, 16);
  Launch l = square(kernel, side, {16, 8}, {3, 1});
  l.out_of_bounds = rule;
  RecordOptions how;
  how.cores = 1;
  how.memory = memory;
  return make_cpu_executor()->record(kernel, l, how);
}

bool has_sheets(const Trace& trace) {
  const std::vector<Segment>& segments = trace.block(0).record->segments;
  return std::any_of(segments.begin(), segments.end(), [](const Segment& segment) { return segment.sheet != nullptr; });
}

void expect_same_counts(const Counts& a, const Counts& b) {
  EXPECT_EQ(a.by_array, b.by_array);
  EXPECT_EQ(a.barriers, b.barriers);
  EXPECT_EQ(a.all, b.all);
}

void expect_same_heat(const Trace& a, const Trace& b, std::size_t block) {
  const Reuse of_a = reuse_of_block(a, block), of_b = reuse_of_block(b, block);
  ASSERT_EQ(of_a.arrays.size(), of_b.arrays.size());
  for (std::size_t n = 0; n < of_a.arrays.size(); ++n) {
    EXPECT_EQ(of_a.arrays[n].all_loads(), of_b.arrays[n].all_loads());
    EXPECT_EQ(of_a.arrays[n].all_stores(), of_b.arrays[n].all_stores());
    EXPECT_EQ(of_a.arrays[n].most_loads(), of_b.arrays[n].most_loads());
    EXPECT_EQ(of_a.arrays[n].most_stores(), of_b.arrays[n].most_stores());
  }
}

void expect_same_order(const Trace& a, const Trace& b) {
  const Order of_a(a), of_b(b);
  EXPECT_EQ(of_a.step_count(), of_b.step_count());
  EXPECT_EQ(of_a.phases().size(), of_b.phases().size());
  EXPECT_EQ(of_a.paths().size(), of_b.paths().size());
  for (std::size_t block = 0; block < a.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < a.threads_per_block(); ++thread)
      EXPECT_EQ(of_a.path_of(block, thread), of_b.path_of(block, thread));
}

void expect_same_analyses(const Trace& a, const Trace& b) {
  for (std::size_t block = 0; block < a.block_count(); ++block) {
    expect_same_counts(count_block(a, block), count_block(b, block));
    expect_same_heat(a, b, block);
  }
  const std::vector<Counts> of_a = count_intervals(a), of_b = count_intervals(b);
  ASSERT_EQ(of_a.size(), of_b.size());
  for (std::size_t n = 0; n < of_a.size(); ++n) expect_same_counts(of_a[n], of_b[n]);
  EXPECT_EQ(useful_flops(a), useful_flops(b));
  expect_same_order(a, b);
  const Hazards found = hazards(a), again = hazards(b);
  ASSERT_EQ(found.findings.size(), again.findings.size());
  for (std::size_t n = 0; n < found.findings.size(); ++n) {
    EXPECT_EQ(found.findings[n].hazard, again.findings[n].hazard);
    EXPECT_EQ(found.findings[n].accesses, again.findings[n].accesses);
  }
}

class Sheets : public testing::TestWithParam<OutOfBounds> {};
INSTANTIATE_TEST_SUITE_P(Rules, Sheets,
                         testing::Values(OutOfBounds::poison, OutOfBounds::zero, OutOfBounds::stale,
                                         OutOfBounds::touch));

TEST_P(Sheets, AreKeptInAFile) {
  const Trace trace = parting(GetParam());
  ASSERT_TRUE(has_sheets(trace));
  const Trace again = through_a_file(trace, sheets_folder() / "a.tsc");
  ASSERT_FALSE(has_sheets(again));
  EXPECT_EQ(difference(trace, again), "");
}

TEST_P(Sheets, SayTheSameAsGroups) {
  const Trace trace = parting(GetParam());
  expect_same_analyses(trace, through_a_file(trace, sheets_folder() / "b.tsc"));
}

TEST_P(Sheets, KeepFirstEventsWhereRoomIsShort) {
  const Trace whole = parting(GetParam(), 8);
  // What is stale may be what another thread is about to write: then they go in turns, each alone.
  const bool together = GetParam() != OutOfBounds::stale;
  ASSERT_EQ(has_sheets(whole), together);
  std::uint32_t short_of_room = 0, with_sheets = 0;
  for (std::uint64_t memory = 20'000; memory < 400'000; memory += 10'000) {
    const Trace trace = parting(GetParam(), 8, memory);
    short_of_room += trace.lost_events() > 0 ? 1 : 0;
    with_sheets += trace.lost_events() > 0 && has_sheets(trace) ? 1 : 0;
    std::uint64_t events = 0, of_whole = 0;
    for (std::size_t block = 0; block < whole.block_count(); ++block)
      for (std::uint32_t thread = 0; thread < whole.threads_per_block(); ++thread) {
        const Column kept = trace.events(block, thread), all = whole.events(block, thread);
        ASSERT_LE(kept.size(), all.size());
        for (std::uint32_t n = 0; n < kept.size(); ++n) ASSERT_TRUE(same_event(kept[n], all[n]));
        events += kept.size();
        of_whole += all.size();
      }
    EXPECT_EQ(events + trace.lost_events(), of_whole);
  }
  EXPECT_GT(short_of_room, 4U);
  if (together) {
    EXPECT_GT(with_sheets, 2U);
  }
}

// By number and one after the other.
TEST_P(Sheets, GiveTheSameEventsEitherWay) {
  const Trace trace = parting(GetParam());
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
    const Column events = trace.events(1, thread);
    std::uint32_t number = 0;
    for (auto event = events.begin(); event != events.end(); ++event, ++number) {
      ASSERT_TRUE(same_event(*event, events[number]));
      ASSERT_EQ(&event.site(), event->at);
      ASSERT_EQ(events.index_of(number), event->index);
      if (event->at->number == Number::f32) {
        ASSERT_TRUE(tilescope::same_bits(*events.value_of(number), event->value()));
      }
    }
    ASSERT_EQ(number, events.size());
  }
}

}  // namespace
}  // namespace tilescope::test
