// Every step of every lesson, before and after its question is answered: nothing overlaps, nothing is cut off, and a
// class in the last row can read it.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/lessons/library.h"
#include "app/screen/screen.h"
#include "tests/support/headless.h"
#include "tests/support/pictures.h"
#include "tests/support/tidy.h"

namespace tilescope::test {
namespace {

struct Room {
  float width, height;
  bool presents;
  float scale = 1;
};

// Letters this high are read from the last row; no label is smaller.
void need_large_letters(const Screen& screen, const Fonts& fonts, const std::string& where, Complaints& complaints) {
  const float least = screen.picture.height / 40;
  for (const Label& label : screen.picture.labels) {
    if (label.text.empty()) continue;
    const float em = fit_label(label, {}, 1, fonts).em;
    if (em < least - 0.5F)
      complaints.add(fmt::format("letters of {:.1f} pixels instead of {:.1f}", em, least), where + ": " + label.text);
  }
}

class EveryStep : public testing::TestWithParam<Room> {};

TEST_P(EveryStep, IsTidyAndCanBeRead) {
  TILESCOPE_HEADLESS(headless, (Extent{64, 64}));
  headless.draw({});
  const Fonts& fonts = headless.gui.fonts();
  if (!fonts.warnings().empty()) GTEST_SKIP() << fonts.warnings()[0];
  const Room& room = GetParam();
  Complaints complaints;
  int seen = 0;
  for (const lessons::ReadLesson& lesson : lessons::all_lessons(TILESCOPE_SOURCES "/assets/lessons")) {
    Session session(Settings{});
    session.apply(OpenLesson{lesson.lesson.file});
    session.wait_for_lesson();
    ASSERT_TRUE(session.course().is_open()) << lesson.lesson.file;
    if (room.presents) session.apply(Act::presenter);
    const auto look = [&](const std::string& state) {
      session.wait_for_variables();
      const Screen screen = screen_of(session, {room.width, room.height, room.scale, 0});
      const std::string where = fmt::format("{} step {} {}", lesson.lesson.name, session.course().step() + 1, state);
      inspect(screen, fonts, where, complaints);
      if (screen.layout.stage.h > 0 && screen.layout.stage.h < 13 * screen.layout.text)
        complaints.add(fmt::format("a stage {:.0f} pixels high", screen.layout.stage.h), where);
      if (room.presents) need_large_letters(screen, fonts, where, complaints);
      ++seen;
    };
    for (std::size_t step = 0; step < session.course().lesson().steps.size(); ++step) {
      session.apply(GoToStep{step});
      if (const lessons::Asked* const asked = session.course().question()) {
        session.apply(Seek{asked->halt});
        session.apply(OpenQuestion{});
        look("asks");
        session.apply(Act::reveal);
        look("answers");
      }
      session.apply(Seek{session.course().now().to});
      look("ends");
    }
  }
  EXPECT_GT(seen, 100);
  EXPECT_EQ(complaints.text(), "");
}

// Whether labels one below the other have these words, wherever their line is broken.
bool has_words(const Picture& picture, const std::string& words) {
  const auto without_blanks = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  const std::string wanted = without_blanks(words);
  for (const Label& first : picture.labels) {
    std::string below;
    for (const Label& label : picture.labels)
      if (label.box.x == first.box.x && label.box.y >= first.box.y) below += without_blanks(label.text);
    if (below.find(wanted) != std::string::npos) return true;
  }
  return false;
}

// The presenter's part: the notes, the right answer, the class's votes, and the next step.
TEST(Notes, HaveTheAnswerAndWhatComesNext) {
  View view;
  view.width = 900;
  view.height = 600;
  view.text = 18;
  int asked = 0;
  for (const lessons::ReadLesson& lesson : lessons::all_lessons(TILESCOPE_SOURCES "/assets/lessons")) {
    Session session(Settings{});
    session.apply(OpenLesson{lesson.lesson.file});
    session.wait_for_lesson();
    const auto& steps = session.course().lesson().steps;
    for (std::size_t step = 0; step < steps.size(); ++step) {
      session.apply(GoToStep{step});
      const std::string where = fmt::format("{} step {}", lesson.lesson.name, step + 1);
      const Picture before = notes_picture(session, view);
      EXPECT_EQ(untidy(before), "") << where;
      EXPECT_FALSE(says(before, "No notes for this step.")) << where;
      if (step + 1 < steps.size()) {
        const std::string next = lessons::plain_text(steps[step + 1].title);
        EXPECT_NE(words_of(before).find(next.substr(0, next.find(' '))), std::string::npos) << where;
      }
      if (session.course().question() == nullptr) continue;
      ++asked;
      EXPECT_TRUE(has_words(before, "Answer: " + session.course().question()->right())) << where;
      session.apply(Seek{session.course().question()->halt});
      session.apply(OpenQuestion{});
      if (session.course().question()->form != lessons::Question::Form::choice) continue;
      session.apply(Answer{"2"});
      session.apply(Answer{"2"});
      EXPECT_TRUE(has_words(notes_picture(session, view),
                            fmt::format("2: {} · 2 votes", session.course().question()->choices[1])))
          << where;
    }
  }
  EXPECT_GT(asked, 30);
}

// What the words name is lit, threads and blocks too; and a lesson's loops make the product of its launch.
TEST(Lessons, LightWhatTheyName) {
  Session session(Settings{});
  session.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "phase-by-phase")});
  session.wait_for_lesson();
  EXPECT_EQ(session.selection().links.blocks, std::vector<std::uint32_t>{0});
  session.apply(GoToStep{1});
  EXPECT_EQ(session.selection().links.threads, std::vector<std::uint32_t>{1});
  session.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "cpu-cache")});
  session.wait_for_lesson();
  session.apply(GoToStep{*session.course().lesson().step_named("before-and-after")});
  ASSERT_NE(session.explaining().choices.loop_runs, nullptr);
  EXPECT_EQ(session.explaining().choices.loops.sizes.m, 32);
  EXPECT_EQ(session.explaining().choices.loops.sizes.block, 4);
}

INSTANTIATE_TEST_SUITE_P(Rooms, EveryStep,
                         testing::Values(Room{1024, 768, true}, Room{1024, 768, false}, Room{1280, 720, true},
                                         Room{1280, 720, false}, Room{1920, 1080, true}, Room{1920, 1080, false},
                                         Room{1920, 1080, true, 2}, Room{1920, 1080, false, 2}));

}  // namespace
}  // namespace tilescope::test
