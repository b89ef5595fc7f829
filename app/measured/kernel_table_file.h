// A table of kernels' times as JSON, written by `bench kernels` and read on machines without a GPU.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/measured/kernel_table.h"

namespace tilescope {

[[nodiscard]] std::string json_text(const KernelTable& table);
// {"recorded": [...]}: tables that were not measured here.
[[nodiscard]] std::string recorded_json(const std::vector<KernelTable>& tables);
// Throws an error with `where` and the field that is missing or has another type.
[[nodiscard]] KernelTable kernel_table_of(const std::string& json, const std::string& where);

// The tables of a folder, by file name; none if there is no folder.
[[nodiscard]] std::vector<KernelTable> kernel_tables(const std::filesystem::path& folder);

}  // namespace tilescope
