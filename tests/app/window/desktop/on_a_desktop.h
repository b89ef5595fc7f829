// What the tests of the real window share: a desktop of any size, and a folder to run in.
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "tests/support/desktop.h"

namespace tilescope::test {

class OnADesktop : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* tool : {"Xvfb", "xdotool", "xrdb"})
      if (std::system(fmt::format("command -v {} >/dev/null", tool).c_str()) != 0)
        GTEST_SKIP() << "there is no " << tool << " here";
    fs::remove_all(folder());
    fs::create_directories(folder());
  }

  static fs::path folder() {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    return fs::path(TILESCOPE_SCRATCH) / fmt::format("{}.{}", test->test_suite_name(), test->name());
  }
  static std::string program_path() { return TILESCOPE_PROGRAM; }

  const Desktop& desktop(int width, int height, int dpi = 96) {
    auto& desktop = desktops_[{width, height, dpi}];
    if (!desktop) desktop = std::make_unique<Desktop>(width, height, dpi, folder());
    EXPECT_TRUE(desktop->is_up()) << text_of(folder() / "server.log");
    return *desktop;
  }

 private:
  std::map<std::tuple<int, int, int>, std::unique_ptr<Desktop>> desktops_;
};

}  // namespace tilescope::test
