// The letters: Inter for words, JetBrains Mono for code and columns of numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/stage/picture.h"

struct ImFont;
struct ImFontAtlas;

namespace tilescope {

// A font of ImGui, and the size to pass to it: that of a line, while a label's size is that of the em square.
struct SizedFont {
  ImFont* font = nullptr;
  float size = 0;
  float em = 0;      // the resulting size
  float ascent = 0;  // from the top of the line to the baseline
  float cap = 0;     // the height of a capital letter
};

class Fonts {
 public:
  // Fills the atlas. `scale` is that of the whole interface: the prepared sizes follow it.
  Fonts(ImFontAtlas& atlas, float scale);

  // The face at that size in pixels, or at the nearest smaller one that is as crisp; `at_most` never goes above.
  [[nodiscard]] SizedFont of(Face face, float em) const;
  [[nodiscard]] static float width(const SizedFont& font, std::string_view text);

  [[nodiscard]] static bool has(const SizedFont& font, char32_t letter);

  // One line with the fonts that were not found, or none. Their text is drawn in ImGui's own font.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Cut {  // a face at one size, ready to be drawn
    ImFont* font = nullptr;
    float em = 0;
    bool small = false;  // used for sizes just above it as well
  };
  struct Typeface {
    std::vector<Cut> cuts;  // from small to large
    float line_per_em = 1.21F;
    float cap_per_em = 0.73F;
  };

  void load(Face face, const std::string& file, ImFontAtlas& atlas, float scale);

  std::array<Typeface, 3> faces_;
  std::vector<std::vector<std::uint8_t>> files_;  // the atlas reads from them
  std::string missing_;
  std::vector<std::string> warnings_;
};

}  // namespace tilescope
