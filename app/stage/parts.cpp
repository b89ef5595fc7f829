#include "app/stage/parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/stage/marks.h"
#include "app/stage/text.h"

namespace tilescope {

float least_number_size(const View& view) { return std::max(10.0F, view.least * view.text); }

float easy_number_size(const View& view) { return std::max(least_number_size(view), 0.8F * view.text); }

float size_in_cell(Point cell, float wide, float share, const View& view) {
  const float fits = cell.x / (wide + number_gap);
  const float airy = std::min({share * cell.y, 1.6F * view.text, cell.x / (wide + 2 * number_gap)});
  // A tight number is better than a small one or none. Numbers grow with the text while their cell is not full.
  constexpr float full = 0.62F, wanted = 1.25F;
  const float tight = std::min({easy_number_size(view), most_letter * cell.y, fits}),
              as_text = std::min({wanted * view.text, full * cell.y, fits});
  const float size = std::max({airy, tight, as_text});
  return size >= least_number_size(view) ? size : 0;
}

std::uint32_t columns_for(std::uint32_t cells, float wide, float high) {
  std::uint32_t best = cells;
  float largest = 0;
  for (std::uint32_t columns = cells; columns > 0; --columns) {
    if (cells % columns != 0) continue;
    const float cell = std::min(wide / static_cast<float>(columns), high / static_cast<float>(cells / columns));
    if (cell > 1.05F * largest) largest = cell, best = columns;
  }
  return best;
}

void put(Picture& picture, Box box, std::string text, float size, Ink ink, Face face, Align align) {
  constexpr float illegible = 5;
  if (!text.empty() && size >= illegible) picture.labels.push_back({box, std::move(text), size, face, align, ink});
}

void put_in_cell(Picture& picture, const Box& box, const std::string& value, float size, const Cell& cell) {
  const bool is_crossed = cell.mark == Mark::cross && !value.empty();
  if (is_crossed) {
    const float wide = std::min(box.w, text_width(value, size, Face::sans) + 0.4F * size),
                high = std::min(box.h, 1.15F * size);
    picture.frames.push_back(
        {{box.middle().x - wide / 2, box.middle().y - high / 2, wide, high}, Ink::cell, Ink::none, 0, 0.2F * size});
  }
  put(picture, box, value, size, !is_crossed && cell.strength > 140 ? Ink::on_ink : Ink::text, Face::sans,
      Align::center);
}

void put_cross(Picture& picture, const Box& box, float text, const Target& target) {
  const Box lines{box.middle().x - 0.35F * text, box.middle().y - 0.35F * text, 0.7F * text, 0.7F * text};
  const float width = std::max(1.5F, 0.12F * text);
  picture.lines.push_back({{lines.x, lines.y}, {lines.right(), lines.bottom()}, Ink::dim, width});
  picture.lines.push_back({{lines.x, lines.bottom()}, {lines.right(), lines.y}, Ink::dim, width});
  picture.hits.push_back({box, target});
}

void put_first(Picture& picture, Box box, std::initializer_list<std::string> wordings, float size, Ink ink, Face face,
               Align align) {
  put(picture, box, first_that_fits(wordings, box.w, size, face), size, ink, face, align);
}

Grid grid_in(Box box, std::uint32_t rows, std::uint32_t columns, std::string name, Ink border) {
  Grid grid;
  grid.box = box;
  grid.rows = rows;
  grid.columns = columns;
  grid.name = std::move(name);
  grid.border = border;
  return grid;
}

void frame_in(Picture& picture, Box box, Ink ink, float width) {
  picture.frames.push_back({box, Ink::none, ink, width, 0, 1, Mark::none});
}

Target target_of(const StageOptions& options, Target::Kind kind, std::uint32_t number, std::uint8_t array) {
  return {.kind = kind, .launch = options.launch, .array = array, .number = number};
}

}  // namespace tilescope
