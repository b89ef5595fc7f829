// A field of a CSV file, as RFC 4180 has it.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

// In quotes where it holds commas, quotes or line breaks.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace tilescope
