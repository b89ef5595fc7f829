#include "app/explain/remark.h"

#include <vector>

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float line_height = 1.3F;  // in units of the letter size

std::vector<std::string> lines_of(const std::string& words, float size, const View& view) {
  return wrapped(words, 0.96F * view.width, size * view.text, Face::sans);
}

}  // namespace

float remark_height(const std::string& words, float size, const View& view) {
  return line_height * size * static_cast<float>(lines_of(words, size, view).size());
}

float put_remark(Picture& picture, float y, const std::string& words, float size, Ink ink, const View& view) {
  const float letters = size * view.text, high = line_height * letters;
  for (const std::string& line : lines_of(words, size, view)) {
    if (y + high > view.height) return y;
    put(picture, {0, y, view.width, high}, line, letters, ink);
    y += high;
  }
  return y + 0.2F * view.text;
}

}  // namespace tilescope
