// The window where there is little room, such as on a phone: one panel at a time.
#include <algorithm>
#include <string_view>
#include <vector>

#include "app/screen/screen.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// In text sizes. A window of 900 x 600 pixels has 60 x 40 of them; a frame inside another page has fewer controls.
constexpr float little_width = 60, little_height = 36, little_frame_width = 44, little_frame_height = 26;
constexpr float high_bar = 2.4F, high_transport = 2.9F;
constexpr float one_row = 50;              // a window this wide has the title and the panels' buttons in one row
constexpr float questions_and_views = 40;  // the width of both in one row
constexpr float least_words = 15, most_words = 26, least_panel_beside = 18;  // widths of a lesson's text and the rest
constexpr float both_below = 28;                                             // the height of a panel and a text below
constexpr float beside_story_wide = 40, above_story = 12;  // what a panel needs beside or above a story
constexpr float high_timeline = 5, least_above_timeline = 19;

class LittleRoom {
 public:
  explicit LittleRoom(const LayoutWish& wish) : wish_(wish), text_(wish.text), gap_(0.5F * wish.text) {}

  Layout layout() {
    layout_.text = text_;
    layout_.narration_text = narration_text(wish_);
    layout_.inset = 0.6F * text_;
    layout_.is_little = true;
    const float width = wish_.width - 2 * gap_, bar = high_of(high_bar), transport = high_of(high_transport);
    layout_.transport = {gap_, wish_.height - transport, width - (wish_.few ? page_link * text_ : 0), transport};
    const bool is_one_row = width >= one_row * text_;
    const float title = wish_.few ? 0 : bar, rows = title + (is_one_row || wish_.few ? 0 : bar);
    const bool has_words = wish_.lesson && !stands_apart({gap_, rows, width, layout_.transport.y - gap_ - rows});
    layout_.has_words_alone = has_words;
    layout_.has_code = !wish_.few || wish_.few_and_source || wish_.typing;
    const bool has_panels = !wish_.few || has_words || layout_.has_code || wish_.explain;
    const float panels = has_panels ? bar : 0;
    const float names = is_one_row && !wish_.few ? 0.55F * width : 0;
    layout_.title = {gap_, 0, names > 0 ? names : width, title};
    layout_.panels = names > 0 ? Box{gap_ + names, 0, width - names, panels} : Box{gap_, title, width, panels};
    layout_.top = std::max(layout_.panels.bottom(), gap_);
    Box rest{gap_, layout_.top, width, layout_.transport.y - gap_ - layout_.top};
    if (wish_.lesson && !has_words) rest = beside_words(rest);
    place_panel(rest);
    if (layout_.timeline.w <= 0) layout_.timeline = {gap_, layout_.transport.y, width, 0};
    return layout_;
  }

 private:
  [[nodiscard]] float high_of(float usual) const { return std::max(usual * text_, wish_.target); }
  [[nodiscard]] bool has_width_for_words(const Box& room) const {
    return room.w - gap_ >= least_words * layout_.narration_text + least_panel_beside * text_;
  }
  [[nodiscard]] bool stands_apart(const Box& room) const {
    return has_width_for_words(room) || room.h >= both_below * text_;
  }

  // Cuts off this height at the lower end.
  [[nodiscard]] Box cut_below(Box& rest, float high) const {
    rest.h -= high + gap_;
    return {rest.x, rest.bottom() + gap_, rest.w, high};
  }

  // Places the text of a lesson, and returns what it leaves. A high window has it below.
  Box beside_words(Box rest) {
    const float words = layout_.narration_text;
    if (has_width_for_words(rest) && (rest.h < both_below * text_ || rest.w > rest.h)) {
      const float most = rest.w - gap_ - least_panel_beside * text_;
      const float wide = std::clamp(0.4F * rest.w, least_words * words, std::min(most_words * words, most));
      layout_.narration = {rest.x, rest.y, wide, rest.h};
      rest.x += wide + gap_;
      rest.w -= wide + gap_;
    } else {
      layout_.narration = cut_below(rest, 0.46F * rest.h);
    }
    return rest;
  }

  [[nodiscard]] Panel panel() const {
    if (wish_.explain) return Panel::views;
    if (wish_.panel == Panel::words && !layout_.has_words_alone)
      return wish_.task && wish_.typing ? Panel::code : Panel::stage;
    return wish_.panel == Panel::code && !layout_.has_code ? Panel::stage : wish_.panel;
  }

  void place_panel(Box rest) {
    layout_.panel = panel();
    if (layout_.panel == Panel::views) {
      const float row = high_of(1.7F);
      layout_.questions = {rest.x, rest.y, rest.w, (rest.w < questions_and_views * text_ ? 2 : 1) * row};
      rest.y += layout_.questions.h;
      rest.h -= layout_.questions.h;
    }
    if (layout_.panel == Panel::stage && !wish_.few && rest.h >= (least_above_timeline + high_timeline) * text_)
      layout_.timeline = cut_below(rest, high_timeline * text_);
    const bool tells = wish_.inspector && layout_.panel != Panel::words && layout_.panel != Panel::counts &&
                       !(layout_.panel == Panel::code && wish_.typing);
    if (tells && (rest.w >= beside_story_wide * text_ || rest.h >= above_story * text_)) rest = beside_story(rest);
    switch (layout_.panel) {
      case Panel::stage: layout_.stage = rest; return;
      case Panel::code: layout_.source = rest; return;
      case Panel::words: layout_.narration = rest; return;
      case Panel::counts: layout_.counters = rest; return;
      case Panel::views: layout_.explain = rest; return;
    }
  }

  // The story of what was selected is beside the panel, or below it.
  Box beside_story(Box rest) {
    if (rest.w >= beside_story_wide * text_) {
      const float wide = 0.4F * rest.w;
      layout_.inspector = {rest.right() - wide, rest.y, wide, rest.h};
      rest.w -= wide + gap_;
    } else {
      layout_.inspector = cut_below(rest, 0.42F * rest.h);
    }
    return rest;
  }

  const LayoutWish& wish_;
  Layout layout_;
  const float text_, gap_;
};

struct Named {
  Panel panel;
  std::string_view words;
};

std::vector<Named> panels_of(const Session& session, const Layout& layout) {
  std::vector<Named> all{{Panel::stage, "Stage"}};
  if (layout.has_code) all.push_back({Panel::code, "Code"});
  if (layout.has_words_alone) all.push_back({Panel::words, session.tasking().is_open() ? "Task" : "Lesson"});
  if (layout.title.h > 0) {  // a frame inside another page has no others
    all.push_back({Panel::counts, "Counts"});
    all.push_back({Panel::views, "Views"});
  }
  return all;
}

}  // namespace

bool has_little_room(const LayoutWish& wish) {
  const float width = wish.few ? little_frame_width : little_width;
  const float height = wish.few ? little_frame_height : little_height;
  return wish.width < width * wish.text || wish.height < height * wish.text;
}

Layout layout_of_little_room(const LayoutWish& wish) { return LittleRoom(wish).layout(); }

Picture panels_picture(const Session& session, const Layout& layout, const View& view) {
  Picture picture = view.picture();
  const float text = view.text;
  const std::vector<Named> all = panels_of(session, layout);
  const float wide = std::min(view.width / static_cast<float>(all.size()), 9 * text);
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Box box{wide * static_cast<float>(n), 0, wide, view.height};
    const bool is_open = all[n].panel == layout.panel;
    put(picture, box, std::string(all[n].words), 0.95F * text, is_open ? Ink::text : Ink::dim,
        is_open ? Face::bold : Face::sans, Align::center);
    if (is_open)
      picture.shapes.push_back(
          {{box.x + 0.3F * text, box.bottom() - 0.25F * text, box.w - 0.6F * text, 0.2F * text}, Ink::now});
    picture.hits.push_back({box, button(ShowPanel{all[n].panel})});
  }
  return picture;
}

namespace {

bool is_pressed(const Target& target) {
  switch (target.kind) {
    case Target::Kind::act:
    case Target::Kind::option:
    case Target::Kind::choice:
    case Target::Kind::window:
    case Target::Kind::pin:
    case Target::Kind::as_ran:
    case Target::Kind::moment: return true;
    default: return false;
  }
}

}  // namespace

void widen_for_a_finger(Picture& picture, float least) {
  const std::vector<Hit> before = picture.hits;
  for (std::size_t n = 0; n < before.size(); ++n) {
    const Box& box = before[n].box;
    if (!is_pressed(before[n].target) || (box.w >= least && box.h >= least)) continue;
    // Towards each side, up to half the way to the next place.
    const float sideways = std::max(0.0F, (least - box.w) / 2), upright = std::max(0.0F, (least - box.h) / 2);
    float left = sideways, right = sideways, above = upright, below = upright;
    for (std::size_t other = 0; other < before.size(); ++other) {
      const Box& there = before[other].box;
      if (other == n || there.is_empty()) continue;
      const bool is_level = there.y < box.bottom() && box.y < there.bottom();
      const bool is_over = there.x < box.right() && box.x < there.right();
      if (is_level && there.x >= box.right()) right = std::min(right, (there.x - box.right()) / 2);
      if (is_level && there.right() <= box.x) left = std::min(left, (box.x - there.right()) / 2);
      if (is_over && there.y >= box.bottom()) below = std::min(below, (there.y - box.bottom()) / 2);
      if (is_over && there.bottom() <= box.y) above = std::min(above, (box.y - there.bottom()) / 2);
    }
    picture.hits[n].box = {box.x - left, box.y - above, box.w + left + right, box.h + above + below};
  }
  for (Clipped& part : picture.clipped) widen_for_a_finger(part.picture, least);
}

}  // namespace tilescope
