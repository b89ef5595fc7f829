#include "app/cli/render_options.h"

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/parse.h"
#include "app/lessons/library.h"
#include "app/stage/theme.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

std::vector<std::string> theme_names() {
  std::vector<std::string> names;
  for (const Theme& theme : themes()) names.emplace_back(theme.name);
  return names;
}

std::string theme_named(const std::string& name) {
  if (find_theme(name) != nullptr) return name;
  throw UsageError(fmt::format("--theme {}: give one of {}", name, fmt::join(theme_names(), ", ")));
}

void open_lesson(Session& session, const LaunchOptions& launch, const std::string& lesson) {
  if (launch.any_given() && launch.backend == LaunchOptions{}.backend)
    throw UsageError(
        fmt::format("--lesson {}: a lesson says itself what is launched; leave the launch options out", lesson));
  session.apply(OpenLesson{lessons::find_lesson(lessons_folder(), lesson)});
  session.wait_for_lesson();
  if (!session.course().is_open())
    throw UsageError(session.banner() ? session.banner()->text : "this lesson could not be opened");
}

Relaunch read_launch(const std::vector<std::string>& words) {
  LaunchOptions launch;
  Subcommand options("launch", "");
  launch.add_to(options);
  static_cast<void>(parse(options, "", words));
  return {launch.request, launch.backend, launch.file};
}

}  // namespace tilescope::cli
