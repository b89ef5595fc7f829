#include "app/cli/known_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/export/output.h"
#include "app/measured/kernel_table_file.h"
#include "app/session/settings.h"
#include "instrumentation/assets.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

namespace fs = std::filesystem;

fs::path own_folder() { return settings_path().parent_path() / "measured"; }

void add(std::vector<KnownTable>& all, const fs::path& folder, bool is_own) {
  try {
    for (KernelTable& table : kernel_tables(folder)) all.push_back({std::move(table), is_own});
  } catch (const Error& error) {
    fmt::print(stderr, "tilescope: {}\n", error.what());
  }
}

}  // namespace

std::vector<KnownTable> known_tables() {
  std::vector<KnownTable> all;
  add(all, own_folder(), true);
  add(all, find_asset_folder("measured"), false);
  // Large launches come first, because launch overhead dominates small ones.
  std::stable_sort(all.begin(), all.end(), [](const KnownTable& a, const KnownTable& b) {
    return a.is_own != b.is_own ? a.is_own : a.table.flops() > b.table.flops();
  });
  return all;
}

fs::path keep(const KernelTable& table) {
  std::string name = fmt::format("{}-{}x{}x{}.json", table.gpu, table.m, table.n, table.k);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '-'; }, '-');
  std::error_code error;
  fs::create_directories(own_folder(), error);
  if (error)
    throw UsageError(fmt::format("{}: this folder cannot be created: {}", own_folder().string(), error.message()));
  const fs::path file = own_folder() / name;
  write_output(file.string(), json_text(table));
  return file;
}

}  // namespace tilescope::cli
