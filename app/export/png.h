// Encodes images as PNG.
#pragma once

#include <filesystem>
#include <string>

#include "app/stage/image.h"

namespace tilescope {

[[nodiscard]] std::string png_of(const Image& image);

void write_png(const std::filesystem::path& path, const Image& image);

}  // namespace tilescope
