// What is drawn between ImGui's own commands by other means.
#pragma once

#include "app/stage/picture.h"

struct ImDrawCmd;
struct ImDrawList;

namespace tilescope {

class Damage;

class CustomDraw {
 public:
  virtual ~CustomDraw() = default;

  // In pixels, as far as it is in `clip`: whether there is anything to see, what it is, and the drawing of it.
  [[nodiscard]] virtual bool is_seen(const Box& clip) const = 0;
  virtual void describe(const Box& clip, Damage& damage) const = 0;
  virtual void draw(const Box& clip) const = 0;

 protected:
  CustomDraw() = default;
  CustomDraw(const CustomDraw&) = default;
  CustomDraw& operator=(const CustomDraw&) = default;
};

// It has to stay where it is until the list is rendered.
void add_to(ImDrawList& list, const CustomDraw& drawing);
// Null if the command is one of ImGui's own.
[[nodiscard]] const CustomDraw* custom_draw_of(const ImDrawCmd& command);

}  // namespace tilescope
