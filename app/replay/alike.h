// The same place in another trace of the same product, so that the kernel can change while a moment is shown.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "app/replay/replay.h"

namespace tilescope {

// The end of the step of the same kind and number in the same phase. If there are fewer such steps, the last one of
// that kind; if there is none, a step equally far into the phase. Empty if the launches differ in shape or the phase is
// missing.
[[nodiscard]] std::optional<std::uint64_t> moment_alike(const Replay& from, std::uint64_t moment, const Replay& to);

// The end of the step of the same line with the same number among that line's steps. `line_before` has for each line of
// the other source, from 1 on, the matching line of this one, or 0 if it is new. Empty if the line is gone.
[[nodiscard]] std::optional<std::uint64_t> moment_at_same_line(const Replay& from, std::uint64_t moment,
                                                               const Replay& to,
                                                               std::span<const std::uint32_t> line_before);

}  // namespace tilescope
