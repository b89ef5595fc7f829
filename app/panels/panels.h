// The parts of the window that ImGui draws: forms, help, banners. They return commands and change nothing themselves.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/help_rows.h"
#include "app/panels/kernel_pictures.h"
#include "app/panels/launch_rows.h"
#include "app/panels/search.h"
#include "app/session/lesson_links.h"
#include "app/session/session.h"

namespace tilescope {

class Fonts;

// The launch panel's rows while they are edited.
struct LaunchView {
  const Replay* shown = nullptr;  // the launch in the rows; a new launch refreshes them
  std::string kernel;             // its kernel
  Relaunch draft;
  LaunchRows rows;
  KeptOrigins kept;
  bool shows_rest = false;  // the rows that are rarely needed
  bool is_held = false;     // while a field is held or typed in, the rows keep the user's values
  Request sent;             // the panel's last request
  std::string changed;      // the row that was changed last
  std::string refused;      // why the last request was refused
  std::string problem;      // why the last change is no request
};
// The panel is inside `room`, as high as its rows.
[[nodiscard]] std::vector<Command> launch_panel(const Session& session, LaunchView& view, const Fonts& fonts,
                                                const Box& room, float text);

// The condition while it is edited.
struct StopView {
  std::string condition;
  bool was_open = false;
};
[[nodiscard]] std::vector<Command> stop_panel(const Session& session, StopView& view, float text);

// The help while it is open.
struct HelpView {
  std::optional<Act> opened_by;  // the help, or the glossary, which is a part of it
  SearchField search;
  std::vector<HelpRow> rows;           // made when it opens
  std::string goes_to;                 // the group to scroll to
  float em = 0;                        // the size of its letters
  std::optional<std::size_t> clicked;  // the row that stays under the pointer until the pointer moves
};
[[nodiscard]] std::vector<Command> help_panel(const Session& session, HelpView& view, const Fonts& fonts, float text,
                                              const std::string& renderer);

// The panels for files: a menu, a dialog to open or save a file, and templates for new kernels.
struct FilesView {
  Overlays::Files shown = Overlays::Files::none;
  std::string path, listed;  // the typed path, and the path whose entries are listed
  std::string folder;        // of the entries
  std::vector<std::string> entries;
  bool takes_keys = false;
  std::size_t row = 0;  // the menu row selected with the arrow keys
};
// Moves the selection in the menu, or carries out the selected row.
[[nodiscard]] std::vector<Command> key_in_menu(FilesView& view, Key key);
// New code from the template with this number, from 1.
[[nodiscard]] std::vector<Command> from_template(std::size_t number);
[[nodiscard]] std::vector<Command> files_panel(const Session& session, FilesView& view, const Box& source, float text);

// The start page: lessons, tasks, kernels and recent files.
struct StartView {
  bool was_open = false;
  SearchField search;
  struct Row {
    std::string group, name, about, reached;
    std::string searched;  // all its words in small letters
    Command command;
    std::string brief = {};   // shown after the name, as far as there is room
    std::string kernel = {};  // whose picture is shown
  };
  struct List {
    std::string title;
    std::vector<Row> rows;
  };
  std::vector<List> lists;  // read when the page opens
  std::optional<LessonUnderWay> under_way;
  KernelPictures pictures;
};
// Paints a picture into the panel that is being made, with its top left here.
using PaintInPanel = std::function<void(const Picture& picture, Point origin, float scale)>;
[[nodiscard]] std::vector<Command> start_panel(const Session& session, StartView& view, const PaintInPanel& paint,
                                               float text);

// The controls of the search, in their place above the edited text.
struct FindView {
  TextSearch::Controls shown = TextSearch::Controls::none;
  Find find;
  std::string with, line;
  bool takes_keys = false, again = false;
};
[[nodiscard]] std::vector<Command> find_panel(const Session& session, FindView& view, const Box& place);

// Banners with errors and notes, at the lower right of `room`, the reason why the CPU recorded, and the progress of a
// long recording.
[[nodiscard]] std::vector<Command> notices_panel(const Session& session, const Box& room, float text,
                                                 bool is_for_a_finger);

}  // namespace tilescope
