// One frame of the window on any surface: input becomes commands, the session applies them, the screen is composed and
// painted.
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

  // Draws the session as it is, `seconds` after the previous frame. The frame's commands are applied at its end.
  void frame(double seconds);
  void press(const KeyPress& key);
  void show_few() { shows_few_ = true; }  // few controls, for a frame in another page

  [[nodiscard]] const Screen& screen() const { return screen_; }
  // The frame has commands, or something moves by itself.
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

  float source_scroll_ = -1;  // as in ScreenOptions
  float task_scroll_ = 0;
  std::string scrolled_task_;        // the task's name and hints at that time
  std::string scrolled_kernel_;      // the kernel of that text
  std::size_t lines_in_sight_ = 30;  // in the editor
  float editor_scroll_ = 0;
  bool shows_few_ = false;
  bool panel_types_ = false;  // a field of a panel has the keyboard
  bool follows_caret_ = false, drags_text_ = false;
  Box editor_room_;
  std::size_t caret_ = 0;  // its place when it was last seen
  std::uint64_t version_ = 0;
  std::uint32_t line_run_ = 0;  // the running line at the last drawing
  double clicked_ = 0;          // when the text was last clicked, and how many times there
  int clicks_ = 0;
  Point clicked_at_;
  Target clicked_on_;
  bool drags_timeline_ = false, was_down_ = false;
  int frames_left_ = 0;  // until drawing can stop
  struct CubeDrag {
    Point begin, last;
    bool moved = false;
  };
  std::optional<CubeDrag> cube_drag_;  // while the button is held over the cube
  Target dragged_;                     // the position of a slider that is held
};

}  // namespace tilescope
