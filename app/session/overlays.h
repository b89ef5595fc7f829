// What stands over the stage or beside it because somebody asked for it: the help, the launch form, the presenter's
// mode, a pointer, notes.
#pragma once

#include <cstdint>

namespace tilescope {

struct Overlays {
  // In the text that is edited.
  enum class Search : std::uint8_t { none, find, replace };
  enum class Files : std::uint8_t { none, menu, open, beside, save, fresh };

  bool equal = false;  // the kernel beside has as much room as the first
  bool help = false, launch = false, stop = false, presenter = false, pointer = false, notes = false, tasks = false;
  bool glossary = false;
  Search find = Search::none;
  Files files = Files::none;
};

}  // namespace tilescope
