// Marks many answers to a task. Each is judged by a process of its own, within limits of time and memory, so that none
// can do anything to another one, whatever is in it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/tasks/handed_in.h"

namespace tilescope::tasks {

struct MarkLimits {
  double seconds = 10;        // for each
  std::uint64_t memory_mib = 1024;
  unsigned at_once = 0;  // 0: as many as this machine has cores
};

struct Marked {
  std::string file;
  std::optional<HandedIn> said;  // what it says of itself
  std::string note;              // that it says it answers something else
  Attempt attempt;
};

// In the order of the files. `program` is what does as judge_alone does where these words are all that it is given;
// `told` hears how many are done.
inline constexpr const char* judging_command = "judge-answer";
[[nodiscard]] std::vector<Marked> mark(const PreparedTask& task, const std::vector<std::string>& files,
                                       const MarkLimits& limits, const std::filesystem::path& program,
                                       const std::function<void(std::size_t)>& told);

// What such a process does: the task's file, the answer's, and the memory that it may take, in MiB. Gives one line.
[[nodiscard]] std::string judge_alone(const std::string& task, const std::string& file, std::uint64_t memory_mib);

}  // namespace tilescope::tasks
