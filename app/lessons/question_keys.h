// The keys of each kind of question: required, optional, and those that worksheets may vary.
#pragma once

#include <toml++/toml.h>

#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace tilescope::lessons {

[[nodiscard]] Question read_question(const toml::table& table, std::vector<Mistake>& mistakes);

[[nodiscard]] std::string_view name_of(Question::Kind kind);
[[nodiscard]] std::string_view name_of(Question::Form form);

}  // namespace tilescope::lessons
