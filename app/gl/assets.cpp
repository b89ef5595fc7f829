#include "app/gl/assets.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "instrumentation/error.h"

namespace tilescope {

namespace fs = std::filesystem;

fs::path find_asset(const std::string& name) {
  std::error_code error;
  const auto in = [&](const fs::path& folder) {
    return fs::is_regular_file(folder / name, error) ? folder / name : fs::path();
  };
  if (const char* chosen = std::getenv("TILESCOPE_ASSETS")) return in(chosen);
  if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error) {
    if (const fs::path found = in(program.parent_path().parent_path() / "share" / "tilescope"); !found.empty())
      return found;
  }
  return in(TILESCOPE_ASSETS_FOLDER);
}

fs::path find_asset_folder(const std::string& name) {
  std::error_code error;
  if (const char* chosen = std::getenv("TILESCOPE_ASSETS")) return fs::path(chosen) / name;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error) {
    const fs::path beside = program.parent_path().parent_path() / "share" / "tilescope" / name;
    if (fs::is_directory(beside, error)) return beside;
  }
  return fs::path(TILESCOPE_ASSETS_FOLDER) / name;
}

std::string read_asset(const std::string& name) {
  const fs::path path = find_asset(name);
  std::ifstream in(path, std::ios::binary);
  if (path.empty() || !in)
    throw UsageError(fmt::format("{} is missing: build TileScope again, or set TILESCOPE_ASSETS to its folder", name));
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace tilescope
