// Measures how long a GPU's work takes, by its own clock.
#pragma once

#include "instrumentation/executors/cuda/driver.h"

namespace tilescope::cuda {

class Stopwatch {
 public:
  Stopwatch() {
    check(driver().event_create(&begin_, 0), "measuring time");
    check(driver().event_create(&end_, 0), "measuring time");
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    if (generation_ != generation()) return;  // a restart has destroyed them
    driver().event_destroy(begin_);
    driver().event_destroy(end_);
  }

  // Seconds of the work that `start` starts; `finish` waits for it, and throws if it failed.
  template <class Start, class Finish>
  double time(const Start& start, const Finish& finish) {
    check(driver().event_record(begin_, nullptr), "measuring time");
    start();
    check(driver().event_record(end_, nullptr), "measuring time");
    finish();
    float milliseconds = 0;
    check(driver().event_elapsed_time(&milliseconds, begin_, end_), "measuring time");
    return static_cast<double>(milliseconds) / 1000;
  }

 private:
  TimeMark begin_ = nullptr, end_ = nullptr;
  std::uint32_t generation_ = generation();
};

}  // namespace tilescope::cuda
