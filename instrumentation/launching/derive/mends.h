// Kernel texts with one small change: what an author who made one mistake may have meant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/tree/kernel.h"

namespace tilescope {

struct Mend {
  std::uint32_t offset = 0, length = 0;  // of what is replaced
  std::string by;

  [[nodiscard]] std::string in(std::string_view text) const;
  bool operator==(const Mend&) const = default;
};

// The likeliest first: another sign, another index of the thread or the block, a number or a sign left out, another
// array, a term that is missing, another variable. Conditions lose nothing, and no loop gets another end.
[[nodiscard]] std::vector<Mend> mends_of(const language::Kernel& kernel, std::string_view text);

}  // namespace tilescope
