// Every step of every lesson, before and after its question is answered: nothing overlaps, nothing is cut off, and a
// class in the last row can read it.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/lessons/library.h"
#include "app/screen/screen.h"
#include "tests/support/headless.h"
#include "tests/support/tidy.h"

namespace tilescope::test {
namespace {

struct Room {
  float width, height;
  bool presents;
};

// Of a lesson's words: letters this high are read from the last row.
void need_large_letters(const Screen& screen, const Fonts& fonts, const std::string& where, Complaints& complaints) {
  const float least = screen.picture.height / 40;
  for (const Label& label : screen.picture.labels) {
    if (label.text.empty() || !screen.layout.narration.contains(label.box.middle())) continue;
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
  for (const lessons::ReadLesson& lesson : lessons::all_lessons(TILESCOPE_LESSONS)) {
    Session session(Settings{});
    session.apply(OpenLesson{lesson.lesson.file});
    session.wait_for_lesson();
    ASSERT_TRUE(session.course().is_open()) << lesson.lesson.file;
    if (room.presents) session.apply(Act::presenter);
    const auto look = [&](const std::string& state) {
      const Screen screen = screen_of(session, {room.width, room.height, 1, 0});
      const std::string where =
          fmt::format("{} step {} {}", lesson.lesson.name, session.course().step() + 1, state);
      inspect(screen, fonts, where, complaints);
      if (room.presents) need_large_letters(screen, fonts, where, complaints);
      ++seen;
    };
    for (std::size_t step = 0; step < session.course().lesson().steps.size(); ++step) {
      session.apply(Pick{Act::pick_step, step});
      if (const lessons::Asked* const asked = session.course().question()) {
        session.apply(Seek{asked->halt});
        session.ask();
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

INSTANTIATE_TEST_SUITE_P(Rooms, EveryStep,
                         testing::Values(Room{1024, 768, true}, Room{1024, 768, false}, Room{1280, 720, true},
                                         Room{1280, 720, false}, Room{1920, 1080, true}, Room{1920, 1080, false}));

}  // namespace
}  // namespace tilescope::test
