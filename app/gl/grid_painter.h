// Draws matrices: each is one quad whose shader reads a texture with one texel for each cell. And fills large boxes.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "app/gl/grid_texture.h"
#include "app/stage/picture.h"
#include "app/stage/theme.h"

struct ImDrawCmd;
struct ImDrawList;

namespace tilescope {

class Program;

class GridPainter {
 public:
  GridPainter();
  ~GridPainter();
  GridPainter(const GridPainter&) = delete;
  GridPainter& operator=(const GridPainter&) = delete;

  // Between begin_frame and the rendering of the draw lists, grids may be added. The sizes are those of the mouse and
  // of the pixels, one of which may be a multiple of the other.
  void begin_frame(Point size, Point pixels);
  // Adds the grid to the list, in `box` there; `scale` is how much the picture it is in was enlarged.
  void add(const Grid& grid, Box box, float scale, const Theme& theme, ImDrawList& list);

  // Fills a large box, several times as fast as ImGui without a GPU; its sides lie on whole pixels.
  void fill(Box box, Color color, ImDrawList& list);

  [[nodiscard]] std::size_t textures() const { return textures_.size(); }
  [[nodiscard]] std::uint64_t texels_sent() const { return texels_sent_; }

 private:
  struct Kept {
    GridTexture texture;
    std::uint64_t last_frame = 0;
  };
  struct Draw {  // what the renderer needs when it comes to this grid
    GridPainter* painter = nullptr;
    const Program* program = nullptr;
    unsigned texture = 0;  // 0: a filled box
    Box box;  // in pixels
    Point count, block;
    float line = 1;
    Color border, fill;  // of a filled box, only that
    const Theme* theme = nullptr;
  };

  static void draw(const ImDrawList* list, const ImDrawCmd* command);
  void set_uniforms(const Draw& draw) const;
  void clear(const Draw& draw, Box clip) const;
  // How much there is to draw in a cell: what is not there costs no time.
  enum Detail : std::uint8_t { fills_alone, rules_alone, rules_and_marks };
  const Program& program(Detail detail);
  void queue(const Draw& draw, ImDrawList& list);
  [[nodiscard]] Box in_pixels(Box box) const;
  unsigned texture_of(const Grid& grid, const GridTexture::View& view);

  std::array<std::unique_ptr<Program>, 3> programs_;  // by Detail
  unsigned no_vertices_ = 0;
  // A texture belongs to the nth grid of that name in a frame.
  std::map<std::pair<std::string, int>, Kept> textures_;
  std::map<std::string, int> seen_;
  std::deque<Draw> draws_;
  Point pixels_, pixels_per_unit_{1, 1};
  std::uint64_t frame_ = 0, texels_sent_ = 0;
};

}  // namespace tilescope
