#include "instrumentation/assets.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "instrumentation/error.h"

namespace tilescope {

namespace fs = std::filesystem;

namespace {

fs::path folder_of_assets() {
  if (const char* chosen = std::getenv("TILESCOPE_ASSETS")) return chosen;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "share" / "tilescope";
}

}  // namespace

fs::path find_asset(const std::string& name) {
  std::error_code error;
  const fs::path file = folder_of_assets() / name;
  return fs::is_regular_file(file, error) ? file : fs::path();
}

fs::path find_asset_folder(const std::string& name) { return folder_of_assets() / name; }

std::string read_asset(const std::string& name) {
  const fs::path path = find_asset(name);
  std::ifstream in(path, std::ios::binary);
  if (path.empty() || !in)
    throw UsageError(fmt::format("{} is missing: build TileScope again, or set TILESCOPE_ASSETS to its folder", name));
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace tilescope
