#include "app/stage/named.h"

#include "tests/support/pictures.h"

namespace tilescope {
namespace {

using test::Situation;

Target element(std::uint8_t array, std::uint32_t number) {
  return {.kind = Target::Kind::element, .array = array, .number = number};
}
Target line(std::uint32_t number) { return {.kind = Target::Kind::line, .number = number}; }

class Named : public testing::Test {
 protected:
  [[nodiscard]] std::uint8_t array(std::string_view name) const {
    const auto& arrays = of_.replay.trace().arrays();
    for (std::size_t n = 0; n < arrays.size(); ++n)
      if (arrays[n].name == name) return static_cast<std::uint8_t>(n);
    return no_array;
  }
  [[nodiscard]] Picture draw(const Frame& frame, const std::vector<Target>& places, float width = 400) const {
    return named_places_picture(frame, test::view(width, 0, 16), places);
  }

  Situation of_{"tiled", 4, 4, 4, 2};
};

bool has_label(const Picture& picture, const std::string& words) {
  return std::any_of(picture.labels.begin(), picture.labels.end(),
                     [&](const Label& label) { return label.text == words; });
}

TEST_F(Named, EachPlaceHasABoxAndIsTidy) {
  const std::vector<Target> places{element(array("A"), 2),
                                   element(array("B"), 4),
                                   element(array("C"), 0),
                                   element(array("As"), 1),
                                   {.kind = Target::Kind::thread, .number = 3},
                                   {.kind = Target::Kind::block, .number = 1},
                                   line(10),
                                   line(13)};
  for (const std::uint64_t moment : of_.some_moments())
    for (const float width : {200.0F, 300.0F, 700.0F}) {
      const Frame frame = of_.at(moment);
      const Picture picture = draw(frame, places, width);
      ASSERT_EQ(test::untidy(picture), "") << width << ", moment " << moment;
      for (const Target& place : places) EXPECT_TRUE(picture.shows(place)) << static_cast<int>(place.kind);
      EXPECT_EQ(picture.at(picture.hits.back().box.middle()), picture.hits.back().target) << "it can be clicked";
    }
}

TEST_F(Named, ElementsHaveTheirNamesAndValues) {
  const Picture begin = draw(of_.at(0), {element(array("A"), 2), element(array("C"), 0)});
  EXPECT_TRUE(has_label(begin, "A[0][2]"));
  EXPECT_TRUE(has_label(begin, "3"));
  EXPECT_TRUE(has_label(begin, "·")) << "no thread has stored C[0][0]";
  const Picture end = draw(of_.at(of_.replay.moments().count()), {element(array("C"), 0)});
  EXPECT_TRUE(has_label(end, "C[0][0]"));
  EXPECT_FALSE(has_label(end, "·"));
}

TEST_F(Named, ARowAndAColumnAreStrips) {
  std::vector<Target> places;
  for (const std::uint32_t n : {0U, 1U, 2U, 3U}) places.push_back(element(array("A"), n));
  for (const std::uint32_t n : {0U, 1U, 2U, 3U}) places.push_back(element(array("B"), 4 * n));
  const Picture picture = draw(of_.at(0), places);
  EXPECT_TRUE(has_label(picture, "A[0][0..3]"));
  EXPECT_TRUE(has_label(picture, "B[0..3][0]"));
  for (const Target& place : places) EXPECT_TRUE(picture.shows(place)) << place.number;
  const Picture two = draw(of_.at(0), {places[0], places[1]});
  EXPECT_TRUE(has_label(two, "A[0][0]") && has_label(two, "A[0][1]")) << "two elements keep their own names";
}

// A comment that only repeats what the code does would take room from the text.
TEST_F(Named, LinesAreCodeWithTheirNumbersAlone) {
  const Picture picture = draw(of_.at(0), {line(13), line(13)});
  EXPECT_TRUE(has_label(picture, "13"));
  EXPECT_EQ(std::count_if(picture.labels.begin(), picture.labels.end(),
                          [](const Label& label) { return label.text == "13"; }),
            1);
  EXPECT_TRUE(std::none_of(picture.labels.begin(), picture.labels.end(),
                           [](const Label& label) { return label.text.find("//") != std::string::npos; }));
}

}  // namespace
}  // namespace tilescope
