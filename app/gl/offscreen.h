// A surface in memory, for pictures, videos and tests.
#pragma once

#include "app/gl/surface.h"

namespace tilescope {

// Needs a current OpenGL context, from a window or an EglContext.
class Offscreen : public Surface {
 public:
  explicit Offscreen(Extent pixels);
  ~Offscreen() override;

  void resize(Extent pixels);
  [[nodiscard]] Image read();

  [[nodiscard]] Extent size() const override { return extent_; }
  void bind() override;
  [[nodiscard]] std::uint64_t canvas() const override { return canvas_; }
  [[nodiscard]] bool is_drawn_by_processor() const override { return true; }

 private:
  void show() override;

  Extent extent_;
  std::uint64_t canvas_ = 0;
  unsigned framebuffer_ = 0, colour_ = 0;
};

}  // namespace tilescope
