// The fields of a situation and their names in strings and files.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/command/situation.h"

namespace tilescope {

// A field of a request, or one that only a situation has.
struct SituationField {
  std::string_view name;
  std::function<std::string(const Situation& from)> write;  // empty if the value is the default
  // Throws a UsageError that begins with `place`, the place of the field.
  std::function<void(Situation& into, std::string_view text, const std::string& place)> read;
};

// In the order in which they are written.
[[nodiscard]] std::span<const SituationField> situation_fields();
// Throws a UsageError that begins with `where` and suggests a similar name.
[[nodiscard]] const SituationField& situation_field(std::string_view name, const std::string& where);

}  // namespace tilescope
