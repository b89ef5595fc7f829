// The one table of acts: the keys of each, what the help says of it, and what it does.
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

// Where a key means something; while a lesson or a task is open, theirs come first.
enum class Within : std::uint8_t { anywhere, lesson, task };

struct Shortcut {
  Ask ask;
  std::string_view group;
  std::string_view help;
  std::vector<KeyPress> keys;
  std::function<void(Parts& parts)> does;
  Within within = Within::anywhere;
};

[[nodiscard]] std::span<const Shortcut> shortcuts();
// What a press asks for; nothing where the key means nothing.
[[nodiscard]] std::optional<Ask> asked_by(const KeyPress& press, Within within = Within::anywhere);
// Its row; null: it has none.
[[nodiscard]] const Shortcut* shortcut_of(const Ask& ask);

}  // namespace tilescope
