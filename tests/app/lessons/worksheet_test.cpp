// Worksheets: the same seed gives the same sheet, right answers are marked right, and changed sheets are noticed.
#include "app/lessons/worksheet.h"

#include <gtest/gtest.h>

#include "app/lessons/library.h"
#include "instrumentation/error.h"

namespace tilescope::lessons {
namespace {

const Prepared& lesson() {
  static const Prepared prepared =
      prepare(find_lesson(TILESCOPE_LESSONS, "phase-by-phase"), std::make_shared<Scenes>());
  return prepared;
}

std::string filled_in(std::string sheet, const std::vector<std::string>& answers) {
  std::size_t at = 0;
  for (const std::string& answer : answers) {
    at = sheet.find("answer:\n", at);
    sheet.insert(at + 7, " " + answer);
    at += 8;
  }
  return sheet;
}

Marks marks_of(const std::string& sheet) { return grade(lesson(), read_worksheet(sheet, "sheet.txt"), "sheet.txt"); }

std::string refusal(const std::string& sheet) {
  try {
    static_cast<void>(marks_of(sheet));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Worksheets, AreTheSameForTheSameSeed) {
  EXPECT_EQ(worksheet_text(lesson(), 7, false), worksheet_text(lesson(), 7, false));
  EXPECT_NE(worksheet_text(lesson(), 7, false), worksheet_text(lesson(), 8, false));
  EXPECT_NE(worksheet_text(lesson(), 7, true).find("seed: 7\n"), std::string::npos);
}

TEST(Worksheets, WithAnswersAreAllRight) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<std::string> right, words;
    for (const auto& [step, asked] : draw_questions(lesson(), seed)) {
      const bool number = asked.is_number();
      right.push_back(number ? asked.accepted.front() : std::to_string(asked.right_choice + 1));
      words.push_back(asked.accepted.front());
    }
    const std::string sheet = worksheet_text(lesson(), seed, false);
    EXPECT_EQ(marks_of(filled_in(sheet, right)).right(), right.size()) << seed;
    EXPECT_EQ(marks_of(sheet).right(), 0U) << seed;
  }
}

TEST(Worksheets, WithWrongAnswersSayWhatIsRightAndWhere) {
  const std::vector<std::string> wrong(draw_questions(lesson(), 3).size(), "12345");
  const Marks marks = marks_of(filled_in(worksheet_text(lesson(), 3, false), wrong));
  EXPECT_EQ(marks.right(), 0U);
  for (const Mark& mark : marks.marks) {
    EXPECT_FALSE(mark.right.empty());
    EXPECT_FALSE(mark.why_step.empty());
    EXPECT_EQ(mark.answer, "12345");
  }
}

TEST(Worksheets, AreReadHoweverAnswersAreWritten) {
  Asked cell;
  cell.kind = Question::Kind::cell;
  cell.form = Question::Form::click;
  cell.accepted = {"A[1][2]"};
  cell.choices = {"A[2][1]", "A[1][2]"};
  cell.right_choice = 1;
  for (const char* right : {"A[1][2]", " a[1] [2] ", "2"}) EXPECT_TRUE(accepts(cell, right)) << right;
  for (const char* wrong : {"A[2][1]", "1", "3", "", "B[1][2]"}) EXPECT_FALSE(accepts(cell, wrong)) << wrong;
  Asked thread = cell;
  thread.accepted = {"thread (1,0)", "thread (1,1)"};
  for (const char* right : {"thread (1,0)", "(1,0)", "1,0", "t10", "Thread 1,1"})
    EXPECT_TRUE(accepts(thread, right)) << right;
  EXPECT_FALSE(accepts(thread, "t01"));
  Asked number;
  number.accepted = {"64704"};
  for (const char* right : {"64704", "64 704", "64,704", "64704.0"}) EXPECT_TRUE(accepts(number, right)) << right;
  for (const char* wrong : {"64705", "64704 bytes or so", "6"}) EXPECT_FALSE(accepts(number, wrong)) << wrong;
  number.accepted = {"0.25"};
  EXPECT_TRUE(accepts(number, "0.25"));
  EXPECT_FALSE(accepts(number, "0.26"));
  number.accepted = {"NaN"};
  EXPECT_TRUE(accepts(number, "nan"));
  EXPECT_FALSE(accepts(number, "0"));
}

TEST(Worksheets, ThatAreNoneAreRefused) {
  EXPECT_EQ(refusal("Dear teacher,\n"),
            "sheet.txt: this is no worksheet: its lines 'lesson:' and 'seed:' are missing; `tilescope quiz` makes one");
  EXPECT_EQ(refusal("lesson: phase-by-phase\nseed: x\n"), "sheet.txt:2: a seed is a whole number from 0");
  EXPECT_EQ(refusal("lesson: phase-by-phase\nseed: 1\nanswer: 3\n"),
            "sheet.txt:3: an answer comes before the first question");
  std::string sheet = worksheet_text(lesson(), 5, false);
  sheet.replace(sheet.find("1. ") + 3, 1, "?");
  EXPECT_NE(refusal(sheet).find("sheet.txt: question 1 is '?"), std::string::npos) << refusal(sheet);
  const std::string whole = worksheet_text(lesson(), 5, false);
  EXPECT_NE(refusal(whole.substr(0, whole.find("\n3. "))).find("sheet.txt: 2 questions, and this lesson asks"),
            std::string::npos);
}

}  // namespace
}  // namespace tilescope::lessons
