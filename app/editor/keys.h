// What the keys of an editor do to a text.
#pragma once

#include <string>

#include "app/command/keys.h"
#include "app/editor/document.h"

namespace tilescope::editor {

// What a key asks for that a text cannot do itself.
enum class Wish : std::uint8_t { none, copy, paste, leave, find, find_next, find_before, replace, accept_mend };

struct Pressed {
  bool is_ours = false;  // others may do something with it where it is not
  Wish wish = Wish::none;
  std::string copied;  // for the clipboard
};

// `page` is how many lines are in sight.
[[nodiscard]] Pressed press(Document& document, const KeyPress& key, std::size_t page);

// The keys as a help lists them.
struct KeyHelp {
  std::string_view keys, does;
};
[[nodiscard]] std::vector<KeyHelp> key_help();

}  // namespace tilescope::editor
