// Text as a row of letters, not of bytes.
#pragma once

#include <string>

namespace tilescope {

// Removes the last letter of a UTF-8 text, with all its bytes.
inline void drop_letter(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace tilescope
