#include "app/tasks/prepare_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/tasks/attempt.h"
#include "instrumentation/error.h"
#include "kernels/catalogue.h"
#include "kernels/edited_launch.h"

namespace tilescope::tasks {

namespace {

void wrong(PreparedTask& prepared, const Written& what, const std::string& why) {
  prepared.mistakes.push_back({what.line, what.key, why});
}

// What is read between braces is of the text to begin with, in the launch that is shown.
class Preparer {
 public:
  explicit Preparer(PreparedTask& prepared) : prepared_(prepared), task_(prepared.task) {}

  void prepare() {
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

  // The solution is what it is meant to be, so what is launched is planned from that, and then of the text to begin
  // with.
  void plan_launches() {
    for (std::size_t n = 0; n < task_.launches.size(); ++n) try {
        Launch launch = plan(request_of(n, task_.solution));
        if (!launch.program || !launch.program->list.names.empty())
          throw UsageError("its text has several launches on the same arrays; a task is about one");
        prepared_.launches.push_back(launch_of_answer(task_.kernel.text, file_of(task_), launch));
      } catch (const Error& error) {
        prepared_.mistakes.push_back({task_.launches[n].line, "launch", error.what()});
      }
    prepared_.given = request_of(0, task_.kernel);
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

  // How far threads of the solution go says how far one may go.
  void run_solution() {
    constexpr std::uint64_t least = 4096, times = 64;
    for (std::size_t n = 0; n < prepared_.launches.size(); ++n) try {
        lessons::Scenes scenes("cpu");
        const Request request = request_of(n, task_.solution);
        scenes.take(request, launch_of_answer(task_.solution.text, file_of(task_), prepared_.launches[n]));
        const lessons::Scene& scene = scenes.of(request);
        std::uint64_t most = 0;
        for (const std::size_t block : scene.replay->blocks())
          for (std::uint32_t thread = 0; thread < scene.trace().threads_per_block(); ++thread)
            most = std::max<std::uint64_t>(most, scene.trace().events(block, thread).size());
        prepared_.most_rounds.push_back(std::max(least, times * most));
      } catch (const Error& error) {
        return wrong(prepared_, task_.solution, error.what());
      }
  }

  PreparedTask& prepared_;
  const Task& task_;
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

void check_solution(PreparedTask& prepared) {
  if (!prepared.mistakes.empty()) return;
  const Task& task = prepared.task;
  const std::optional<Attempt> solved = judge(prepared, task.solution.text);
  if (!solved->problem.empty()) wrong(prepared, task.solution, solved->problem);
  for (const Reached& goal : solved->goals)
    if (goal.missed)
      wrong(prepared, task.solution, fmt::format("does not reach \"{}\" in launch {}: {}", goal.says,
                                                 goal.missed->launch + 1, goal.missed->why));
  if (judge(prepared, task.kernel.text)->is_right())
    wrong(prepared, task.kernel, "reaches the goal as it is: there is nothing to do");
}

std::string mistakes_text(const PreparedTask& prepared) {
  std::string text;
  for (const Mistake& mistake : prepared.mistakes) text += lessons::words_of(prepared.task.file, mistake) + "\n";
  return text;
}

}  // namespace tilescope::tasks
