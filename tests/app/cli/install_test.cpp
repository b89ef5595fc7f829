// The program as it is installed: from a folder that was moved after that, with nothing of the build's.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

namespace fs = std::filesystem;

std::string out_of(const std::string& command) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  std::string all;
  std::array<char, 4096> some{};
  for (std::size_t length = 0; (length = std::fread(some.data(), 1, some.size(), pipe)) > 0;)
    all.append(some.data(), length);
  EXPECT_EQ(pclose(pipe), 0) << command << "\n" << all;
  return all;
}

class Installed : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    unsetenv("TILESCOPE_ASSETS");
    fs::remove_all(scratch);
    fs::create_directories(scratch);
    out_of("cmake --install '" TILESCOPE_BUILD "' --component program --prefix '" + (scratch / "first").string() + "'");
    fs::rename(scratch / "first", scratch / "moved");
  }
  static std::string run(const std::string& arguments) {
    return out_of("cd '" + scratch.string() + "' && moved/bin/tilescope " + arguments);
  }

  static inline const fs::path scratch = TILESCOPE_SCRATCH "/installed";
};

TEST_F(Installed, FindsItsLessons) {
  std::string files;
  int lessons = 0;
  for (const auto& entry : fs::directory_iterator(scratch / "moved/share/tilescope/lessons")) {
    files += " '" + entry.path().string() + "'";
    ++lessons;
  }
  EXPECT_EQ(lessons, 26);
  const std::string said = run("lessons --validate" + files);
  for (std::size_t at = 0; (at = said.find("no mistakes", at)) != std::string::npos; ++at) --lessons;
  EXPECT_EQ(lessons, 0) << said;
  EXPECT_NE(run("lessons").find("phase-by-phase"), std::string::npos);
}

TEST_F(Installed, DrawsWithItsShadersAndFonts) {
  EXPECT_EQ(run("render --backend cpu -o a.png").find("missing"), std::string::npos);
  EXPECT_GT(fs::file_size(scratch / "a.png"), 10000U);
}

TEST_F(Installed, TellsShellsManAndDesktopsOfItself) {
  const fs::path share = scratch / "moved/share";
  for (const char* const file : {"bash-completion/completions/tilescope", "man/man1/tilescope.1",
                                 "applications/tilescope.desktop", "mime/packages/tilescope.xml",
                                 "icons/hicolor/scalable/apps/tilescope.svg", "icons/hicolor/48x48/apps/tilescope.png"})
    EXPECT_TRUE(fs::is_regular_file(share / file)) << file;
  out_of("bash -n '" + (share / "bash-completion/completions/tilescope").string() + "'");
}

TEST_F(Installed, HasTheClassToolsAndNoBenches) {
  EXPECT_NE(run("quiz --lesson phase-by-phase --seed 3").find("answer:"), std::string::npos);
  const std::string bench = run("bench record 2>&1 || [ $? = 2 ]");
  EXPECT_EQ(bench.find("tilescope: bench: "), 0U) << bench;
  EXPECT_NE(bench.find("moved/bin/tilescope-bench cannot be started: No such file or directory; to build it, run "
                       "cmake --build build/default --target tilescope-bench\n"),
            std::string::npos)
      << bench;
  const std::string completion = run("completion");
  EXPECT_NE(completion.find("'quiz')"), std::string::npos);
  EXPECT_NE(completion.find("--lesson) "), std::string::npos);
  EXPECT_EQ(completion.find("'bench frames')"), std::string::npos);
}

}  // namespace
