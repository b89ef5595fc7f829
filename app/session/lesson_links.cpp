#include "app/session/lesson_links.h"

#include "app/lessons/library.h"
#include "app/tasks/task_file.h"

namespace tilescope {

Command opening(const LessonLink& link) {
  if (!link.task.empty()) return OpenTask{tasks::find_task(tasks::tasks_folder(), link.task)};
  return OpenLesson{lessons::find_lesson(lessons::lessons_folder(), link.lesson), link.step, link.moment};
}

}  // namespace tilescope
