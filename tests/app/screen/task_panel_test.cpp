// The panel of a task, in windows of several sizes: whatever a task has to say has room, asked and answered.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/screen/screen.h"
#include "app/tasks/task_file.h"
#include "tests/support/opened.h"

namespace tilescope {
namespace {

struct Window {
  float width, height, scale;
};
constexpr Window windows[] = {{1024, 768, 1}, {1280, 720, 1}, {1600, 900, 1}, {1920, 1080, 2}};

bool meet(const Box& a, const Box& b) {
  return a.x < b.right() - 1 && b.x < a.right() - 1 && a.y < b.bottom() - 1 && b.y < a.bottom() - 1;
}
bool is_inside(const Box& a, const Box& b) {
  return a.x >= b.x - 1 && a.right() <= b.right() + 1 && a.y >= b.y - 1 && a.bottom() <= b.bottom() + 1;
}

// Words stay within the panel, and only a button's own words are on it.
void expect_room(const Session& session, const Window& window) {
  const Screen screen = screen_of(session, {window.width, window.height, window.scale, 0});
  const Picture seen = screen.picture.in_sight();
  const Box& panel = screen.layout.narration;
  for (const Label& label : seen.labels) {
    if (!panel.contains(label.box.middle())) continue;
    EXPECT_LE(label.box.bottom(), panel.bottom() + 1) << label.text;
    for (const Hit& hit : seen.hits)
      if (hit.target.kind == Target::Kind::act && meet(label.box, hit.box)) {
        EXPECT_TRUE(is_inside(label.box, hit.box)) << label.text;
      }
  }
  View view;
  view.width = panel.w, view.height = panel.h, view.text = screen.layout.narration_text;
  EXPECT_NE(test::labels_of(task_content(session, view).body).find("irst missed in"), std::string::npos)
      << "it may have to be scrolled to";
}

TEST(TaskPanel, HasRoomForEveryTask) {
  for (const tasks::ReadTask& read : tasks::all_tasks(TILESCOPE_SOURCES "/assets/tasks")) {
    Session session(Settings{});
    session.apply(OpenTask{read.task.file});
    session.wait_for_task();
    ASSERT_TRUE(session.tasking().is_open()) << read.task.file;
    for (std::size_t hints = 0; hints <= read.task.hints.size(); ++hints) {
      for (const Window& window : windows) {
        SCOPED_TRACE(fmt::format("{}, {} x {} at {}, {} hints", read.task.name, window.width, window.height,
                                 window.scale, hints));
        expect_room(session, window);
      }
      session.apply(Act::task_hint);
    }
  }
}

bool says(const Picture& picture, std::string_view words) {
  return std::any_of(picture.labels.begin(), picture.labels.end(),
                     [&](const Label& label) { return label.text.find(words) != std::string::npos; });
}

class MissingGuard : public ::testing::Test {
 protected:
  MissingGuard() {
    for (const tasks::ReadTask& read : tasks::all_tasks(TILESCOPE_SOURCES "/assets/tasks"))
      if (read.task.name == "missing-guard") session_.apply(OpenTask{read.task.file});
    session_.wait_for_task();
  }
  void answer(const std::string& text) {
    session_.apply(Act::edit_source);
    session_.apply(TypeKey{{Key::character, U'a', true}});  // all of it
    session_.apply(PasteText{text});
    session_.wait_for_recording();
    session_.wait_for_task();
  }
  Picture panel() {
    View view;
    view.width = 380, view.height = 900, view.text = 15;
    return task_content(session_, view).body;
  }
  Picture transport() {
    View view;
    view.width = 1280, view.height = 40, view.text = 15;
    return transport_picture(session_, view);
  }
  Session session_{Settings{}};
};

TEST_F(MissingGuard, ScrollsToANewHint) {
  EXPECT_FALSE(panel().wanted);
  session_.apply(Act::task_hint);
  const Picture body = panel();
  ASSERT_TRUE(body.wanted);
  const auto hint = std::find_if(body.labels.begin(), body.labels.end(),
                                 [](const Label& label) { return label.text.starts_with("Hint 1 of"); });
  ASSERT_NE(hint, body.labels.end());
  EXPECT_TRUE(body.wanted->contains(hint->box.middle()));
}

TEST_F(MissingGuard, SaysWhatHiddenLaunchesAreForAndHowTheyGo) {
  ASSERT_TRUE(session_.tasking().is_open());
  const Picture before = panel();
  EXPECT_TRUE(says(before, "hidden launch"));
  EXPECT_TRUE(says(before, "other sizes"));
  answer(session_.tasking().task().task.solution.text);
  ASSERT_TRUE(session_.tasking().judged().is_solved());
  EXPECT_FALSE(says(panel(), "hidden")) << "all launches are there to be looked at";
}

TEST_F(MissingGuard, NothingIsRedOnceAllIsReached) {
  const auto red = [](const Picture& picture) {
    return std::count_if(picture.labels.begin(), picture.labels.end(),
                         [](const Label& label) { return label.ink == Ink::bad; });
  };
  EXPECT_GT(red(panel()), 0);
  answer(session_.tasking().task().task.solution.text);
  EXPECT_EQ(red(panel()), 0);
}

TEST_F(MissingGuard, CanBeShownAsThreadsRanAtAnyTime) {
  EXPECT_TRUE(says(transport(), "show the actual order"));
  answer(session_.tasking().task().task.solution.text);
  EXPECT_TRUE(says(transport(), "show the actual order"));
}

}  // namespace
}  // namespace tilescope
