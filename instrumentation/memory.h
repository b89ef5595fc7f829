// How much memory there is to use, so that nothing is asked for that cannot be had.
#pragma once

#include <cstdint>
#include <string>

namespace tilescope {

[[nodiscard]] std::uint64_t usable_memory();             // bytes: most of what is free now
[[nodiscard]] std::string in_words(std::uint64_t bytes);  // "12.5 MiB"

}  // namespace tilescope
