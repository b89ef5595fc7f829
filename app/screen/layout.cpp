#include <algorithm>

#include "app/screen/screen.h"
#include "app/stage/text.h"

namespace tilescope {

float narration_text(const LayoutWish& wish) { return (is_for_a_class(wish) ? least_presented : 1.07F) * wish.text; }

float text_for_a_class(float height, float scale) {
  constexpr float smallest = 12;
  return std::max(crisp_size(height / 40, scale), smallest * scale) / least_presented;
}

namespace {

// The layout for a class: the stage, the counters and a lesson's text. The text takes the full height at the left, so
// that a question moves nothing else; the counters or an open view are below the stage. Without a lesson, the buttons
// for playing are at the bottom.
Layout layout_for_a_class(const LayoutWish& wish) {
  Layout layout;
  layout.for_a_class = true;
  layout.text = wish.text;
  const float words = layout.narration_text = narration_text(wish);
  const float gap = layout.inset = 0.6F * words;
  const float room = wish.width - 2 * gap, buttons = wish.lesson ? 0 : 2.4F * wish.text;
  const float height = wish.height - 2 * gap - buttons;
  layout.title = {gap, 0, room, 0};
  layout.transport = {gap, wish.height - buttons, room, buttons};
  layout.timeline = {gap, layout.transport.y, room, 0};
  if (wish.lesson) layout.narration = {gap, gap, std::clamp(0.34F * room, 19.6F * words, 30 * words), height};
  const float x = wish.lesson ? layout.narration.right() + gap : gap;
  layout.stage = {x, gap, room + gap - x, height};
  layout.top = gap;
  Box& below = wish.inspector ? layout.inspector : wish.explain ? layout.explain : layout.counters;
  below = layout.stage;
  if (wish.explain && !wish.stage) {
    layout.stage = {};
    if (wish.inspector) layout.inspector = {}, layout.explain = below;
    return layout;
  }
  const float usual = 0.4F * height;
  below.h = wish.inspector      ? usual
            : !wish.explain     ? std::max(wish.counters, 2 * words) + 2 * layout.inset
            : wish.explains > 0 ? std::min(wish.explains + 2 * layout.inset, usual)
                                : usual;
  layout.stage.h -= below.h + gap;
  below.y = layout.stage.bottom() + gap;
  if (wish.equal && !wish.explain) {
    layout.stage.w = (layout.stage.w - gap) / 2;
    layout.beside = layout.stage;
    layout.beside.x = layout.stage.right() + gap;
  }
  return layout;
}

constexpr float smallest_stage = 16;  // in text sizes, beside panels that were dragged
constexpr float least_beside = 15;    // the width of the kernel beside as a column, in text sizes
constexpr float least_counters = 16.5F;
constexpr float least_timeline = 4, low_window = 37;     // heights in text sizes
constexpr float least_editor = 16, wide_editor = 0.34F;  // its least width in text sizes; a large share of the width
// The least widths, in text sizes, of an open view and of the stage beside a lesson at the left, and the share of the
// height that a view below the stage gets.
constexpr float least_view = 26, least_stage_by_view = 24, share_of_view_below = 0.4F;

// The usual layout: bars above and below, columns in between. All sizes are in text sizes, so a larger text size gives
// fewer parts, not smaller ones.
class Columns {
 public:
  explicit Columns(const LayoutWish& wish) : wish_(wish), text_(wish.text), gap_(0.7F * wish.text) {}

  Layout layout() {
    place_bars();
    if (wish_.lesson) give_narration();
    give_widths();
    const bool source_goes_below = wish_.lesson && wants_source() && source_ == 0 && beside_ == 0;
    const float below = height_below(source_goes_below);
    place_columns();
    if (below > 0) {
      layout_.counters.h -= below + gap_;
      (source_goes_below ? layout_.source : layout_.beside) = {layout_.counters.x, layout_.counters.bottom() + gap_,
                                                               layout_.counters.w, below};
    }
    if (has_view_below_) place_view_below();
    if (wish_.inspector) place_inspector();
    if (!wish_.few) add_borders();
    return layout_;
  }

 private:
  // The usual size of a panel, or the one that the user has dragged it to, within these limits.
  [[nodiscard]] float chosen(const char* panel, float usual, float least, float most) const {
    const auto size = wish_.sizes.find(panel);
    return size == wish_.sizes.end() ? usual : std::clamp(size->second * text_, least, std::max(least, most));
  }

  void add_borders() {
    const auto add = [&](const char* panel, const Box& part, Point grows) {
      if (part.w <= 0 || part.h <= 0) return;
      const Box box = grows.y < 0   ? Box{part.x, part.y - gap_, part.w, gap_}
                      : grows.x > 0 ? Box{part.right(), part.y, gap_, part.h}
                                    : Box{part.x - gap_, part.y, gap_, part.h};
      layout_.borders.push_back({panel, box, grows, (grows.y < 0 ? part.h : part.w) / text_});
    };
    if (narration_ > 0) add("narration", layout_.narration, {1, 0});
    if (source_ > 0) add("source", layout_.source, {1, 0});
    if (counters_ > 0) add("counters", layout_.counters, {-1, 0});
    if (beside_ > 0 && !wish_.equal) add("beside", layout_.beside, {-1, 0});
    if (explain_ > 0 && left_ > 0) add("explain", layout_.explain, {-1, 0});
    add("timeline", layout_.timeline, {0, -1});
  }

  [[nodiscard]] bool wants_source() const { return wish_.source && (!hides_source() || wish_.typing); }
  [[nodiscard]] bool hides_source() const { return wish_.presenter || (wish_.few && !wish_.few_and_source); }
  [[nodiscard]] float least_stage() const { return 33 * text_; }
  [[nodiscard]] float roomy_stage() const { return std::max(38 * text_, numbers_); }
  [[nodiscard]] float explain_wide() const {
    return chosen("explain", std::clamp(0.38F * room_, 26 * text_, 48 * text_), 20 * text_,
                  left_ - gap_ - smallest_stage * text_);
  }

  void place_bars() {
    layout_.text = text_;
    layout_.narration_text = narration_text(wish_);
    layout_.inset = 0.8F * text_;
    const float title = wish_.few ? 0 : 2.4F * text_, transport = 2.9F * text_;
    // In a low window, a task's editor already has few lines.
    const float share = wish_.task && wish_.height < 54 * text_ ? 0.14F : 0.17F;
    const float usual = std::clamp(share * wish_.height, 5.2F * text_, 13 * text_);
    float timeline = wish_.few ? 0 : chosen("timeline", usual, least_timeline * text_, 0.5F * wish_.height);
    left_ = room_ = wish_.width - 2 * gap_;
    layout_.title = {gap_, 0, room_, title};
    layout_.transport = {gap_, wish_.height - transport, room_, transport};
    // A frame inside another page shows no questions until a view is open; in a low window, a lesson needs the room.
    const bool has_questions = wish_.few ? wish_.explain : !wish_.lesson || wish_.height >= 40 * text_;
    const float questions = has_questions ? 1.7F * text_ : 0;
    layout_.questions = {gap_, title, room_, questions};
    layout_.top = std::max(title + questions, gap_);
    if (wish_.few) layout_.transport.w -= page_link * text_;
    const float high = layout_.transport.y - gap_ - layout_.top;
    timeline = timeline_beside_numbers(timeline, high);
    layout_.timeline = {gap_, layout_.transport.y - timeline, room_, timeline};
    height_ = high - timeline;
  }

  // With large letters the timeline gets lower, or is left out, if only then the stage's numbers have room.
  [[nodiscard]] float timeline_beside_numbers(float usual, float room) const {
    if (wish_.lean_stage <= 0 || wish_.height >= low_window * text_ || wish_.sizes.contains("timeline")) return usual;
    const float most = room - wish_.lean_stage - 2 * layout_.inset;
    if (most < 0 || most >= usual) return usual;
    return most >= least_timeline * text_ ? most : 0;
  }

  // The lesson is at the left, or below if the stage would get too narrow. This depends on the window's size alone, so
  // that no button moves when a step opens a view.
  void give_narration() {
    const float words = layout_.narration_text;
    const float wanted =
        chosen("narration", std::clamp(0.25F * room_, 24 * words, 36 * words), 18 * words, 0.5F * room_);
    // The same height in all steps, so that the stage does not move.
    const float band = std::max(8 * words, 0.38F * height_);
    const float stage = room_ - wanted - gap_;
    const bool is_wide = stage - least_counters * text_ - gap_ >= least_stage();
    // In a small window, a narrow text beside the stage leaves more of it than a band below.
    const float narrow = std::clamp(room_ - gap_ - least_stage(), std::min(18 * words, wanted), wanted);
    const bool has_room = room_ - narrow - gap_ >= least_stage();
    is_low_ = height_ - band - gap_ < (wish_.task ? 21 : 26) * text_;  // a task's editor needs more width
    has_narrow_rest_ = !is_wide && is_low_ && has_room;
    if (is_wide || has_narrow_rest_) {
      narration_ = is_wide ? wanted : narrow;
      left_ -= narration_ + gap_;
    } else {
      layout_.narration = {gap_, layout_.top + height_ - band, room_, band};
      height_ -= band + gap_;
    }
  }

  // If all numbers of the stage can be readable, the other columns make room for it: first the kernel beside, which
  // then is below the counters, then the counters, then the source.
  void find_room_for_numbers() {
    const bool has_source = wants_source() && source_ == 0;
    const float least_source = has_source ? 19 * text_ + gap_ : 0, edges = 2 * layout_.inset;
    const float wanted = std::ceil(wish_.numbers.x + edges);
    const float spare = wish_.sizes.contains("counters") ? 0 : std::max(0.0F, counters_ - least_counters * text_);
    const bool fits = wanted <= left_ + spare - least_source && wish_.numbers.y + edges <= height_;
    if (wish_.numbers.x <= 0 || !fits) return;
    numbers_ = wanted;
    if (!has_source || wish_.sizes.contains("source")) return;
    const float beside = wish_.beside ? least_beside * text_ + gap_ : 0;
    most_source_ = left_ - gap_ - wanted - beside;
    if (most_source_ >= least_source) return;
    const float missing = usual_source() * room_ + gap_ + wanted - left_;
    const float given = std::clamp(missing, 0.0F, spare);
    counters_ -= given;
    left_ += given;
    most_source_ = left_ - gap_ - wanted;
  }
  [[nodiscard]] float usual_source() const { return wish_.lesson ? 0.17F : 0.235F; }

  // Gives width to a part if at least `stage` remains for the stage.
  void give(const char* panel, float& part, float share, float least, float most, float stage) {
    const float room = left_ - gap_ - (wish_.sizes.contains(panel) ? smallest_stage * text_ : stage);
    if (room < least) return;
    const float usual = std::min(std::clamp(share * room_, least, most), room);
    part = chosen(panel, usual, 10 * text_, room);
    left_ -= part + gap_;
  }

  // Two stages side by side; the other parts must fit beside them.
  void give_equal_widths() {
    const float both = 2 * 27 * text_ + gap_;
    give("counters", counters_, 0.17F, 16.5F * text_, 23 * text_, both);
    if (wants_source())
      give("source", source_, 0.2F, 17 * text_, 34 * text_, wish_.typing ? both - 14 * text_ : both + 20 * text_);
    beside_ = (left_ - gap_) / 2;
    left_ -= beside_ + gap_;
  }

  void give_view() {
    explain_ = explain_wide();
    if (source_ > 0 && wish_.typing && wish_.lesson) {  // the stage gets less room, or none
      const float beside_stage = left_ - gap_ - 20 * text_;
      explain_ = beside_stage < 24 * text_ ? left_ : std::min(explain_, beside_stage);
    }
    left_ = std::max(0.0F, left_ - explain_ - gap_);
  }

  // The view and the stage share what the lesson leaves. If that is too narrow for both, a view that needs the stage
  // goes below it, and another one replaces it. In a low window, where a stage would be small, it does so sooner.
  void give_view_beside_lesson() {
    const float both = left_ - gap_, roomy = both - least_stage();
    const bool fits = both >= (least_view + least_stage_by_view) * text_;
    const bool is_alone = !wish_.stage && (!fits || (is_low_ && explain_wide() > roomy));
    if (!fits && !is_alone) {
      has_view_below_ = true;
      return;
    }
    const float usual = std::min(explain_wide(), std::max({roomy, 0.5F * both, least_view * text_}));
    explain_ = is_alone ? left_ : wish_.sizes.contains("explain") ? explain_wide() : usual;
    left_ = is_alone ? 0 : both - explain_;
  }

  void give_widths() {
    if (wish_.few && !wish_.explain && !wish_.typing) {  // the clicked thing still shows its story
      if (wants_source()) give("source", source_, 0.34F, 17 * text_, 34 * text_, 20 * text_);
      if (wish_.inspector) give("counters", counters_, 0.3F, 16.5F * text_, 26 * text_, 20 * text_);
      return;
    }
    if (wish_.equal && !wish_.explain) return give_equal_widths();
    // The editor stays visible while the user types, even if other parts have to go.
    if (wants_source() && wish_.typing) {
      give("source", source_, wish_.lesson ? 0.28F : wide_editor, (wish_.lesson && !wish_.explain ? 30 : 22) * text_,
           52 * text_, 20 * text_);
      if (source_ == 0) give("source", source_, 0, 22 * text_, 52 * text_, 20 * text_);
      if (source_ == 0) give("source", source_, wide_editor, least_editor * text_, 52 * text_, smallest_stage * text_);
    }
    if (wish_.explain) {  // it replaces the counters and the kernel beside
      if (narration_ > 0)
        give_view_beside_lesson();
      else
        give_view();
    } else if (!has_narrow_rest_) {
      const float least = least_counters * text_;
      give("counters", counters_, 0.17F, least, 23 * text_, least_stage());
      // If room is scarce, the counters take precedence over a large stage.
      if (counters_ == 0 && left_ >= 40 * text_) give("counters", counters_, 0, least, least, 0);
    }
    if (!wish_.explain && !has_narrow_rest_) find_room_for_numbers();
    if (wants_source() && source_ == 0)
      give("source", source_, usual_source(), 17 * text_, std::min(34 * text_, most_source_), least_stage());
    if (wish_.beside && !wish_.explain) give("beside", beside_, 0.16F, least_beside * text_, 28 * text_, roomy_stage());
    // The stage and the kernel beside share the width that the stage does not need.
    if (beside_ > 0 && !wish_.sizes.contains("beside")) {
      const float more = std::clamp(0.4F * (left_ - roomy_stage()), 0.0F, 12 * text_);
      beside_ += more;
      left_ -= more;
    }
  }

  // One part may go below the counters, which then get wider: the kernel beside, or in a lesson, whose text names
  // lines, the source. In a lower window nothing there would be readable.
  float height_below(bool is_source) {
    if (height_ < 27 * text_ || !(wish_.beside || is_source) || beside_ > 0 || counters_ == 0) return 0;
    const float below = std::clamp(0.47F * height_, 9 * text_, is_source ? height_ : counters_ + 5 * text_);
    const float most = 5 * text_;
    // A picture of the kernel beside that is wider than high would not be larger.
    const float useful = is_source ? most : std::clamp(below - counters_, 0.0F, most);
    const float more = wish_.sizes.contains("counters") ? 0 : std::clamp(left_ - roomy_stage(), 0.0F, useful);
    counters_ += more;
    left_ -= more;
    return below;
  }

  void place_columns() {
    float x = gap_;
    const auto column = [&](float wide) {
      const Box box{x, layout_.top, wide, height_};
      x += wide > 0 ? wide + gap_ : 0;
      return box;
    };
    if (narration_ > 0) layout_.narration = column(narration_);
    layout_.source = column(source_);
    layout_.stage = column(left_);
    layout_.counters = column(counters_);
    layout_.beside = column(beside_);
    layout_.explain = column(explain_);
  }

  void place_view_below() {
    const Box stage = layout_.stage;
    const float view = share_of_view_below * height_;
    layout_.stage.h -= view + gap_;
    layout_.explain = {stage.x, layout_.stage.bottom() + gap_, stage.w, view};
  }

  // The inspector goes below the source or an open view, or beside a view that is below the stage, or replaces the
  // lower source, kernel beside or counters.
  void place_inspector() {
    if (has_view_below_ && source_ == 0) {
      Box& view = layout_.explain;
      view.w = 0.5F * (view.w - gap_);
      layout_.inspector = {view.right() + gap_, view.y, view.w, view.h};
      return;
    }
    if (wish_.lesson && wish_.typing && source_ > 0 && !wish_.explain) return place_beside_text();
    if (source_ > 0 || explain_ > 0) {
      Box& above = source_ > 0 ? layout_.source : layout_.explain;
      const float story = std::min(0.42F * height_, 16 * text_);
      above.h -= story + gap_;
      layout_.inspector = {above.x, above.bottom() + gap_, above.w, story};
      return;
    }
    Box& place = layout_.source.w > 0 ? layout_.source : layout_.beside.w > 0 ? layout_.beside : layout_.counters;
    if (place.w <= 0) return place_beside_text();
    std::swap(layout_.inspector, place);
  }

  // The code, if any, keeps its height. The story is below the counters, in place of the kernel beside, or below the
  // stage; in a low window it is beside the stage.
  void place_beside_text() {
    if (layout_.beside.w > 0 && beside_ == 0) return std::swap(layout_.inspector, layout_.beside);
    Box& other = counters_ > 0 ? layout_.counters : layout_.stage;
    if (height_ < 27 * text_) {
      const float story = std::max(15 * text_, 0.4F * other.w);
      other.w -= story + gap_;
      layout_.inspector = {other.right() + gap_, other.y, story, other.h};
      return;
    }
    const float story = std::min(0.42F * height_, 16 * text_);
    other.h -= story + gap_;
    layout_.inspector = {other.x, other.bottom() + gap_, other.w, story};
  }

  const LayoutWish& wish_;
  Layout layout_;
  const float text_, gap_;
  float room_ = 0, height_ = 0;  // of all columns together
  float left_ = 0;               // the width that is left for the stage
  float narration_ = 0, source_ = 0, counters_ = 0, beside_ = 0, explain_ = 0;
  float numbers_ = 0;             // the width of a stage whose numbers are all readable; 0: not possible
  float most_source_ = 1e9F;      // the width that such a stage leaves for the source
  bool is_low_ = false;           // a low window: a stage above a lesson would be lower than it is wide
  bool has_narrow_rest_ = false;  // the counters or the stage make room for a lesson at the left
  bool has_view_below_ = false;   // the open view is below the stage
};

}  // namespace

Layout layout_of(const LayoutWish& wish) {
  if (is_for_a_class(wish)) return layout_for_a_class(wish);
  return has_little_room(wish) ? layout_of_little_room(wish) : Columns(wish).layout();
}

}  // namespace tilescope
