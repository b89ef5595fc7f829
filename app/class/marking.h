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
  double seconds = 10;  // of a processor, for each
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

// What such a process is given, and does. Gives one line.
struct AnswerAlone {
  std::string task, file;
  std::uint64_t memory_mib = 0;  // that it may take
  std::uint64_t seconds = 0;     // of a processor
};
[[nodiscard]] std::string judge_alone(const AnswerAlone& answer);

}  // namespace tilescope::tasks
