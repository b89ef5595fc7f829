// A script drives the window as a user would: one command a line. docs/scripts.md lists them.
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

// Words are parted by spaces; quotes hold words together; a # begins a comment.
[[nodiscard]] std::vector<ScriptLine> read_script(const std::string& path);
[[nodiscard]] std::vector<ScriptLine> read_script(std::istream& from);

// What a place on the screen is called: "A[0][2]", "t(0,1)" or "t01", "(0,1)" for a block; "t5" and "3" of one row,
// "line 15".
[[nodiscard]] std::optional<Target> target_named(const Replay& replay, const std::string& name);

class Script {
 public:
  struct Stage {
    Session& session;
    Desk& desk;
    Gui& gui;
    std::function<void(Extent)> resize;                                     // changes the surface's size
    std::function<void(const std::string& path)> picture;                   // writes what was drawn last
    std::function<void(const std::string& path)> notes;                     // and what only whoever presents sees
    std::function<Relaunch(const std::vector<std::string>& words)> launch;  // reads launch options
  };

  Script(std::string path, std::vector<ScriptLine> lines) : path_(std::move(path)), lines_(std::move(lines)) {}

  // Does the next line; false when there is none. Throws with the file's name and the line's number.
  bool next(const Stage& stage);

 private:
  void run(const Stage& stage, const ScriptLine& line);

  std::string path_;
  std::vector<ScriptLine> lines_;
  std::size_t at_ = 0;
};

}  // namespace tilescope
