// What render and view have in common: how the window looks, and the script that drives it.
#pragma once

#include "app/cli/launch_options.h"
#include "app/desk/script.h"

namespace tilescope::cli {

[[nodiscard]] std::vector<std::string> theme_names();
// A theme's name, checked.
[[nodiscard]] std::string theme_named(const std::string& name);

// Reads launch options as a script's `launch` has them.
[[nodiscard]] Relaunch read_launch(const std::vector<std::string>& words);

// Opens a lesson by its name, number or file, and waits for it. A UsageError where it has mistakes.
void open_lesson(Session& session, const LaunchOptions& launch, const std::string& lesson);

}  // namespace tilescope::cli
