// The source of each number of a launch: the user's request, its file's header, the text's host part, what follows from
// these, or a trial.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

enum class NumberOrigin : std::uint8_t { given, header, host_text, derived, tried };
[[nodiscard]] std::string_view name_of(NumberOrigin origin);  // "host text"

// By the names of arrays and numbers, and the keys of the other fields: "in", "n", "grid_size"; of a product "m", "n"
// and "k". Nothing of the catalogue's kernels, which say all of it.
using NumberOrigins = std::map<std::string, NumberOrigin, std::less<>>;
[[nodiscard]] NumberOrigins origins_of(const Launch& launch, const Request& asked);

// Those that were tried.
[[nodiscard]] std::set<std::string, std::less<>> guessed_in(const Launch& launch, const Request& asked);

}  // namespace tilescope
