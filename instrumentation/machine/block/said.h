// What a thread says by printf, from the numbers that it gives.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// Whether such an argument takes 64 bits.
[[nodiscard]] constexpr bool is_wide_argument(language::TypeKind kind) {
  return kind != language::TypeKind::float_ &&
         (kind == language::TypeKind::double_ || kind >= language::TypeKind::long_);
}

// bits_of(n): those of an argument that is no text; of a narrow one the lower 32.
[[nodiscard]] std::string text_of(const Print& print, const std::function<std::uint64_t(std::size_t)>& bits_of);

}  // namespace tilescope::machine
