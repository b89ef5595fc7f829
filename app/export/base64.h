// Bytes as base64 text, for files that contain other files.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace tilescope
