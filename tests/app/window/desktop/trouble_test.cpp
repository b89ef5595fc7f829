// What goes wrong around a real window: it goes on where it can, says so in one line where it cannot, and loses
// nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "tests/app/window/desktop/on_a_desktop.h"

namespace tilescope::test {
namespace {

using Words = std::vector<std::string>;

const Words small_window{"--no-config", "--backend", "cpu"};

class Trouble : public OnADesktop {
 protected:
  // A folder of assets that lacks what begins so.
  std::string assets_without(const std::string& what) {
    const fs::path folder = this->folder() / "assets";
    fs::remove_all(folder);
    fs::copy(TILESCOPE_BUILD "/share/tilescope", folder, fs::copy_options::recursive);
    fs::remove_all(folder / what);
    return "TILESCOPE_ASSETS=" + folder.string();
  }

  std::string settings() const { return text_of(folder() / "config" / "tilescope" / "settings.toml"); }
  std::string config() const { return "XDG_CONFIG_HOME=" + (folder() / "config").string(); }
  void write_settings(const std::string& text) const {
    fs::create_directories(folder() / "config" / "tilescope");
    std::ofstream(folder() / "config" / "tilescope" / "settings.toml") << text;
  }

  static void expect_one_line(const std::string& text, const std::string& says) {
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
    EXPECT_NE(text.find(says), std::string::npos) << text;
  }
};

TEST_F(Trouble, WithoutADisplayOneLineSaysSo) {
  Process process({"DISPLAY=", "WAYLAND_DISPLAY=", program_path(), "view", "--no-config"}, folder(),
                  folder() / "errors");
  EXPECT_TRUE(until([&] { return process.code() != -1; }));
  EXPECT_EQ(process.code(), 2);
  expect_one_line(text_of(folder() / "errors"), "there is no display");
}

TEST_F(Trouble, WithoutOpenGL33OneLineSaysSo) {
  Program program(desktop(640, 480), program_path(), small_window,
                  {"MESA_GL_VERSION_OVERRIDE=2.1", "MESA_GLSL_VERSION_OVERRIDE=120"});
  EXPECT_FALSE(program.is_there());
  EXPECT_TRUE(program.ended());
  EXPECT_EQ(program.code(), 2);
  expect_one_line(program.errors(), "OpenGL 3.3");
}

TEST_F(Trouble, WithoutAShaderOneLineSaysSo) {
  for (const auto& entry : fs::directory_iterator(TILESCOPE_BUILD "/share/tilescope/shaders")) {
    const std::string shader = "shaders/" + entry.path().filename().string();
    Program program(desktop(640, 480), program_path(), small_window, {assets_without(shader)});
    EXPECT_FALSE(program.is_there()) << shader;
    EXPECT_TRUE(program.ended());
    EXPECT_EQ(program.code(), 2) << shader;
    expect_one_line(program.errors(), shader);
  }
}

TEST_F(Trouble, ABrokenShaderIsNamed) {
  const std::string assets = assets_without("nothing");
  const fs::path shader = fs::directory_iterator(folder() / "assets" / "shaders")->path();
  std::ofstream(shader) << "this is no shader\n";
  Program program(desktop(640, 480), program_path(), small_window, {assets});
  EXPECT_FALSE(program.is_there());
  EXPECT_TRUE(program.ended());
  EXPECT_NE(program.code(), 0);
  EXPECT_LT(program.code(), 128);
  EXPECT_NE(program.errors().find(shader.filename().string()), std::string::npos) << program.errors();
}

TEST_F(Trouble, WithoutFontsABannerSaysSoAndTheWindowGoesOn) {
  Program program(desktop(1280, 720), program_path(), small_window, {assets_without("fonts")});
  ASSERT_TRUE(program.is_there()) << program.errors();
  EXPECT_TRUE(program.shows([](const Json& now) {
    return now["banner"].is_string() && now["banner"].get<std::string>().find("fonts-inter") != std::string::npos;
  })) << program.state()["banner"];
  program.key("Right");
  EXPECT_TRUE(program.shows([](const Json& now) { return now["place"]["step"] == 1; }));
}

TEST_F(Trouble, ALaunchThatCannotBeIsABannerAndTheWindowGoesOn) {
  Program program(desktop(1280, 720), program_path(),
                  {"--no-config", "--backend", "cpu", "--size", "4", "--tile", "3"});
  ASSERT_TRUE(program.is_there()) << program.errors();
  EXPECT_TRUE(program.shows([](const Json& now) { return now["banner"].is_string(); }));
  for (const char* key : {"Right", "space", "l", "n", "x", "b", "t", "plus", "ctrl+plus", "F11", "F11"})
    program.key(key);
  program.click(200, 300);
  EXPECT_FALSE(program.settled().contains("launch"));
  program.key("ctrl+q");
  EXPECT_TRUE(program.ended());
  EXPECT_EQ(program.code(), 0);
}

TEST_F(Trouble, ANoticeGoesWithTheNextKeyAndAnErrorStays) {
  {
    Program first_time(desktop(1280, 720), program_path(), {"--no-config"});
    ASSERT_TRUE(first_time.is_there()) << first_time.errors();
    EXPECT_TRUE(first_time.shows([](const Json& now) {
      return now["lesson"].is_object() && now["banner"].is_string() &&
             now["banner"].get<std::string>().find("Page Down") != std::string::npos;
    })) << first_time.state()["banner"];
    first_time.key("Right");
    EXPECT_TRUE(first_time.shows([](const Json& now) { return now["place"]["step"] == 1 && now["banner"].is_null(); }))
        << first_time.state()["banner"];
  }
  Program failed(desktop(1280, 720), program_path(), {"--no-config", "--backend", "cpu", "--size", "4", "--tile", "3"});
  ASSERT_TRUE(failed.is_there()) << failed.errors();
  failed.key("c");
  EXPECT_TRUE(failed.shows([](const Json& now) { return now["window"]["theme"] != "dark"; }))
      << failed.state()["window"];
  EXPECT_TRUE(failed.settled()["banner"].is_string());
}

TEST_F(Trouble, AScriptMayOpenFilesAndFailingLaunchesLeaveWhatWasOpen) {
  std::ofstream(folder() / "square.csv") << "1,2\n3,4\n";
  std::ofstream(folder() / "broken.csv") << "1,2\n3\n";
  std::ofstream(folder() / "script") << "open square.csv\nseek end\nlaunch --kernel tiled --size 4 --tile 3\n"
                                        "open broken.csv\nkey Left\n";
  Words words = small_window;
  words.insert(words.end(), {"--script", "script"});
  Program program(desktop(1280, 720), program_path(), words);
  ASSERT_TRUE(program.is_there()) << program.errors();
  EXPECT_TRUE(program.shows([](const Json& now) {
    return now["banner"].is_string() && now["banner"].get<std::string>().find("broken.csv:2") != std::string::npos &&
           now["place"]["step"].get<int>() == now["place"]["steps"].get<int>() - 1;
  })) << program.state()["banner"]
      << program.state()["place"];
  EXPECT_EQ(program.state()["launch"]["m"], 2);
}

TEST_F(Trouble, AScriptThatFailsEndsWithItsLine) {
  std::ofstream(folder() / "script") << "# goes well\nkey Right\n\nkey Sideways\n";
  Words words = small_window;
  words.insert(words.end(), {"--script", "script"});
  Program program(desktop(1280, 720), program_path(), words);
  EXPECT_TRUE(program.ended());
  EXPECT_EQ(program.code(), 2);
  expect_one_line(program.errors(), "script:4: key: there is no key 'Sideways'");
}

TEST_F(Trouble, SettingsLastAndFailuresDoNotLoseThem) {
  const Desktop& on = desktop(1280, 720);
  {
    Program program(on, program_path(), {"--backend", "cpu"}, {config()});
    ASSERT_TRUE(program.is_there()) << program.errors();
    for (const char* key : {"c", "ctrl+plus", "bracketright", "k"}) program.key(key);
    EXPECT_TRUE(program.shows([](const Json& now) {
      return now["window"]["theme"] == "light" && now["window"]["speed"] == 2 && now["beside"]["locked_by"] == "step";
    }));
    program.key("ctrl+q");
    EXPECT_TRUE(program.ended());
    EXPECT_EQ(program.code(), 0);
  }
  const std::string kept = settings();
  EXPECT_NE(kept.find("light"), std::string::npos) << kept;
  {
    Program program(on, program_path(), {"--backend", "cpu", "--size", "4", "--tile", "3"}, {config()});
    ASSERT_TRUE(program.is_there()) << program.errors();
    EXPECT_TRUE(program.shows([](const Json& now) { return now["window"]["theme"] == "light"; }));
    program.key("ctrl+q");
    EXPECT_TRUE(program.ended());
  }
  EXPECT_EQ(settings(), kept);
  {  // no settings are read or written if that is asked for
    Program program(on, program_path(), small_window, {config()});
    ASSERT_TRUE(program.is_there()) << program.errors();
    EXPECT_EQ(program.state()["window"]["theme"], "dark");
    program.key("ctrl+q");
    EXPECT_TRUE(program.ended());
  }
  EXPECT_EQ(settings(), kept);
}

TEST_F(Trouble, ADamagedSettingsFileIsToldAndKept) {
  const std::string damaged = "theme = \"light\"\nspeed = = 4\n";
  write_settings(damaged);
  Program program(desktop(1280, 720), program_path(), {"--backend", "cpu"}, {config()});
  ASSERT_TRUE(program.is_there()) << program.errors();
  EXPECT_TRUE(program.shows([](const Json& now) {
    return now["banner"].is_string() &&
           now["banner"].get<std::string>().find("settings.toml: line 2") != std::string::npos;
  })) << program.state()["banner"];
  program.key("ctrl+q");
  EXPECT_TRUE(program.ended());
  EXPECT_EQ(settings(), damaged) << "what its writer may still mend is not written over";
}

TEST_F(Trouble, SettingsThatCannotBeSavedAreOneLine) {
  std::ofstream(folder() / "config") << "a file, where a folder would have to be\n";
  Program program(desktop(1280, 720), program_path(), {"--backend", "cpu"}, {config()});
  ASSERT_TRUE(program.is_there()) << program.errors();
  program.key("c");
  EXPECT_TRUE(program.shows([](const Json& now) { return now["window"]["theme"] == "light"; }));
  program.key("ctrl+q");
  EXPECT_TRUE(program.ended());
  EXPECT_EQ(program.code(), 0);
  expect_one_line(program.errors(), "settings could not be saved");
}

TEST_F(Trouble, AWindowIsAsLargeTheNextTime) {
  for (const int dpi : {96, 192}) {
    fs::remove_all(folder() / "config");
    write_settings("width = 500\nheight = 400\n");
    const Desktop& on = desktop(1920, 1080, dpi);
    double width = 0;
    for (int times = 0; times < 3; ++times) {
      Program program(on, program_path(), {"--backend", "cpu"}, {config()});
      ASSERT_TRUE(program.is_there()) << program.errors();
      const double now = program.state()["window"]["width"];
      EXPECT_EQ(now, 500 * dpi / 96) << "start " << times << " at " << dpi << " dpi";
      width = now;
      program.key("c");  // something to save
      EXPECT_FALSE(program.settled().is_null());
      program.key("ctrl+q");
      EXPECT_TRUE(program.ended());
    }
    EXPECT_GT(width, 0);
  }
}

TEST_F(Trouble, APictureThatCannotBeWrittenIsABanner) {
  Program program(desktop(1280, 720), program_path(), small_window);
  ASSERT_TRUE(program.is_there()) << program.errors();
  // The name that would be next leads nowhere.
  fs::create_symlink("/nowhere/at/all.png", folder() / "tilescope-0001.png");
  program.key("F12");
  EXPECT_TRUE(program.shows([](const Json& now) { return now["banner"].is_string(); }));
  program.key("Escape");
  program.key("Right");
  EXPECT_TRUE(program.shows([](const Json& now) { return now["place"]["step"] == 1 && now["banner"].is_null(); }));
}

// Minutes of work, and the window is there, goes on drawing, and stops it at once.
TEST_F(Trouble, AWindowThatOpensSomethingLongIsThereAtOnceAndStopsIt) {
  std::ofstream(folder() / "long.cu") << "__global__ void long_loop(float* out) {\n"
                                         "  float x = threadIdx.x;\n"
                                         "  for (int i = 0; i < 300000; i++)\n"
                                         "    for (int j = 0; j < 30; j++) x = x * 0.5f + 1.0f;\n"
                                         "  out[threadIdx.x] = x;\n"
                                         "}\n"
                                         "int main() { float* d; long_loop<<<1, 1024>>>(d); }\n";
  Words words = small_window;
  words.insert(words.end(), {"long.cu", "--frame-times", "frames.txt"});
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  Program program(desktop(1280, 720), program_path(), words);
  ASSERT_EQ(desktop(1280, 720).do_here("xdotool search --sync --onlyvisible --name '^TileScope' windowfocus --sync"),
            0);
  EXPECT_LT(seconds(), 10);
  nap(1);
  program.key("Escape");
  EXPECT_TRUE(program.shows([](const Json& now) { return !now["recording"].get<bool>(); }, 5));
  program.key("ctrl+q");
  EXPECT_TRUE(program.ended());
  EXPECT_EQ(program.code(), 0);
  std::ifstream frames(folder() / "frames.txt");
  int count = 0;
  double longest = 0;
  std::string word;
  frames >> count >> word >> word >> word >> longest;  // "123 frames, the longest 12.3 ms"
  EXPECT_GT(count, 10);
  EXPECT_GT(longest, 0);
  EXPECT_LT(longest, 1000) << "on a machine that others use as well";
}

TEST_F(Trouble, WhileNothingHappensItCostsNothing) {
  Program program(desktop(1280, 720), program_path(), small_window);
  ASSERT_TRUE(program.is_there()) << program.errors();
  EXPECT_FALSE(program.settled().is_null());
  nap(0.5);
  const double before = program.cpu();
  nap(3);
  const double used = (program.cpu() - before) / 3;
  RecordProperty("percent_of_a_core", std::to_string(100 * used));
  EXPECT_LT(used, 0.02);
}

}  // namespace
}  // namespace tilescope::test
