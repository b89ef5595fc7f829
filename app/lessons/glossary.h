// The terms of the field, for students: what each means, and which lesson teaches it.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace tilescope::lessons {

struct Term {
  std::string name;
  std::string says;    // one or two sentences
  std::string lesson;  // by its name
};

struct Glossary {
  std::vector<Term> terms;
  std::vector<Mistake> mistakes;
};

[[nodiscard]] Glossary read_glossary(const std::string& text, const std::string& file);
// The one that came with the program. An Error where there is none, or where it has a mistake.
[[nodiscard]] Glossary glossary();

}  // namespace tilescope::lessons
