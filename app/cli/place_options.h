// The options that say where in a launch to look: render and share have them.
#pragma once

#include <optional>
#include <string>

#include "app/cli/command_line.h"
#include "app/session/session.h"

namespace tilescope::cli {

struct PlaceOptions {
  std::optional<std::string> at;
  std::string grain, block, thread;

  void add_to(Subcommand& command);
  // What was not given stays as it is.
  void apply_to(Session& session) const;
};

// "--at", which sets this; without it, one stays where what is opened begins.
void add_at(Subcommand& command, std::optional<std::string>& at);

// Records what is to be opened and waits for it. Throws where there is nothing then, or not what was shared.
void start(Session& session, const Command& opening);

// Where playback is to stand: "begin", "end", "step:10", "phase:1" or "moment:37".
void go_to(Session& session, const std::string& at);

}  // namespace tilescope::cli
