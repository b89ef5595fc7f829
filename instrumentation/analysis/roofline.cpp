#include "instrumentation/analysis/roofline.h"

#include <algorithm>

#include "instrumentation/analysis/counts.h"

namespace tilescope {

namespace {

std::optional<double> per_byte(std::uint64_t flops, std::uint64_t bytes) {
  if (bytes == 0) return std::nullopt;
  return static_cast<double>(flops) / static_cast<double>(bytes);
}

}  // namespace

std::optional<double> Intensity::of_loads() const { return per_byte(flops, loaded_bytes); }
std::optional<double> Intensity::of_all() const { return per_byte(flops, loaded_bytes + stored_bytes); }

Intensity intensity(const Trace& trace, std::optional<std::uint64_t> needed_flops) {
  Intensity result;
  const Counts counts = count(trace);
  result.loaded_bytes = bytes_of(counts, trace.arrays(), Count::global_load);
  result.stored_bytes = bytes_of(counts, trace.arrays(), Count::global_store);
  if (!needed_flops) {  // nothing says which of them are useful
    result.flops = counts.executed_flops();
    result.flops_are_counted = true;
    return result;
  }
  const std::optional<std::uint64_t> useful = useful_flops(trace);
  result.flops_are_counted = useful.has_value();
  // Of work that is done twice, one is useful.
  result.flops = std::min(useful.value_or(*needed_flops), *needed_flops);
  return result;
}

Roof roof(const Gpu& gpu, double flop_per_byte) {
  const double fed = flop_per_byte * gpu.bandwidth;
  return fed < gpu.gflops ? Roof{fed, Bound::memory} : Roof{gpu.gflops, Bound::compute};
}

double ridge(const Gpu& gpu) { return gpu.gflops / gpu.bandwidth; }

double bandwidth_for_peak(const Gpu& gpu, double flop_per_byte) { return gpu.gflops / flop_per_byte; }

MeasuredPoint measured_point(const Gpu& gpu, double flop_per_byte, std::uint64_t flops, double seconds) {
  const double gflops = static_cast<double>(flops) / seconds * 1e-9;
  return {flop_per_byte, gflops, gflops / roof(gpu, flop_per_byte).gflops};
}

}  // namespace tilescope
