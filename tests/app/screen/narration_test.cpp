// A step of a lesson before a class: its title and its question are in sight, and the rest scrolls.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

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

// A class votes by clicks, which say so; after a tie no choice is what most say.
class Votes : public testing::Test {
 protected:
  Votes() {
    session_.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "sort")});
    session_.wait_for_lesson();
    session_.apply(Act::presenter);
    session_.apply(OpenQuestion{});
  }
  [[nodiscard]] Picture body() const {
    View view;
    view.width = 440, view.height = 1200, view.text = 20;
    return narration_content(session_, view, {}).body;
  }
  [[nodiscard]] std::string words() const {
    std::string all;
    for (const Label& label : body().labels) all += label.text + " ";
    return all;
  }
  [[nodiscard]] bool says(const char* what) const { return words().find(what) != std::string::npos; }

  Session session_{Settings{}};
};

TEST_F(Votes, AreCountedBelowTheChoices) {
  EXPECT_TRUE(says("Each click is one vote.")) << words();
  session_.apply(Vote{1});
  EXPECT_TRUE(says("1 vote so far. The Answer button ends the vote.")) << words();
  session_.apply(Vote{1});
  EXPECT_TRUE(says("2 votes so far.")) << words();
  session_.apply(Act::reveal);
  EXPECT_FALSE(says("so far.")) << words();
  EXPECT_TRUE(says(("Most say " + session_.course().question()->choices[1] + ".").c_str())) << words();
  session_.apply(Act::presenter);
  session_.apply(Act::lesson_again);
  session_.apply(OpenQuestion{});
  EXPECT_FALSE(says("Each click")) << "a reader alone has one vote";
  const std::size_t wrong = session_.course().question()->right_choice == 1 ? 0 : 1;
  session_.apply(Vote{wrong});
  EXPECT_TRUE(says("yours") && says("not quite.") && says("right")) << words();
}

TEST_F(Votes, OfATieNameEveryLeader) {
  const auto& choices = session_.course().question()->choices;
  for (const std::size_t choice : {0, 1, 2, 1, 0}) session_.apply(Vote{choice});
  session_.apply(Act::reveal);
  EXPECT_TRUE(says(("A tie: " + choices[0] + " and " + choices[1] + ".").c_str())) << words();
  EXPECT_FALSE(says("Most say") || says("right!") || says("not quite")) << words();
  EXPECT_EQ(session_.course().guess().right, std::nullopt);
}

TEST_F(Votes, ATieCanStillBeDecided) {
  const std::size_t right = session_.course().question()->right_choice;
  session_.apply(Vote{right});
  session_.apply(Vote{(right + 1) % 4});
  session_.apply(Vote{right});
  session_.apply(Act::reveal);
  EXPECT_EQ(session_.course().guess().right, true);
  EXPECT_TRUE(says("right!")) << words();
}

// The keys 1 to 4 and answers that are numbers would read as one row of numbers: "1 0  2 19".
TEST_F(Votes, EachChoiceIsOneBoxWithItsKeyOnAGroundOfItsOwn) {
  const Picture picture = body();
  std::vector<Box> boxes;
  for (const Hit& hit : picture.hits)
    if (hit.target.kind == Target::Kind::act && std::holds_alternative<Vote>(hit.target.ask)) boxes.push_back(hit.box);
  ASSERT_EQ(boxes.size(), 4U);
  for (std::size_t n = 0; n < boxes.size(); ++n) {
    const Box& box = boxes[n];
    const auto is_tab = [&](const Shape& shape) {
      return shape.fill == Ink::dim && shape.box.x == box.x && shape.box.y == box.y && shape.box.w < box.w;
    };
    const auto tab = std::find_if(picture.shapes.begin(), picture.shapes.end(), is_tab);
    ASSERT_NE(tab, picture.shapes.end()) << n;
    for (const Label& label : picture.labels)
      if (box.contains(label.box.middle())) {
        const bool is_key = label.text == std::to_string(n + 1) && tab->box.contains(label.box.middle());
        EXPECT_TRUE(is_key || label.box.x >= tab->box.right()) << label.text;
      }
    if (n > 0 && box.y == boxes[n - 1].y) {
      EXPECT_GE(box.x - boxes[n - 1].right(), 0.5F * 20) << "no gap before choice " << n;
    }
  }
}

TEST_F(Narration, NeverHasSmallerLettersThanTheClassCanRead) {
  for (const float height : {300.0F, 500.0F, 1200.0F}) {
    const PanelContent content = panel(height);
    for (const Picture* part : {&content.fixed, &content.body})
      for (const Label& label : part->labels) EXPECT_GE(label.size, 20) << label.text;
  }
}

// Buttons of a lesson beside the stage, in a tall panel and in a low one.
class LessonButtons : public testing::Test {
 protected:
  LessonButtons() {
    session_.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "warps")});
    session_.wait_for_lesson();
  }
  [[nodiscard]] Picture fixed(float width, float height) const {
    View view;
    view.width = width, view.height = height, view.text = 15;
    return narration_content(session_, view, {}).fixed;
  }
  // The box of the words of a button.
  static std::optional<Box> box_of(const Picture& picture, const std::string& words) {
    for (const Label& label : picture.labels)
      if (label.text == words) return label.box;
    return std::nullopt;
  }
  static bool can_press(const Picture& picture, Act act) {
    return std::any_of(picture.hits.begin(), picture.hits.end(),
                       [&](const Hit& hit) { return hit.target == button(act); });
  }

  Session session_{Settings{}};
};

TEST_F(LessonButtons, StayAtTheirPlaces) {
  for (const auto& [width, height] : {std::pair{360.0F, 500.0F}, {1200.0F, 180.0F}}) {
    session_.apply(GoToStep{0});
    const std::optional<Box> next = box_of(fixed(width, height), "Next"), back = box_of(fixed(width, height), "Back");
    ASSERT_TRUE(next && back);
    EXPECT_NEAR(next->right(), width, 1) << "at the right end";
    EXPECT_LT(back->right(), next->x);
    EXPECT_FALSE(can_press(fixed(width, height), Act::lesson_back)) << "there is no step before the first";
    std::size_t clicks = 0, plays = 0;
    for (; clicks < 200 && can_press(fixed(width, height), Act::lesson_on); ++clicks) {
      const Picture now = fixed(width, height);
      const std::optional<Box> play = box_of(now, "Play");
      EXPECT_EQ(play ? play : box_of(now, "Next"), next) << clicks;
      if (play) ++plays;
      EXPECT_EQ(box_of(now, "Back"), back) << clicks;
      session_.apply(Act::lesson_on);
    }
    const std::size_t last = session_.course().lesson().steps.size() - 1;
    EXPECT_EQ(session_.course().step(), last) << "Next ends at the last step, not in another lesson";
    EXPECT_GT(clicks, last);
    EXPECT_GT(plays, 0U) << "the rest of a step behind its question";
    EXPECT_EQ(box_of(fixed(width, height), "Next"), next);
    EXPECT_TRUE(can_press(fixed(width, height), Act::lesson_next));
  }
}

TEST_F(LessonButtons, LeadBackToTheLessonsLaunch) {
  const auto tells = [&] {
    const Picture picture = fixed(360, 500);
    return std::any_of(picture.labels.begin(), picture.labels.end(),
                       [](const Label& label) { return label.text == "Return to the lesson's launch"; });
  };
  session_.apply(GoToStep{1});
  EXPECT_FALSE(tells());
  Relaunch other = session_.launching().asked;
  other.request.kernel = "naive";
  other.request.m = other.request.n = other.request.k = 8;
  session_.apply(other);
  session_.wait_for_recording();
  ASSERT_TRUE(session_.course().is_open());
  EXPECT_TRUE(tells());
  session_.apply(Act::lesson_on);
  EXPECT_FALSE(tells());
  EXPECT_EQ(session_.course().step(), 1U);
}

TEST_F(LessonButtons, TypeANumber) {
  session_.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "barriers")});
  session_.wait_for_lesson();
  session_.apply(Seek{session_.course().question()->halt});
  session_.apply(OpenQuestion{});
  const auto digits = [&](float width, float target) {
    View view;
    view.width = width, view.height = 2000, view.text = 16, view.target = target;
    std::vector<Hit> hits = narration_content(session_, view, {}).body.hits;
    std::erase_if(hits, [](const Hit& hit) { return !std::holds_alternative<TypeAnswer>(hit.target.ask); });
    return hits;
  };
  for (const float target : {0.0F, 44.0F})
    for (const float width : {240.0F, 265.0F, 360.0F}) {
      const std::vector<Hit> hits = digits(width, target);
      EXPECT_EQ(hits.size(), 12U) << "nothing can be deleted yet";
      for (const Hit& hit : hits) {
        EXPECT_GE(std::min(hit.box.w, hit.box.h), target);
        EXPECT_LE(hit.box.right(), width + 1);
        EXPECT_EQ(std::count_if(hits.begin(), hits.end(),
                                [&](const Hit& other) { return !common(hit.box, other.box).is_empty(); }),
                  1);
      }
    }
  session_.apply(TypeAnswer{'3'});
  EXPECT_EQ(digits(265, 0).size(), 13U);
  session_.apply(Act::presenter);
  EXPECT_TRUE(digits(265, 0).empty()) << "a class watches";
}

TEST(Presenter, LeavesByAClick) {
  Session session{Settings{}};
  const auto has_way_out = [&] {
    const Screen screen = screen_of(session, {.width = 1280, .height = 720});
    const Picture seen = screen.picture.in_sight();
    return std::any_of(seen.hits.begin(), seen.hits.end(),
                       [](const Hit& hit) { return hit.target == button(Act::presenter); });
  };
  session.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "naive")});
  session.wait_for_lesson();
  EXPECT_TRUE(has_way_out()) << "the same button leads into the mode";
  session.apply(Act::presenter);
  EXPECT_TRUE(has_way_out());
  session.apply(Act::lesson_close);
  EXPECT_TRUE(has_way_out());
}

// The places that a lesson names are those of its own launch: another one may have fewer arrays.
TEST(LessonPlaces, AreLeftOutOfAnotherLaunch) {
  Session session{Settings{}};
  session.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "naive"), "next-element"});
  session.wait_for_lesson();
  const auto names_places = [&] {
    const Screen screen = screen_of(session, {.width = 840, .height = 720});
    return std::any_of(screen.picture.grids.begin(), screen.picture.grids.end(),
                       [](const Grid& grid) { return grid.name.starts_with("named "); });
  };
  static_cast<void>(names_places());
  Relaunch other = session.launching().asked;
  other.request = {};
  other.request.kernel = "own.cu";
  other.request.text = "__global__ void twice(float* a) { a[threadIdx.x] *= 2; }\n";
  session.apply(other);
  session.wait_for_recording();
  ASSERT_TRUE(session.course().is_open());
  ASSERT_EQ(session.shown().replay().trace().launch().kernel, "own.cu");
  EXPECT_FALSE(names_places());
}

}  // namespace
}  // namespace tilescope
