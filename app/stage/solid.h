// How the facets of a solid look: from the outside in, each layer smaller than the previous one.
#pragma once

#include <array>

#include "app/stage/theme.h"

namespace tilescope {

struct FacetLayers {
  struct Layer {
    float inset = 0;  // a part of the facet's sides
    Color color;
  };
  std::array<Layer, 3> all;
  std::size_t count = 0;
};

// `roomy`: its sides are long enough for a visible edge around it.
[[nodiscard]] FacetLayers layers_of(const Facet& facet, float shade, bool roomy, const Theme& theme);
// Whether facets with these edges are.
[[nodiscard]] bool is_roomy(const Solid::Edges& edges);

}  // namespace tilescope
