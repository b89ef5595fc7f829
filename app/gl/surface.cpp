#include "app/gl/surface.h"

#include <algorithm>

#include "app/gl/gl.h"

namespace tilescope {

void Surface::present() {
  is_late_ = false;
  show();
}

void Surface::present_soon() {
  if (is_drawn_by_processor())
    is_late_ = true;
  else
    present();
}

void Surface::catch_up() {
  if (is_late_) present();
}

Image read_pixels(Extent pixels) {
  Image image{pixels.width, pixels.height, {}};
  const auto row = 4 * static_cast<std::size_t>(pixels.width);
  image.rgba.resize(row * static_cast<std::size_t>(pixels.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, pixels.width, pixels.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  // OpenGL counts rows from the bottom.
  auto top = image.rgba.begin();
  for (auto bottom = image.rgba.end(); bottom - top > static_cast<std::ptrdiff_t>(row);
       top += static_cast<std::ptrdiff_t>(row)) {
    bottom -= static_cast<std::ptrdiff_t>(row);
    std::swap_ranges(top, top + static_cast<std::ptrdiff_t>(row), bottom);
  }
  for (std::size_t alpha = 3; alpha < image.rgba.size(); alpha += 4) image.rgba[alpha] = 255;
  return image;
}

}  // namespace tilescope
