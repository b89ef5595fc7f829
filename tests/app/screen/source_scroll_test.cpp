// The source in its panel: a bar shows what part of a long source is in sight, and the running line is followed.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/screen/screen.h"
#include "tests/support/opened.h"

namespace tilescope::test {
namespace {

constexpr auto source = static_cast<std::size_t>(Scrolling::source);

class SourceScroll : public testing::Test {
 protected:
  SourceScroll() {
    Request request;
    request.kernel = "tiled";
    open_in(session_, request);
  }

  [[nodiscard]] Screen look(float height, const Screen* last = nullptr, float at = -1) const {
    ScreenOptions options{1280, height, 1};
    options.scrolls[source] = at;
    if (last != nullptr) options.follows = false, options.last_source = last->scrolls[source].room;
    return screen_of(session_, options);
  }

  Session session_{Settings{}};
};

TEST_F(SourceScroll, HasABarOnlyIfTheSourceIsTooLong) {
  const Screen low = look(720), high = look(1600);
  ASSERT_TRUE(low.scrolls[source].is_needed());
  EXPECT_FALSE(high.scrolls[source].is_needed());
  const Box thumb = low.scrolls[source].thumb(), panel = low.layout.source;
  EXPECT_TRUE(panel.contains({thumb.x, thumb.y}) && panel.contains({thumb.right(), thumb.bottom()}));
  const auto is_thumb = [&](const Shape& shape) { return shape.box == thumb; };
  EXPECT_TRUE(std::any_of(low.picture.shapes.begin(), low.picture.shapes.end(), is_thumb));
}

TEST_F(SourceScroll, StaysWhereTheReaderScrolledUntilTheMomentChanges) {
  session_.apply(Seek{session_.shown().replay().moments().count()});
  const Screen screen = look(720);
  EXPECT_GT(screen.scrolls[source].at, 0) << "the last line is in sight";
  EXPECT_EQ(look(720, &screen, 0).scrolls[source].at, 0);
  EXPECT_GT(look(700, &screen, 0).scrolls[source].at, 0) << "after a change of the panel's size it is followed again";
}

}  // namespace
}  // namespace tilescope::test
