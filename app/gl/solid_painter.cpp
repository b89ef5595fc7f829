#include "app/gl/solid_painter.h"

#include <cmath>

#include "app/gl/damage.h"
#include "app/gl/gl.h"
#include "app/gl/imgui_compat.h"
#include "app/gl/program.h"
#include "app/stage/solid.h"

namespace tilescope {

SolidPainter::SolidPainter() {
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &buffer_);
}

SolidPainter::~SolidPainter() {
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &vertices_);
}

void SolidPainter::begin_frame(Point size, Point pixels) {
  pixels_ = Pixels(size, pixels);
  drawn_.clear();
}

void SolidPainter::add(const Solid& solid, Point origin, float scale, const Theme& theme, ImDrawList& list) {
  if (solid.facets.empty()) return;
  if (!program_) program_ = std::make_unique<Program>("shaders/solids.vert", "shaders/boxes.frag", "");
  Drawn& drawn = drawn_.emplace_back(*this);
  const auto placed = [&](Point at) {
    return Point{(origin.x + scale * at.x) * pixels_.per_unit.x, (origin.y + scale * at.y) * pixels_.per_unit.y};
  };
  const Point corner = placed({solid.box.x, solid.box.y}), end = placed({solid.box.right(), solid.box.bottom()});
  drawn.box = {std::floor(corner.x), std::floor(corner.y), std::ceil(end.x - corner.x), std::ceil(end.y - corner.y)};
  std::vector<char> roomy;
  for (const Solid::Edges& edges : solid.edges) roomy.push_back(is_roomy(edges) ? 1 : 0);
  drawn.corners.reserve(6 * solid.facets.size());
  for (const Facet& facet : solid.facets) {
    const FacetLayers layers = layers_of(facet, solid.edges[facet.edges].shade, roomy[facet.edges] != 0, theme);
    for (std::size_t n = 0; n < layers.count; ++n) {
      const auto& [inset, color] = layers.all[n];
      const std::array<Point, 4> at = solid.corners(facet, inset);
      for (const std::size_t which : {0, 1, 3, 3, 1, 2})
        drawn.corners.push_back({placed(at[which]), {color.r, color.g, color.b, 255}});
    }
  }
  add_to(list, drawn);
}

void SolidPainter::Drawn::describe(const Box& clip, Damage& damage) const {
  damage.cover(common(box, clip), looks_of(corners.data(), corners.size() * sizeof(Corner)));
}

void SolidPainter::draw(const std::vector<Corner>& corners, const std::vector<Box>& boxes, const Box& within) const {
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
