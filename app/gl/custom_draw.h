// Drawing that happens between ImGui's own commands.
#pragma once

#include <utility>
#include <vector>

#include "app/stage/picture.h"

struct ImDrawCmd;
struct ImDrawList;

namespace tilescope {

class Damage;

// All boxes are in pixels.
class CustomDraw {
 public:
  virtual ~CustomDraw() = default;

  // Reports its visible part within `clip` to `damage`.
  virtual void describe(const Box& clip, Damage& damage) const = 0;
  [[nodiscard]] virtual bool is_seen(const Box& clip) const = 0;
  // Restricts drawing to these boxes, which do not overlap.
  void draw_inside(std::vector<Box> boxes) { boxes_ = std::move(boxes); }
  virtual void draw() const = 0;

 protected:
  CustomDraw() = default;
  CustomDraw(const CustomDraw&) = default;
  CustomDraw& operator=(const CustomDraw&) = default;

  [[nodiscard]] const std::vector<Box>& boxes() const { return boxes_; }

 private:
  std::vector<Box> boxes_;
};

// Adds the drawing to the list. The drawing must exist until the list is rendered, and needs its boxes.
void add_to(ImDrawList& list, CustomDraw& drawing);
// Null if the command is ImGui's own.
[[nodiscard]] CustomDraw* custom_draw_of(const ImDrawCmd& command);

}  // namespace tilescope
