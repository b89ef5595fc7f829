#include "instrumentation/analysis/heat_map.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tilescope {

std::uint32_t HeatMap::cell_of(std::uint32_t element) const {
  const auto row = static_cast<std::uint32_t>(element / columns),
             column = static_cast<std::uint32_t>(element % columns);
  return row / side * cell_columns() + column / side;
}

std::uint64_t HeatMap::elements_of(std::uint32_t cell) const {
  const auto part = [&](std::uint32_t at, std::int64_t all) {
    return static_cast<std::uint64_t>(std::min<std::int64_t>(side, all - std::int64_t{at} * side));
  };
  return part(cell / cell_columns(), rows) * part(cell % cell_columns(), columns);
}

std::uint64_t HeatMap::all_loads() const { return std::accumulate(loads.begin(), loads.end(), std::uint64_t{0}); }

std::uint32_t heat_side(std::int64_t rows, std::int64_t columns) {
  std::uint32_t side = 1;
  while (std::max(rows, columns) > most_heat_cells * side) side *= 2;
  return side;
}

HeatMap heat_map(const Heat& heat) {
  HeatMap map;
  map.rows = heat.rows;
  map.columns = heat.columns;
  map.side = heat_side(heat.rows, heat.columns);
  map.loads.resize(std::size_t{map.cell_rows()} * map.cell_columns());
  std::size_t written = 0;
  map.least = std::numeric_limits<std::uint32_t>::max();
  heat.loads.each_written([&](std::size_t element, std::uint32_t loads) {
    ++written;
    map.loads[map.cell_of(static_cast<std::uint32_t>(element))] += loads;
    map.least = std::min(map.least, loads);
    map.most = std::max(map.most, loads);
  });
  if (written < heat.loads.size() || written == 0) map.least = 0;
  return map;
}

}  // namespace tilescope
