// Draws matrices: each is one quad whose shader reads a texture with one texel for each cell.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

  [[nodiscard]] std::size_t textures() const { return textures_.size(); }
  [[nodiscard]] std::uint64_t uploaded_cells() const { return uploaded_cells_; }

 private:
  enum Look : std::uint8_t { shared_pixels, small_cells, marked_cells };
  struct Texture {
    std::uint32_t name = 0, rows = 0, columns = 0;
    std::vector<Cell> cells;  // as they were uploaded
    std::uint64_t last_frame = 0;
  };
  struct Draw {  // what the renderer needs when it comes to this grid
    GridPainter* painter = nullptr;
    const Theme* theme = nullptr;
    const Texture* texture = nullptr;
    Box box;  // in pixels
    Look look = small_cells;
    std::uint32_t rows = 0, columns = 0, block_rows = 0, block_columns = 0;
    Ink border = Ink::border;
    int line = 1;
  };

  static void draw(const ImDrawList* list, const ImDrawCmd* command);
  const Program& program(Look look);
  const Texture& texture_of(const Grid& grid);
  void upload(Texture& texture, const Grid& grid);

  std::array<std::unique_ptr<Program>, 3> programs_;
  std::uint32_t no_vertices_ = 0;
  // A texture belongs to the nth grid of that name in a frame.
  std::map<std::pair<std::string, int>, Texture> textures_;
  std::map<std::string, int> seen_;
  std::deque<Draw> draws_;
  Point pixels_, pixels_per_unit_{1, 1};
  std::uint64_t frame_ = 0, uploaded_cells_ = 0;
};

}  // namespace tilescope
