// A task with its launches planned, ready to judge answers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/lessons/references.h"
#include "app/tasks/task_file.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::tasks {

struct PreparedTask {
  Task task;
  std::vector<Mistake> mistakes;  // by line; with any, no answer can be judged
  std::vector<Mistake> warnings;  // possible oversights of the author
  std::vector<Launch> launches;   // launches of the original text, one for each of the task's
  // The limit for a thread's loops in each launch: far more than the solution needs, but still quick to run.
  std::vector<std::uint64_t> most_rounds;
  // For each of its own goals: the factor by which it exceeds the solution, in the launch where that is smallest.
  std::vector<double> slack;
  Request given;                            // the first launch of the original text
  std::shared_ptr<lessons::Scenes> scenes;  // the scenes of that launch
  std::vector<lessons::Span> text;          // the task's words, with the figures of that launch
  std::vector<std::vector<lessons::Span>> hints;
};

}  // namespace tilescope::tasks
