// Rows below each other: what they take, and a picture that gets taller than its view.
#include "app/stage/flow.h"

#include <gtest/gtest.h>

#include "tests/support/pictures.h"

namespace tilescope::test {
namespace {

struct Drawn {
  Picture picture;
  Flow flow;

  explicit Drawn(float width, float height) : flow(picture, {0, 0, width, height}, 15) {
    picture.width = width;
    picture.height = height;
  }
};

TEST(Flow, AllWordsAreThereHoweverLowTheView) {
  Drawn drawn(200, 30);
  for (int line = 0; line < 20; ++line) drawn.flow.words("line " + std::to_string(line));
  EXPECT_TRUE(says(drawn.picture, "line 19"));
  EXPECT_GE(drawn.picture.height, 20 * 15);
  EXPECT_EQ(untidy(drawn.picture), "");
}

TEST(Flow, AShortContentLeavesTheHeightOfTheView) {
  Drawn drawn(200, 300);
  drawn.flow.words("one line");
  EXPECT_EQ(drawn.picture.height, 300);
}

TEST(Flow, WhatStretchesTakesTheRestOfTheViewWithinItsLimits) {
  Drawn high(200, 300), low(200, 30);
  EXPECT_FLOAT_EQ(high.flow.stretched(4, 15).h, 15 * 15);
  EXPECT_FLOAT_EQ(low.flow.stretched(4, 15).h, 4 * 15) << "more than can be seen";
  EXPECT_FLOAT_EQ(Drawn(200, 120).flow.stretched(4, 15, 2).h, 6 * 15);
}

TEST(Flow, ATableShowsTheFirstWordingThatFits) {
  const Table table{{Align::left, Align::right},
                    {{{{{"the name of a row", "name"}}, {{"1 234 567", "1.2 M"}}}, {}, false},
                     {{{{"another"}}, {{"2"}}}, {.kind = Target::Kind::line, .number = 7}, true}}};
  Drawn wide(400, 100), narrow(90, 100);
  wide.flow.table(table);
  narrow.flow.table(table);
  EXPECT_TRUE(says(wide.picture, "the name of a row") && says(wide.picture, "1 234 567"));
  EXPECT_TRUE(says(narrow.picture, "name") && says(narrow.picture, "1.2 M")) << words_of(narrow.picture);
  EXPECT_EQ(untidy(wide.picture), "");
  const Target second = wide.picture.at({20, 1.5F * wide.flow.y() / 2});
  EXPECT_EQ(second.number, 7U);
}

TEST(Flow, ABarIsAsLongAsItsPart) {
  Drawn drawn(400, 100);
  drawn.flow.bars({{"half", 0.5, "128 of 256", "", Ink::now, true, {}}, {"all", 3, "", "limits", Ink::now, false, {}}});
  const auto& shapes = drawn.picture.shapes;
  ASSERT_EQ(shapes.size(), 4U);
  EXPECT_FLOAT_EQ(shapes[1].box.w, shapes[0].box.w / 2);
  EXPECT_FLOAT_EQ(shapes[3].box.w, shapes[2].box.w) << "never longer than the whole";
  EXPECT_EQ(untidy(drawn.picture), "");
}

TEST(Flow, AColumnOfATableIsAtTheRightUnlessItIsTheFirst) {
  Drawn drawn(400, 100);
  Table table;
  table.add({"line", "sectors"}, Ink::dim);
  table.add({"7"}).cells.push_back(count_cell(1234567));
  table.add({"8"}).cells.push_back(count_cell(0));
  drawn.flow.table(table);
  EXPECT_EQ(words_of(drawn.picture), "line | sectors\n7 | 1 234 567\n8 | –");
  ASSERT_EQ(drawn.picture.labels.size(), 6U);
  EXPECT_EQ(drawn.picture.labels[0].align, Align::left);
  EXPECT_EQ(drawn.picture.labels[1].align, Align::right);
  EXPECT_EQ(drawn.picture.labels[1].ink, Ink::dim);
}

TEST(Flow, SharesAreSortedAndNamedByTheirSum) {
  Drawn drawn(400, 100);
  drawn.flow.shares("Sectors", "counted", {{"few", 1}, {"none", 0}, {"most", 3}});
  EXPECT_EQ(words_of(drawn.picture), "Sectors: 4 | counted\nmost | 3 (75 %)\nfew | 1 (25 %)");
  const auto& shapes = drawn.picture.shapes;
  ASSERT_EQ(shapes.size(), 4U);
  EXPECT_FLOAT_EQ(shapes[1].box.w, 0.75F * shapes[0].box.w);
  EXPECT_EQ(untidy(drawn.picture), "");
  Drawn nothing(400, 100);
  nothing.flow.shares("Sectors", "counted", {{"none", 0}});
  nothing.flow.note("");
  EXPECT_EQ(nothing.flow.y(), 0) << "neither a heading nor an empty line";
}

TEST(Flow, ALegendTakesAsManyRowsAsItNeeds) {
  const auto draw = [](Picture& picture, const Box& box) { picture.shapes.push_back({box, Ink::now}); };
  const std::vector<Sign> signs{{"now", 1, draw}, {"not yet", 2, draw}, {""}, {"dashed: a barrier"}};
  Drawn wide(400, 100), narrow(110, 20);
  wide.flow.legend(signs);
  narrow.flow.legend(signs);
  EXPECT_EQ(words_of(wide.picture), "now | not yet | dashed: a barrier");
  EXPECT_EQ(words_of(narrow.picture), "now\nnot yet\ndashed: a barrier");
  EXPECT_FLOAT_EQ(narrow.flow.y(), 3 * wide.flow.y());
  ASSERT_EQ(wide.picture.shapes.size(), 2U);
  EXPECT_FLOAT_EQ(wide.picture.shapes[1].box.w, 2 * wide.picture.shapes[0].box.w);
  EXPECT_EQ(untidy(wide.picture) + untidy(narrow.picture), "");
}

TEST(Flow, ColumnsShareTheWidthAndTheNextRowIsBelowTheLongest) {
  Drawn drawn(400, 100);
  drawn.flow.columns({[](Flow& left) { left.row(2); }, [](Flow& right) { right.row(5); }});
  EXPECT_FLOAT_EQ(drawn.flow.y(), 5 * 15);
  EXPECT_FLOAT_EQ(height_of(400, 15, [](Flow& flow) { flow.columns({[](Flow& one) { one.row(3); }}); }), 3 * 15);
}

TEST(Flow, OnlyWhatIsInsideItsBoxCanBeSeenAndClicked) {
  Drawn drawn(200, 30);
  for (std::uint32_t line = 0; line < 20; ++line)
    drawn.flow.opener("line " + std::to_string(line), Ink::text, false,
                      {.kind = Target::Kind::finding, .number = line});
  const float high = drawn.picture.height / 20;
  Picture window;
  window.add_clipped(drawn.picture, {100, 50 - 10 * high}, {100, 50, 200, 4 * high});
  EXPECT_EQ(window.at({150, 50 + 0.5F * high}).number, 10U);
  EXPECT_EQ(window.at({150, 45}).kind, Target::Kind::none);
  const Picture seen = window.in_sight();
  EXPECT_TRUE(says(seen, "line 10") && says(seen, "line 13"));
  EXPECT_FALSE(says(seen, "line 9") || says(seen, "line 14"));
  Picture outer;
  outer.add(window, {7, 0});
  EXPECT_EQ(outer.clipped.front().box.x, 107) << "a clipped part moves with its picture";
}

}  // namespace
}  // namespace tilescope::test
