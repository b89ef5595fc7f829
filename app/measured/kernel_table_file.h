// A table of kernel times as JSON, written by `bench kernels` and read on machines without a GPU.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/measured/kernel_table.h"

namespace tilescope {

[[nodiscard]] std::string json_text(const KernelTable& table);
// Tables that were not measured here: {"recorded": [...]}.
[[nodiscard]] std::string recorded_json(const std::vector<KernelTable>& tables);
// Throws an error that begins with `where` and names the field that is missing or has a wrong type.
[[nodiscard]] KernelTable kernel_table_of(const std::string& json, const std::string& where);

// The tables in a folder, by file name; empty if there is no such folder.
[[nodiscard]] std::vector<KernelTable> kernel_tables(const std::filesystem::path& folder);

}  // namespace tilescope
