#include "app/stage/solid.h"

namespace tilescope {

namespace {

constexpr float roomy_side = 7, edge = 0.06F, lit_edge = 0.14F, mark_inset = 0.33F;

Color shaded(Color color, float shade) { return mix({0, 0, 0}, color, shade); }

}  // namespace

bool is_roomy(const Solid::Edges& edges) {
  return distance({}, edges.one) >= roomy_side && distance({}, edges.other) >= roomy_side / 3;
}

FacetLayers layers_of(const Facet& facet, float shade, bool roomy, const Theme& theme) {
  FacetLayers layers;
  const auto add = [&](float inset, Color color) { layers.all[layers.count++] = {inset, color}; };
  const Color fill = shaded(fill_of(facet.cell, theme), shade);
  if (facet.cell.lit)
    add(0, theme.of(Ink::now));
  else if (roomy)
    add(0, mix(fill, mark_over(fill, theme), 0.3F));
  add(facet.cell.lit ? lit_edge : roomy ? edge : 0, fill);
  if (facet.cell.mark != Mark::none) add(mark_inset, mark_over(fill, theme));
  return layers;
}

}  // namespace tilescope
