// What lessons show besides their steps: the presenter's notes, and the places that the words name.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/lessons/library.h"
#include "app/screen/screen.h"
#include "tests/support/pictures.h"

namespace tilescope::test {
namespace {

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
    session.apply(Act::presenter);
    const auto& steps = session.course().lesson().steps;
    for (std::size_t step = 0; step < steps.size(); ++step) {
      session.apply(GoToStep{step});
      const std::string where = fmt::format("{} step {}", lesson.lesson.name, step + 1);
      const Picture before = notes_picture(session, view);
      EXPECT_EQ(untidy(before), "") << where;
      EXPECT_FALSE(says(before, "No notes for this step.")) << where;
      for (std::size_t other = 0; other < steps.size(); ++other)
        EXPECT_TRUE(std::any_of(before.hits.begin(), before.hits.end(), [&](const Hit& hit) {
          return hit.target == button(GoToStep{other});
        })) << where;
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

}  // namespace
}  // namespace tilescope::test
