// One frame of the window, on any surface: input becomes commands, the session applies them, the screen is composed and
// painted.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/desk/pointer.h"
#include "app/gl/gui.h"
#include "app/panels/panels.h"
#include "app/screen/screen.h"

namespace tilescope {

class Desk {
 public:
  Desk(Session& session, Gui& gui, Surface& surface);

  // Draws the current session, `seconds` after the previous frame. The frame's commands are applied at its end.
  void frame(double seconds);
  void press(const KeyPress& key);
  // Few controls, for a frame inside another page, perhaps with the source.
  void show_few(bool with_source) { shows_few_ = true, shows_source_ = with_source; }

  // Fingers press, not a mouse: buttons get large enough, and hints are theirs.
  void use_fingers(bool on) { has_fingers_ = on; }

  [[nodiscard]] const Screen& screen() const { return screen_; }
  [[nodiscard]] Pointer pointer() const { return pointer_; }  // the shape of the mouse pointer
  // The pixels by which a panel scrolls with one step of the wheel, if a finger's drag from this place should scroll
  // it.
  [[nodiscard]] float scroll_step_of_finger(Point place) const;
  // What a keyboard on the screen would type in.
  enum class Field : std::uint8_t { none, source, other };
  [[nodiscard]] Field field() const;
  // Whether Tab is for a field of a panel, or indents the source.
  [[nodiscard]] bool takes_tab() const;
  // Whether the frame has commands or something still moves.
  [[nodiscard]] bool is_busy() const { return frames_left_ > 0; }

 private:
  void forget_old_scrolls();
  [[nodiscard]] bool has_moved_on();
  void scroll_by_page(int pages);
  bool take_mouse_at_words(const Target& target, Point mouse, bool pressed);
  [[nodiscard]] std::vector<Label> marked_words() const;
  bool take_mouse_at_border(std::vector<Command>& commands, Point mouse, bool pressed);
  bool take_mouse_at_scroll_bar(Point mouse, bool pressed);
  bool take_mouse_at_panel(Point mouse, bool pressed);
  void take_mouse(std::vector<Command>& commands);
  void hold(const Target& target, Point mouse);
  void show_pointer(Pointer pointer);
  [[nodiscard]] Pointer pointer_now(Point mouse) const;
  void drag_timeline(std::vector<Command>& commands, Point mouse);

  Session& session_;
  Gui& gui_;
  Surface& surface_;
  Screen screen_;
  LaunchView launch_;
  FilesView files_;
  FindView find_;
  StopView stop_;
  StartView start_;
  HelpView help_;
  bool take_mouse_at_cube(std::vector<Command>& commands, Point mouse, bool pressed);
  void take_mouse_in_text(std::vector<Command>& commands, Point mouse, bool pressed);
  void use_clipboard();
  // Opens the link in the clipboard, from the start page, whose field has the keys. False if there is none.
  bool open_copied_link();

  ScrollPositions scrolls_ = not_scrolled;
  std::array<std::string, scrolling_panels> scrolled_;  // the contents that were scrolled
  std::string followed_;                                // what views scrolled to last
  struct BarDrag {
    std::size_t panel;
    float begin, at;  // the mouse and the scroll position when the drag began
  };
  std::optional<BarDrag> bar_drag_;
  std::optional<ScreenOptions::Held> held_;
  std::optional<BarDrag> panel_drag_;  // of a panel's content, which follows the mouse
  Pointer pointer_ = Pointer::arrow;
  struct BorderDrag {
    Border border;
    Point begin;
  };
  std::optional<BorderDrag> border_drag_;
  struct Marking {  // of words by dragging, in one panel
    Box panel;
    Point begin, end;
  };
  std::optional<Marking> marking_;
  bool is_marking_ = false;              // the button is held
  std::string_view border_under_mouse_;  // the panel whose border it is
  std::size_t lines_in_sight_ = 30;      // in the editor
  float editor_scroll_ = 0;
  bool shows_few_ = false, shows_source_ = false, has_fingers_ = false;
  bool opens_file_ = false;   // the list of files was open in the last frame
  bool panel_types_ = false;  // a field of a panel has the keyboard
  bool has_list_ = false;     // so has an open list of a panel
  bool follows_caret_ = false, drags_text_ = false;
  Box editor_room_;
  std::size_t caret_ = 0;  // the caret's last known place
  std::uint64_t version_ = 0;
  std::uint32_t line_run_ = 0;  // the running line in the last frame
  double clicked_ = 0;          // the time of the last click in the code, and the clicks so far at that place
  int clicks_ = 0;
  Point clicked_at_;
  Target clicked_on_;
  bool drags_timeline_ = false, was_down_ = false;
  int frames_left_ = 0;  // until drawing may stop
  struct CubeDrag {
    Point begin, last;
    bool moved = false;
  };
  std::optional<CubeDrag> cube_drag_;  // while the button is held over the cube
  Target dragged_;                     // the dragged slider, at its current position
};

}  // namespace tilescope
