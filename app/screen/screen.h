// The whole window as one picture: its parts, their places and their contents. Computed by pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/editor_picture.h"
#include "app/session/session.h"
#include "app/stage/picture.h"
#include "app/stage/timeline.h"

namespace tilescope {

// A border that can be dragged, between a panel and the stage.
struct Border {
  const char* panel;
  Box box;
  Point grows;     // the direction in which the panel gets larger
  float size = 0;  // of the panel now, in text sizes
};

// The places of the window's parts. A part without width is not shown.
struct Layout {
  float text = 15;
  float narration_text = 15;  // lessons are read from farther away than the rest
  float inset = 12;           // between a part's edge and its content
  float top = 0;              // the top of the columns
  bool for_a_class = false;
  bool is_little = false;  // one panel at a time: this one
  Panel panel = Panel::stage;
  bool has_code = true, has_words_alone = false;  // which of the panels have a button
  Box title, panels, questions, source, inspector, stage, counters, beside, explain, narration, timeline, transport;
  std::vector<Border> borders;
};

struct LayoutWish {
  float width = 0, height = 0;
  float text = 15;  // the size of plain text
  bool source = true, beside = true, inspector = false, presenter = false;
  bool explain = false;
  bool typing = false;  // whether the source is being edited; it is wider then
  bool lesson = false;  // or a task, which has a panel at the same place
  bool task = false;
  bool equal = false;                       // the kernel beside gets as much room as the first
  float narration = 0;                      // the height that a lesson needs below the stage
  float counters = 0;                       // the height of the counters below the stage
  float explains = 0;                       // the height of an open view below the stage; 0: the default fraction
  bool stage = true;                        // false: hidden from a class that sees an open view
  bool few = false;                         // only the stage, its story, and the transport bar
  bool few_and_source = false;              // and the source
  float scale = 1;                          // the display's, times the user's
  std::map<std::string, float> sizes = {};  // of panels whose border was dragged, in text sizes
  Point numbers = {};          // the size of a stage in which all numbers of a product are readable; 0: any
  Panel panel = Panel::words;  // where there is room for one
  float target = 0;            // the least height of a bar that is pressed by a finger, in pixels
  float lean_stage = 0;        // the height below which a stage has no numbers, whatever it leaves out; 0: any
};
// Presenter mode shows a class few parts in large letters, but not while somebody types.
[[nodiscard]] inline bool is_for_a_class(const LayoutWish& wish) { return wish.presenter && !wish.typing; }
// The text size of lessons.
[[nodiscard]] float narration_text(const LayoutWish& wish);
// The size of plain text for a class. The smallest letters are `least_presented` of it, a 40th of the window.
[[nodiscard]] float text_for_a_class(float height, float scale);
inline constexpr float least_presented = 0.8F;
[[nodiscard]] Layout layout_of(const LayoutWish& wish);
// Whether the window has room for one panel only, and perhaps for the text of a lesson or task beside or below it.
[[nodiscard]] bool has_little_room(const LayoutWish& wish);
[[nodiscard]] Layout layout_of_little_room(const LayoutWish& wish);
inline constexpr float page_link = 7.5F;  // the width of the page's own link inside a frame, in text sizes

// The panels whose content may be taller than their room.
enum class Scrolling : std::uint8_t { narration, inspector, counters, explain, source };
inline constexpr std::size_t scrolling_panels = 5;
using ScrollPositions = std::array<float, scrolling_panels>;  // in pixels, by panel
// The source's position is negative until it has been scrolled: it then begins at the kernel.
inline constexpr ScrollPositions not_scrolled{0, 0, 0, 0, -1};

// What such a panel shows: a part that stays, and a part that scrolls if it is taller than its room. Places are
// relative to the panel's.
struct PanelContent {
  Picture fixed, body;
  Box room;
};

struct Scroll {
  Box room;                // of the part that scrolls
  float edge = 0;          // the width of the edge at its right
  float at = 0, most = 0;  // in pixels

  [[nodiscard]] bool is_needed() const { return most > 0; }
  // The bar at the right edge, and its part that shows what is in sight.
  [[nodiscard]] Box bar() const;
  [[nodiscard]] Box thumb() const;
  // The marker at the bottom of the room that shows that there is more; empty at the end of the content.
  [[nodiscard]] Box more(float text) const;
};

struct Screen {
  Picture picture;
  Layout layout;
  View timeline_view;  // the view of the timeline as drawn, to find the moment under the mouse
  TimelineView timeline;
  std::array<Scroll, scrolling_panels> scrolls;
  Picture over;  // painted over the picture: the label that says that the stage shows other code
  std::optional<editor::Layout> editor;  // the layout of the editor's letters in its panel
  Box editor_room;                       // the panel of the editor, without its edge
  std::string renderer;                  // OpenGL's name for the renderer; empty without one
};

struct ScreenOptions {
  float width = 0, height = 0;
  float scale = 1;          // the display's, times the user's
  float editor_scroll = 0;  // the row at the top of the editor
  bool follows_caret = false;
  bool few = false;  // few controls, for a frame inside another page
  bool few_and_source = false;
  float target = 0;  // the least side of a button for a finger, in pixels; 0: a mouse is used
  ScrollPositions scrolls = not_scrolled;
  bool follows = true;   // scrolls what belongs to the current moment into sight
  Box last_source = {};  // the room of the source's lines in the last frame; the source follows if it changes
  struct Held {          // a place in a panel that was pressed, and stays under the pointer
    Scrolling panel = {};
    Target target;
    float below = 0;  // the panel's upper edge
  };
  std::optional<Held> held = {};
};
[[nodiscard]] Screen screen_of(const Session& session, const ScreenOptions& options);

// The playback buttons, and the words next to them.
[[nodiscard]] Picture transport_picture(const Session& session, const View& view);
// The questions about a kernel, and the views that answer the open one.
[[nodiscard]] Picture questions_picture(const Session& session, const View& view);
// Where there is little room: the buttons that show the panels.
[[nodiscard]] Picture panels_picture(const Session& session, const Layout& layout, const View& view);
// Enlarges the places of buttons to the least side that a finger needs, as far as no other place is there.
void widen_for_a_finger(Picture& picture, float least);
// The explaining panel: the open view.
[[nodiscard]] Picture explain_picture(const Session& session, const View& view);
// A step of a lesson: its text, its question, its buttons, and the places that it names and the rest of the window does
// not show.
[[nodiscard]] PanelContent narration_content(const Session& session, const View& view,
                                             const std::vector<Target>& unseen);
// A task: its description, its goals, its hints.
[[nodiscard]] PanelContent task_content(const Session& session, const View& view);
// The presenter's notes, hidden from the class: notes, answers, the next step.
[[nodiscard]] Picture notes_picture(const Session& session, const View& view);
// The name of the open launch, and badges for the sources of its numbers.
[[nodiscard]] Picture title_picture(const Session& session, const View& view);
// Why a text has not run yet, and what can be done.
[[nodiscard]] Picture beside_text_picture(const Session& session, const View& view);
// The progress of a launch, lesson or task that is being prepared.
[[nodiscard]] Picture under_way_picture(const UnderWay& work, const View& view);

}  // namespace tilescope
