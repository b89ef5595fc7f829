#include "app/stage/atomics.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/stage/marks.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

std::string times(std::uint32_t threads) { return fmt::format("×{}", threads); }

// Whether a label overlaps this place, judged by the height of its letters.
bool is_taken(const Picture& picture, const Box& place) {
  return std::any_of(picture.labels.begin(), picture.labels.end(), [&](const Label& label) {
    const float high = 0.45F * label.size, middle = label.box.middle().y;
    return middle + high > place.y && middle - high < place.bottom() && label.box.right() > place.x &&
           label.box.x < place.right();
  });
}

// The number in a right corner of a lit cell, if it is readable there.
void draw_number(Picture& picture, const Box& cell, std::uint32_t threads, const View& view, Beside value) {
  const std::string words = times(threads);
  const float size = std::min(0.8F * view.text, 0.28F * cell.h);  // small enough to fit above the value
  const float wide = 1.1F * text_width(words, size, Face::bold);
  const float y = value == Beside::above ? cell.y + 0.03F * cell.h : cell.bottom() - 0.08F * cell.h - 1.1F * size;
  const Box place{cell.right() - wide - 0.11F * cell.w, y, wide, 1.1F * size};
  if (size >= view.least * view.text && wide <= 0.85F * cell.w && !is_taken(picture, place))
    put(picture, place, words, size, Ink::on_ink, Face::bold, Align::right);
}

}  // namespace

void draw_wanted(Picture& picture, std::uint8_t array, float side, const PlaceOfCell& box_of, const Frame& frame,
                 const View& view, Beside value) {
  if (side < marks::roomy_cell) return;
  for (const Wanted& wanted : frame.wanted)
    if (wanted.element.array == array)
      if (const std::optional<Box> box = box_of(wanted.element.element))
        draw_number(picture, *box, wanted.threads, view, value);
}

float draw_wanted_key(Picture& picture, const Box& room, float right, const Frame& frame, const View& view) {
  const bool any = std::any_of(picture.labels.begin(), picture.labels.end(),
                               [](const Label& label) { return label.text.starts_with("×"); });
  if (!any || frame.wanted.empty()) return right;
  const auto most = std::max_element(frame.wanted.begin(), frame.wanted.end(),
                                     [](const Wanted& a, const Wanted& b) { return a.threads < b.threads; });
  const std::string tag = times(most->threads);
  const std::string says = most->threads == 1 ? "changed by one thread" : "number of threads that change it";
  const float size = 0.85F * view.text, tag_wide = 1.1F * text_width(tag, size, Face::bold) + 0.5F * size;
  const float wide = 1.05F * text_width(says, size, Face::sans);
  const float begin = right - wide - tag_wide - 0.4F * view.text;
  if (begin < room.x + 17 * view.text) return right;  // the words at the left end there
  const Box box{begin, room.y + (room.h - 1.4F * size) / 2, tag_wide, 1.4F * size};
  picture.grids.push_back(grid_in(box, 1, 1, "legend " + says, Ink::rule));
  picture.grids.back().cells = {{ink_of(*frame.scenery, most->element.array), Mark::none, 235, false, false}};
  put(picture, box, tag, size, Ink::on_ink, Face::bold, Align::center);
  put(picture, {begin + tag_wide + 0.4F * view.text, room.y, wide, room.h}, says, size, Ink::dim);
  return begin - 1.1F * view.text;
}

}  // namespace tilescope
