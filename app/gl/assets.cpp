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
  fs::path folders[3];
  if (const char* chosen = std::getenv("TILESCOPE_ASSETS")) folders[0] = chosen;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error)
    folders[1] = program.parent_path().parent_path() / "share" / "tilescope";
  folders[2] = TILESCOPE_ASSETS_FOLDER;
  for (const fs::path& folder : folders) {
    if (!folder.empty() && fs::is_regular_file(folder / name, error)) return folder / name;
  }
  return {};
}

std::string read_asset(const std::string& name) {
  const fs::path path = find_asset(name);
  std::ifstream in(path, std::ios::binary);
  if (path.empty() || !in)
    throw UsageError(fmt::format("{} is missing: build TileScope again, or set TILESCOPE_ASSETS to its folder", name));
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace tilescope
