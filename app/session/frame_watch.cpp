#include "app/session/frame_watch.h"

#include <fmt/format.h>

namespace tilescope {

namespace {

constexpr double long_frame = 50, long_piece = 5;  // milliseconds
constexpr std::size_t most_long_frames = 1000;

double milliseconds(FrameWatch::Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

std::string words_of(const FrameWatch::Frame& frame) {
  std::string words = fmt::format("{:.1f} ms at {:.2f} s", frame.milliseconds, frame.at);
  for (const FrameWatch::Piece& piece : frame.pieces)
    words += fmt::format("{} {} {:.1f}", &piece == &frame.pieces.front() ? ":" : ",", piece.name, piece.milliseconds);
  return words;
}

}  // namespace

FrameWatch& FrameWatch::of_window() {
  static FrameWatch watch;
  return watch;
}

void FrameWatch::begin() {
  *this = FrameWatch();
  is_on_ = true;
  began_ = frame_began_ = Clock::now();
}

void FrameWatch::frame_begins() {
  if (!is_on_) return;
  frame_began_ = Clock::now();
  now_ = {};
}

void FrameWatch::frame_is_shown() {
  if (!is_on_) return;
  const Clock::time_point now = Clock::now();
  now_.at = milliseconds(now - began_) / 1000;
  now_.milliseconds = milliseconds(now - frame_began_);
  ++frames_;
  if (now_.milliseconds > longest_.milliseconds) longest_ = now_;
  if (now_.milliseconds > long_frame && long_.size() < most_long_frames) long_.push_back(now_);
  frame_begins();
}

void FrameWatch::note(std::string_view name, Clock::duration took) {
  if (milliseconds(took) >= long_piece) now_.pieces.push_back({name, milliseconds(took)});
}

std::string FrameWatch::report() const {
  std::string lines = fmt::format("{} frames, the longest {}\n", frames_, words_of(longest_));
  for (const Frame& frame : long_) lines += words_of(frame) + "\n";
  return lines;
}

}  // namespace tilescope
