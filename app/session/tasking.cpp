#include "app/session/tasking.h"

#include <algorithm>
#include <utility>

#include "app/session/carried_lesson.h"
#include "app/tasks/prepare_task.h"

namespace tilescope {

namespace {

// A mistake of the whole file, so that an Error and a mistake are reported in the same way.
tasks::PreparedTask failed_task(const std::string& file, const std::string& why) {
  tasks::PreparedTask failed;
  failed.task.file = file;
  failed.mistakes.push_back({0, "", why});
  return failed;
}

void prepare_task(const std::string& file, const std::function<void(tasks::PreparedTask)>& tell, const apart::Wanted&) {
  try {
    tell(tasks::prepare(file));
  } catch (const std::exception& error) {
    tell(failed_task(file, error.what()));
  }
}

}  // namespace

void Tasking::open(const std::string& file) {
  preparing_.begin<std::string, prepare_task>(file, [file](const std::string& why) { return failed_task(file, why); });
}

void Tasking::close() {
  judged_.end();
  task_.reset();
}

Tasking::News Tasking::advance(double seconds) {
  News news = News::none;
  if (auto prepared = preparing_.take())
    news = take(std::move(*prepared));
  else if (judged_.take())
    news = News::judged;
  preparing_.count(seconds);
  return news;
}

Tasking::News Tasking::wait() {
  if (auto prepared = preparing_.wait()) return take(std::move(*prepared));
  return judged_.wait() ? News::judged : News::none;
}

Tasking::News Tasking::take(tasks::PreparedTask prepared) {
  if (!prepared.mistakes.empty()) {
    const tasks::Mistake& first = prepared.mistakes.front();
    problem_ = first.line == 0 ? first.what : lessons::words_of(prepared.task.file, first);
    return News::failed;
  }
  task_ = std::make_shared<const tasks::PreparedTask>(std::move(prepared));
  launch_ = 0;
  const auto kept = kept_.find(task_->task.name);
  help = {kept ? std::min(kept->hints, task_->hints.size()) : 0, kept && kept->saw_solution};
  judged_.begin(task_, kept && kept->is_done());
  return News::opened;
}

std::string Tasking::text_to_begin() const {
  const auto kept = kept_.find(task_->task.name);
  return kept ? kept->text : task_->task.kernel.text;
}

void Tasking::judge(const std::string& text, bool is_own) {
  if (is_open()) judged_.judge(text, is_own);
}

void Tasking::give_hint() {
  if (is_open() && help.hints < task_->hints.size()) ++help.hints;
}

tasks::HandedIn Tasking::handed_in(const std::string& text) const {
  tasks::HandedIn answer;
  answer.task = task_->task.name;
  answer.version = task_->task.version();
  answer.of = tasks::goals_of(task_->task).size();
  answer.reached = judged_.attempt() != nullptr ? judged_.attempt()->reached() : 0;
  answer.hints = help.hints;
  answer.saw_solution = help.saw_solution;
  answer.text = text;
  return answer;
}

std::string Tasking::keep(const std::string& text) { return kept_.keep(handed_in(text)); }

}  // namespace tilescope
