#include "app/gl/box_painter.h"

#include <algorithm>
#include <cmath>

#include "app/gl/boxes.h"
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
  close();
}

void BoxPainter::begin_picture(const std::optional<Color>& ground) {
  close();
  ground_ = ground;
}

void BoxPainter::close() {
  open_ = {};
  drawn_.clear();
  ground_.reset();
}

void BoxPainter::make_room(const Box& box) { drew({pixels_.around(box), std::nullopt}, runs_.size() + 1); }

void BoxPainter::fill(const Box& box, Color color, float opacity, ImDrawList& list) {
  const auto alpha = static_cast<std::uint8_t>(std::lround(255 * std::clamp(opacity, 0.0F, 1.0F)));
  Item item{pixels_.of(box), {color.r, color.g, color.b, alpha}, {}, {}};
  if (alpha < 255)
    if (const auto behind = color_behind(item.box)) {
      const Color seen = mix(*behind, color, static_cast<float>(alpha) / 255);
      item.color = {seen.r, seen.g, seen.b, 255};
    }
  add(item, item.color[3] == 255 ? opaque : blended, list);
}

void BoxPainter::hatch(const Box& box, Color color, float opacity, float period, float width, ImDrawList& list) {
  const auto alpha = static_cast<std::uint8_t>(std::lround(255 * std::clamp(opacity, 0.0F, 1.0F)));
  const float unit = pixels_.per_unit.x;
  const Box placed = pixels_.of(box);
  add({placed, {color.r, color.g, color.b, alpha}, {std::max(period * unit, 1.0F), width * unit}, {placed.x, placed.y}},
      striped, list);
}

std::optional<Color> BoxPainter::color_behind(const Box& box) const {
  for (auto drawn = drawn_.rbegin(); drawn != drawn_.rend(); ++drawn)
    if (const Box met = common(drawn->box, box); !met.is_empty()) return met == box ? drawn->color : std::nullopt;
  return ground_;
}

void BoxPainter::add(const Item& item, Kind kind, ImDrawList& list) {
  if (item.box.w < 1 || item.box.h < 1) return;
  compile(kind);  // here, where an error can be reported
  Open& open = open_[kind];
  const auto is_under = [&](const Box& other) { return !common(other, item.box).is_empty(); };
  if (open.run == nullptr || std::any_of(open.over.begin(), open.over.end(), is_under)) {
    open = {&runs_.emplace_back(*this, kind), runs_.size(), {}};
    add_to(list, *open.run);
  }
  open.run->add(item);
  const Color color{item.color[0], item.color[1], item.color[2]};
  drew({item.box, kind == opaque ? std::optional(color) : std::nullopt}, open.number);
}

void BoxPainter::drew(const Drawn& drawn, std::size_t number) {
  drawn_.push_back(drawn);
  for (Open& open : open_)
    if (open.number < number) open.over.push_back(drawn.box);
}

void BoxPainter::compile(Kind kind) {
  const std::size_t program = kind == striped ? 1 : 0;
  if (programs_[program]) return;
  programs_[program] =
      std::make_unique<Program>("shaders/boxes.vert", program == 1 ? "shaders/stripes.frag" : "shaders/boxes.frag", "");
}

bool BoxPainter::Run::is_seen(const Box& clip) const {
  return std::any_of(items_.begin(), items_.end(),
                     [&](const Item& item) { return !common(item.box, clip).is_empty(); });
}

void BoxPainter::Run::describe(const Box& clip, Damage& damage) const {
  for (const Item& item : items_) damage.cover(common(item.box, clip), looks_of(&item, sizeof item));
}

void BoxPainter::Run::draw() const {
  std::vector<Item> seen;
  for (const Item& item : items_)
    for (const Box& box : boxes()) {
      const Box part = common(item.box, box);
      if (part.is_empty()) continue;
      seen.push_back(item);
      seen.back().box = part;
    }
  painter_.draw(seen, kind_);
}

void BoxPainter::warm_up() {
  for (const Kind kind : {opaque, blended, striped}) {
    compile(kind);
    draw({{{-16, -16, 8, 8}, {0, 0, 0, 255}, {8, 2}, {}}}, kind);
  }
}

void BoxPainter::fill_now(const std::vector<Filled>& boxes) const {
  std::vector<Item> items;
  items.reserve(boxes.size());
  for (const Filled& filled : boxes)
    items.push_back({filled.box, {filled.color.r, filled.color.g, filled.color.b, 255}, {}, {}});
  draw(items, opaque);
}

// Draws two triangles for each box. Instances of one box would take less memory, but a renderer without a GPU restarts
// for each instance.
void BoxPainter::draw(const std::vector<Item>& items, Kind kind) const {
  struct Corner {
    Point at;
    std::array<std::uint8_t, 4> color;
    std::array<float, 2> stripes;
    Point from_first;
  };
  if (items.empty()) return;
  std::vector<Corner> corners;
  corners.reserve(6 * items.size());
  for (const Item& item : items)
    for (const Point at : triangles_of(item.box))
      corners.push_back({at, item.color, item.stripes, {at.x - item.from.x, at.y - item.from.y}});
  const Program& program = *programs_[kind == striped ? 1 : 0];
  glUseProgram(program.name());
  glUniform2f(program.uniform("frame"), pixels_.size.x, pixels_.size.y);
  glDisable(GL_SCISSOR_TEST);
  (kind == opaque ? glDisable : glEnable)(GL_BLEND);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(Corner)), corners.data(),
               GL_STREAM_DRAW);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Corner), behind(offsetof(Corner, at)));
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Corner), behind(offsetof(Corner, color)));
  glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, sizeof(Corner), behind(offsetof(Corner, stripes)));
  for (GLuint attribute = 0; attribute < 3; ++attribute) glEnableVertexAttribArray(attribute);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
}

}  // namespace tilescope
