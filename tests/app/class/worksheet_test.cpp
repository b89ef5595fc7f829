// Worksheets: the same seed gives the same sheet, right answers are marked right, and changed sheets are noticed.
#include "app/class/worksheet.h"

#include <gtest/gtest.h>

#include "app/lessons/judge.h"
#include "app/lessons/library.h"
#include "instrumentation/error.h"

namespace tilescope::lessons {
namespace {

const Prepared& lesson() {
  static const Prepared prepared =
      prepare(find_lesson(TILESCOPE_SOURCES "/assets/lessons", "phase-by-phase"), std::make_shared<Scenes>());
  return prepared;
}

std::string filled_in_worksheet(std::string sheet, const std::vector<std::string>& answers) {
  std::size_t at = 0;
  for (const std::string& answer : answers) {
    at = sheet.find("answer:\n", at);
    sheet.insert(at + 7, " " + answer);
    at += 8;
  }
  return sheet;
}

std::string text_of_sheet(std::uint64_t seed, bool with_answers) {
  return text_of(worksheet(lesson(), seed), with_answers);
}

Marks marks_of(const std::string& sheet) {
  const FilledIn filled_in = read_worksheet(sheet, "sheet.txt");
  return grade(worksheet(lesson(), filled_in.seed), filled_in, "sheet.txt");
}

std::string refusal(const std::string& sheet) {
  try {
    static_cast<void>(marks_of(sheet));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Worksheets, AreTheSameForTheSameSeed) {
  EXPECT_EQ(text_of_sheet(7, false), text_of_sheet(7, false));
  EXPECT_NE(text_of_sheet(7, false), text_of_sheet(8, false));
  EXPECT_NE(text_of_sheet(7, true).find("seed: 7\n"), std::string::npos);
}

TEST(Worksheets, WithAnswersAreAllRight) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<std::string> right, words;
    for (const auto& [step, asked] : draw_questions(lesson(), seed)) {
      const bool number = asked.is_number();
      right.push_back(number ? asked.accepted.front() : std::to_string(asked.right_choice + 1));
      words.push_back(asked.accepted.front());
    }
    const std::string sheet = text_of_sheet(seed, false);
    EXPECT_EQ(marks_of(filled_in_worksheet(sheet, right)).right(), right.size()) << seed;
    EXPECT_EQ(marks_of(sheet).right(), 0U) << seed;
  }
}

TEST(Worksheets, WithWrongAnswersSayWhatIsRightAndWhere) {
  const std::vector<std::string> wrong(draw_questions(lesson(), 3).size(), "12345");
  const Marks marks = marks_of(filled_in_worksheet(text_of_sheet(3, false), wrong));
  EXPECT_EQ(marks.right(), 0U);
  for (const Mark& mark : marks.marks) {
    EXPECT_FALSE(mark.right.empty());
    EXPECT_FALSE(mark.why_step.empty());
    EXPECT_EQ(mark.answer, "12345");
  }
}

// Every lesson, each prepared once: twenty sheets as printed with their answers; then with numbers alone, with words
// alone, with both; and with answers that are wrong.
TEST(Worksheets, OfAllLessonsAreMarkedAsTheyShouldBe) {
  std::size_t asked_in_all = 0;
  for (ReadLesson& read : all_lessons(TILESCOPE_SOURCES "/assets/lessons")) {
    const Prepared prepared = prepare(std::move(read), std::make_shared<Scenes>());
    SCOPED_TRACE(prepared.lesson.name);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SCOPED_TRACE(seed);
      const std::vector<Drawn> questions = draw_questions(prepared, seed);
      const std::string blank = text_of(worksheet(prepared, seed), false);
      const auto marks = [&](const std::string& sheet) {
        return grade(worksheet(prepared, seed), read_worksheet(sheet, "s"), "s");
      };
      const auto right = [&](const auto& answer_of) {
        std::vector<std::string> answers;
        for (const auto& [step, asked] : questions) answers.push_back(answer_of(asked));
        return marks(filled_in_worksheet(blank, answers)).right();
      };
      const std::size_t all = questions.size();
      asked_in_all += all;
      EXPECT_EQ(marks(text_of(worksheet(prepared, seed), true)).right(), all)
          << text_of(worksheet(prepared, seed), true);
      EXPECT_EQ(marks(blank).right(), 0U);
      const auto number = [](const Asked& asked) {
        return asked.is_number() ? asked.accepted.front() : std::to_string(asked.right_choice + 1);
      };
      EXPECT_EQ(right(number), all);
      EXPECT_EQ(right([](const Asked& asked) { return asked.right(); }), all);
      EXPECT_EQ(right([&](const Asked& asked) {
                  return asked.is_number() ? asked.right() : number(asked) + ") " + asked.accepted.front();
                }),
                all);
      // Of a choice every other number and every other word, and both that do not belong together.
      for (const auto& [step, asked] : questions)
        for (std::size_t n = 0; n < asked.choices.size(); ++n) {
          const std::string other = asked.choices[n];
          if (n == asked.right_choice) continue;
          EXPECT_FALSE(judge(asked, other).is_right) << other;
          if (asked.is_number()) continue;
          const std::string digit = std::to_string(n + 1);
          EXPECT_FALSE(judge(asked, digit).is_right) << digit;
          EXPECT_FALSE(judge(asked, digit + " (" + other + ")").is_right) << other;
          const Verdict mixed = judge(asked, digit + " (" + asked.accepted.front() + ")");
          EXPECT_FALSE(mixed.is_right);
          EXPECT_NE(mixed.why.find("contradict"), std::string::npos) << mixed.why;
          EXPECT_FALSE(judge(asked, number(asked) + ") " + other).is_right) << other;
        }
      EXPECT_EQ(right([](const Asked& asked) {
                  return asked.is_number() ? asked.accepted.front() + " parsecs" : std::string("9999");
                }),
                0U);
      EXPECT_EQ(right([](const Asked& asked) {
                  return asked.is_number() ? "1" + asked.accepted.front() : "thread " + asked.accepted.front();
                }),
                0U);
    }
  }
  EXPECT_GT(asked_in_all, 20U * 60U);
}

TEST(Worksheets, ThatAreNoneAreRefused) {
  EXPECT_EQ(
      refusal("Dear teacher,\n"),
      "sheet.txt: this is not a worksheet: its lines 'lesson:' and 'seed:' are missing; `tilescope quiz` makes one");
  EXPECT_EQ(refusal("lesson: phase-by-phase\nseed: x\n"), "sheet.txt:2: a seed must be a whole number of at least 0");
  EXPECT_EQ(refusal("lesson: phase-by-phase\nseed: 1\nanswer: 3\n"),
            "sheet.txt:3: an answer comes before the first question");
  std::string sheet = text_of_sheet(5, false);
  sheet.replace(sheet.find("1. ") + 3, 1, "?");
  EXPECT_NE(refusal(sheet).find("sheet.txt: question 1 is '?"), std::string::npos) << refusal(sheet);
  const std::string whole = text_of_sheet(5, false);
  EXPECT_NE(refusal(whole.substr(0, whole.find("\n3. "))).find("sheet.txt: 2 questions, but this lesson asks"),
            std::string::npos);
}

}  // namespace
}  // namespace tilescope::lessons
