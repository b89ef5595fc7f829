// Ctrl+C. The first press asks the running work to stop and report its results so far; the second ends the program at
// once.
#pragma once

namespace tilescope::cli {

inline constexpr int ended_early = 3;  // the exit code: by Ctrl+C, or by a limit

// Called at the program's start.
void watch_for_interrupts();
// Whether it was pressed.
[[nodiscard]] bool was_interrupted();

// While one of these exists, the running work checks `was_interrupted` often. Otherwise Ctrl+C ends the program.
class AsksForInterrupts {
 public:
  AsksForInterrupts();
  ~AsksForInterrupts();
  AsksForInterrupts(const AsksForInterrupts&) = delete;
  AsksForInterrupts& operator=(const AsksForInterrupts&) = delete;
};

}  // namespace tilescope::cli
