// Tells how much memory may be used, so that no request fails.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tilescope {

// Bytes: most of what is free now, and no more than the limit leaves beside the events that are kept.
[[nodiscard]] std::uint64_t usable_memory();
// How much that may be at most.
inline constexpr std::uint64_t usual_memory_limit = std::uint64_t{2} << 30;
void set_memory_limit(std::uint64_t bytes);
[[nodiscard]] std::uint64_t memory_limit();
// Memory for events is taken (more than 0) or given back (less).
void note_event_memory(std::int64_t bytes);
[[nodiscard]] std::uint64_t event_memory_in_use();
// What is free now for this process, in its group and on the machine.
[[nodiscard]] std::uint64_t free_memory();
// What the system lets this process still have of addresses (ulimit -v); nothing if it sets no limit.
[[nodiscard]] std::optional<std::uint64_t> free_addresses();
[[nodiscard]] std::string in_words(std::uint64_t bytes);  // "12.5 MiB"

// What this process has in memory now; gives free memory back to the system first.
[[nodiscard]] std::uint64_t memory_in_use();
// The most that it has had since it was told to forget; nothing if the system does not tell.
void forget_most_memory();
[[nodiscard]] std::optional<std::uint64_t> most_memory_in_use();

}  // namespace tilescope
