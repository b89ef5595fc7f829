#include "app/gl/box_painter.h"

#include <algorithm>
#include <cmath>

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
  instances_.clear();
  runs_.clear();
  sent_ = 0;
  open_ = false;
}

void BoxPainter::fill(const Box& box, Color color, float opacity, ImDrawList& list) {
  const auto alpha = static_cast<std::uint8_t>(std::lround(255 * std::clamp(opacity, 0.0F, 1.0F)));
  add({box, {color.r, color.g, color.b, alpha}, 0, 0}, alpha == 255 ? opaque : blended, list);
}

void BoxPainter::hatch(const Box& box, Color color, float opacity, float period, float width, ImDrawList& list) {
  const auto alpha = static_cast<std::uint8_t>(std::lround(255 * std::clamp(opacity, 0.0F, 1.0F)));
  const float unit = pixels_.per_unit.x;
  add({box, {color.r, color.g, color.b, alpha}, std::max(period * unit, 1.0F), width * unit}, striped, list);
}

void BoxPainter::close(ImDrawList& list) {
  if (open_) list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  open_ = false;
}

void BoxPainter::add(const Instance& instance, Kind kind, ImDrawList& list) {
  Instance placed = instance;
  placed.box = pixels_.of(instance.box);
  if (placed.box.w < 1 || placed.box.h < 1) return;
  const std::size_t program = kind == striped ? 1 : 0;
  if (!programs_[program])  // here, where a fault can be reported
    programs_[program] =
        std::make_unique<Program>("shaders/boxes.vert", program == 1 ? "shaders/stripes.frag" : "shaders/boxes.frag", "");
  if (!open_ || runs_.back().kind != kind) {
    runs_.push_back({this, kind, instances_.size(), 0});
    list.AddCallback(&BoxPainter::draw, &runs_.back());
    open_ = true;
  }
  instances_.push_back(placed);
  ++runs_.back().count;
}

void BoxPainter::draw(const ImDrawList*, const ImDrawCmd* command) {
  const Run& run = *static_cast<const Run*>(command->UserCallbackData);
  const ImVec4& from = command->ClipRect;
  const Point unit = run.painter->pixels_.per_unit;
  run.painter->draw(run, {from.x * unit.x, from.y * unit.y, (from.z - from.x) * unit.x, (from.w - from.y) * unit.y});
}

void BoxPainter::send() {
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  if (sent_ == instances_.size()) return;
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances_.size() * sizeof(Instance)), instances_.data(),
               GL_STREAM_DRAW);
  sent_ = instances_.size();
}

void BoxPainter::draw(const Run& run, const Box& clip) {
  if (clip.w <= 0 || clip.h <= 0) return;
  const Program& program = *programs_[run.kind == striped ? 1 : 0];
  glUseProgram(program.name());
  glUniform2f(program.uniform("frame"), pixels_.size.x, pixels_.size.y);
  pixels_.clip_to(clip);
  if (run.kind == opaque)
    glDisable(GL_BLEND);
  else
    glEnable(GL_BLEND);
  glBindVertexArray(vertices_);
  send();
  const std::size_t first = run.first * sizeof(Instance);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Instance), behind(first + offsetof(Instance, box)));
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Instance), behind(first + offsetof(Instance, color)));
  glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, sizeof(Instance), behind(first + offsetof(Instance, period)));
  for (GLuint attribute = 0; attribute < 3; ++attribute) {
    glEnableVertexAttribArray(attribute);
    glVertexAttribDivisor(attribute, 1);
  }
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(run.count));
}

}  // namespace tilescope
