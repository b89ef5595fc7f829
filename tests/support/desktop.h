// The test's own desktop: an invisible X server, the real program on it, and simulated keys and clicks.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

namespace tilescope::test {

using Json = nlohmann::json;
namespace fs = std::filesystem;

inline void nap(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// Repeats the check until it is true, for as long as a busy computer may take.
inline bool until(const std::function<bool()>& done, double seconds = 20) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    nap(0.01);
  }
  return true;
}

inline std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A child process, which is ended at the latest by the destructor.
class Process {
 public:
  Process() = default;
  // `words` may begin with "NAME=VALUE" for the environment. Standard error goes to a file.
  Process(std::vector<std::string> words, const fs::path& folder, const fs::path& errors, int kept_open = -1) {
    id_ = fork();
    if (id_ != 0) return;
    if (chdir(folder.c_str()) != 0) _exit(126);
    const int nothing = open("/dev/null", O_RDWR), log = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(log, 2);
    if (kept_open < 0) setpgid(0, 0);
    std::size_t first = 0;
    for (; first < words.size() && words[first].find('=') != std::string::npos; ++first) putenv(words[first].data());
    std::vector<char*> arguments;
    for (; first < words.size(); ++first) arguments.push_back(words[first].data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  Process(Process&& other) noexcept : id_(std::exchange(other.id_, -1)), code_(other.code_) {}
  Process& operator=(Process&& other) noexcept {
    end();
    id_ = std::exchange(other.id_, -1);
    code_ = other.code_;
    return *this;
  }
  ~Process() { end(); }

  [[nodiscard]] pid_t id() const { return id_; }
  // Its exit status once it has ended by itself; -1 while it runs.
  int code() {
    int status = 0;
    if (id_ > 0 && waitpid(id_, &status, WNOHANG) == id_) {
      code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      id_ = -1;
    }
    return id_ > 0 ? -1 : code_;
  }
  void end() {
    if (code() != -1 || id_ <= 0) return;
    kill(id_, SIGTERM);
    if (!until([&] { return code() != -1; }, 3) && id_ > 0) {
      kill(id_, SIGKILL);
      waitpid(id_, nullptr, 0);
    }
    id_ = -1;
  }
  // The processor time that it has used, in seconds.
  [[nodiscard]] double cpu() const {
    std::ifstream in(fmt::format("/proc/{}/stat", id_));
    std::string word;
    std::getline(in, word, ')');
    for (int n = 3; n < 14; ++n) in >> word;
    double user = 0, system = 0;
    in >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
  }

 private:
  pid_t id_ = -1;
  int code_ = -1;
};

// The X server, on a free display number.
class Desktop {
 public:
  Desktop(int width, int height, int dpi, const fs::path& scratch) : scratch_(scratch) {
    fs::create_directories(scratch);
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return;
    server_ = Process({"Xvfb", "-displayfd", std::to_string(ends[1]), "-noreset", "-nolisten", "tcp", "-dpi",
                       std::to_string(dpi), "-screen", "0", fmt::format("{}x{}x24", width, height)},
                      scratch, scratch / "server.log", ends[1]);
    close(ends[1]);
    char letter = 0;
    while (read(ends[0], &letter, 1) == 1 && letter != '\n') name_ += letter;
    close(ends[0]);
    name_ = ":" + name_;
    if (dpi == 96) return;
    std::ofstream(scratch / "resources") << fmt::format("Xft.dpi: {}\n", dpi);
    do_here("xrdb -nocpp -merge resources");
  }

  [[nodiscard]] bool is_up() const { return name_.size() > 1; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const fs::path& scratch() const { return scratch_; }

  int do_here(const std::string& command) const {
    return std::system(
        fmt::format("cd '{}' && DISPLAY={} {} >/dev/null 2>>commands.log </dev/null", scratch_.string(), name_, command)
            .c_str());
  }

 private:
  fs::path scratch_;
  Process server_;
  std::string name_;
};

// The program in a window, observed through the state that it writes.
class Program {
 public:
  Program(const Desktop& desktop, const std::string& program, std::vector<std::string> words,
          std::vector<std::string> environment = {})
      : desktop_(desktop), folder_(desktop.scratch()), state_(folder_ / "state.json") {
    fs::remove(state_);
    std::vector<std::string> all = std::move(environment);
    all.push_back("DISPLAY=" + desktop.name());
    all.push_back("LIBGL_ALWAYS_SOFTWARE=1");
    all.push_back("WAYLAND_DISPLAY=");
    all.insert(all.end(), {program, "view", "--state-json", state_.string()});
    all.insert(all.end(), words.begin(), words.end());
    process_ = Process(std::move(all), folder_, folder_ / "errors");
  }

  // Waits until the program shows something; false if it ended instead.
  [[nodiscard]] bool is_there() {
    const bool is_up = until([&] { return process_.code() != -1 || !state().is_null(); });
    if (!is_up || process_.code() != -1) return false;
    return do_here("xdotool search --sync --onlyvisible --name '^TileScope' windowfocus --sync") == 0;
  }

  // Null if there is no state yet.
  [[nodiscard]] Json state() const {
    Json state = Json::parse(text_of(state_), nullptr, false);
    return state.is_discarded() ? Json() : state;
  }
  // Waits until all requests are carried out and shown, and returns the state.
  [[nodiscard]] Json settled() const {
    std::string last;
    for (int quiet = 0; quiet < 3;) {
      nap(0.06);
      std::string now = text_of(state_);
      quiet = now == last ? quiet + 1 : 0;
      last = std::move(now);
    }
    return state();
  }
  [[nodiscard]] bool shows(const std::function<bool(const Json&)>& wanted, double seconds = 20) {
    bool is_shown = false;  // checked only once, because more keys may be on their way
    static_cast<void>(until([&] { return (is_shown = is_so(wanted)) || process_.code() != -1; }, seconds));
    return is_shown;
  }
  [[nodiscard]] int code() { return process_.code(); }
  [[nodiscard]] bool ended() {
    return until([&] { return process_.code() != -1; });
  }
  [[nodiscard]] std::string errors() const { return text_of(folder_ / "errors"); }
  [[nodiscard]] double cpu() const { return process_.cpu(); }
  void end() { process_.end(); }
  // Kills the program, as a power cut would.
  void kill_at_once() {
    kill(process_.id(), SIGKILL);
    static_cast<void>(ended());
  }

  void key(const std::string& name) const { by_hand("xdotool key --clearmodifiers " + name); }
  void move(float x, float y) const { by_hand(fmt::format("xdotool mousemove {:.0f} {:.0f}", x, y)); }
  void click(float x, float y, int button = 1) const {
    by_hand(fmt::format("xdotool mousemove {:.0f} {:.0f} sleep 0.05 click {}", x, y, button));
  }
  void click(const Json& box) const { click(middle_x(box), middle_y(box)); }
  void shift_click(float x, float y) const {
    by_hand(
        fmt::format("xdotool mousemove {:.0f} {:.0f} keydown shift sleep 0.1 mousedown 1 sleep 0.3 mouseup 1 "
                    "keyup shift",
                    x, y));
  }
  void hold(bool down) const { by_hand(down ? "xdotool mousedown 1" : "xdotool mouseup 1"); }
  int do_here(const std::string& command) const { return desktop_.do_here(command); }

  static float middle_x(const Json& box) { return box["x"].get<float>() + box["w"].get<float>() / 2; }
  static float middle_y(const Json& box) { return box["y"].get<float>() + box["h"].get<float>() / 2; }

 private:
  [[nodiscard]] bool is_so(const std::function<bool(const Json&)>& wanted) const {
    const Json now = state();
    return !now.is_null() && wanted(now);
  }

  // Simulates the user's input. A busy server sometimes refuses a connection; then nothing was done.
  void by_hand(const std::string& command) const {
    EXPECT_TRUE(until([&] { return do_here(command) == 0; }, 2)) << command << "\n"
                                                                 << text_of(folder_ / "commands.log");
  }

  const Desktop& desktop_;
  fs::path folder_, state_;
  Process process_;
};

}  // namespace tilescope::test
