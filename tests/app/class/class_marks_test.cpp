// Gains and their intervals: figures worked by hand, classes in which nothing can be told, and simulated classes, whose
// true gain the interval holds about as often as it says.
#include "app/class/class_marks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/lessons/random.h"

namespace tilescope::lessons {
namespace {

// So many right of so many, the first ones.
std::vector<bool> right(std::size_t count, std::size_t of) {
  std::vector<bool> marks(of, false);
  for (std::size_t n = 0; n < count; ++n) marks[n] = true;
  return marks;
}

StudentMarks student(std::size_t before, std::size_t after, std::size_t of = 10) {
  return {right(before, of), right(after, of)};
}

TEST(ClassMarks, HaveTheReachOfTDistributionsThatTablesPrint) {
  EXPECT_NEAR(t_reach(1), 12.7062, 1e-4);
  EXPECT_NEAR(t_reach(2), 4.3027, 1e-4);
  EXPECT_NEAR(t_reach(3), 3.1824, 1e-4);
  EXPECT_NEAR(t_reach(4), 2.7764, 1e-4);
  EXPECT_NEAR(t_reach(11), 2.2010, 1e-4);
  EXPECT_NEAR(t_reach(30), 2.0423, 1e-4);
  EXPECT_NEAR(t_reach(200), 1.9719, 1e-4);
}

// Before 2, 4, 6 of 10, after 6, 7, 10: left are 0.8, 0.6, 0.4, gained 0.4, 0.3, 0.4. The class gains
// 1.1 / 1.8 = 0.6111; the students 0.5, 0.5 and 1, on average 2 / 3.
// With 2 degrees t = 4.3027, t^2 = 18.5128. Variances of means: left 0.04 / 3 = 0.013333, gained
// (0.033333^2 + 0.066667^2 + 0.033333^2) / 2 / 3 = 0.0011111, of both (0.2 * 0.033333 - 0.2 * 0.033333) / 6 = 0.
// Fieller: 0.36 - 18.5128 * 0.013333 = 0.113163; 0.366667 * 0.6 = 0.22; 0.134444 - 18.5128 * 0.0011111 = 0.113875.
// (0.22 +- sqrt(0.0484 - 0.012886)) / 0.113163 = (0.22 +- 0.188451) / 0.113163 = 0.2788 and 3.609, which is cut at 1.
TEST(ClassMarks, OfThreeStudentsAreThoseWorkedByHand) {
  const ClassMarks marks = class_marks({student(2, 6), student(4, 7), student(6, 10)});
  EXPECT_EQ(marks.students, 3U);
  EXPECT_NEAR(marks.before, 0.4, 1e-12);
  EXPECT_NEAR(marks.after, 23.0 / 30, 1e-12);
  EXPECT_NEAR(marks.gain.value.value(), 1.1 / 1.8, 1e-12);
  ASSERT_TRUE(marks.gain.interval);
  EXPECT_NEAR(marks.gain.interval->low, 0.2788, 5e-4);
  EXPECT_EQ(marks.gain.interval->high, 1);
  EXPECT_NEAR(marks.mean_gain.value.value(), 2.0 / 3, 1e-12);
  // The gains' spread is 0.288675, so the mean's is 0.166667, and 4.3027 times that is 0.717117.
  ASSERT_TRUE(marks.mean_gain.interval);
  EXPECT_NEAR(marks.mean_gain.interval->low, -0.050450, 1e-4);
  EXPECT_EQ(marks.mean_gain.interval->high, 1);
}

TEST(ClassMarks, OfOneStudentHaveAGainAndNoInterval) {
  const ClassMarks marks = class_marks({student(4, 7)});
  EXPECT_NEAR(marks.gain.value.value(), 0.5, 1e-12);
  EXPECT_FALSE(marks.gain.interval);
  EXPECT_EQ(marks.gain.why_none, "one student does not show how students differ");
  EXPECT_FALSE(marks.mean_gain.interval);
}

TEST(ClassMarks, OfThoseWhoKnewAllBeforeHaveNoGain) {
  const ClassMarks marks = class_marks({student(10, 10), student(10, 9)});
  EXPECT_FALSE(marks.gain.value);
  EXPECT_EQ(marks.gain.why_none, "all students had full marks before, so there was nothing to gain");
  EXPECT_FALSE(marks.mean_gain.value);
  EXPECT_EQ(marks.full_before, 2U);
  EXPECT_FALSE(student(10, 9).gain());
}

// Who had full marks counts in the class's means, and has no gain of his own.
TEST(ClassMarks, LeaveWhoKnewAllOutOfTheMeanOfGains) {
  const ClassMarks marks = class_marks({student(10, 10), student(0, 5), student(5, 10)});
  EXPECT_EQ(marks.full_before, 1U);
  EXPECT_NEAR(marks.mean_gain.value.value(), 0.75, 1e-12);
  EXPECT_NEAR(marks.gain.value.value(), 1.0 / 1.5, 1e-12);
}

TEST(ClassMarks, TellALossAsANegativeGain) {
  const ClassMarks marks = class_marks({student(6, 4), student(5, 4), student(7, 6), student(4, 4)});
  EXPECT_LT(marks.gain.value.value(), 0);
  ASSERT_TRUE(marks.gain.interval);
  EXPECT_LT(marks.gain.interval->low, marks.gain.value.value());
  EXPECT_GT(marks.gain.interval->high, marks.gain.value.value());
  EXPECT_NEAR(student(6, 4).gain().value(), -0.5, 1e-12);
}

TEST(ClassMarks, WithoutSpreadOrWithoutRoomHaveNoInterval) {
  EXPECT_FALSE(class_marks({student(2, 6), student(2, 6), student(2, 6)}).gain.interval);
  // Two who learned all: the same part, from different beginnings.
  const ClassMarks alike = class_marks({student(2, 10), student(6, 10)});
  EXPECT_NEAR(alike.gain.value.value(), 1, 1e-12);
  EXPECT_FALSE(alike.gain.interval);
  // One of three has anything left to gain: that may be chance.
  const ClassMarks full = class_marks({student(10, 10), student(10, 9), student(8, 9)});
  EXPECT_TRUE(full.gain.value);
  EXPECT_EQ(full.gain.why_none, "too few students, or too little left to gain");
  EXPECT_FALSE(class_marks({}).gain.value);
  EXPECT_TRUE(class_marks({}).questions.empty());
}

// Of 12 students 1 had it right before and 9 afterwards, nobody the other way round: p up = 9 / 14, down = 1 / 14.
// Their difference is 0.571429, its reach 1.96 * sqrt((0.714286 - 0.326531) / 14) = 0.326188.
TEST(ClassMarks, TellOfEachQuestionWhetherItTaughtSomething) {
  std::vector<StudentMarks> students;
  for (std::size_t n = 0; n < 12; ++n)
    students.push_back({{n < 1, n < 6, true, false, n < 9}, {n < 9, n < 7, n != 0, false, n >= 11}});
  const ClassMarks marks = class_marks(students);
  ASSERT_EQ(marks.questions.size(), 5U);
  using Verdict = QuestionMarks::Verdict;
  const QuestionMarks& taught = marks.questions[0];
  EXPECT_EQ(taught.learned, 8U);
  EXPECT_EQ(taught.unlearned, 0U);
  EXPECT_NEAR(taught.change.low, 8.0 / 14 - 1.959964 * std::sqrt((10.0 / 14 - 64.0 / 196) / 14), 1e-6);
  EXPECT_EQ(taught.verdict, Verdict::taught);
  EXPECT_EQ(marks.questions[1].verdict, Verdict::unclear);
  EXPECT_LT(marks.questions[1].change.low, 0);
  EXPECT_GT(marks.questions[1].change.high, 0);
  EXPECT_EQ(marks.questions[2].verdict, Verdict::known_before);
  EXPECT_EQ(marks.questions[3].verdict, Verdict::nobody);
  EXPECT_EQ(marks.questions[4].verdict, Verdict::lost);
  EXPECT_EQ(marks.least_learned,
            std::vector<std::size_t>{3});  // at most 1.96 * sqrt(2 / 14 / 14) = 0.198, and 1 at most 0.311
}

// --- Simulated classes

constexpr std::size_t questions = 10;

double part(Random& random) { return static_cast<double>(random.below(1'000'000)) / 1e6; }

// Students differ in what they know before, between `least` and 0.3 more, and in which part of the rest they learn; a
// question that they do not know they guess right once in eight.
StudentMarks simulated(Random& random, double least, double learns) {
  const double knows = least + 0.3 * part(random), learned = learns * 2 * part(random);
  StudentMarks student;
  for (std::size_t n = 0; n < questions; ++n) {
    const bool knew = part(random) < knows, knows_now = knew || part(random) < learned;
    student.before.push_back(knew || part(random) < 0.125);
    student.after.push_back(knows_now || part(random) < 0.125);
  }
  return student;
}

struct Coverage {
  double of_class = 0, of_mean = 0, of_questions = 0, with_interval = 0;
};

// How often the intervals of classes of so many hold what a class of forty thousand tells.
Coverage coverage(std::size_t students, double least, double learns) {
  Random random(students * 1000 + 7);
  std::vector<StudentMarks> many;
  for (int n = 0; n < 40000; ++n) many.push_back(simulated(random, least, learns));
  const ClassMarks truth = class_marks(many);
  constexpr int classes = 2000;
  int bounded = 0, held = 0, mean_held = 0, mean_bounded = 0, question_held = 0;
  for (int n = 0; n < classes; ++n) {
    std::vector<StudentMarks> some;
    for (std::size_t s = 0; s < students; ++s) some.push_back(simulated(random, least, learns));
    const ClassMarks marks = class_marks(some);
    const auto holds = [](const Interval& in, double value) { return in.low <= value && value <= in.high; };
    if (marks.gain.interval) {
      ++bounded;
      held += holds(*marks.gain.interval, *truth.gain.value) ? 1 : 0;
    }
    if (marks.mean_gain.interval) {
      ++mean_bounded;
      mean_held += holds(*marks.mean_gain.interval, *truth.mean_gain.value) ? 1 : 0;
    }
    const auto share = [&](const QuestionMarks& question) {
      return (static_cast<double>(question.right_after) - static_cast<double>(question.right_before)) /
             static_cast<double>(question.students);
    };
    question_held += holds(marks.questions[0].change, share(truth.questions[0])) ? 1 : 0;
  }
  return {double(held) / bounded, double(mean_held) / mean_bounded, double(question_held) / classes,
          double(bounded) / classes};
}

TEST(ClassMarks, HoldTheTrueGainAboutAsOftenAsTheySay) {
  for (const std::size_t students : {6U, 12U, 30U})
    for (const double least : {0.1, 0.5})
      for (const double learns : {0.0, 0.2, 0.5}) {
        SCOPED_TRACE(testing::Message() << students << " students who know " << least << " and learn " << learns);
        const Coverage held = coverage(students, least, learns);
        EXPECT_GT(held.with_interval, 0.95);
        EXPECT_NEAR(held.of_class, 0.95, 0.025);
        EXPECT_GT(held.of_mean, 0.90);
        EXPECT_GT(held.of_questions, 0.93);
      }
}

}  // namespace
}  // namespace tilescope::lessons
