// Each thing that a situation says, under the name that strings and files have for it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/command/situation.h"

namespace tilescope {

// What the table of requests has, and what only a situation says.
struct SituationField {
  std::string_view name;
  std::function<std::string(const Situation& from)> write;  // empty where it goes without saying
  // Throws a UsageError that begins with `where`, which is said in `place`.
  std::function<void(Situation& into, std::string_view text, const std::string& place)> read;
};

// In the order in which they are written.
[[nodiscard]] std::span<const SituationField> situation_fields();
// A UsageError that begins with `where` suggests the nearest.
[[nodiscard]] const SituationField& situation_field(std::string_view name, const std::string& where);

}  // namespace tilescope
