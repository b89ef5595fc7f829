// Makes any text safe for an XML file.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

// Escapes XML's special characters, removes forbidden characters, and replaces invalid UTF-8 by U+FFFD.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace tilescope
