// The fonts: Inter for words, JetBrains Mono for code and columns of numbers.
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

// An ImGui font and the size to pass to ImGui, which is the line's height; a label's size is the em square.
struct SizedFont {
  ImFont* font = nullptr;
  float size = 0;
  float em = 0;      // the resulting size
  float ascent = 0;  // from the top of the line to the baseline
  float cap = 0;     // the height of a capital letter
};

class Fonts {
 public:
  // Fills the atlas. `scale` is the scale of the whole interface, from which the prepared sizes follow.
  Fonts(ImFontAtlas& atlas, float scale);

  // The face at this size in pixels, or at the nearest smaller size that is as crisp; `em` is never exceeded.
  [[nodiscard]] SizedFont of(Face face, float em) const;
  [[nodiscard]] static float width(const SizedFont& font, std::string_view text);

  [[nodiscard]] static bool has(const SizedFont& font, char32_t letter);

  // At most one line, with the fonts that were not found. Their text is drawn in ImGui's own font.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Cut {  // a face at one size, ready to be drawn
    ImFont* font = nullptr;
    float em = 0;
    bool small = false;  // also used for sizes just above its own
  };
  struct Typeface {
    std::vector<Cut> cuts;  // in ascending order of size
    float line_per_em = 1.21F;
    float cap_per_em = 0.73F;
  };

  void load(Face face, const std::string& file, ImFontAtlas& atlas, float scale);

  std::array<Typeface, 3> faces_;
  std::vector<std::vector<std::uint8_t>> files_;  // read by the atlas
  std::string missing_;
  std::vector<std::string> warnings_;
};

}  // namespace tilescope
