// What stands over the stage or beside it because somebody asked for it: the help, the launch form, the presenter's
// mode, a pointer, notes.
#pragma once

#include "app/command/command.h"

namespace tilescope {

struct Overlays {
  bool help = false, launch = false, presenter = false, pointer = false, notes = false;

  // Switches what the act names, and of others nothing.
  void apply(Act act) {
    if (act == Act::help) help = !help;
    if (act == Act::launch_panel) launch = !launch;
    if (act == Act::presenter) presenter = !presenter;
    if (act == Act::pointer) pointer = !pointer;
    if (act == Act::notes) notes = !notes;
  }
};

}  // namespace tilescope
