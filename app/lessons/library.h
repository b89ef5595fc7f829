// The lessons of a folder, by number and by name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/lessons/lesson_file.h"

namespace tilescope::lessons {

// The folder of the built-in lessons.
[[nodiscard]] std::filesystem::path lessons_folder();
[[nodiscard]] std::vector<std::string> lesson_names();

// All files ending in .toml, by name.
[[nodiscard]] std::vector<std::string> files_of(const std::filesystem::path& folder);
// All lessons by number, including readable lessons with mistakes.
[[nodiscard]] std::vector<ReadLesson> all_lessons(const std::filesystem::path& folder);

// The file of a lesson by its name, number or path. A UsageError suggests a similar name.
[[nodiscard]] std::string find_lesson(const std::filesystem::path& folder, const std::string& what);
// The same for an old link: a number is first looked up among the numbers of older versions.
[[nodiscard]] std::string find_linked_lesson(const std::filesystem::path& folder, const std::string& what);

// Reports lessons that `lesson` names as next but that do not exist.
void check_next(const std::filesystem::path& folder, const Lesson& lesson, std::vector<Mistake>& mistakes);

// The folder of tasks beside a lesson's folder, or of lessons beside a task's; if missing, the built-in folder.
[[nodiscard]] std::filesystem::path folder_beside(const std::string& file, const char* name);

}  // namespace tilescope::lessons
