// What of a launch nobody said: neither who asked for it, nor its file, nor the launches of the file's host part.
#pragma once

#include <set>
#include <string>

#include "instrumentation/trace/launch.h"
#include "kernels/request.h"

namespace tilescope {

// By the names of arrays and numbers, and the keys of the other fields: "in", "n", "grid_size"; of a product "m", "n"
// and "k". Nothing of the catalogue's kernels, which say all of it.
[[nodiscard]] std::set<std::string, std::less<>> guessed_in(const Launch& launch, const Request& asked);

}  // namespace tilescope
