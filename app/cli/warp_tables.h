// The tables of `counts --warps`: sectors, bank conflicts and divergence, line by line.
#pragma once

#include <string>
#include <vector>

#include "app/export/json.h"
#include "instrumentation/analysis/warps.h"

namespace tilescope::cli {

[[nodiscard]] Json warps_json(const Warps& warps, const Launch& launch, const std::vector<ArrayInfo>& arrays);
[[nodiscard]] std::string warps_text(const Warps& warps, const Launch& launch, const std::vector<ArrayInfo>& arrays);

}  // namespace tilescope::cli
