// The same place in another trace of the same product: so that a kernel can be changed while one looks at a moment.
#pragma once

#include <cstdint>
#include <optional>

#include "app/replay/replay.h"

namespace tilescope {

// In the same phase at the same kind of step, the how-manieth of its kind there, when it is over. Where there is none
// of that number, the last one of its kind; where there is none at all, as far into the phase. Nothing where the two
// have not the same shape.
[[nodiscard]] std::optional<std::uint64_t> moment_alike(const Replay& from, std::uint64_t moment, const Replay& to);

}  // namespace tilescope
