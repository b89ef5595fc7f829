// The options for the view, the moment and the theme, shared by render, share and view.
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
  // Options that were not given change nothing.
  void apply_to(Session& session) const;
};

// "--view": the open explaining view.
void add_explanation(Subcommand& command, std::string& view);

// "--theme"; theme_named checks the name.
void add_theme(Subcommand& command, std::string& theme);
[[nodiscard]] std::string theme_named(const std::string& name);

// Records the launch to open and waits for it. Throws if it does not open, or not with the shared situation.
void start(Session& session, const Command& opening);

// Opens a lesson by its name, number or file, and waits for it. Throws a UsageError if the lesson has mistakes.
void open_lesson(Session& session, const LaunchOptions& launch, const std::string& lesson);

// Likewise for a task, which starts with its original code or the saved answer.
void open_task(Session& session, const LaunchOptions& launch, const std::string& task);

// `begin_...` opens a lesson or task without waiting; `require_...` checks it once it is ready or rejected.
void begin_lesson(Session& session, const LaunchOptions& launch, const std::string& lesson);
void begin_task(Session& session, const LaunchOptions& launch, const std::string& task);
void require_lesson(const Session& session);
void require_task(const Session& session);

// Goes to a moment: "begin", "end", "step:10", "phase:1" or "moment:37".
void go_to(Session& session, const std::string& at);

}  // namespace tilescope::cli
