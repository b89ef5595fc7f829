// Drawing without a display. Where OpenGL is missing, these tests say so and are skipped.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>

#include "app/gl/egl_context.h"
#include "app/gl/gui.h"
#include "app/gl/offscreen.h"
#include "app/gl/painter.h"
#include "instrumentation/error.h"

namespace tilescope::test {

inline const Theme& dark() { return *find_theme("dark"); }

struct Headless {
  explicit Headless(Extent size) : target(size), gui(target) {}

  Image draw(const Picture& picture, const Theme& theme = dark(), float scale = 1, Point origin = {}) {
    gui.begin(theme, 0.016F);
    paint(picture, origin, scale, gui.background(), gui.fonts(), theme, gui.painters());
    gui.end();
    return target.read();
  }

  EglContext context;
  Offscreen target;
  Gui gui;
};

// Null if drawing is not possible; `why` gives the reason.
inline std::unique_ptr<Headless> headless(Extent size, std::string& why) {
  try {
    return std::make_unique<Headless>(size);
  } catch (const Error& error) {
    why = error.what();
    return nullptr;
  }
}

// A window that is never shown, with its fonts.
class WithFonts : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    headless_ = headless({64, 64}, why);
    if (headless_ == nullptr) GTEST_SKIP() << why;
    headless_->draw({});
    if (!headless_->gui.fonts().warnings().empty()) GTEST_SKIP() << headless_->gui.fonts().warnings()[0];
  }

  std::unique_ptr<Headless> headless_;
};

// The difference of two colours in the channel that differs most.
inline int distance(Color one, Color other) {
  return std::max({std::abs(one.r - other.r), std::abs(one.g - other.g), std::abs(one.b - other.b)});
}

inline ::testing::AssertionResult is_near(Color seen, Color wanted, int tolerance = 3) {
  if (distance(seen, wanted) <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "(" << int{seen.r} << ", " << int{seen.g} << ", " << int{seen.b}
                                       << ") and not (" << int{wanted.r} << ", " << int{wanted.g} << ", "
                                       << int{wanted.b} << ")";
}

// The number of pixels in a box that differ from a colour.
inline int pixels_unlike(const Image& image, const Box& box, Color color, int tolerance = 24) {
  int count = 0;
  for (int y = static_cast<int>(box.y); y < static_cast<int>(box.bottom()); ++y)
    for (int x = static_cast<int>(box.x); x < static_cast<int>(box.right()); ++x)
      count += distance(image.at(x, y), color) > tolerance ? 1 : 0;
  return count;
}

inline Picture picture_of(float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  return picture;
}

}  // namespace tilescope::test

// Creates a surface of this size, named `screen`, or skips the test.
#define TILESCOPE_HEADLESS(screen, size)                                       \
  std::string screen##_why;                                                    \
  const auto screen##_owner = ::tilescope::test::headless(size, screen##_why); \
  if (!screen##_owner) GTEST_SKIP() << screen##_why;                           \
  [[maybe_unused]] auto& screen = *screen##_owner
