// What the user opens over the stage or beside it: the help, the launch form, presenter mode, a pointer, notes.
#pragma once

#include <cstdint>

#include "app/stage/ask.h"

namespace tilescope {

struct Overlays {
  enum class Files : std::uint8_t { none, menu, open, beside, save, fresh };

  bool equal = false;  // the kernel beside gets as much room as the first
  bool help = false, launch = false, stop = false, presenter = false, pointer = false, notes = false, start = false;
  bool glossary = false;
  Files files = Files::none;
  Panel panel = Panel::words;  // where there is room for one; an open view comes before it
};

}  // namespace tilescope
