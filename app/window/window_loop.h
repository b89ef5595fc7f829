// What goes on in a window from its opening to its closing, a step at a time.
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
    std::string script, state;  // files: what drives the window, and where what it shows is kept as data
    std::function<Relaunch(const std::vector<std::string>& words)> read_launch;  // of a script
    bool few = false;                                                            // controls
    // Goes on with opening what the window was asked for, or waits until that is open; whether there is more to do.
    std::function<bool(bool waits)> opens;
    std::string frame_times;  // a file: how long frames took
  };

  // The session and the window have to outlive it.
  WindowLoop(const Options& options, Session& session, Window& window);

  ~WindowLoop();

  // Draws a frame and does what was asked for in it. False when it is time to go.
  bool step();
  // Until the next step is due: takes in what happens, and sleeps where nothing does.
  void rest();
  // For those who cannot sleep: whether it is due.
  [[nodiscard]] bool is_due();

  // What drives the window from outside: lines of the script language, which throw as a script's do; a file, or what
  // reopens a launch; a banner. And what it shows, as data.
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
  // What reopens it, as links have it; nothing where there is nothing to reopen.
  [[nodiscard]] std::string share();

 private:
  using Clock = std::chrono::steady_clock;
  struct Notes {
    Notes(const Session& session, Window& beside);
    std::unique_ptr<Window> window;
    PresenterDesk desk;
  };

  // What was asked for at first is open then.
  void open_first();
  void warn();  // of what is missing here
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
