// A step of a lesson before a class: its title and its question are in sight, and the rest scrolls.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/lessons/library.h"
#include "app/screen/screen.h"

namespace tilescope {
namespace {

class Narration : public testing::Test {
 protected:
  Narration() {
    session_.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "warps")});
    session_.wait_for_lesson();
    session_.apply(Act::presenter);
    session_.apply(GoToStep{0});
    session_.apply(OpenQuestion{});
  }

  [[nodiscard]] PanelContent panel(float height) const {
    View view;
    view.width = 368, view.height = height, view.text = 20;
    return narration_content(session_, view, {});
  }
  [[nodiscard]] const lessons::PreparedStep& step() const { return session_.course().now(); }

  Session session_{Settings{}};
};

// Whether the picture has the first letters of the text, wherever its lines are broken.
bool begins(const Picture& picture, std::string text) {
  std::string letters;
  for (const Label& label : picture.labels) letters += label.text;
  std::erase(letters, ' ');
  std::erase_if(text, [](char letter) { return letter == ' ' || letter == '\n'; });
  return letters.find(text.substr(0, 16)) != std::string::npos;
}

TEST_F(Narration, KeepsTheTitleInSightAndScrollsToTheQuestion) {
  ASSERT_NE(session_.course().question(), nullptr);
  const auto [fixed, body, room] = panel(500);
  EXPECT_TRUE(begins(fixed, lessons::plain_text(step().title)));
  EXPECT_TRUE(begins(body, lessons::plain_text(step().text)));
  EXPECT_GT(body.height, room.h) << "too long for the room";
  ASSERT_TRUE(body.wanted);
  Picture question = body;
  question.keep_between(body.wanted->y, body.wanted->bottom());
  EXPECT_TRUE(begins(question, lessons::plain_text(session_.course().question()->text)));
}

// A line that the words quote needs no second copy.
TEST_F(Narration, ShowsTheNamedPlacesThatTheWindowDoesNotShow) {
  const auto steps = session_.course().lesson().steps.size();
  int quoted = 0, shown = 0;
  for (std::size_t n = 0; n < steps; ++n) {
    session_.apply(GoToStep{n});
    View view;
    view.width = 368, view.height = 1200, view.text = 20;
    const std::vector<Target>& places = session_.course().lit();
    const Picture with = narration_content(session_, view, places).body;
    const Picture without = narration_content(session_, view, {}).body;
    for (const Target& place : places) {
      EXPECT_TRUE(with.shows(place)) << "step " << n + 1;
      EXPECT_TRUE(place.kind == Target::Kind::line || !without.shows(place)) << "step " << n + 1;
      ++(without.shows(place) ? quoted : shown);
    }
  }
  EXPECT_GT(quoted, 0);
  EXPECT_GT(shown, 0);
}

TEST_F(Narration, DoesNotScrollWhereThereIsRoom) {
  const auto [fixed, body, room] = panel(1200);
  EXPECT_LE(body.height, room.h + 1);
}

TEST_F(Narration, NeverHasSmallerLettersThanTheClassCanRead) {
  for (const float height : {300.0F, 500.0F, 1200.0F}) {
    const PanelContent content = panel(height);
    for (const Picture* part : {&content.fixed, &content.body})
      for (const Label& label : part->labels) EXPECT_GE(label.size, 20) << label.text;
  }
}

}  // namespace
}  // namespace tilescope
