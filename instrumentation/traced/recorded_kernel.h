// A kernel as the instrumenter's output makes it: what a generated file registers and an executor runs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "instrumentation/trace/packed_event.h"

namespace tilescope {

struct DeviceKernel;
struct ProgramKernel;
namespace traced {
struct Seat;
struct Arguments;
}  // namespace traced

// An array as the kernel's text declares it, in the order in which events number them.
struct DeclaredArray {
  std::string_view name;
  Space space = Space::global;
  bool writable = false;                // a global array that is not const
  std::array<std::int64_t, 3> sides{};  // of a `__device__ float A[H][W]`; others tell theirs when they run
};

struct RecordedKernel {
  std::string_view name;
  int tile = 0;  // 0: the text does not use TILE, any will do
  std::string_view text;
  std::span<const DeclaredArray> arrays;
  // Runs one thread; the second where the processor has a fused multiply-add instruction. Both give the same bits.
  void (*enter)(traced::Seat&, const traced::Arguments&) = nullptr;
  void (*enter_fused)(traced::Seat&, const traced::Arguments&) = nullptr;
  std::string_view parameters;           // of the plain text, in order: "A B C M N K"
  std::array<unsigned, 2> block{};       // x and y that it is built for; {0, 0}: any
  const DeviceKernel* device = nullptr;    // where this build has it for GPUs
  const ProgramKernel* program = nullptr;  // of a text that was read: the machine runs it

  [[nodiscard]] RecordedKernel with(const DeviceKernel* built) const {
    RecordedKernel kernel = *this;
    kernel.device = built;
    return kernel;
  }
};

}  // namespace tilescope
