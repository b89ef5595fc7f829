// How much memory there is to use, so that nothing is asked for that cannot be had.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tilescope {

[[nodiscard]] std::uint64_t usable_memory();              // bytes: most of what is free now
[[nodiscard]] std::string in_words(std::uint64_t bytes);  // "12.5 MiB"

// What this process has in memory now; gives free memory back to the system first.
[[nodiscard]] std::uint64_t memory_in_use();
// The most that it has had since it was told to forget; nothing where the system does not tell.
void forget_most_memory();
[[nodiscard]] std::optional<std::uint64_t> most_memory_in_use();

}  // namespace tilescope
