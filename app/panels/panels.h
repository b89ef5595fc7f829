// The parts of the window that ImGui draws: forms, help, banners. They say what was asked for, and change nothing.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/glossary.h"
#include "app/panels/reach.h"
#include "app/session/session.h"

namespace tilescope {

class Fonts;

// A whole number of a launch, or several that belong together, as a block's: each is dragged.
struct Dragged {
  std::string label;
  std::vector<std::int64_t> values;
  std::vector<Reach> reaches;
  std::function<void(Request& request, const std::vector<std::int64_t>& values)> ask;
};

// What the fields of the launch panel hold while they are edited.
struct LaunchView {
  const Replay* shown = nullptr;  // what they are about: the fields follow what comes
  Relaunch draft;
  std::map<std::string_view, std::string> fields;  // of the table of requests, by their keys, as they are shown
  std::vector<std::pair<std::string, std::string>> arrays;   // of other launches: as --array has them
  std::vector<std::pair<std::string, std::string>> numbers;  // likewise
  std::vector<Dragged> dragged;                              // sides, numbers, what the text can be read with
  std::vector<std::pair<std::string, std::string>> knobs;    // of these, what is no whole number
  std::set<std::string, std::less<>> guessed;                // which of all these nobody said
  std::string changed;                                       // the last of `dragged` that was, by its label
  bool is_dragging = false;  // then what is shown stays what is wanted, whatever was recorded meanwhile
  std::string refused;       // why what was wanted last cannot be
  std::string problem;
};
[[nodiscard]] std::vector<Command> launch_panel(const Session& session, LaunchView& view, float text);

// The condition as it is edited.
struct StopView {
  std::string condition;
  bool was_open = false;
};
[[nodiscard]] std::vector<Command> stop_panel(const Session& session, StopView& view, float text);

[[nodiscard]] std::vector<Command> help_panel(const Session& session, const Fonts& fonts, float text,
                                              const std::string& renderer);

// What can be done with texts: a menu; files by name, to open one or to save what was typed; templates to begin with.
struct FilesView {
  Overlays::Files shown = Overlays::Files::none;
  std::string path, listed;  // what is typed, and what the entries are of
  std::vector<std::string> entries;
  bool takes_keys = false;
  std::size_t row = 0;  // of the menu, that the arrows have come to
};
// A row of the menu further up or down, or what the row does.
[[nodiscard]] std::vector<Command> key_in_menu(FilesView& view, Key key);
// A new text from one of the templates that the panel lists, from 1 on.
[[nodiscard]] std::vector<Command> from_template(std::size_t number);
[[nodiscard]] std::vector<Command> files_panel(const Session& session, FilesView& view, const Box& source, float text);

// All tasks, with what was reached of each.
struct TasksView {
  bool was_open = false;
  struct Row {
    std::string file, number, title, level, lesson, reached;
  };
  std::vector<Row> rows;  // as they were when it was opened
};
[[nodiscard]] std::vector<Command> tasks_panel(const Session& session, TasksView& view, float text);

// The terms of the field, with the lessons that teach them.
struct GlossaryView {
  bool was_open = false;
  std::vector<lessons::Term> terms;  // as they were when it was opened
};
[[nodiscard]] std::vector<Command> glossary_panel(const Session& session, GlossaryView& view, float text);

// Searches what is typed, over its panel.
struct FindView {
  Overlays::Search shown = Overlays::Search::none;
  Find find;
  std::string with;
  bool takes_keys = false, again = false;
};
[[nodiscard]] std::vector<Command> find_panel(const Session& session, FindView& view, const Box& source, float text);

// What went wrong, what there is to note, why the CPU recorded, and how far a long recording is. `title` is where the
// window's title stands.
[[nodiscard]] std::vector<Command> notices_panel(const Session& session, const Box& title, float text);

}  // namespace tilescope
