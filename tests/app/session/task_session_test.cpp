// A task in a session: its text is edited, each run is held against its goals, and what was reached is kept.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "app/session/session.h"
#include "tests/support/mirror_task.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

class TaskSession : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder());
    fs::create_directories(folder());
    std::ofstream(file()) << test::mirror_task();
    session_ = opened();
  }
  static fs::path folder() { return fs::path(TILESCOPE_SCRATCH) / "tasks"; }
  static std::string file() { return (folder() / "01-mirror.toml").string(); }

  static std::unique_ptr<Session> opened() {
    auto session = std::make_unique<Session>(Settings{});
    session->apply(UseAnswers{folder() / "answers"});
    session->apply(Open{file()});
    session->wait_for_task();
    return session;
  }
  // The text with what stands between its two lines.
  void type(const std::string& between) {
    const std::string text = session_->editing().document->text();
    const std::size_t line =
        std::count(text.begin(), text.begin() + static_cast<long>(text.find("\n  out[first")), '\n');
    session_->apply(PlaceCaret{line, 100, false, 1});
    session_->apply(PasteText{between});
    judge();
  }
  void judge() {
    session_->wait_for_recording();
    session_->wait_for_task();
  }
  void begin_anew() {
    session_->apply(Act::task_again);
    if (session_->banner()) session_->apply(Act::task_again);  // it asks first
  }
  void show_solution() {
    session_->apply(Act::task_solution);
    EXPECT_FALSE(tasking().shows_solution()) << "it asks first";
    session_->apply(Act::task_solution);
    judge();
  }
  [[nodiscard]] const Tasking& tasking() const { return session_->tasking(); }

  std::unique_ptr<Session> session_;
};

TEST_F(TaskSession, OpensWithItsTextAndWhatItReaches) {
  ASSERT_TRUE(tasking().is_open());
  ASSERT_TRUE(session_->shown().has_trace());
  EXPECT_FALSE(session_->editing().has_keys);
  ASSERT_NE(tasking().judged().attempt(), nullptr);
  EXPECT_EQ(tasking().judged().attempt()->reached(), 1U) << "but for its end nothing is known yet";
  EXPECT_EQ(tasking().judged().attempt()->first_missed()->launch, 0U);
  EXPECT_FALSE(fs::exists(folder() / "answers")) << "nobody has done anything yet";
}

TEST_F(TaskSession, SeeWhereGoesToTheThreadsAndTheCellThatAreNamed) {
  session_->apply(Act::task_missed);
  judge();
  EXPECT_TRUE(session_->shown().replay().is_as_ran()) << "the race is to be seen";
  EXPECT_EQ(session_->selection().selected.kind, Target::Kind::element);
  const std::string& told = tasking().judged().attempt()->first_missed()->why;
  EXPECT_NE(told.find(fmt::format("row[{}]", session_->selection().selected.number)), std::string::npos) << told;
  EXPECT_NE(told.find(fmt::format("Thread {} of block 0 reads", session_->selection().thread)), std::string::npos)
      << told;
  EXPECT_FALSE(session_->shown().frame.at_begin);
  // What is typed is shown in lockstep again.
  type("\n  __syncthreads();");
  EXPECT_FALSE(session_->shown().replay().is_as_ran());
}

TEST_F(TaskSession, TheSolutionIsNobodysAnswer) {
  show_solution();
  EXPECT_TRUE(tasking().judged().is_solved());
  EXPECT_FALSE(tasking().judged().was_solved());
}

TEST_F(TaskSession, IsSolvedByTypingAndKept) {
  type("\n  __syncthreads();");
  EXPECT_TRUE(tasking().judged().is_solved());
  EXPECT_TRUE(fs::exists(folder() / "answers" / "mirror.cu"));
  session_ = opened();
  EXPECT_NE(session_->editing().document->text().find("__syncthreads"), std::string::npos);
  EXPECT_TRUE(tasking().judged().was_solved());
  EXPECT_TRUE(tasking().judged().is_solved());
  begin_anew();
  judge();
  EXPECT_FALSE(tasking().judged().is_solved());
  EXPECT_TRUE(tasking().judged().was_solved());
}

TEST_F(TaskSession, WipesNothingUnasked) {
  type("\n  // mine");
  session_->apply(Act::task_again);
  EXPECT_NE(session_->editing().document->text().find("// mine"), std::string::npos);
  ASSERT_TRUE(session_->banner() && session_->banner()->accept);
  session_->apply(EndNotice{});
  session_->apply(Act::task_again);
  EXPECT_NE(session_->editing().document->text().find("// mine"), std::string::npos) << "that was another time";
  session_->apply(Command(*session_->banner()->accept));
  EXPECT_EQ(session_->editing().document->text().find("// mine"), std::string::npos);
  EXPECT_FALSE(session_->banner());
}

TEST_F(TaskSession, ASolutionThatIsSeenAfterwardsIsNoHelp) {
  type("\n  __syncthreads();");
  session_->apply(Act::task_solution);
  judge();
  EXPECT_FALSE(tasking().kept().find("mirror")->saw_solution);
}

TEST_F(TaskSession, BeginsAtItsBeginning) {
  session_->apply(Seek{7});
  ASSERT_FALSE(session_->shown().frame.at_begin);
  session_->apply(OpenTask{file()});
  session_->wait_for_task();
  EXPECT_TRUE(session_->shown().frame.at_begin);
}

// What is counted in another launch would only look as if the text had done it.
TEST_F(TaskSession, ComparesRunsOfOneLaunchOnly) {
  type("\n  __syncthreads();");
  EXPECT_NE(session_->shown().replay_beside(), nullptr);
  session_->apply(ShowLaunch{1});
  judge();
  EXPECT_EQ(session_->shown().replay().trace().launch().block.x, 16U);
  EXPECT_EQ(session_->shown().replay_beside(), nullptr);
  type("\n  __syncthreads();");
  ASSERT_NE(session_->shown().replay_beside(), nullptr);
  EXPECT_EQ(session_->shown().replay_beside()->trace().launch().block.x, 16U);
}

// A click puts a given line into the text, another one takes it out; both can be undone, and the answer is judged.
TEST_F(TaskSession, PutsGivenLinesInOrder) {
  session_->apply(OpenTask{TILESCOPE_SOURCES "/assets/tasks/34-order-the-tiles.toml"});
  session_->wait_for_task();
  const std::string begun = session_->editing().document->text();
  for (const std::size_t line : {6, 3, 8, 1, 0, 7, 4}) session_->apply(SwitchLine{line});
  judge();
  EXPECT_TRUE(tasking().judged().is_solved()) << session_->editing().document->text();
  EXPECT_TRUE(session_->editing().has_keys) << "Alt and the arrows move the line";
  session_->apply(SwitchLine{7});
  judge();
  EXPECT_FALSE(tasking().judged().is_solved());
  for (int n = 0; n < 8; ++n) session_->apply(TypeKey{{Key::character, U'z', true, false, false, false}});
  EXPECT_EQ(session_->editing().document->text(), begun);
  session_->apply(SwitchLine{99});
  EXPECT_EQ(session_->editing().document->text(), begun);
}

TEST_F(TaskSession, ShowsAHiddenLaunchOnceAnAnswerFailsThere) {
  EXPECT_FALSE(tasking().judged().is_told(1));
  session_->apply(ShowLaunch{1});
  EXPECT_EQ(tasking().launch(), 0U);
  type("\n  if (BLOCK == 32) __syncthreads();");
  EXPECT_EQ(tasking().judged().attempt()->first_missed()->launch, 1U);
  EXPECT_TRUE(tasking().judged().is_told(1));
  session_->apply(Act::task_missed);
  judge();
  EXPECT_EQ(tasking().launch(), 1U);
  EXPECT_EQ(session_->shown().replay().trace().launch().block.x, 16U);
  EXPECT_FALSE(session_->shown().frame.at_begin) << "it is where the goal is missed";
  // What is typed from here on runs there.
  type("\n  __syncthreads();");
  EXPECT_EQ(session_->shown().replay().trace().launch().block.x, 16U);
}

TEST_F(TaskSession, GivesHintsAndTheSolutionAndTheTextBack) {
  EXPECT_EQ(tasking().help.hints, 0U);
  session_->apply(Act::task_hint);
  session_->apply(Act::task_hint);
  EXPECT_EQ(tasking().help.hints, 1U);
  type("\n  // mine");
  show_solution();
  EXPECT_TRUE(tasking().judged().is_solved());
  EXPECT_TRUE(session_->tasking().shows_solution());
  session_->apply(Act::task_solution);
  judge();
  EXPECT_FALSE(session_->tasking().shows_solution());
  EXPECT_NE(session_->editing().document->text().find("// mine"), std::string::npos);
  const auto kept = tasking().kept().find("mirror");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->hints, 1U);
  EXPECT_TRUE(kept->saw_solution);
  EXPECT_NE(kept->text.find("// mine"), std::string::npos) << "the solution is not the answer";
}

TEST_F(TaskSession, IsHandedInWithWhatItAnswers) {
  type("\n  __syncthreads();");
  const fs::path file = folder() / "handed.cu";
  session_->apply(SaveText{file.string()});
  std::ifstream in(file);
  std::string line, last;
  while (std::getline(in, line)) last = line;
  EXPECT_EQ(last, "// TileScope task: mirror, version " + tasking().task().task.version() + "; reached 4 of 4");
}

// The file also names its task; this is not a change by another program.
TEST_F(TaskSession, IsNoFileThatAnotherProgramChanges) {
  type("\n  __syncthreads();");
  const fs::path file = fs::absolute(session_->editing().file);
  session_->advance(2);
  session_->apply(SaveText{file.string()});
  session_->advance(2);
  ASSERT_TRUE(fs::exists(file));
  fs::remove(file);
  ASSERT_TRUE(session_->banner());
  EXPECT_NE(session_->banner()->text.find("Handed in: " + file.string() + ", 4 of 4 goals"), std::string::npos)
      << session_->banner()->text;
}

TEST_F(TaskSession, ABrokenTextReachesNothingAndSaysWhy) {
  type("\n  __syncthreads(;");
  ASSERT_NE(tasking().judged().attempt(), nullptr);
  EXPECT_EQ(tasking().judged().attempt()->reached(), 0U);
  EXPECT_NE(tasking().judged().attempt()->problem.find("mirror.cu:"), std::string::npos);
  EXPECT_TRUE(session_->shown().has_trace()) << "the last good run stays";
}

TEST_F(TaskSession, EndsWhenSomethingElseIsOpened) {
  type("\n  // mine");
  session_->apply(Relaunch{});
  session_->wait_for_recording();
  EXPECT_FALSE(tasking().is_open());
  EXPECT_FALSE(session_->editing().is_open());
  EXPECT_EQ(session_->shown().replay().trace().launch().kernel, "tiled");
  EXPECT_NE(tasking().kept().find("mirror")->text.find("// mine"), std::string::npos);
}

TEST_F(TaskSession, WithMistakesIsRefusedAndNothingIsLost) {
  std::ofstream(folder() / "02-bad.toml") << "title = \"x\"\ntext = \"y\"\nkernel = \"z\"\n";
  session_->apply(Open{(folder() / "02-bad.toml").string()});
  session_->wait_for_task();
  ASSERT_TRUE(session_->banner());
  EXPECT_NE(session_->banner()->text.find("02-bad.toml:"), std::string::npos);
  EXPECT_TRUE(tasking().is_open());
}

TEST_F(TaskSession, HiddenLaunchesAreToldOnceAllIsRight) {
  using tasks::Outcome;
  type("\n  if (BLOCK == 16) __syncthreads();");
  ASSERT_EQ(tasking().judged().attempt()->first_missed()->launch, 0U);
  EXPECT_EQ(tasking().judged().attempt()->outcome(0), Outcome::missed);
  EXPECT_EQ(tasking().judged().attempt()->outcome(1), Outcome::reached) << "told without the launch itself";
  EXPECT_FALSE(tasking().judged().is_told(1));
  begin_anew();
  type("\n  __syncthreads();");
  EXPECT_EQ(tasking().judged().attempt()->outcome(1), Outcome::reached);
  EXPECT_TRUE(tasking().judged().is_told(1));
}

TEST_F(TaskSession, TheSolutionTellsNoHiddenLaunch) {
  show_solution();
  ASSERT_TRUE(tasking().judged().is_solved());
  EXPECT_FALSE(tasking().judged().is_told(1));
}

TEST_F(TaskSession, IsClosedAndKeptWhereALessonOpens) {
  type("// half an answer\n");
  session_->apply(Open{"ts1:lesson/naive"});
  session_->wait_for_lesson();
  ASSERT_TRUE(session_->course().is_open());
  EXPECT_FALSE(tasking().is_open());
  EXPECT_FALSE(session_->editing().is_open()) << "else the lesson stands beside the task's source";
  ASSERT_TRUE(session_->course().comes_from_task());
  session_->apply(Act::lesson_task);
  session_->wait_for_task();
  EXPECT_NE(session_->editing().document->text().find("half an answer"), std::string::npos);
}

TEST_F(TaskSession, TheLessonBeforeItLeadsBackToTheTask) {
  fs::create_directories(folder() / "lessons");
  std::ofstream(folder() / "lessons" / "01-before.toml")
      << "title = \"Before\"\nnumber = 1\n[situation]\nkernel = \"tiled\"\n[[step]]\ntitle = \"One\"\ntext = "
         "\"Look.\"\n"
         "[[step]]\nname = \"two\"\ntitle = \"Two\"\ntext = \"Look.\"\n";
  fs::create_directories(folder() / "tasks");
  const std::string file = (folder() / "tasks" / "01-mirror.toml").string();
  std::ofstream(file) << test::mirror_task("lesson = \"before\"\nlesson_step = \"two\"\n");
  session_->apply(OpenTask{file});
  session_->wait_for_task();
  type("\n  // mine");
  EXPECT_FALSE(session_->course().comes_from_task());
  session_->apply(Act::task_lesson);
  session_->wait_for_lesson();
  ASSERT_TRUE(session_->course().is_open()) << (session_->banner() ? session_->banner()->text : "");
  EXPECT_FALSE(tasking().is_open());
  EXPECT_EQ(session_->course().step(), 1U) << "the one that the task names";
  ASSERT_TRUE(session_->course().comes_from_task());
  session_->apply(Act::lesson_task);
  session_->wait_for_task();
  ASSERT_TRUE(tasking().is_open());
  EXPECT_FALSE(session_->course().is_open());
  EXPECT_FALSE(session_->course().comes_from_task());
  EXPECT_NE(session_->editing().document->text().find("// mine"), std::string::npos);
  // Closing the lesson leaves the task.
  session_->apply(Act::task_lesson);
  session_->wait_for_lesson();
  session_->apply(Act::lesson_close);
  EXPECT_FALSE(session_->course().comes_from_task());
}

TEST_F(TaskSession, ALessonLeadsToItsTasksOneAfterTheOther) {
  fs::create_directories(folder() / "lessons");
  const std::string lesson = (folder() / "lessons" / "01-before.toml").string();
  std::ofstream(lesson) << "title = \"Before\"\nnumber = 1\n[situation]\nkernel = \"tiled\"\n[[step]]\n"
                           "title = \"One\"\ntext = \"Look.\"\n";
  fs::create_directories(folder() / "tasks");
  std::ofstream(folder() / "tasks" / "01-hard.toml") << test::mirror_task("lesson = \"before\"\nlevel = 3\n");
  std::ofstream(folder() / "tasks" / "02-mirror.toml") << test::mirror_task("lesson = \"before\"\nlevel = 1\n");
  std::ofstream(folder() / "tasks" / "03-other.toml") << test::mirror_task("lesson = \"another\"\n");
  const auto task_behind_the_button = [&] {
    session_->apply(Act::task_close);
    session_->apply(OpenLesson{lesson});
    session_->wait_for_lesson();
    EXPECT_EQ(session_->course().tasks.size(), 2U);
    session_->apply(Act::lesson_task);
    session_->wait_for_task();
    return tasking().is_open() ? tasking().task().task.name : "";
  };
  EXPECT_EQ(task_behind_the_button(), "mirror") << "the easy one first";
  type("\n  __syncthreads();");
  ASSERT_TRUE(tasking().judged().is_solved());
  EXPECT_EQ(task_behind_the_button(), "hard") << "the first one that is not solved";
}

}  // namespace

}  // namespace tilescope
