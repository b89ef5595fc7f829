// One frame of the window, whatever it is drawn on: input becomes commands, the session applies them, the screen is
// composed and painted.
#pragma once

#include <optional>
#include <vector>

#include "app/gl/gui.h"
#include "app/panels/panels.h"
#include "app/screen/screen.h"

namespace tilescope {

class Desk {
 public:
  Desk(Session& session, Gui& gui, Surface& surface);

  // Draws the session as it is, `seconds` after the frame before. What was asked for is applied at the end.
  void frame(double seconds);
  void press(const KeyPress& key);
  void show_few() { shows_few_ = true; }  // controls, as in a frame of another page

  [[nodiscard]] const Screen& screen() const { return screen_; }
  // Something was asked for in this frame, or something moves by itself.
  [[nodiscard]] bool is_busy() const { return frames_left_ > 0; }

 private:
  void forget_scroll_of_another_kernel();
  void take_mouse(std::vector<Command>& commands);
  void drag_timeline(std::vector<Command>& commands, Point mouse);

  Session& session_;
  Gui& gui_;
  Surface& surface_;
  Screen screen_;
  LaunchView launch_;
  FilesView files_;
  FindView find_;
  StopView stop_;
  TasksView tasks_;
  GlossaryView glossary_;
  bool take_mouse_at_cube(std::vector<Command>& commands, Point mouse, bool pressed);
  void take_mouse_in_text(std::vector<Command>& commands, Point mouse, bool pressed);
  void use_clipboard();

  float source_scroll_ = -1;  // as ScreenOptions has it
  float task_scroll_ = 0;
  std::string scrolled_task_;        // what was said of it then
  std::string scrolled_kernel_;      // whose text that is
  std::size_t lines_in_sight_ = 30;  // of the text that is typed
  float editor_scroll_ = 0;
  bool shows_few_ = false;
  bool panel_types_ = false;  // a field of a panel has the keys
  bool follows_caret_ = false, drags_text_ = false;
  Box editor_room_;
  std::size_t caret_ = 0;  // where it was when it was last seen
  std::uint64_t version_ = 0;
  std::uint32_t line_run_ = 0;  // the line that was run when it was drawn last
  double clicked_ = 0;          // when the text was last clicked, and how often at that place
  int clicks_ = 0;
  Point clicked_at_;
  Target clicked_on_;
  bool drags_timeline_ = false, was_down_ = false;
  int frames_left_ = 0;  // until nothing has to be drawn any more
  struct CubeDrag {
    Point begin, last;
    bool moved = false;
  };
  std::optional<CubeDrag> cube_drag_;  // while the button is held over it
  Target dragged_;                     // a slider that is held: where it is now
};

}  // namespace tilescope
