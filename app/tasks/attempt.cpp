#include "app/tasks/attempt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <new>

#include "app/explain/finding_words.h"
#include "app/lessons/figures.h"
#include "app/stage/words.h"
#include "app/tasks/answer_text.h"
#include "app/tasks/comparison.h"
#include "app/tasks/given_lines.h"
#include "app/tasks/named_race.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/edited_launch.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/reading/reference.h"
#include "instrumentation/wanted.h"

namespace tilescope::tasks {

namespace {

using lessons::Here;
using lessons::Scene;
using lessons::Scenes;

enum Usual : std::size_t { ends, no_error, right };

std::string number_words(double value) { return lessons::Figure{value, "", {}}.text(); }

// The bound of a goal, which may be a fraction.
std::string bound_words(double value) {
  if (lessons::is_whole(value)) return number_words(value);
  const std::string digits = fmt::format("{:.10g}", std::floor(value * 100) / 100);
  const std::size_t point = digits.find('.');
  return point == std::string::npos ? digits : number_words(std::floor(value)) + digits.substr(point);
}

// "is 3 but should be 4", with enough digits to tell them apart. A value that was never written is not shown as a
// number.
std::string got_and_wanted(const Trace& trace, std::size_t array, std::uint32_t element, double wanted) {
  const double got = trace.left(array, element);
  const Buffer& buffer = trace.launch().buffers[array];
  const bool is_poison = buffer.element_bytes == 4 && got == static_cast<double>(poison_bits);
  if (is_poison && !is_float(buffer.number))
    return fmt::format("holds a value from unwritten memory but should be {}", number_words(wanted));
  std::string is = is_poison || std::isnan(got) ? "not a number" : number_words(got), should = number_words(wanted);
  for (int digits = 5; is == should && digits <= 17; ++digits) {
    is = fmt::format("{:.{}g}", got, digits);
    should = fmt::format("{:.{}g}", wanted, digits);
  }
  return fmt::format("is {} but should be {}", is, should);
}

std::string capital(std::string words) {
  words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  return words;
}

// The lines and their amounts: "60 on line 14, `row[tid] = in[k]`, 40 on line 19, `...`".
std::string by_lines(const std::vector<lessons::LineBehind>& lines, const std::string& text) {
  constexpr std::size_t most = 3;
  std::string words;
  for (std::size_t n = 0; n < std::min(lines.size(), most); ++n)
    words +=
        fmt::format("{}{} on line {}, `{}`", n == 0 ? "" : ", ", number_words(static_cast<double>(lines[n].amount)),
                    lines[n].line, text_of_line(text, lines[n].line));
  if (lines.size() > most) words += ", and others";
  return words;
}

// Prefers an access that loads a wrong value, and of two stores the later one, where the effect is visible.
std::optional<Sight> sight_of(const Replay& replay, const Finding& finding) {
  const auto rank = [&](const Access& access) {
    return std::pair(access.kind == Kind::shared_load || access.kind == Kind::global_load, moment_of(replay, access));
  };
  std::vector<Access> seen = finding.accesses;
  std::erase_if(seen, [&](const Access& access) { return access.line == 0 || !moment_of(replay, access); });
  if (seen.empty()) return std::nullopt;
  Sight sight{.access = *std::max_element(seen.begin(), seen.end(),
                                          [&](const Access& a, const Access& b) { return rank(a) < rank(b); })};
  const auto& arrays = replay.trace().arrays();
  if (finding.array < arrays.size() && finding.cell < arrays[finding.array].elements())
    sight.element = std::pair<std::size_t, std::uint32_t>(finding.array, static_cast<std::uint32_t>(finding.cell));
  sight.hangs_on_order = tilescope::hangs_on_order(finding);
  return sight;
}

Sight sight_of(const WrongRead& read) {
  return {.access = {Kind::shared_load, false, read.line, read.block, read.thread, read.number},
          .element = std::pair<std::size_t, std::uint32_t>(read.array, read.cell),
          .hangs_on_order = true};
}

// Judges a source in all launches of its task, one after another.
class Judge {
 public:
  Judge(const PreparedTask& task, const std::string& text, const JudgeOptions& options)
      : task_(task), text_(text), options_(options), scenes_("cpu") {
    scenes_.limit(options.memory, options.is_wanted);
    for (const std::string& says : goals_of(task.task)) attempt_.goals.push_back({says, {}});
    attempt_.launches.assign(task_.launches.size(), Outcome::unknown);
  }

  // Judges the next launch; false: there was none.
  bool go_on() {
    if (next_ == task_.launches.size()) return false;
    if (next_ == 0) look_at_text();
    const std::size_t n = next_++;
    WantedWhile::require();
    try {
      judge_in(n);
      if (attempt_.launches[n] == Outcome::unknown) attempt_.launches[n] = Outcome::reached;
    } catch (const UsageError& error) {  // the source cannot be launched
      if (n == 0) return attempt_.problem = error.what(), false;
      miss(ends, {n, error.what(), {}, {}});
    } catch (const Error& error) {
      miss(ends, {n, error.what(), {}, {}});
    }
    if (next_ < task_.launches.size()) return true;
    name_race();
    leave_open();
    return false;
  }
  [[nodiscard]] Attempt take() { return std::move(attempt_); }

 private:
  void look_at_text() {
    constants_ = changed_constants(text_, name_in_messages(), task_.launches.front());
    attempt_.note = changed_header(task_.task.kernel.text, text_);
    if (!constants_.empty() && task_.task.keep.empty())
      attempt_.note = constants_.front() + ", so the task's value is used";
    require_lines();
  }

  // A kernel that computes nothing also loads little, so the task's own goals count only once the result is right. And
  // a kernel that stores nothing has no errors.
  void leave_open() {
    const auto open = [&](std::size_t goal, const char* why) {
      Reached& reached = attempt_.goals[goal];
      if (!reached.missed && reached.open.empty()) reached.open = why;
      if (reached.missed) reached.open.clear();
    };
    if (attempt_.goals[ends].missed)
      for (std::size_t goal = ends + 1; goal < usual_goals + task_.task.goals.size(); ++goal)
        open(goal, "the kernel does not end");
    if (!stores_) open(no_error, "nothing is stored");
    if (attempt_.goals[right].missed)
      for (std::size_t goal = 0; goal < task_.task.goals.size(); ++goal)
        open(usual_goals + goal, "the result is not right");
  }

  // Only the first miss of a goal is reported.
  void miss(std::size_t goal, Missed missed) {
    if (!missed.is_of_text && missed.launch < attempt_.launches.size())
      attempt_.launches[missed.launch] = Outcome::missed;
    std::optional<Missed>& known = attempt_.goals.at(goal).missed;
    if (!known) known = std::move(missed);
  }

  [[nodiscard]] std::string name_in_messages() const {
    return options_.file.empty() ? file_of(task_.task) : options_.file;
  }

  void require_lines() {
    std::size_t goal = usual_goals + task_.task.goals.size();
    if (!task_.task.keep.empty()) require_kept(goal++);
    if (task_.task.lines.empty()) return;
    if (const std::string why = why_other_lines(task_.task, text_); !why.empty()) miss(goal, {0, why, {}, {}, true});
  }

  void require_kept(std::size_t stays) {
    const std::vector<Written> missing = lines_missing(task_.task, text_);
    if (!constants_.empty())
      miss(stays, {0, constants_.front(), {}, {}, true});
    else if (!missing.empty())
      miss(stays, {0, fmt::format("this line must stay unchanged: `{}`", missing.front().text), {}, {}, true});
  }

  void judge_in(std::size_t n) {
    Launch launch = launch_of_answer(text_, name_in_messages(), task_.launches[n]);
    launch.most_rounds = task_.most_rounds[n];
    Request request = task_.task.launches[n].request;
    request.kernel = file_of(task_.task);
    request.text = text_;
    const Scene& scene = run(request, launch);
    stores_ = stores_ || scene.counts.of(Count::global_store).total > 0 || scene.counts.of(Count::atomic).total > 0;
    const lessons::Situation situation{request, "none", false, {}, "", "", 0};
    Here here{scenes_, situation, scene.replay->moments().count(), scene.replay->blocks().front(), 0};
    if (const auto& fault = scene.trace().fault()) return miss(ends, {n, fault->message, {}, here.moment});
    judge_findings(n, scene);
    judge_result(n, scene, here.moment);
    if (scene.counts.of(Count::atomic).total > 0) judge_backwards(n, request, std::move(launch));
    for (std::size_t goal = 0; goal < task_.task.goals.size(); ++goal) judge_goal(n, goal, here);
  }

  void judge_findings(std::size_t n, const Scene& scene) {
    const Hazards& hazards = scene.explained->hazards;
    for (std::size_t each = 0; each < hazards.findings.size(); ++each) {
      const Finding& finding = hazards.findings[each];
      // Elsewhere, a barrier after some threads have returned is only a note; an answer has to obey CUDA's rule.
      const bool is_error = finding.severity == Severity::error || finding.hazard == Hazard::barrier_divergence;
      if (!is_error || finding.hazard == Hazard::wrong_result) continue;
      Missed missed{n, capital(cause_words(scene.trace(), finding)), {}, {}};
      // If the task asks the student to name a race, the threads and the cell must not be given away.
      if (task_.task.race.empty()) {
        // The example's read may have got the right value, so the first read that went wrong is told.
        const auto& reads = scene.explained->wrong_reads;
        const auto read = std::find_if(reads.begin(), reads.end(), [&](const WrongRead& each) {
          return finding.hazard == Hazard::race && each.array == finding.array;
        });
        const bool is_read = read != reads.end();
        missed.why += is_read ? ", with no barrier between them. " + capital(wrong_read_words(scene.trace(), *read))
                              : ". " + example_words(scene.trace(), finding);
        missed.sight = is_read ? sight_of(*read) : sight_of(*scene.replay, finding);
      }
      for (const Deed& deed : scene.explained->told[each].deeds)
        if (deed.moment) missed.moment = std::max(missed.moment.value_or(0), *deed.moment);
      const std::vector<std::uint32_t> lines = lines_of(finding);
      if (!lines.empty()) missed.line = lines.front();
      return miss(no_error, std::move(missed));
    }
  }

  const Scene& run(const Request& request, const Launch& launch) {
    scenes_.take(request, launch);
    return scenes_.of(request);
  }

  // With atomics, the result may depend on the order, so the launch also runs from the last thread to the first.
  void judge_backwards(std::size_t n, Request request, Launch launch) {
    request.schedule = launch.schedule = {Schedule::Kind::reverse, 0};
    const Scene& scene = run(request, launch);
    if (!scene.trace().fault()) judge_result(n, scene, scene.replay->moments().count());
  }

  void judge_result(std::size_t n, const Scene& scene, std::uint64_t end) {
    if (!scene.result) return miss(right, {n, why_nothing_is_known(), {}, {}});
    if (scene.result->wrong.empty()) return;
    const ResultCheck& result = *scene.result;
    const Trace& trace = scene.trace();
    const std::uint32_t first = result.wrong.front();
    miss(right, {n,
                 fmt::format("{} {}; {} of {} elements are wrong", element_name(trace.arrays()[result.array], first),
                             got_and_wanted(trace, result.array, first, result.expected.front()), result.wrong.size(),
                             result.elements),
                 {},
                 end});
  }

  [[nodiscard]] std::string why_nothing_is_known() const {
    return reading::has_reference(task_.task.solution.text)
               ? "the right result is not known: the `reference` belongs to another kernel"
               : "the right result is not known: the task has no function `reference`";
  }

  void judge_goal(std::size_t n, std::size_t goal, const Here& here) try {
    const Comparison wanted =
        read_comparison(goal_for(here.scene().trace().launch(), task_.launches[n], task_.task.goals[goal].that.text));
    const double is = lessons::figure(here, wanted.left).number, bound = lessons::figure(here, wanted.right).number;
    if (wanted.holds(is, bound)) return;
    const std::string_view words = words_of(wanted.sign);
    Missed missed{n,
                  fmt::format("{}; should be {}{}{}", lessons::what_it_comes_to(wanted.left, number_words(is)), words,
                              words.empty() ? "" : " ", bound_words(bound)),
                  {},
                  {}};
    const std::vector<lessons::LineBehind> lines = lessons::lines_behind(here, wanted.left);
    if (!lines.empty()) missed.line = lines.front().line;
    if (!lines.empty()) missed.why += ": " + by_lines(lines, here.scene().trace().kernel_text());
    if (const auto behind = lessons::event_behind(here, wanted.left))
      missed.sight = Sight{.access = behind->access, .view = behind->is_of_warps ? "warps" : ""};
    miss(usual_goals + goal, std::move(missed));
  } catch (const UsageError& error) {  // the answer lacks the array
    miss(usual_goals + goal, {n, error.what(), {}, {}});
  }

  void name_race() {
    if (task_.task.race.empty()) return;
    if (const std::string why = why_no_race(task_, text_); !why.empty())
      miss(attempt_.goals.size() - 1, {0, why, {}, {}, true});
  }

  const PreparedTask& task_;
  const std::string& text_;
  const JudgeOptions& options_;
  Scenes scenes_;
  Attempt attempt_;
  std::size_t next_ = 0;
  std::vector<std::string> constants_;  // the constants that the answer changes
  bool stores_ = false;                 // to global memory, in some launch
};

}  // namespace

std::size_t Attempt::reached() const {
  if (!problem.empty()) return 0;
  return static_cast<std::size_t>(
      std::count_if(goals.begin(), goals.end(), [](const Reached& goal) { return goal.is_reached(); }));
}

const Missed* Attempt::first_missed() const {
  const Missed* first = nullptr;
  for (const Reached& goal : goals)
    if (goal.missed && (first == nullptr || goal.missed->launch < first->launch)) first = &*goal.missed;
  return first;
}

std::vector<std::string> goals_of(const Task& task) {
  std::vector<std::string> all{"The kernel ends in every launch", "No errors are found", "The result is right"};
  for (const Goal& goal : task.goals) all.push_back(goal.says.text);
  if (!task.keep.empty()) all.emplace_back("The lines to keep are unchanged");
  if (!task.lines.empty()) all.emplace_back("Only the given lines are used, each at most once");
  if (!task.race.empty()) all.emplace_back("A comment names two threads that race, and their cell");
  return all;
}

std::string launch_words(const PreparedTask& task, std::size_t launch) {
  // The sides of the matrices are enough to describe the launch.
  return shape_in_words(task.launches.at(launch), "M = {m}, K = {k}, N = {n}, {blocks}");
}

struct Judging::State {
  State(const PreparedTask& of, std::string given, JudgeOptions how)
      : task(of), text(std::move(given)), options(std::move(how)), judge(task, text, options) {}

  const PreparedTask& task;
  std::string text;
  JudgeOptions options;
  Judge judge;
  std::optional<std::optional<Attempt>> cut_short;  // replaces the judge's result
};

Judging::Judging(const PreparedTask& task, std::string text, JudgeOptions options)
    : state_(std::make_unique<State>(task, std::move(text), std::move(options))) {}
Judging::~Judging() = default;

bool Judging::go_on() try {
  const WantedWhile wanted(state_->options.is_wanted ? state_->options.is_wanted : [] { return true; });
  return state_->judge.go_on();
} catch (const Unwanted&) {
  state_->cut_short.emplace();
  return false;
} catch (const std::bad_alloc&) {
  Attempt attempt;
  attempt.problem = "it needs more memory than an answer may use";
  for (const std::string& says : goals_of(state_->task.task)) attempt.goals.push_back({says, {}, attempt.problem});
  state_->cut_short.emplace(std::move(attempt));
  return false;
}

std::optional<Attempt> Judging::take() {
  return state_->cut_short ? std::move(*state_->cut_short) : state_->judge.take();
}

std::optional<Attempt> judge(const PreparedTask& task, const std::string& text, const JudgeOptions& options) {
  Judging judging(task, text, options);
  while (judging.go_on()) {
  }
  return judging.take();
}

}  // namespace tilescope::tasks
