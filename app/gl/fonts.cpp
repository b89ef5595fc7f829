#include "app/gl/fonts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#if defined(__EMSCRIPTEN__)
#include "app/gl/browser_letters.h"
#endif
#include "app/gl/font_file.h"
#include "app/gl/imgui_compat.h"
#include "app/stage/letters.h"
#include "app/stage/text.h"
#include "instrumentation/assets.h"

namespace tilescope {

namespace {

// Prepared sizes of the em square, in addition to the small ones. Letters of sizes in between are scaled.
constexpr std::array large_sizes{25.0F, 30.0F, 36.0F, 48.0F};

// Pairs of first and last letters: Latin for words and code; minus, dashes, arrows and similar signs for formulas; and
// the dot that replaces any other letter, in one column of code.
constexpr ImWchar unknown_letter = 0x2022;
constexpr std::array<ImWchar, 25> known_letters{0x20,   0x7e,   0xa0,   0xff,   0x2013, 0x2014, 0x2018, 0x2019, 0x201c,
                                                0x201d, 0x2022, 0x2022, 0x2026, 0x2026, 0x2190, 0x2193, 0x2212, 0x2212,
                                                0x2260, 0x2260, 0x2264, 0x2265, 0x2713, 0x2713, 0};
constexpr std::array<ImWchar, 15> large_letters{0x20,   0x7e,   0xb1,   0xb3,   0xb7,   0xb7,   0xd7, 0xd7,
                                                0x2013, 0x2014, 0x2026, 0x2026, 0x2212, 0x2212, 0};

// Other letters that our fonts have: of other languages in Latin script, of Greek, Russian and Ukrainian. When one is
// needed, all letters of its row are prepared.
using Row = std::pair<char32_t, char32_t>;
constexpr std::array<Row, 4> rows_of_letters{{{0x100, 0x17f}, {0x386, 0x3ce}, {0x401, 0x45f}, {0x490, 0x491}}};
constexpr Row row_of(char32_t letter) {
  for (const Row& row : rows_of_letters)
    if (row.first <= letter && letter <= row.second) return row;
  return {letter, letter};
}
constexpr bool is_ours(char32_t letter) { return row_of(letter).first != row_of(letter).second; }

constexpr const char* file_of(Face face) {
  switch (face) {
    case Face::sans: return "fonts/Inter-Regular.otf";
    case Face::bold: return "fonts/Inter-SemiBold.otf";
    case Face::mono: break;
  }
  return "fonts/JetBrainsMono-Regular.ttf";
}

// A font of the system, with the rare letters that it draws.
struct Helper {
  SystemFonts::Font of;
  FontFile font;
  Fonts::Letters letters;
  std::vector<ImWchar> ranges;
};

// Letters as ranges for ImGui, after some other ranges. ImGui may have 16 bits for a letter.
std::vector<ImWchar> in_ranges(const Fonts::Letters& letters, const ImWchar* before = nullptr) {
  std::vector<ImWchar> ranges;
  for (; before != nullptr && *before != 0; ++before) ranges.push_back(*before);
  for (const char32_t letter : letters)
    if (letter <= std::numeric_limits<ImWchar>::max()) ranges.insert(ranges.end(), 2, static_cast<ImWchar>(letter));
  ranges.push_back(0);
  return ranges;
}

// The fonts of the system that have the letters, each with those that it is to draw.
std::vector<Helper> helpers_for(const Fonts::Letters& letters, SystemFonts& system) {
  std::vector<Helper> helpers;
  for (const char32_t letter : letters) {
    if (is_ours(letter)) continue;
    const std::optional<SystemFonts::Font> of = system.with(letter);
    if (!of) continue;
    auto helper = std::find_if(helpers.begin(), helpers.end(), [&](const Helper& each) { return each.of == *of; });
    if (helper == helpers.end()) {
      std::optional<FontFile> font = read_font(of->file, of->number);
      if (!font) continue;
      helper = helpers.insert(helpers.end(), Helper{*of, std::move(*font), {}, {}});
    }
    helper->letters.insert(letter);
  }
  for (Helper& helper : helpers) helper.ranges = in_ranges(helper.letters);
  return helpers;
}

}  // namespace

struct Fonts::Read {
  std::vector<std::vector<std::uint8_t>> files;
  std::vector<std::vector<ImWchar>> ranges;
  std::vector<Helper> helpers;
#if defined(__EMSCRIPTEN__)
  BrowserLetters drawn;
#endif
};

Fonts::~Fonts() = default;

Fonts::Fonts(ImFontAtlas& atlas, float scale, const Letters& rare, SystemFonts& system, int texels)
    : read_(std::make_unique<Read>()), rare_(rare) {
  read_->helpers = helpers_for(rare, system);
  compat::use_freetype(atlas);
  constexpr float texels_at_one = 1.4e6F;  // that all usual letters take at a scale of 1
  constexpr float least_scale = 0.25F, smaller = 0.85F;
  scale = std::min(scale, static_cast<float>(texels) / std::sqrt(texels_at_one));
  for (load_all(atlas, scale); !compat::build(atlas, texels) && scale > least_scale; load_all(atlas, scale))
    scale *= smaller;
#if defined(__EMSCRIPTEN__)
  read_->drawn.draw(atlas);
#endif
  if (!missing_.empty())
    warnings_.push_back(
        fmt::format("text is drawn in a plain font because {} is missing: install fonts-inter and "
                    "fonts-jetbrains-mono and build TileScope again",
                    missing_));
}

void Fonts::load_all(ImFontAtlas& atlas, float scale) {
  atlas.Clear();
  faces_ = {};
  missing_.clear();
  read_->files.clear();
  read_->ranges.clear();
#if defined(__EMSCRIPTEN__)
  read_->drawn.clear();
#endif
  for (const Face face : {Face::sans, Face::bold, Face::mono}) load(face, file_of(face), atlas, scale);
}

void Fonts::load(Face face, const std::string& file, ImFontAtlas& atlas, float scale) {
  Typeface& typeface = faces_[static_cast<std::size_t>(face)];
  std::optional<FontFile> font = read_font(find_asset(file));
  if (!font) {
    missing_ += (missing_.empty() ? "" : ", ") + file;
    ImFontConfig plain;
    typeface = {{{atlas.AddFontDefault(&plain), 13, false}}, 1, 0.7F};
    return;
  }
  typeface.line_per_em = font->line_per_em;
  typeface.cap_per_em = font->cap_per_em;
  std::vector<std::uint8_t>& bytes = read_->files.emplace_back(std::move(font->bytes));
  const auto add = [&](float em, const ImWchar* ranges, bool small) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 1;
    config.PixelSnapH = true;
    config.GlyphRanges = ranges == nullptr ? nullptr : read_->ranges.emplace_back(in_ranges(rare_, ranges)).data();
    const auto add_file = [&](std::vector<std::uint8_t>& all, float line_per_em) {
      return atlas.AddFontFromMemoryTTF(all.data(), static_cast<int>(all.size()), em * line_per_em, &config);
    };
    ImFont* const made = add_file(bytes, typeface.line_per_em);
    config.MergeMode = true;
    for (Helper& helper : read_->helpers) {
      config.FontNo = helper.of.number;
      config.GlyphRanges = helper.ranges.data();
      add_file(helper.font.bytes, helper.font.line_per_em);
    }
#if defined(__EMSCRIPTEN__)
    if (small)
      for (const char32_t letter : rare_)
        if (!is_ours(letter) && letter <= std::numeric_limits<ImWchar>::max())
          read_->drawn.add(atlas, made, static_cast<ImWchar>(letter), face, em, em * typeface.line_per_em);
#endif
    if (small) compat::use_for_unknown(*made, unknown_letter);
    typeface.cuts.push_back({made, em, small});
  };
  if (compat::fonts_grow) return add(std::round(16 * scale), nullptr, false);
  for (const float em : small_letters) add(std::round(em * scale), known_letters.data(), true);
  for (const float em : large_sizes) add(std::round(em * scale), large_letters.data(), false);
}

SizedFont Fonts::of(Face face, float em) const {
  const Typeface& typeface = faces_[static_cast<std::size_t>(face)];
  em = std::max(em, 1.0F);
  const auto sized = [&](const Cut& cut, float at) {
    const float size = at / cut.em * compat::size_made(*cut.font, cut.em * typeface.line_per_em);
    return SizedFont{cut.font, size, at, compat::ascent(*cut.font, size), at * typeface.cap_per_em};
  };
  if (compat::fonts_grow) return sized(typeface.cuts.front(), std::max(1.0F, std::floor(em)));
  // A prepared size equal to `em` or just below it is not scaled; otherwise the next larger size is scaled down.
  const auto above =
      std::find_if(typeface.cuts.begin(), typeface.cuts.end(), [&](const Cut& cut) { return cut.em > em; });
  if (above != typeface.cuts.begin()) {
    const Cut& below = *std::prev(above);
    if (em == below.em || (below.small && em < below.em * 1.1F)) return sized(below, below.em);
  }
  return sized(above == typeface.cuts.end() ? typeface.cuts.back() : *above, em);
}

float Fonts::width(const SizedFont& font, std::string_view text) {
  return font.font->CalcTextSizeA(font.size, 1e9F, 0, text.data(), text.data() + text.size()).x;
}

void Fonts::note_missing(const SizedFont& font, std::string_view text) const {
  while (!text.empty()) {
    const char32_t letter = take_letter(text);
    if (letter < 0xa0 || letter > std::numeric_limits<ImWchar>::max() || has(font, letter) || rare_.contains(letter))
      continue;
    const auto [first, last] = row_of(letter);
    for (char32_t each = first; each <= last; ++each) missing_letters_.insert(each);
  }
}

bool Fonts::has(const SizedFont& font, char32_t letter) { return compat::has_letter(*font.font, letter); }

}  // namespace tilescope
