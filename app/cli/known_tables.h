// The tables of kernels' times: this computer's own, saved by `bench kernels --keep`, and those that come with the
// program.
#pragma once

#include <filesystem>
#include <vector>

#include "app/explain/times.h"

namespace tilescope::cli {

// This computer's tables come first. Unreadable files are skipped with a line on stderr.
[[nodiscard]] std::vector<KnownTable> known_tables();
// Saves a table of this computer, replacing an older one for the same GPU and shape. Returns its path.
[[nodiscard]] std::filesystem::path keep(const KernelTable& table);

}  // namespace tilescope::cli
