// Long work runs beside the frames: neither starting nor stopping it, nor drawing, waits for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/screen/screen.h"
#include "app/session/extent.h"
#include "app/session/session.h"
#include "instrumentation/memory.h"
#include "tests/support/opened.h"

namespace tilescope::test {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::string file_with(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

// Minutes of work in one block, which leave one event a thread.
std::string long_loop() {
  return file_with("long_loop.cu",
                   "__global__ void long_loop(float* out) {\n"
                   "  float x = threadIdx.x;\n"
                   "  for (int i = 0; i < 300000; i++)\n"
                   "    for (int j = 0; j < 30; j++) x = x * 0.5f + 1.0f;\n"
                   "  out[threadIdx.x] = x;\n"
                   "}\n"
                   "int main() { float* d; long_loop<<<1, 1024>>>(d); }\n");
}

Relaunch asked(const std::string& file) {
  Relaunch relaunch;
  relaunch.request.kernel = file;
  relaunch.backend = "cpu";
  return relaunch;
}

// Frames until it is so, each as long as it takes; gives the longest.
template <class Done>
double longest_frame_until(Session& session, const Done& done, double most_seconds) {
  double longest = 0;
  const auto begin = Clock::now();
  while (!done() && seconds_since(begin) < most_seconds) {
    const auto frame = Clock::now();
    session.advance(1.0 / 60);
    static_cast<void>(screen_of(session, {1280, 720, 1, 0}));
    longest = std::max(longest, seconds_since(frame));
    std::this_thread::sleep_for(std::chrono::milliseconds(8));
  }
  return longest;
}

TEST(LongWork, IsToldOfAndStopsAtOnce) {
  Session session{Settings{}};
  session.apply(asked(long_loop()));
  ASSERT_TRUE(session.under_way());
  const auto told = [&] { return session.under_way() && session.under_way()->is_told(); };
  const double longest = longest_frame_until(session, told, 20);
  ASSERT_TRUE(told());
  EXPECT_LT(longest, 0.25);
  const std::string words = labels_of(screen_of(session, {1280, 720, 1, 0}).picture);
  EXPECT_TRUE(has(words, "long_loop.cu")) << words;
  EXPECT_TRUE(has(words, "Stop (Esc)")) << words;
  const auto begin = Clock::now();
  session.apply(Act::close);  // what Esc asks for
  EXPECT_LT(seconds_since(begin), 0.25);
  EXPECT_FALSE(session.under_way());
  ASSERT_TRUE(session.editing().is_open()) << "the text can be seen, and changed";
  EXPECT_TRUE(has(session.editing().problem, "Stopped"));
  static_cast<void>(session.advance(1));
  EXPECT_FALSE(session.launching().recorder.is_busy()) << "it does not run again by itself";
  // The machine has stopped as well: another launch is there soon.
  const auto next = Clock::now();
  open_in(session, {});
  EXPECT_TRUE(session.shown().has_trace());
  EXPECT_LT(seconds_since(next), 10);
}

TEST(LongWork, LeavesWhatWasOpen) {
  const auto session = session_with({});
  const Replay* const before = &session->shown().replay();
  session->apply(asked(long_loop()));
  const auto told = [&] { return session->under_way() && session->under_way()->is_told(); };
  EXPECT_LT(longest_frame_until(*session, told, 20), 0.25);
  EXPECT_EQ(&session->shown().replay(), before);
  session->apply(Act::close);
  EXPECT_FALSE(session->under_way());
  EXPECT_EQ(&session->shown().replay(), before);
  ASSERT_TRUE(session->banner());
  EXPECT_TRUE(has(session->banner()->text, "the previous launch is still shown")) << session->banner()->text;
}

// No product, and so nothing says before how many events it has: a thousand million.
TEST(LongWork, ALargeLaunchOfAFileIsAWindowOfItsBlocks) {
  const std::string file = file_with("large.cu",
                                     "__global__ void sums(const float* in, float* out, int n) {\n"
                                     "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                     "  float s = 0;\n"
                                     "  for (int k = 0; k < 1000; k++) s += in[(i + k) % n];\n"
                                     "  out[i] = s;\n"
                                     "}\n");
  Request request;
  request.kernel = file;
  request.grid = {2048, 1, 1};
  request.block = {256, 1, 1};
  Launch launch = plan_to_show(request);
  RecordOptions how;
  const auto begin = Clock::now();
  const Trace trace = record_what_fits(*make_cpu_executor(), launch, request, how);
  EXPECT_LT(seconds_since(begin), 20);
  EXPECT_NE(launch.record, Record::full);
  EXPECT_FALSE(trace.fully_recorded());
  EXPECT_EQ(trace.lost_events(), 0U);
  EXPECT_GT(trace.kept_events(), 256U * 1000);
  EXPECT_LT(trace.kept_events(), 16'000'000U);
  EXPECT_GT(events_of(launch), 64e6);
}

TEST(LongWork, ASmallLaunchOfAFileIsRecordedWhole) {
  const std::string file = file_with("small.cu", "__global__ void twice(float* x) { x[threadIdx.x] *= 2; }\n");
  Request request;
  request.kernel = file;
  Launch launch = plan_to_show(request);
  const Trace trace = record_what_fits(*make_cpu_executor(), launch, request, {});
  EXPECT_EQ(launch.record, Record::full);
  EXPECT_TRUE(trace.fully_recorded());
}

TEST(LongWork, MemoryHasALimitThatEventsCountFor) {
  EXPECT_LE(usable_memory(), memory_limit());
  EXPECT_EQ(memory_limit(), std::uint64_t{2} << 30);
  const std::uint64_t before = event_memory_in_use();
  {
    auto pool = std::make_shared<EventPool>(0);
    const EventPool::Slab slab = pool->take();
    EXPECT_EQ(event_memory_in_use(), before + EventPool::slab_bytes);
  }
  EXPECT_EQ(event_memory_in_use(), before);
  set_memory_limit(std::uint64_t{64} << 20);
  EXPECT_LE(usable_memory(), std::uint64_t{64} << 20);
  set_memory_limit(usual_memory_limit);
}

}  // namespace
}  // namespace tilescope::test
