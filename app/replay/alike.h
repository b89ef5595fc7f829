// The same place in another trace of the same product: so that a kernel can be changed while one looks at a moment.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "app/replay/replay.h"

namespace tilescope {

// In the same phase at the same kind of step, the how-manieth of its kind there, when it is over. Where there is none
// of that number, the last one of its kind; where there is none at all, as far into the phase. Nothing where the two
// have not the same shape.
[[nodiscard]] std::optional<std::uint64_t> moment_alike(const Replay& from, std::uint64_t moment, const Replay& to);

// At the step of the same line, the how-manieth of that line's steps, when it is over. `line_before` has for each line
// of the other text, from 1 on, the line of this one that it is, and 0 where it is new. Nothing where the line is gone.
[[nodiscard]] std::optional<std::uint64_t> moment_at_same_line(const Replay& from, std::uint64_t moment,
                                                               const Replay& to,
                                                               std::span<const std::uint32_t> line_before);

}  // namespace tilescope
