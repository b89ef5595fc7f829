#include "app/gl/offscreen.h"

#include <fmt/format.h>

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
    throw UsageError(fmt::format("a picture of {} x {} pixels cannot be drawn: each side must be 1 to {}", pixels.width,
                                 pixels.height, largest));
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glBindTexture(GL_TEXTURE_2D, colour_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  // Uses the byte order of windows: Mesa without a GPU fills boxes in such textures several times as fast.
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels.width, pixels.height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
               nullptr);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw Error(fmt::format("a picture of {} x {} pixels cannot be drawn: out of memory", pixels.width, pixels.height));
  extent_ = pixels;
  ++canvas_;
}

void Offscreen::show() { glFinish(); }

void Offscreen::bind() { glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_); }

Image Offscreen::read() {
  bind();
  return read_pixels(extent_);
}

}  // namespace tilescope
