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
    std::string script, state;  // files: the script that drives the window, and the screen's content as data
    std::function<Relaunch(const std::vector<std::string>& words)> read_launch;  // for a script
    bool few = false;                                                            // controls
    // Continues opening what the window should show, or waits until it is open. True if more is to be done.
    std::function<bool(bool waits)> opens;
    std::string frame_times;  // a file for the frame times
  };

  // The session and the window have to outlive the loop.
  WindowLoop(const Options& options, Session& session, Window& window);

  ~WindowLoop();

  // Draws a frame and carries out its commands. False to quit.
  bool step();
  // Handles events until the next step is due, and sleeps between them.
  void rest();
  // For callers that cannot sleep: whether the next step is due.
  [[nodiscard]] bool is_due();

  // Control from outside: lines of the script language, which throw like a script's; a file or a share string; a
  // banner. And the screen's content as data.
  void run(const std::string& script);
  void open(const std::string& what) {
    open_first();
    session_.apply(Open{what});
  }
  void say(const std::string& problem) {
    open_first();
    session_.apply(Say{problem});
  }
  [[nodiscard]] std::string state();
  // The share string for a link; empty if nothing is open.
  [[nodiscard]] std::string share();

 private:
  using Clock = std::chrono::steady_clock;
  struct Notes {
    Notes(const Session& session, Window& beside);
    std::unique_ptr<Window> window;
    PresenterDesk desk;
  };

  // True once the first request is open.
  void open_first();
  void warn();  // of missing features
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
  Gui gui_;
  Desk desk_;
  std::optional<Script> script_;
  std::optional<Notes> notes_;
  std::string written_;
  Clock::time_point began_;                     // the frame
  bool goes_on_ = false, is_scripted_ = false;  // after it
  bool is_opening_ = false;
  double first_frame_ = 0;  // milliseconds
};

}  // namespace tilescope
