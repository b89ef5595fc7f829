// Launches beside one whose numbers were not given, to see whether what is found in it is found in others as well: of
// other sizes, one of which is not a multiple of the block, and with other contents.
#pragma once

#include <optional>
#include <vector>

#include "instrumentation/launching/origins.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// Two, or fewer where no others can be planned. What was not tried stays as it is.
[[nodiscard]] std::vector<Launch> other_launches(const Request& asked, const Launch& launch,
                                                 const NumberOrigins& origins);

// Whether indices, limits or branches of the kernel depend on what its arrays hold.
[[nodiscard]] bool hangs_on_contents(const Launch& launch);
// The same launch with contents that lead several threads to one element that they change, where the kernel is led by
// any and they are not given. Nothing: it is not, or that cannot be planned.
[[nodiscard]] std::optional<Launch> with_contents_that_meet(const Request& asked, const Launch& launch,
                                                            const NumberOrigins& origins);
// The same launch with other contents: two, where it depends on them and they can be made.
[[nodiscard]] std::vector<Launch> other_contents(const Request& said, const Launch& launch);

}  // namespace tilescope
