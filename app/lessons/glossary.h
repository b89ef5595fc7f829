// Technical terms for students: their meanings, and the lessons that teach them.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace tilescope::lessons {

struct Term {
  std::string name;
  std::string says;    // one or two sentences
  std::string lesson;  // the name of the lesson
};

struct Glossary {
  std::vector<Term> terms;
  std::vector<Mistake> mistakes;
};

[[nodiscard]] Glossary read_glossary(const std::string& text, const std::string& file);
// The glossary that comes with the program. Throws an Error if it is missing or has a mistake.
[[nodiscard]] Glossary glossary();
// The first step whose text shows the term in bold, counted from 0.
[[nodiscard]] std::size_t step_of_term(const Lesson& lesson, const Term& term);

}  // namespace tilescope::lessons
