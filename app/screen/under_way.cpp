// The progress of a launch, a lesson or a task that is being prepared: its steps, their progress, and a button to stop.
#include <fmt/format.h>

#include <algorithm>

#include "app/screen/screen.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr std::string_view last_step = "Record a kernel to compare with";  // if there is such a kernel

// Draws a step: finished, current or still to come.
void draw_step(Picture& picture, Box row, std::string_view words, std::size_t number, std::size_t now, float text) {
  const float radius = 0.3F * text;
  const Box spot{row.x, row.middle().y - radius, 2 * radius, 2 * radius};
  const Ink ink = number < now ? Ink::c : number == now ? Ink::now : Ink::edge;
  picture.shapes.push_back({spot, number <= now ? ink : Ink::none, ink, 1.5F, radius, 1, Mark::none});
  put(picture, {row.x + 1.2F * text, row.y, row.w - 1.2F * text, row.h}, std::string(words), text,
      number == now ? Ink::text : Ink::dim, number == now ? Face::bold : Face::sans);
}

void draw_bar(Picture& picture, Box bar, double part) {
  const float radius = bar.h / 2;
  picture.shapes.push_back({bar, Ink::none, Ink::edge, 1, radius, 1, Mark::none});
  const Box done{bar.x, bar.y, std::max(bar.h, bar.w * static_cast<float>(std::clamp(part, 0.0, 1.0))), bar.h};
  picture.shapes.push_back({done, Ink::now, Ink::none, 0, radius, 1, Mark::none});
}

}  // namespace

Picture under_way_picture(const UnderWay& work, const View& view) {
  Picture picture = view.picture();
  const float text = view.text, row = 1.8F * text;
  float y = 0;
  const std::string name = work.name.substr(std::min(work.name.rfind('/') + 1, work.name.size()));
  const bool is_launch = work.of == UnderWay::Of::launch;
  put(picture, {0, y, view.width, row}, elided(is_launch ? name : words_of(work), view.width, 1.2F * text, Face::bold),
      1.2F * text, Ink::text, Face::bold);
  y += 1.4F * row;
  if (is_launch)
    for (std::size_t n = 0; n <= steps_of_work.size(); ++n, y += row)
      draw_step(picture, {0.2F * text, y, view.width, row}, n < steps_of_work.size() ? steps_of_work[n] : last_step, n,
                step_of(work), text);
  y += 0.4F * text;
  if (work.has_part()) draw_bar(picture, {0, y, view.width, 0.5F * text}, work.part);
  y += 1.1F * text;
  const std::string taken = work.has_part() ? fmt::format("{:.0f} %, {:.0f} s", 100 * work.part, work.seconds)
                                            : fmt::format("{:.0f} s", work.seconds);
  put(picture, {0, y, view.width / 2, row}, taken, 0.93F * text, Ink::dim);
  const std::string stop = view.is_for_a_finger() ? "Stop" : "Stop (Esc)";
  const float wide = text_width(stop, text, Face::sans) + 1.6F * text, high = std::max(row, view.target);
  const Box box{view.width - wide, y, wide, high};
  picture.shapes.push_back({box, Ink::panel, Ink::edge, 1, 0.4F * text, 1, Mark::none});
  put(picture, box, stop, text, Ink::text, Face::sans, Align::center);
  picture.hits.push_back({box, button(Act::close)});
  picture.height = y + high;
  return picture;
}

}  // namespace tilescope
