#include "app/tasks/prepare_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/tasks/answer_text.h"
#include "app/tasks/attempt.h"
#include "app/tasks/check_task.h"
#include "app/tasks/comparison.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/edited_launch.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"

namespace tilescope::tasks {

namespace {

void wrong(PreparedTask& prepared, const Written& what, const std::string& why) {
  prepared.mistakes.push_back({what.line, what.key, why});
}

// Figures in braces are about the original source in the shown launch.
class Preparer {
 public:
  explicit Preparer(PreparedTask& prepared) : prepared_(prepared), task_(prepared.task) {}

  void prepare() {
    check_texts(prepared_);
    plan_launches();
    if (!prepared_.mistakes.empty()) return;
    resolve_texts();
    run_solution();
  }

 private:
  [[nodiscard]] Request request_of(std::size_t launch, const Written& text) const {
    Request request = task_.launches[launch].request;
    request.kernel = file_of(task_);
    request.text = text.text;
    return request;
  }

  // Launches are planned from the solution, which is correct, and then applied to the original source.
  void plan_launches() {
    for (std::size_t n = 0; n < task_.launches.size(); ++n) {
      std::optional<Launch> launch;
      try {
        launch = plan(request_of(n, task_.solution));
        if (!launch->program || !launch->program->list.names.empty())
          throw UsageError("its source has several launches on the same arrays, but a task has one");
      } catch (const Error& error) {
        cannot_be(n, task_.solution, error);
        continue;
      }
      try {
        prepared_.launches.push_back(launch_of_answer(task_.kernel.text, file_of(task_), *launch));
      } catch (const Error& error) {
        cannot_be(n, task_.kernel, error);
      }
    }
    prepared_.given = request_of(0, task_.kernel);
  }

  // Other launches would repeat a mistake in a line of the source, so it is reported once.
  void cannot_be(std::size_t launch, const Written& text, const Error& error) {
    const auto tell = [&](Mistake mistake) {
      const auto is_same = [&](const Mistake& m) {
        return m.line == mistake.line && m.key == mistake.key && m.what == mistake.what;
      };
      auto& all = prepared_.mistakes;
      if (std::find_if(all.begin(), all.end(), is_same) == all.end()) all.push_back(std::move(mistake));
    };
    if (const auto* const in_text = dynamic_cast<const TextError*>(&error)) {
      const std::uint32_t line = in_text->at().line;
      return tell({line == 0 ? text.line : text.line + line - 1, text.key, in_text->wrong()});
    }
    tell({task_.launches[launch].line == 0 ? text.line : task_.launches[launch].line,
          task_.launches[launch].line == 0 ? text.key : "launch", error.what()});
  }

  void resolve_texts() {
    prepared_.scenes->take(prepared_.given, prepared_.launches.front());
    try {
      const lessons::Scene& scene = prepared_.scenes->of(prepared_.given);
      const lessons::Situation situation{prepared_.given, "none", false, {}, "", "", 0};
      const std::size_t block = scene.replay->blocks().empty() ? 0 : scene.replay->blocks().front();
      const lessons::Here here{*prepared_.scenes, situation, scene.replay->moments().count(), block, 0};
      prepared_.text = lessons::resolve(here, task_.text, prepared_.mistakes).spans;
      for (const Written& hint : task_.hints)
        prepared_.hints.push_back(lessons::resolve(here, hint, prepared_.mistakes).spans);
    } catch (const Error& error) {
      wrong(prepared_, task_.kernel, error.what());
    }
  }

  // The number of events of the solution's threads determines the limit for an answer's thread.
  void run_solution() {
    prepared_.slack.assign(task_.goals.size(), std::numeric_limits<double>::infinity());
    constexpr std::uint64_t least = 4096, times = 64;
    for (std::size_t n = 0; n < prepared_.launches.size(); ++n) try {
        lessons::Scenes scenes("cpu");
        const Request request = request_of(n, task_.solution);
        scenes.take(request, launch_of_answer(task_.solution.text, file_of(task_), prepared_.launches[n]));
        const lessons::Scene& scene = scenes.of(request);
        check_goals(n, scenes, request);
        uses_blocks_ =
            uses_blocks_ || scene.counts.barriers_per_thread() > 0 || shared_bytes(scene.trace().arrays()) > 0;
        std::uint64_t most = 0;
        for (const std::size_t block : scene.replay->blocks())
          for (std::uint32_t thread = 0; thread < scene.trace().threads_per_block(); ++thread)
            most = std::max<std::uint64_t>(most, scene.trace().events(block, thread).size());
        prepared_.most_rounds.push_back(std::max(least, times * most));
      } catch (const Error& error) {
        return wrong(prepared_, task_.solution, error.what());
      }
    const auto& launches = prepared_.launches;
    if (uses_blocks_ &&
        std::all_of(launches.begin(), launches.end(), [](const Launch& l) { return l.threads_per_block() <= 32; }))
      prepared_.warnings.push_back(
          {task_.launches.back().line == 0 ? task_.kernel.line : task_.launches.back().line, "launch",
           "no launch has a block of more than one warp, so __syncwarp could replace a barrier"});
  }

  // If a figure does not exist in a launch or depends on nothing, the goal is wrong, not the solution.
  void check_goals(std::size_t n, lessons::Scenes& scenes, const Request& request) {
    const lessons::Situation situation{request, "none", false, {}, "", "", 0};
    const lessons::Scene& scene = scenes.of(request);
    const lessons::Here here{scenes, situation, scene.replay->moments().count(), scene.replay->blocks().front(), 0};
    for (std::size_t number = 0; number < task_.goals.size(); ++number) {
      const Goal& goal = task_.goals[number];
      if (std::any_of(prepared_.mistakes.begin(), prepared_.mistakes.end(),
                      [&](const Mistake& m) { return m.line == goal.that.line && m.key == goal.that.key; }))
        continue;
      try {
        const Comparison wanted =
            read_comparison(goal_for(scene.trace().launch(), prepared_.launches[n], goal.that.text));
        const auto left = lessons::figure(here, wanted.left), right = lessons::figure(here, wanted.right);
        if (left.from == lessons::Figure::From::text && right.from == lessons::Figure::From::text)
          throw UsageError("compares two constants, so no answer can change it: name a figure");
        prepared_.slack[number] = std::min(prepared_.slack[number], wanted.slack(left.number, right.number));
      } catch (const UsageError& error) {
        wrong(prepared_, goal.that, error.what());
      }
    }
  }

  PreparedTask& prepared_;
  const Task& task_;
  bool uses_blocks_ = false;  // the solution uses barriers or shared memory
};

}  // namespace

PreparedTask prepare(ReadTask read) {
  PreparedTask prepared;
  prepared.task = std::move(read.task);
  prepared.mistakes = std::move(read.mistakes);
  prepared.scenes = std::make_shared<lessons::Scenes>("cpu");
  if (prepared.mistakes.empty()) Preparer(prepared).prepare();
  std::stable_sort(prepared.mistakes.begin(), prepared.mistakes.end(),
                   [](const Mistake& a, const Mistake& b) { return a.line < b.line; });
  return prepared;
}

PreparedTask prepare(const std::string& file) { return prepare(load_task(file)); }

namespace {

// Warns of a bound so loose that only an answer much worse than the original source would miss it.
void warn_of_wide_goals(PreparedTask& prepared, const Attempt& begun) {
  constexpr double wide = 20;
  const auto& goals = prepared.task.goals;
  for (std::size_t n = 0; n < goals.size(); ++n)
    if (!begun.goals[usual_goals + n].missed && prepared.slack[n] >= wide)
      prepared.warnings.push_back(
          {goals[n].that.line, goals[n].that.key,
           fmt::format("the original code reaches this goal, and the bound allows {:.0f} times the solution's "
                       "value: is this intended?",
                       prepared.slack[n])});
}

}  // namespace

void check_solution(PreparedTask& prepared) {
  if (!prepared.mistakes.empty()) return;
  const Task& task = prepared.task;
  const std::optional<Attempt> solved = judge(prepared, task.solution.text);
  if (!solved->problem.empty()) wrong(prepared, task.solution, solved->problem);
  for (const Reached& goal : solved->goals)
    if (goal.missed)
      wrong(
          prepared, task.solution,
          fmt::format("does not reach \"{}\" in launch {}: {}", goal.says, goal.missed->launch + 1, goal.missed->why));
  const Attempt begun = *judge(prepared, task.kernel.text);
  if (begun.is_right()) wrong(prepared, task.kernel, "already reaches every goal: nothing is left to do");
  warn_of_wide_goals(prepared, begun);
}

std::string mistakes_text(const PreparedTask& prepared) {
  std::string text;
  for (const Mistake& mistake : prepared.mistakes) text += lessons::words_of(prepared.task.file, mistake) + "\n";
  return text;
}

}  // namespace tilescope::tasks
