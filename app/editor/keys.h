// The keys of an editor, and what they do to a text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  Wish wish = Wish::none;
  std::string copied;  // for the clipboard
};

// A row of the table of keys; the help lists these rows.
struct KeyRow {
  std::string_view group, help;
  std::vector<KeyPress> keys;
  Pressed (*does)(Document& document, bool shift, std::size_t page);
};
[[nodiscard]] std::span<const KeyRow> key_rows();
// The row of a key; null if the key has none. A key with Shift that is in no row has the row of the key without Shift.
[[nodiscard]] const KeyRow* row_of(const KeyPress& key);

// `page` is the number of visible lines.
[[nodiscard]] Pressed press(Document& document, const KeyPress& key, std::size_t page);

}  // namespace tilescope::editor
