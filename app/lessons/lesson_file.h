// Reads a lesson's file and finds every mistake that can be found without running a launch.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace tilescope::lessons {

struct ReadLesson {
  Lesson lesson;
  std::vector<Mistake> mistakes;  // by line; a lesson with mistakes cannot be played
};

// `file` appears in messages and gives the lesson its name.
[[nodiscard]] ReadLesson read_lesson(const std::string& text, const std::string& file);
// Throws an Error if the file cannot be read.
[[nodiscard]] ReadLesson load_lesson(const std::string& file);

// "05-phase-by-phase.toml" is the lesson "phase-by-phase".
[[nodiscard]] std::string lesson_name(const std::string& file);

}  // namespace tilescope::lessons
