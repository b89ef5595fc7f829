// The launch of a text that was edited: the one before, as long as what that hangs on is as it was. So what an edit
// breaks is held against what the launch meant, and nothing is guessed anew for each letter.
#pragma once

#include <optional>

#include "instrumentation/trace/launch.h"
#include "kernels/request.h"

namespace tilescope {

// Nothing where the kernel is given other things than before, has other knobs or another launch in the text, or cannot
// run: then it has to be planned like any other. The request has the new text, and `before` its inputs.
[[nodiscard]] std::optional<Launch> launch_of_edit(const Request& request, const Launch& before);

}  // namespace tilescope
