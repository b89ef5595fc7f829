// The whole window as one picture: which parts it has, where each stands, and what they show. Pure.
#pragma once

#include <optional>

#include "app/editor/editor_picture.h"
#include "app/session/session.h"
#include "app/stage/picture.h"
#include "app/stage/timeline.h"

namespace tilescope {

// Where the parts of the window are. A part without width is not shown.
struct Layout {
  float text = 15;
  float narration_text = 15;  // a lesson is read from further away than the rest
  float inset = 12;           // between a part's edge and what is in it
  float top = 0;              // where the columns begin
  Box title, source, inspector, stage, counters, beside, explain, narration, timeline, transport;
};

struct LayoutWish {
  float width = 0, height = 0;
  float text = 15;  // the size of plain text
  bool source = true, beside = true, inspector = false, presenter = false;
  bool explain = false;
  bool typing = false;  // in the source, which then is wider
  bool lesson = false;
  bool equal = false;   // the kernel beside has as much room as the first
  float narration = 0;  // the height that a lesson wants below the stage
  float counters = 0;   // the height of counters that stand below the stage
  float explains = 0;   // of what explains and stands there; 0: its usual part
  bool stage = true;    // a class that sees what explains may need no stage
  bool few = false;     // only the stage, what it is asked for, and what plays it
  float scale = 1;      // the display's, times the user's
};
// How large a lesson's words are.
[[nodiscard]] float narration_text(const LayoutWish& wish);
// The size of plain text where a class is shown a lesson: no letters are smaller than so much of it, a 40th of the
// window.
[[nodiscard]] float text_for_a_class(float height, float scale);
inline constexpr float least_presented = 0.8F;
[[nodiscard]] Layout layout_of(const LayoutWish& wish);

struct Screen {
  Picture picture;
  Layout layout;
  View timeline_view;  // as the timeline was drawn, to find the moment under the mouse
  TimelineView timeline;
  float source_scroll = 0, task_scroll = 0;
  Picture over;                          // painted over the picture: what says that the stage is of another text
  std::optional<editor::Layout> editor;  // where the letters stand that can be typed at, in its panel
  Box editor_room;                       // that panel, without its edge
  std::string renderer;                  // what draws it, as OpenGL calls it; empty where nothing does
};

struct ScreenOptions {
  float width = 0, height = 0;
  float scale = 1;           // the display's, times the user's
  float source_scroll = -1;  // how far the source is scrolled, in pixels; less than 0: nobody has scrolled it yet
  float editor_scroll = 0;   // the row at the top of what is typed
  bool follows_caret = false;
  float task_scroll = 0;     // of what a task has to say
  bool few = false;          // in a frame of another page: few controls
};
[[nodiscard]] Screen screen_of(const Session& session, const ScreenOptions& options);

// The buttons that play, and the words beside them.
[[nodiscard]] Picture transport_picture(const Session& session, const View& view);
// What explains: tabs, and the view that is open.
[[nodiscard]] Picture explain_picture(const Session& session, const View& view);
// A lesson's step: what to read, what to guess, how to go on.
[[nodiscard]] float narration_height(const Session& session, float width, float text);
[[nodiscard]] Picture narration_picture(const Session& session, const View& view);
// A task: what is to be done, what of the goal is reached, hints.
[[nodiscard]] float task_height(const Session& session, float width, float text);
// Scrolled by so many pixels; `scrolled` is how far that could be done.
[[nodiscard]] Picture task_picture(const Session& session, const View& view, float scroll, float& scrolled);
// What the class does not see of it: notes, answers, what comes next.
[[nodiscard]] Picture notes_picture(const Session& session, const View& view);
// The name of what is open, and the badges that say where its numbers come from.
[[nodiscard]] Picture title_picture(const Session& session, const View& view);
// What is done for something that is on its way.
[[nodiscard]] Picture under_way_picture(const UnderWay& work, const View& view);

}  // namespace tilescope
