// Finds the program's shaders and fonts.
#pragma once

#include <filesystem>
#include <string>

namespace tilescope {

// The file of that name, such as "shaders/grid.frag": in the folder that TILESCOPE_ASSETS names, if it names one; or
// else in ../share/tilescope beside the program, wherever that is installed. Empty if there is none.
[[nodiscard]] std::filesystem::path find_asset(const std::string& name);

// A folder of them, such as "lessons": there may be none.
[[nodiscard]] std::filesystem::path find_asset_folder(const std::string& name);

// The text of such a file; throws, and names the file, where there is none.
[[nodiscard]] std::string read_asset(const std::string& name);

}  // namespace tilescope
