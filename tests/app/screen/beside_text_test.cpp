// What stands beside a text that cannot run: its mistakes are gone to, another kernel runs, or something else opens.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/screen/screen.h"
#include "tests/support/mirror_task.h"
#include "tests/support/opened.h"

namespace tilescope {
namespace {

namespace fs = std::filesystem;
using test::has;

bool offers(const Picture& picture, const Target& target) {
  return std::any_of(picture.hits.begin(), picture.hits.end(), [&](const Hit& hit) { return hit.target == target; });
}

constexpr const char* two_kernels =
    "__global__ void first(float* out) {\n  int i = threadIdx.x\n  out[i] = 1;\n}\n"
    "__global__ void second(float* out) {\n  out[threadIdx.x] = 2;\n}\n";

TEST(BesideText, SaysWhatCanStillBeDone) {
  const fs::path file = fs::path(TILESCOPE_SCRATCH) / "two_kernels.cu";
  std::ofstream(file) << two_kernels;
  Session session(Settings{});
  Relaunch first;
  first.backend = "cpu";
  first.request.kernel = file.string();
  first.request.entry = "first";
  session.apply(first);
  session.wait_for_recording();
  session.wait_for_recording();  // reads the text for its mistakes
  static_cast<void>(session.advance(0));
  ASSERT_FALSE(session.shown().has_trace());
  ASSERT_TRUE(session.editing().is_open());
  const Picture picture = screen_of(session, {1280, 720, 1}).picture;
  EXPECT_TRUE(has(test::labels_of(picture), "Not run yet"));
  for (const Act act : {Act::next_mistake, Act::open_file, Act::start_page})
    EXPECT_TRUE(offers(picture, button(act))) << static_cast<int>(act);
  const Target second{.kind = Target::Kind::choice, .number = 0};
  ASSERT_TRUE(offers(picture, second));
  session.apply(Select{second});
  session.wait_for_recording();
  ASSERT_TRUE(session.shown().has_trace());
  EXPECT_TRUE(has(session.shown().trace().launch().kernel, ":second")) << session.shown().trace().launch().kernel;
}

TEST(BesideText, ATaskKeepsItsPanel) {
  const fs::path folder = fs::path(TILESCOPE_SCRATCH) / "broken_answer";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string file = (folder / "01-mirror.toml").string();
  std::ofstream(file) << test::mirror_task();
  const auto open = [&](Session& session) {
    session.apply(UseAnswers{folder / "answers"});
    session.apply(OpenTask{file});
    session.wait_for_task();
  };
  {
    Session session(Settings{});
    open(session);
    session.apply(Act::edit_source);
    session.apply(TypeKey{{Key::character, U'a', true}});
    session.apply(PasteText{"__global__ void mirror(const int* in, int* out) { out[ }\n"});
    session.wait_for_recording();
    session.wait_for_task();
    session.apply(KeepDraft{});
  }
  Session session(Settings{});
  open(session);
  static_cast<void>(session.advance(0));
  ASSERT_TRUE(session.tasking().is_open());
  ASSERT_FALSE(session.shown().has_trace()) << "the kept answer is broken";
  for (const auto& [width, height] : {std::pair{1024.0F, 768.0F}, {1280.0F, 720.0F}, {1600.0F, 900.0F}}) {
    const Screen screen = screen_of(session, {width, height, 1});
    const std::string words = test::labels_of(screen.picture);
    for (const char* part : {"Mirror", "Goals", "At most one barrier"}) EXPECT_TRUE(has(words, part)) << part;
    for (const Act act : {Act::task_again, Act::task_hint, Act::start_page, Act::task_close})
      EXPECT_TRUE(offers(screen.picture, button(act))) << static_cast<int>(act);
    EXPECT_TRUE(screen.editor);
    EXPECT_GT(screen.layout.narration.w, 20 * screen.layout.text);
  }
  session.apply(Act::task_again);
  if (session.banner()) session.apply(Act::task_again);  // it asks first
  session.wait_for_recording();
  EXPECT_TRUE(session.shown().has_trace());
}

TEST(BesideText, TheLabelOverAnEarlierRunHidesNothing) {
  Request request;
  request.m = request.n = request.k = 4;
  const auto session = test::session_with(request);
  session->apply(Act::edit_source);
  session->apply(TypeKey{{Key::character, U'$'}});
  session->wait_for_recording();
  static_cast<void>(session->advance(0));
  const Screen screen = screen_of(*session, {1280, 720, 1});
  ASSERT_EQ(screen.over.labels.size(), 1U);
  const Box& label = screen.over.labels.front().box;
  for (const Label& other : screen.picture.labels) {
    const bool is_apart = other.box.y >= label.bottom() || other.box.bottom() <= label.y ||
                          other.box.x >= label.right() || other.box.right() <= label.x;
    EXPECT_TRUE(is_apart) << other.text;
  }
}

}  // namespace
}  // namespace tilescope
