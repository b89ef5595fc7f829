#include "app/lessons/library.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/assets.h"
#include "instrumentation/error.h"
#include "instrumentation/nearest.h"

namespace tilescope::lessons {

namespace fs = std::filesystem;

fs::path lessons_folder() { return find_asset_folder("lessons"); }

std::vector<std::string> lesson_names() {
  std::vector<std::string> names;
  for (const std::string& file : files_of(lessons_folder()))
    if (const std::string stem = fs::path(file).stem().string(); stem.size() > 3) names.push_back(stem.substr(3));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> files_of(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<ReadLesson> all_lessons(const fs::path& folder) {
  std::vector<ReadLesson> all;
  for (const std::string& file : files_of(folder)) all.push_back(load_lesson(file));
  std::stable_sort(all.begin(), all.end(),
                   [](const ReadLesson& a, const ReadLesson& b) { return a.lesson.number < b.lesson.number; });
  return all;
}

std::string find_lesson(const fs::path& folder, const std::string& what) {
  if (what.ends_with(".toml") || what.find('/') != std::string::npos) return what;
  const std::vector<ReadLesson> all = all_lessons(folder);
  std::vector<std::string_view> names;
  for (const ReadLesson& each : all) {
    if (each.lesson.name == what || std::to_string(each.lesson.number) == what) return each.lesson.file;
    names.push_back(each.lesson.name);
  }
  if (names.empty())
    throw UsageError(fmt::format("there are no lessons in {}: build TileScope again", folder.string()));
  if (what.find_first_not_of("0123456789") == std::string::npos)
    throw UsageError(fmt::format("there is no lesson {}: the last one is {}", what, all.back().lesson.number));
  throw UsageError(fmt::format("there is no lesson '{}': did you mean '{}'?", what, nearest(what, names)));
}

std::string find_linked_lesson(const fs::path& folder, const std::string& what) {
  for (const ReadLesson& each : all_lessons(folder))
    if (each.lesson.was != 0 && std::to_string(each.lesson.was) == what) return each.lesson.file;
  return find_lesson(folder, what);
}

void check_next(const fs::path& folder, const Lesson& lesson, std::vector<Mistake>& mistakes) {
  std::vector<std::string> names;
  for (const std::string& file : files_of(folder)) names.push_back(lesson_name(file));
  for (const std::string& file : files_of(fs::path(lesson.file).parent_path())) names.push_back(lesson_name(file));
  for (const Written& next : lesson.next)
    if (std::find(names.begin(), names.end(), next.text) == names.end())
      mistakes.push_back(
          {next.line, next.key,
           fmt::format("there is no lesson '{}': did you mean '{}'?", next.text, nearest(next.text, names))});
}

fs::path folder_beside(const std::string& file, const char* name) {
  const fs::path here = fs::path(file).parent_path(), beside = here.parent_path() / name;
  std::error_code error;
  return fs::is_directory(beside, error) ? beside : here;
}

}  // namespace tilescope::lessons
