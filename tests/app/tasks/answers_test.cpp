// Every task that comes with the program: its solution reaches the goal, its text to begin with does not, and answers
// that people might give are told right or wrong, each wrong one for the reason that it says in its first line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "app/lessons/library.h"
#include "app/tasks/attempt.h"
#include "app/tasks/prepare_task.h"

namespace tilescope::tasks {
namespace {

namespace fs = std::filesystem;

std::string text_in(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::vector<PreparedTask>& all() {
  static const std::vector<PreparedTask> prepared = [] {
    std::vector<PreparedTask> list;
    for (ReadTask& read : all_tasks(TILESCOPE_SOURCES "/assets/tasks")) list.push_back(prepare(std::move(read)));
    return list;
  }();
  return prepared;
}

// All reasons of an attempt.
std::string reasons(const Attempt& attempt) {
  std::string text = attempt.problem + attempt.note;
  for (const Reached& goal : attempt.goals)
    if (goal.missed)
      text += "\n" + goal.says + ": launch " + std::to_string(goal.missed->launch + 1) + ": " + goal.missed->why;
  return text;
}

std::vector<fs::path> answers_to(const Task& task, const std::string& kind) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(fs::path(TILESCOPE_SOURCES "/tests/app/tasks/answers") / task.name, error))
    if (entry.path().filename().string().starts_with(kind)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Tasks, HaveNoMistakes) {
  for (PreparedTask task : all()) {
    check_solution(task);
    EXPECT_EQ(mistakes_text(task), "");
    EXPECT_FALSE(task.task.summary.empty()) << task.task.file;
    EXPECT_GE(task.hints.size(), 2U) << task.task.file;
    EXPECT_TRUE(std::any_of(task.task.launches.begin(), task.task.launches.end(), [](const TaskLaunch& launch) {
      return launch.is_hidden;
    })) << task.task.file;
  }
}

TEST(Tasks, LeadToLessonsAndTasksThatThereAre) {
  std::set<std::string> known, lessons;
  for (const PreparedTask& task : all()) known.insert(task.task.name);
  for (const lessons::ReadLesson& read : lessons::all_lessons(TILESCOPE_SOURCES "/assets/lessons"))
    lessons.insert(read.lesson.name);
  std::set<int> numbers;
  for (const PreparedTask& task : all()) {
    EXPECT_TRUE(numbers.insert(task.task.number).second) << task.task.file;
    EXPECT_TRUE(task.task.lesson.empty() || lessons.contains(task.task.lesson.text)) << task.task.file;
    for (const Written& next : task.task.next)
      EXPECT_TRUE(known.contains(next.text) || lessons.contains(next.text)) << task.task.file << " " << next.text;
  }
}

// Each stands behind the button of one lesson, easy ones before hard ones.
TEST(Tasks, StandBehindTheButtonsOfLessons) {
  std::size_t behind = 0;
  for (const lessons::ReadLesson& read : lessons::all_lessons(TILESCOPE_SOURCES "/assets/lessons")) {
    int level = 0;
    for (const std::string& file : tasks_of_lesson(TILESCOPE_SOURCES "/assets/tasks", read.lesson.name)) {
      const Task task = load_task(file).task;
      EXPECT_EQ(task.lesson.text, read.lesson.name);
      EXPECT_LE(level, task.level) << file;
      level = task.level;
      ++behind;
    }
  }
  EXPECT_EQ(behind, all().size());
  const auto after = [](const std::string& lesson) {
    std::vector<std::string> names;
    for (const std::string& file : tasks_of_lesson(TILESCOPE_SOURCES "/assets/tasks", lesson))
      names.push_back(lessons::lesson_name(file));
    return names;
  };
  EXPECT_EQ(after("barriers"), (std::vector<std::string>{"before-the-next-tile", "too-many-barriers",
                                                         "tile-it-barriers", "tile-it-indices", "order-the-tiles",
                                                         "tile-it-loop", "tile-it", "name-the-race"}));
  EXPECT_EQ(after("threads"), std::vector<std::string>{});
}

TEST(Tasks, TakeRightAnswersOfEveryKind) {
  for (const PreparedTask& task : all()) {
    const auto files = answers_to(task.task, "right");
    EXPECT_GE(files.size(), 3U) << task.task.name;
    for (const fs::path& file : files) {
      const Attempt attempt = *judge(task, text_in(file));
      EXPECT_TRUE(attempt.is_right()) << file << "\n" << reasons(attempt);
    }
  }
}

TEST(Tasks, RefuseWrongAnswersWithAReasonThatHelps) {
  const std::string begin = "// says: ";
  for (const PreparedTask& task : all()) {
    const auto files = answers_to(task.task, "wrong");
    EXPECT_GE(files.size(), 5U) << task.task.name;
    for (const fs::path& file : files) {
      const std::string text = text_in(file);
      ASSERT_TRUE(text.starts_with(begin)) << file;
      const std::string words = text.substr(begin.size(), text.find('\n') - begin.size());
      const Attempt attempt = *judge(task, text);
      EXPECT_FALSE(attempt.is_right()) << file;
      EXPECT_NE(reasons(attempt).find(words), std::string::npos) << file << ": " << words << "\n" << reasons(attempt);
    }
  }
}

}  // namespace
}  // namespace tilescope::tasks
