// Tasks as such: their files, what they ask for, answers that are handed in, and marking that nothing can stop.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "app/class/marking.h"
#include "app/tasks/check_task.h"
#include "app/tasks/comparison.h"
#include "app/tasks/prepare_task.h"
#include "instrumentation/error.h"
#include "tests/support/mirror_task.h"

namespace tilescope::tasks {
namespace {

namespace fs = std::filesystem;

using test::mirror;

std::string task_text(const std::string& more = "") { return test::mirror_task(more); }

PreparedTask task_of(const std::string& text) { return prepare(read_task(text, "01-mirror.toml")); }

// A task's text with this in place of that, in the text to begin with or wherever it stands first.
std::string with(std::string text, const std::string& that, const std::string& in_its_place) {
  EXPECT_NE(text.find(that), std::string::npos) << that;
  return text.replace(text.find(that), that.size(), in_its_place);
}

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
  EXPECT_NE(mistakes("title = 3").find("title: must be text"), std::string::npos);
  EXPECT_NE(mistakes("title = 3").find("solution: is missing"), std::string::npos);
  EXPECT_NE(mistakes(task_text("levle = 1\n")).find("levle: there is no such key: did you mean 'level'?"),
            std::string::npos);
  EXPECT_NE(mistakes(task_text("level = 7\n")).find("level: must be 1 (easy), 2 or 3 (hard)"), std::string::npos);
  std::string first_hidden = task_text();
  first_hidden.insert(first_hidden.find("[[launch]]\n") + 11, "hidden = true\n");
  EXPECT_NE(mistakes(first_hidden).find("the first launch cannot be hidden: students see it"), std::string::npos);
  std::string no_goal = task_text();
  no_goal.replace(no_goal.find("barriers <= 1"), 13, "barriers");
  EXPECT_NE(mistakes(no_goal).find("is not a goal: compare two figures"), std::string::npos);
}

TEST(Task, IsRefusedWhereItsSolutionIsNone) {
  std::string text = task_text();
  text.replace(text.find("barriers <= 1"), 13, "barriers <= 0");
  PreparedTask task = task_of(text);
  check_solution(task);
  EXPECT_NE(mistakes_text(task).find(
                "does not reach \"At most one barrier\" in launch 1: 1 barrier per thread; should be at most 0"),
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
  const Attempt put_back = *judge(task, other);
  EXPECT_TRUE(put_back.is_right()) << "what is launched is the task's own";
  EXPECT_NE(put_back.note.find("BLOCK is 64 here, but must stay 32"), std::string::npos) << put_back.note;
  std::string renamed = mirror("  __syncthreads();");
  renamed.replace(renamed.find("void mirror"), 11, "void mirorr");
  EXPECT_NE(judge(task, renamed)->problem.find("has no kernel `mirror`"), std::string::npos);
  std::string retyped = mirror("  __syncthreads();");
  retyped.replace(retyped.find("const int* in, int* out) {\n  __sh"), 9, "const long");
  EXPECT_NE(judge(task, retyped)->problem.find("must take (const int* in, int* out)"), std::string::npos);
}

TEST(Task, TellsWhereAGoalIsMissedFirst) {
  const PreparedTask task = task_of(task_text());
  // Right for the block that is shown, and for no other.
  const Attempt special = *judge(task, mirror("  __syncthreads();\n  if (BLOCK != 32) return;"));
  ASSERT_NE(special.first_missed(), nullptr);
  EXPECT_EQ(special.first_missed()->launch, 1U);
  const Attempt twice = *judge(task, mirror("  __syncthreads();\n  __syncthreads();"));
  EXPECT_EQ(twice.reached(), twice.goals.size() - 1);
  EXPECT_EQ(twice.first_missed()->why.substr(0, 46), "2 barriers per thread; should be at most 1: 64");
  const Attempt endless = *judge(task, mirror("  while (in[0] == 1) {}"));
  EXPECT_EQ(endless.reached(), 0U);
  EXPECT_FALSE(endless.goals.back().is_known()) << "nobody knows how many barriers there would be";
}

TEST(Task, KeepsLinesThatHaveToStay) {
  const PreparedTask task = task_of(task_text("keep = [\"row[tid] = in[first + tid];\"]\n"));
  EXPECT_TRUE(judge(task, mirror("  __syncthreads();"))->is_right());
  std::string changed = mirror("  __syncthreads();");
  changed.replace(changed.find("row[tid] = in[first + tid];"), 27, "row[tid] = in[tid + first];");
  const Attempt attempt = *judge(task, changed);
  EXPECT_EQ(attempt.first_missed()->why, "this line must stay unchanged: `row[tid] = in[first + tid];`");
}

TEST(Task, NamesTheLineOfAGoalThatIsMistaken) {
  const auto told = [](const std::string& goal) {
    return mistakes_text(task_of(with(task_text(), "barriers <= 1", goal)));
  };
  EXPECT_EQ(told("barrier <= 1"),
            "01-mirror.toml:50: goal.that: nothing is called 'barrier': did you mean 'barriers'?\n");
  EXPECT_EQ(told("barriers <= numbr(n)"),
            "01-mirror.toml:50: goal.that: nothing is called 'numbr': did you mean 'number'?\n");
  EXPECT_EQ(told("ways_per_load.nosuch <= 1").substr(0, 70),
            "01-mirror.toml:50: goal.that: ways_per_load has no part 'nosuch': did ");
  EXPECT_EQ(told("barriers.out <= 1"),
            "01-mirror.toml:50: goal.that: barriers is not counted for an array: write barriers, without .out\n");
  EXPECT_EQ(told("shared_loads.out <= 1"),
            "01-mirror.toml:50: goal.that: shared_loads does not count out, which is in global memory\n");
  EXPECT_EQ(told("1 <= 2"),
            "01-mirror.toml:50: goal.that: compares two constants, so no answer can change it: name a figure\n");
  EXPECT_EQ(told("barriers <= constant(BLOCKS)"),
            "01-mirror.toml:50: goal.that: the source has no integer constant 'BLOCKS'\n");
  // Reported before any other mistake of the texts.
  EXPECT_EQ(mistakes_text(task_of(with(with(task_text(), "barriers <= 1", "barrier <= 1"), "int tid", "int tdi"))),
            told("barrier <= 1"));
}

TEST(Task, MayAskByConstantsOfItsText) {
  const PreparedTask task =
      task_of(with(with(task_text(), "barriers <= 1", "shared_bytes <= 4 * constant(BLOCK)"),
                   "{count:global_loads} loads", "{constant:BLOCK} threads, {count:64 / constant(BLOCK)} blocks"));
  EXPECT_EQ(mistakes_text(task), "");
  EXPECT_EQ(lessons::plain_text(task.text), "Mend it: 32 threads, 2 blocks.");
  EXPECT_TRUE(judge(task, mirror("  __syncthreads();"))->is_right());
  EXPECT_FALSE(judge(task, mirror("  __shared__ int more[BLOCK]; more[tid] = 0; __syncthreads();"))->is_right());
}

TEST(Task, TellsAMistakeOfATextOnceAndWithItsLine) {
  EXPECT_EQ(mistakes_text(task_of(with(task_text(), "row[tid] = in[first + tid]", "row[tdi] = in[first + tid]"))),
            "01-mirror.toml:15: kernel: 'tdi' is not declared here; did you mean 'tid'?\n");
}

TEST(Task, RefusesTextsThatDoNotFitEachOther) {
  const auto told = [](const std::string& text) { return mistakes_text(task_of(text)); };
  EXPECT_EQ(told(task_text("keep = [\"  __syncthreads();\"]\n")),
            "01-mirror.toml:5: keep: `  __syncthreads();` is not a line of `kernel`, so no answer could keep it\n");
  const std::string header = told(with(task_text(), "fill = \"counting\"", "fill = \"random\""));
  EXPECT_NE(header.find("01-mirror.toml:6: kernel: this line of its header is not in the solution's"),
            std::string::npos)
      << header;
  EXPECT_NE(header.find("01-mirror.toml:26: solution: this line of its header is not in the header of `kernel`"),
            std::string::npos)
      << header;
  EXPECT_NE(told(with(task_text(), "void reference", "void referenc"))
                .find("01-mirror.toml:6: kernel: has no function `reference`"),
            std::string::npos);
  PreparedTask none =
      task_of(with(with(task_text(), "void reference", "void referenc"), "void reference(", "void referenc("));
  check_solution(none);
  EXPECT_NE(mistakes_text(none).find("the task has no function `reference`"), std::string::npos) << mistakes_text(none);
}

TEST(Task, IsWarnedOfWhereOneWarpIsAll) {
  EXPECT_EQ(task_of(task_text()).warnings.size(), 1U);
  EXPECT_NE(task_of(task_text()).warnings[0].what.find("no launch has a block of more than one warp"),
            std::string::npos);
  EXPECT_TRUE(task_of(with(task_text(), "BLOCK:16", "BLOCK:64")).warnings.empty());
  EXPECT_TRUE(task_of(with(task_text(), "BLOCK:16", "BLOCK=64")).mistakes.empty()) << "both signs are the same";
}

// What could not be seen to the end is not reached, and an answer with several lines behind a sum is told all of them.
TEST(Task, KnowsNothingOfWhatComesAfterAFault) {
  std::string text = task_text("keep = [\"row[tid] = in[first + tid];\"]\n");
  const PreparedTask task = task_of(text);
  const Attempt endless = *judge(task, mirror("  __syncthreads();\n  if (BLOCK == 16) while (in[0] == 1) {}"));
  ASSERT_EQ(endless.goals.size(), 5U);
  EXPECT_EQ(endless.reached(), 1U) << "the line that has to stay is there, whatever is launched";
  EXPECT_EQ(endless.first_missed()->launch, 1U);
  for (std::size_t goal = 1; goal < 4; ++goal) EXPECT_FALSE(endless.goals[goal].is_known()) << endless.goals[goal].says;
  // A miss that was seen before is one.
  const Attempt missed = *judge(task, mirror("  if (BLOCK == 16) while (in[0] == 1) {}"));
  EXPECT_TRUE(missed.goals[1].missed && missed.goals[1].is_known());
}

// Another value of a constant weighs as much as another line that had to stay.
TEST(Task, CountsAChangedConstantAsOneThingThatDidNotStay) {
  const PreparedTask task = task_of(task_text("keep = [\"const int BLOCK = 32;\"]\n"));
  std::string other = mirror("  __syncthreads();");
  other.replace(other.find("BLOCK = 32"), 10, "BLOCK = 64");
  const Attempt attempt = *judge(task, other);
  EXPECT_EQ(attempt.problem, "");
  EXPECT_EQ(attempt.reached(), attempt.goals.size() - 1);
  EXPECT_EQ(attempt.first_missed()->why,
            "mirror.cu: BLOCK is 64 here, but must stay 32: the launch was made with that value");
  EXPECT_TRUE(attempt.first_missed()->is_of_text);
}

// Who does nothing has few barriers, loads little, and makes no error.
TEST(Task, LeavesOpenWhatNothingReaches) {
  const PreparedTask task = task_of(task_text());
  std::string nothing = mirror("");
  const std::size_t begin = nothing.find("  __shared__"), end = nothing.find("}\n\nvoid reference");
  nothing.erase(begin, end - begin);
  const Attempt empty = *judge(task, nothing);
  EXPECT_EQ(empty.problem, "");
  EXPECT_EQ(empty.reached(), 1U);
  EXPECT_EQ(empty.goals[1].open, "nothing is stored");
  EXPECT_TRUE(empty.goals[2].missed);
  EXPECT_EQ(empty.goals[3].open, "the result is not right");
  EXPECT_FALSE(empty.goals[3].is_reached());
  // A bound that is missed is missed, whatever comes out.
  EXPECT_TRUE(judge(task, mirror("  __syncthreads();\n  __syncthreads();\n  row[tid] = 0;"))->goals[3].missed);
}

// A finding's reader, a figure's dearest access or its busiest thread.
TEST(Task, KnowsWhereAMissCanBeSeen) {
  const PreparedTask task = task_of(task_text());
  const Missed race = *judge(task, mirror(""))->goals[1].missed;
  ASSERT_TRUE(race.sight);
  EXPECT_EQ(race.sight->access.kind, tilescope::Kind::shared_load);
  ASSERT_TRUE(race.sight->element);
  EXPECT_NE(race.why.find(fmt::format("row[{}]", race.sight->element->second)), std::string::npos) << race.why;
  EXPECT_NE(race.why.find(fmt::format("Thread {} of block 0 reads", race.sight->access.thread)), std::string::npos)
      << race.why;
  const auto sight_of_goal = [](const std::string& goal) {
    std::string text = task_text();
    text.replace(text.find("barriers <= 1"), 13, goal);
    return *judge(
                task_of(text),
                mirror(
                    "  __syncthreads();\n  if (tid == 5) row[tid] = in[first + tid] + in[first + 7] - in[first + 7];"))
                ->goals[3]
                .missed->sight;
  };
  const Sight sectors = sight_of_goal("sectors_loaded.in <= 1");
  EXPECT_EQ(sectors.view, "warps");
  EXPECT_EQ(sectors.access.kind, tilescope::Kind::global_load);
  const Sight busiest = sight_of_goal("global_loads.thread <= 1");
  EXPECT_EQ(busiest.access.thread, 5U);
  EXPECT_EQ(busiest.access.kind, tilescope::Kind::global_load);
}

TEST(Task, DoesNotGiveAwayTheRaceThatItAsksFor) {
  const PreparedTask task = task_of(task_text("race = \"// race:\"\n"));
  const Missed race = *judge(task, mirror(""))->goals[1].missed;
  EXPECT_TRUE(race.why.starts_with("Race on row, line")) << race.why;
  EXPECT_EQ(race.why.find("thread"), std::string::npos) << race.why;
  EXPECT_EQ(race.why.find("row["), std::string::npos) << race.why;
  EXPECT_FALSE(race.sight);
}

TEST(Task, CountsTheAtomicsOfOneMemoryByTheirLines) {
  std::string text = task_text();
  text.replace(text.find("barriers <= 1"), 13, "shared_atomics <= 1");
  const Attempt attempt =
      *judge(task_of(text), mirror("  atomicAdd(row + tid, 0);\n  __syncthreads();\n  atomicAdd(out + tid, 0);"));
  ASSERT_TRUE(attempt.goals[3].missed);
  EXPECT_NE(attempt.goals[3].missed->why.find("64 shared atomics; should be at most 1: 64 on line 11"),
            std::string::npos)
      << attempt.goals[3].missed->why;
  EXPECT_EQ(attempt.goals[3].missed->why.find("on line 13"), std::string::npos) << attempt.goals[3].missed->why;
}

TEST(Task, IsWarnedOfABoundThatNobodyMisses) {
  const auto warnings = [](const std::string& bound) {
    PreparedTask task = task_of(with(with(task_text(), "BLOCK:16", "BLOCK:64"), "barriers <= 1", bound));
    check_solution(task);
    EXPECT_EQ(mistakes_text(task), "");
    return task.warnings;
  };
  EXPECT_TRUE(warnings("barriers <= 2").empty());
  EXPECT_TRUE(warnings("shared_stores <= 2 * 64").empty());
  const auto wide = warnings("global_loads <= 1000000");
  ASSERT_EQ(wide.size(), 1U);
  EXPECT_EQ(wide[0].line, 50U);
  EXPECT_EQ(wide[0].what,
            "the original code reaches this goal, and the bound allows 15625 times the solution's "
            "value: is this intended?");
}

TEST(Task, SaysOfAKeyThatItStandsTwice) {
  const std::string told = mistakes_text(task_of(task_text("title = \"Again\"\n")));
  EXPECT_EQ(told, "01-mirror.toml:5: 'title' is given twice: give each key once\n");
}

TEST(Task, NamesAllLinesOfASum) {
  std::string text = task_text();
  text.replace(text.find("barriers <= 1"), 13, "global_loads + atomics <= 64");
  const Attempt attempt = *judge(task_of(text), mirror("  atomicAdd(row + tid, in[first + tid]);\n  __syncthreads();"));
  ASSERT_TRUE(attempt.goals[3].missed);
  EXPECT_NE(attempt.goals[3].missed->why.find("192 global loads and atomics; should be at most 64: 128 on line 11"),
            std::string::npos)
      << attempt.goals[3].missed->why;
}

TEST(Task, SaysOfAWholeNumberThatNobodyHadStoredIt) {
  const Attempt attempt = *judge(task_of(task_text()), mirror(""));
  EXPECT_EQ(attempt.goals[2].missed->why.substr(0, 61),
            "out[0] holds a value from unwritten memory but should be 32; ");
}

TEST(Task, HasARaceNamed) {
  const PreparedTask task = task_of(task_text("race = \"// race:\"\n"));
  const auto named = [&](const std::string& line) {
    const Attempt attempt = *judge(task, mirror("  __syncthreads();", line));
    return attempt.goals.back().missed ? attempt.goals.back().missed->why : "";
  };
  EXPECT_EQ(named("// race: (0,0), (0,31), row[0]\n"), "");
  EXPECT_EQ(named("// race: 31, 0 and row[31]\n"), "");
  EXPECT_EQ(named("//RACE: row[0] is filled by (0,0) in line 11 and read by (0,31) in line 12\n"), "");
  EXPECT_NE(named("// says: // race: (0,0), (0,31), row[0]\n").find("no comment names"), std::string::npos);
  EXPECT_NE(named("").find("no comment names a race"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), row[0]\n").find("two threads and an element"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), (0,1), row[0]\n").find("do not race on row[0]"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), (0,0), row[0]\n").find("with itself"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), (0,99), row[0]\n").find("there is no thread"), std::string::npos);
  EXPECT_EQ(named("/* Race: t0 and t31 for ROW[0] */\n"), "");
  EXPECT_EQ(named("// race: 0 and 31, row[0]\n"), "");
  EXPECT_EQ(named("// race: thread 0 of 32 and thread 31 of 32, at Row[0] of 32\n"), "");
  EXPECT_EQ(named("// race: threads 0 and 31 in block 1, line 11: row[0]\n"), "");
  EXPECT_NE(named("// race: threads 0, 31 and 5, row[0]\n").find("two threads and an element"), std::string::npos);
  EXPECT_NE(named("// race: (0,0), (0,31), rwo[0]\n").find("did you mean 'row'"), std::string::npos);
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
  EXPECT_EQ(read_handed_in(written({"mirror", "1", 1, 2, 0, false, "text"}))->text, "text\n");
  EXPECT_FALSE(read_handed_in("// TileScope task: ../../x, version 1; reached 1 of 1\n"));
  EXPECT_FALSE(read_handed_in("// TileScope task: mirror"));
  EXPECT_FALSE(read_handed_in("__global__"));
}

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    for (const char* each : {"own", "tasks", "lessons"}) fs::create_directories(folder_ / each);
  }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  fs::path folder_ = fs::path(TILESCOPE_SCRATCH) / "files";
};

TEST_F(Files, NameLessonsAndTasksThatThereAre) {
  write("lessons/03-stairs.toml", "title = \"Stairs\"\n[[step]]\n");
  write("tasks/01-other.toml", task_text());
  write("own/neighbour.toml", with(task_text(), "number = 1", "number = 7"));
  const auto checked = [&](const std::string& more, const std::string& number) {
    PreparedTask task = prepare(write("own/mine.toml", with(task_text(more), "number = 1", "number = " + number)));
    check_names(task, folder_ / "tasks", folder_ / "lessons");
    return task;
  };
  const PreparedTask good = checked("lesson = \"stairs\"\nnext = [\"other\", \"neighbour\", \"stairs\"]\n", "9");
  EXPECT_EQ(mistakes_text(good), "");
  EXPECT_EQ(good.warnings.size(), 1U) << "that of the one warp";
  write("lessons/03-stairs.toml", "title = \"Stairs\"\n[[step]]\nname = \"up\"\n");
  EXPECT_EQ(mistakes_text(checked("lesson = \"stairs\"\nlesson_step = \"up\"\n", "9")), "");
  EXPECT_NE(mistakes_text(checked("lesson = \"stairs\"\nlesson_step = \"pu\"\n", "9"))
                .find("lesson_step: there is no step 'pu': did you mean 'up'?"),
            std::string::npos);
  const PreparedTask bad = checked("lesson = \"other\"\nnext = [\"othr\"]\n", "1");
  EXPECT_NE(mistakes_text(bad).find("mine.toml:5: lesson: there is no lesson 'other': did you mean 'stairs'?"),
            std::string::npos)
      << mistakes_text(bad);
  EXPECT_NE(mistakes_text(bad).find("mine.toml:6: next: there is no task or lesson 'othr': did you mean 'other'?"),
            std::string::npos)
      << mistakes_text(bad);
  ASSERT_EQ(bad.warnings.size(), 2U);
  EXPECT_EQ(bad.warnings[1].what, "task 'other' already has the number 1");
  EXPECT_EQ(bad.warnings[1].line, 2U);
}

// A misspelt key does not make a lesson of it.
TEST_F(Files, OfTasksAreKnownByAnyOfTheirKeys) {
  EXPECT_TRUE(is_task(write("own/a.toml", with(task_text(), "kernel =", "kernal ="))));
  EXPECT_TRUE(is_task(write("own/b.toml", "[[goal]]\nthat = \"1\"\n")));
  EXPECT_TRUE(is_task(write("own/c.toml", "[[launch]]\n")));
  EXPECT_FALSE(
      is_task(write("own/d.toml", "title = \"x\"\ntask = \"y\"\n[situation]\nkernel = \"tiled\"\n[[step]]\n")));
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
    return mark(prepare((folder_ / "01-mirror.toml").string()), files, limits, TILESCOPE_PROGRAM "-class", {});
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

// It is told the same as by a judge in this process.
TEST_F(Marking, TellsWhatIsNotKnown) {
  const std::string endless = mirror("  while (in[0] == 1) {}");
  const std::vector<Marked> all = mark_all({write("endless.cu", endless)});
  const Attempt here = *judge(task_of(task_text()), endless);
  ASSERT_EQ(all[0].attempt.goals.size(), here.goals.size());
  EXPECT_EQ(all[0].attempt.reached(), 0U);
  for (std::size_t n = 0; n < here.goals.size(); ++n) EXPECT_EQ(all[0].attempt.goals[n].open, here.goals[n].open);
}

TEST_F(Marking, EndsWhatTakesTooLong) {
  MarkLimits limits;
  limits.seconds = 1e-6;
  const std::vector<Marked> all = mark_all({write("right.cu", mirror("  __syncthreads();"))}, limits);
  EXPECT_EQ(all[0].attempt.problem, "it ran longer than 2e-05 seconds and was stopped");
}

TEST_F(Marking, TellsWhatAnAnswerSaysOfItself) {
  const std::string right = mirror("  __syncthreads();");
  const PreparedTask task = task_of(task_text());
  const std::string wrong = mirror("");
  const auto all = mark_all({write("a.cu", written({"mirror", task.task.version(), 4, 4, 0, false, right})),
                             write("b.cu", written({"mirror", "0", 4, 4, 0, false, wrong})),
                             write("c.cu", written({"other", "0", 4, 4, 2, false, right})),
                             write("d.cu", written({"mirror", "0", 4, 4, 0, false, right}))});
  EXPECT_EQ(all[0].note, "");
  EXPECT_EQ(all[1].note, "was made for another version of this task (0, not " + task.task.version() + ")");
  EXPECT_EQ(all[2].note, "says that it answers the task other");
  EXPECT_EQ(all[2].said->hints, 2U);
  EXPECT_EQ(all[3].note, "") << "it is right, whatever it was made for";
  for (std::size_t n = 0; n < all.size(); ++n) EXPECT_EQ(all[n].attempt.is_right(), n != 1);
}

}  // namespace
}  // namespace tilescope::tasks
