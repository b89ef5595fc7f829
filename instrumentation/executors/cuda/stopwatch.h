// How long a GPU takes for what is started on it, by its own clock.
#pragma once

#include "instrumentation/executors/cuda/cuda.h"

namespace tilescope::cuda {

class Stopwatch {
 public:
  Stopwatch() {
    check(cudaEventCreate(&begin_), "measuring time");
    check(cudaEventCreate(&end_), "measuring time");
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  // Seconds for what `start` starts; `finish` waits for it and throws where it failed.
  template <class Start, class Finish>
  double time(const Start& start, const Finish& finish) {
    check(cudaEventRecord(begin_), "measuring time");
    start();
    check(cudaEventRecord(end_), "measuring time");
    finish();
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "measuring time");
    return static_cast<double>(milliseconds) / 1000;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

}  // namespace tilescope::cuda
