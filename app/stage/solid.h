// The layers of a facet, from the outside in, each smaller than the previous one.
#pragma once

#include <array>

#include "app/stage/theme.h"

namespace tilescope {

struct FacetLayers {
  struct Layer {
    float inset = 0;  // as a fraction of the facet's sides
    Color color;
  };
  std::array<Layer, 3> all;
  std::size_t count = 0;
};

// `roomy`: the sides are long enough for a visible edge.
[[nodiscard]] FacetLayers layers_of(const Facet& facet, float shade, bool roomy, const Theme& theme);
// Whether facets with these edges are roomy.
[[nodiscard]] bool is_roomy(const Solid::Edges& edges);

}  // namespace tilescope
