// A task as its author wrote it: a kernel with a fault or a hole, and what has to come of it in which launches.
// Everything here is text; prepare_task.h plans the launches, and attempt.h holds what somebody made of it against them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace tilescope::tasks {

using lessons::Mistake;
using lessons::Written;

// One of the launches that an answer has to stand.
struct TaskLaunch {
  Request request;         // without the text and its file
  bool is_hidden = false;  // shown only to those who fail there
  std::uint32_t line = 0;
};

// A comparison of two figures, as lessons have them: "global_loads <= 2 * m * n * k / tile".
struct Goal {
  Written that;
  Written says;  // the same for people
};

struct Task {
  std::string file;  // where it was read from
  std::string name;  // the file's name without digits and ending
  int number = 0;
  std::uint32_t number_line = 0;
  int level = 1;  // from 1, easy, to 3
  Written title, summary;
  Written text;                // what is to be done
  Written kernel;              // the text to begin with
  std::vector<Written> keep;   // lines of it that have to stay
  std::vector<Written> lines;  // to be put in order, with others that are wrong; none: the text is written freely
  std::vector<TaskLaunch> launches;  // one at least, and the first is not hidden
  std::vector<Goal> goals;     // besides: it comes to its end, without an error, and leaves what it should
  Written race;                // what is to be named in the text: two threads that race, and a cell; empty: nothing
  std::vector<Written> hints;  // in order
  Written solution;            // a text that reaches all goals
  Written lesson;              // that goes before
  Written lesson_step;         // the bookmark of its step to begin with, where others would tell too much
  std::vector<Written> next;   // tasks or lessons to go on with

  // Of all that an answer is judged by.
  [[nodiscard]] std::string version() const;
};

// Where the answers to a task are kept, and what they are called: "fill-before-use.cu".
[[nodiscard]] inline std::string file_of(const Task& task) { return task.name + ".cu"; }

}  // namespace tilescope::tasks
