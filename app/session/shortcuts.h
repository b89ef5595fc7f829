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
// The row of the act; null if it has none.
[[nodiscard]] const Shortcut* shortcut_of(const Ask& ask);

}  // namespace tilescope
