// A key press, independent of the window, the script and ImGui's version.
#pragma once

#include <cstdint>

namespace tilescope {

// Keys without a character; all others are `character`.
enum class Key : std::uint8_t {
  character,
  left,
  right,
  up,
  down,
  page_up,
  page_down,
  home,
  end,
  insert,
  erase,
  backspace,
  enter,
  escape,
  tab,
  f1,
  f2,
  f3,
  f4,
  f5,
  f6,
  f7,
  f8,
  f9,
  f10,
  f11,
  f12,
};

struct KeyPress {
  Key key = Key::character;
  char32_t character = 0;  // as typed: 'a', 'A', '?', ' '; with control or alt, the key's own character in lower case
  bool control = false, shift = false, alt = false;
  bool repeat = false;  // held down

  bool operator==(const KeyPress&) const = default;
};

}  // namespace tilescope
