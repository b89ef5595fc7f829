// A kernel's text as one word of plain letters, for strings that are pasted into a chat: compressed, and then in base
// 64 as addresses of pages have it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tilescope {

constexpr std::size_t longest_text = 1 << 20;  // that is read at all

[[nodiscard]] std::string packed(std::string_view text);
// A UsageError that begins with `where` says what is wrong with it.
[[nodiscard]] std::string unpacked(std::string_view word, const std::string& where);

}  // namespace tilescope
