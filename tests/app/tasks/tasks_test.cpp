// Tasks as such: their files, what they ask for, answers that are handed in, and marking that nothing can stop.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "app/tasks/comparison.h"
#include "app/tasks/marking.h"
#include "instrumentation/error.h"
#include "tests/support/mirror_task.h"

namespace tilescope::tasks {
namespace {

namespace fs = std::filesystem;

using test::mirror;

std::string task_text(const std::string& more = "") { return test::mirror_task(more); }

PreparedTask task_of(const std::string& text) { return prepare(read_task(text, "01-mirror.toml")); }

TEST(Task, IsReadWithItsLaunchesAndItsGoals) {
  PreparedTask task = task_of(task_text());
  check_solution(task);
  EXPECT_EQ(mistakes_text(task), "");
  EXPECT_EQ(task.task.name, "mirror");
  ASSERT_EQ(task.launches.size(), 2U);
  EXPECT_EQ(task.launches[1].block.x, 16U);
  EXPECT_EQ(lessons::plain_text(task.text), "Mend it: 64 loads.");
  EXPECT_EQ(goals_of(task.task).back(), "At most one barrier");
}

TEST(Task, TellsEveryMistakeOfItsFile) {
  const auto mistakes = [](const std::string& text) { return mistakes_text(task_of(text)); };
  EXPECT_NE(mistakes("title = 3").find("title: has to be text"), std::string::npos);
  EXPECT_NE(mistakes("title = 3").find("solution: is missing"), std::string::npos);
  EXPECT_NE(mistakes(task_text("levle = 1\n")).find("levle: there is no such key: do you mean 'level'?"), std::string::npos);
  EXPECT_NE(mistakes(task_text("level = 7\n")).find("level: goes from 1, easy, to 3"), std::string::npos);
  std::string first_hidden = task_text();
  first_hidden.insert(first_hidden.find("[[launch]]\n") + 11, "hidden = true\n");
  EXPECT_NE(mistakes(first_hidden).find("the first launch is the one that is shown"), std::string::npos);
  std::string no_goal = task_text();
  no_goal.replace(no_goal.find("barriers <= 1"), 13, "barriers");
  EXPECT_NE(mistakes(no_goal).find("is no goal: compare two figures"), std::string::npos);
}

TEST(Task, IsRefusedWhereItsSolutionIsNone) {
  std::string text = task_text();
  text.replace(text.find("barriers <= 1"), 13, "barriers <= 0");
  PreparedTask task = task_of(text);
  check_solution(task);
  EXPECT_NE(mistakes_text(task).find("does not reach \"At most one barrier\" in launch 1: barriers is 1, and should be at most 0"),
            std::string::npos)
      << mistakes_text(task);
}

TEST(Task, IsJudgedByItsOwnLaunchesAndReference) {
  const PreparedTask task = task_of(task_text());
  EXPECT_TRUE(judge(task, mirror("  __syncthreads();"))->is_right());
  EXPECT_FALSE(judge(task, mirror(""))->is_right());
  // Another header and another reference change nothing.
  std::string cheat = mirror("");
  cheat.replace(cheat.find("out[k] = in[k /"), 15, "out[k] = 0 * (k");
  cheat.replace(cheat.find("sides = [64], fill = \"counting\""), 31, "sides = [64], fill = \"zeros\"   ");
  const Attempt cheated = *judge(task, cheat);
  EXPECT_EQ(cheated.goals[2].missed->why.substr(0, 6), "out[0]");
  // A constant that the header names stays; the kernel keeps its name and what it is given.
  std::string other = mirror("  __syncthreads();");
  other.replace(other.find("BLOCK = 32"), 10, "BLOCK = 64");
  EXPECT_NE(judge(task, other)->problem.find("BLOCK is 64 here, and has to stay 32"), std::string::npos);
  std::string renamed = mirror("  __syncthreads();");
  renamed.replace(renamed.find("void mirror"), 11, "void mirorr");
  EXPECT_NE(judge(task, renamed)->problem.find("has no kernel `mirror`"), std::string::npos);
  std::string retyped = mirror("  __syncthreads();");
  retyped.replace(retyped.find("const int* in, int* out) {\n  __sh"), 9, "const long");
  EXPECT_NE(judge(task, retyped)->problem.find("has to be given (const int* in, int* out)"), std::string::npos);
}

TEST(Task, TellsWhereAGoalIsMissedFirst) {
  const PreparedTask task = task_of(task_text());
  // Right for the block that is shown, and for no other.
  const Attempt special = *judge(task, mirror("  __syncthreads();\n  if (BLOCK != 32) return;"));
  ASSERT_NE(special.first_missed(), nullptr);
  EXPECT_EQ(special.first_missed()->launch, 1U);
  const Attempt twice = *judge(task, mirror("  __syncthreads();\n  __syncthreads();"));
  EXPECT_EQ(twice.reached(), twice.goals.size() - 1);
  EXPECT_EQ(twice.first_missed()->why.substr(0, 42), "barriers is 2, and should be at most 1: 64");
  const Attempt endless = *judge(task, mirror("  while (in[0] == 1) {}"));
  EXPECT_EQ(endless.reached(), 0U);
}

TEST(Task, KeepsLinesThatHaveToStay) {
  const PreparedTask task = task_of(task_text("keep = [\"row[tid] = in[first + tid];\"]\n"));
  EXPECT_TRUE(judge(task, mirror("  __syncthreads();"))->is_right());
  std::string changed = mirror("  __syncthreads();");
  changed.replace(changed.find("row[tid] = in[first + tid];"), 27, "row[tid] = in[tid + first];");
  const Attempt attempt = *judge(task, changed);
  EXPECT_EQ(attempt.first_missed()->why, "this line has to stay as it was: `row[tid] = in[first + tid];`");
}

TEST(Task, HasARaceNamed) {
  const PreparedTask task = task_of(task_text("race = \"// race:\"\n"));
  const auto named = [&](const std::string& line) {
    const Attempt attempt = *judge(task, mirror("  __syncthreads();", line));
    return attempt.goals.back().missed ? attempt.goals.back().missed->why : "";
  };
  EXPECT_EQ(named("// race: (0,0), (0,31), row[0]\n"), "");
  EXPECT_EQ(named("// race: 31, 0 and row[31]\n"), "");
  EXPECT_NE(named("").find("the text has no line with"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), row[0]\n").find("two threads and an element"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), (0,1), row[0]\n").find("do not meet at row[0]"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), (0,0), row[0]\n").find("with itself"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), (0,99), row[0]\n").find("there is no thread"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), (0,31), rwo[0]\n").find("do you mean 'row'"), std::string::npos);
}

TEST(Comparison, IsReadAndHolds) {
  const Comparison goal = read_comparison("tiled(tile=16).global_loads <= 2 * m");
  EXPECT_EQ(goal.left, "tiled(tile=16).global_loads");
  EXPECT_EQ(goal.right, "2 * m");
  EXPECT_TRUE(goal.holds(8, 8));
  EXPECT_FALSE(goal.holds(9, 8));
  EXPECT_TRUE(read_comparison("a == b").holds(0.1 + 0.2, 0.3));
  EXPECT_FALSE(read_comparison("a < b").holds(8, 8));
  EXPECT_THROW(static_cast<void>(read_comparison("a <=")), UsageError);
  EXPECT_THROW(static_cast<void>(read_comparison("f(a=b)")), UsageError);
}

TEST(HandedIn, SaysWhatItAnswers) {
  const HandedIn answer{"mirror", "1a2b3c4d", 3, 5, 1, true, "text\n"};
  const auto read = read_handed_in(written(answer));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->task, "mirror");
  EXPECT_EQ(read->version, "1a2b3c4d");
  EXPECT_EQ(read->reached, 3U);
  EXPECT_EQ(read->of, 5U);
  EXPECT_EQ(read->hints, 1U);
  EXPECT_TRUE(read->saw_solution);
  EXPECT_EQ(read->text, "text\n");
  EXPECT_FALSE(read_handed_in("// TileScope task: ../../x, version 1; reached 1 of 1\n"));
  EXPECT_FALSE(read_handed_in("// TileScope task: mirror"));
  EXPECT_FALSE(read_handed_in("__global__"));
}

class Marking : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write("01-mirror.toml", task_text());
  }
  std::string write(const std::string& name, const std::string& text) {
    const std::string file = (folder_ / name).string();
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  std::vector<Marked> mark_all(const std::vector<std::string>& files, const MarkLimits& limits = {}) {
    return mark(prepare((folder_ / "01-mirror.toml").string()), files, limits, TILESCOPE_PROGRAM, {});
  }

 private:
  fs::path folder_ = TILESCOPE_SCRATCH;
};

TEST_F(Marking, NoneAffectsAnother) {
  const std::string right = mirror("  __syncthreads();");
  const std::vector<std::string> files{
      write("right.cu", right),
      write("nonsense.cu", std::string("\0\xff\x01{{{{((((", 11)),
      write("brackets.cu", std::string(100000, '(')),
      write("empty.cu", ""),
      write("endless.cu", mirror("  for (;;) in[0] == 1 ? ++first : --first;")),
      write("talks.cu", mirror("  for (int k = 0; k < 100000; ++k) printf(\"%d %d\\n\", k, tid);\n  __syncthreads();")),
      (fs::path(TILESCOPE_SCRATCH) / "nowhere.cu").string(),
      write("right again.cu", right)};
  const std::vector<Marked> all = mark_all(files);
  ASSERT_EQ(all.size(), files.size());
  for (std::size_t n = 0; n < all.size(); ++n) {
    EXPECT_EQ(all[n].file, files[n]);
    const bool is_right = n == 0 || n + 1 == all.size();
    EXPECT_EQ(all[n].attempt.is_right(), is_right) << files[n] << all[n].attempt.problem;
    EXPECT_TRUE(is_right || !all[n].attempt.problem.empty() || all[n].attempt.first_missed() != nullptr) << files[n];
  }
}

TEST_F(Marking, EndsWhatTakesTooLong) {
  MarkLimits limits;
  limits.seconds = 0.001;
  const std::vector<Marked> all = mark_all({write("right.cu", mirror("  __syncthreads();"))}, limits);
  EXPECT_EQ(all[0].attempt.problem, "it took longer than 0.001 seconds, and was ended");
}

TEST_F(Marking, TellsWhatAnAnswerSaysOfItself) {
  const std::string right = mirror("  __syncthreads();");
  const PreparedTask task = task_of(task_text());
  const auto all = mark_all({write("a.cu", written({"mirror", task.task.version(), 4, 4, 0, false, right})),
                             write("b.cu", written({"mirror", "0", 4, 4, 0, false, right})),
                             write("c.cu", written({"other", "0", 4, 4, 2, false, right}))});
  EXPECT_EQ(all[0].note, "");
  EXPECT_EQ(all[1].note, "was made for another version of this task (0, and not " + task.task.version() + ")");
  EXPECT_EQ(all[2].note, "says that it answers the task other");
  EXPECT_EQ(all[2].said->hints, 2U);
  for (const Marked& marked : all) EXPECT_TRUE(marked.attempt.is_right());
}

}  // namespace
}  // namespace tilescope::tasks
