// Sheets for before and after: the same questions asked of something else, none twice, and marked right when they are.
#include "app/class/before_after.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <list>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "app/class/course.h"
#include "app/lessons/library.h"

namespace tilescope::lessons {
namespace {

// Every lesson, each prepared once.
const std::map<int, Prepared>& all() {
  static const std::map<int, Prepared> prepared = [] {
    std::map<int, Prepared> lessons;
    for (ReadLesson& read : all_lessons(TILESCOPE_SOURCES "/assets/lessons")) {
      const int number = read.lesson.number;
      lessons.emplace(number, prepare(std::move(read), std::make_shared<Scenes>()));
    }
    return lessons;
  }();
  return prepared;
}

std::string key_of(const Sheet::Question& question) {
  return launch_in_words(*question.lesson->steps[question.step].scene) + question_text(question.asked);
}

std::string filled_in(std::string sheet, const std::vector<std::string>& answers) {
  std::size_t at = 0;
  for (const std::string& answer : answers) {
    at = sheet.find("   answer:\n", at) + 10;
    sheet.insert(at, " " + answer);
  }
  return sheet;
}

std::size_t right_of(const Sheet& sheet, const std::string& text) {
  return grade(sheet, read_worksheet(text, "s"), "s").right();
}

void expect_full_marks(const Sheet& sheet) {
  const std::size_t count = sheet.questions.size();
  EXPECT_EQ(right_of(sheet, text_of(sheet, true)), count) << text_of(sheet, true);
  const std::string blank = text_of(sheet, false);
  EXPECT_EQ(right_of(sheet, blank), 0U);
  std::vector<std::string> numbers, words, both;
  for (const auto& [lesson, step, asked] : sheet.questions) {
    const std::string number = std::to_string(asked.right_choice + 1);
    numbers.push_back(asked.is_number() ? asked.accepted.front() : number);
    words.push_back(asked.right());
    both.push_back(asked.is_number() ? asked.right() : number + ") " + asked.accepted.front());
  }
  for (const auto& answers : {numbers, words, both}) EXPECT_EQ(right_of(sheet, filled_in(blank, answers)), count);
}

void expect_two_of_a_kind(const BeforeAfter& both, const std::set<std::string>& in_class) {
  ASSERT_EQ(both.before.questions.size(), both.after.questions.size());
  std::set<std::string> seen;
  for (std::size_t n = 0; n < both.before.questions.size(); ++n) {
    const Sheet::Question &before = both.before.questions[n], &after = both.after.questions[n];
    EXPECT_EQ(before.lesson, after.lesson);
    EXPECT_EQ(before.step, after.step);
    EXPECT_EQ(before.asked.kind, after.asked.kind);
    EXPECT_NE(before.asked.accepted, after.asked.accepted) << question_text(after.asked);
    for (const Sheet::Question* each : {&before, &after})
      EXPECT_TRUE(seen.insert(key_of(*each)).second) << key_of(*each);
    EXPECT_FALSE(in_class.contains(key_of(after))) << key_of(after);
  }
}

TEST(BeforeAfter, OfAllLessonsAskEachQuestionOfTwoThings) {
  std::size_t asked = 0, left_out = 0;
  for (const auto& [number, lesson] : all()) {
    SCOPED_TRACE(lesson.lesson.name);
    std::set<std::string> in_class;
    for (const Sheet::Question& each : worksheet(lesson, 0).questions) in_class.insert(key_of(each));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SCOPED_TRACE(seed);
      const BeforeAfter both = draw_before_after({&lesson}, seed);
      EXPECT_EQ(both.before.questions.size() + both.left_out.size(), in_class.size());
      expect_two_of_a_kind(both, in_class);
      expect_full_marks(both.before);
      expect_full_marks(both.after);
      asked += both.before.questions.size();
      // Which and why can be asked only once.
      left_out +=
          static_cast<std::size_t>(std::count_if(both.left_out.begin(), both.left_out.end(), [](const LeftOut& each) {
            return each.lesson->lesson.steps[each.step].question->kind != Question::Kind::choice;
          }));
    }
  }
  EXPECT_GT(asked, 2 * left_out);
}

TEST(BeforeAfter, AreTheSameForTheSameSeedAndOthersForAnother) {
  const std::vector<const Prepared*> lessons{&all().at(5), &all().at(16)};
  const auto sheet = [&](std::uint64_t seed) { return text_of(draw_before_after(lessons, seed).after, false); };
  EXPECT_EQ(sheet(7), sheet(7));
  EXPECT_NE(sheet(7), sheet(8));
}

TEST(BeforeAfter, SayWhatTheyAreAndCanBeAnsweredWithoutTheProgram) {
  const BeforeAfter both = draw_before_after({&all().at(5), &all().at(17)}, 7);
  const std::string text = text_of(both.before, false);
  EXPECT_NE(text.find("\nlessons: phase-by-phase, scan\nseed: 7\nsheet: pre\nname:\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  A holds 1 2 3 4 / 5 6 7 8 / "), std::string::npos) << text;
  EXPECT_NE(text.find("   13 |     __syncthreads();\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("no thread reads a tile"), std::string::npos);  // what comments tell
  EXPECT_EQ(text.find("void reference"), std::string::npos);
  EXPECT_NE(text.find("the threads run one at a time to their next barrier, the first thread first"), std::string::npos);
  std::string filled = text_of(both.after, true);
  filled.replace(filled.find("name:"), 5, "name:  Łukasz \x1b[31m \r");
  const FilledIn sheet = read_worksheet(filled, "s");
  EXPECT_EQ(sheet.kind, SheetKind::after);
  EXPECT_EQ(sheet.name, "Łukasz  [31m");
  EXPECT_EQ(sheet.lessons, (std::vector<std::string>{"phase-by-phase", "scan"}));
}

TEST(BeforeAfter, LeaveOutWhatCannotBeAskedTwiceAndSayWhy) {
  const BeforeAfter both = draw_before_after({&all().at(6)}, 1);
  ASSERT_FALSE(both.left_out.empty());
  for (const LeftOut& each : both.left_out) EXPECT_FALSE(each.why.empty());
  EXPECT_TRUE(std::any_of(both.left_out.begin(), both.left_out.end(), [](const LeftOut& each) {
    return each.why == "its answer is always the same";  // barriers that each thread passes
  }));
}

// What others ask is prepared for worksheets alone, so that nothing else would notice what is wrong with it.
TEST(BeforeAfter, HaveNoMistakesInWhatTheyAlsoAsk) {
  for (ReadLesson& read : all_lessons(TILESCOPE_SOURCES "/assets/lessons")) {
    Prepared prepared = prepare(std::move(read), std::make_shared<Scenes>());
    check_others(prepared);
    EXPECT_EQ(mistakes_text(prepared), "");
  }
}

// The weeks are those of the course's page: "| 1 | ... | 1, 14 | ...".
TEST(Course, HasTheLessonsOfItsPage) {
  std::ifstream in(TILESCOPE_SOURCES "/docs/course.md");
  const std::regex row(R"(\| (\d+) \|[^|]*\| ([\d, ]+) \|.*)");
  int weeks = 0;
  for (std::string line; std::getline(in, line);) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) continue;
    std::vector<int> numbers;
    std::istringstream list(cells[2].str());
    for (std::string number; std::getline(list, number, ',');) numbers.push_back(std::stoi(number));
    const auto lessons = lessons_of_week(std::stoi(cells[1].str()));
    EXPECT_EQ(std::vector<int>(lessons.begin(), lessons.end()), numbers) << line;
    ++weeks;
  }
  EXPECT_EQ(weeks, course_weeks);
}

}  // namespace
}  // namespace tilescope::lessons
