// Draws solids: thousands of small parallelograms in a given order, without a depth buffer.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "app/gl/custom_draw.h"
#include "app/gl/pixels.h"
#include "app/stage/picture.h"
#include "app/stage/theme.h"

namespace tilescope {

class Program;

class SolidPainter {
 public:
  SolidPainter();
  ~SolidPainter();
  SolidPainter(const SolidPainter&) = delete;
  SolidPainter& operator=(const SolidPainter&) = delete;

  // Compiles the shaders in advance.
  void warm_up();
  // Like boxes, added solids stay until the next frame begins.
  void begin_frame(Point size, Point pixels);
  void add(const Solid& solid, Point origin, float scale, const Theme& theme, ImDrawList& list);

 private:
  struct Corner {
    Point at;  // in pixels
    std::array<std::uint8_t, 4> color;
  };
  class Drawn : public CustomDraw {
   public:
    explicit Drawn(const SolidPainter& painter) : painter_(painter) {}

    [[nodiscard]] bool is_seen(const Box& clip) const override { return !common(box, clip).is_empty(); }
    void describe(const Box& clip, Damage& damage) const override;
    void draw() const override { painter_.draw(corners, CustomDraw::boxes(), box); }

    Box box;  // in pixels
    std::vector<Corner> corners;

   private:
    const SolidPainter& painter_;
  };

  void draw(const std::vector<Corner>& corners, const std::vector<Box>& boxes, const Box& within) const;

  std::unique_ptr<Program> program_;
  unsigned vertices_ = 0, buffer_ = 0;
  std::deque<Drawn> drawn_;
  Pixels pixels_;
};

}  // namespace tilescope
