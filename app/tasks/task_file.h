// Reads a task's file, and goes on after a mistake so that all of them are told at once.
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
// Whether the file is meant as a task, and not as a lesson.
[[nodiscard]] bool is_task(const std::string& file);
// A UsageError where there is no such file.
[[nodiscard]] ReadTask load_task(const std::string& file);

// Where those are that came with the program.
[[nodiscard]] std::filesystem::path tasks_folder();

// All of a folder, by number.
[[nodiscard]] std::vector<ReadTask> all_tasks(const std::filesystem::path& folder);
// The files of those that name this lesson as the one before them: easy ones first, and then by number.
[[nodiscard]] std::vector<std::string> tasks_of_lesson(const std::filesystem::path& folder, const std::string& lesson);
// The file of a task by its name, its number, or its path. A UsageError suggests one.
[[nodiscard]] std::string find_task(const std::filesystem::path& folder, const std::string& what);

}  // namespace tilescope::tasks
