// Fills boxes, very many and very large ones. ImGui would read a texture and blend for every pixel of them, which
// without a GPU costs several times as much as one colour.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "app/gl/custom_draw.h"
#include "app/gl/pixels.h"
#include "app/stage/picture.h"
#include "app/stage/theme.h"

namespace tilescope {

class Program;

class BoxPainter {
 public:
  BoxPainter();
  ~BoxPainter();
  BoxPainter(const BoxPainter&) = delete;
  BoxPainter& operator=(const BoxPainter&) = delete;

  // Boxes may be added between begin_frame and the rendering of the draw lists. The sizes are those of the mouse and of
  // the pixels.
  void begin_frame(Point size, Point pixels);
  void warm_up();
  // A picture begins. Its background has that colour everywhere, or is unknown.
  void begin_picture(const std::optional<Color>& ground);
  // Boxes are drawn in as few runs as possible: one may be drawn before others that it does not overlap. A transparent
  // box over one colour is drawn in the mixed colour, which costs much less.
  void fill(const Box& box, Color color, float opacity, ImDrawList& list);
  struct Filled {
    Box box;  // in pixels
    Color color;
  };
  // At once, in this order, over all that was drawn so far; once it is prepared.
  void fill_now(const std::vector<Filled>& boxes) const;
  // Compiles what fill_now needs, at a point where an error can be reported.
  void prepare() { compile(opaque); }
  // Stripes from lower left to upper right, one every `period` along a row.
  void hatch(const Box& box, Color color, float opacity, float period, float width, ImDrawList& list);
  // Something was added to the list by other means, or will be before the next box.
  void make_room(const Box& box);
  // All that follows lies over all that came before.
  void close();

 private:
  enum Kind : std::uint8_t { opaque, blended, striped };
  struct Item {  // in pixels
    Box box;
    std::array<std::uint8_t, 4> color;
    std::array<float, 2> stripes;  // from one to the next along a row, and how wide one is
    Point from;                    // the origin of the stripes: the top left of the whole box
  };
  class Run : public CustomDraw {
   public:
    Run(const BoxPainter& painter, Kind kind) : painter_(painter), kind_(kind) {}

    [[nodiscard]] bool is_seen(const Box& clip) const override;
    void describe(const Box& clip, Damage& damage) const override;
    void draw() const override;

    [[nodiscard]] Kind kind() const { return kind_; }
    void add(const Item& item) { items_.push_back(item); }

   private:
    const BoxPainter& painter_;
    Kind kind_;
    std::vector<Item> items_;
  };

  struct Drawn {
    Box box;
    std::optional<Color> color;  // if it has a single one
  };

  void add(const Item& item, Kind kind, ImDrawList& list);
  void drew(const Drawn& drawn, std::size_t number);
  [[nodiscard]] std::optional<Color> color_behind(const Box& box) const;
  void draw(const std::vector<Item>& items, Kind kind) const;

  void compile(Kind kind);

  std::array<std::unique_ptr<Program>, 2> programs_;  // of whole boxes and of striped ones
  unsigned vertices_ = 0, buffer_ = 0;
  std::deque<Run> runs_;
  struct Open {
    Run* run = nullptr;
    std::size_t number = 0;  // the first run of the frame is 1
    std::vector<Box> over;   // what is drawn after it
  };
  std::array<Open, 3> open_;  // by Kind, the last run
  std::optional<Color> ground_;
  std::vector<Drawn> drawn_;  // since the picture began, or since close()
  Pixels pixels_;
};

}  // namespace tilescope
