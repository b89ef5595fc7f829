// What a class has learned, computed from its marks before and after: normalized gains, and for each question the
// change in the fraction of right answers. Each number has a 95 % confidence interval.
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

// An estimate from the students' marks; if it has no value or no interval, the reason.
struct Estimate {
  std::optional<double> value;
  std::optional<Interval> interval;
  std::string why_none;
};

// Whether each question was answered right; both sheets are equally long.
struct StudentMarks {
  std::vector<bool> before, after;

  [[nodiscard]] std::size_t right_before() const;
  [[nodiscard]] std::size_t right_after() const;
  // (after - before) / (all - before): the fraction of the missing marks that was gained. Empty for full marks before.
  [[nodiscard]] std::optional<double> gain() const;
};

struct QuestionMarks {
  enum class Verdict { taught, unclear, lost, known_before, nobody };

  std::size_t students = 0, right_before = 0, right_after = 0;
  std::size_t learned = 0, unlearned = 0;  // right after but not before, and right before but not after
  Interval change;                         // of the fraction of right answers, from -1 to 1
  Verdict verdict = Verdict::unclear;
};
[[nodiscard]] std::string_view words_of(QuestionMarks::Verdict verdict);

struct ClassMarks {
  std::size_t students = 0, full_before = 0;
  double before = 0, after = 0;  // the mean fraction of right answers, from 0 to 1
  Estimate gain;                 // from the class's means
  Estimate mean_gain;            // the mean of the gains of all students without full marks before
  std::vector<QuestionMarks> questions;
  // The questions with the smallest possible gain, by index, among those without a significant change or without a
  // right answer after.
  std::vector<std::size_t> least_learned;
};
// All students must have the same number of questions. Without students, all results are empty.
[[nodiscard]] ClassMarks class_marks(const std::vector<StudentMarks>& students);

// The two-sided 95 % quantile of a t distribution with this many degrees of freedom: 12.706 for 1.
[[nodiscard]] double t_reach(std::size_t degrees);

}  // namespace tilescope::lessons
