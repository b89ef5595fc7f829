#include <algorithm>

#include "app/screen/screen.h"
#include "app/stage/text.h"

namespace tilescope {

float narration_text(const LayoutWish& wish) { return (wish.presenter ? least_presented : 1.07F) * wish.text; }

float text_for_a_class(float height, float scale) {
  constexpr float smallest = 12;
  return std::max(crisp_size(height / 40, scale), smallest * scale) / least_presented;
}

namespace {

// A class that is shown a lesson looks at the stage, the counters and the words. These stand at the left, as high as
// the window, so that nothing else moves when a question is asked; the counters, or what explains, stand below the
// stage.
Layout layout_for_a_class(const LayoutWish& wish) {
  Layout layout;
  layout.text = wish.text;
  const float words = layout.narration_text = narration_text(wish);
  const float gap = layout.inset = 0.6F * words;
  const float room = wish.width - 2 * gap, height = wish.height - 2 * gap;
  layout.title = {gap, 0, room, 0};
  layout.timeline = layout.transport = {gap, wish.height, room, 0};
  layout.narration = {gap, gap, std::clamp(0.34F * room, 19.6F * words, 30 * words), height};
  const float x = layout.narration.right() + gap;
  layout.stage = {x, gap, room + gap - x, height};
  layout.top = gap;
  Box& below = wish.inspector ? layout.inspector : wish.explain ? layout.explain : layout.counters;
  below = layout.stage;
  if (wish.explain && !wish.stage) {
    layout.stage = {};
    if (wish.inspector) layout.inspector = {}, layout.explain = below;
    return layout;
  }
  below.h = wish.explain || wish.inspector ? 0.42F * height : wish.counters + 2 * layout.inset;
  layout.stage.h -= below.h + gap;
  below.y = layout.stage.bottom() + gap;
  return layout;
}

}  // namespace

// In sizes of the text, so that a larger text means fewer parts rather than smaller ones.
Layout layout_of(const LayoutWish& wish) {
  if (wish.presenter && wish.lesson) return layout_for_a_class(wish);
  Layout layout;
  const float text = layout.text = wish.text;
  const float gap = 0.7F * text;
  layout.inset = 0.8F * text;
  const float title = 2.6F * text, transport = 2.9F * text;
  const float timeline = std::clamp(0.17F * wish.height, 5.2F * text, 13 * text);
  layout.title = {gap, 0, wish.width - 2 * gap, title};
  layout.transport = {gap, wish.height - transport, wish.width - 2 * gap, transport};
  layout.timeline = {gap, layout.transport.y - timeline, wish.width - 2 * gap, timeline};

  const float top = layout.top = title;
  float height = layout.timeline.y - gap - top;
  const float room = wish.width - 2 * gap;
  const float least_stage = 33 * text, roomy_stage = 38 * text, lowest_stage = 20 * text;
  float source = 0, counters = 0, beside = 0, explain = 0;
  float left = room;  // for the stage
  const auto give = [&](float& part, float share, float least, float most, bool is_wanted, float stage) {
    const float wanted = std::clamp(share * room, least, most);
    if (!is_wanted || left - wanted - gap < stage) return;
    part = wanted;
    left -= wanted + gap;
  };
  const float explain_wide = std::clamp(0.38F * room, 26 * text, 48 * text);
  const float words = layout.narration_text = narration_text(wish);
  float narration = 0;
  bool is_low = false;  // so that the words make a column, and the counters, or the stage, make room for it
  if (wish.lesson) {    // at the left, or below where the stage would get too narrow
    const float wanted = std::clamp(0.25F * room, 24 * words, 36 * words);
    const float band = std::clamp(wish.narration, 8 * words, std::max(8 * words, 0.42F * height));
    const float stage = room - wanted - gap;
    const bool is_wide = stage - (wish.explain ? explain_wide : 16.5F * text) - gap >= least_stage;
    is_low = !is_wide && height - band - gap < lowest_stage && stage >= least_stage && !(wish.explain && wish.stage);
    if (is_wide || is_low) {
      narration = wanted;
      left -= narration + gap;
    } else {
      layout.narration = {gap, top + height - band, room, band};
      height -= band + gap;
    }
  }
  if (wish.explain) {  // it takes the place of the counters and of the kernel beside
    explain = is_low ? left : explain_wide;
    left = std::max(0.0F, left - explain - gap);
  }
  const bool has_counters = !wish.explain && !is_low;
  give(counters, 0.17F, 16.5F * text, 23 * text, has_counters, least_stage);
  if (counters == 0 && has_counters && left >= 40 * text) {  // little room: the counters come before a roomy stage
    counters = 16.5F * text;
    left -= counters + gap;
  }
  give(source, wish.lesson ? 0.17F : 0.235F, 17 * text, 34 * text, wish.source && !wish.presenter, least_stage);
  give(beside, 0.16F, 15 * text, 28 * text, wish.beside && !wish.explain, roomy_stage);

  // Lower than that, nothing could be seen in it.
  const bool has_height = height >= 27 * text;
  // A lesson names lines, so the source comes before the kernel beside.
  const bool source_below = wish.lesson && wish.source && !wish.presenter && source == 0 && beside == 0;
  const float below = has_height && (wish.beside || source_below) && beside == 0 && counters > 0
                          ? std::clamp(0.47F * height, 9 * text, source_below ? height : counters + 5 * text)
                          : 0;
  if (below > 0) {  // one of them goes below the counters, which get wider for it
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
  if (narration > 0) layout.narration = column(narration);
  layout.source = column(source);
  layout.stage = column(left);
  layout.counters = column(counters);
  layout.beside = column(beside);
  layout.explain = column(explain);
  if (below > 0) {
    layout.counters.h -= below + gap;
    (source_below ? layout.source : layout.beside) = {layout.counters.x, layout.counters.bottom() + gap, layout.counters.w,
                                                      below};
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
  } else if (layout.source.w > 0) {
    std::swap(layout.inspector, layout.source);
  } else if (layout.beside.w > 0) {
    std::swap(layout.inspector, layout.beside);
  } else {
    std::swap(layout.inspector, layout.counters);
  }
  return layout;
}

}  // namespace tilescope
