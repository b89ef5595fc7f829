// Bytes as letters, for files that hold other files.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace tilescope
