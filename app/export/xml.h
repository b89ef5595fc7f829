// Text that may stand in an XML file, whatever it came from.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

// Escapes what XML uses itself, leaves out what it forbids, and puts U+FFFD for bytes that are no UTF-8.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace tilescope
