#include "app/names/page_keys.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "app/command/key_presses.h"

namespace tilescope {

namespace {

struct Instead {
  KeyPress desktop, page;
};

using namespace presses;

const std::array page_presses{Instead{control(U'n'), alt(U'n')}, Instead{control(U'w'), alt(U'w')},
                              Instead{control(Key::page_up), alt(Key::page_up)},
                              Instead{control(Key::page_down), alt(Key::page_down)},
                              Instead{{.key = Key::f12}, {.key = Key::f9}}};

KeyPress in_place_of(const KeyPress& press, KeyPress Instead::*from, KeyPress Instead::*to) {
  const auto found = std::find_if(page_presses.begin(), page_presses.end(), [&](const Instead& each) {
    KeyPress plain = press;
    plain.repeat = false;
    return each.*from == plain;
  });
  if (found == page_presses.end()) return press;
  KeyPress other = (*found).*to;
  other.repeat = press.repeat;
  return other;
}

}  // namespace

bool is_browsers(const KeyPress& press) {
  if (press.key == Key::f5 || press.key == Key::f12) return true;
  if (!press.control) return false;
  if (press.key == Key::tab || press.key == Key::page_up || press.key == Key::page_down) return true;
  if (press.key != Key::character) return false;
  const std::u32string_view its = press.shift ? U"ijcrntw" : U"rtwnpq";
  return its.find(press.character) != std::u32string_view::npos;
}

KeyPress key_on_page(const KeyPress& press) { return in_place_of(press, &Instead::desktop, &Instead::page); }
KeyPress meant_on_page(const KeyPress& press) { return in_place_of(press, &Instead::page, &Instead::desktop); }

}  // namespace tilescope
