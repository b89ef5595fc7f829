// Answers as people write them: what is right is taken however it is written, and what is wrong never is.
#include "app/lessons/judge.h"

#include <gtest/gtest.h>

namespace tilescope::lessons {
namespace {

Asked number(const std::string& right, const std::string& text, const std::string& unit = "") {
  Asked asked;
  asked.accepted = {right};
  asked.unit = unit;
  asked.text = {{text, Ink::text, false, false, Figure::From::text}};
  return asked;
}

Asked choice(Question::Kind kind, std::vector<std::string> choices, std::size_t right) {
  Asked asked;
  asked.kind = kind;
  asked.form = Question::Form::choice;
  asked.accepted = {choices[right]};
  asked.choices = std::move(choices);
  asked.right_choice = right;
  return asked;
}

void expect(const Asked& asked, const std::vector<std::string>& right, const std::vector<std::string>& wrong) {
  for (const std::string& answer : right)
    EXPECT_TRUE(judge(asked, answer).is_right) << answer << ": " << judge(asked, answer).why;
  for (const std::string& answer : wrong) EXPECT_FALSE(judge(asked, answer).is_right) << answer;
}

TEST(Judge, TakesNumbersWithTheirUnit) {
  expect(number("64704", "How many bytes does the tiled kernel read from global memory, to the last one?", "bytes"),
         {"64704", "64 704 bytes", "64,704 Bytes", "64704 byte", "= 64704", "\"64704\"", "64704."},
         {"64705", "64704 elements", "64704 bytes or so", "64.704", "about 64704", "64704 64704", "64704 or 64705", "",
          "-64704", "sixty"});
  expect(number("4", "At the end, how many global loads of A will thread (0,0) have executed?"),
         {"4", "4 loads", "4 global loads", "4 global loads of A", "4 Loads of A", "4 load"},
         {"4 stores", "4 of A", "4 bytes", "4 global", "4 global loads of B", "4 threads"});
  expect(number("24", "How many threads of the grid have no element?", "threads"),
         {"24 threads", "24 threads of the grid"}, {"24 elements", "24 grids"});
  expect(number("12", "How many of the 16 elements of C come out right?"), {"12 elements", "12 elements of C"},
         {"12 C", "12 wrong"});
  expect(number("0.25", "How many FLOP for each byte?", "FLOP/byte"),
         {"0.25", "0,25", "1/4", "0.25 FLOP/byte", "0,25 flop/byte", "0.25 FLOP", "0.25 FLOP for each byte"},
         {"0.26", "25", "0.25 bytes", "0.25 byte/FLOP"});
}

TEST(Judge, SaysWhyANumberIsNotTaken) {
  EXPECT_EQ(judge(number("4.125", ""), "4,125").why, "it can also be read as 4.125");
  EXPECT_EQ(judge(number("4725", ""), "4.725").why, "it can also be read as 4725");
  EXPECT_EQ(judge(number("4", "", "bytes"), "4 loads").why, "'loads' is not what was asked for");
  EXPECT_EQ(judge(number("4", ""), "4 5").why, "this is not a single number");
  EXPECT_EQ(judge(number("4", ""), "5").why, "");
  EXPECT_EQ(judge(number("4", ""), "").why, "");
}

TEST(Judge, SaysWhatAnAuthorSaysToAWrongAnswer) {
  Asked asked = number("8", "How many loads does a thread do?");
  asked.wrong = {{"4", {{"That is half of them.", Ink::text, false, false, Figure::From::text}}}};
  ASSERT_NE(said_to(asked, "4 loads"), nullptr);
  EXPECT_EQ(said_to(asked, "4 loads")->front().text, "That is half of them.");
  EXPECT_EQ(said_to(asked, "5"), nullptr);
  EXPECT_EQ(said_to(asked, "8"), nullptr);
}

TEST(Judge, TakesBanksByTheirName) {
  Asked bank = number("7", "In which of them does As[0][7] stand?");
  bank.kind = Question::Kind::bank;
  expect(bank, {"7", "bank 7", "Bank 7"}, {"8", "bank 8", "bank", "As[0][7]"});
}

TEST(Judge, TakesChoicesByNumberWordsOrBoth) {
  const Asked thread =
      choice(Question::Kind::loader, {"thread (1,1)", "thread (0,0)", "thread (0,1)", "thread (1,0)"}, 1);
  expect(thread,
         {"2",
          "2)",
          "2.",
          "(2)",
          "choice 2",
          "Choice 2",
          "#2",
          "no. 2",
          "thread (0,0)",
          "Thread 0,0",
          "(0,0)",
          "0,0",
          "0, 0",
          "t00",
          "T0,0",
          "thread 0 0",
          "thread 0",
          "2 (thread (0,0))",
          "2) thread (0,0)",
          "2: thread (0,0)",
          "2 thread (0,0)",
          "2 - (0,0)",
          "2 = t00",
          "2 (0,0)",
          "2, (0,0)",
          "2 0,0",
          "thread (0,0) (2)",
          "thread (0,0) = 2",
          "thread (0,0), choice 2",
          "2\u00a0(thread\u00a0(0,0))",
          "\"thread (0,0)\"",
          "thread (0,0)."},
         {"",
          "1",
          "3",
          "0",
          "5",
          "-2",
          "2.5",
          "2 or 3",
          "2,3",
          "22",
          "thread (1,1)",
          "t10",
          "1,0",
          "thread 1",
          "thread",
          "2 (thread (0,1))",
          "1 (thread (0,0))",
          "2) t11",
          "thread (1,1) (2)",
          "thread (0,0) (1)",
          "0,0 1",
          "2 0",
          "thread (0,0) or (0,1)",
          "not 2",
          "not thread (0,0)",
          "9 (thread (0,0))",
          "thread (0,0,0)",
          "A[0][0]"});
  const Asked element = choice(Question::Kind::cell, {"A[2][1]", "A[1][2]", "A[1][20]"}, 1);
  expect(element,
         {"2", "A[1][2]", "a [1] [2]", "A[1,2]", "A(1,2)", "A 1,2", "[1][2]", "1,2", "2 (A[1][2])", "2) a[1][2]",
          "2: 1,2"},
         {"A[2][1]", "2,1", "1", "B[1][2]", "A[1][20]", "A[12]", "A12", "2 (A[2][1])", "1 (A[1][2])", "A[1]", "A",
          "2 (B[1][2])"});
  const Asked line = choice(Question::Kind::line, {"line 2", "line 15", "line 1"}, 1);
  expect(line, {"2", "line 15", "Line 15", "line15", "2 (line 15)", "2: line 15"},
         {"15", "line 2", "line 1", "1 (line 15)", "2 (line 2)", "line 5"});
}

// In one row, a thread is called by its number; a number alone is that of a choice, where there is one.
TEST(Judge, TakesThreadsOfOneRow) {
  const Asked asked = choice(Question::Kind::loader, {"thread 2", "thread 5", "thread 12", "thread 1"}, 1);
  expect(asked,
         {"2", "5", "thread 5", "Thread 5", "thread5", "t5", "T5", "t 5", "thread (0,5)", "thread 0,5", "t(0,5)",
          "(0,5)", "0,5", "t05", "thread (5)", "2 (thread 5)", "2) t5", "thread 5 (2)"},
         {"1", "3", "4", "6", "12", "thread 2", "thread 12", "t12", "(0,2)", "thread (1,5)", "1 (thread 5)",
          "2 (thread 2)", "t52", "thread"});
  EXPECT_EQ(judge(choice(Question::Kind::loader, {"thread 2", "thread 5"}, 0), "2").why,
            "it is taken as choice 2; if you mean the thread, write 'thread 2'");
}

TEST(Judge, SaysWhereNumberAndWordsPart) {
  const Asked asked = choice(Question::Kind::loader, {"thread (1,1)", "thread (0,0)"}, 1);
  EXPECT_EQ(judge(asked, "2 (thread (1,1))").why,
            "the number and the text contradict each other: choice 2 is thread (0,0)");
  EXPECT_EQ(judge(asked, "1 thread (0,0)").why,
            "the number and the text contradict each other: choice 1 is thread (1,1)");
  EXPECT_EQ(judge(asked, "3").why, "there is no choice 3");
  EXPECT_EQ(judge(asked, "2 (the first one)").why, "the text does not match choice 2");
  EXPECT_EQ(judge(asked, "1").why, "");
}

// Of several threads that wait, one is among the choices; the others are right by their names alone.
TEST(Judge, TakesEachOfSeveralRightOnes) {
  Asked asked = choice(Question::Kind::waits, {"thread (1,1)", "thread (0,0)"}, 1);
  asked.accepted = {"thread (0,0)", "thread (0,12)", "thread (1,2)"};
  expect(asked, {"2", "thread (0,12)", "thread 12", "t0,12", "2 (t00)", "t12", "1,2"},
         {"2 (thread (0,12))", "1", "thread (1,1)", "thread 11"});
}

// Two arrays whose names differ in capitals alone are two arrays.
TEST(Judge, MindsCapitalsWhereTheyTellTwoNamesApart) {
  const Asked asked = choice(Question::Kind::cell, {"a[0]", "A[0]"}, 1);
  expect(asked, {"A[0]", "2 (A[0])", "A(0)"}, {"a[0]", "2 (a[0])", "[0]", "0"});
}

}  // namespace
}  // namespace tilescope::lessons
