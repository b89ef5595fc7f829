#include "app/explain/flow.h"

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

bool Flow::words(const std::string& what, const Wording& how, std::optional<std::uint64_t> moment, std::uint32_t doer) {
  const float size = how.size * text_, line = 1.4F * size;
  const float x = room_.x + how.indent * text_;
  const float room = room_.right() - x - (moment ? 1.2F * text_ : 0);
  const std::vector<std::string> lines = wrapped(what, 0.96F * room, size, how.face);
  const float height = line * static_cast<float>(lines.size());
  if (y_ + height > room_.bottom()) return false;
  for (std::size_t n = 0; n < lines.size(); ++n)
    put(picture_, {x, y_ + line * static_cast<float>(n), room, line}, lines[n], size, how.ink, how.face);
  if (moment) {
    picture_.hits.push_back(
        {{x, y_, room_.right() - x, height}, {.kind = Target::Kind::moment, .number = doer, .moment = *moment}});
    const float right = room_.right() - 0.3F * text_, middle = y_ + height / 2;
    picture_.triangles.push_back({{Point{right - 0.45F * text_, middle - 0.35F * text_}, Point{right, middle},
                                   Point{right - 0.45F * text_, middle + 0.35F * text_}},
                                  Ink::c});
  }
  y_ += height + 0.15F * text_;
  return true;
}

bool Flow::opener(const std::string& what, Ink ink, bool is_open, const Target& target) {
  const float height = 1.6F * text_, size = 0.95F * text_;
  if (y_ + height > room_.bottom()) return false;
  const Box row{room_.x, y_, room_.w, height};
  if (is_open) picture_.shapes.push_back({row, ink, Ink::none, 0, 0.3F * text_, 0.14F, Mark::none});
  const Point middle{row.x + 0.6F * text_, row.middle().y};
  const float side = 0.3F * text_;
  const Point left{middle.x - side, middle.y - side};
  if (is_open)
    picture_.triangles.push_back({{left, Point{middle.x + side, left.y}, Point{middle.x, middle.y + side}}, ink});
  else
    picture_.triangles.push_back({{left, Point{middle.x + side, middle.y}, Point{left.x, middle.y + side}}, ink});
  put(picture_, {row.x + 1.4F * text_, row.y, row.w - 1.7F * text_, row.h}, what, size, ink, Face::bold);
  picture_.hits.push_back({row, target});
  y_ += height + 0.15F * text_;
  return true;
}

}  // namespace tilescope
