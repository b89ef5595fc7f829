// The fields of a situation, with their names in strings and files.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/command/situation.h"

namespace tilescope {

// The fields of the table of requests, and those that only a situation has.
struct SituationField {
  std::string_view name;
  std::function<std::string(const Situation& from)> write;  // empty if it is the default
  // Throws a UsageError that begins with `where`, the place of the field.
  std::function<void(Situation& into, std::string_view text, const std::string& place)> read;
};

// In the order in which they are written.
[[nodiscard]] std::span<const SituationField> situation_fields();
// Throws a UsageError that begins with `where` and suggests the nearest name.
[[nodiscard]] const SituationField& situation_field(std::string_view name, const std::string& where);

}  // namespace tilescope
