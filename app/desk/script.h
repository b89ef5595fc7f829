// A script that drives the window as a user would, with one command per line. docs/scripts.md lists the commands.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "app/desk/desk.h"

namespace tilescope {

struct ScriptLine {
  int number = 0;
  std::vector<std::string> words;
};

// Words are separated by spaces; quotes keep words together; # starts a comment.
[[nodiscard]] std::vector<ScriptLine> read_script(const std::string& path);
[[nodiscard]] std::vector<ScriptLine> read_script(std::istream& from);

// The target with this name: "A[0][2]", "t(0,1)" or "t01", "(0,1)" for a block; in one row "t5" and "3"; "line 15".
[[nodiscard]] std::optional<Target> target_named(const Replay& replay, const std::string& name);

class Script {
 public:
  struct Stage {
    Session& session;
    Desk& desk;
    Gui& gui;
    std::function<void(Extent)> resize;                                     // changes the size of the surface
    std::function<void(const std::string& path)> picture;                   // writes the last drawn frame
    std::function<void(const std::string& path)> notes;                     // writes the presenter's notes
    std::function<Relaunch(const std::vector<std::string>& words)> launch;  // parses launch options
  };

  Script(std::string path, std::vector<ScriptLine> lines) : path_(std::move(path)), lines_(std::move(lines)) {}

  // Runs the next line, or what remains of the last one; false at the end. Errors name the file and the line.
  bool next(const Stage& stage);

 private:
  void run(const Stage& stage, const ScriptLine& line);

  // What remains of the last line once everything that it waits for is there. A page waits between the calls.
  void (*then_)(const Stage& stage, const std::vector<std::string>& words) = nullptr;

  std::string path_;
  std::vector<ScriptLine> lines_;
  std::size_t at_ = 0;
};

}  // namespace tilescope
