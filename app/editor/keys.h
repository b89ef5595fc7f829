// Applies the keys of an editor to a text.
#pragma once

#include <string>

#include "app/command/keys.h"
#include "app/editor/document.h"

namespace tilescope::editor {

// A command that a text cannot execute itself.
enum class Wish : std::uint8_t {
  none,
  copy,
  paste,
  leave,
  find,
  find_next,
  find_before,
  replace,
  go_to_line,
  accept_mend
};

struct Pressed {
  bool is_ours = false;  // false: the key is free for other uses
  Wish wish = Wish::none;
  std::string copied;  // for the clipboard
};

// `page` is the number of visible lines.
[[nodiscard]] Pressed press(Document& document, const KeyPress& key, std::size_t page);

// A key for the help.
struct KeyHelp {
  std::string_view keys, does;
};
[[nodiscard]] std::vector<KeyHelp> key_help();

}  // namespace tilescope::editor
