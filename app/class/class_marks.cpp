#include "app/class/class_marks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tilescope::lessons {

namespace {

constexpr double level = 0.95, normal_reach = 1.959964;
constexpr double nearly_nothing = 1e-12;  // a spread of 0 apart from rounding

std::size_t count_right(const std::vector<bool>& marks) {
  return static_cast<std::size_t>(std::count(marks.begin(), marks.end(), true));
}

double mean_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double each : numbers) sum += each;
  return sum / static_cast<double>(numbers.size());
}

// The covariance of the means of two numbers per student, over classes.
double covariance_of_means(const std::vector<double>& one, const std::vector<double>& other) {
  const double n = static_cast<double>(one.size()), mean_one = mean_of(one), mean_other = mean_of(other);
  double sum = 0;
  for (std::size_t i = 0; i < one.size(); ++i) sum += (one[i] - mean_one) * (other[i] - mean_other);
  return sum / (n - 1) / n;
}

// The probability of a t distribution between -t and t, a finite sum for an integer number of degrees.
double share_within(std::size_t degrees, double t) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees)));
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1, sum = 0;
  for (std::size_t power = odd ? 1 : 0; power + 2 <= degrees; power += 2) {
    sum += term;
    const double p = static_cast<double>(power);
    term *= cosine * cosine * (p + 1) / (p + 2);
  }
  return odd ? (angle + sine * sum) * 2 / std::numbers::pi : sine * sum;
}

Estimate with_reason(std::optional<double> value, std::string why) { return {value, {}, std::move(why)}; }

// A gain cannot exceed what there was to gain.
Interval up_to_all(double low, double high) { return {low, std::min(high, 1.0)}; }

// A ratio of two means with Fieller's interval: all ratios g for which the mean of gained - g * left is close to 0. If
// the mean of `left` is itself close to 0, the interval is unbounded.
Estimate ratio_of_means(const std::vector<double>& gained, const std::vector<double>& left) {
  if (left.empty()) return with_reason({}, "no student handed in both sheets");
  const double mean_gained = mean_of(gained), mean_left = mean_of(left);
  if (mean_left < nearly_nothing)
    return with_reason({}, "all students had full marks before, so there was nothing to gain");
  const double ratio = mean_gained / mean_left;
  if (left.size() == 1) return with_reason(ratio, "one student does not show how students differ");
  const double of_gained = covariance_of_means(gained, gained), of_both = covariance_of_means(gained, left),
               of_left = covariance_of_means(left, left);
  if (of_gained - 2 * ratio * of_both + ratio * ratio * of_left < nearly_nothing)
    return with_reason(ratio, "all students gained the same share, which does not show how students differ");
  const double t = t_reach(left.size() - 1), t2 = t * t;
  const double square = mean_left * mean_left - t2 * of_left;
  if (square <= 0) return with_reason(ratio, "too few students, or too little left to gain");
  const double middle = mean_gained * mean_left - t2 * of_both;
  const double rest = mean_gained * mean_gained - t2 * of_gained;
  const double reach = std::sqrt(std::max(0.0, middle * middle - square * rest));
  return {ratio, up_to_all((middle - reach) / square, (middle + reach) / square), ""};
}

Estimate mean_of_gains(const std::vector<double>& gains) {
  if (gains.empty()) return with_reason({}, "no student could gain anything");
  const double mean = mean_of(gains);
  if (gains.size() == 1) return with_reason(mean, "one student does not show how students differ");
  const double spread = covariance_of_means(gains, gains);
  if (spread < nearly_nothing)
    return with_reason(mean, "all students gained the same share, which does not show how students differ");
  const double reach = t_reach(gains.size() - 1) * std::sqrt(spread);
  return {mean, up_to_all(mean - reach, mean + reach), ""};
}

// The share that learned minus the share that unlearned, with one more student of each kind, so that small classes get
// an honest interval (Bonett and Price).
Interval change_of(const QuestionMarks& question) {
  const double all = static_cast<double>(question.students) + 2;
  const double up = (static_cast<double>(question.learned) + 1) / all;
  const double down = (static_cast<double>(question.unlearned) + 1) / all;
  const double reach = normal_reach * std::sqrt((up + down - (up - down) * (up - down)) / all);
  return {std::max(-1.0, up - down - reach), std::min(1.0, up - down + reach)};
}

QuestionMarks::Verdict verdict_of(const QuestionMarks& question) {
  using Verdict = QuestionMarks::Verdict;
  if (question.right_after == 0) return Verdict::nobody;
  if (question.right_before == question.students) return Verdict::known_before;
  if (question.change.low > 0) return Verdict::taught;
  return question.change.high < 0 ? Verdict::lost : Verdict::unclear;
}

QuestionMarks question_marks(const std::vector<StudentMarks>& students, std::size_t number) {
  QuestionMarks question;
  question.students = students.size();
  for (const StudentMarks& student : students) {
    const bool before = student.before[number], after = student.after[number];
    question.right_before += before ? 1 : 0;
    question.right_after += after ? 1 : 0;
    question.learned += after && !before ? 1 : 0;
    question.unlearned += before && !after ? 1 : 0;
  }
  question.change = change_of(question);
  question.verdict = verdict_of(question);
  return question;
}

std::vector<std::size_t> least_learned(const std::vector<QuestionMarks>& questions) {
  std::vector<std::size_t> least;
  for (std::size_t n = 0; n < questions.size(); ++n) {
    const QuestionMarks::Verdict verdict = questions[n].verdict;
    if (verdict != QuestionMarks::Verdict::unclear && verdict != QuestionMarks::Verdict::nobody) continue;
    const double apart = least.empty() ? -1 : questions[n].change.high - questions[least[0]].change.high;
    if (apart > nearly_nothing) continue;
    if (apart < -nearly_nothing) least.clear();
    least.push_back(n);
  }
  return least;
}

}  // namespace

std::size_t StudentMarks::right_before() const { return count_right(before); }
std::size_t StudentMarks::right_after() const { return count_right(after); }

std::optional<double> StudentMarks::gain() const {
  const double all = static_cast<double>(before.size()), first = static_cast<double>(right_before());
  if (first == all) return std::nullopt;
  return (static_cast<double>(right_after()) - first) / (all - first);
}

std::string_view words_of(QuestionMarks::Verdict verdict) {
  switch (verdict) {
    case QuestionMarks::Verdict::taught: return "learned";
    case QuestionMarks::Verdict::lost: return "fewer right than before";
    case QuestionMarks::Verdict::known_before: return "known before";
    case QuestionMarks::Verdict::nobody: return "none right afterwards";
    case QuestionMarks::Verdict::unclear: break;
  }
  return "not significant";
}

ClassMarks class_marks(const std::vector<StudentMarks>& students) {
  ClassMarks marks;
  marks.students = students.size();
  std::vector<double> before, after, gained, left, gains;
  for (const StudentMarks& student : students) {
    const double all = static_cast<double>(student.before.size());
    before.push_back(static_cast<double>(student.right_before()) / all);
    after.push_back(static_cast<double>(student.right_after()) / all);
    gained.push_back(after.back() - before.back());
    left.push_back(1 - before.back());
    if (const auto gain = student.gain())
      gains.push_back(*gain);
    else
      ++marks.full_before;
  }
  marks.gain = ratio_of_means(gained, left);
  marks.mean_gain = mean_of_gains(gains);
  if (students.empty()) return marks;
  marks.before = mean_of(before);
  marks.after = mean_of(after);
  for (std::size_t n = 0; n < students.front().before.size(); ++n)
    marks.questions.push_back(question_marks(students, n));
  marks.least_learned = least_learned(marks.questions);
  return marks;
}

double t_reach(std::size_t degrees) {
  double low = 0, high = 64;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (share_within(degrees, middle) < level ? low : high) = middle;
  }
  return high;
}

}  // namespace tilescope::lessons
