// Every barrier or guard left out of a correct classic is found, or it is shown that nothing depends on it. A guard
// that its own launch does not need is looked at in others in which the text is right: with other lengths, more blocks,
// other knobs.
#include "tests/instrumentation/launching/classic_mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <tuple>

#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/machine/run.h"
#include "tests/support/launches.h"
#include "tests/support/schedules.h"

namespace tilescope::test {
namespace {

// By name, which is what a test's parameter can be called by.
std::vector<std::string> right_classics() {
  std::vector<std::string> all;
  for (const KnownText& known : classics())
    if (!known.text.starts_with("// Wrong:")) all.emplace_back(known.name);
  return all;
}

// What a text without one of its barriers or guards does that shows it to be of no use, in every launch that is tried.
enum class Shown : std::uint8_t {
  same_stores,        // between two barriers, a cell gets the very values that it gets from the whole text
  same_but_rounding,  // the same, but for what another order of a sum makes of them
  same_but_waiting,   // every thread does the same, but waits more often
};
struct OfNoUse {
  Shown shown;
  std::string_view why;
};
const std::map<std::string, OfNoUse, std::less<>> of_no_use{
    {"dot_block: tid == 0 on line 23", {Shown::same_stores, "all threads store the one sum"}},
    {"matvec_tile: ty == 0 on line 22",
     {Shown::same_stores, "the other rows of threads add up as well, and store nothing"}},
    {"reduce_all_shuffles: tid < 32 on line 25", {Shown::same_stores, "other warps add up as well, and store nothing"}},
    {"reduce_interleaved: tid == 0 on line 22", {Shown::same_stores, "all threads store the one sum"}},
    {"reduce_orders: tid == 0 on line 22",
     {Shown::same_but_rounding, "it chooses an order of a sum, and nobody can say which sum is right"}},
    {"reduce_orders: tid == 0 on line 31", {Shown::same_stores, "all threads store the one sum"}},
    {"reduce_sequential: tid == 0 on line 22", {Shown::same_stores, "all threads store the one sum"}},
    {"reduce_strided_index: tid == 0 on line 23", {Shown::same_stores, "all threads store the one sum"}},
    {"reduce_syncwarp: tid < 32 on line 22", {Shown::same_stores, "the guards behind it keep other warps out as well"}},
    {"reduce_syncwarp: tid == 0 on line 28", {Shown::same_stores, "all lanes store the one sum"}},
    {"reduce_two_loads: tid == 0 on line 22", {Shown::same_stores, "all threads store the one sum"}},
    {"reduce_warp_shuffle: tid < 32 on line 22", {Shown::same_stores, "other warps add up as well, and store nothing"}},
    {"scan_serial: threadIdx.x > 0 on line 11",
     {Shown::same_stores, "every thread makes all sums, and stores the same"}},
    {"sort_bitonic_warp: step > 32 || next > 32 on line 26",
     {Shown::same_but_waiting, "the block's barrier does more than the warp's"}},
    {"convolution_3x3_edges: ty == TILE on line 24",
     {Shown::same_stores, "a thread fills the cell below it with the pixel that belongs there"}},
    {"convolution_3x3_edges: tx == TILE on line 25",
     {Shown::same_stores, "a thread fills the cell beside it with the pixel that belongs there"}},
    {"convolution_3x3_edges: dy != 0 on line 27", {Shown::same_stores, "a thread fills its own cell once more"}},
    {"convolution_3x3_edges: dx != 0 on line 29", {Shown::same_stores, "a thread fills its own cell once more"}},
    {"convolution_3x3_edges: dy != 0 && dx != 0 on line 31",
     {Shown::same_stores, "a thread fills cells once more that it filled before"}},
    {"convolution_3x3_edges: dy != 0 on line 31", {Shown::same_stores, "a thread fills the cell beside it once more"}},
    {"convolution_3x3_edges: dx != 0 on line 31",
     {Shown::same_stores, "a thread fills the cell below or above it once more"}},
    {"warp_broadcast: threadIdx.x % 32 == 0 on line 13",
     {Shown::same_stores, "all lanes load the factor, and take lane 0's"}},
    {"warp_compact_ballot: lane == 0 on line 17", {Shown::same_stores, "all lanes store the one count"}},
    {"warp_vote: threadIdx.x % 32 == 0 on line 15", {Shown::same_stores, "all lanes store what they voted"}},
};

// The launch with another text for its kernel. Nothing if it is told that this cannot run.
std::optional<Launch> with_text(Launch launch, const Request& request, const std::string& text) {
  auto other = std::make_shared<RecordedKernel>(*launch.program);
  other->text = text;
  try {
    language::Program program = language::read(text, options_for(request, text));
    const auto& all = program.kernels();
    const std::string& name = launch.program->prepared->code().kernel->name;
    const auto kernel = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
    other->prepared = std::make_shared<machine::Prepared>(program, *kernel);
  } catch (const UsageError&) {
    return std::nullopt;
  }
  launch.program = std::move(other);
  return launch;
}

// For a launch that is right, its trace.
std::optional<Trace> right_trace(Launch launch, const Schedule& schedule) {
  launch.schedule = schedule;
  const RecordOptions how{1, std::uint64_t{1} << 28, false, nullptr, {}};
  Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, how);
  const Hazards hazards = judged(trace);
  if (trace.fault() || hazards.errors() || !hazards.is_right()) return std::nullopt;
  return trace;
}

// A launch in which the text as it stands is right.
struct RightLaunch {
  Request request;
  Launch launch;
  Trace trace;
};

// The launches of a classic, and then others that its text is right in; these are made when they are asked for.
class Launches {
 public:
  explicit Launches(const KnownText& classic) : text_(classic.text) {
    Request request;
    request.kernel = kernel_called(classic.name);
    const std::size_t count = std::max<std::size_t>(plan(request).program->list.names.size(), 1);
    for (std::size_t number = 1; number <= count; ++number) {
      request.launch = count == 1 ? 0 : number;
      wanted_.push_back(request);
    }
    for (std::size_t n = 0; n < count; ++n) want_others(Request(wanted_[n]));
  }

  // Null after the last one.
  const RightLaunch* at(std::size_t n) {
    while (right_.size() <= n && next_ < wanted_.size()) {
      const Request& request = wanted_[next_++];
      try {
        const Launch launch = plan(request);
        if (std::optional<Trace> trace = right_trace(launch, {}))
          right_.push_back({request, launch, std::move(*trace)});
      } catch (const UsageError&) {  // there is no such launch
      }
    }
    return n < right_.size() ? &right_[n] : nullptr;
  }

 private:
  // One more block, either way.
  void want_longer(const Launch& launch, Request request) {
    const std::array<std::int64_t, 3> grid{launch.grid.x, launch.grid.y / launch.grid_depth, launch.grid_depth};
    for (const std::size_t side : {0, 1}) {
      request.grid = grid;
      ++(*request.grid)[side];
      wanted_.push_back(request);
    }
  }
  void want_others(const Request& request) {
    const Launch launch = plan(request);
    want_longer(launch, request);
    const std::vector<std::string> names = numbers_of(launch);
    for (std::size_t n = 0; n < names.size(); ++n) {
      const auto number = static_cast<std::int64_t>(launch.numbers[n].value);
      for (const std::int64_t other : {number - 1, number - 3, number * 2 / 3, number / 2, number + 1}) {
        Request changed = request;
        changed.numbers[names[n]] = std::to_string(other);
        wanted_.push_back(changed);
        want_longer(launch, changed);
      }
    }
    static const std::regex knob(R"(const int (\w+) = (\d+);)");
    for (std::sregex_iterator match(text_.begin(), text_.end(), knob), none; match != none; ++match)
      for (const int other : {std::stoi(match->str(2)) * 2, std::stoi(match->str(2)) / 2}) {
        Request changed = request;
        changed.knobs[match->str(1)] = std::to_string(other);
        wanted_.push_back(changed);
      }
    for (const std::uint64_t seed : {2, 3}) {
      Request changed = request;
      changed.seed = seed;
      wanted_.push_back(changed);
    }
  }

  std::string text_;
  std::vector<Request> wanted_;
  std::size_t next_ = 0;
  std::vector<RightLaunch> right_;
};

// By block, interval, array and element, which values are stored there, by their bits, and where atomics are.
using Place = std::tuple<std::size_t, std::uint32_t, std::uint8_t, std::uint32_t>;
struct Stores {
  std::map<Place, std::map<std::uint64_t, float>> values;
  std::multiset<Place> atomics;

  bool operator==(const Stores&) const = default;
};
Stores stores_of(const Trace& trace) {
  Stores all;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column events = trace.events(block, thread);
      std::uint32_t interval = 0;
      for (std::uint32_t n = 0; n < events.size(); ++n) {
        const Event event = events[n];
        const Place place(block, interval, event.array(), event.index);
        if (event.kind() == Kind::barrier_release) ++interval;
        if (event.kind() == Kind::global_store || event.kind() == Kind::shared_store)
          all.values[place].emplace(event.bits, event.value());
        if (event.kind() == Kind::atomic) all.atomics.insert(place);
      }
    }
  return all;
}
bool same_but_rounding(const Stores& whole, const Stores& mutant) {
  const auto near = [](const auto& one, const auto& other) {
    return std::abs(one.second - other.second) <= 0x1p-16F * std::abs(one.second);
  };
  return whole.atomics == mutant.atomics &&
         std::ranges::equal(whole.values, mutant.values, [&](const auto& one, const auto& other) {
           return one.first == other.first && std::ranges::equal(one.second, other.second, near);
         });
}

// What a thread does beside waiting: kinds, elements and values.
auto done_by(const Column& events) {
  std::vector<std::tuple<Kind, std::uint8_t, std::uint32_t, std::uint64_t>> done;
  for (std::uint32_t n = 0; n < events.size(); ++n)
    if (const Event event = events[n]; !event.is_barrier() && event.kind() != Kind::vote)
      done.emplace_back(event.kind(), event.array(), event.index, event.bits);
  return done;
}
std::size_t barriers(const Column& events) {
  std::size_t count = 0;
  for (std::uint32_t n = 0; n < events.size(); ++n) count += events[n].is_barrier() ? 1 : 0;
  return count;
}
bool same_but_waiting(const Trace& whole, const Trace& mutant) {
  for (std::size_t block = 0; block < whole.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < whole.threads_per_block(); ++thread) {
      const Column one = whole.events(block, thread), other = mutant.events(block, thread);
      if (done_by(one) != done_by(other) || barriers(other) < barriers(one)) return false;
    }
  return true;
}

bool is_shown(Shown shown, const Trace& whole, const Trace& mutant) {
  switch (shown) {
    case Shown::same_stores: return stores_of(whole) == stores_of(mutant);
    case Shown::same_but_rounding: return same_but_rounding(stores_of(whole), stores_of(mutant));
    case Shown::same_but_waiting: return same_but_waiting(whole, mutant);
  }
  return false;
}

// The first launch in which it is found, and whether it is found there under all schedules.
void expect_found(const ClassicMutant& mutant, Launches& launches) {
  for (std::size_t n = 0; const RightLaunch* const launch = launches.at(n); ++n) {
    const std::optional<Launch> without = with_text(launch->launch, launch->request, mutant.text);
    if (!without) return;  // it was told
    if (right_trace(*without, {})) continue;
    for (const auto& [name, schedule] : every_schedule(1))
      if (mutant.is_barrier && name != "in_order") {
        EXPECT_FALSE(right_trace(*without, schedule)) << name;
      }
    return;
  }
  ADD_FAILURE() << "is found in no launch, and nobody says why";
}

void expect_of_no_use(const ClassicMutant& mutant, Launches& launches, Shown shown) {
  std::size_t n = 0;
  for (; const RightLaunch* const launch = launches.at(n); ++n) {
    const std::optional<Launch> without = with_text(launch->launch, launch->request, mutant.text);
    const std::optional<Trace> trace = without ? right_trace(*without, {}) : std::nullopt;
    ASSERT_TRUE(trace) << "is found: it is of use";
    EXPECT_TRUE(is_shown(shown, launch->trace, *trace)) << "launch " << n << " does not show it";
  }
  EXPECT_GE(n, 3U) << "launches are too few to show it";
}

class ClassicMutants : public testing::TestWithParam<std::string> {};

TEST_P(ClassicMutants, AreFoundOrOfNoUse) {
  const KnownText& classic = *find_classic(GetParam());
  Launches launches(classic);
  const RightLaunch* const own = launches.at(0);
  ASSERT_NE(own, nullptr);
  const std::optional<Launch> whole = with_text(own->launch, own->request, std::string(classic.text));
  ASSERT_TRUE(whole);
  const std::optional<Trace> again = right_trace(*whole, {});
  ASSERT_TRUE(again && same_events(*again, own->trace)) << "nothing was left out, and yet it is not the same";
  for (const ClassicMutant& mutant : classic_mutants(classic.text)) {
    SCOPED_TRACE(mutant.what);
    if (const auto known = of_no_use.find(GetParam() + ": " + mutant.what); known != of_no_use.end())
      expect_of_no_use(mutant, launches, known->second.shown);
    else
      expect_found(mutant, launches);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ClassicMutants, testing::ValuesIn(right_classics()),
                         [](const auto& name) { return name.param; });

TEST(ClassicMutantsOfAll, AreMadeOfEveryBarrierAndGuard) {
  std::size_t barriers = 0, guards = 0, written = 0;
  std::set<std::string> all;
  for (const std::string& name : right_classics()) {
    const std::string text(find_classic(name)->text);
    for (const ClassicMutant& mutant : classic_mutants(text)) {
      ++(mutant.is_barrier ? barriers : guards);
      EXPECT_TRUE(all.insert(name + ": " + mutant.what).second) << name << ": " << mutant.what;
      EXPECT_NE(mutant.text, text);
    }
    const std::string code = kernels_in(text);
    for (std::size_t at = 0; (at = code.find("__sync", at)) != std::string::npos; ++at) ++written;
  }
  EXPECT_EQ(barriers, written);
  EXPECT_GE(barriers, 75U);
  EXPECT_GE(guards, 214U);
  for (const auto& [mutant, why] : of_no_use) EXPECT_TRUE(all.contains(mutant)) << mutant << " is no more";
}

TEST(ClassicMutantsOfAll, LeaveOutWhatAConditionIsJoinedOf) {
  const auto all = [](const std::string& text) {
    std::string said;
    for (const ClassicMutant& mutant : classic_mutants(text)) said += mutant.text + "\n";
    return said;
  };
  EXPECT_EQ(all("if (a < n && b[0] > 1) x = 1;"),
            "if (true             ) x = 1;\nif (true  && b[0] > 1) x = 1;\nif (a < n && true    ) x = 1;\n");
  EXPECT_EQ(all("if (a >= n || (b && c)) return;"),
            "if (false             ) return;\nif (false  || (b && c)) return;\nif (a >= n || false   ) return;\n");
  EXPECT_EQ(all("x = i <= n ? in[i] : 0;"), "x = true   ? in[i] : 0;\n");
  EXPECT_EQ(all("__syncthreads();  // if (a < b)"), "               ;  // if (a < b)\n");
  EXPECT_EQ(all("for (int k = tid; k < n; k += 32) f();"), "for (int k = tid; k < n + (32); k += 32) f();\n");
  EXPECT_EQ(all("for (int k = 0; k < 8 && k < n; ++k) f();"),
            "for (int k = 0; true  && k < n; ++k) f();\nfor (int k = 0; k < 8 && true ; ++k) f();\n");
}

}  // namespace
}  // namespace tilescope::test
