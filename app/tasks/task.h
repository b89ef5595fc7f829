// A task as its author wrote it: a kernel with a fault or a gap, its goals and its launches. All of it is text;
// prepare_task.h plans the launches, and attempt.h judges answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace tilescope::tasks {

using lessons::Mistake;
using lessons::Written;

// One of the launches that an answer has to pass.
struct TaskLaunch {
  Request request;         // without the source and its file
  bool is_hidden = false;  // shown only after an answer fails there
  std::uint32_t line = 0;
};

// A comparison of two figures, as in lessons: "global_loads <= 2 * m * n * k / tile".
struct Goal {
  Written that;
  Written says;  // the goal in words
};

struct Task {
  std::string file;  // the file that it was read from
  std::string name;  // the file's name without number and extension
  int number = 0;
  std::uint32_t number_line = 0;
  int level = 1;  // from 1, easy, to 3, hard
  Written title, summary;
  Written text;                      // the instructions for the student
  Written kernel;                    // the original source
  std::vector<Written> keep;         // lines that an answer must keep
  std::vector<Written> lines;        // to be put in order, including wrong ones; empty: the student writes freely
  std::vector<TaskLaunch> launches;  // at least one; the first one is not hidden
  std::vector<Goal> goals;           // besides the common goals: it ends, has no errors, and gives the right result
  Written race;  // the words before the racing threads and their cell in a comment; empty: no race to name
  std::vector<Written> hints;  // in the order in which they are shown
  Written solution;            // a source that reaches all goals
  Written lesson;              // the lesson that comes before this task
  Written lesson_step;         // the bookmark of the step to open, if earlier steps would give away the answer
  std::vector<Written> next;   // names of the tasks or lessons that follow

  // A hash of everything that affects how answers are judged.
  [[nodiscard]] std::string version() const;
};

// The file name of an answer: "fill-before-use.cu".
[[nodiscard]] inline std::string file_of(const Task& task) { return task.name + ".cu"; }

}  // namespace tilescope::tasks
