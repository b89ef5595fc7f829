#include "app/export/svg.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "app/export/xml.h"
#include "tests/support/gallery.h"

namespace tilescope::test {
namespace {

const Theme& dark() { return *find_theme("dark"); }

// One of everything.
Picture small_picture() {
  Picture picture;
  picture.width = 320;
  picture.height = 200;
  picture.shapes.push_back({{4, 4, 312, 192}, Ink::panel, Ink::edge, 1, 6});
  picture.shapes.push_back({{200, 20, 40, 20}, Ink::wait, Ink::on_ink, 1, 0, 1, Mark::hatch});
  picture.shapes.push_back({{250, 20, 40, 20}, Ink::c, Ink::none, 1, 10, 0.25F});
  picture.grids.push_back(marks_grid({10, 10, 180, 120}));
  picture.frames.push_back({{10, 70, 60, 60}, Ink::none, Ink::c, 3});
  picture.lines.push_back({{10, 150}, {150, 150}, Ink::a, 2, true, true});
  picture.triangles.push_back({{{{200, 140}, {230, 150}, {200, 160}}}, Ink::now});
  picture.labels.push_back({{10, 160, 100, 20}, "2 < 3 & \"k\"", 14, Face::mono, Align::left, Ink::text});
  picture.labels.push_back({{250, 60, 50, 20}, "shared memory", 14, Face::bold, Align::center, Ink::dim});
  picture.labels.push_back({{250, 90, 30, 20}, "shared memory", 14, Face::sans, Align::right, Ink::dim});
  return picture;
}

// Inks of its own, so that a theme can change without the reference file.
Theme plain_theme() {
  Theme theme{"plain", {}};
  for (std::size_t ink = 0; ink < ink_count; ++ink) {
    const auto shade = static_cast<std::uint8_t>(11 * ink);
    theme.inks[ink] = {shade, static_cast<std::uint8_t>(255 - shade), 128};
  }
  theme.inks[static_cast<std::size_t>(Ink::window)] = {0, 0, 0};
  theme.inks[static_cast<std::size_t>(Ink::text)] = {255, 255, 255};
  return theme;
}

// tests/app/export/small_picture.svg is the last checked picture. After an intended change, look at the new one, which
// this test leaves in its scratch folder, and copy it there.
TEST(Svg, IsAsItWas) {
  std::ifstream in(TILESCOPE_SOURCES "/tests/app/export/small_picture.svg");
  const std::string wanted{std::istreambuf_iterator<char>(in), {}};
  const std::string made = svg_of(small_picture(), plain_theme());
  std::ofstream(TILESCOPE_SCRATCH "/small_picture.svg") << made;
  EXPECT_TRUE(made == wanted) << "see " TILESCOPE_SCRATCH "/small_picture.svg";
}

TEST(Svg, EscapesText) {
  const std::string svg = svg_of(small_picture(), dark());
  EXPECT_NE(svg.find(">2 &lt; 3 &amp; &quot;k&quot;</text>"), std::string::npos);
}

TEST(Svg, HoldsTextToItsBox) {
  Picture picture;
  picture.width = picture.height = 100;
  picture.labels.push_back({{0, 0, 90, 20}, "fits", 14});
  EXPECT_EQ(svg_of(picture, dark()).find("textLength"), std::string::npos);
  picture.labels[0].text = "does not fit at this size";
  const std::string tight = svg_of(picture, dark());
  EXPECT_NE(tight.find("textLength=\"90\""), std::string::npos);
  picture.labels[0].box.w = 30;
  EXPECT_NE(svg_of(picture, dark()).find("…</text>"), std::string::npos);
}

TEST(Svg, SmallCellsAreAnImage) {
  Picture picture;
  picture.width = picture.height = 300;
  picture.grids.push_back(heat_grid({0, 0, 200, 200}, 1024, 16));
  const std::string svg = svg_of(picture, dark());
  EXPECT_NE(svg.find("href=\"data:image/png;base64,iVBOR"), std::string::npos);
  EXPECT_LT(svg.size(), 400'000U);
}

TEST(Svg, CellsOfOneColourShareARectangle) {
  Picture picture;
  picture.width = picture.height = 300;
  picture.grids.push_back({{0, 0, 300, 300}, 10, 10, std::vector<Cell>(100), 0, 0, Ink::border, "A", {}});
  const std::string svg = svg_of(picture, dark());
  std::size_t rectangles = 0;
  for (std::size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1)) ++rectangles;
  EXPECT_EQ(rectangles, 1U + 10 + 1);
}

TEST(Xml, KeepsLettersAndReplacesWhatIsNone) {
  EXPECT_EQ(xml_text("a × b − ½ 𝛼"), "a × b − ½ 𝛼");
  EXPECT_EQ(xml_text("caf\xe9!"), "caf\xef\xbf\xbd!");
  EXPECT_EQ(xml_text("\xc0\xaf \xed\xa0\x80 \xf5 \xe2\x82"),
            "\xef\xbf\xbd\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd "
            "\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(xml_text(std::string_view("a\x01\x00"
                                      "b\x1b"
                                      "c\td",
                                      8)),
            "abc\td");
  EXPECT_EQ(xml_text("\xef\xbf\xbf"), "");
}

}  // namespace
}  // namespace tilescope::test
