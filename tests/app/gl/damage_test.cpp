#include "app/gl/damage.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/headless.h"

namespace tilescope::test {
namespace {

float area(const std::vector<Box>& boxes) {
  float sum = 0;
  for (const Box& box : boxes) sum += box.w * box.h;
  return sum;
}

std::vector<Box> frame(Damage& damage, const std::vector<std::pair<Box, std::uint64_t>>& things,
                       std::uint64_t ground = 1) {
  damage.begin({1000, 500}, ground);
  for (const auto& [box, looks] : things) damage.cover(box, looks);
  return damage.end();
}

TEST(Damage, TheFirstFrameIsAllNewAndTheSameAgainIsNothing) {
  Damage damage;
  EXPECT_EQ(frame(damage, {{{10, 10, 5, 5}, 7}}), (std::vector<Box>{{0, 0, 1000, 500}}));
  EXPECT_TRUE(frame(damage, {{{10, 10, 5, 5}, 7}}).empty());
  damage.forget();
  EXPECT_EQ(area(frame(damage, {{{10, 10, 5, 5}, 7}})), 1000 * 500);
}

TEST(Damage, WhatComesGoesMovesOrLooksOtherwiseIsSeen) {
  Damage damage;
  frame(damage, {});
  EXPECT_EQ(frame(damage, {{{40, 40, 5, 5}, 7}}), (std::vector<Box>{{32, 32, 32, 32}}));
  EXPECT_EQ(frame(damage, {{{40, 40, 5, 5}, 8}}), (std::vector<Box>{{32, 32, 32, 32}}));
  EXPECT_EQ(frame(damage, {{{990, 490, 50, 50}, 8}}).size(), 2U) << "where it was, and where it is";
  EXPECT_EQ(frame(damage, {}), (std::vector<Box>{{992 - 32, 480, 40, 20}}));
}

TEST(Damage, TheOrderOfWhatIsDrawnOverEachOtherCounts) {
  Damage damage;
  frame(damage, {{{0, 0, 20, 20}, 1}, {{10, 10, 20, 20}, 2}});
  EXPECT_FALSE(frame(damage, {{{10, 10, 20, 20}, 2}, {{0, 0, 20, 20}, 1}}).empty());
}

TEST(Damage, AnotherGroundIsSeenEverywhere) {
  Damage damage;
  frame(damage, {}, 1);
  EXPECT_EQ(area(frame(damage, {}, 2)), 1000 * 500);
}

// Overlapping boxes would be drawn twice, which shows where they are transparent.
TEST(Damage, BoxesHoldAllChangesAndDoNotOverlap) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Damage damage;
    frame(damage, {});
    std::vector<std::pair<Box, std::uint64_t>> things;
    const auto count = random() % 60;
    for (unsigned n = 0; n < count; ++n)
      things.push_back({{static_cast<float>(random() % 1000), static_cast<float>(random() % 500),
                         static_cast<float>(random() % 80), static_cast<float>(random() % 80)},
                        random()});
    const std::vector<Box> boxes = frame(damage, things);
    for (std::size_t n = 0; n < boxes.size(); ++n)
      for (std::size_t other = 0; other < n; ++other)
        ASSERT_TRUE(common(boxes[n], boxes[other]).is_empty()) << "round " << round;
    for (const auto& [thing, looks] : things) {
      const Box seen = common(thing, {0, 0, 1000, 500});
      if (seen.is_empty()) continue;
      float held = 0;
      for (const Box& box : boxes) {
        const Box part = common(box, seen);
        if (!part.is_empty()) held += part.w * part.h;
      }
      ASSERT_FLOAT_EQ(held, seen.w * seen.h) << "round " << round;
    }
  }
}

Picture random_picture(std::mt19937& random) {
  Picture picture = picture_of(400, 300);
  const auto place = [&](float size) {
    return Box{static_cast<float>(random() % 400), static_cast<float>(random() % 300), size, size};
  };
  const auto ink = [&] { return static_cast<Ink>(1 + random() % (ink_count - 1)); };
  std::mt19937 same(5);  // most of it stays from picture to picture
  std::swap(same, random);
  for (int n = 0; n < 30; ++n) picture.shapes.push_back({place(40), ink(), ink(), 1, 5, 0.6F, Mark::none});
  for (int n = 0; n < 20; ++n)
    picture.labels.push_back({place(90), "what it says", 14, Face::sans, Align::left, ink()});
  std::swap(same, random);
  Grid grid{{220, 40, 160, 160}, 16, 16, std::vector<Cell>(256), 4, 4, Ink::border, "A", {}};
  for (int n = 0; n < 6; ++n)
    grid.cells[random() % 256] = {ink(), static_cast<Mark>(random() % 6), 200, random() % 2 == 0, false};
  picture.grids.push_back(std::move(grid));
  for (int n = 0; n < 3; ++n) picture.shapes.push_back({place(30), ink(), ink(), 2, 9, 0.5F, Mark::hatch});
  for (int n = 0; n < 2; ++n) picture.labels.push_back({place(60), "moves", 16, Face::bold, Align::left, ink()});
  picture.lines.push_back({{place(0).x, place(0).y}, {place(0).x, place(0).y}, ink(), 2, random() % 2 == 0, true});
  return picture;
}

TEST(Damage, DrawingOnlyWhatChangedDrawsTheSame) {
  TILESCOPE_HEADLESS(screen, (Extent{400, 300}));
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    const Picture picture = random_picture(random);
    const Image grown = screen.draw(picture);
    screen.target.resize({16, 16});
    screen.target.resize({400, 300});
    const Image fresh = screen.draw(picture);
    int differ = 0;
    for (int y = 0; y < 300; ++y)
      for (int x = 0; x < 400; ++x) differ += distance(grown.at(x, y), fresh.at(x, y)) > 2 ? 1 : 0;
    ASSERT_EQ(differ, 0) << "round " << round;
  }
}

}  // namespace
}  // namespace tilescope::test
