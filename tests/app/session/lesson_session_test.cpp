// A lesson in a session: its steps set the stage, its questions halt it, and its file may change while it is open.
#include "app/session/lesson_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/session/lesson_session.h"
#include "app/session/on_stage.h"
#include "app/session/session.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

std::string lesson_file() { return TILESCOPE_SOURCES "/assets/lessons/05-phase-by-phase.toml"; }

std::unique_ptr<Session> in_lesson(const std::string& file = lesson_file()) {
  auto session = std::make_unique<Session>(Settings{});
  session->apply(Open{file});
  session->wait_for_lesson();
  return session;
}

void go_to(Session& session, const std::string& bookmark) {
  const auto step = session.course().lesson().step_named(bookmark);
  ASSERT_TRUE(step) << bookmark;
  session.apply(GoToStep{*step});
}

// As a window does, until nothing moves by itself any more.
void play(Session& session) {
  for (int n = 0; n < 2000 && session.playback().playing; ++n) session.advance(0.05);
  EXPECT_FALSE(session.playback().playing);
}

TEST(LessonSession, AStepSetsTheStage) {
  const auto session = in_lesson();
  ASSERT_TRUE(session->course().is_open());
  ASSERT_TRUE(session->shown().has_trace());
  EXPECT_TRUE(lesson_is_shown(session->course(), session->shown()));
  EXPECT_EQ(session->shown().replay().trace().launch().kernel, "tiled");
  ASSERT_NE(session->shown().replay_beside(), nullptr);
  EXPECT_EQ(session->shown().replay_beside()->trace().launch().kernel, "naive");
  EXPECT_EQ(session->course().step(), 0U);
  EXPECT_TRUE(session->shown().frame.at_begin);
  // Two tiles of 2 x 2 are named, and lit.
  EXPECT_EQ(session->selection().links.elements.size(), 8U);
}

TEST(LessonSession, WhatIsAskedForLastIsWhatOpens) {
  Session session(Settings{});
  session.apply(OpenTask{TILESCOPE_SOURCES "/assets/tasks/01-fill-before-use.toml"});
  session.apply(Open{lesson_file()});
  session.apply(PasteText{"__global__ void twice(float* a) { a[threadIdx.x] *= 2; }\n"});
  session.wait_for_lesson();
  session.wait_for_recording();
  EXPECT_FALSE(session.course().is_open());
  EXPECT_FALSE(session.tasking().is_open());
  ASSERT_TRUE(session.editing().is_open());
  EXPECT_EQ(session.editing().file, "pasted.cu");
  session.apply(Open{lesson_file()});
  session.wait_for_lesson();
  EXPECT_TRUE(session.course().is_open());
}

TEST(LessonSession, AStepPlaysToItsEnd) {
  const auto session = in_lesson();
  go_to(*session, "second-barrier");
  EXPECT_TRUE(session->playback().playing);
  EXPECT_EQ(session->playback().moment, session->course().now().from);
  play(*session);
  EXPECT_EQ(session->playback().moment, session->course().now().to);
  // What its text names is lit: the second barrier.
  EXPECT_EQ(session->selection().links.lines, (std::vector<std::uint32_t>{16}));
}

TEST(LessonSession, PlaybackWaitsForTheClass) {
  const auto session = in_lesson();
  go_to(*session, "phase-1");
  ASSERT_NE(session->course().question(), nullptr);
  EXPECT_TRUE(session->course().takes_answer());
  const std::uint64_t halt = session->playback().moment;
  for (const Act act : {Act::play_or_pause, Act::forward, Act::forward_more}) {
    session->apply(act);
    session->advance(2);
    EXPECT_EQ(session->playback().moment, halt);
  }
  session->apply(Vote{session->course().question()->right_choice});
  EXPECT_TRUE(session->course().guess().right.value_or(false));
  session->apply(Act::play_or_pause);
  play(*session);
  EXPECT_EQ(session->playback().moment, session->course().now().to);
}

TEST(LessonSession, TheMiddleOfAStepMayHoldAQuestion) {
  const auto session = in_lesson();
  go_to(*session, "barrier");
  EXPECT_FALSE(session->course().takes_answer());
  play(*session);
  EXPECT_TRUE(session->course().takes_answer());
  EXPECT_EQ(session->playback().moment, session->course().question()->halt);
  EXPECT_LT(session->playback().moment, session->course().now().to);
  // A click on a thread that waits is the right answer.
  session->apply(Select{session->course().question()->shows.front()});
  EXPECT_TRUE(session->course().guess().revealed);
  EXPECT_EQ(session->course().guess().right, true);
  session->apply(Act::lesson_on);
  play(*session);
  EXPECT_EQ(session->playback().moment, session->course().now().to);
}

TEST(LessonSession, AWrongAnswerLeadsToTheStepThatShowsWhy) {
  const auto session = in_lesson();
  go_to(*session, "phase-1");
  const std::size_t wrong = session->course().question()->right_choice == 0 ? 1 : 0;
  session->apply(Act::presenter);
  session->apply(Vote{wrong});
  session->apply(Vote{wrong});
  session->apply(Vote{session->course().question()->right_choice});
  EXPECT_EQ(session->course().guess().votes[wrong], 2);
  EXPECT_EQ(session->course().guess().right, false);
  session->apply(Act::show_why);
  EXPECT_EQ(session->course().lesson().lesson.steps[session->course().step()].name, "phase-1") << "before it is told";
  session->apply(Act::reveal);
  session->apply(Act::show_why);
  EXPECT_EQ(session->course().lesson().lesson.steps[session->course().step()].name, "load-a");
}

TEST(LessonSession, AReasonInTheSameStepLeavesTheAnswerInSight) {
  const auto session = in_lesson(TILESCOPE_SOURCES "/assets/lessons/04-one-block.toml");
  go_to(*session, "load");
  const auto has = [&] { return has_why(session->course(), session->shown(), session->playback().moment); };
  EXPECT_FALSE(has()) << "before the answer";
  session->apply(Vote{session->course().question()->right_choice == 0 ? 1U : 0U});
  ASSERT_EQ(session->course().guess().right, false);
  EXPECT_TRUE(has());
  session->apply(Act::show_why);
  EXPECT_TRUE(session->course().guess().revealed);
  EXPECT_EQ(session->playback().moment, session->course().question()->why);
  EXPECT_FALSE(has()) << "it is on the stage";
}

// Outside presenter mode there is no class whose votes must be awaited.
TEST(LessonSession, ALoneReadersChoiceAnswersAtOnce) {
  const auto session = in_lesson();
  go_to(*session, "phase-1");
  const lessons::Asked& asked = *session->course().question();
  const std::size_t wrong = asked.right_choice == 0 ? 1 : 0;
  session->apply(Vote{wrong});
  EXPECT_TRUE(session->course().guess().revealed);
  EXPECT_EQ(session->course().guess().right, false);
  EXPECT_EQ(session->course().guess().answer, asked.choices[wrong]);
  EXPECT_FALSE(session->course().guess().has_votes());
  session->apply(Vote{asked.right_choice});
  EXPECT_EQ(session->course().guess().right, false) << "a second click changes nothing";
  session->apply(Act::lesson_again);
  session->apply(Answer{std::to_string(asked.right_choice + 1)});
  EXPECT_TRUE(session->course().guess().revealed);
  EXPECT_EQ(session->course().guess().right, true);
}

TEST(LessonSession, ANumberIsTyped) {
  const auto session = in_lesson();
  go_to(*session, "store");
  for (const char letter : {'3', '\b', '2'}) session->apply(TypeAnswer{letter});
  EXPECT_EQ(session->course().guess().typed, "2");
  for (const char letter : {'7', '\b'}) session->apply(Select{button(TypeAnswer{letter})});
  EXPECT_EQ(session->course().guess().typed, "2") << "by the mouse";
  session->apply(Act::lesson_on);
  EXPECT_TRUE(session->course().guess().revealed);
  EXPECT_EQ(session->course().guess().right, true);
}

TEST(LessonSession, AClickerGoesThroughAllOfIt) {
  const auto session = in_lesson();
  std::vector<bool> seen(session->course().lesson().steps.size());
  for (int n = 0; n < 60 && !session->course().preparing().is_busy(); ++n) {
    seen[session->course().step()] = true;
    session->apply(Act::lesson_on);
  }
  EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](bool each) { return each; }));
  session->wait_for_lesson();
  EXPECT_EQ(session->course().lesson().lesson.name, "barriers");
}

TEST(LessonSession, GoesBackAndBeginsAnew) {
  const auto session = in_lesson();
  go_to(*session, "multiply");
  const std::size_t step = session->course().step();
  session->apply(Act::lesson_back);
  EXPECT_EQ(session->course().step(), step - 1);
  session->apply(Act::lesson_outline);
  EXPECT_TRUE(session->course().outline);
  session->apply(GoToStep{2});
  EXPECT_FALSE(session->course().outline);
  EXPECT_EQ(session->course().step(), 2U);
  for (const Act act : {Act::lesson_on, Act::lesson_back, Act::lesson_again}) {
    session->apply(Act::lesson_outline);
    session->apply(act);
    EXPECT_FALSE(session->course().outline) << "in the notes window, while the outline is open";
  }
  session->apply(GoToStep{2});
  session->apply(Act::to_end);
  session->apply(Act::lesson_again);
  EXPECT_EQ(session->playback().moment, session->course().now().from);
  session->apply(Act::lesson_restart);
  EXPECT_EQ(session->course().step(), 0U);
  session->apply(GoToStep{99});
  EXPECT_EQ(session->course().step(), 0U);
  EXPECT_FALSE(session->course().left) << "a kernel of the program";
  session->apply(Act::lesson_close);
  EXPECT_FALSE(session->course().is_open());
  EXPECT_TRUE(session->shown().has_trace());
}

TEST(LessonSession, AnotherLaunchMayBeTriedInBetween) {
  const auto session = in_lesson();
  go_to(*session, "multiply");
  Relaunch other{session->launching().asked.request, "cpu", "", nullptr};
  other.request.tile = 4;
  session->apply(other);
  session->wait_for_recording();
  EXPECT_FALSE(lesson_is_shown(session->course(), session->shown()));
  EXPECT_EQ(session->shown().replay().trace().launch().tile, 4);
  session->apply(Act::to_end);
  EXPECT_TRUE(session->shown().frame.at_end);
  session->apply(Act::lesson_on);  // back to the lesson
  EXPECT_TRUE(lesson_is_shown(session->course(), session->shown()));
  EXPECT_EQ(session->shown().replay().trace().launch().tile, 2);
}

// A term in the help opens a lesson, perhaps while a student looks at a file.
TEST(LessonSession, LeadsBackToTheReadersOwnKernel) {
  const std::string text = "__global__ void fill(float* C, int n) {\n  if (threadIdx.x < n) C[threadIdx.x] = n;\n}\n";
  const std::string file = (fs::path(TILESCOPE_SCRATCH) / "own.cu").string();
  fs::create_directories(fs::path(file).parent_path());
  std::ofstream(file) << text;
  Session session(Settings{});
  const auto read_a_lesson = [&] {
    session.apply(Open{lesson_file()});
    session.wait_for_lesson();
    ASSERT_TRUE(session.course().left);
    session.apply(OpenLesson{TILESCOPE_SOURCES "/assets/lessons/04-one-block.toml"});
    session.wait_for_lesson();
    ASSERT_TRUE(session.course().is_open() && session.course().left) << "another lesson leads back, too";
    EXPECT_FALSE(session.editing().is_open());
    session.apply(Act::lesson_close);
    EXPECT_FALSE(session.course().is_open() || session.course().left);
    session.wait_for_recording();
  };
  session.apply(Open{file});
  session.wait_for_recording();
  session.apply(Seek{3});
  read_a_lesson();
  EXPECT_EQ(session.launching().asked.request.kernel, file);
  EXPECT_EQ(session.playback().moment, 3U);

  session.apply(Act::edit_source);
  session.apply(PlaceCaret{0, 0});
  session.apply(PasteText{"// mine\n"});
  read_a_lesson();
  ASSERT_TRUE(session.editing().is_open());
  EXPECT_EQ(session.editing().document->text(), "// mine\n" + text);
  session.apply(SaveText{file});
  read_a_lesson();
  EXPECT_EQ(session.launching().asked.request.text, std::nullopt) << "the file has it";
  EXPECT_EQ(session.shown().replay().scenery().kernel_text(), "// mine\n" + text);

  session.apply(OpenText{"pasted.cu", text});
  session.wait_for_recording();
  read_a_lesson();
  EXPECT_EQ(session.shown().replay().scenery().kernel_text(), text) << "it has no file";
}

TEST(LessonSession, AFileThatIsSavedIsReadAnew) {
  const fs::path file = fs::path(TILESCOPE_SCRATCH) / "mine.toml";
  fs::create_directories(file.parent_path());
  std::ifstream in(lesson_file());
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto save = [&](const std::string& what, int seconds) {
    std::ofstream(file) << what;
    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::seconds(seconds));
  };
  const auto until_read = [](Session& session) {
    session.advance(1);
    EXPECT_TRUE(session.course().preparing().is_busy());
    session.wait_for_lesson();
  };
  save(text, 0);
  const auto session = in_lesson(file.string());
  go_to(*session, "barrier");

  std::string changed = text;
  changed.replace(changed.find("Wait until the tiles are full"), 4, "Stay");
  save(changed, 1);
  until_read(*session);
  EXPECT_EQ(lessons::plain_text(session->course().now().title), "Stay until the tiles are full");
  EXPECT_FALSE(session->banner());

  save(changed + "\nunknown = 1\n", 2);
  until_read(*session);
  ASSERT_TRUE(session->banner());
  EXPECT_NE(session->banner()->text.find("mine.toml:"), std::string::npos) << session->banner()->text;
  EXPECT_NE(session->banner()->text.find("unknown"), std::string::npos) << session->banner()->text;
  EXPECT_EQ(lessons::plain_text(session->course().now().title), "Stay until the tiles are full");

  save(text, 3);
  until_read(*session);
  EXPECT_FALSE(session->banner());
  EXPECT_EQ(lessons::plain_text(session->course().now().title), "Wait until the tiles are full");
}

TEST(LessonSession, WhatIsNoLessonIsTold) {
  const auto session = in_lesson("nowhere.toml");
  EXPECT_FALSE(session->course().is_open());
  ASSERT_TRUE(session->banner());
  EXPECT_NE(session->banner()->text.find("nowhere.toml"), std::string::npos);
}

TEST(LessonSession, LoopsUnattended) {
  const auto session = in_lesson();
  session->apply(LoopLessons{});
  bool another = false;
  for (int n = 0; n < 4000 && !another; ++n) {
    session->advance(0.25);
    session->wait_for_lesson();
    another = session->course().lesson().lesson.name != "phase-by-phase";
  }
  EXPECT_TRUE(another);
  EXPECT_EQ(session->course().step(), 0U);
}

}  // namespace

}  // namespace tilescope
