// A heat map of a matrix of any size that fits on a screen: each cell stands for a square of elements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/analysis/reuse.h"

namespace tilescope {

struct HeatMap {
  std::int64_t rows = 0, columns = 0;  // of the matrix
  std::uint32_t side = 1;              // a cell stands for side x side elements, or fewer at the edges
  std::vector<std::uint64_t> loads;    // of all elements of a cell together, row by row
  std::uint32_t least = 0, most = 0;   // of any element

  [[nodiscard]] std::uint32_t cell_rows() const { return cells(rows); }
  [[nodiscard]] std::uint32_t cell_columns() const { return cells(columns); }
  [[nodiscard]] std::uint32_t cell_of(std::uint32_t element) const;
  [[nodiscard]] std::uint64_t elements_of(std::uint32_t cell) const;
  [[nodiscard]] double mean(std::uint32_t cell) const {
    return static_cast<double>(loads[cell]) / static_cast<double>(elements_of(cell));
  }
  [[nodiscard]] std::uint64_t all_loads() const;

 private:
  [[nodiscard]] std::uint32_t cells(std::int64_t elements) const {
    return static_cast<std::uint32_t>((elements + side - 1) / side);
  }
};

// More cells in a row or column than that are more than can be seen.
inline constexpr std::int64_t most_heat_cells = 512;
// The side of a cell for such a matrix: a power of two.
[[nodiscard]] std::uint32_t heat_side(std::int64_t rows, std::int64_t columns);

[[nodiscard]] HeatMap heat_map(const Heat& heat);

// The heat maps of a launch whose blocks were not all recorded, counted in a run of their own.
struct WholeHeat {
  HeatMap a, b;
  std::string executor;  // what counted
};

}  // namespace tilescope
