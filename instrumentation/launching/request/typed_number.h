// Reads written numbers in their intended type: exactly, or not at all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/language/program.h"
#include "instrumentation/trace/exact_number.h"

namespace tilescope {

// Whether it is a number of any kind.
[[nodiscard]] bool is_number(std::string_view text);
// As it lies in memory, in 32 bits or 64. A UsageError begins with `where`, which names the number as well.
[[nodiscard]] std::uint64_t read_number(std::string_view text, language::Type type, const std::string& where);
[[nodiscard]] ExactNumber number_of_bits(std::uint64_t bits, language::Type type);

}  // namespace tilescope
