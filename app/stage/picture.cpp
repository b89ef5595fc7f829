#include "app/stage/picture.h"

#include <algorithm>

namespace tilescope {

Target Picture::at(Point point) const {
  for (const Grid& grid : grids) {
    if (!grid.box.contains(point)) continue;
    const auto row = static_cast<std::uint32_t>((point.y - grid.box.y) / grid.box.h * static_cast<float>(grid.rows));
    const auto column =
        static_cast<std::uint32_t>((point.x - grid.box.x) / grid.box.w * static_cast<float>(grid.columns));
    Target target = grid.first;
    target.number += std::min(row, grid.rows - 1) * grid.columns + std::min(column, grid.columns - 1);
    return target;
  }
  const auto found = std::find_if(hits.rbegin(), hits.rend(), [&](const Hit& hit) { return hit.box.contains(point); });
  return found == hits.rend() ? Target{} : found->target;
}

}  // namespace tilescope
