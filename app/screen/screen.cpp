#include "app/screen/screen.h"

#include <algorithm>
#include <cmath>

#include "app/session/editing_session.h"
#include "app/session/on_stage.h"
#include "app/stage/counters.h"
#include "app/stage/inspector.h"
#include "app/stage/parts.h"
#include "app/stage/source.h"
#include "app/stage/source_text.h"
#include "app/stage/stage.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float usual_text = 15;
constexpr float presenting = 1.45F;  // the factor by which presenter mode enlarges the text, if there is room

constexpr const char* more_words = "more below";
constexpr float high_sign = 1.2F;  // of these words, in text sizes

// The smallest window in text sizes; in a smaller one the stage would be unreadable.
constexpr float least_width = 58, least_height = 33;

class Composer {
 public:
  Composer(const Session& session, Screen& screen, float target)
      : session_(session), screen_(screen), target_(target) {}

  View view(Box room) const {
    View view;
    view.width = room.w;
    view.height = room.h;
    view.text = screen_.layout.text;
    view.target = target_;
    if (screen_.layout.for_a_class) view.least = least_presented;
    view.is_guessing = session_.course().is_open() && session_.course().guess().open;
    view.hovered = session_.selection().hovered;
    view.selected = session_.selection().selected;
    view.linked_elements = session_.selection().links.elements;
    view.linked_lines = session_.selection().links.lines;
    view.linked_threads = session_.selection().links.threads;
    view.linked_blocks = session_.selection().links.blocks;
    return view;
  }

  // Draws a panel's edge and returns the box inside it. Every part of the window is in a panel.
  Box panel(Box box) {
    screen_.picture.shapes.push_back({box, Ink::none, Ink::edge, 1, 0, 1, Mark::none});
    return box.inset(screen_.layout.inset);
  }

  // Fills the area outside the panels: the bars above and below, and the gaps. It is much smaller than the panels.
  void fill_gaps() {
    const Layout& layout = screen_.layout;
    const float width = screen_.picture.width;
    if (layout.is_little) return fill_around_panels();
    const float top = layout.top, bottom = layout.timeline.y, gap = layout.title.x;
    const auto fill = [&](Box box) {
      if (box.w > 0 && box.h > 0) screen_.picture.shapes.push_back({box, Ink::window, Ink::none, 0, 0, 1, Mark::none});
    };
    fill({0, 0, width, top});
    fill({0, layout.transport.y, width, screen_.picture.height - layout.transport.y});
    fill({0, bottom - gap, width, gap});
    fill({0, top, gap, layout.transport.y - top});
    fill({width - gap, top, gap, layout.transport.y - top});
    // A lesson's text may be below all columns.
    const bool is_below = layout.narration.y > top;
    const float low = is_below ? layout.narration.y - gap : bottom - gap;
    if (is_below) fill({0, low, width, gap});
    for (const Box& part : {layout.source, layout.stage, layout.counters, layout.beside, layout.explain,
                            is_below ? Box{} : layout.narration, layout.inspector}) {
      if (part.w <= 0) continue;
      if (part.right() < width - 1.5F * gap) fill({part.right(), part.y, gap, low - part.y});
      if (part.bottom() < low - 0.5F * gap) fill({part.x, part.bottom(), part.w, gap});
    }
  }

  void fill_around_panels() {
    const Layout& layout = screen_.layout;
    std::vector<Shape>& shapes = screen_.picture.shapes;
    shapes.push_back({{0, 0, screen_.picture.width, screen_.picture.height}, Ink::window});
    for (const Box& part : {layout.source, layout.stage, layout.counters, layout.explain, layout.narration,
                            layout.inspector, layout.timeline})
      if (part.w > 0 && part.h > 0) shapes.push_back({part, Ink::panel});
  }

  void put_in(Picture part, Box room) { screen_.picture.add(std::move(part), {room.x, room.y}); }

  void draw_source(const ScreenOptions& options) {
    if (screen_.layout.source.w <= 0) return;
    const Box room = panel(screen_.layout.source);
    if (session_.editing().is_shown()) return draw_editor(room, options);
    const auto number = static_cast<std::size_t>(Scrolling::source);
    float at = options.scrolls[number];
    const View seen = view(room);
    const SourceLayout part = source_layout(session_.shown().frame, seen);
    // Keeps the running line, and the lines that a lesson names, in sight, and centred in a long source. Before the
    // first step, shows the kernel, not the lines above it in its file.
    const float top = part.tops.front();  // the header's height
    Scroll& scroll = screen_.scrolls[number];
    scroll.room = {room.x, room.y + top, room.w, room.h - top};
    scroll.edge = screen_.layout.source.right() - room.right();
    // Scrolled to the end, the view still begins at a whole line.
    const float end = std::min(part.height - room.h + top, part.tops.back());
    scroll.most = end <= top ? 0 : *std::lower_bound(part.tops.begin(), part.tops.end(), end) - top;
    const auto line = part.box_of_line(session_.shown().frame.line);
    const bool follows = options.follows || at < 0 || !(scroll.room == options.last_source);
    if (at < 0 && !line) at = scroll_to_kernel(part, scroll.room.h);
    const auto wanted = with_lit_lines(part, line, scroll.room.h);
    if (follows && wanted && (wanted->y < at + top || wanted->bottom() > at + room.h))
      at = (wanted->h > 0.7F * scroll.room.h ? wanted->y : from_a_line(part, wanted->middle().y - scroll.room.h / 2)) -
           top;
    scroll.at = std::clamp(at, 0.0F, scroll.most);
    Picture head = source_picture(session_.shown().frame, seen, part, 0, top);
    head.keep_between(0, top);  // does not scroll with the rest
    Picture body = source_picture(session_.shown().frame, seen, part, top + scroll.at, room.h + scroll.at);
    body.keep_between(top + scroll.at, room.h + scroll.at);
    put_in(std::move(head), room);
    put_in(std::move(body), {room.x, room.y - scroll.at, room.w, room.h});
    put_bar(scroll);
  }

  // The start of a line that is nearest to this height, so that no line is cut.
  static float from_a_line(const SourceLayout& source, float height) {
    const auto nearest = std::min_element(source.tops.begin(), source.tops.end(), [&](float a, float b) {
      return std::abs(a - height) < std::abs(b - height);
    });
    return nearest == source.tops.end() ? height : *nearest;
  }

  // A selected line; otherwise the running line and the lines that the lesson names, in order, as far as they fit into
  // `room` together. While the lesson plays, the running line comes first; at rest, the words are read, and the lines
  // that they name come first.
  [[nodiscard]] std::optional<Box> with_lit_lines(const SourceLayout& source, std::optional<Box> running,
                                                  float room) const {
    const Target& selected = session_.selection().selected;
    if (selected.kind == Target::Kind::line && selected.launch == 0 && !session_.playback().playing)
      return source.box_of_line(selected.number);
    if (!session_.course().is_open()) return running;
    std::optional<Box> all;
    const auto add = [&](const std::optional<Box>& line) {
      if (!line) return;
      Box both = all.value_or(*line);
      const float bottom = std::max(both.bottom(), line->bottom());
      both.y = std::min(both.y, line->y);
      both.h = bottom - both.y;
      if (!all || both.h <= room) all = both;
    };
    if (session_.playback().playing) add(running);
    for (const Target& lit : named_places())
      if (lit.kind == Target::Kind::line) add(source.box_of_line(lit.number));
    add(running);
    return all;
  }

  void draw_editor(const Box& room, const ScreenOptions& options) {
    const Editing& editing = session_.editing();
    editor::Drawn drawn = editor::draw(*editing.document, editing.show(session_.shown()),
                                       session_.shown().has_trace() ? &session_.shown().frame : nullptr, view(room),
                                       options.editor_scroll, options.follows_caret);
    screen_.editor = std::move(drawn.layout);
    screen_.editor_room = room;
    put_in(std::move(drawn.picture), room);
  }

  // Shows the progress of the work while there is nothing else to show.
  void draw_under_way(const UnderWay& work) {
    if (!work.is_told()) return;
    View card = view(screen_.layout.title);
    const float gap = screen_.layout.title.x, top = screen_.layout.title.bottom();
    card.width = std::min(32 * card.text, screen_.picture.width - 4 * gap);
    const Picture part = under_way_picture(work, card);
    const float left = (screen_.picture.width - card.width) / 2,
                above = top + std::max(gap, 0.38F * (screen_.picture.height - top - part.height));
    const Box around{left - 2 * card.text, above - 1.6F * card.text, card.width + 4 * card.text,
                     part.height + 3.2F * card.text};
    screen_.picture.shapes.push_back({around, Ink::panel, Ink::edge, 1, 0.6F * card.text, 1, Mark::none});
    put_in(part, {left, above, card.width, part.height});
  }

  // Code that has never run, with nothing else to show, gets most of the window. A task keeps its panel, at the left.
  void draw_text_alone(const ScreenOptions& options) {
    const Layout whole = screen_.layout;
    const float gap = whole.title.x, top = whole.title.bottom();
    const float width = options.width - 3 * gap, height = options.height - top - gap;
    const bool is_task = session_.tasking().is_open();
    const float side = (is_task ? 0.42F : 0.32F) * width;
    screen_.layout = {};
    screen_.layout.text = whole.text;
    screen_.layout.narration_text = whole.narration_text;
    screen_.layout.inset = whole.inset;
    screen_.layout.top = top;
    screen_.layout.title = whole.title;
    if (whole.is_little && options.width < options.height) {
      const float words = 0.4F * height;
      screen_.layout.source = {gap, top, width + gap, height - words};
      screen_.layout.narration = {gap, screen_.layout.source.bottom() + gap, width + gap, words - gap};
    } else {
      screen_.layout.source = {is_task ? side + 2 * gap : gap, top, width - side, height};
      screen_.layout.narration = {is_task ? gap : screen_.layout.source.right() + gap, top, side, height};
    }
    draw_editor(panel(screen_.layout.source), options);
    put_scrolling(Scrolling::narration, screen_.layout.narration, options, [&](View view) {
      const std::optional<UnderWay> work = session_.under_way();
      if (work && work->is_told()) return content_of(under_way_picture(*work, view), view);
      if (!is_task) return content_of(beside_text_picture(session_, view), view);
      view.text = screen_.layout.narration_text;
      return task_content(session_, view);
    });
  }

  // A veil over the parts that belong to other code than the typed code, with a label that says so.
  void veil_stage() {
    if (!stage_is_behind(session_.editing(), session_.launching())) return;
    Picture& over = screen_.over;
    over.ground = Ink::none;
    over.width = screen_.picture.width;
    over.height = screen_.picture.height;
    const Layout& layout = screen_.layout;
    for (const Box& part : {layout.stage, layout.counters, layout.beside, layout.explain, layout.timeline})
      if (part.w > 0) over.shapes.push_back({part.inset(1), Ink::panel, Ink::none, 0, 0, 0.45F});
    // The label stands on the edge of its panel, where it hides nothing.
    const Box& under = layout.stage.w > 0 ? layout.stage : layout.explain;
    const float size = 0.87F * layout.text;
    const std::string head = session_.editing().runs.has_run() ? "shows the previous source" : "shows another kernel";
    const float wide = text_width(head, size, Face::bold) + 2 * size;
    const Box chip{under.right() - wide - layout.inset, under.y - 0.5F * layout.text, wide, 1.25F * layout.text};
    over.shapes.push_back({chip, Ink::panel, Ink::now, 2, 0.4F * size});
    put(over, chip, head, size, Ink::text, Face::bold, Align::center);
  }

  // In a user's file, the view begins two lines above the kernel if the kernel would otherwise be out of sight.
  [[nodiscard]] float scroll_to_kernel(const SourceLayout& source, float room) const {
    const Scenery& scenery = *session_.shown().frame.scenery;
    const std::string& kernel = scenery.launch().kernel;
    const std::size_t file = kernel.rfind(".cu");
    if (file == std::string::npos) return 0;
    const std::string entry = kernel.size() > file + 4 ? kernel.substr(file + 4) : "";
    const std::uint32_t kernel_line = line_of_kernel(scenery.kernel_text(), entry);
    const auto line = source.box_of_line(kernel_line);
    if (!line || line->bottom() <= 0.7F * room) return 0;
    return source.tops[kernel_line - std::min(kernel_line, 3U)] - source.tops.front();
  }

  // Draws a part of the window in its own panel, if it has a place.
  template <class Draw>
  void put_panel(const Box& part, const Draw& draw) {
    if (part.w <= 0 || part.h <= 0) return;
    const Box room = panel(part);
    put_in(draw(view(room)), room);
  }

  static std::optional<float> top_of(const Picture& body, const Target& target) {
    const auto hit =
        std::find_if(body.hits.begin(), body.hits.end(), [&](const Hit& each) { return each.target == target; });
    return hit == body.hits.end() ? std::nullopt : std::optional(hit->box.y);
  }

  // Likewise, with a content that may be taller than its room.
  template <class Draw>
  void put_scrolling(Scrolling which, const Box& part, const ScreenOptions& options, const Draw& draw) {
    if (part.w <= 0 || part.h <= 0) return;
    const auto number = static_cast<std::size_t>(which);
    Scroll& scroll = screen_.scrolls[number];
    const Box inside = panel(part);
    View seen = view(inside);
    seen.from = options.scrolls[number];
    PanelContent content = content_of(draw(seen), seen);
    scroll.room = {inside.x + content.room.x, inside.y + content.room.y, content.room.w, content.room.h};
    scroll.edge = part.right() - scroll.room.right();
    // Scrolled to the end, the view still begins at a whole line.
    const float hidden = content.body.height - scroll.room.h;
    scroll.most = hidden > 1 ? begin_of_lines(content.body, hidden, seen.text) : 0;
    scroll.at = std::clamp(seen.from, 0.0F, scroll.most);
    if (options.follows && content.body.wanted)
      scroll.at = begin_of_lines(content.body, scrolled_to(*content.body.wanted, scroll, seen.text), seen.text);
    if (options.held && options.held->panel == which)
      if (const auto top = top_of(content.body, options.held->target))
        scroll.at = begin_of_lines(content.body, std::clamp(*top - options.held->below, 0.0F, scroll.most), seen.text);
    if (scroll.at != seen.from) {
      seen.from = scroll.at;
      content = content_of(draw(seen), seen);
    }
    put_in(std::move(content.fixed), inside);
    if (!scroll.is_needed()) return put_in(std::move(content.body), scroll.room);
    const Box sign = scroll.more(seen.text);
    Box whole = scroll.room;
    if (!sign.is_empty()) {
      whole.h = end_of_lines(content.body, scroll.at + sign.y - whole.y, seen.text) - scroll.at;
      drop_cut_lines(content.body, scroll.at + whole.h);
    }
    if (screen_.layout.for_a_class) drop_cut_lines(content.body, scroll.at);
    screen_.picture.add_clipped(std::move(content.body), {scroll.room.x, scroll.room.y - scroll.at}, whole);
    draw_more(sign, seen.text);
    put_bar(scroll);
  }
  void put_bar(const Scroll& scroll) {
    if (scroll.is_needed())
      screen_.picture.shapes.push_back({scroll.thumb(), Ink::edge, Ink::none, 0, scroll.bar().w / 2, 1, Mark::none});
  }
  static PanelContent content_of(PanelContent content, const View&) { return content; }
  static PanelContent content_of(Picture body, const View& view) {
    return {{}, std::move(body), {0, 0, view.width, view.height}};
  }
  // The nearest position at which this box is visible above the marker that there is more, or its top if it is too
  // high.
  static float scrolled_to(const Box& wanted, const Scroll& scroll, float text) {
    const float seen = scroll.room.h - (scroll.is_needed() ? high_sign * text : 0);
    const float highest = std::min(wanted.y, wanted.bottom() - seen);
    const float at = std::clamp(scroll.at, std::min(highest, wanted.y), std::max(highest, wanted.y));
    return std::clamp(wanted.h > seen ? wanted.y : at, 0.0F, scroll.most);
  }

  // The smallest height from `begin` that cuts no line or row; `begin` if that would skip more than a few of them.
  static float begin_of_lines(const Picture& body, float begin, float text) {
    constexpr float most_skipped = 3;  // in text sizes
    float whole = begin;
    const auto pass = [&](const Box& box) {
      if (box.h <= most_skipped * text && box.y < whole - 1 && box.bottom() > whole + 1) whole = box.bottom();
    };
    for (float before = -1; before != whole && whole <= begin + most_skipped * text;) {
      before = whole;
      for (const Label& label : body.labels)
        if (!label.text.empty()) pass(label.box);
      for (const Shape& shape : body.shapes) pass(shape.box);
    }
    return whole <= begin + most_skipped * text ? whole : begin;
  }

  // The largest height up to `end` that cuts no line of words; `end` if that would leave much room empty.
  static float end_of_lines(const Picture& body, float end, float text) {
    constexpr float most_empty = 3;  // in text sizes
    float whole = end;
    bool cuts = true;
    while (cuts && whole > end - most_empty * text) {
      cuts = false;
      for (const Label& label : body.labels)
        if (!label.text.empty() && label.box.y < whole - 1 && label.box.bottom() > whole + 1)
          whole = label.box.y, cuts = true;
    }
    return cuts ? end : whole;
  }

  // The lines of two columns may overlap in height, so that every end cuts one of them.
  static void drop_cut_lines(Picture& body, float end) {
    std::erase_if(body.labels,
                  [&](const Label& label) { return label.box.y < end - 1 && label.box.bottom() > end + 1; });
  }

  void draw_more(const Box& sign, float text) {
    if (sign.is_empty()) return;
    const float size = 0.85F * text, wide = text_width(more_words, size, Face::bold), side = 0.35F * text;
    const float left = sign.middle().x - (wide + 3 * side) / 2, middle = sign.middle().y;
    put(screen_.picture, {left, sign.y, wide + side, sign.h}, more_words, size, Ink::dim, Face::bold);
    const float x = left + wide + 2 * side;
    screen_.picture.triangles.push_back(
        {{Point{x - side, middle - 0.6F * side}, Point{x + side, middle - 0.6F * side}, Point{x, middle + 0.7F * side}},
         Ink::now});
  }

  void draw_stages(const StageOptions& staged, const ScreenOptions& options) {
    put_panel(screen_.layout.stage,
              [&](const View& view) { return stage_picture(session_.shown().frame, staged, view); });
    put_scrolling(Scrolling::inspector, screen_.layout.inspector, options, [&](const View& view) {
      return inspector_picture(session_.shown().frame, session_.selection().facts, view);
    });
    put_scrolling(Scrolling::counters, screen_.layout.counters, options, [&](const View& view) {
      const auto whole = [](const Recorded& of) {
        return of.explained != nullptr ? of.explained->whole : std::nullopt;
      };
      const Shown& shown = session_.shown();
      return counters_picture(shown.frame, session_.shown().replay_beside() != nullptr ? &shown.beside_frame : nullptr,
                              view, whole(shown.focus), whole(shown.beside));
    });
    if (session_.shown().replay_beside() == nullptr) return;
    StageOptions small;
    small.for_a_class = staged.for_a_class;
    small.beside = true;
    small.small = screen_.layout.beside.w < 0.9F * screen_.layout.stage.w;
    small.launch = 1;
    put_panel(screen_.layout.beside,
              [&](const View& view) { return stage_picture(session_.shown().beside_frame, small, view); });
  }

  // Another launch has other arrays and lines.
  [[nodiscard]] std::vector<Target> named_places() const {
    return lesson_is_shown(session_.course(), session_.shown()) ? session_.course().lit() : std::vector<Target>{};
  }

  // The places that the lesson names and that its text has to show, because the rest of the window does not. A line is
  // seen where its code is. Elements in most views change from step to step, but the text must not move: without a
  // stage, it shows all of them.
  [[nodiscard]] std::vector<Target> unseen() const {
    std::vector<Target> unseen;
    const ExplainView* const explains = view_of(session_.explaining().view);
    const bool has_elements = screen_.layout.stage.w > 0 || (explains != nullptr && explains->keeps_elements);
    for (const Target& place : named_places()) {
      const bool is_seen = place.kind == Target::Kind::line      ? has_code_of(place)
                           : place.kind == Target::Kind::element ? has_elements && screen_.picture.shows(place)
                                                                 : screen_.picture.shows(place);
      if (!is_seen) unseen.push_back(place);
    }
    return unseen;
  }
  [[nodiscard]] bool has_code_of(const Target& line) const {
    const auto& hits = screen_.picture.hits;
    return screen_.editor || std::any_of(hits.begin(), hits.end(), [&](const Hit& hit) {
             return hit.target == line && screen_.layout.source.contains(hit.box.middle());
           });
  }

  void draw_timeline() {
    const Frame& frame = session_.shown().frame;
    if (frame.steps == 0) return;
    put_panel(screen_.layout.timeline, [&](const View& view) {
      TimelineView& timeline = screen_.timeline;
      screen_.timeline_view = view;
      if (const auto& explained = session_.shown().focus.explained) {
        timeline.marks = explained->marks;
        timeline.waits = explained->waits;
      }
      timeline.first_step = session_.playback().timeline.first;
      timeline.steps_shown = session_.playback().timeline.count;
      timeline.lanes = timeline_lanes(*frame.scenery, frame.block, session_.playback().fold, session_.playback().open);
      timeline.first_lane = first_lane_to_see(*frame.scenery, timeline, view, frame.thread);
      return timeline_picture(frame, timeline, view);
    });
  }

 private:
  const Session& session_;
  Screen& screen_;
  const float target_;
};

constexpr float narrow_class = 47;  // in text sizes

LayoutWish wish_of(const Session& session, const ScreenOptions& options) {
  LayoutWish wish;
  wish.scale = options.scale;
  wish.width = options.width;
  wish.height = options.height;
  wish.text = usual_text * options.scale;
  const bool is_task = session.tasking().is_open();
  const bool is_lesson = session.shown().has_trace() && session.course().is_open();
  wish.lesson = is_lesson || (session.shown().has_trace() && is_task);
  wish.task = wish.lesson && is_task;
  wish.panel = session.overlays().panel;
  wish.target = options.target;
  // A presenter's large letters need a window that is not too narrow for them.
  wish.presenter = session.overlays().presenter && options.width >= narrow_class * wish.text;
  wish.typing = session.editing().is_shown();
  if (is_for_a_class(wish))
    wish.text = text_for_a_class(options.height, options.scale);
  else if (wish.presenter)
    wish.text = std::clamp(std::min(options.width / least_width, options.height / least_height), wish.text,
                           presenting * wish.text);
  wish.source = session.settings().source;
  wish.sizes = session.settings().sizes;
  wish.few = options.few && !wish.presenter;
  wish.few_and_source = options.few_and_source;
  wish.beside = session.shown().replay_beside() != nullptr;
  wish.equal = wish.beside && session.overlays().equal;
  wish.inspector = session.selection().selected.kind != Target::Kind::none;
  const ExplainView* const explains = view_of(session.explaining().view);
  wish.explain = session.shown().has_trace() && explains != nullptr;
  wish.stage = explains == nullptr || explains->beside_stage;
  // Beside a lesson in a narrow window, the names of two kernels do not fit side by side.
  wish.counters = counters_strip_height(wish.text, wish.lesson && wish.width < narrow_class * wish.text);
  if (session.shown().has_trace()) {
    View view;
    view.text = wish.text;
    wish.numbers = stage_with_numbers(*session.shown().frame.scenery, view);
    constexpr float bars = 9.3F;  // the height of the bars and edges above and below a stage, in text sizes
    view.height = wish.height - bars * wish.text;
    wish.lean_stage = lean_stage_height(*session.shown().frame.scenery, view);
  }
  if (is_for_a_class(wish) && wish.explain && explains->height != nullptr &&
      session.shown().focus.explained != nullptr) {
    const Layout layout = layout_of(wish);
    View room;
    room.width = layout.explain.w - 2 * layout.inset;
    room.text = wish.text;
    room.least = least_presented;
    wish.explains = explains->height(session.explainable(), room);
  }
  return wish;
}

StageOptions stage_of(const Session& session, const LayoutWish& wish) {
  StageOptions staged;
  staged.for_a_class = is_for_a_class(wish);
  if (session.playback().slide) staged.slide = &*session.playback().slide;
  if (const auto& result = session.shown().focus.result) staged.result = &*result;
  staged.shows_wrong = session.shown().frame.at_end;
  const ExplainView* const explains = view_of(session.explaining().view);
  if (explains != nullptr && explains->mark != nullptr) explains->mark(session.explainable(), staged);
  return staged;
}

}  // namespace

Box Scroll::bar() const { return {room.right() + 0.3F * edge, room.y, 0.4F * edge, room.h}; }

Box Scroll::thumb() const {
  const Box whole = bar();
  const float part = room.h / (room.h + most), high = std::max(part * whole.h, 3 * whole.w);
  return {whole.x, whole.y + (whole.h - high) * (most > 0 ? at / most : 0), whole.w, high};
}

Box Scroll::more(float text) const {
  if (at >= most) return {};
  return {room.x, room.bottom() - high_sign * text, room.w, high_sign * text};
}

Screen screen_of(const Session& session, const ScreenOptions& options) {
  Screen screen;
  screen.picture.width = options.width;
  screen.picture.height = options.height;
  const LayoutWish wish = wish_of(session, options);
  screen.layout = layout_of(wish);
  const Layout& layout = screen.layout;
  Composer composer(session, screen, options.target);
  screen.picture.ground = session.shown().has_trace() ? Ink::panel : Ink::window;
  if (session.shown().has_trace()) composer.fill_gaps();
  if (layout.title.h > 0) composer.put_in(title_picture(session, composer.view(layout.title)), layout.title);
  if (!session.shown().has_trace() && session.editing().is_open())
    composer.draw_text_alone(options);
  else if (const std::optional<UnderWay> work = session.under_way(); work && !session.shown().has_trace())
    composer.draw_under_way(*work);
  if (!session.shown().has_trace()) return screen;
  if (layout.panels.h > 0)
    composer.put_in(panels_picture(session, layout, composer.view(layout.panels)), layout.panels);
  if (layout.questions.h > 0)
    composer.put_in(questions_picture(session, composer.view(layout.questions)), layout.questions);
  composer.draw_source(options);
  composer.draw_stages(stage_of(session, wish), options);
  composer.put_scrolling(Scrolling::explain, layout.explain, options,
                         [&](const View& view) { return explain_picture(session, view); });
  const std::vector<Target> unseen = composer.unseen();
  composer.put_scrolling(Scrolling::narration, layout.narration, options, [&](View view) -> PanelContent {
    view.text = layout.narration_text;
    return session.course().is_open() ? narration_content(session, view, unseen) : task_content(session, view);
  });
  composer.draw_timeline();
  if (layout.transport.h > 0)
    composer.put_in(transport_picture(session, composer.view(layout.transport)), layout.transport);
  composer.veil_stage();
  if (options.target > 0) widen_for_a_finger(screen.picture, options.target);
  return screen;
}

}  // namespace tilescope
