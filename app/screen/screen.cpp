#include "app/screen/screen.h"

#include <algorithm>
#include <cmath>

#include "app/stage/counters.h"
#include "app/stage/inspector.h"
#include "app/stage/source.h"
#include "app/stage/stage.h"

namespace tilescope {

namespace {

constexpr float usual_text = 15;
constexpr float presenting = 1.45F;  // how much larger text is for those at the back, where there is room for it

// A window is this many sizes of the text wide and high, or the stage would be too small for what is on it.
constexpr float least_width = 58, least_height = 33;

class Composer {
 public:
  Composer(const Session& session, Screen& screen) : session_(session), screen_(screen) {}

  View view(Box room) const {
    View view;
    view.width = room.w;
    view.height = room.h;
    view.text = screen_.layout.text;
    if (screen_.layout.title.h <= 0) view.least = least_presented;  // a class is shown a lesson
    view.hovered = session_.selection().hovered;
    view.selected = session_.selection().selected;
    view.linked_elements = session_.selection().links.elements;
    view.linked_lines = session_.selection().links.lines;
    view.linked_threads = session_.selection().links.threads;
    view.linked_blocks = session_.selection().links.blocks;
    return view;
  }

  // A panel's edge, and what is inside of it. Panels are the ground that everything stands on.
  Box panel(Box box) {
    screen_.picture.shapes.push_back({box, Ink::none, Ink::edge, 1, 0, 1, Mark::none});
    return box.inset(screen_.layout.inset);
  }

  // What is no panel: the bars above and below, and the gaps. Far less to fill than the panels would be.
  void fill_gaps() {
    const Layout& layout = screen_.layout;
    const float width = screen_.picture.width;
    const float top = layout.top, bottom = layout.timeline.y, gap = layout.title.x;
    const auto fill = [&](Box box) {
      if (box.w > 0 && box.h > 0)
        screen_.picture.shapes.push_back({box, Ink::window, Ink::none, 0, 0, 1, Mark::none});
    };
    fill({0, 0, width, top});
    fill({0, layout.transport.y, width, screen_.picture.height - layout.transport.y});
    fill({0, bottom - gap, width, gap});
    fill({0, top, gap, layout.transport.y - top});
    fill({width - gap, top, gap, layout.transport.y - top});
    // A lesson's words may stand below all columns.
    const bool is_below = layout.narration.y > top;
    const float low = is_below ? layout.narration.y - gap : bottom - gap;
    if (is_below) fill({0, low, width, gap});
    for (const Box& part : {layout.source, layout.stage, layout.counters, layout.beside, layout.explain,
                            is_below ? Box{} : layout.narration, layout.inspector}) {
      if (part.w <= 0) continue;
      if (part.right() < width - 1.5F * gap) fill({part.right(), top, gap, low - top});
      if (part.bottom() < low - 0.5F * gap) fill({part.x, part.bottom(), part.w, gap});
    }
  }

  void put_in(Picture part, Box room) { screen_.picture.add(std::move(part), {room.x, room.y}); }

  void draw_source(float scroll) {
    if (screen_.layout.source.w <= 0) return;
    const Box room = panel(screen_.layout.source);
    const Picture part = source_picture(session_.frame(), view(room));
    // The line being run stays in sight, in the middle where there is more than fits.
    const float most = std::max(0.0F, part.height - room.h);
    const auto line = box_of_line(part, session_.frame().line);
    const float top = 1.9F * screen_.layout.text;
    if (line && (line->y < scroll + top || line->bottom() > scroll + room.h)) scroll = line->middle().y - room.h / 2;
    screen_.source_scroll = std::clamp(scroll, 0.0F, most);
    const float head = 1.9F * screen_.layout.text;  // stays when the rest is scrolled
    put_in(cut(part, 0, head), room);
    put_in(cut(part, head + screen_.source_scroll, room.h - head),
           {room.x, room.y - screen_.source_scroll, room.w, room.h});
  }

 private:
  // What stands wholly between two heights.
  static Picture cut(Picture part, float from, float height) {
    const auto outside = [&](const Box& box) { return box.y < from - 1 || box.bottom() > from + height + 1; };
    const auto drop = [&](auto& items) { std::erase_if(items, [&](const auto& item) { return outside(item.box); }); };
    drop(part.shapes);
    drop(part.frames);
    drop(part.labels);
    drop(part.hits);
    return part;
  }

  const Session& session_;
  Screen& screen_;
};

}  // namespace

Screen screen_of(const Session& session, const ScreenOptions& options) {
  Screen screen;
  screen.picture.width = options.width;
  screen.picture.height = options.height;
  LayoutWish wish;
  wish.scale = options.scale;
  wish.width = options.width;
  wish.height = options.height;
  wish.text = usual_text * options.scale;
  wish.lesson = session.has_trace() && session.course().is_open();
  wish.presenter = session.overlays().presenter;
  if (wish.presenter && wish.lesson)
    wish.text = text_for_a_class(options.height, options.scale);
  else if (wish.presenter)
    wish.text = std::clamp(std::min(options.width / least_width, options.height / least_height), wish.text,
                           presenting * wish.text);
  wish.source = session.settings().source;
  wish.beside = session.beside() != nullptr;
  wish.inspector = session.selection().selected.kind != Target::Kind::none;
  const ExplainView* const explains = view_of(session.explaining().view);
  wish.explain = session.has_trace() && explains != nullptr;
  wish.stage = explains == nullptr || explains->beside_stage;
  wish.counters = counters_strip_height(wish.beside ? 2 : 1, wish.text);
  if (wish.lesson && !wish.presenter)  // as it would be across the window, with a margin for the panel's edge
    wish.narration = narration_height(session, options.width - 3 * wish.text, narration_text(wish)) + 1.7F * wish.text;
  screen.layout = layout_of(wish);
  const Layout& layout = screen.layout;
  Composer composer(session, screen);
  screen.picture.ground = session.has_trace() ? Ink::panel : Ink::window;
  if (session.has_trace()) composer.fill_gaps();
  if (layout.title.h > 0) composer.put_in(title_picture(session, composer.view(layout.title)), layout.title);
  if (!session.has_trace()) return screen;

  const Frame& frame = session.frame();
  composer.draw_source(options.source_scroll);
  if (layout.narration.w > 0) {
    const Box room = composer.panel(layout.narration);
    View view = composer.view(room);
    view.text = layout.narration_text;
    composer.put_in(narration_picture(session, view), room);
  }
  StageOptions staged;
  if (session.playback().slide) staged.slide = &*session.playback().slide;
  if (session.shown().focus.product) staged.wrong = session.shown().focus.product->wrong.size();
  if (session.shown().focus.product && frame.at_end) staged.spoiled = session.shown().focus.product->wrong;
  if (explains != nullptr && explains->mark != nullptr) explains->mark(session.explainable(), staged);
  staged.for_a_class = wish.presenter && wish.lesson;
  if (layout.stage.w > 0) {
    const Box room = composer.panel(layout.stage);
    composer.put_in(stage_picture(frame, staged, composer.view(room)), room);
  }
  if (layout.inspector.w > 0) {
    const Box room = composer.panel(layout.inspector);
    composer.put_in(inspector_picture(frame, session.selection().facts, composer.view(room)), room);
  }
  if (layout.counters.w > 0) {
    const Box room = composer.panel(layout.counters);
    const auto whole = [](const Explained* of) { return of != nullptr ? of->whole : std::nullopt; };
    composer.put_in(
        counters_picture(frame, session.beside() != nullptr ? &session.beside_frame() : nullptr, composer.view(room),
                         whole(session.shown().focus.explained.get()), whole(session.shown().beside.explained.get())),
        room);
  }
  if (layout.beside.w > 0 && session.beside() != nullptr) {
    const Box room = composer.panel(layout.beside);
    StageOptions small = staged;
    small.beside = true;
    small.launch = 1;
    small.wrong.reset();
    small.slide = nullptr;
    small.spoiled = {};
    small.suspect.reset();
    composer.put_in(stage_picture(session.beside_frame(), small, composer.view(room)), room);
  }
  if (layout.explain.w > 0) {
    const Box room = composer.panel(layout.explain);
    composer.put_in(explain_picture(session, composer.view(room)), room);
  }
  if (frame.steps > 0 && layout.timeline.h > 0) {
    const Box room = composer.panel(layout.timeline);
    screen.timeline_view = composer.view(room);
    if (session.shown().focus.explained != nullptr) {
      screen.timeline.marks = session.shown().focus.explained->marks;
      screen.timeline.waits = session.shown().focus.explained->waits;
    }
    screen.timeline.first_step = session.playback().timeline.first;
    screen.timeline.steps_shown = session.playback().timeline.count;
    screen.timeline.first_lane = first_lane_to_see(*frame.scenery, screen.timeline, screen.timeline_view, frame.thread);
    composer.put_in(timeline_picture(frame, screen.timeline, screen.timeline_view), room);
  }
  if (layout.transport.h > 0)
    composer.put_in(transport_picture(session, composer.view(layout.transport)), layout.transport);
  return screen;
}

}  // namespace tilescope
