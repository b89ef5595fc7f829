#include "app/replay/replay.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <set>

#include "tests/support/launches.h"

namespace tilescope {

namespace {

std::shared_ptr<const Trace> traced(const Launch& launch) {
  return std::make_shared<const Trace>(test::record(launch));
}

bool same(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// The state of a launch, moved forward one event after the other, in the simplest way.
class Fold {
 public:
  explicit Fold(const Replay& replay) : replay_(replay), trace_(replay.trace()) {
    for (const std::size_t block : replay.blocks())
      for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread)
        for (std::uint32_t n = 0; n < trace_.events(block, thread).size(); ++n)
          todo_.emplace(replay.moments().after(block, thread, n), Place{block, thread, n});
    c_.resize(test::c_of(trace_).size());
    totals_.by_array.resize(trace_.arrays().size());
  }

  void advance_to(std::uint64_t moment) {
    for (; next_ <= moment; ++next_) {
      const auto [begin, end] = todo_.equal_range(next_);
      for (auto place = begin; place != end; ++place) apply(place->second);
    }
  }

  void expect_same(const Frame& frame) {
    for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
      const Thread& mine = threads_[{frame.block, thread}];
      ASSERT_EQ(frame.threads[thread].done, mine.done) << "thread " << thread;
      ASSERT_EQ(frame.threads[thread].sum.has_value(), mine.sum.has_value());
      if (mine.sum) {
        ASSERT_TRUE(same(*frame.threads[thread].sum, *mine.sum));
      }
    }
    for (const SharedNow& shared : frame.shared)
      for (std::uint32_t index = 0; index < shared.cells.size(); ++index) {
        const auto found = cells_.find({frame.block, shared.array, index});
        ASSERT_EQ(shared.cells[index].state == SharedCell::State::empty, found == cells_.end());
        if (found == cells_.end()) continue;
        ASSERT_TRUE(same(shared.cells[index].value, found->second.value));
        ASSERT_EQ(shared.cells[index].thread, found->second.thread);
        ASSERT_EQ(shared.cells[index].event, found->second.event);
      }
    for (std::size_t n = 0; n < c_.size(); ++n) {
      ASSERT_EQ(frame.c()[n].state == CElement::State::stored, c_[n].has_value()) << "C element " << n;
      if (c_[n]) {
        ASSERT_TRUE(same(frame.c()[n].value(), *c_[n]));
      }
    }
    for (std::size_t array = 0; array < totals_.by_array.size(); ++array)
      ASSERT_EQ(frame.counts.by_array[array], totals_.by_array[array]);
    ASSERT_EQ(frame.counts.barriers, totals_.barriers);
    ASSERT_EQ(frame.counts.all, totals_.all);
  }

 private:
  struct Place {
    std::size_t block;
    std::uint32_t thread, event;
  };
  struct Thread {
    std::uint32_t done = 0;
    std::optional<float> sum;
    Counts counts;
  };
  struct Cell {
    float value;
    std::uint32_t thread, event;
  };

  void apply(const Place& place) {
    const Event& event = trace_.events(place.block, place.thread)[place.event];
    Thread& thread = threads_[{place.block, place.thread}];
    ASSERT_EQ(thread.done, place.event) << "events of a thread happen in their own order";
    ++thread.done;
    if (event.kind() == Kind::partial_sum) thread.sum = event.value();
    if (event.kind() == Kind::shared_store)
      cells_[{place.block, event.array(), event.index}] = {event.value(), place.thread, place.event};
    if (event.kind() == Kind::global_store) c_[event.index] = event.value();
    thread.counts.by_array.resize(trace_.arrays().size());
    count_event(thread.counts, event);
    count_event(totals_, event);
    const auto keep_max = [](Tallies& total, const Tallies& own, const Tallies& before) {
      for (std::size_t n = 0; n < count_kinds; ++n)
        total[n].thread_max = std::max(before[n].thread_max, own[n].thread_max);
    };
    for (std::size_t array = 0; array < totals_.by_array.size(); ++array)
      keep_max(totals_.by_array[array], thread.counts.by_array[array],
               maxima_.by_array.empty() ? Tallies{} : maxima_.by_array[array]);
    keep_max(totals_.barriers, thread.counts.barriers, maxima_.barriers);
    keep_max(totals_.all, thread.counts.all, maxima_.all);
    maxima_ = totals_;
  }

  const Replay& replay_;
  const Trace& trace_;
  std::multimap<std::uint64_t, Place> todo_;
  std::uint64_t next_ = 1;
  std::map<std::pair<std::size_t, std::uint32_t>, Thread> threads_;
  std::map<std::tuple<std::size_t, std::uint8_t, std::uint32_t>, Cell> cells_;
  std::vector<std::optional<float>> c_;
  Counts totals_, maxima_;
};

struct Case {
  const char* kernel;
  std::int64_t m, n, k;
  int tile;
};

class EveryKernel : public testing::TestWithParam<Case> {};

TEST_P(EveryKernel, ReplayAtAMomentIsTheFoldOfTheEventsBeforeIt) {
  const Case& of = GetParam();
  const Replay replay(traced(test::launch(of.kernel, of.m, of.n, of.k, of.tile, "random")));
  std::mt19937 random(7);
  std::set<std::uint64_t> moments{0, 1, replay.moments().count()};
  for (int n = 0; n < 60; ++n) moments.insert(random() % (replay.moments().count() + 1));
  for (std::uint32_t step = 0; step < replay.order().step_count(); step += 1 + replay.order().step_count() / 20)
    moments.insert(replay.moments().end_of(step));
  Fold fold(replay);
  for (const std::uint64_t moment : moments) {
    fold.advance_to(moment);
    for (const std::size_t block : {replay.blocks().front(), replay.blocks().back()}) {
      fold.expect_same(replay.at({moment, Grain::step, block, 0}));
      if (testing::Test::HasFatalFailure()) FAIL() << "moment " << moment << ", block " << block;
    }
  }
  EXPECT_EQ(replay.at({replay.moments().count(), Grain::step, 0, 0}).counts.by_array, count(replay.trace()).by_array);
  EXPECT_EQ(2 * replay.scenery().work_after(replay.order().step_count() - 1), useful_flops(replay.trace()));
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryKernel,
                         testing::Values(Case{"tiled", 4, 4, 4, 2}, Case{"naive", 4, 4, 4, 2},
                                         Case{"tiled_bounded", 7, 9, 5, 3}, Case{"naive", 7, 9, 5, 3},
                                         Case{"single_block", 5, 7, 3, 7}, Case{"tiled", 16, 16, 16, 8},
                                         Case{"tiled_bounded", 17, 5, 9, 4}, Case{"coarsened_1d", 7, 9, 5, 4},
                                         Case{"register_tiled", 8, 12, 8, 4}, Case{"vectorized", 8, 16, 16, 8},
                                         Case{"double_buffered", 8, 4, 12, 4}, Case{"warp_tiled", 32, 32, 16, 32}),
                         [](const auto& of) {
                           return std::string(of.param.kernel) + "_" + std::to_string(of.param.m) + "_" +
                                  std::to_string(of.param.n) + "_" + std::to_string(of.param.k) + "_" +
                                  std::to_string(of.param.tile);
                         });

TEST(Replay, BackAndForthGoThroughTheSameMoments) {
  const Replay replay(traced(test::launch("tiled_bounded", 7, 9, 5, 3)));
  for (const Grain grain : {Grain::event, Grain::step, Grain::phase}) {
    std::vector<std::uint64_t> forth{0}, back{replay.moments().count()};
    while (forth.back() < replay.moments().count()) forth.push_back(replay.moments().next(forth.back(), grain));
    while (back.back() > 0) back.push_back(replay.moments().previous(back.back(), grain));
    std::reverse(back.begin(), back.end());
    EXPECT_EQ(forth, back);
  }
}

TEST(Replay, TheClassroomMomentIsAsTheBookHasIt) {
  const Replay replay(traced(test::launch("tiled", 4, 4, 4, 2)));
  ASSERT_EQ(replay.order().step_count(), 13U);
  // Phase 1, k = 0: the tenth step.
  const Frame frame = replay.at({replay.moments().end_of(9), Grain::step, 0, 0});
  EXPECT_EQ(frame.phase, 1U);
  EXPECT_EQ(frame.activity, Activity::multiplying);
  ASSERT_TRUE(frame.arithmetic);
  EXPECT_EQ(frame.arithmetic->before, 11);
  EXPECT_EQ(frame.arithmetic->first.value, 3);
  EXPECT_EQ(frame.arithmetic->second.value, 9);
  EXPECT_EQ(frame.arithmetic->after, 38);
  EXPECT_EQ(frame.arithmetic->first.source_element, 2U);   // A[0][2]
  EXPECT_EQ(frame.arithmetic->second.source_element, 8U);  // B[2][0]
  EXPECT_EQ(frame.useful_multiply_adds, 48U);
  EXPECT_EQ(frame.counts.of(Count::global_load).total, 64U);
  EXPECT_EQ(frame.c()[0].state, CElement::State::summing);
  EXPECT_EQ(frame.c()[0].value(), 38);
  ASSERT_EQ(frame.shared.size(), 2U);
  EXPECT_EQ(frame.shared[0].filled, 4U);
  ASSERT_EQ(frame.windows.size(), 2U);
  EXPECT_EQ(frame.windows[0].column, 2U);
  EXPECT_EQ(frame.windows[1].row, 2U);

  // The naive kernel, equally far: three of four multiply-adds per thread.
  const Replay naive(traced(test::launch("naive", 4, 4, 4, 2)));
  const Frame beside = naive.at({naive.scenery().moment_of_work(48), Grain::step, 0, 0});
  EXPECT_EQ(beside.counts.of(Count::global_load).total, 96U);
  EXPECT_EQ(beside.counts.of(Count::global_load).thread_max, 6U);
}

TEST(Replay, NobodyLeavesABarrierBeforeAllHaveArrived) {
  const Replay replay(traced(test::launch("tiled", 4, 4, 4, 2)));
  const std::uint32_t barrier = 2;
  const std::uint64_t begin = replay.moments().begin_of(barrier);
  for (std::uint64_t moment = begin + 1; moment <= begin + 4; ++moment) {
    const Frame frame = replay.at({moment, Grain::event, 0, 0});
    for (std::uint32_t thread = 0; thread < 4; ++thread) {
      const bool arrived = thread < moment - begin;
      EXPECT_EQ(frame.threads[thread].activity == Activity::waiting, arrived) << moment << " " << thread;
      EXPECT_EQ(frame.threads[thread].step, arrived ? barrier : barrier - 1) << "it has loaded from B last";
    }
    EXPECT_EQ(frame.counts.barriers[static_cast<std::size_t>(Count::barrier_release)].total, 0U);
  }
}

TEST(Replay, PaddedZerosAndThreadsWithoutAnElementAreTold) {
  const Replay replay(traced(test::launch("tiled_bounded", 3, 3, 3, 2)));
  const std::size_t corner = 3;  // block (1,1) computes C[2][2] alone
  const Frame frame = replay.at({replay.moments().end_of(1), Grain::step, corner, 0});
  EXPECT_TRUE(frame.threads[0].makes_c);
  EXPECT_FALSE(frame.threads[1].makes_c);
  EXPECT_FALSE(frame.threads[2].makes_c);
  ASSERT_EQ(frame.shared.size(), 2U);
  EXPECT_FALSE(frame.shared[0].cells[0].padded);  // A[2][0]
  EXPECT_TRUE(frame.shared[0].cells[2].padded);   // A[3][0] does not exist
  EXPECT_TRUE(frame.shared[1].cells[1].padded);   // B[0][3] does not exist
  EXPECT_EQ(frame.shared[1].cells[2].value, 6);   // B[1][2], loaded by thread (1,0), which computes no element
  EXPECT_EQ(frame.shared[1].cells[2].thread, 2U);
}

TEST(Replay, OfABlockOneWarpCanBeLitAlone) {
  for (const char* const kernel : {"tiled", "naive", "naive_uncoalesced", "tiled_transposed"}) {
    const Replay replay(traced(test::launch(kernel, 16, 16, 16, 8)));
    const std::uint32_t threads = replay.trace().threads_per_block();
    ASSERT_GT(threads, warp_lanes);
    bool differs = false;
    for (std::uint32_t step = 0; step < replay.order().step_count(); ++step) {
      const Cursor whole{replay.moments().end_of(step)};
      const Frame all = replay.at(whole);
      std::vector<std::vector<bool>> lit;  // by any of the warps
      for (const auto& elements : all.elements) lit.emplace_back(elements.size());
      for (std::uint32_t thread = 0; thread < threads; thread += warp_lanes) {
        Cursor one = whole;
        one.thread = thread;
        one.only_warp = true;
        const Frame frame = replay.at(one);
        std::set<ElementOf> wanted;
        for (const WarpAccess& access : frame.warp.accesses)
          for (const LaneAccess& lane : access.lanes)
            for (std::uint32_t n = 0; n < lane.elements; ++n) wanted.insert({access.name.array, lane.index + n});
        for (std::uint8_t array = 0; array < frame.elements.size(); ++array)
          for (std::uint32_t n = 0; n < frame.elements[array].size(); ++n) {
            const ElementNow &mine = frame.elements[array][n], &before = all.elements[array][n];
            ASSERT_EQ(mine.read || mine.written, wanted.contains({array, n})) << kernel << ", step " << step;
            // Elements that this warp leaves alone are marked as those of others that touch them.
            if (before.read) {
              ASSERT_TRUE(mine.read || mine.read_elsewhere);
              differs = differs || !mine.read;
            }
            if (mine.read || mine.written) lit[array][n] = true;
          }
        for (const SharedNow& shared : frame.shared)
          for (std::uint32_t n = 0; n < shared.cells.size(); ++n)
            ASSERT_EQ(shared.cells[n].read || shared.cells[n].written, wanted.contains({shared.array, n}));
      }
      for (std::uint8_t array = 0; array < all.elements.size(); ++array)
        for (std::uint32_t n = 0; n < all.elements[array].size(); ++n)
          ASSERT_EQ(lit[array][n], all.elements[array][n].read || all.elements[array][n].written);
    }
    EXPECT_TRUE(differs) << kernel;
  }
}

TEST(Replay, AWindowOfBlocksShowsThoseAlone) {
  Launch launch = test::launch("tiled", 8, 8, 8, 2);
  launch.record = Record::window;
  launch.window = {{1, 2, 1, 3}};
  const Replay replay(traced(launch));
  EXPECT_EQ(replay.blocks(), (std::vector<std::size_t>{6, 7}));
  const Frame frame = replay.at({replay.moments().count(), Grain::step, 6, 0});
  EXPECT_EQ(frame.c()[2 * 8 + 4].state, CElement::State::stored);
  EXPECT_EQ(frame.c()[0].state, CElement::State::untouched);
}

}  // namespace

}  // namespace tilescope
