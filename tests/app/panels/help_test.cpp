// The help: it has all keys and terms, its words find them, and a click does what a row says.
#include <gtest/gtest.h>
#include <imgui.h>

#include <functional>
#include <set>

#include "app/command/key_presses.h"
#include "app/editor/keys.h"
#include "app/gl/gui_keys.h"
#include "app/lessons/glossary.h"
#include "app/panels/panels.h"
#include "app/session/shortcuts.h"
#include "tests/support/headless.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

std::vector<HelpRow> rows_of(const Session& session) { return help_rows(session, "a renderer"); }

const HelpRow* first_with(const std::vector<HelpRow>& rows, const std::string& wanted) {
  const auto found = rows_with(rows, wanted);
  return found.empty() ? nullptr : found.front();
}

const HelpRow* row_that(const std::vector<HelpRow>& rows, std::string_view does) {
  for (const HelpRow& row : rows)
    if (row.does == does) return &row;
  return nullptr;
}

bool asks(const HelpRow& row, Act act) {
  const Act* const asked = row.commands.empty() ? nullptr : std::get_if<Act>(&row.commands.front());
  return asked != nullptr && *asked == act;
}

TEST(HelpRows, HaveAllKeysAndTerms) {
  const Session session(Settings{});
  const std::vector<HelpRow> rows = rows_of(session);
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.within != Within::task) {
      EXPECT_NE(row_that(rows, shortcut.help), nullptr) << shortcut.help;
    }
  for (const editor::KeyRow& key : editor::key_rows()) EXPECT_NE(row_that(rows, key.help), nullptr) << key.help;
  for (const lessons::Term& term : lessons::glossary().terms) {
    const HelpRow* const found = first_with(rows, in_small_letters(term.name));
    ASSERT_NE(found, nullptr) << term.name;
    EXPECT_EQ(found->name, term.name);
    EXPECT_TRUE(std::holds_alternative<OpenLesson>(found->commands.front())) << term.name;
  }
}

TEST(HelpRows, StandTogetherByGroup) {
  std::set<std::string> groups;
  std::string last;
  for (const HelpRow& row : rows_of(Session(Settings{}))) {
    if (row.group == last) continue;
    EXPECT_TRUE(groups.insert(row.group).second) << row.group;
    last = row.group;
  }
}

TEST(HelpRows, TellFirstHowToMakeLettersLarger) {
  const std::vector<HelpRow> rows = rows_of(Session(Settings{}));
  EXPECT_TRUE(asks(rows.front(), Act::larger)) << "it is seen before anything is typed";
  for (const char* const wanted :
       {"larger", "zoom", "size", "letters", "text size", "larger text", "ctrl + +", "ctrl++"})
    EXPECT_TRUE(asks(*first_with(rows, wanted), Act::larger)) << wanted;
  EXPECT_TRUE(asks(*first_with(rows, "smaller"), Act::smaller));
  EXPECT_TRUE(rows.front().keeps_open);
}

TEST(HelpRows, AreFoundByTheNameOfAKey) {
  const std::vector<HelpRow> rows = rows_of(Session(Settings{}));
  EXPECT_EQ(first_with(rows, "b")->does, "next barrier");
  EXPECT_EQ(first_with(rows, "ctrl+f")->does, "find");
  EXPECT_EQ(first_with(rows, "ctrl + f")->does, "find");
  EXPECT_EQ(first_with(rows, "page down")->does, "forward");
  EXPECT_EQ(first_with(rows, "wheel")->group, "Mouse");
  EXPECT_EQ(first_with(rows, "no such words"), nullptr);
}

TEST(HelpRows, TellTheKeysThatWorkNow) {
  const auto session = session_with({});
  EXPECT_EQ(row_that(rows_of(*session), "next barrier")->name, "B");
  EXPECT_TRUE(row_that(rows_of(*session), "undo")->commands.empty()) << "nothing is edited";
  session->apply(Act::edit_source);
  const std::vector<HelpRow> rows = rows_of(*session);
  EXPECT_EQ(row_that(rows, "next barrier")->name, "Alt + B");
  EXPECT_EQ(row_that(rows, "previous barrier")->name, "Alt + Shift + B");
  EXPECT_EQ(row_that(rows, "forward")->name, "Alt + Right,  F10,  Alt + Page Down");
  EXPECT_EQ(row_that(rows, "next thread")->name, "") << "Alt + Down moves a line";
  EXPECT_EQ(row_that(rows, "undo")->name, "Ctrl + Z");
  EXPECT_TRUE(row_that(rows, "undo")->commands.empty()) << "a careless click must not change the source";
}

TEST(HelpRows, CanBeClickedWhereTheirActApplies) {
  Session session(Settings{});
  EXPECT_TRUE(row_that(rows_of(session), "outline")->commands.empty()) << "no lesson is open";
  EXPECT_TRUE(asks(*row_that(rows_of(session), "the launch panel"), Act::launch_panel));
}

// The panel, a keyboard, and the commands that come out.
class Help : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    screen_ = headless({1280, 720}, why);
    if (!screen_) GTEST_SKIP() << why;
  }

  // One frame, in which a key goes down.
  void frame(const std::optional<KeyPress>& key = std::nullopt) {
    Gui& gui = screen_->gui;
    gui.begin(dark(), 0.016F);
    name_gui_keys();
    if (key) press_gui_key(*key, true);
    const std::vector<Command> commands = help_panel(session_, view_, gui.fonts(), 15 * gui.scale(), "");
    if (view_.opened_by) look();
    gui.end();
    for (const Command& command : commands) session_.apply(command);
  }
  void frames(int count) {
    for (int n = 0; n < count; ++n) frame();
  }
  void type(std::string_view letters) {
    for (const char each : letters) frame(presses::letter(static_cast<unsigned char>(each)));
    frames(2);
  }

  void click_from_above(const std::function<bool()>& is_done) {
    for (float y = 60; y < 300 && !is_done(); y += 8) {
      screen_->gui.move_mouse({700, y});
      frames(1);
      screen_->gui.hold_mouse(true);
      frames(1);
      screen_->gui.hold_mouse(false);
      frames(1);
    }
  }

  // How it is drawn in this frame.
  void look() {
    ImGui::Begin("Help");
    const ImVec2 place = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::BeginChild("rows");
    seen_ = {{place.x, place.y, size.x, size.y}, ImGui::GetScrollY(), ImGui::GetScrollMaxX(), ImGui::GetScrollMaxY()};
    ImGui::EndChild();
    ImGui::End();
  }

  struct Seen {
    Box box;
    float scroll = 0, hidden_right = 0, hidden_below = 0;
  } seen_;
  std::unique_ptr<Headless> screen_;
  Session session_{Settings{}};
  HelpView view_;
};

TEST_F(Help, HasTheKeyboardWhenItOpens) {
  session_.apply(Act::help);
  frames(3);
  type("larger");
  EXPECT_EQ(view_.search.words, "larger");
}

TEST_F(Help, AClickOnLargerLettersLeavesItOpen) {
  session_.apply(Act::help);
  frames(3);
  const float zoom = session_.settings().zoom;
  click_from_above([&] { return session_.settings().zoom != zoom; });
  EXPECT_GT(session_.settings().zoom, zoom);
  EXPECT_TRUE(session_.overlays().help);
  frames(3);
  type("zoom");
  EXPECT_EQ(view_.search.words, "zoom") << "the field has the keyboard again";
}

TEST_F(Help, ARowOfAnotherActClosesItFirst) {
  session_.apply(Act::help);
  frames(3);
  type("the launch panel");
  click_from_above([&] { return !session_.overlays().help; });
  EXPECT_FALSE(session_.overlays().help);
  EXPECT_TRUE(session_.overlays().launch);
}

TEST_F(Help, EnterDoesTheFirstRowThatWasFound) {
  session_.apply(Act::help);
  frames(3);
  type("smaller");
  const float zoom = session_.settings().zoom;
  frame(presses::key(Key::enter));
  frames(2);
  EXPECT_LT(session_.settings().zoom, zoom);
  EXPECT_TRUE(session_.overlays().help);
}

TEST_F(Help, OpensAtWhatIsLookedFor) {
  session_.apply(Act::help);
  frames(4);
  EXPECT_EQ(seen_.scroll, 0);
  session_.apply(Act::close);
  frames(2);
  EXPECT_FALSE(session_.overlays().help);
  session_.apply(Act::glossary);
  frames(4);
  const float terms = seen_.scroll;
  EXPECT_GT(terms, 1000) << "the terms are after the keys";
  view_.goes_to = terms_group;
  frames(3);
  EXPECT_NEAR(seen_.scroll, terms, 15) << "they begin at the top";
  session_.apply(Act::close);
  frames(2);
  EXPECT_FALSE(session_.overlays().glossary);
}

TEST_F(Help, CanBeReadAndScrolledAtAnySize) {
  for (const Extent size : {Extent{1024, 768}, Extent{1280, 720}, Extent{1920, 1080}})
    for (const float scale : {0.5F, 1.0F, 2.0F}) {
      SCOPED_TRACE(testing::Message() << size.width << " x " << size.height << " at " << scale);
      screen_->target.resize(size);
      screen_->gui.set_user_scale(scale);
      if (!session_.overlays().help) session_.apply(Act::help);
      frames(4);
      EXPECT_GE(view_.em, 13);
      EXPECT_EQ(seen_.hidden_right, 0);
      EXPECT_GT(seen_.hidden_below, 0);
      EXPECT_GE(seen_.box.x, 0);
      EXPECT_LE(seen_.box.right(), static_cast<float>(size.width));
      EXPECT_LE(seen_.box.bottom(), static_cast<float>(size.height));
    }
}

}  // namespace

}  // namespace tilescope
