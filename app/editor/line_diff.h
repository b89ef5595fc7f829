// Finds the lines that two texts have in common.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescope::editor {

// For each line of `now`, from 1 on, the matching line of `before`; 0 if it is new or changed.
[[nodiscard]] std::vector<std::uint32_t> lines_before(std::string_view before, std::string_view now);

}  // namespace tilescope::editor
