// The lessons of a folder, by number and by name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/lessons/lesson_file.h"

namespace tilescope::lessons {

// Where those are that came with the program, and what they are called: "05-phase-by-phase.toml" is phase-by-phase.
[[nodiscard]] std::filesystem::path lessons_folder();
[[nodiscard]] std::vector<std::string> lesson_names();

// All that end in .toml, by name.
[[nodiscard]] std::vector<std::string> files_of(const std::filesystem::path& folder);
// In the order of their numbers; those with mistakes as well, as far as they can be read.
[[nodiscard]] std::vector<ReadLesson> all_lessons(const std::filesystem::path& folder);

// The file of a lesson by its name, its number, or its path. A UsageError suggests one.
[[nodiscard]] std::string find_lesson(const std::filesystem::path& folder, const std::string& what);
// The same for what was written down once, as a link: a number is first the one that a lesson had in former versions.
[[nodiscard]] std::string find_linked_lesson(const std::filesystem::path& folder, const std::string& what);

// Lessons that name others as the next ones, which there are not.
void check_next(const std::filesystem::path& folder, const Lesson& lesson, std::vector<Mistake>& mistakes);

// The folder of tasks that stands beside a lesson, or of lessons beside a task; where there is none, its own.
[[nodiscard]] std::filesystem::path folder_beside(const std::string& file, const char* name);

}  // namespace tilescope::lessons
