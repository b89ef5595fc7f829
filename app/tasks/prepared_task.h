// A task with its launches planned, ready to judge what somebody made of it.
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
  std::vector<Mistake> mistakes;  // by line; with any, nothing can be judged
  std::vector<Mistake> warnings;  // what its author may have overlooked
  std::vector<Launch> launches;   // of the text to begin with, as many as the task has
  // Of a thread's loops in each: far more than the solution takes, and few enough to be waited for.
  std::vector<std::uint64_t> most_rounds;
  // Of each goal of its own, how many times what the solution has it allows, in the launch where that is least.
  std::vector<double> slack;
  Request given;                               // the first launch of the text to begin with
  std::shared_ptr<lessons::Scenes> scenes;     // of that
  std::vector<lessons::Span> text;             // what is to be done; its figures are those of that launch
  std::vector<std::vector<lessons::Span>> hints;
};

}  // namespace tilescope::tasks
