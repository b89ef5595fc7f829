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

}  // namespace tilescope
