// Shows how far something is on a terminal, from its second second on.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

namespace tilescope::cli {

class Progress {
 public:
  explicit Progress(std::string what) : what_(std::move(what)) {}

  // From 0 to 1; always true.
  bool operator()(double done) {
    const auto now = std::chrono::steady_clock::now();
    if (now - begin_ < std::chrono::seconds(1) || isatty(STDERR_FILENO) == 0) return true;
    fmt::print(stderr, "\r{}: {:3.0f} %", what_, done * 100);
    std::fflush(stderr);
    shown_ = true;
    return true;
  }
  void clear() const {
    if (shown_) fmt::print(stderr, "\r{:20}\r", "");
  }

 private:
  std::string what_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool shown_ = false;
};

}  // namespace tilescope::cli
