// Fills large numbers of boxes, including very large ones. ImGui would read a texture and blend for each of their
// pixels; without a GPU that costs several times as much as filling with one colour.
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

  // Boxes may be added between begin_frame and the rendering of the draw lists. `size` is in the mouse's units,
  // `pixels` in pixels.
  void begin_frame(Point size, Point pixels);
  void warm_up();
  // A picture begins. `ground` is the one colour of its background, or empty if unknown.
  void begin_picture(const std::optional<Color>& ground);
  // Boxes are drawn in as few runs as possible: a box may be drawn before others that it does not overlap. A
  // transparent box over one colour is drawn in the mixed colour, which costs much less.
  void fill(const Box& box, Color color, float opacity, ImDrawList& list);
  struct Filled {
    Box box;  // in pixels
    Color color;
  };
  // Draws immediately, in this order, over everything drawn so far. Call prepare first.
  void fill_now(const std::vector<Filled>& boxes) const;
  // Compiles what fill_now needs, at a point where an error can be reported.
  void prepare() { compile(opaque); }
  // Stripes from lower left to upper right, one every `period` along a row.
  void hatch(const Box& box, Color color, float opacity, float period, float width, ImDrawList& list);
  // Call if something else was added to the list in this box, or will be before the next box is added.
  void make_room(const Box& box);
  // All later boxes lie over all earlier ones.
  void close();

 private:
  enum Kind : std::uint8_t { opaque, blended, striped };
  struct Item {  // in pixels
    Box box;
    std::array<std::uint8_t, 4> color;
    std::array<float, 2> stripes;  // the distance between stripes along a row, and the width of a stripe
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
    std::optional<Color> color;  // empty: more than one colour
  };

  void add(const Item& item, Kind kind, ImDrawList& list);
  void drew(const Drawn& drawn, std::size_t number);
  [[nodiscard]] std::optional<Color> color_behind(const Box& box) const;
  void draw(const std::vector<Item>& items, Kind kind) const;

  void compile(Kind kind);

  std::array<std::unique_ptr<Program>, 2> programs_;  // for solid boxes and for striped boxes
  unsigned vertices_ = 0, buffer_ = 0;
  std::deque<Run> runs_;
  struct Open {
    Run* run = nullptr;
    std::size_t number = 0;  // runs are numbered from 1 in each frame
    std::vector<Box> over;   // boxes drawn after the run
  };
  std::array<Open, 3> open_;  // the last run of each Kind
  std::optional<Color> ground_;
  std::vector<Drawn> drawn_;  // since the start of the picture, or since close()
  Pixels pixels_;
};

}  // namespace tilescope
