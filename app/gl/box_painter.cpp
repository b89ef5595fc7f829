#include "app/gl/box_painter.h"

#include <algorithm>
#include <cmath>

#include "app/gl/damage.h"
#include "app/gl/gl.h"
#include "app/gl/imgui_compat.h"
#include "app/gl/program.h"

namespace tilescope {

namespace {

const void* behind(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

}  // namespace

BoxPainter::BoxPainter() {
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &buffer_);
}

BoxPainter::~BoxPainter() {
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &vertices_);
}

void BoxPainter::begin_frame(Point size, Point pixels) {
  pixels_ = Pixels(size, pixels);
  runs_.clear();
  open_ = false;
}

void BoxPainter::fill(const Box& box, Color color, float opacity, ImDrawList& list) {
  const auto alpha = static_cast<std::uint8_t>(std::lround(255 * std::clamp(opacity, 0.0F, 1.0F)));
  add({box, {color.r, color.g, color.b, alpha}, {}, {}}, alpha == 255 ? opaque : blended, list);
}

void BoxPainter::hatch(const Box& box, Color color, float opacity, float period, float width, ImDrawList& list) {
  const auto alpha = static_cast<std::uint8_t>(std::lround(255 * std::clamp(opacity, 0.0F, 1.0F)));
  const float unit = pixels_.per_unit.x;
  add({box, {color.r, color.g, color.b, alpha}, {std::max(period * unit, 1.0F), width * unit}, {}}, striped, list);
}

void BoxPainter::add(const Instance& instance, Kind kind, ImDrawList& list) {
  Instance placed = instance;
  placed.box = pixels_.of(instance.box);
  if (placed.box.w < 1 || placed.box.h < 1) return;
  placed.from = {placed.box.x, placed.box.y};
  compile(kind);  // here, where a fault can be reported
  if (!open_ || runs_.back().kind() != kind) {
    runs_.emplace_back(*this, kind);
    add_to(list, runs_.back());
    open_ = true;
  }
  runs_.back().add(placed);
}

void BoxPainter::compile(Kind kind) {
  const std::size_t program = kind == striped ? 1 : 0;
  if (programs_[program]) return;
  programs_[program] =
      std::make_unique<Program>("shaders/boxes.vert", program == 1 ? "shaders/stripes.frag" : "shaders/boxes.frag", "");
}

bool BoxPainter::Run::is_seen(const Box& clip) const {
  return std::any_of(instances_.begin(), instances_.end(),
                     [&](const Instance& instance) { return !common(instance.box, clip).is_empty(); });
}

void BoxPainter::Run::describe(const Box& clip, Damage& damage) const {
  for (const Instance& instance : instances_)
    damage.cover(common(instance.box, clip), looks_of(&instance, sizeof instance));
}

void BoxPainter::Run::draw() const {
  std::vector<Instance> seen;
  for (const Instance& instance : instances_)
    for (const Box& box : boxes()) {
      const Box part = common(instance.box, box);
      if (part.is_empty()) continue;
      seen.push_back(instance);
      seen.back().box = part;
    }
  painter_.draw(seen, kind_);
}

void BoxPainter::fill_now(const std::vector<Box>& boxes, Color color) {
  compile(opaque);
  std::vector<Instance> instances;
  for (const Box& box : boxes) instances.push_back({box, {color.r, color.g, color.b, 255}, {}, {}});
  draw(instances, opaque);
}

void BoxPainter::draw(const std::vector<Instance>& instances, Kind kind) const {
  const Program& program = *programs_[kind == striped ? 1 : 0];
  glUseProgram(program.name());
  glUniform2f(program.uniform("frame"), pixels_.size.x, pixels_.size.y);
  glDisable(GL_SCISSOR_TEST);
  if (kind == opaque)
    glDisable(GL_BLEND);
  else
    glEnable(GL_BLEND);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances.size() * sizeof(Instance)), instances.data(),
               GL_STREAM_DRAW);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Instance), behind(offsetof(Instance, box)));
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Instance), behind(offsetof(Instance, color)));
  glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, sizeof(Instance), behind(offsetof(Instance, stripes)));
  for (GLuint attribute = 0; attribute < 3; ++attribute) {
    glEnableVertexAttribArray(attribute);
    glVertexAttribDivisor(attribute, 1);
  }
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(instances.size()));
}

}  // namespace tilescope
