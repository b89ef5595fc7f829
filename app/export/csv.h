// A field of a CSV file, as defined by RFC 4180.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

// Quotes the text if it contains commas, quotes or line breaks.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace tilescope
