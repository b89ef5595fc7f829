// Every lesson that comes with the program makes a page: well-formed, with no way out, and with all of the lesson on
// it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>

#include "app/class/lesson_handout.h"
#include "app/lessons/library.h"
#include "tests/support/markup.h"

namespace tilescope::lessons {

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

TEST(Handouts, EveryLessonMakesAPageOfItsOwn) {
  const std::vector<ReadLesson> all = all_lessons(TILESCOPE_SOURCES "/assets/lessons");
  ASSERT_FALSE(all.empty());
  for (const ReadLesson& read : all) {
    SCOPED_TRACE(read.lesson.file);
    const Prepared prepared = prepare(read, std::make_shared<Scenes>("cpu"));
    ASSERT_EQ(mistakes_text(prepared), "");
    const std::string page = html_of(cli::handout_of(prepared));
    EXPECT_EQ(test::markup_fault(page), "");
    EXPECT_EQ(test::way_out(page), "");
    std::size_t questions = 0, at = 0;
    for (std::size_t n = 0; n < prepared.steps.size(); ++n) {
      const std::size_t heading = page.find(fmt::format("<h2>{}. ", n + 1), at);
      ASSERT_NE(heading, std::string::npos) << "step " << n + 1;
      at = heading;
      // Its first words, as far as they hold nothing that HTML would write otherwise.
      const std::string words = prepared.steps[n].text.empty() ? "" : prepared.steps[n].text.front().text;
      EXPECT_NE(page.find(words.substr(0, words.find_first_of("<>&\"\n")), at), std::string::npos) << words;
      questions += prepared.steps[n].question ? 1 : 0;
    }
    EXPECT_EQ(count(page, "class=\"question\""), questions);
    EXPECT_EQ(count(page, "<strong>Question "), 2 * questions) << "where it is asked, and with its answer";
    EXPECT_EQ(count(page, "<h2>Answers</h2>"), questions > 0 ? 1U : 0U);
    EXPECT_EQ(count(page, "<img "), prepared.steps.size());
    EXPECT_EQ(count(page, "alt=\"\""), 0U) << "every picture has its words";
    EXPECT_GE(count(page, "<h2>The kernel "), 1U);
  }
}

}  // namespace

}  // namespace tilescope::lessons
