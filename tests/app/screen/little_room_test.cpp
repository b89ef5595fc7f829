// Phones and small windows: one panel at a time, whose buttons are large enough for a finger.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/screen/screen.h"
#include "tests/support/opened.h"
#include "tests/support/tidy.h"

namespace tilescope::test {
namespace {

constexpr std::array panels{Panel::stage, Panel::code, Panel::words, Panel::counts};

Box box_of(const Layout& layout, Panel panel) {
  switch (panel) {
    case Panel::stage: return layout.stage;
    case Panel::code: return layout.source;
    case Panel::words: return layout.narration;
    case Panel::counts: return layout.counters;
    case Panel::views: return layout.explain;
  }
  return {};
}

void for_every_little_window(const std::function<void(const LayoutWish& wish)>& see) {
  for (float width = 320; width <= 900; width += 29)
    for (float height = 300; height <= 900; height += 50)
      for (const float target : {0.0F, 44.0F})
        for (int bits = 0; bits < 64; ++bits)
          for (const Panel panel : panels) {
            LayoutWish wish{.width = width, .height = height};
            wish.inspector = (bits & 1) != 0, wish.explain = (bits & 2) != 0, wish.typing = (bits & 4) != 0;
            wish.lesson = (bits & 8) != 0, wish.task = (bits & 24) == 24, wish.few = (bits & 32) != 0;
            wish.target = target, wish.panel = panel;
            if (!has_little_room(wish)) continue;
            see(wish);
            if (testing::Test::HasFatalFailure()) return;
          }
}

TEST(LittleRoom, HasOnePanelAndAllPartsAreApart) {
  for_every_little_window([](const LayoutWish& wish) {
    const Layout layout = layout_of(wish);
    const auto where = [&](const std::string& part) {
      return fmt::format("{} at {} x {}, {}{}{}{}{}, panel {}", part, wish.width, wish.height,
                         wish.explain ? "a view " : "", wish.lesson ? "a lesson " : "", wish.typing ? "typing " : "",
                         wish.inspector ? "a story " : "", wish.few ? "few " : "", static_cast<int>(wish.panel));
    };
    ASSERT_TRUE(layout.is_little);
    const auto parts = parts_of(layout);
    for (const auto& [name, box] : parts) {
      ASSERT_TRUE(holds({0, 0, wish.width, wish.height}, box, 0.01F)) << where(name);
      for (const auto& [other_name, other] : parts)
        ASSERT_TRUE(name == other_name || !overlap(box, other, 0.01F)) << where(name) << " and " << other_name;
    }
    std::size_t shown = 0;
    for (const Panel panel : {Panel::stage, Panel::code, Panel::counts, Panel::views})
      shown += box_of(layout, panel).w > 0;
    ASSERT_EQ(shown, layout.panel == Panel::words ? 0U : 1U) << where("panels");
    const Box shown_panel = box_of(layout, layout.panel);
    ASSERT_GE(shown_panel.w, 18 * wish.text) << where("panel");
    ASSERT_GE(shown_panel.h, 4 * wish.text) << where("panel");
    ASSERT_EQ(layout.narration.w > 0, wish.lesson && (!layout.has_words_alone || layout.panel == Panel::words))
        << where("words");
    if (layout.narration.w > 0) {
      ASSERT_GE(layout.narration.w, 15 * wish.text) << where("width of the words");
    }
    ASSERT_GE(layout.transport.h, wish.target) << where("transport");
    if (layout.panels.h > 0) {
      ASSERT_GE(layout.panels.h, wish.target) << where("panels");
    }
  });
}

TEST(LittleRoom, TheTextOfALessonStaysInPlaceWhereAPanelFitsBesideIt) {
  for_every_little_window([](const LayoutWish& wish) {
    LayoutWish closed = wish;
    closed.explain = closed.inspector = closed.typing = false;
    closed.panel = Panel::words;
    const Layout now = layout_of(wish), before = layout_of(closed);
    if (wish.few || before.has_words_alone) return;  // a frame inside another page gets its buttons with a view
    ASSERT_EQ(now.narration, before.narration) << wish.width << " x " << wish.height;
  });
}

TEST(LittleRoom, LargeLettersMakeRoomLittle) {
  EXPECT_FALSE(has_little_room({.width = 1280, .height = 720}));
  EXPECT_FALSE(has_little_room({.width = 1024, .height = 768}));
  EXPECT_TRUE(has_little_room({.width = 1280, .height = 720, .text = 30}));
  EXPECT_TRUE(has_little_room({.width = 844, .height = 390}));
  EXPECT_FALSE(has_little_room({.width = 900, .height = 520, .few = true}));
}

class LittleWindow : public testing::Test {
 protected:
  LittleWindow() {
    Request request;
    request.m = request.n = request.k = 4, request.tile = 2;
    open_in(session_, request);
  }
  [[nodiscard]] Screen screen(float target = 44) const {
    ScreenOptions options;
    options.width = 390, options.height = 844, options.target = target;
    return screen_of(session_, options);
  }
  Session session_{Settings{}};
};

TEST_F(LittleWindow, TheButtonsOfThePanelsShowThem) {
  for (const Panel panel : {Panel::code, Panel::counts, Panel::views, Panel::stage}) {
    const Picture& picture = screen().picture;
    const auto hit = std::find_if(picture.hits.begin(), picture.hits.end(),
                                  [&](const Hit& each) { return each.target == button(ShowPanel{panel}); });
    ASSERT_NE(hit, picture.hits.end());
    session_.apply(Select{picture.at(hit->box.middle())});
    EXPECT_EQ(screen().layout.panel, panel);
    EXPECT_GT(box_of(screen().layout, panel).w, 0);
    EXPECT_EQ(session_.explaining().view.is_none(), panel != Panel::views);
  }
}

TEST_F(LittleWindow, AKeyShowsTheNextPanel) {
  for (const Panel panel : {Panel::counts, Panel::views, Panel::stage, Panel::code, Panel::stage, Panel::counts}) {
    session_.apply(Act::next_panel);
    EXPECT_EQ(screen().layout.panel, panel);
  }
}

TEST_F(LittleWindow, TypingShowsTheCode) {
  session_.apply(Act::edit_source);
  EXPECT_EQ(screen().layout.panel, Panel::code);
  session_.apply(ShowPanel{Panel::stage});
  EXPECT_FALSE(session_.editing().has_keys);
}

TEST_F(LittleWindow, ButtonsAreLargeEnoughForAFinger) {
  session_.apply(Explain{"findings"});
  for (const Hit& hit : screen().picture.hits)
    if (hit.target.kind == Target::Kind::act) {
      EXPECT_GE(std::min(hit.box.w, hit.box.h), 38) << hit.box.x;
    }
  session_.apply(ShowPanel{Panel::stage});
  std::size_t large = 0, all = 0;
  for (const Hit& hit : screen().picture.hits) {
    if (hit.target.kind != Target::Kind::act) continue;
    ++all;
    large += hit.box.w >= 43 && hit.box.h >= 43;
  }
  EXPECT_GT(all, 8U);
  EXPECT_EQ(large, all);
}

TEST_F(LittleWindow, HintsAreThoseOfThePointer) {
  const auto says = [&](float target) { return labels_of(screen(target).picture); };
  EXPECT_NE(says(0).find("Space to play"), std::string::npos);
  EXPECT_EQ(says(44).find("Space to play"), std::string::npos);
  EXPECT_NE(says(44).find("Step or play with the buttons below"), std::string::npos);
}

TEST(Finger, PlacesGrowAsFarAsNoOtherIsThere) {
  Picture picture;
  picture.hits = {{{100, 100, 20, 20}, button(Act::play_or_pause)},
                  {{130, 100, 20, 20}, button(Act::forward)},
                  {{300, 300, 60, 60}, button(Act::help)}};
  widen_for_a_finger(picture, 44);
  EXPECT_EQ(picture.hits[0].box, (Box{88, 88, 37, 44}));
  EXPECT_EQ(picture.hits[1].box, (Box{125, 88, 37, 44}));
  EXPECT_EQ(picture.hits[2].box, (Box{300, 300, 60, 60}));
}

}  // namespace
}  // namespace tilescope::test
