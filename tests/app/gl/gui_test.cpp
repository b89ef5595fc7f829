#include "app/gl/gui.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/gl/imgui_compat.h"
#include "app/gl/program.h"
#include "instrumentation/assets.h"
#include "tests/support/headless.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

// A folder of assets for the program, for as long as this lives.
class Assets {
 public:
  explicit Assets(const std::string& name) : folder_(fs::path(TILESCOPE_SCRATCH) / name) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "shaders");
    fs::create_directories(folder_ / "fonts");
    setenv("TILESCOPE_ASSETS", folder_.c_str(), 1);
  }
  ~Assets() { unsetenv("TILESCOPE_ASSETS"); }
  Assets(const Assets&) = delete;
  Assets& operator=(const Assets&) = delete;
  void write(const std::string& file, const std::string& text) { std::ofstream(folder_ / file) << text; }

 private:
  fs::path folder_;
};

template <class Act>
std::string message_of(Act act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Assets, AMissingShaderIsNamed) {
  TILESCOPE_HEADLESS(screen, (Extent{32, 32}));
  const Assets none("no_shaders");
  Picture picture = picture_of(32, 32);
  picture.grids.push_back({{0, 0, 32, 32}, 1, 1, {Cell{}}, 0, 0, Ink::border, "A", {}});
  const std::string message = message_of([&] { screen.draw(picture); });
  EXPECT_NE(message.find("shaders/box.vert is missing"), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(Assets, AShaderThatDoesNotCompileIsNamedWithTheComplaint) {
  TILESCOPE_HEADLESS(screen, (Extent{32, 32}));
  Assets broken("broken_shader");
  broken.write("shaders/good.vert", "void main() { gl_Position = vec4(0.0); }\n");
  broken.write("shaders/bad.frag", "out vec4 colour;\nvoid main() { colour = nonsense; }\n");
  const std::string message = message_of([] { Program("shaders/good.vert", "shaders/bad.frag", ""); });
  EXPECT_NE(message.find("shaders/bad.frag does not compile"), std::string::npos) << message;
  EXPECT_NE(message.find("nonsense"), std::string::npos) << message;
}

TEST(Assets, WithoutFontsTextIsDrawnPlainAndAWarningSaysSo) {
  std::string why;
  const Assets none("no_fonts");
  const auto owner = headless({200, 60}, why);
  if (!owner) GTEST_SKIP() << why;
  Picture picture = picture_of(200, 60);
  picture.labels.push_back({{10, 10, 180, 40}, "plain", 26});
  const Image image = owner->draw(picture);
  EXPECT_GT(pixels_unlike(image, {10, 10, 180, 40}, dark().of(Ink::window)), 60);
  ASSERT_EQ(owner->gui.fonts().warnings().size(), 1U);
  EXPECT_NE(owner->gui.fonts().warnings()[0].find("fonts/Inter-Regular.otf"), std::string::npos);
}

TEST(Assets, AFontThatIsNoneIsAWarningToo) {
  std::string why;
  Assets assets("bad_font");
  assets.write("fonts/Inter-Regular.otf", "this is no font, but long enough to be looked into a little");
  const auto owner = headless({32, 32}, why);
  if (!owner) GTEST_SKIP() << why;
  owner->draw(picture_of(32, 32));
  EXPECT_EQ(owner->gui.fonts().warnings().size(), 1U);
}

TEST(Gui, AScriptCanClickAPanel) {
  TILESCOPE_HEADLESS(screen, (Extent{300, 200}));
  int clicks = 0;
  const auto frame = [&] {
    screen.gui.begin(dark(), 0.016F);
    ImGui::SetNextWindowPos({20, 20});
    ImGui::SetNextWindowSize({200, 120});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoTitleBar);
    if (ImGui::Button("press", {100, 40})) ++clicks;
    ImGui::End();
    screen.gui.end();
  };
  frame();
  screen.gui.move_mouse({60, 50});
  frame();
  screen.gui.hold_mouse(true);
  frame();
  screen.gui.hold_mouse(false);
  frame();
  frame();
  EXPECT_EQ(clicks, 1);
  const Image image = screen.target.read();
  EXPECT_TRUE(is_near(image.at(200, 120), dark().of(Ink::panel)));
}

TEST(Gui, LeavesNoSettingsBehind) {
  TILESCOPE_HEADLESS(screen, (Extent{32, 32}));
  screen.draw(picture_of(32, 32));
  EXPECT_EQ(ImGui::GetIO().IniFilename, nullptr);
  EXPECT_FALSE(fs::exists("imgui.ini"));
}

TEST(Gui, TwoSurfacesOfOneContextDoNotDisturbEachOther) {
  TILESCOPE_HEADLESS(screen, (Extent{64, 64}));
  Offscreen second({32, 32});
  Gui other(second);
  Picture picture = picture_of(64, 64);
  picture.shapes.push_back({{0, 0, 64, 64}, Ink::a, Ink::none});
  screen.draw(picture);
  other.begin(*find_theme("light"), 0.016F);
  other.end();
  EXPECT_TRUE(is_near(second.read().at(10, 10), find_theme("light")->of(Ink::window)));
  EXPECT_TRUE(is_near(screen.target.read().at(10, 10), dark().of(Ink::a)));
  EXPECT_TRUE(is_near(screen.draw(picture).at(50, 50), dark().of(Ink::a)));
}

TEST(Offscreen, CanBeResizedAndRefusesWhatItCannotHold) {
  TILESCOPE_HEADLESS(screen, (Extent{64, 48}));
  Picture picture = picture_of(300, 200);
  picture.shapes.push_back({{250, 150, 50, 50}, Ink::a, Ink::none});
  EXPECT_EQ(screen.draw(picture).width, 64);
  screen.target.resize({300, 200});
  const Image image = screen.draw(picture);
  EXPECT_EQ(image.width, 300);
  EXPECT_EQ(image.height, 200);
  EXPECT_TRUE(is_near(image.at(299, 199), dark().of(Ink::a)));
  EXPECT_TRUE(is_near(image.at(249, 199), dark().of(Ink::window))) << "rows are counted from the top";
  for (const Extent wrong : {Extent{0, 10}, Extent{10, -1}, Extent{1'000'000, 10}})
    EXPECT_THROW(screen.target.resize(wrong), UsageError);
}

TEST(EglContext, SaysWhoDraws) {
  TILESCOPE_HEADLESS(screen, (Extent{16, 16}));
  EXPECT_FALSE(screen.context.renderer().empty());
}

TEST(EglContextDeathTest, WithoutADriverOneLineSaysWhatToInstall) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto without_driver = [] {
    setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json", 1);
    try {
      const EglContext context;
    } catch (const UsageError& error) {
      std::fputs(error.what(), stderr);
      std::exit(2);
    }
    std::exit(0);
  };
  EXPECT_EXIT(without_driver(), ::testing::ExitedWithCode(2), "nothing can be drawn: .*install libegl1");
}

}  // namespace
}  // namespace tilescope::test
