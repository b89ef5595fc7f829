#include "app/session/lesson_links.h"

#include "app/lessons/library.h"
#include "app/tasks/task_file.h"

namespace tilescope {

Command opening(const LessonLink& link) {
  if (!link.task.empty()) return OpenTask{tasks::find_task(tasks::tasks_folder(), link.task)};
  return OpenLesson{lessons::find_lesson(lessons::lessons_folder(), link.lesson), link.step, link.moment};
}

std::optional<LessonUnderWay> lesson_under_way(const std::map<std::string, int>& reached) {
  std::optional<LessonUnderWay> last;
  for (const lessons::ReadLesson& each : lessons::all_lessons(lessons::lessons_folder())) {
    const lessons::Lesson& lesson = each.lesson;
    const auto at = reached.find(lesson.name);
    // Step 1 was perhaps only looked at: the first lesson opens by itself.
    if (at == reached.end() || at->second <= 1 || static_cast<std::size_t>(at->second) >= lesson.steps.size()) continue;
    last = {lesson.number, OpenLesson{lesson.file, std::to_string(at->second)}};
  }
  return last;
}

}  // namespace tilescope
