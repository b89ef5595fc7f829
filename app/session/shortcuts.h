// The one table of acts: their keys, their help text and their handlers.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/command/keys.h"
#include "app/session/parts.h"
#include "app/stage/ask.h"

namespace tilescope {

// Where a key applies; the keys of an open lesson or task come first.
enum class Within : std::uint8_t { anywhere, lesson, task };

// The acts that change how the window looks.
constexpr std::string_view size_group = "Text size, colours";

struct Shortcut {
  Ask ask;
  std::string_view group;
  std::string_view help;
  std::vector<KeyPress> keys;
  std::function<void(Parts& parts)> does;
  Within within = Within::anywhere;
};

[[nodiscard]] std::span<const Shortcut> shortcuts();
// The act of a key press; empty if the key has none.
[[nodiscard]] std::optional<Ask> asked_by(const KeyPress& press, Within within = Within::anywhere);
// While the user types, the window has the keys with Ctrl or Alt and the function keys that the editor does not have.
[[nodiscard]] bool works_while_typing(const KeyPress& press);
// The press that does the same while the user types: the key itself, or the key with Alt; empty if there is none.
[[nodiscard]] std::optional<KeyPress> key_while_typing(const KeyPress& key);
// The key that such a press stands for.
[[nodiscard]] KeyPress meant_while_typing(const KeyPress& press);
// The row of the act; null if it has none.
[[nodiscard]] const Shortcut* shortcut_of(const Ask& ask);

}  // namespace tilescope
