// Marks many answers to a task. Each answer is judged in its own process, within limits of time and memory, so that no
// answer can affect another one.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/tasks/handed_in.h"

namespace tilescope::tasks {

struct MarkLimits {
  double seconds = 10;  // of processor time, for each answer
  std::uint64_t memory_mib = 1024;
  unsigned at_once = 0;  // 0: one for each core
};

struct Marked {
  std::string file;
  std::optional<HandedIn> said;  // its own comment about task and result
  std::string note;              // says that it answers another task or version
  Attempt attempt;
};

// In the order of the files. `program` calls judge_alone when it is started with these words; `told` is called with
// the number of finished answers.
inline constexpr const char* judging_command = "judge-answer";
[[nodiscard]] std::vector<Marked> mark(const PreparedTask& task, const std::vector<std::string>& files,
                                       const MarkLimits& limits, const std::filesystem::path& program,
                                       const std::function<void(std::size_t)>& told);

// The input of such a process, and its work. Returns one line.
struct AnswerAlone {
  std::string task, file;
  std::uint64_t memory_mib = 0;  // limit
  std::uint64_t seconds = 0;     // of processor time
};
[[nodiscard]] std::string judge_alone(const AnswerAlone& answer);

}  // namespace tilescope::tasks
