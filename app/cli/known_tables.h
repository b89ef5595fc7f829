// The tables of kernels' times: this machine's own, kept by `bench kernels --keep`, and those that come with the
// program.
#pragma once

#include <filesystem>
#include <vector>

#include "app/explain/times.h"

namespace tilescope::cli {

// This machine's tables first. Unreadable files are skipped with a line on stderr.
[[nodiscard]] std::vector<KnownTable> known_tables();
// Saves a table of this machine, replacing an older one for the same GPU and shape. Returns the file.
[[nodiscard]] std::filesystem::path keep(const KernelTable& table);

}  // namespace tilescope::cli
