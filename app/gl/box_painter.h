// Fills boxes, very many and very large ones. ImGui would look into a texture and blend for every pixel of them, which
// without a GPU costs several times as much as one colour.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "app/gl/pixels.h"
#include "app/stage/picture.h"
#include "app/stage/theme.h"

struct ImDrawCmd;
struct ImDrawList;

namespace tilescope {

class Program;

class BoxPainter {
 public:
  BoxPainter();
  ~BoxPainter();
  BoxPainter(const BoxPainter&) = delete;
  BoxPainter& operator=(const BoxPainter&) = delete;

  // Between begin_frame and the rendering of the draw lists, boxes may be added. The sizes are those of the mouse and
  // of the pixels.
  void begin_frame(Point size, Point pixels);
  // Boxes are drawn in runs. What is added to the list by other means has to be told apart from them: close() first.
  void fill(const Box& box, Color color, float opacity, ImDrawList& list);
  // Stripes from lower left to upper right, one every `period` along a row.
  void hatch(const Box& box, Color color, float opacity, float period, float width, ImDrawList& list);
  void close(ImDrawList& list);

 private:
  enum Kind : std::uint8_t { opaque, blended, striped };
  struct Instance {  // in pixels
    Box box;
    std::array<std::uint8_t, 4> color;
    float period, width;
  };
  struct Run {
    BoxPainter* painter = nullptr;
    Kind kind = opaque;
    std::size_t first = 0, count = 0;
  };

  static void draw(const ImDrawList* list, const ImDrawCmd* command);
  void add(const Instance& instance, Kind kind, ImDrawList& list);
  void draw(const Run& run, const Box& clip);
  void send();

  std::array<std::unique_ptr<Program>, 2> programs_;  // of whole boxes and of striped ones
  unsigned vertices_ = 0, buffer_ = 0;
  std::vector<Instance> instances_;
  std::size_t sent_ = 0;
  std::deque<Run> runs_;
  bool open_ = false;
  Pixels pixels_;
};

}  // namespace tilescope
