// A task as its author wrote it: a kernel with a fault or a gap, its goals and its launches.
// Everything here is text; prepare_task.h plans the launches, and attempt.h judges answers in them.
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
  Request request;         // without the text and its file
  bool is_hidden = false;  // shown only after an answer fails there
  std::uint32_t line = 0;
};

// A comparison of two figures, written as in lessons: "global_loads <= 2 * m * n * k / tile".
struct Goal {
  Written that;
  Written says;  // the goal in words
};

struct Task {
  std::string file;  // the file that it was read from
  std::string name;  // the file's name without digits and ending
  int number = 0;
  std::uint32_t number_line = 0;
  int level = 1;  // from 1, easy, to 3
  Written title, summary;
  Written text;                      // what the student has to do
  Written kernel;                    // the original text
  std::vector<Written> keep;         // lines that an answer must keep
  std::vector<Written> lines;        // to be put in order, with wrong ones; none: the student writes freely
  std::vector<TaskLaunch> launches;  // at least one; the first is not hidden
  std::vector<Goal> goals;  // in addition to the common goals: it ends, has no errors, and gives the right result
  Written race;  // the words before two threads that race and their cell, to be named in a comment; empty: none
  std::vector<Written> hints;  // in order
  Written solution;            // a text that reaches all goals
  Written lesson;              // the lesson before this task
  Written lesson_step;         // the bookmark of the step to open, if earlier steps would tell too much
  std::vector<Written> next;   // the tasks or lessons that follow

  // A hash of everything that an answer is judged by.
  [[nodiscard]] std::string version() const;
};

// The file name of an answer: "fill-before-use.cu".
[[nodiscard]] inline std::string file_of(const Task& task) { return task.name + ".cu"; }

}  // namespace tilescope::tasks
