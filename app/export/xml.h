// Text that is safe in an XML file, wherever it came from.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

// Escapes what XML uses itself, removes what it forbids, and replaces invalid UTF-8 by U+FFFD.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace tilescope
