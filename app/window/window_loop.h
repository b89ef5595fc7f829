// The work of a window from its opening to its closing, one step at a time.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/desk/presenter_desk.h"
#include "app/desk/script.h"
#include "app/window/window.h"

namespace tilescope {

class WindowLoop {
 public:
  struct Options {
    std::string script, state;  // paths: the script that drives the window, and a file for the screen's content as data
    std::function<Relaunch(const std::vector<std::string>& words)> read_launch;  // for a script
    bool few = false, few_and_source = false;                                    // few controls; and the source
    // Continues to open the requested content, or waits until it is open. True if more remains to be done.
    std::function<bool(bool waits)> opens;
    std::string frame_times;  // a file for the frame times
  };

  // The session and the window must outlive the loop.
  WindowLoop(const Options& options, Session& session, Window& window);

  ~WindowLoop();

  // Draws a frame and carries out its commands. False: the window should close.
  bool step();
  // Handles events until the next step is due, and sleeps in between.
  void rest();
  // For callers that cannot sleep: whether the next step is due.
  [[nodiscard]] bool is_due();

  // Control from outside: opens a file or a share string; shows a banner; returns the screen's content as data.
  void open(const std::string& what) { session_.apply(Open{what}); }
  void say(const std::string& problem) { session_.apply(Say{problem}); }
  [[nodiscard]] std::string state();
  [[nodiscard]] bool is_open() const { return !is_opening_; }
  [[nodiscard]] bool is_busy() const {
    return session_.launching().recorder.is_busy() || session_.tasking().judged().is_busy();
  }
  // Lines of the script language, which throw like a script's. They run once the first is open, and wait for workers
  // between the lines: until `go_on` returns false, there are no frames.
  void begin(const std::string& script);
  [[nodiscard]] bool go_on();
  [[nodiscard]] bool is_told() const { return told_.has_value(); }
  // The text of a link to what is shown; empty if there is none, or before the first is open.
  [[nodiscard]] std::string link() const;
  // What is shown, in words: JSON.
  [[nodiscard]] std::string words() const;
  // The source was changed outside, and selected.
  void type_over(const TypeOver& change) { session_.apply(change); }
  // What OpenGL held is gone, perhaps between two steps.
  void lose_drawing() { was_lost_ = true; }
  // As in Desk.
  void use_fingers(bool on) { desk_->use_fingers(has_fingers_ = on); }
  [[nodiscard]] Desk::Field field() const { return desk_->field(); }
  [[nodiscard]] bool takes_tab() const { return desk_->takes_tab(); }
  [[nodiscard]] float scroll_step_of_finger(Point place) const { return desk_->scroll_step_of_finger(place); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Notes {
    Notes(const Session& session, Window& beside);
    std::unique_ptr<Window> window;
    PresenterDesk desk;
  };

  // Also after the window has lost what OpenGL held for it.
  void begin_drawing();
  // Goes on with opening the first request. True if more remains to be done.
  bool goes_on_opening(bool waits);
  void warn();  // about missing features
  [[nodiscard]] bool grant(const Wishes& wishes);
  void save_next_picture();
  void save(const std::string& path);
  void show_notes();
  void write_state();
  [[nodiscard]] bool looks_now_and_then() const;
  [[nodiscard]] Script::Stage stage();

  const Options options_;
  Session& session_;
  Window& window_;
  std::optional<Gui> gui_;
  std::optional<Desk> desk_;
  std::optional<Script> script_, told_;  // the second one from outside
  bool has_to_wait_ = false;             // for what a line of it has begun
  std::optional<Notes> notes_;
  std::string written_;
  Clock::time_point began_;                     // start of the frame
  bool goes_on_ = false, is_scripted_ = false;  // after this frame
  bool is_opening_ = false, was_lost_ = false, has_fingers_ = false;
  double first_frame_ = 0;  // milliseconds
};

}  // namespace tilescope
