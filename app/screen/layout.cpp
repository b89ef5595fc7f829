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
  const float least_stage = 33 * text, roomy_stage = 38 * text;
  float source = 0, counters = 0, beside = 0, explain = 0;
  float left = room;  // for the stage
  const auto give = [&](float& part, float share, float least, float most, bool is_wanted, float stage) {
    const float wanted = std::clamp(share * room, least, most);
    if (!is_wanted || left - wanted - gap < stage) return;
    part = wanted;
    left -= wanted + gap;
  };
  if (wish.explain) {  // it takes the place of the counters and of the kernel beside
    explain = std::clamp(0.38F * room, 26 * text, 48 * text);
    left -= explain + gap;
  }
  give(counters, 0.17F, 16.5F * text, 23 * text, !wish.explain, least_stage);
  if (counters == 0 && !wish.explain && room >= 40 * text) {  // little room: the counters come before a roomy stage
    counters = 16.5F * text;
    left -= counters + gap;
  }
  give(source, 0.235F, 17 * text, 34 * text, wish.source && !wish.presenter, least_stage);
  give(beside, 0.16F, 15 * text, 28 * text, wish.beside && !wish.explain, roomy_stage);

  // Lower than that, nothing could be seen in it.
  const bool has_height = height >= 27 * text;
  const float below =
      has_height && wish.beside && beside == 0 && counters > 0 ? std::clamp(0.47F * height, 9 * text, counters + 5 * text) : 0;
  if (below > 0) {  // the kernel beside goes below the counters, which get wider for it
    const float more = std::clamp(left - roomy_stage, 0.0F, 5 * text);
    counters += more;
    left -= more;
  }

  float x = gap;
  const auto column = [&](float wide) {
    const Box box{x, top, wide, height};
    x += wide > 0 ? wide + gap : 0;
    return box;
  };
  layout.source = column(source);
  layout.stage = column(left);
  layout.counters = column(counters);
  layout.beside = column(beside);
  layout.explain = column(explain);
  if (below > 0) {
    layout.counters.h -= below + gap;
    layout.beside = {layout.counters.x, layout.counters.bottom() + gap, layout.counters.w, below};
  }
  if (!wish.inspector) return layout;
  // The story of what is selected stands below the source, or below what explains, or takes the place of
  // the kernel beside, or of the counters.
  if (source > 0) {
    const float story = std::min(0.42F * height, 16 * text);
    layout.source.h -= story + gap;
    layout.inspector = {layout.source.x, layout.source.bottom() + gap, source, story};
  } else if (explain > 0) {
    const float story = std::min(0.42F * height, 16 * text);
    layout.explain.h -= story + gap;
    layout.inspector = {layout.explain.x, layout.explain.bottom() + gap, explain, story};
  } else if (layout.beside.w > 0) {
    std::swap(layout.inspector, layout.beside);
  } else {
    std::swap(layout.inspector, layout.counters);
  }
  return layout;
}

}  // namespace tilescope
