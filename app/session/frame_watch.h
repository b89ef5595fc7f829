// Measures what delays the drawing thread: how long each frame took, and which piece of work was long. It measures only
// after it is switched on.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

class FrameWatch {
 public:
  using Clock = std::chrono::steady_clock;
  struct Piece {
    std::string_view name;
    double milliseconds = 0;
  };
  struct Frame {
    double at = 0;  // seconds since the start of the watch
    double milliseconds = 0;
    std::vector<Piece> pieces;  // the long pieces, in the order in which they ended
  };

  // For the drawing thread only.
  [[nodiscard]] static FrameWatch& of_window();

  void begin();
  void end() { is_on_ = false; }
  [[nodiscard]] bool is_on() const { return is_on_; }
  // A frame begins, because of an event or because it is due.
  void frame_begins();
  void frame_is_shown();
  void note(std::string_view name, Clock::duration took);

  [[nodiscard]] const Frame& longest() const { return longest_; }
  [[nodiscard]] std::size_t frames() const { return frames_; }
  // The longest frame and all frames longer than 50 ms, as lines of text.
  [[nodiscard]] std::string report() const;

 private:
  bool is_on_ = false;
  Clock::time_point began_, frame_began_;
  std::size_t frames_ = 0;
  Frame now_, longest_;
  std::vector<Frame> long_;
};

// Measures a piece of a frame's work, from its construction to the end of the scope.
class OnFrame {
 public:
  explicit OnFrame(std::string_view name) : name_(name) {
    if (FrameWatch::of_window().is_on()) began_ = FrameWatch::Clock::now();
  }
  ~OnFrame() {
    if (FrameWatch& watch = FrameWatch::of_window(); watch.is_on() && began_ != FrameWatch::Clock::time_point{})
      watch.note(name_, FrameWatch::Clock::now() - began_);
  }
  OnFrame(const OnFrame&) = delete;
  OnFrame& operator=(const OnFrame&) = delete;

 private:
  std::string_view name_;
  FrameWatch::Clock::time_point began_;
};

}  // namespace tilescope
