// The names of keys in the help and in scripts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/command/keys.h"

namespace tilescope {

// The name in the help: "Shift + Right".
[[nodiscard]] std::string name_of(const KeyPress& key);
// The key with this name in a script: "Right", "Shift+Right", "Ctrl+Plus", "?".
[[nodiscard]] std::optional<KeyPress> key_named(std::string_view name);

}  // namespace tilescope
