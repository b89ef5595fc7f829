// The controls of the search: what is typed into them is searched and gone to at once.
#include <gtest/gtest.h>

#include <string>

#include "app/gl/gui_keys.h"
#include "app/panels/panels.h"
#include "tests/support/headless.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

constexpr KeyPress find_key{Key::character, U'f', true, false, false, false};
constexpr KeyPress line_key{Key::character, U'g', true, false, false, false};

class Controls {
 public:
  explicit Controls(Headless& screen) : screen_(screen), session_(session_with({})) {
    session_->apply(Act::edit_source);
  }
  void open(const KeyPress& key) {
    session_->apply(TypeKey{key});
    for (int n = 0; n < 3; ++n) frame(0);
  }
  void type(const std::string& letters) {
    for (const char letter : letters) frame(letter);
    frame(0);  // some versions of ImGui take in a letter in the next frame
  }
  [[nodiscard]] const editor::Document& text() const { return *session_->editing().document; }

 private:
  void frame(char letter) {
    screen_.gui.begin(dark(), 0.016F);
    if (letter != 0) press_gui_key({Key::character, static_cast<char32_t>(letter)}, true);
    const std::vector<Command> commands = find_panel(*session_, view_, {10, 10, 400, 60});
    screen_.gui.end();
    for (const Command& command : commands) session_->apply(command);
  }

  Headless& screen_;
  std::unique_ptr<Session> session_;
  FindView view_;
};

TEST(FindPanel, GoesToWhatIsTyped) {
  TILESCOPE_HEADLESS(screen, (Extent{600, 200}));
  Controls controls(screen);
  controls.open(find_key);
  controls.type("__sync");
  EXPECT_EQ(controls.text().selected(), "__sync");
}

TEST(FindPanel, GoesToTheLineThatIsTyped) {
  TILESCOPE_HEADLESS(screen, (Extent{600, 200}));
  Controls controls(screen);
  controls.open(line_key);
  const auto line = [&] { return controls.text().line_at(controls.text().caret()) + 1; };
  controls.type("1");
  EXPECT_EQ(line(), 1U);
  controls.type("2");
  EXPECT_EQ(line(), 12U);
  controls.type("00");
  EXPECT_EQ(line(), controls.text().lines()) << "no line behind the last one";
}

}  // namespace

}  // namespace tilescope
