#include "app/stage/inspector.h"

#include <fmt/format.h>

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

std::string title_of(const Frame& frame, const Target& selected) {
  const Scenery& scenery = *frame.scenery;
  switch (selected.kind) {
    case Target::Kind::element: return element_name(scenery.arrays()[selected.array], selected.number);
    case Target::Kind::thread:
      return fmt::format("thread {} of block {}", thread_name(scenery.launch(), selected.number),
                         block_name(scenery.launch(), frame.block));
    case Target::Kind::block: return fmt::format("block {}", block_name(scenery.launch(), selected.number));
    case Target::Kind::line: return fmt::format("line {}", selected.number);
    default: return "";
  }
}

namespace {

constexpr std::size_t most_beside = 4;  // a fact with more lines is below its name

}  // namespace

Picture inspector_picture(const Frame& frame, const std::vector<Fact>& facts, const View& view) {
  const float text = view.text;
  Picture picture = view.picture();
  const float cross = view.is_for_a_class() ? 0 : cross_wide * text;  // a class cannot click
  put(picture, {0, 0, view.width - cross, 1.6F * text}, title_of(frame, view.selected), 1.05F * text, Ink::text,
      Face::bold);
  if (cross > 0) put_cross(picture, {view.width - cross, 0, cross, 1.6F * text}, text, button(Act::deselect));
  float y = 1.9F * text;
  const float names = std::min(7.2F * text, 0.4F * view.width);
  for (const Fact& fact : facts) {
    const float arrow = fact.moment ? 1.2F * text : 0, line = 1.25F * text;
    const auto lines_in = [&](float room) { return wrapped(fact.text, 0.97F * room, 0.9F * text, Face::sans); };
    float left = names, below = 0;
    std::vector<std::string> lines = lines_in(view.width - names - arrow);
    if (lines.size() > most_beside) {  // a long fact is below its name
      left = 0;
      below = line;
      lines = lines_in(view.width - arrow);
    }
    const float height = 1.35F * text + below + line * static_cast<float>(lines.size() - 1);
    if (y + height > view.height) break;
    put(picture, {0, y, names, 1.35F * text}, fact.name, 0.9F * text, Ink::dim);
    for (std::size_t n = 0; n < lines.size(); ++n)
      put(picture, {left, y + below + line * static_cast<float>(n), view.width - left - arrow, 1.35F * text}, lines[n],
          0.9F * text);
    if (fact.moment) {
      picture.hits.push_back(
          {{0, y, view.width, height},
           {.kind = fact.as_ran ? Target::Kind::as_ran : Target::Kind::moment, .moment = *fact.moment}});
      const float right = view.width - 0.3F * text, middle = y + height / 2;
      picture.triangles.push_back({{Point{right - 0.45F * text, middle - 0.35F * text}, Point{right, middle},
                                    Point{right - 0.45F * text, middle + 0.35F * text}},
                                   Ink::c});
    }
    y += height + 0.1F * text;
  }
  return picture;
}

}  // namespace tilescope
