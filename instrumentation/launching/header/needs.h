// What a header says that its kernel needs: conditions over knobs and numbers, as in //! needs = "n % BLOCK == 0".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/launching/header/header_numbers.h"

namespace tilescope {

using Needs = std::vector<std::string>;

[[nodiscard]] bool hold(const Needs& needs, const HeaderNumbers& numbers);
// Which one does not hold, and the nearest numbers that would do, after words such as "tiled needs"; nothing if all
// hold.
[[nodiscard]] std::optional<std::string> refusal(std::string_view begin, const Needs& needs,
                                                 const HeaderNumbers& numbers);

}  // namespace tilescope
