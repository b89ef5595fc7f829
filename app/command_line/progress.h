// Reports work and its progress once it has taken two seconds: as one changing line on a terminal, otherwise as a new
// line every ten seconds.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "app/command_line/interrupt.h"
#include "instrumentation/threads.h"

namespace tilescope::cli {

class Progress {
 public:
  explicit Progress(std::string what) : what_(std::move(what)) {}

  // `done` runs from 0 to 1. False: Ctrl+C was pressed, so the work must stop.
  bool operator()(double done) {
    return says([done] { return fmt::format("{:.0f} %", done * 100); });
  }
  // Likewise, with the progress in words.
  template <class HowFar>
  bool says(const HowFar& how_far) {
    if (was_interrupted()) return false;
    const auto now = Clock::now();
    if (now < next_) return true;
    next_ = now + (on_terminal_ ? std::chrono::milliseconds(100) : between_lines);
    if (on_terminal_)
      fmt::print(stderr, "\r{}: {}, {:.0f} s; Ctrl+C stops it   ", what_, how_far(), seconds(now));
    else
      fmt::print(stderr, "tilescope: {}: {} after {:.0f} s\n", what_, how_far(), seconds(now));
    std::fflush(stderr);
    shown_ = true;
    return true;
  }
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void clear() const {
    if (shown_ && on_terminal_) fmt::print(stderr, "\r{:60}\r", "");
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds first_line{2000}, between_lines{10'000};

  [[nodiscard]] double seconds(Clock::time_point now) const {
    return std::chrono::duration<double>(now - begin_).count();
  }

  AsksForInterrupts asks_;
  std::string what_;
  Clock::time_point begin_ = Clock::now(), next_ = begin_ + first_line;
  bool on_terminal_ = isatty(STDERR_FILENO) != 0;
  bool shown_ = false;
};

// Reports work without progress, such as reading a source. Ctrl+C ends the program.
class Meanwhile {
 public:
  explicit Meanwhile(std::string what) : what_(std::move(what)) {
    if (has_threads) tells_ = std::thread([this] { tell(); });
  }
  ~Meanwhile() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    done_.notify_one();
    if (tells_.joinable()) tells_.join();
  }
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;

 private:
  void tell() {
    constexpr int first = 2, between = 10;
    const bool on_terminal = isatty(STDERR_FILENO) != 0;
    std::unique_lock lock(mutex_);
    for (int seconds = 0; !done_.wait_for(lock, std::chrono::seconds(1), [this] { return is_done_; });) {
      ++seconds;
      if (on_terminal && seconds >= first)
        fmt::print(stderr, "\r{}, {} s; Ctrl+C stops it   ", what_, seconds);
      else if (!on_terminal && seconds >= first && (seconds - first) % between == 0)
        fmt::print(stderr, "tilescope: {}, {} s so far\n", what_, seconds);
      std::fflush(stderr);
      shown_ = seconds >= first;
    }
    if (shown_ && on_terminal) fmt::print(stderr, "\r{:80}\r", "");
  }

  std::string what_;
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false, shown_ = false;
  std::thread tells_;
};

}  // namespace tilescope::cli
