// The trace for other viewers: it parses, its slices nest, and there is one for each step of each thread.
#include "app/export/chrome_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "instrumentation/launching/request/request_of.h"
#include "tests/support/launches.h"

namespace tilescope {

namespace {

using Json = nlohmann::json;

Request request(const std::string& kernel, std::int64_t m, std::int64_t n, std::int64_t k, int tile) {
  return request_of(test::launch(kernel, m, n, k, tile));
}

Trace recorded(const Request& request) { return test::record(plan(request)); }

Json exported(const Trace& trace) {
  std::ostringstream out;
  write_chrome_trace(trace, Order(trace), out);
  return Json::parse(out.str());
}

struct Slice {
  std::string category, name;
  std::int64_t begin, end;
  Json arguments;
};

std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Slice>> lanes_of(const Json& json) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Slice>> lanes;
  for (const Json& event : json["traceEvents"]) {
    if (event["ph"] != "X") continue;
    const std::int64_t begin = event["ts"], length = event["dur"];
    lanes[{event["pid"], event["tid"]}].push_back({event["cat"], event["name"], begin, begin + length, event["args"]});
  }
  return lanes;
}

// Every slice lies within all open ones, belongs to a finer layer, and begins no earlier than its neighbour ends.
// neighbour ends.
void expect_nested(const std::vector<Slice>& lane) {
  static const std::vector<std::string> layers{"launch", "phase", "interval", "step"};
  const auto layer = [&](const Slice& slice) {
    return std::find(layers.begin(), layers.end(), slice.category) - layers.begin();
  };
  std::vector<const Slice*> open;
  std::int64_t last = 0;
  for (const Slice& slice : lane) {
    EXPECT_GE(slice.begin, last) << "in the order of time";
    EXPECT_GT(slice.end, slice.begin);
    last = slice.begin;
    while (!open.empty() && open.back()->end <= slice.begin) open.pop_back();
    if (!open.empty()) {
      EXPECT_LE(slice.end, open.back()->end) << slice.name << " in " << open.back()->name;
      EXPECT_LT(layer(*open.back()), layer(slice)) << slice.name << " in " << open.back()->name;
    }
    open.push_back(&slice);
  }
}

TEST(ChromeTrace, SlicesNestAndThereIsOneForEachStepOfEachThread) {
  for (const Request& asked : {request("tiled", 4, 4, 4, 2), request("naive", 3, 5, 4, 2),
                               request("tiled_bounded", 7, 9, 5, 3), request("tiled_barrier_in_inner_loop", 8, 8, 8, 4),
                               request("single_block", 3, 4, 2, 4), request("tiled_short_loop", 4, 4, 4, 2)}) {
    SCOPED_TRACE(asked.kernel);
    const Trace trace = recorded(asked);
    const Order order(trace);
    const auto lanes = lanes_of(exported(trace));
    ASSERT_EQ(lanes.size(), trace.block_count() * trace.threads_per_block());
    auto lane = lanes.begin();
    std::set<std::uint64_t> numbers;
    for (std::size_t block = 0; block < trace.block_count(); ++block)
      for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread, ++lane) {
        EXPECT_EQ(lane->first.first, block + 1);
        EXPECT_TRUE(numbers.insert(lane->first.second).second) << "a lane of its own";
        expect_nested(lane->second);
        const Path& path = order.paths()[order.path_of(block, thread)];
        std::vector<std::uint32_t> steps, lines;
        std::set<std::string> phases;
        std::size_t waits = 0;
        for (const Slice& slice : lane->second) {
          if (slice.category == "phase") phases.insert(slice.name);
          if (slice.category != "step") continue;
          steps.push_back(static_cast<std::uint32_t>(slice.begin));
          lines.push_back(slice.arguments["line"]);
          EXPECT_EQ(slice.end - slice.begin, 1);
          waits += slice.name == "wait at barrier" ? 1 : 0;
        }
        EXPECT_EQ(steps, path.steps);
        ASSERT_EQ(lines.size(), path.visits.size());
        std::size_t barriers = 0;
        for (std::size_t n = 0; n < lines.size(); ++n) {
          EXPECT_EQ(lines[n], path.visits[n].line);
          const Column events = trace.events(block, thread);
          barriers += events[path.visits[n].end - 1].kind() == Kind::barrier_release ? 1 : 0;
        }
        EXPECT_EQ(waits, barriers);
        EXPECT_EQ(phases.size(), order.phases().size());
        EXPECT_EQ(lane->second.front().category, "launch");
        EXPECT_EQ(lane->second.front().end, order.step_count());
      }
  }
}

TEST(ChromeTrace, TellsWhatIsDoneAndWhere) {
  const Json json = exported(recorded(request("tiled_bounded", 3, 3, 3, 2)));
  EXPECT_EQ(json["otherData"]["time"], "of the replay: 1 us is 1 step; nothing was measured");
  EXPECT_EQ(json["otherData"]["kernel"], "tiled_bounded");
  std::set<std::string> names;
  bool has_touch = false;
  for (const Json& event : json["traceEvents"]) {
    names.insert(event["ph"] == "M" && event["args"].contains("name") ? event["args"]["name"] : event["name"]);
    has_touch = has_touch || event["args"].value("touches", "").find("A[0][0], As[0][0]") == 0;
  }
  for (const char* name :
       {"block (0,0)", "block (1,1)", "t(0,0)", "t(1,1)", "tiled_bounded", "phase 0", "phase 1", "interval 0: load",
        "interval 1: multiply", "load", "pad with 0", "multiply", "wait at barrier", "store"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_TRUE(has_touch);
}

TEST(ChromeTrace, ABarrierThatNeverOpensIsWaitedForToTheEnd) {
  const Trace trace = recorded(request("tiled_barrier_in_branch", 4, 4, 4, 2));
  ASSERT_TRUE(trace.fault());
  const Order order(trace);
  const Json json = exported(trace);
  EXPECT_EQ(json["otherData"]["fault"], trace.fault()->message);
  int never = 0;
  for (const auto& [number, lane] : lanes_of(json)) {
    expect_nested(lane);
    if (lane.back().name == "wait at barrier" && lane.back().end == order.step_count()) ++never;
  }
  EXPECT_GT(never, 0);
}

TEST(ChromeTrace, BlocksThatWereOnlyCountedHaveOneSlice) {
  Request window = request("tiled", 8, 8, 8, 2);
  window.record = Record::window;
  window.window = {{1, 1, 1, 2}};
  const Trace trace = recorded(window);
  const auto lanes = lanes_of(exported(trace));
  EXPECT_EQ(lanes.size(), 2U * 4 + 14);
  for (const auto& [number, lane] : lanes)
    if (lane.size() == 1) {
      EXPECT_EQ(lane.front().arguments["global_loads"], 4 * 8) << "8 by each of 4 threads";
    }
  Request counts = request("tiled", 8, 8, 8, 2);
  counts.record = Record::counts;
  EXPECT_EQ(lanes_of(exported(recorded(counts))).size(), 16U);
}

// A million events in seconds, without more memory: the writer passes on its text now and then.
TEST(ChromeTrace, HandsOnWhatItHas) {
  const Trace trace = recorded(request("tiled", 32, 32, 32, 8));
  struct Counting : std::streambuf {
    std::streamsize writes = 0, bytes = 0, most = 0;
    std::streamsize xsputn(const char*, std::streamsize n) override {
      ++writes, bytes += n, most = std::max(most, n);
      return n;
    }
    int overflow(int letter) override { return ++bytes, letter; }
  } sink;
  std::ostream out(&sink);
  write_chrome_trace(trace, Order(trace), out);
  EXPECT_GT(sink.bytes, 4'000'000);
  EXPECT_GT(sink.writes, 50);
  EXPECT_LT(sink.most, 70'000);
}

}  // namespace

}  // namespace tilescope
