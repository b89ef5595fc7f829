// A table of kernels' times as JSON, written by `bench kernels` and read again where there is no GPU.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/measured/kernel_table.h"

namespace tilescope {

[[nodiscard]] std::string json_text(const KernelTable& table);
// {"recorded": [...]}: tables that were not measured here.
[[nodiscard]] std::string recorded_json(const std::vector<KernelTable>& tables);
// Throws, naming `where` and what is missing or of another type.
[[nodiscard]] KernelTable kernel_table_of(const std::string& json, const std::string& where);

// Those of a folder, by their files' names; none where there is no folder.
[[nodiscard]] std::vector<KernelTable> kernel_tables(const std::filesystem::path& folder);

}  // namespace tilescope
