// The lessons that come with the program: each loads, and every step of it plays.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "app/lessons/library.h"
#include "app/lessons/prepare.h"

namespace tilescope::lessons {
namespace {

// Each lesson is prepared once for all tests of this file.
const std::vector<Prepared>& all() {
  static const std::vector<Prepared> prepared = [] {
    std::vector<Prepared> list;
    for (ReadLesson& read : all_lessons(TILESCOPE_SOURCES "/assets/lessons"))
      list.push_back(prepare(std::move(read), std::make_shared<Scenes>()));
    return list;
  }();
  return prepared;
}

TEST(Lessons, HaveNoMistakes) {
  ASSERT_GE(all().size(), 2U);
  for (Prepared prepared : all()) {
    check_next(TILESCOPE_SOURCES "/assets/lessons", prepared.lesson, prepared.mistakes);
    EXPECT_EQ(mistakes_text(prepared), "");
    EXPECT_FALSE(prepared.lesson.summary.empty()) << prepared.lesson.file;
    EXPECT_FALSE(prepared.lesson.next.empty()) << prepared.lesson.file;
  }
}

TEST(Lessons, HaveNumbersOfTheirOwn) {
  std::vector<int> numbers;
  for (const Prepared& prepared : all()) numbers.push_back(prepared.lesson.number);
  EXPECT_TRUE(std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end());
}

TEST(Lessons, PlayEveryStepFromFirstToLast) {
  for (const Prepared& prepared : all())
    for (std::size_t n = 0; n < prepared.steps.size(); ++n) {
      const PreparedStep& step = prepared.steps[n];
      ASSERT_NE(step.scene, nullptr) << prepared.lesson.file << " step " << n + 1;
      const Replay& replay = *step.scene->replay;
      const Grain grain = prepared.lesson.steps[n].grain;
      std::uint64_t moment = step.from;
      while (true) {
        const Frame frame = replay.at({moment, grain, step.block, step.thread});
        EXPECT_EQ(frame.moment, moment);
        EXPECT_EQ(frame.threads.size(), step.scene->trace().threads_per_block());
        if (moment >= step.to) break;
        const std::uint64_t next = std::min(replay.moments().next(moment, grain), step.to);
        ASSERT_GT(next, moment);
        moment = next;
      }
      EXPECT_EQ(moment, step.to) << prepared.lesson.file << " step " << n + 1;
    }
}

TEST(Lessons, LightWhatTheyName) {
  for (const Prepared& prepared : all())
    for (const PreparedStep& step : prepared.steps) {
      for (const Target& target : step.lit) EXPECT_NE(name_of(*step.scene, target), "");
      const bool names = std::any_of(step.text.begin(), step.text.end(), [](const Span& span) { return span.bold; });
      EXPECT_TRUE(names) << prepared.lesson.file
                         << ": a step says nothing of what is on the stage: " << plain_text(step.text);
    }
}

TEST(Lessons, AskWhatHasOneRightAnswer) {
  int asked = 0;
  for (const Prepared& prepared : all())
    for (std::uint64_t seed = 0; seed < 50; ++seed)
      for (const auto& [step, question] : draw_questions(prepared, seed)) {
        ++asked;
        const std::string text =
            prepared.lesson.name + ", seed " + std::to_string(seed) + ": " + plain_text(question.text);
        ASSERT_FALSE(question.accepted.empty()) << text;
        EXPECT_TRUE(accepts(question, question.accepted.front())) << text;
        int wrong = 0;
        for (std::size_t n = 0; n < question.choices.size(); ++n) {
          if (n == question.right_choice) continue;
          EXPECT_FALSE(accepts(question, question.choices[n])) << text << " accepts " << question.choices[n];
          ++wrong;
        }
        EXPECT_GE(wrong, 1) << text;
        EXPECT_FALSE(accepts(question, "")) << text;
        EXPECT_LE(question.halt, prepared.steps[step].to) << text;
        EXPECT_LE(question.why, prepared.steps[step].scene->replay->moments().count()) << text;
      }
  EXPECT_GT(asked, 300);
}

// What authors start from has to work as it stands.
TEST(Lessons, OfTheDocumentationHaveNoMistakes) {
  std::ifstream in(TILESCOPE_SOURCES "/docs/lessons.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  const std::size_t begin = page.find("```toml\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = page.find("\n```", begin);
  const Prepared prepared =
      prepare(read_lesson(page.substr(begin + 8, end - begin - 8), "example.toml"), std::make_shared<Scenes>());
  EXPECT_EQ(mistakes_text(prepared), "");
  ASSERT_EQ(prepared.steps.size(), 3U);
  EXPECT_NE(plain_text(prepared.steps[0].text).find("All in all, 32 elements have been loaded"), std::string::npos)
      << plain_text(prepared.steps[0].text);
  EXPECT_EQ(draw_questions(prepared, 0).size(), 1U);
}

TEST(Lessons, AskInEveryQuestionWhatTheLessonAsks) {
  for (const Prepared& prepared : all()) {
    std::size_t questions = 0;
    for (const Step& step : prepared.lesson.steps) questions += step.question ? 1 : 0;
    for (std::uint64_t seed = 0; seed < 5; ++seed) EXPECT_EQ(draw_questions(prepared, seed).size(), questions);
  }
}

}  // namespace
}  // namespace tilescope::lessons
