// A session with a file of several kernels: launches that follow each other, and kernels beside each other.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/names/share_string.h"
#include "instrumentation/launching/beside.h"
#include "instrumentation/launching/request/launch_words.h"
#include "tests/support/opened.h"
#include "tests/support/own_files.h"

namespace tilescope {
namespace {

const std::string scan = test::scan + R"(
int main() {
  int n = 20, blocks = (n + BLOCK - 1) / BLOCK;
  scan_blocks<<<blocks, BLOCK>>>(d_in, d_out, d_sums, n);
  scan_blocks<<<1, BLOCK>>>(d_sums, d_sums, d_total, blocks);
  add_sums<<<blocks, BLOCK>>>(d_out, d_sums, n);
}
)";

const std::string reductions = test::reduction + R"(
__global__ void second(const float* in, float* out, int n) {
  __shared__ float s[16];
  int t = threadIdx.x, i = blockIdx.x * 16 + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t == 0) for (int d = 1; d < 16; ++d) s[0] += s[d];
  if (t == 0) out[blockIdx.x] = s[0];
}
)";

Request of(const std::string& name, const std::string& text) {
  return test::file_with(std::filesystem::path(TILESCOPE_SCRATCH) / name, text);
}

// The session that a string of this one opens.
std::unique_ptr<Session> reopened(const Session& session) {
  auto again = std::make_unique<Session>(Settings{});
  again->apply(Reopen{situation_of_string(share_string(session.situation()))});
  again->wait_for_recording();
  EXPECT_FALSE(again->banner().has_value() && again->banner()->is_error) << again->banner()->text;
  return again;
}

std::string place(const Session& session) { return place_in_words(session.shown().replay().trace().launch()); }

TEST(OwnFile, GoesFromLaunchToLaunch) {
  const auto session = test::session_with(of("scan.cu", scan));
  EXPECT_EQ(place(*session), "launch 1 of 3");
  for (const std::string expected : {"launch 2 of 3", "launch 3 of 3", "launch 1 of 3"}) {
    session->apply(Act::next_launch);
    session->wait_for_recording();
    EXPECT_EQ(place(*session), expected);
  }
  session->apply(Act::previous_launch);
  session->wait_for_recording();
  EXPECT_EQ(place(*session), "launch 3 of 3");
  session->apply(Seek{3});
  const auto again = reopened(*session);
  EXPECT_EQ(place(*again), "launch 3 of 3");
  EXPECT_EQ(again->playback().moment, 3U);
  EXPECT_EQ(again->shown().replay().trace().launch().buffers, session->shown().replay().trace().launch().buffers);
}

TEST(OwnFile, ALaunchAloneHasNoOther) {
  const auto session = test::session_with(of("reductions.cu", reductions));
  EXPECT_EQ(place(*session), "");
  session->apply(Act::next_launch);
  ASSERT_TRUE(session->banner().has_value());
  EXPECT_EQ(session->banner()->text, "No other launch uses these arrays.");
}

TEST(OwnFile, AnotherKernelStandsBesideAtTheSamePart) {
  Request request = of("reductions.cu", reductions);
  request.entry = "second";
  const auto session = test::session_with(request);
  ASSERT_NE(session->shown().replay_beside(), nullptr);
  EXPECT_EQ(session->shown().replay_beside()->trace().launch().kernel, "reductions.cu:first");
  const std::uint64_t here = session->shown().replay().moments().count(),
                      there = session->shown().replay_beside()->moments().count();
  ASSERT_NE(here, there);
  for (const std::uint64_t part : {0, 1, 2, 3, 4}) {
    session->apply(Seek{here * part / 4});
    EXPECT_NEAR(static_cast<double>(session->shown().beside_frame.moment), static_cast<double>(there * part) / 4, 16)
        << part;  // to the end of a step
  }
  // As many steps where that is wanted.
  session->apply(Act::switch_lock);
  session->apply(Seek{session->shown().replay().moments().end_of(1)});
  EXPECT_EQ(session->shown().beside_frame.moment, session->shown().replay_beside()->moments().end_of(1));
}

TEST(OwnFile, SwappedAndSharedItIsTheSame) {
  Request request = of("reductions.cu", reductions);
  request.entry = "second";
  request.arrays["in"] = "40:random";
  request.seed = 3;
  const auto session = test::session_with(request);
  const auto bytes = session->shown().replay().trace().launch().buffers[0].bytes;
  session->apply(Act::swap_kernels);
  EXPECT_EQ(session->shown().replay().trace().launch().kernel, "reductions.cu:first");
  EXPECT_EQ(session->launching().asked.request.entry, "first");
  const auto again = reopened(*session);
  EXPECT_EQ(again->shown().replay().trace().launch().kernel, "reductions.cu:first");
  EXPECT_EQ(again->shown().replay().trace().launch().buffers[0].bytes, bytes);
  ASSERT_NE(again->shown().replay_beside(), nullptr);
  EXPECT_EQ(again->shown().replay_beside()->trace().launch().kernel, "reductions.cu:second");
  EXPECT_EQ(again->shown().replay_beside()->trace().launch().buffers[0].bytes, bytes);
}

// What another kernel makes of the same arrays is nothing to hold this one against.
TEST(OwnFile, NothingStandsBesideThatDoesSomethingElse) {
  const std::string text = reductions + R"(
__global__ void squares(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
)";
  Request request = of("others.cu", text);
  request.entry = "squares";
  const auto session = test::session_with(request);
  EXPECT_EQ(session->shown().replay_beside(), nullptr);
  request.entry = "second";
  const auto other = test::session_with(request);
  ASSERT_NE(other->shown().replay_beside(), nullptr);
  EXPECT_EQ(other->shown().replay_beside()->trace().launch().kernel, "others.cu:first");
}

TEST(OwnFile, LooksWhereSomethingHappens) {
  const auto looked_at = [](const std::string& condition) {
    const auto session = test::session_with(of("idle.cu",
                                               "//! grid = 3\n//! block = 8\n"
                                               "__global__ void idle(const int* in, int* out) {\n"
                                               "  int t = threadIdx.x, i = blockIdx.x * 8 + t;\n"
                                               "  if (" +
                                                   condition + ") out[i] = in[i] + 1;\n}\n"));
    return std::pair{session->selection().block, session->selection().thread};
  };
  EXPECT_EQ(looked_at("blockIdx.x == 2 && t > 4"), (std::pair<std::size_t, std::uint32_t>{2, 5}));
  EXPECT_EQ(looked_at("t > 2"), (std::pair<std::size_t, std::uint32_t>{0, 3}));
  EXPECT_EQ(looked_at("t < 4"), (std::pair<std::size_t, std::uint32_t>{0, 0}));
}

}  // namespace
}  // namespace tilescope
