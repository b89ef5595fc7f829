// If memory is short, a library may end the process: software OpenGL compiles with LLVM, which aborts with its own
// messages. So the work is done by a child process under supervision.
#pragma once

#include <cstdint>
#include <functional>

namespace tilescope::cli {

// The approximate address space for drawing without a GPU, which is more than the memory used.
inline constexpr std::uint64_t memory_to_draw = std::uint64_t{720} << 20;

// Returns the work's exit code; 1, after a one-line message, if it ran out of memory.
[[nodiscard]] int looked_after(const std::function<int()>& work);

// In a supervised process, silences libraries on standard error while it exists.
class Unheard {
 public:
  Unheard();
  ~Unheard();
  Unheard(const Unheard&) = delete;
  Unheard& operator=(const Unheard&) = delete;

 private:
  int errors_ = -1;  // the original standard error
};

}  // namespace tilescope::cli
