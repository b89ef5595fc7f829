// Reads a task's file. Reading continues after a mistake, so that all mistakes are reported at once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/tasks/task.h"

namespace tilescope::tasks {

struct ReadTask {
  Task task;
  std::vector<Mistake> mistakes;  // by line
};

[[nodiscard]] ReadTask read_task(const std::string& text, const std::string& file);
// Whether the file is a task and not a lesson.
[[nodiscard]] bool is_task(const std::string& file);
// Throws a UsageError if there is no such file.
[[nodiscard]] ReadTask load_task(const std::string& file);

// The folder of the built-in tasks.
[[nodiscard]] std::filesystem::path tasks_folder();

// All tasks of a folder, by number.
[[nodiscard]] std::vector<ReadTask> all_tasks(const std::filesystem::path& folder);
// The files of the tasks that follow this lesson, by level and then by number.
[[nodiscard]] std::vector<std::string> tasks_of_lesson(const std::filesystem::path& folder, const std::string& lesson);
// The file of a task by its name, number or path. A UsageError suggests a similar name.
[[nodiscard]] std::string find_task(const std::filesystem::path& folder, const std::string& what);

}  // namespace tilescope::tasks
