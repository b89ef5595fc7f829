// The roofline: the highest speed of a kernel on a GPU, given its FLOPs per byte of global memory. FLOPs and bytes are
// counted from a trace; what is attainable is modelled. Caches are left out: every access counts.
#pragma once

#include <cstdint>
#include <optional>

#include "instrumentation/analysis/gpus.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

struct Intensity {
  std::uint64_t flops = 0;         // useful, or all, where the user does not say which are
  bool flops_are_counted = false;  // or follow from what the launch computes, where blocks were only counted
  std::uint64_t loaded_bytes = 0;  // of global memory, by all threads, each access counted
  std::uint64_t stored_bytes = 0;

  // FLOP per byte; nothing if there are no such bytes.
  [[nodiscard]] std::optional<double> of_loads() const;
  [[nodiscard]] std::optional<double> of_all() const;  // stores as well
};
// For a whole launch, and not of one that a fault ended; with how many FLOPs what it computes takes, where that is
// known.
[[nodiscard]] Intensity intensity(const Trace& trace, std::optional<std::uint64_t> needed_flops);

enum class Bound : std::uint8_t { memory, compute };

struct Roof {
  double gflops = 0;  // attainable: the lower of the GPU's peak and intensity * bandwidth
  Bound bound = Bound::memory;
};
[[nodiscard]] Roof roof(const Gpu& gpu, double flop_per_byte);
// The intensity at which memory is as fast as arithmetic.
[[nodiscard]] double ridge(const Gpu& gpu);
// The bandwidth in GB/s that would be needed to reach the GPU's peak.
[[nodiscard]] double bandwidth_for_peak(const Gpu& gpu, double flop_per_byte);

// A launch that was timed, as a point under the roof: of its useful FLOPs.
struct MeasuredPoint {
  double flop_per_byte = 0;
  double gflops = 0;
  double of_attainable = 0;
};
[[nodiscard]] MeasuredPoint measured_point(const Gpu& gpu, double flop_per_byte, std::uint64_t flops, double seconds);

}  // namespace tilescope
