#include "app/gl/solid_painter.h"

#include <cmath>

#include "app/gl/damage.h"
#include "app/gl/gl.h"
#include "app/gl/imgui_compat.h"
#include "app/gl/program.h"
#include "app/stage/solid.h"

namespace tilescope {

namespace {

Point moved(Point from, Point edge, float times) { return {from.x + times * edge.x, from.y + times * edge.y}; }

// A run of adjacent facets that look alike, drawn as one: without a GPU, each facet's pixels are expensive.
struct Run {
  const Facet* facet = nullptr;  // the facet at the run's corner
  int one = 1, other = 1;        // the number of facets along each edge

  // Adds the next facet to the run if it belongs there; true if it does.
  bool take(const Facet& next, const Solid::Edges& edges) {
    if (facet == nullptr || !(facet->cell == next.cell) || next.cell.lit || next.cell.mark != Mark::none) return false;
    if (is_roomy(edges)) return false;
    return (other == 1 && take_along(edges.one, one, next)) || (one == 1 && take_along(edges.other, other, next));
  }

 private:
  bool take_along(Point edge, int& count, const Facet& next) {
    constexpr float near = 0.05F;
    if (distance(next.corner, moved(facet->corner, edge, static_cast<float>(count))) < near) return ++count, true;
    if (distance(next.corner, moved(facet->corner, edge, -1)) >= near) return false;
    facet = &next;
    return ++count, true;
  }
};

}  // namespace

SolidPainter::SolidPainter() {
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &buffer_);
}

SolidPainter::~SolidPainter() {
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &vertices_);
}

void SolidPainter::warm_up() {
  if (!program_) program_ = std::make_unique<Program>("shaders/solids.vert", "shaders/boxes.frag", "");
}

void SolidPainter::begin_frame(Point size, Point pixels) {
  pixels_ = Pixels(size, pixels);
  drawn_.clear();
}

void SolidPainter::add(const Solid& solid, Point origin, float scale, const Theme& theme, ImDrawList& list) {
  if (solid.facets.empty()) return;
  warm_up();
  Drawn& drawn = drawn_.emplace_back(*this);
  const auto placed = [&](Point at) {
    return Point{(origin.x + scale * at.x) * pixels_.per_unit.x, (origin.y + scale * at.y) * pixels_.per_unit.y};
  };
  const Point corner = placed({solid.box.x, solid.box.y}), end = placed({solid.box.right(), solid.box.bottom()});
  drawn.box = {std::floor(corner.x), std::floor(corner.y), std::ceil(end.x - corner.x), std::ceil(end.y - corner.y)};
  std::vector<Run> open(solid.edges.size());
  const auto paint = [&](Run& run) {
    if (run.facet == nullptr) return;
    const Solid::Edges& edges = solid.edges[run.facet->edges];
    const FacetLayers layers = layers_of(*run.facet, edges.shade, is_roomy(edges), theme);
    // Facets overlap the next one a little, so that no background shows in between.
    const float lap = is_roomy(edges) ? 0 : 0.03F;
    const auto more = [&](int count) { return static_cast<float>(count - 1) + lap; };
    for (std::size_t n = 0; n < layers.count; ++n) {
      const auto& [inset, color] = layers.all[n];
      std::array<Point, 4> at = solid.corners(*run.facet, inset);
      for (const std::size_t far : {1, 2}) at[far] = moved(at[far], edges.one, more(run.one));
      for (const std::size_t far : {2, 3}) at[far] = moved(at[far], edges.other, more(run.other));
      for (const std::size_t which : {0, 1, 3, 3, 1, 2})
        drawn.corners.push_back({placed(at[which]), {color.r, color.g, color.b, 255}});
    }
    run = {};
  };
  drawn.corners.reserve(solid.facets.size());
  for (const Facet& facet : solid.facets) {
    Run& run = open[facet.edges];
    if (run.take(facet, solid.edges[facet.edges])) continue;
    for (Run& other : open) paint(other);
    run = {&facet};
  }
  for (Run& run : open) paint(run);
  add_to(list, drawn);
}

void SolidPainter::Drawn::describe(const Box& clip, Damage& damage) const {
  damage.cover(common(box, clip), looks_of(corners.data(), corners.size() * sizeof(Corner)));
}

void SolidPainter::draw(const std::vector<Corner>& corners, const std::vector<Box>& boxes, const Box& within) const {
  if (boxes.empty()) return;
  glUseProgram(program_->name());
  glUniform2f(program_->uniform("frame"), pixels_.size.x, pixels_.size.y);
  glDisable(GL_BLEND);
  glEnable(GL_SCISSOR_TEST);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(Corner)), corners.data(),
               GL_STREAM_DRAW);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Corner), nullptr);
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Corner),
                        reinterpret_cast<const void*>(offsetof(Corner, color)));
  for (GLuint attribute = 0; attribute < 2; ++attribute) glEnableVertexAttribArray(attribute);
  for (const Box& box : boxes) {
    const Box part = common(box, within);
    if (part.is_empty()) continue;
    const auto whole = [](float at) { return static_cast<GLint>(at); };
    glScissor(whole(part.x), whole(pixels_.size.y - part.bottom()), whole(part.w), whole(part.h));
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
  }
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace tilescope
