#include "app/names/lesson_link.h"

#include <gtest/gtest.h>

#include "app/names/share_string.h"
#include "instrumentation/error.h"

namespace tilescope {
namespace {

LessonLink to_step(const char* step, std::optional<std::uint64_t> moment = {}) {
  LessonLink link;
  link.lesson = "naive";
  link.step = step;
  link.moment = moment;
  return link;
}

TEST(LessonLink, IsReadAsItWasWritten) {
  LessonLink task;
  task.task = "tile-it";
  for (const LessonLink& link :
       {to_step(""), to_step("count"), to_step("3"), to_step("count", 12), to_step("", 0), task})
    EXPECT_EQ(lesson_link_of(text_of(link)), link) << text_of(link);
  EXPECT_EQ(text_of(to_step("count", 12)), "ts1:lesson/naive/step=count/moment=12");
  EXPECT_EQ(text_of(task), "ts1:task/tile-it");
}

TEST(LessonLink, IsFoundInAPagesAddress) {
  for (const char* text : {"ts1:lesson/naive", "  ts1:lesson/naive\n", "http://localhost:8000/#ts1:lesson/naive"})
    EXPECT_EQ(link_in(text), "ts1:lesson/naive") << text;
  for (const char* text : {"", "naive", "https://example.org", "https://example.org/#top", "tsunami: a kernel"})
    EXPECT_EQ(link_in(text), "") << text;
}

TEST(LessonLink, IsNoShareStringOfALaunch) {
  EXPECT_FALSE(lesson_link_of("ts1:tiled/4x4x4/t2"));
  EXPECT_FALSE(lesson_link_of("lesson/naive"));
  EXPECT_FALSE(lesson_link_of(""));
}

TEST(LessonLink, SaysWhatIsWrong) {
  const auto problem = [](const char* text) -> std::string {
    try {
      static_cast<void>(lesson_link_of(text));
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problem("ts1:task/"), "link '': give a name of letters, digits and hyphens");
  EXPECT_EQ(problem("ts1:lesson/../x"), "link '..': give a name of letters, digits and hyphens");
  EXPECT_EQ(problem("ts1:lesson/naive/moment=x"),
            "link to a lesson, 'moment=x': give step=NAME or moment=NUMBER, as in moment=37");
  EXPECT_EQ(problem("ts1:lesson/naive/moment=99999999999999999999"),
            "link to a lesson, 'moment=99999999999999999999': give step=NAME or moment=NUMBER, as in moment=37");
  EXPECT_EQ(problem("ts1:lesson/naive/"), "link to a lesson, '': give step=NAME or moment=NUMBER, as in moment=37");
}

}  // namespace
}  // namespace tilescope
