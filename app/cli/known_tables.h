// The tables of kernels' times that this machine has: its own, kept by `bench kernels --keep`, and those that came with
// the program.
#pragma once

#include <filesystem>
#include <vector>

#include "app/explain/times.h"

namespace tilescope::cli {

// Its own first. What cannot be read is left out, with a line on stderr.
[[nodiscard]] std::vector<KnownTable> known_tables();
// Where a table of this machine is kept; a later one of the same GPU and shape takes its place. Gives the file.
[[nodiscard]] std::filesystem::path keep(const KernelTable& table);

}  // namespace tilescope::cli
