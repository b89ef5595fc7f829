// In a browser, letters that the packed fonts lack are drawn by the browser, with its own fonts.
#pragma once

#include <emscripten.h>
#include <imgui.h>

#include <cmath>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

class BrowserLetters {
 public:
  // Reserves room for a letter in a font. `em` is the letter's size, `line` the height of the font's lines.
  void add(ImFontAtlas& atlas, ImFont* font, ImWchar letter, Face face, float em, float line) {
    const int wide = EM_ASM_INT({ return Module.page.letterWidth($0, $1, $2); }, letter, em, static_cast<int>(face));
    const int high = static_cast<int>(std::ceil(line));
    if (wide <= 0) return;
    const int rect = atlas.AddCustomRectFontGlyph(font, letter, wide, high, static_cast<float>(wide), {0, 0});
    letters_.push_back({rect, letter, face, em});
  }

  // Draws the letters, after the atlas was built.
  void draw(ImFontAtlas& atlas) const {
    unsigned char* pixels = nullptr;
    int columns = 0;
    atlas.GetTexDataAsAlpha8(&pixels, &columns, nullptr);
    for (const Letter& letter : letters_) {
      const ImFontAtlasCustomRect* const rect = atlas.GetCustomRectByIndex(letter.rect);
      if (!rect->IsPacked()) continue;
      EM_ASM({ Module.page.drawLetter($0, $1, $2, $3, $4, $5, $6); }, letter.letter, letter.em,
             static_cast<int>(letter.face), rect->Width, rect->Height, pixels + rect->Y * columns + rect->X, columns);
    }
  }
  void clear() { letters_.clear(); }

 private:
  struct Letter {
    int rect;
    ImWchar letter;
    Face face;
    float em;
  };
  std::vector<Letter> letters_;
};

}  // namespace tilescope
