#include "app/session/lesson_links.h"

#include <gtest/gtest.h>

namespace tilescope {

namespace {

TEST(LessonUnderWay, IsTheLastThatWasBegunAndNotReadToItsEnd) {
  EXPECT_FALSE(lesson_under_way({}));
  EXPECT_FALSE(lesson_under_way({{"threads", 1}})) << "it opens by itself";
  EXPECT_FALSE(lesson_under_way({{"threads", 100}})) << "read";
  const auto last = lesson_under_way({{"naive", 100}, {"one-block", 2}, {"phase-by-phase", 4}, {"warps", 1}});
  ASSERT_TRUE(last);
  EXPECT_EQ(last->number, 5);
  EXPECT_EQ(last->open.step, "4");
}

}  // namespace

}  // namespace tilescope
