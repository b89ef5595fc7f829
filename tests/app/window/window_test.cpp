#include "app/window/window.h"

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>

#include "app/gl/gui.h"
#include "tests/support/headless.h"

namespace tilescope::test {
namespace {

bool has_display() { return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr; }

#define TILESCOPE_WINDOW(window, options)                    \
  if (!has_display()) GTEST_SKIP() << "there is no display"; \
  const auto opened = open_window(options);                  \
  Window& window = *opened

Window::Options small_window() { return {"test", {320, 240}, false, true}; }

TEST(Window, WithoutADisplayOneLineSaysSo) {
  const char* display = std::getenv("DISPLAY");
  const std::string kept = display == nullptr ? "" : display;
  unsetenv("DISPLAY");
  if (std::getenv("WAYLAND_DISPLAY") != nullptr) GTEST_SKIP() << "there is a Wayland display";
  std::string message;
  try {
    const auto window = open_window({});
  } catch (const UsageError& error) {
    message = error.what();
  }
  if (!kept.empty()) setenv("DISPLAY", kept.c_str(), 1);
  EXPECT_EQ(message.find("no window can be opened: there is no display"), 0U) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(Window, ShowsWhatIsDrawn) {
  TILESCOPE_WINDOW(window, small_window());
  Gui gui(window);
  Picture picture = picture_of(320, 240);
  picture.shapes.push_back({{100, 100, 60, 60}, Ink::a, Ink::none});
  for (int frame = 0; frame < 3; ++frame) {
    window.poll();
    gui.begin(dark(), 0.016F);
    paint(picture, {}, 1, gui.background(), gui.fonts(), dark(), gui.painters());
    gui.end();
    const Image image = read_pixels(window.pixels());
    EXPECT_TRUE(is_near(image.at(130, 130), dark().of(Ink::a)));
    EXPECT_TRUE(is_near(image.at(50, 50), dark().of(Ink::window)));
    window.present();
  }
  EXPECT_FALSE(window.closing());
  EXPECT_FALSE(Gui::renderer().empty());
}

TEST(Window, FillsTheDisplayAndComesBack) {
  TILESCOPE_WINDOW(window, small_window());
  const auto settle = [&](auto done) {
    for (int tries = 0; tries < 50 && !done(); ++tries) window.wait(0.02);
    return done();
  };
  window.set_fullscreen(true);
  EXPECT_TRUE(window.fullscreen());
  EXPECT_TRUE(settle([&] { return window.size().width > 320; }));
  window.set_fullscreen(false);
  EXPECT_TRUE(settle([&] { return window.size() == Extent{320, 240}; })) << window.size().width;
}

TEST(Window, WaitingCostsNothing) {
  TILESCOPE_WINDOW(window, small_window());
  for (int i = 0; i < 10; ++i) window.wait(0.02);
  using Clock = std::chrono::steady_clock;
  const std::clock_t before = std::clock();
  const auto begin = Clock::now();
  window.wait(0.4);
  EXPECT_LT(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, 0.05);
  EXPECT_GT(Clock::now() - begin, std::chrono::milliseconds(300));
}

TEST(Window, CanBeOpenedAgain) {
  if (!has_display()) GTEST_SKIP() << "there is no display";
  for (int i = 0; i < 2; ++i) {
    const auto window = open_window(small_window());
    Gui gui(*window);
    gui.begin(dark(), 0.016F);
    gui.end();
    window->present();
  }
}

}  // namespace
}  // namespace tilescope::test
