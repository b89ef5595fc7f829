// What stands over the stage or beside it because somebody asked for it: the help, the launch form, the presenter's
// mode, a pointer, notes.
#pragma once

#include <cstdint>

#include "app/command/command.h"

namespace tilescope {

struct Overlays {
  // In the text that is edited.
  enum class Search : std::uint8_t { none, find, replace };
  enum class Files : std::uint8_t { none, menu, open, beside, save, fresh };

  bool equal = false;  // the kernel beside has as much room as the first
  bool help = false, launch = false, stop = false, presenter = false, pointer = false, notes = false, tasks = false;
  Search find = Search::none;
  Files files = Files::none;

  // Switches what the act names, and of others nothing.
  void apply(Act act) {
    if (act == Act::help) help = !help;
    if (act == Act::launch_panel) launch = !launch;
    if (act == Act::stop_panel) stop = !stop;
    if (act == Act::presenter) presenter = !presenter;
    if (act == Act::equal_kernels) equal = !equal;
    if (act == Act::pointer) pointer = !pointer;
    if (act == Act::notes) notes = !notes;
    if (act == Act::task_list) tasks = !tasks;
    if (act == Act::text_menu) files = files == Files::menu ? Files::none : Files::menu;
    if (act == Act::open_file) files = files == Files::open ? Files::none : Files::open;
    if (act == Act::open_beside) files = files == Files::beside ? Files::none : Files::beside;
    if (act == Act::new_text) files = files == Files::fresh ? Files::none : Files::fresh;
    if (act == Act::save_text_as) files = Files::save;
  }
};

}  // namespace tilescope
