// The fonts: Inter for words, JetBrains Mono for code and columns of numbers. Letters that are rare, or of other
// scripts, are added once a text needs them, from a font of the system if ours lack them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/gl/system_fonts.h"
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
  using Letters = std::set<char32_t>;
  // Fills the atlas. `scale` is the scale of the whole interface, from which the prepared sizes follow. `rare`: letters
  // besides the usual ones. If the letters do not fit into a texture with this many texels on a side, smaller letters
  // are prepared and then drawn larger.
  Fonts(ImFontAtlas& atlas, float scale, const Letters& rare, SystemFonts& system, int texels);
  ~Fonts();
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;

  // The face at this size in pixels, or at the nearest smaller size that is as crisp; `em` is never exceeded.
  [[nodiscard]] SizedFont of(Face face, float em) const;
  [[nodiscard]] static float width(const SizedFont& font, std::string_view text);

  [[nodiscard]] static bool has(const SizedFont& font, char32_t letter);
  // Collects the letters of a text that this font lacks, except those that no font has.
  void note_missing(const SizedFont& font, std::string_view text) const;
  [[nodiscard]] const Letters& missing() const { return missing_letters_; }

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

  struct Read;

  void load_all(ImFontAtlas& atlas, float scale);
  void load(Face face, const std::string& file, ImFontAtlas& atlas, float scale);

  std::array<Typeface, 3> faces_;
  std::unique_ptr<Read> read_;  // by the atlas
  Letters rare_;
  mutable Letters missing_letters_;
  std::string missing_;
  std::vector<std::string> warnings_;
};

}  // namespace tilescope
