// Each thing that a situation says, under the name that strings and files have for it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/command/situation.h"

namespace tilescope {

struct SituationField {
  std::string_view name;
  std::string (*write)(const Situation& from);  // empty where it goes without saying
  // Throws a UsageError that begins with `where`.
  void (*read)(Situation& into, std::string_view text, const std::string& where);
};

// In the order in which they are written.
[[nodiscard]] std::span<const SituationField> situation_fields();
// A UsageError that begins with `where` suggests the nearest.
[[nodiscard]] const SituationField& situation_field(std::string_view name, const std::string& where);

}  // namespace tilescope
