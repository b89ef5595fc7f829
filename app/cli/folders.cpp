// Where the lessons and tasks are that came with the program.
#include <algorithm>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/gl/assets.h"

namespace tilescope::cli {

std::filesystem::path lessons_folder() { return find_asset_folder("lessons"); }
std::filesystem::path tasks_folder() { return find_asset_folder("tasks"); }

// "05-phase-by-phase.toml" is phase-by-phase.
std::vector<std::string> lesson_names() {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(lessons_folder(), none))
    if (const std::string stem = entry.path().stem().string(); stem.size() > 3) names.push_back(stem.substr(3));
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tilescope::cli
