// Ctrl+C. What is being done is asked to end, and tells what it has found so far; a second time, the program ends at
// once.
#pragma once

namespace tilescope::cli {

inline constexpr int ended_early = 3;  // the exit code: by Ctrl+C, or by a limit

// From the program's beginning on.
void watch_for_interrupts();
// Whether it was pressed.
[[nodiscard]] bool was_interrupted();

// As long as one of these is there, somebody asks `was_interrupted` often. Else Ctrl+C ends the program.
class AsksForInterrupts {
 public:
  AsksForInterrupts();
  ~AsksForInterrupts();
  AsksForInterrupts(const AsksForInterrupts&) = delete;
  AsksForInterrupts& operator=(const AsksForInterrupts&) = delete;
};

}  // namespace tilescope::cli
