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
  std::vector<Mistake> mistakes;  // by line; a task with mistakes cannot be judged
  std::vector<Mistake> warnings;  // possible oversights of the author
  std::vector<Launch> launches;   // of the original source, one for each of the task's launches
  // By launch: the limit for a thread's loops, which is far more than the solution needs, but quick to run.
  std::vector<std::uint64_t> most_rounds;
  // By the task's own goals: how far the solution stays within the bound, as a factor, in the closest launch.
  std::vector<double> slack;
  Request given;                            // the first launch of the original source
  std::shared_ptr<lessons::Scenes> scenes;  // the scenes of that launch
  std::vector<lessons::Span> text;          // the task's text, with the figures of that launch
  std::vector<std::vector<lessons::Span>> hints;
};

}  // namespace tilescope::tasks
