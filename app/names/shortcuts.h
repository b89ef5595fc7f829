// The one table of shortcuts: what the keys do, and what the help says they do.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/command/keys.h"
#include "app/stage/ask.h"

namespace tilescope {

// Where a key means something; while a lesson or a task is open, theirs come first.
enum class Within : std::uint8_t { anywhere, lesson, task };

struct Shortcut {
  Ask ask;
  std::string_view group;
  std::string_view help;
  std::vector<KeyPress> keys;
  Within within = Within::anywhere;
};

[[nodiscard]] std::span<const Shortcut> shortcuts();
// What a press asks for; nothing where the key means nothing.
[[nodiscard]] std::optional<Ask> asked_by(const KeyPress& press, Within within = Within::anywhere);
// What the help says of it.
[[nodiscard]] const Shortcut* shortcut_of(const Ask& ask);
// "Shift + Right", as the help has it.
[[nodiscard]] std::string name_of(const KeyPress& key);
// The key that a script names so: "Right", "Shift+Right", "Ctrl+Plus", "?".
[[nodiscard]] std::optional<KeyPress> key_named(std::string_view name);

}  // namespace tilescope
