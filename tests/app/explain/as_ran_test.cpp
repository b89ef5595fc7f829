// A replay in the order in which threads ran, compared with the simplest possible replay of the same turns.
#include "app/explain/as_ran.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <random>

#include "app/explain/explained.h"
#include "app/explain/variables.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cpu_executor.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/trace/file/trace_file.h"
#include "tests/support/launches.h"

namespace tilescope {

namespace {

const std::vector<std::string> broken{"tiled_no_first_barrier", "tiled_no_second_barrier", "tiled_barrier_in_branch",
                                      "tiled_unguarded", "tiled_short_loop"};

std::vector<Schedule> schedules(std::uint64_t seeds) {
  std::vector<Schedule> all{
      {Schedule::Kind::in_order, 1}, {Schedule::Kind::reverse, 1}, {Schedule::Kind::warp_interleaved, 1}};
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) all.push_back({Schedule::Kind::random, seed});
  return all;
}

struct RecordedAsRan {
  std::shared_ptr<const Trace> trace;
  Turns turns;
  std::shared_ptr<const Replay> replay;
};

RecordedAsRan recorded(const std::string& kernel, const Schedule& schedule, std::int64_t side = 4, int tile = 2) {
  Launch launch = test::launch(kernel, side, side, side, tile);
  launch.schedule = schedule;
  RecordedAsRan all;
  all.trace = std::make_shared<const Trace>(test::record(launch));
  const Rerun rerun(*all.trace);
  all.turns = turns_of(rerun.kernel(), rerun.launch(), 1 << 20, {});
  all.replay = replay_as_ran(all.trace);
  return all;
}

bool same(const Value& a, const Value& b) {
  const float one = static_cast<float>(a.exact()), other = static_cast<float>(b.exact());
  return std::memcmp(&one, &other, sizeof one) == 0 || (std::isnan(one) && std::isnan(other));
}

// Event after event, in the order of turns: the last writer of each cell, and the progress of each thread.
class Plain {
 public:
  explicit Plain(const RecordedAsRan& of) : trace_(*of.trace) {
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> next;
    for (const Turn& turn : of.turns)
      for (std::uint32_t& event = next[{turn.block, turn.thread}]; event < turn.end; ++event)
        all_.push_back({turn.block, turn.thread, event});
  }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

  void begin() {
    at_ = 0;
    done_.clear();
    shared_.clear();
    global_.clear();
    sums_.clear();
  }
  void go_on_to(std::size_t moment) {
    for (; at_ < moment; ++at_) {
      const Place& place = all_[at_];
      const Event event = trace_.events(place.block, place.thread)[place.event];
      ++done_[{place.block, place.thread}];
      if (event.kind() == Kind::shared_store)
        shared_[{place.block, event.array(), event.index}] = {Value::of(event), place.thread, place.event};
      if (event.kind() == Kind::global_store) global_[{event.array(), event.index}] = Value::of(event);
      if (event.kind() == Kind::partial_sum) sums_[{place.block, place.thread}] = Value::of(event);
    }
  }

  void expect_same(const Frame& frame) const {
    for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
      const auto done = done_.find({frame.block, thread});
      ASSERT_EQ(frame.threads[thread].done, done == done_.end() ? 0 : done->second) << at_ << " thread " << thread;
      const auto sum = sums_.find({frame.block, thread});
      ASSERT_EQ(frame.threads[thread].sum.has_value(), sum != sums_.end()) << at_;
      if (sum != sums_.end()) {
        ASSERT_TRUE(same(*frame.threads[thread].sum, sum->second)) << at_;
      }
    }
    for (const SharedNow& array : frame.shared)
      for (std::uint32_t n = 0; n < array.cells.size(); ++n) {
        const SharedCell& cell = array.cells[n];
        const auto found = shared_.find({frame.block, array.array, n});
        ASSERT_EQ(cell.state == SharedCell::State::empty, found == shared_.end()) << at_;
        if (found == shared_.end()) continue;
        ASSERT_TRUE(same(cell.value, found->second.value)) << at_ << " cell " << n;
        ASSERT_EQ(cell.thread, found->second.thread) << at_;
        ASSERT_EQ(cell.event, found->second.event) << at_;
      }
    for (std::uint32_t n = 0; n < frame.c().size(); ++n) {
      const auto found = global_.find({frame.scenery->c(), n});
      ASSERT_EQ(frame.c()[n].state == CElement::State::stored, found != global_.end()) << at_ << " C " << n;
      if (found != global_.end()) {
        ASSERT_TRUE(same(frame.c()[n].value(), found->second)) << at_ << " C " << n;
      }
    }
  }

 private:
  struct Place {
    std::size_t block;
    std::uint32_t thread, event;
  };
  struct Cell {
    Value value;
    std::uint32_t thread, event;
  };
  const Trace& trace_;
  std::vector<Place> all_;
  std::size_t at_ = 0;
  std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> done_;
  std::map<std::tuple<std::size_t, std::uint8_t, std::uint32_t>, Cell> shared_;
  std::map<std::pair<std::uint8_t, std::uint32_t>, Value> global_;
  std::map<std::pair<std::size_t, std::uint32_t>, Value> sums_;
};

}  // namespace

TEST(AsRan, EveryMomentIsWhatThePlainReplayOfTheTurnsGives) {
  for (const std::string& kernel : broken)
    for (const Schedule& schedule : schedules(10)) {
      const RecordedAsRan of = recorded(kernel, schedule);
      SCOPED_TRACE(kernel + " " + words_of(schedule));
      Plain plain(of);
      ASSERT_EQ(of.replay->moments().count(), plain.size()) << "each event is a moment";
      for (const std::size_t block : of.replay->blocks()) {
        plain.begin();
        for (std::uint64_t moment = 0; moment <= plain.size(); ++moment) {
          plain.go_on_to(moment);
          plain.expect_same(of.replay->at({moment, Grain::event, block}));
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
}

TEST(AsRan, SeeksGiveWhatPlayingThroughGives) {
  const char* const wanted = std::getenv("TILESCOPE_SEEKS");
  const std::uint64_t seeks = wanted == nullptr ? 5000 : std::strtoull(wanted, nullptr, 10);
  std::mt19937_64 random(7);
  std::vector<std::pair<RecordedAsRan, std::vector<Frame>>> played;
  for (const std::string& kernel : broken)
    for (const Schedule& schedule : schedules(1)) {
      RecordedAsRan of = recorded(kernel, schedule);
      std::vector<Frame> frames;
      for (std::uint64_t moment = 0; moment <= of.replay->moments().count(); ++moment)
        frames.push_back(of.replay->at({moment}));
      played.emplace_back(std::move(of), std::move(frames));
    }
  for (std::uint64_t n = 0; n < seeks; ++n) {
    const auto& [of, frames] = played[random() % played.size()];
    const std::uint64_t moment = random() % frames.size();
    const Frame now = of.replay->at({moment});
    const Frame& then = frames[moment];
    ASSERT_EQ(now.step, then.step);
    ASSERT_EQ(now.line, then.line);
    ASSERT_EQ(now.counts.of(Count::global_load).total, then.counts.of(Count::global_load).total);
    for (std::size_t thread = 0; thread < now.threads.size(); ++thread) {
      ASSERT_EQ(now.threads[thread].done, then.threads[thread].done);
      ASSERT_EQ(now.threads[thread].activity, then.threads[thread].activity);
    }
    for (std::size_t array = 0; array < now.shared.size(); ++array)
      for (std::size_t cell = 0; cell < now.shared[array].cells.size(); ++cell)
        ASSERT_EQ(now.shared[array].cells[cell].event, then.shared[array].cells[cell].event);
  }
}

TEST(AsRan, InTheEndAllIsCountedAsInLockstep) {
  for (const char* const kernel : {"tiled", "register_tiled", "tiled_no_first_barrier"}) {
    const RecordedAsRan of = recorded(kernel, {Schedule::Kind::random, 3}, 8, 4);
    const Replay lockstep(of.trace);
    const Frame one = of.replay->at({of.replay->moments().count()}), other = lockstep.at({lockstep.moments().count()});
    for (std::size_t n = 0; n < count_kinds; ++n) {
      const auto count = static_cast<Count>(n);
      EXPECT_EQ(one.counts.of(count).total, other.counts.of(count).total) << kernel << " " << n;
      EXPECT_EQ(one.counts.of(count).thread_max, other.counts.of(count).thread_max) << kernel << " " << n;
    }
    EXPECT_EQ(one.useful_multiply_adds, other.useful_multiply_adds) << kernel;
    EXPECT_EQ(one.line_runs.size(), other.line_runs.size()) << kernel;
  }
}

TEST(AsRan, ThreadsThatDoNothingAreNotInTheWay) {
  const RecordedAsRan of = recorded("naive", {Schedule::Kind::reverse, 1}, 3, 2);
  Plain plain(of);
  bool some_idle = false;
  for (const std::size_t block : of.replay->blocks()) {
    plain.begin();
    for (std::uint64_t moment = 0; moment <= plain.size(); ++moment) {
      plain.go_on_to(moment);
      const Frame frame = of.replay->at({moment, Grain::step, block});
      for (const ThreadNow& thread : frame.threads)
        some_idle = some_idle || of.replay->order().paths()[thread.path].visits.empty();
      ASSERT_EQ(frame.moment, moment);
    }
  }
  EXPECT_TRUE(some_idle);
}

TEST(AsRan, InOrderEachThreadGoesToItsBarrierBeforeTheNext) {
  const RecordedAsRan of = recorded("tiled", {Schedule::Kind::in_order, 1});
  const auto& turns = of.replay->order().turns();
  std::uint32_t last = 0;
  for (std::size_t n = 0; n < 12; ++n) {
    EXPECT_EQ(turns[n].block, 0U);
    EXPECT_EQ(turns[n].thread, n % 4) << "and each comes again behind the barrier";
    EXPECT_EQ(turns[n].first_step, last);
    last = turns[n].end_step;
  }
  // Turn by turn, both ways.
  const Moments& moments = of.replay->moments();
  std::uint64_t moment = 0;
  for (const TurnSteps& turn : turns) {
    EXPECT_EQ(moments.begin_of(turn.first_step), moment);
    const std::uint64_t next = moments.next(moment, Grain::phase);
    EXPECT_EQ(next, moments.end_of(turn.end_step - 1));
    EXPECT_EQ(moments.previous(next, Grain::phase), moment);
    moment = next;
  }
  EXPECT_EQ(moment, moments.count());
}

// The first thread reaches its second barrier while the others, which may leave their first one, have had no turn.
TEST(AsRan, WhoMayGoOnDoesNotWait) {
  const RecordedAsRan of = recorded("tiled", {Schedule::Kind::in_order, 1});
  const auto activities = [&](std::size_t turn) {
    std::vector<Activity> all;
    const std::uint32_t last = of.replay->order().turns()[turn].end_step - 1;
    for (const ThreadNow& thread : of.replay->at({of.replay->moments().end_of(last), Grain::step, 0, 0}).threads)
      all.push_back(thread.activity);
    return all;
  };
  const Activity waits = Activity::waiting, ready = Activity::ready;
  EXPECT_EQ(activities(1), (std::vector<Activity>{waits, waits, ready, ready}));
  EXPECT_EQ(activities(4), (std::vector<Activity>{waits, ready, ready, ready}));
  EXPECT_EQ(activities(5), (std::vector<Activity>{waits, waits, ready, ready}));
}

// The example of a finding did harm in that order, if any access of the finding did.
TEST(AsRan, FindingsShowWhatDidHarm) {
  std::size_t seen = 0;
  for (const char* const kernel : {"tiled_no_first_barrier", "tiled_no_second_barrier"})
    for (const Schedule& schedule : schedules(10)) {
      const RecordedAsRan of = recorded(kernel, schedule);
      const auto explained = explain(*of.replay, [] { return true; });
      const auto goes_wrong = [&](const Access& access) {
        return std::find_if(explained->wrong_reads.begin(), explained->wrong_reads.end(), [&](const WrongRead& read) {
          return read.block == access.block && read.thread == access.thread && read.number == access.number;
        });
      };
      for (const Finding& finding : explained->hazards.findings) {
        if (finding.accesses.empty() || finding.accesses.back().kind != Kind::shared_load) continue;
        const Access& load = finding.accesses.back();
        const auto shown = goes_wrong(load);
        const bool is_early = finding.hazard == Hazard::uninitialised_read;
        for (const WrongRead& read : explained->wrong_reads) {
          if (read.array != finding.array || read.line != load.line || (is_early && read.got_from)) continue;
          ASSERT_NE(shown, explained->wrong_reads.end());
          EXPECT_LE(moment_of(*of.replay, *shown), moment_of(*of.replay, read));
          ++seen;
        }
        if (shown == explained->wrong_reads.end() || is_early) continue;
        const Access& store = finding.accesses.front();  // on the other side of the read than in lockstep
        const Order lockstep(*of.trace);
        const Moments meant(*of.trace, lockstep);
        EXPECT_NE(
            meant.after(store.block, store.thread, store.number) < meant.after(load.block, load.thread, load.number),
            *moment_of(*of.replay, store) < *moment_of(*of.replay, load));
      }
    }
  EXPECT_GT(seen, 100U);
}

TEST(AsRan, WhatIsTooLargeOrNotOfTheCpuIsRefused) {
  const auto large = std::make_shared<const Trace>(test::record(test::launch("tiled", 64, 64, 64, 16)));
  EXPECT_THROW(static_cast<void>(replay_as_ran(large)), UsageError);
}

}  // namespace tilescope
