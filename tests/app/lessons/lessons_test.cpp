// The lessons that come with the program: each loads, and every step of it plays.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "app/lessons/library.h"
#include "app/lessons/moment.h"
#include "app/lessons/prepare.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/texts/known_texts.h"

namespace tilescope::lessons {
namespace {

// Each lesson is prepared once for all tests of this file.
const std::vector<Prepared>& prepared_lessons() {
  static const std::vector<Prepared> prepared = [] {
    std::vector<Prepared> list;
    for (ReadLesson& read : all_lessons(TILESCOPE_SOURCES "/assets/lessons"))
      list.push_back(prepare(std::move(read), std::make_shared<Scenes>()));
    return list;
  }();
  return prepared;
}

TEST(Lessons, HaveNoMistakes) {
  ASSERT_GE(prepared_lessons().size(), 2U);
  for (Prepared prepared : prepared_lessons()) {
    check_next(TILESCOPE_SOURCES "/assets/lessons", prepared.lesson, prepared.mistakes);
    EXPECT_EQ(mistakes_text(prepared), "");
    EXPECT_FALSE(prepared.lesson.summary.empty()) << prepared.lesson.file;
    EXPECT_FALSE(prepared.lesson.next.empty()) << prepared.lesson.file;
  }
}

TEST(Lessons, HaveNumbersOfTheirOwn) {
  std::vector<int> numbers;
  for (const Prepared& prepared : prepared_lessons()) numbers.push_back(prepared.lesson.number);
  EXPECT_TRUE(std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end());
}

TEST(Lessons, PlayEveryStepFromFirstToLast) {
  for (const Prepared& prepared : prepared_lessons())
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

// A look back may name nothing that is on the stage.
bool looks_back(const Step& step) {
  return step.name == "look-back" || step.name == "looking-back" || step.name == "back";
}

bool has_reference(const std::string& text) {
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 2))
    if (!text.substr(at).starts_with("{{")) return true;
  return false;
}

TEST(Lessons, LightWhatTheyName) {
  for (const Prepared& prepared : prepared_lessons())
    for (std::size_t n = 0; n < prepared.steps.size(); ++n) {
      const PreparedStep& step = prepared.steps[n];
      const Step& written = prepared.lesson.steps[n];
      for (const Target& target : step.lit) EXPECT_NE(name_of(*step.scene, target), "");
      EXPECT_TRUE(has_reference(written.text.text) || looks_back(written))
          << prepared.lesson.file << ": a step says nothing of what is on the stage: " << plain_text(step.text);
    }
}

// As their lists have them: a product that is wrong on purpose, or a classic whose first comment says so.
bool is_wrong_on_purpose(const std::string& kernel) {
  for (const CatalogueKernel& product : catalogue())
    if (product.name == kernel) return !product.right();
  const KnownText* const classic = find_classic(kernel);
  return classic != nullptr && classic->text.starts_with("// Wrong:");
}

// A red finding beside a step would puzzle readers.
TEST(Lessons, HaveNoFindingThatNobodyExplains) {
  int with_errors = 0;
  for (const Prepared& prepared : prepared_lessons())
    for (std::size_t n = 0; n < prepared.steps.size(); ++n) {
      const PreparedStep& step = prepared.steps[n];
      const Step& written = prepared.lesson.steps[n];
      if (step.scene->explained->errors() == 0) continue;
      ++with_errors;
      const bool is_named = written.text.text.find("{finding:") != std::string::npos ||
                            (written.question && written.question->ask.text.find("{finding:") != std::string::npos);
      EXPECT_TRUE(is_named || is_wrong_on_purpose(step.situation.request.kernel))
          << prepared.lesson.file << ", step " << written.name << ": " << step.scene->explained->errors()
          << " findings that its text does not name";
    }
  EXPECT_GT(with_errors, 20);
}

// Once a question is answered, the stage shows the moment that was asked about.
TEST(Lessons, AskAboutMomentsThatTheirStepsShow) {
  using Kind = Question::Kind;
  int asked = 0;
  for (const Prepared& prepared : prepared_lessons())
    for (std::size_t n = 0; n < prepared.steps.size(); ++n) {
      const PreparedStep& step = prepared.steps[n];
      const auto& question = prepared.lesson.steps[n].question;
      if (!question) continue;
      const bool is_of_a_moment =
          question->kind == Kind::value || question->kind == Kind::count || question->kind == Kind::bank;
      if (!is_of_a_moment || question->at.empty()) continue;  // without one it is the end of the step
      ++asked;
      const std::uint64_t moment = moment_named(*step.scene, question->at.text);
      EXPECT_LE(step.from, moment) << prepared.lesson.file << ", step " << prepared.lesson.steps[n].name;
      EXPECT_LE(moment, step.to) << prepared.lesson.file << ", step " << prepared.lesson.steps[n].name;
    }
  EXPECT_GT(asked, 15);
}

TEST(Lessons, AskWhatHasOneRightAnswer) {
  int asked = 0;
  for (const Prepared& prepared : prepared_lessons())
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
  EXPECT_NE(plain_text(prepared.steps[0].text).find("In total, 32 elements have been loaded"), std::string::npos)
      << plain_text(prepared.steps[0].text);
  EXPECT_EQ(draw_questions(prepared, 0).size(), 1U);
}

TEST(Lessons, AskInEveryQuestionWhatTheLessonAsks) {
  for (const Prepared& prepared : prepared_lessons()) {
    std::size_t questions = 0;
    for (const Step& step : prepared.lesson.steps) questions += step.question ? 1 : 0;
    for (std::uint64_t seed = 0; seed < 5; ++seed) EXPECT_EQ(draw_questions(prepared, seed).size(), questions);
  }
}

}  // namespace
}  // namespace tilescope::lessons
