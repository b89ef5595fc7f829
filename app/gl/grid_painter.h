// Draws matrices from textures with one texel per cell: fills, marks, lines between cells, and frames around lit cells.
// Draws each only where it is needed.
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

  // Grids may be added between begin_frame and the rendering of the draw lists. `size` is in the mouse's units,
  // `pixels` in pixels; one may be a multiple of the other.
  void begin_frame(Point size, Point pixels);
  // Adds the grid to the list, in `box`; `scale` is the enlargement of its picture. Consecutive grids are drawn
  // together; call close() before adding anything else to the list.
  void add(const Grid& grid, Box box, float scale, const Theme& theme, ImDrawList& list);
  void close() { open_ = false; }

  // Uploads missing cells to the textures; call before rendering.
  void send();
  void warm_up(const Theme& theme);
  // The areas, in pixels, that this frame's grids will fill and that hide everything below.
  [[nodiscard]] std::vector<Box> covered() const;

  [[nodiscard]] std::size_t textures() const { return textures_.size(); }
  [[nodiscard]] std::uint64_t texels_sent() const { return texels_sent_; }

 private:
  struct Kept {
    GridTexture texture;
    std::uint64_t last_frame = 0;
  };
  struct Draw {  // the data for rendering this grid
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
  // Grids that do not overlap, next to each other in the list.
  class Run : public CustomDraw {
   public:
    explicit Run(GridPainter& painter) : painter_(painter) {}

    [[nodiscard]] bool is_seen(const Box& clip) const override;
    void describe(const Box& clip, Damage& damage) const override;
    void draw() const override;

    void add(const Draw& draw) { draws_.push_back(draw); }
    std::size_t send() const;  // returns the number of texels
    [[nodiscard]] bool meets(const Box& box) const { return is_seen(box); }
    // The parts of each grid that have to be drawn.
    [[nodiscard]] std::vector<std::vector<Box>> parts() const;

   private:
    GridPainter& painter_;
    std::vector<Draw> draws_;
  };
  using Filled = std::vector<BoxPainter::Filled>;
  enum Pass : std::uint8_t { fills, marks, frames };

  // Adds the fills of large cells to `filled`, and draws the fills of small cells.
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
  // By name and by index among the grids of that name in a frame.
  std::map<std::pair<std::string, int>, Kept> textures_;
  std::map<std::string, int> seen_;
  std::deque<Run> runs_;
  bool open_ = false;  // more grids may join the last run
  Pixels pixels_;
  std::uint64_t frame_ = 0, texels_sent_ = 0;
};

}  // namespace tilescope
