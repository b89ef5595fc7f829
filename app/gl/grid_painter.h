// Draws matrices from textures with one texel for each cell: fills, marks, lines between cells, frames around lit ones;
// each only where it is needed.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/gl/box_painter.h"
#include "app/gl/custom_draw.h"
#include "app/gl/grid_texture.h"
#include "app/gl/lattice.h"
#include "app/gl/pixels.h"
#include "app/stage/picture.h"
#include "app/stage/theme.h"

namespace tilescope {

class Program;

class GridPainter {
 public:
  explicit GridPainter(BoxPainter& boxes);
  ~GridPainter();
  GridPainter(const GridPainter&) = delete;
  GridPainter& operator=(const GridPainter&) = delete;

  // Grids may be added between begin_frame and the rendering of the draw lists. The sizes are those of the mouse and of
  // the pixels, one of which may be a multiple of the other.
  void begin_frame(Point size, Point pixels);
  // Adds the grid to the list, in `box` there; `scale` is the enlargement of its picture. Consecutive grids are drawn
  // together if nothing else is added to the list between them; call close() before other things.
  void add(const Grid& grid, Box box, float scale, const Theme& theme, ImDrawList& list);
  void close() { open_ = false; }

  // Before the rendering: uploads the missing cells to the textures.
  void send();
  void warm_up(const Theme& theme);
  // In pixels: the areas that the grids of this frame will fill, so that nothing below is visible.
  [[nodiscard]] std::vector<Box> covered() const;

  [[nodiscard]] std::size_t textures() const { return textures_.size(); }
  [[nodiscard]] std::uint64_t texels_sent() const { return texels_sent_; }

 private:
  struct Kept {
    GridTexture texture;
    std::uint64_t last_frame = 0;
  };
  struct Draw {  // the data for the renderer at this grid
    GridTexture* texture = nullptr;
    Box box;             // in pixels
    Point count, block;  // in texels
    float line = 1;
    bool rules = false;
    Color border;
    const Theme* theme = nullptr;

    [[nodiscard]] Lattice lattice() const { return {box, count}; }
    void describe(const Box& clip, Damage& damage) const;
  };
  // Grids that do not overlap, one after the other in the list.
  class Run : public CustomDraw {
   public:
    explicit Run(GridPainter& painter) : painter_(painter) {}

    [[nodiscard]] bool is_seen(const Box& clip) const override;
    void describe(const Box& clip, Damage& damage) const override;
    void draw() const override;

    void add(const Draw& draw) { draws_.push_back(draw); }
    std::size_t send() const;  // the number of texels
    [[nodiscard]] bool meets(const Box& box) const { return is_seen(box); }
    // For each grid, what is to be drawn.
    [[nodiscard]] std::vector<std::vector<Box>> parts() const;

   private:
    GridPainter& painter_;
    std::vector<Draw> draws_;
  };
  using Filled = std::vector<BoxPainter::Filled>;
  enum Pass : std::uint8_t { fills, marks, frames };

  // Adds the fills of large cells to the boxes, and draws those of small ones.
  void fill(const Draw& draw, const std::vector<Box>& parts, Filled& filled);
  [[nodiscard]] static std::vector<Box> marks_of(const Draw& draw, const std::vector<Box>& parts);
  [[nodiscard]] static std::vector<Box> frames_of(const Draw& draw, const std::vector<Box>& parts);
  static void add_lines(const Draw& draw, const std::vector<Box>& parts, Filled& filled);
  void shade(Pass pass, const Draw& draw, const std::vector<Box>& boxes);
  void compile();
  GridTexture& texture_of(const Grid& grid);

  BoxPainter& boxes_;
  std::array<std::unique_ptr<Program>, 3> programs_;  // by Pass
  unsigned vertices_ = 0, buffer_ = 0;
  // A texture belongs to the nth grid with that name in a frame.
  std::map<std::pair<std::string, int>, Kept> textures_;
  std::map<std::string, int> seen_;
  std::deque<Run> runs_;
  bool open_ = false;  // more grids may join the last run
  Pixels pixels_;
  std::uint64_t frame_ = 0, texels_sent_ = 0;
};

}  // namespace tilescope
