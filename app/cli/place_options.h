// The options that say what is looked at, where in it, and in which theme: render, share and view have them.
#pragma once

#include <optional>
#include <string>

#include "app/cli/launch_options.h"
#include "app/session/session.h"

namespace tilescope::cli {

struct PlaceOptions {
  std::optional<std::string> at;
  std::string order, grain, block, thread;

  void add_to(Subcommand& command);
  [[nodiscard]] bool any_given() const {
    return at || !(order.empty() && grain.empty() && block.empty() && thread.empty());
  }
  // What was not given stays as it is.
  void apply_to(Session& session) const;
};

// "--view": which panel that explains is open.
void add_explanation(Subcommand& command, std::string& view);

// "--theme", and a theme's name, checked.
void add_theme(Subcommand& command, std::string& theme);
[[nodiscard]] std::string theme_named(const std::string& name);

// Records what is to be opened and waits for it. Throws where there is nothing then, or not what was shared.
void start(Session& session, const Command& opening);

// Opens a lesson by its name, number or file, and waits for it. A UsageError where it has mistakes.
void open_lesson(Session& session, const LaunchOptions& launch, const std::string& lesson);

// The same of a task, which begins with the text that came with it or was kept.
void open_task(Session& session, const LaunchOptions& launch, const std::string& task);

// The same without waiting; once it is there, or is not.
void begin_lesson(Session& session, const LaunchOptions& launch, const std::string& lesson);
void begin_task(Session& session, const LaunchOptions& launch, const std::string& task);
void require_lesson(const Session& session);
void require_task(const Session& session);

// Where playback is to stand: "begin", "end", "step:10", "phase:1" or "moment:37".
void go_to(Session& session, const std::string& at);

}  // namespace tilescope::cli
