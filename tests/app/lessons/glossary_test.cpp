// The terms of the glossary stand where it says that they are taught.
#include "app/lessons/glossary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>

#include "app/lessons/library.h"

namespace tilescope::lessons {
namespace {

std::string small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return text;
}

Glossary of_the_program() {
  std::ifstream in(TILESCOPE_SOURCES "/assets/glossary.toml");
  return read_glossary({std::istreambuf_iterator<char>(in), {}}, "glossary.toml");
}

TEST(Glossary, HasTermsInTheOrderOfTheAlphabet) {
  const Glossary read = of_the_program();
  EXPECT_TRUE(read.mistakes.empty()) << read.mistakes.front().what;
  EXPECT_GE(read.terms.size(), 35U);
  for (std::size_t n = 1; n < read.terms.size(); ++n)
    EXPECT_LT(small_letters(read.terms[n - 1].name), small_letters(read.terms[n].name));
  for (const Term& term : read.terms) EXPECT_LE(term.says.size(), 140U) << term.name << ": one or two sentences";
}

TEST(Glossary, NamesLessonsInWhichItsTermsStandBold) {
  std::map<std::string, std::string> texts;
  for (const ReadLesson& read : all_lessons(TILESCOPE_SOURCES "/assets/lessons"))
    for (const Step& step : read.lesson.steps) texts[read.lesson.name] += small_letters(step.text.text) + "\n";
  for (const Term& term : of_the_program().terms) {
    ASSERT_TRUE(texts.contains(term.lesson)) << term.name << ": there is no lesson " << term.lesson;
    EXPECT_NE(texts[term.lesson].find("**" + small_letters(term.name)), std::string::npos)
        << term.lesson << " has no **" << term.name << "**";
  }
}

TEST(Glossary, KnowsTheStepThatTellsATerm) {
  for (const ReadLesson& read : all_lessons(TILESCOPE_SOURCES "/assets/lessons")) {
    if (read.lesson.name != "warps") continue;
    EXPECT_EQ(read.lesson.steps[step_of_term(read.lesson, {"bank conflict", "", "warps"})].name, "banks");
    EXPECT_EQ(step_of_term(read.lesson, {"warp", "", "warps"}), 0U);
    return;
  }
  FAIL() << "there is no such lesson";
}

TEST(Glossary, TellsWhatIsWrongWithIt) {
  const Glossary wrong = read_glossary("[[term]]\nname = \"warp\"\nsays = \"x\"\nleson = \"warps\"\n", "g.toml");
  ASSERT_EQ(wrong.mistakes.size(), 2U);
  EXPECT_EQ(wrong.mistakes.front().key, "term.leson");
  EXPECT_EQ(wrong.mistakes.back().key, "term.lesson");
  EXPECT_FALSE(read_glossary("", "g.toml").mistakes.empty());
  EXPECT_FALSE(read_glossary("[[term", "g.toml").mistakes.empty());
}

}  // namespace
}  // namespace tilescope::lessons
