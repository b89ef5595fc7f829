#include "app/explain/options.h"

#include <algorithm>

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float option_height = 1.45F, option_gap = 0.3F,
                between_options = 1.2F;  // in units of the text size, as is `option_letters`
constexpr float option_letters = 0.82F;

float name_width(const OptionRow& row, float text) {
  return 1.05F * text_width(row.name, option_letters * text, Face::sans) + 0.6F * text;
}

float option_width(const Option& option, float text) {
  return 1.06F * text_width(option.words, option_letters * text, Face::bold) + 0.9F * text;
}

float row_width(const OptionRow& row, float text) {
  float wide = name_width(row, text);
  for (const Option& option : row.options) wide += option_width(option, text) + option_gap * text;
  return wide - option_gap * text;
}

}  // namespace

const Option* option_at(const std::vector<OptionRow>& rows, std::uint32_t number) {
  for (const OptionRow& row : rows) {
    if (number < row.options.size()) return &row.options[number];
    number -= static_cast<std::uint32_t>(row.options.size());
  }
  return nullptr;
}

const Option* option_beside(const OptionRow& row, int by) {
  if (row.options.empty()) return nullptr;
  const auto on = std::find_if(row.options.begin(), row.options.end(), [](const Option& option) { return option.on; });
  const auto count = static_cast<std::ptrdiff_t>(row.options.size());
  const std::ptrdiff_t now = on == row.options.end() ? (by > 0 ? -1 : 0) : on - row.options.begin();
  return &row.options[static_cast<std::size_t>(((now + by) % count + count) % count)];
}

Picture options_picture(const std::vector<OptionRow>& rows, float width, float text, std::uint32_t first) {
  Picture picture;
  picture.width = width;
  const float size = option_letters * text, high = option_height * text;
  float x = 0, y = 0;
  std::uint32_t number = first;
  for (const OptionRow& row : rows) {
    if (x > 0 && x + between_options * text + row_width(row, text) > width) {
      x = 0;
      y += high + option_gap * text;
    }
    if (x > 0) x += between_options * text;
    const float names = name_width(row, text), left = x + names;
    put(picture, {x, y, names, high}, row.name, size, Ink::dim);
    x = left;
    for (const Option& option : row.options) {
      const float wide = option_width(option, text);
      if (x > left && x + wide > width) {
        x = left;
        y += high + option_gap * text;
      }
      const Box box{x, y, std::min(wide, width - x), high};
      // Shown by shape as well as colour: the chosen box is filled, and its letters are bold.
      picture.shapes.push_back(
          {box, option.on ? Ink::now : Ink::cell, option.on ? Ink::now : Ink::edge, 1, 0.3F * text, 1, Mark::none});
      put(picture, {box.x + 0.2F * text, box.y, box.w - 0.4F * text, box.h}, option.words, size,
          option.on ? Ink::on_ink : Ink::text, option.on ? Face::bold : Face::sans, Align::center);
      picture.hits.push_back({box, {.kind = Target::Kind::option, .number = number++}});
      x = box.right() + option_gap * text;
    }
  }
  picture.height = rows.empty() ? 0 : y + high;
  return picture;
}

void add_options(Flow& flow, const std::vector<OptionRow>& rows, const View& view, std::uint32_t first) {
  if (rows.empty()) return;
  flow.add(options_picture(rows, view.width, view.text, first));
  flow.space(0.4F);
}

}  // namespace tilescope
