// The choice of a font of the system for a letter, in folders made for the test; and such letters once they are drawn.
#include "app/gl/system_fonts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/headless.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

std::string big_endian(std::uint32_t value, int bytes) {
  std::string text;
  for (int n = bytes - 1; n >= 0; --n) text += static_cast<char>(value >> (8 * n) & 0xff);
  return text;
}

// A list of letters as groups, or as segments.
std::string groups(char32_t first, char32_t last) {
  const std::string map = big_endian(12, 2) + big_endian(0, 2) + big_endian(28, 4) + big_endian(0, 4) +
                          big_endian(1, 4) + big_endian(first, 4) + big_endian(last, 4) + big_endian(1, 4);
  return big_endian(0, 2) + big_endian(1, 2) + big_endian(3, 2) + big_endian(10, 2) + big_endian(12, 4) + map;
}
std::string segments(char32_t first, char32_t last) {
  const std::string map = big_endian(4, 2) + big_endian(32, 2) + big_endian(0, 2) + big_endian(4, 2) +
                          big_endian(0, 6) + big_endian(last, 2) + big_endian(0xffff, 2) + big_endian(0, 2) +
                          big_endian(first, 2) + big_endian(0xffff, 2) + big_endian(0, 8);
  return big_endian(0, 2) + big_endian(1, 2) + big_endian(3, 2) + big_endian(1, 2) + big_endian(12, 4) + map;
}

// A font with a list of letters and, if they have outlines, a table for these. It begins at this byte of its file.
std::string font(const std::string& letters, bool has_outlines = true, std::size_t begin = 0) {
  const std::size_t tables = begin + 12 + 32;
  return big_endian(0x10000, 4) + big_endian(2, 2) + big_endian(0, 6) +                   //
         "cmap" + big_endian(0, 4) + big_endian(static_cast<std::uint32_t>(tables), 4) +  //
         big_endian(static_cast<std::uint32_t>(letters.size()), 4) +                      //
         (has_outlines ? "glyf" : "CBDT") + big_endian(0, 4) + big_endian(static_cast<std::uint32_t>(tables), 4) +
         big_endian(4, 4) + letters;
}

class SystemFontsOf : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder());
    fs::create_directories(folder() / "deep" / "down");
  }
  static fs::path folder() { return fs::path(TILESCOPE_SCRATCH) / "fonts"; }
  static void write(const fs::path& name, const std::string& bytes) {
    std::ofstream(folder() / name, std::ios::binary) << bytes;
  }
  static std::string chosen(char32_t letter) {
    SystemFonts fonts({folder() / "missing", folder()});
    const auto font = fonts.with(letter);
    return font ? font->file.filename().string() + ":" + std::to_string(font->number) : "";
  }
};

TEST_F(SystemFontsOf, HaveThePlainestFontOfALetter) {
  write("deep/down/Han-Regular.otf", font(groups(0x4e00, 0x9fff)));
  write("Han-Bold.otf", font(groups(0x4e00, 0x9fff)));
  write("AllSerif.ttf", font(segments(0x4e00, 0x4e10)));
  write("Signs.TTF", font(segments(0x2200, 0x22ff)));
  EXPECT_EQ(chosen(U'中'), "Han-Regular.otf:0");
  EXPECT_EQ(chosen(U'∑'), "Signs.TTF:0");
  EXPECT_EQ(chosen(0x21ff), "");
  EXPECT_EQ(chosen(0x2300), "");
  EXPECT_EQ(chosen(U'א'), "");
}

TEST_F(SystemFontsOf, LookIntoCollections) {
  const std::string head = "ttcf" + big_endian(0x10000, 4) + big_endian(2, 4);
  const std::string first = font(segments(0x61, 0x7a), true, 20);
  write("Two.ttc", head + big_endian(20, 4) + big_endian(static_cast<std::uint32_t>(20 + first.size()), 4) + first +
                       font(groups(0x4e00, 0x9fff), true, 20 + first.size()));
  EXPECT_EQ(chosen(U'b'), "Two.ttc:0");
  EXPECT_EQ(chosen(U'中'), "Two.ttc:1");
}

TEST_F(SystemFontsOf, LeaveOutWhatCannotBeDrawn) {
  write("Pictures.ttf", font(groups(0x4e00, 0x9fff), false));
  write("notes.txt", font(groups(0x4e00, 0x9fff)));
  write("empty.ttf", "");
  write("cut.ttf", font(groups(0x4e00, 0x9fff)).substr(0, 60));
  write("noise.ttc", "ttcf" + std::string(40, '\xff'));
  EXPECT_EQ(chosen(U'中'), "");
  EXPECT_EQ(SystemFonts(std::vector<fs::path>{}).with(U'中'), std::nullopt);
}

Picture with_text(const std::string& text) {
  Picture picture = picture_of(200, 60);
  picture.labels.push_back({{10, 10, 180, 40}, text, 16});
  return picture;
}

TEST(RareLetters, AreThereOnceATextNeedsThem) {
  TILESCOPE_HEADLESS(screen, (Extent{200, 60}));
  screen.draw(with_text("abc ä → ×"));
  if (!screen.gui.fonts().warnings().empty()) GTEST_SKIP() << screen.gui.fonts().warnings()[0];
  EXPECT_FALSE(screen.gui.lacks_letters()) << "the usual letters are there from the beginning";
  screen.draw(with_text("\u0414 \u221a"));
  const bool has_root = Fonts::has(screen.gui.fonts().of(Face::sans, 16), U'√');
  screen.draw(with_text("\u0414 \u221a"));
  EXPECT_FALSE(screen.gui.lacks_letters());
  EXPECT_FALSE(has_root);
  EXPECT_TRUE(Fonts::has(screen.gui.fonts().of(Face::sans, 16), U'√'));
}

TEST(RareLetters, ComeFromTheSystemIfOursLackThem) {
  TILESCOPE_HEADLESS(screen, (Extent{200, 60}));
  constexpr char32_t armenian = 0x531;
  if (!SystemFonts().with(armenian)) GTEST_SKIP() << "no font here has this letter";
  screen.draw(with_text("\u0531"));
  if (!screen.gui.fonts().warnings().empty()) GTEST_SKIP() << screen.gui.fonts().warnings()[0];
  EXPECT_FALSE(Fonts::has(screen.gui.fonts().of(Face::mono, 16), armenian));
  screen.draw(with_text("\u0531"));
  EXPECT_TRUE(Fonts::has(screen.gui.fonts().of(Face::mono, 16), armenian));
}

TEST(RareLetters, OfNoFontAreAskedForOnce) {
  TILESCOPE_HEADLESS(screen, (Extent{200, 60}));
  const std::string text = "\u0378";  // not a letter, so that no font has it
  screen.draw(with_text(text));
  EXPECT_TRUE(screen.gui.lacks_letters());
  screen.draw(with_text(text));
  EXPECT_FALSE(screen.gui.lacks_letters());
}

}  // namespace
}  // namespace tilescope::test
