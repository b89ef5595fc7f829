// The view of times: its words, and the sources of its numbers.
#include "app/explain/times_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "app/session/session.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/support/example_tables.h"
#include "tests/support/opened.h"

namespace tilescope::test {
namespace {

std::unique_ptr<Session> opened_for_times(const std::string& kernel) {
  Request request;
  request.kernel = kernel;
  auto session = std::make_unique<Session>(Settings{});
  session->use_tables(example_tables());
  open_in(*session, request);
  session->apply(Explain{"times"});
  return session;
}

TEST(Times, SayWhereEachNumberComesFrom) {
  const auto session = opened_for_times("tiled");
  const std::string words = labels_of(times_picture(session->explainable().times(), view_of(480)));
  for (const char* const part :
       {"measured here 2026-01-02", "cuBLAS", "\n1  fast\nT = 16\n", "measured peak (multiply-adds)",
        "ms measured, occupancy modelled, rest counted", "tiled is not one of them", "Built-in kernels by time"})
    EXPECT_TRUE(has(words, part)) << part << " is missing in:\n" << words;
  // 2 * 100^3 FLOPs in a millisecond.
  EXPECT_TRUE(has(words, "\n2\n")) << words;
  EXPECT_TRUE(has(words, "a CPU trace has no clock")) << words;
  session->apply(UseTable{1});
  EXPECT_TRUE(has(labels_of(times_picture(session->explainable().times(), view_of(480))), "recorded 2026-01-02"));
  session->apply(UseTable{99});  // there is no such table
  EXPECT_EQ(session->explainable().times().chosen, 1U);
}

TEST(Times, TablesAreChosenByKey) {
  const auto session = opened_for_times("tiled");
  ASSERT_EQ(session->explaining().options(session->explainable()).size(), 1U);
  EXPECT_EQ(session->explaining().options(session->explainable()).front().options.size(), 3U);
  for (const std::size_t next : {1U, 2U, 0U}) {
    session->apply(Act::next_choice);
    EXPECT_EQ(session->explainable().times().chosen, next);
  }
  session->apply(Act::previous_choice);
  EXPECT_EQ(session->explainable().times().chosen, 2U);
}

// In a low view, the picture is taller and complete, and asks for the kernel in focus to be in sight.
TEST(Times, KeepTheKernelInFocusInSight) {
  const auto session = opened_for_times("naive");
  session->apply(UseTable{1});
  for (const float height : {200.0F, 300.0F, 500.0F, 900.0F}) {
    const Picture picture = times_picture(session->explainable().times(), view_of(360, height));
    for (const char* const part : {"naive\nT = 4", "seven\nT = 4", "FLOP/byte", "The cost of barriers"})
      EXPECT_TRUE(has(labels_of(picture), part)) << height << "\n" << labels_of(picture);
    const auto own = std::find_if(picture.labels.begin(), picture.labels.end(),
                                  [](const Label& label) { return label.text.ends_with(" naive"); });
    ASSERT_NE(own, picture.labels.end());
    ASSERT_TRUE(picture.wanted);
    EXPECT_TRUE(picture.wanted->contains(own->box.middle()));
    EXPECT_EQ(own->face, Face::bold);
    for (const Label& label : picture.labels) {
      EXPECT_GE(label.box.x, -0.5F) << label.text;
      EXPECT_LE(label.box.right(), 360.5F) << label.text;
      EXPECT_LE(label.box.bottom(), picture.height + 0.5F) << label.text;
    }
  }
  EXPECT_EQ(session->explainable().times().kernel_of_widths(), "naive");
}

TEST(Times, AreNotThoseOfOnesOwnKernel) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "times" / "naive.cu";
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << find_kernel("naive").text;
  const auto session = opened_for_times(file);
  session->apply(UseTable{1});
  const Picture picture = times_picture(session->explainable().times(), view_of(480));
  const std::string words = labels_of(picture);
  EXPECT_TRUE(has(words, "Built-in kernels by time")) << words;
  EXPECT_TRUE(has(words, "naive.cu is not one of them")) << words;
  EXPECT_FALSE(picture.wanted);
}

TEST(Times, WithoutAnyTableSayWhatWouldMakeOne) {
  const auto session = opened_for_times("tiled");
  session->use_tables({});
  EXPECT_TRUE(has(labels_of(times_picture(session->explainable().times(), view_of(480))), "bench kernels --keep"));
  EXPECT_TRUE(session->explaining().options(session->explainable()).empty());
}

TEST(Times, TellWhatBarriersCost) {
  Times times;
  times.has_clock = true;
  times.executor = "a GPU";
  EXPECT_EQ(barrier_words(times), "This kernel has no barriers.");
  times.waits.emplace();
  EXPECT_EQ(barrier_words(times), "This kernel has one barrier, whose cost is unknown.");
  times.waits->all = {230, 1000};
  EXPECT_EQ(barrier_words(times).find("Barriers cost 23 % of this kernel's time here"), 0U);
  EXPECT_TRUE(has(barrier_words(times), "a GPU"));
}

}  // namespace
}  // namespace tilescope::test
