// Key presses as the tables of keys write them, and whether two presses are the same key.
#pragma once

#include "app/command/keys.h"

namespace tilescope::presses {

inline KeyPress key(Key which) { return {.key = which}; }
inline KeyPress shift(Key which) { return {.key = which, .shift = true}; }
inline KeyPress control(Key which) { return {.key = which, .control = true}; }
inline KeyPress alt(Key which) { return {.key = which, .alt = true}; }
inline KeyPress letter(char32_t which) { return {.character = which}; }
inline KeyPress control(char32_t which) { return {.character = which, .control = true}; }
inline KeyPress alt(char32_t which) { return {.character = which, .alt = true}; }
inline KeyPress control_shift(char32_t which) { return {.character = which, .control = true, .shift = true}; }

// Shift produces another character, so it counts only for keys without a character, and for letters with Ctrl.
inline bool are_same(const KeyPress& a, const KeyPress& b) {
  if (a.key != b.key || a.control != b.control || a.alt != b.alt) return false;
  const bool is_letter = a.character >= U'a' && a.character <= U'z';
  if (a.key == Key::character) return a.character == b.character && (!a.control || !is_letter || a.shift == b.shift);
  return a.shift == b.shift;
}

}  // namespace tilescope::presses
