// What a class has learned, from its marks before and after: normalized gains, and question by question how many more
// are right. Each with the interval in which it would lie, 95 times of 100, had other students like these sat there.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::lessons {

struct Interval {
  double low = 0, high = 0;
};

// A number that students tell; where there is none, or nothing bounds it, why.
struct Estimate {
  std::optional<double> value;
  std::optional<Interval> interval;
  std::string why_none;
};

// Question by question whether it was right; both sheets have as many.
struct StudentMarks {
  std::vector<bool> before, after;

  [[nodiscard]] std::size_t right_before() const;
  [[nodiscard]] std::size_t right_after() const;
  // (after - before) / (all - before): of what was left to gain, the part that was gained. Nothing with full marks.
  [[nodiscard]] std::optional<double> gain() const;
};

struct QuestionMarks {
  enum class Verdict { taught, unclear, lost, known_before, nobody };

  std::size_t students = 0, right_before = 0, right_after = 0;
  std::size_t learned = 0, unlearned = 0;  // right after and not before, and the other way round
  Interval change;                         // of the share that is right, as a part of 1
  Verdict verdict = Verdict::unclear;
};
[[nodiscard]] std::string_view words_of(QuestionMarks::Verdict verdict);

struct ClassMarks {
  std::size_t students = 0, full_before = 0;
  double before = 0, after = 0;  // the mean share that is right, as a part of 1
  Estimate gain;                 // of the class's means
  Estimate mean_gain;            // the mean of the gains of all who could gain something
  std::vector<QuestionMarks> questions;
  // Of those whose change may be none, or which nobody had right after, the ones that can least have taught much, by
  // their numbers from 0.
  std::vector<std::size_t> least_learned;
};
// All students have as many questions. Of no students, nothing is told.
[[nodiscard]] ClassMarks class_marks(const std::vector<StudentMarks>& students);

// How far a t distribution with so many degrees of freedom reaches to both sides, 95 times of 100: 12.706 with 1.
[[nodiscard]] double t_reach(std::size_t degrees);

}  // namespace tilescope::lessons
