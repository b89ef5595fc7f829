// Which lines two texts have in common.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescope::editor {

// For each line of `now`, from 1 on, the line of `before` that it is; 0 where it is new or another.
[[nodiscard]] std::vector<std::uint32_t> lines_before(std::string_view before, std::string_view now);

}  // namespace tilescope::editor
