// The parts of the window that ImGui draws: forms, help, banners. They say what was asked for, and change nothing.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"

namespace tilescope {

class Fonts;

// What the fields of the launch panel hold while they are edited.
struct LaunchView {
  const Replay* shown = nullptr;  // what they are about: the fields follow what comes
  Relaunch draft;
  std::map<std::string_view, std::string> fields;  // of the table of requests, by their keys, as they are shown
  std::vector<std::pair<std::string, std::string>> arrays;   // of other launches: as --array has them
  std::vector<std::pair<std::string, std::string>> numbers;  // likewise
  std::set<std::string, std::less<>> guessed;                // which of all these nobody said
  std::string problem;
};
[[nodiscard]] std::vector<Command> launch_panel(const Session& session, LaunchView& view, float text);

[[nodiscard]] std::vector<Command> help_panel(const Session& session, const Fonts& fonts, float text,
                                              const std::string& renderer);

// What went wrong, what there is to note, why the CPU recorded, and how far a long recording is. `title` is where the
// window's title stands.
[[nodiscard]] std::vector<Command> notices_panel(const Session& session, const Box& title, float text);

}  // namespace tilescope
