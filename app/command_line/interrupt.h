// Ctrl+C. The first press asks the running work to stop and report its results so far; the second ends the program.
#pragma once

namespace tilescope::cli {

inline constexpr int ended_early = 3;  // the exit code if Ctrl+C or a limit ended the work

// Called at the program's start.
void watch_for_interrupts();
// Whether Ctrl+C was pressed.
[[nodiscard]] bool was_interrupted();

// While one of these objects exists, the work checks `was_interrupted` often. Otherwise Ctrl+C ends the program.
class AsksForInterrupts {
 public:
  AsksForInterrupts();
  ~AsksForInterrupts();
  AsksForInterrupts(const AsksForInterrupts&) = delete;
  AsksForInterrupts& operator=(const AsksForInterrupts&) = delete;
};

}  // namespace tilescope::cli
