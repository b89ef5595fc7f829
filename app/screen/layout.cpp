#include <algorithm>

#include "app/screen/screen.h"

namespace tilescope {

// In sizes of the text, so that a larger text means fewer parts rather than smaller ones.
Layout layout_of(const LayoutWish& wish) {
  Layout layout;
  const float text = layout.text = wish.text;
  const float gap = 0.7F * text;
  const float title = 2.6F * text, transport = 2.9F * text;
  const float timeline = std::clamp(0.17F * wish.height, 5.2F * text, 13 * text);
  layout.title = {gap, 0, wish.width - 2 * gap, title};
  layout.transport = {gap, wish.height - transport, wish.width - 2 * gap, transport};
  layout.timeline = {gap, layout.transport.y - timeline, wish.width - 2 * gap, timeline};

  const float top = title, height = layout.timeline.y - gap - top;
  const float room = wish.width - 2 * gap;
  const float least_stage = 33 * text;
  float left = 0, right = 0;
  const float wanted_right = std::clamp(0.24F * room, 17 * text, 27 * text);
  if (room - wanted_right - gap >= 24 * text) right = wanted_right;
  const float wanted_left = std::clamp(0.23F * room, 17 * text, 31 * text);
  if (wish.source && !wish.presenter && room - right - wanted_left - 2 * gap >= least_stage) left = wanted_left;
  const float stage_x = gap + (left > 0 ? left + gap : 0);
  const float stage_end = wish.width - gap - (right > 0 ? right + gap : 0);
  layout.stage = {stage_x, top, stage_end - stage_x, height};
  if (left > 0) {
    const float story = wish.inspector ? std::min(0.45F * height, 16 * text) : 0;
    layout.source = {gap, top, left, height - (story > 0 ? story + gap : 0)};
    if (story > 0) layout.inspector = {gap, layout.source.bottom() + gap, left, story};
  }
  if (right <= 0) return layout;
  const float x = wish.width - gap - right;
  const float beside = wish.beside ? std::clamp(0.38F * height, 9 * text, right + 4 * text) : 0;
  layout.counters = {x, top, right, height - (beside > 0 ? beside + gap : 0)};
  if (beside > 0) layout.beside = {x, layout.counters.bottom() + gap, right, beside};
  // Without a source panel, the story takes the place of the kernel beside.
  if (left <= 0 && wish.inspector && beside > 0) std::swap(layout.inspector, layout.beside);
  return layout;
}

}  // namespace tilescope
