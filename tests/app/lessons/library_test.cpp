// Lessons are found by what is typed, and by what a link says, which may be older.
#include "app/lessons/library.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "instrumentation/error.h"

namespace tilescope::lessons {
namespace {

constexpr const char* folder = TILESCOPE_SOURCES "/assets/lessons";

std::string typed(const std::string& what) { return lesson_name(find_lesson(folder, what)); }
std::string linked(const std::string& what) { return lesson_name(find_linked_lesson(folder, what)); }

TEST(Library, FindsWhatIsTypedInTheListOfToday) {
  EXPECT_EQ(typed("5"), "phase-by-phase");
  EXPECT_EQ(typed("18"), "scan-work");
  EXPECT_EQ(typed("20"), "histogram");
  EXPECT_EQ(typed("sort"), "sort");
  EXPECT_EQ(find_lesson(folder, "mine.toml"), "mine.toml");
  EXPECT_THROW(static_cast<void>(find_lesson(folder, "27")), UsageError);
}

TEST(Library, FindsWhatALinkMeantWhenItWasMade) {
  const std::map<std::string, std::string> meant{
      {"1", "threads"},        {"16", "reduction"}, {"17", "scan"}, {"18", "histogram"},     {"19", "stencil"},
      {"20", "matrix-vector"}, {"21", "softmax"},   {"22", "sort"}, {"23", "warps-talking"}, {"24", "attention"}};
  for (const auto& [number, name] : meant) EXPECT_EQ(linked(number), name);
  EXPECT_EQ(linked("26"), "attention") << "a number that no lesson had";
  EXPECT_EQ(linked("sort"), "sort");
  EXPECT_EQ(find_linked_lesson(folder, "mine.toml"), "mine.toml");
  EXPECT_THROW(static_cast<void>(find_linked_lesson(folder, "27")), UsageError);
}

TEST(Library, NoTwoLessonsHadOneNumber) {
  std::set<int> had;
  for (const ReadLesson& each : all_lessons(folder)) {
    if (each.lesson.was == 0) continue;
    EXPECT_TRUE(had.insert(each.lesson.was).second) << each.lesson.file;
    EXPECT_NE(each.lesson.was, each.lesson.number) << each.lesson.file;
  }
}

}  // namespace
}  // namespace tilescope::lessons
