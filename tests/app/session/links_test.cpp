// Links to what a session shows: a step of a lesson, a task, or a launch.
#include "app/session/links.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/lessons/library.h"
#include "app/session/on_stage.h"
#include "app/session/session.h"
#include "app/tasks/task_file.h"
#include "instrumentation/error.h"
#include "tests/support/opened.h"

namespace tilescope {
namespace {

std::unique_ptr<Session> at_link(const std::string& link) {
  auto session = std::make_unique<Session>(Settings{});
  session->apply(Open{link});
  session->wait_for_lesson();
  session->wait_for_task();
  session->wait_for_recording();
  return session;
}

TEST(Links, LeadToAStepOfALesson) {
  const auto session = at_link("ts1:lesson/naive/step=count");
  ASSERT_TRUE(session->course().is_open());
  EXPECT_EQ(session->course().lesson().lesson.name, "naive");
  EXPECT_EQ(session->course().lesson().lesson.steps[session->course().step()].name, "count");
  EXPECT_EQ(link_to(*session), "ts1:lesson/naive/step=count");
}

TEST(Links, LeadToAMomentOfAStep) {
  const auto session = at_link("ts1:lesson/naive/step=2/moment=5");
  ASSERT_TRUE(session->course().is_open());
  EXPECT_EQ(session->course().step(), 1U);
  EXPECT_EQ(session->playback().moment, 5U);
  EXPECT_FALSE(session->playback().playing);
  EXPECT_EQ(link_to(*at_link(link_to(*session))), link_to(*session));
}

TEST(Links, OfAStepAreMadeForEachStepOfEachLesson) {
  for (const char* name : {"naive", "barriers", "softmax"}) {
    const auto session = at_link(std::string("ts1:lesson/") + name);
    for (std::size_t step = 0; step < session->course().lesson().steps.size(); ++step) {
      session->apply(GoToStep{step});
      session->apply(Seek{session->course().now().to});
      const std::string link = link_to(*session);
      const auto again = at_link(link);
      EXPECT_EQ(again->course().step(), step) << link;
      EXPECT_EQ(again->playback().moment, session->playback().moment) << link;
    }
  }
}

TEST(Links, AreCopiedWithThePage) {
  Settings settings;
  settings.page = "https://example.org/";
  Session session(settings);
  session.apply(Open{"ts1:lesson/naive"});
  session.wait_for_lesson();
  session.apply(Act::copy_share);
  EXPECT_EQ(session.wishes().take().clipboard, "https://example.org/#" + link_to(session));
}

TEST(Links, OfALaunchThatLeftItsLessonAreOfTheLaunch) {
  const auto session = at_link("ts1:lesson/naive");
  Request request;
  request.kernel = "tiled";
  test::open_in(*session, request);
  EXPECT_EQ(link_to(*session).substr(0, 10), "ts1:tiled,");
}

TEST(Links, OfAFileOfOnesOwnHoldItsOtherKernelToo) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "tilescope_links";
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "two.cu").string();
  std::ofstream(file) << "__global__ void once(const float* a, float* b) { b[threadIdx.x] = a[threadIdx.x]; }\n"
                         "__global__ void twice(const float* a, float* b) { b[threadIdx.x] = a[threadIdx.x]; }\n";
  const auto session = at_link(file);
  ASSERT_NE(session->shown().replay_beside(), nullptr);
  const std::string link = link_to(*session);
  EXPECT_EQ(link.find("tilescope_links"), std::string::npos) << "a folder of this computer";
  std::filesystem::remove_all(folder);  // as on another computer
  const auto again = at_link(link);
  EXPECT_FALSE(again->banner()) << again->banner()->text;
  ASSERT_NE(again->shown().replay_beside(), nullptr);
  EXPECT_EQ(link_to(*again), link);
}

TEST(Links, LeadToATask) {
  const auto session = at_link("ts1:task/tile-it");
  ASSERT_TRUE(session->tasking().is_open());
  EXPECT_EQ(session->tasking().task().task.name, "tile-it");
  EXPECT_EQ(link_to(*session), "ts1:task/tile-it");
}

// Another computer does not have the file.
TEST(Links, HoldTheTextOfOnesOwnFile) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "tilescope-links";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "twice.cu").string();
  std::ofstream(path) << "__global__ void twice(float* a) { a[threadIdx.x] *= 2; }\n";
  const auto session = at_link(path);
  ASSERT_TRUE(session->shown().has_trace());
  session->apply(Act::copy_share);
  session->wait_for_recording();
  const std::string link = session->wishes().take().clipboard;
  EXPECT_EQ(link, link_to(*session));
  EXPECT_EQ(link.find("tilescope-links"), std::string::npos) << "no path of this computer";
  std::filesystem::remove_all(folder);
  const auto again = at_link(link);
  ASSERT_TRUE(again->shown().has_trace());
  EXPECT_NE(again->shown().trace().kernel_text().find("void twice"), std::string::npos);
  EXPECT_EQ(link_to(*again), link);
}

TEST(Links, ThatAreTooLongAreNotMade) {
  std::string text = "__global__ void twice(float* a) { a[threadIdx.x] *= 2; }\n// ";
  std::uint32_t seed = 1;
  for (int n = 0; n < 80'000; ++n) text += static_cast<char>('a' + (seed = seed * 1664525 + 1013904223) % 26);
  Request request;
  request.kernel = "long.cu";
  request.text = text + "\n";
  Session session{Settings{}};
  test::open_in(session, request);
  ASSERT_TRUE(session.shown().has_trace());
  EXPECT_EQ(link_to(session), "");
  session.apply(Act::copy_share);
  session.wait_for_recording();
  EXPECT_EQ(session.wishes().take().clipboard, "");
  ASSERT_TRUE(session.banner());
  EXPECT_NE(session.banner()->text.find("too long for a link"), std::string::npos);
}

TEST(Links, ToALaunchCloseTheLesson) {
  const auto session = at_link("ts1:lesson/naive");
  session->apply(Open{"ts1:tiled,naive/8x8x8/t4"});
  session->wait_for_recording();
  EXPECT_FALSE(session->course().is_open());
  EXPECT_EQ(link_to(*session).substr(0, 10), "ts1:tiled,");
}

TEST(Links, ToNothingSaySo) {
  const auto banner = [](const std::string& link) {
    const auto session = at_link(link);
    return session->banner() ? session->banner()->text : std::string();
  };
  EXPECT_NE(banner("ts1:lesson/nosuch").find("nosuch"), std::string::npos);
  EXPECT_NE(banner("ts1:task/nosuch").find("nosuch"), std::string::npos);
  EXPECT_NE(banner("ts1:lesson/naive/step=nosuch").find("no step 'nosuch'"), std::string::npos);
  EXPECT_NE(banner("ts1:lesson/naive/where=3").find("where=3"), std::string::npos);
}

}  // namespace
}  // namespace tilescope
