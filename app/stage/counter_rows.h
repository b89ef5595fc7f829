// The text of the counters panel: the rows of a table, a ratio, a formula. Without positions and colours.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/replay/frame.h"

namespace tilescope {

// A launch at one moment and at its end.
struct Counted {
  const Frame* frame = nullptr;
  bool previews = false;  // before anything is counted: the totals at the end

  [[nodiscard]] const Scenery& scenery() const { return *frame->scenery; }
  // The name of the kernel, without its file.
  [[nodiscard]] std::string name() const {
    const std::string& whole = frame->called;
    const std::size_t file = whole.rfind(".cu:");
    return file == std::string::npos ? whole : whole.substr(file + 4);
  }
  // Loads from global memory; loads of constants are counted separately.
  [[nodiscard]] Tally loads_in(const Counts& counts) const { return memory_loads(counts, scenery().arrays()); }
  [[nodiscard]] const Counts& counts() const { return previews ? at_end() : frame->counts; }
  [[nodiscard]] std::uint64_t loads() const { return loads_in(counts()).total; }
  // Of the selected thread.
  [[nodiscard]] std::uint64_t own_loads() const;
  // Work is useful multiply-adds if they are known, otherwise moments.
  [[nodiscard]] bool counts_products() const { return scenery().words().has_useful_work; }
  // In the middle of a step, the proportional share, but never more than the counted total.
  [[nodiscard]] std::uint64_t work() const {
    if (previews) return work_at_end();
    if (!counts_products()) return frame->moment;
    return std::min(frame->useful_multiply_adds, frame->counts.of(Count::sum_multiply_add).total);
  }
  [[nodiscard]] const Counts& at_end() const { return scenery().counts_after(frame->steps - 1); }
  [[nodiscard]] std::uint64_t loads_at_end() const { return loads_in(at_end()).total; }
  [[nodiscard]] std::uint64_t constants_in(const Counts& counts) const {
    return constant_loads(counts, scenery().arrays()).total;
  }
  [[nodiscard]] std::uint64_t work_after(std::uint32_t step) const {
    return counts_products() ? scenery().work_after(step) : scenery().moments().end_of(step);
  }
  [[nodiscard]] std::uint64_t work_at_end() const { return work_after(frame->steps - 1); }
};

// One kind of number for every kernel; "none" if a kernel has none.
struct CounterRow {
  std::string name;
  std::vector<std::uint64_t> counts;  // so far
  std::vector<std::uint64_t> at_end;  // determines the room
};
[[nodiscard]] std::vector<CounterRow> counter_rows(const std::vector<Counted>& kernels);

// "6 per thread", or "up to 6 per thread" if some threads have fewer; and the short form "up to 6 each".
[[nodiscard]] std::array<std::string, 2> loads_per_thread(const Counted& kernel);

// Compares the loads of two kernels: "1.5 ×", "fewer so far", "at the end 2 × fewer", "96 / 64 = 1.5". While one of the
// kernels has loaded nothing, there are only words.
struct LoadRatio {
  std::string number, words, formula;
  std::array<std::string, 2> end;  // long and short; empty: unknown, or already shown

  [[nodiscard]] bool holds() const { return !number.empty(); }
};
[[nodiscard]] LoadRatio load_ratio(const Counted& one, const Counted& other);

inline constexpr const char* nothing_loaded = "nothing loaded yet";

// FLOP per loaded byte: "0.38". Something must have been loaded.
[[nodiscard]] std::string intensity(std::uint64_t multiply_adds, std::uint64_t loads);
// "2·48 FLOP / 256 B = 0.38", and shorter wordings of it.
[[nodiscard]] std::array<std::string, 3> intensity_formula(std::uint64_t multiply_adds, std::uint64_t loads);

}  // namespace tilescope
