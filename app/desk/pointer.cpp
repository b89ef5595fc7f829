#include "app/desk/pointer.h"

#include <algorithm>

#include "app/stage/text.h"

namespace tilescope {

namespace {

// The part of a label's box that its letters fill, and a little more, because a drag may begin beside the first letter.
Box letters_of(const Label& label) {
  const float beside = 0.5F * label.size;
  const float wide = std::min(label.box.w, text_width(label.text, label.size, label.face));
  const float left = label.align == Align::left    ? label.box.x
                     : label.align == Align::right ? label.box.right() - wide
                                                   : label.box.middle().x - wide / 2;
  return {left - beside, label.box.y, wide + 2 * beside, label.box.h};
}

bool has_letters_at(const Picture& picture, Point place) {
  const auto has_them = [&](const Label& label) { return !label.text.empty() && letters_of(label).contains(place); };
  return std::any_of(picture.labels.begin(), picture.labels.end(), has_them) ||
         std::any_of(picture.clipped.begin(), picture.clipped.end(), [&](const Clipped& part) {
           return part.box.contains(place) && has_letters_at(part.picture, place);
         });
}

bool is_in_editor(const Screen& screen, Point place) {
  if (!screen.editor) return false;
  return screen.editor->room.contains({place.x - screen.editor_room.x, place.y - screen.editor_room.y});
}

// A slider is dragged across; so is the track of the loops on a CPU.
bool is_dragged(const Target& target) {
  return target.kind == Target::Kind::tile || target.kind == Target::Kind::place;
}

bool does_something(const Target& target) {
  const bool is_shown_already = target.kind == Target::Kind::launch && target.launch == 0;
  return target.kind != Target::Kind::none && target.kind != Target::Kind::bank &&
         target.kind != Target::Kind::executor && !is_shown_already;
}

}  // namespace

const Border* border_at(const Screen& screen, Point place) {
  constexpr float slack = 2;  // pixels on each side
  const std::vector<Border>& borders = screen.layout.borders;
  const auto found = std::find_if(borders.begin(), borders.end(),
                                  [&](const Border& border) { return border.box.inset(-slack).contains(place); });
  return found == borders.end() ? nullptr : &*found;
}

bool has_scroll_bar_at(const Screen& screen, Point place) {
  return std::any_of(screen.scrolls.begin(), screen.scrolls.end(), [&](const Scroll& scroll) {
    return scroll.is_needed() && scroll.bar().inset(-0.5F * scroll.bar().w).contains(place);
  });
}

bool has_words_at(const Screen& screen, Point place) {
  const Layout& layout = screen.layout;
  for (const Box& panel : {layout.narration, layout.explain, layout.inspector, layout.counters})
    if (panel.w > 0 && panel.contains(place))
      return screen.picture.at(place).kind == Target::Kind::none && has_letters_at(screen.picture, place);
  return false;
}

std::size_t scrolling_panel_at(const Screen& screen, Point place) {
  const auto found = std::find_if(screen.scrolls.begin(), screen.scrolls.end(), [&](const Scroll& scroll) {
    return scroll.is_needed() && scroll.room.contains(place);
  });
  return static_cast<std::size_t>(found - screen.scrolls.begin());
}

Pointer pointer_over_border(const Border& border) {
  return border.grows.y != 0 ? Pointer::up_and_down : Pointer::sideways;
}

Pointer pointer_over(const Screen& screen, Point place) {
  if (has_scroll_bar_at(screen, place)) return Pointer::arrow;
  if (const Border* const border = border_at(screen, place); border != nullptr) return pointer_over_border(*border);
  const auto says_more = [&](const Scroll& scroll) { return scroll.more(screen.layout.text).contains(place); };
  if (std::any_of(screen.scrolls.begin(), screen.scrolls.end(), says_more)) return Pointer::hand;
  const Target target = screen.picture.at(place);
  if (is_in_editor(screen, place) && target.kind != Target::Kind::act) return Pointer::beam;
  if (does_something(target) || screen.picture.has_solid_at(place) || screen.layout.timeline.contains(place))
    return Pointer::hand;
  return has_words_at(screen, place) ? Pointer::beam : Pointer::arrow;
}

float scroll_step_of_finger(const Screen& screen, Point place) {
  const float step = lines_of_wheel * screen.layout.text;
  if (has_scroll_bar_at(screen, place) || border_at(screen, place) != nullptr || screen.picture.has_solid_at(place) ||
      is_dragged(screen.picture.at(place)))
    return 0;
  if (scrolling_panel_at(screen, place) < scrolling_panels) return step;
  if (!screen.layout.source.contains(place)) return 0;
  return screen.editor ? lines_of_wheel * screen.editor->height : step;
}

}  // namespace tilescope
