// The parts of the window that ImGui draws: forms, help, banners. They say what was asked for, and change nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace tilescope {

class Fonts;

// What the fields of the launch panel hold while they are edited.
struct LaunchView {
  bool was_open = false;
  Relaunch draft;
  int m = 4, n = 4, k = 4;
  std::string inputs = "counting", blocks, problem;
  const Replay* stale = nullptr;  // a switch was pressed when this was shown: the fields follow what comes
};
[[nodiscard]] std::vector<Command> launch_panel(const Session& session, LaunchView& view, float text);

[[nodiscard]] std::vector<Command> help_panel(const Session& session, const Fonts& fonts, float text,
                                              const std::string& renderer);

// What went wrong, and how far a long recording is.
[[nodiscard]] std::vector<Command> banner_panel(const Session& session, float text);

}  // namespace tilescope
