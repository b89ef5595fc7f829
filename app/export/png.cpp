#include "app/export/png.h"

#include "app/export/whole_file.h"
#include "instrumentation/error.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

namespace tilescope {

std::string png_of(const Image& image) {
  std::string bytes;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  const int written =
      stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.rgba.data(), 4 * image.width);
  if (written == 0) throw Error("a picture could not be written as a PNG: out of memory");
  return bytes;
}

void write_png(const std::filesystem::path& path, const Image& image) { write_file(path, png_of(image)); }

}  // namespace tilescope
