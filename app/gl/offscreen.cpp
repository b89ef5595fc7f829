#include "app/gl/offscreen.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/gl/gl.h"
#include "instrumentation/error.h"

namespace tilescope {

Offscreen::Offscreen(Extent pixels) {
  glGenFramebuffers(1, &framebuffer_);
  glGenTextures(1, &colour_);
  try {
    resize(pixels);
  } catch (const Error&) {
    glDeleteTextures(1, &colour_);
    glDeleteFramebuffers(1, &framebuffer_);
    throw;
  }
}

Offscreen::~Offscreen() {
  glDeleteTextures(1, &colour_);
  glDeleteFramebuffers(1, &framebuffer_);
}

void Offscreen::resize(Extent pixels) {
  if (pixels == extent_) return;
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (pixels.width < 1 || pixels.height < 1 || pixels.width > largest || pixels.height > largest)
    throw UsageError(fmt::format("a picture of {} x {} pixels cannot be drawn: sides go from 1 to {}", pixels.width,
                                 pixels.height, largest));
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glBindTexture(GL_TEXTURE_2D, colour_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  // In the order of bytes that windows have. Mesa without a GPU fills boxes of these several times as fast.
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels.width, pixels.height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
               nullptr);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw Error(
        fmt::format("a picture of {} x {} pixels cannot be drawn: no memory for it", pixels.width, pixels.height));
  extent_ = pixels;
  ++canvas_;
}

void Offscreen::bind() { glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_); }

Image Offscreen::read() {
  bind();
  return read_pixels(extent_);
}

Image read_pixels(Extent pixels) {
  Image image{pixels.width, pixels.height, {}};
  const auto row = 4 * static_cast<std::size_t>(pixels.width);
  image.rgba.resize(row * static_cast<std::size_t>(pixels.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, pixels.width, pixels.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  // OpenGL counts rows from below.
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
