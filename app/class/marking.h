// Marks many answers to a task. Each answer is judged in its own process, with limits on time and memory, so that no
// answer affects another one.
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
  unsigned at_once = 0;  // 0: one per core
};

struct Marked {
  std::string file;
  std::optional<HandedIn> said;  // the task and result according to its own comment
  std::string note;              // says if it answers another task or version
  Attempt attempt;
};

// Results are in the order of the files. `program` must call judge_alone when it is started with judging_command;
// `told` is called with the number of finished answers.
inline constexpr const char* judging_command = "judge-answer";
[[nodiscard]] std::vector<Marked> mark(const PreparedTask& task, const std::vector<std::string>& files,
                                       const MarkLimits& limits, const std::filesystem::path& program,
                                       const std::function<void(std::size_t)>& told);

// The input of such a process. judge_alone does its work and returns one line.
struct AnswerAlone {
  std::string task, file;
  std::uint64_t memory_mib = 0;  // limit
  std::uint64_t seconds = 0;     // of processor time
};
[[nodiscard]] std::string judge_alone(const AnswerAlone& answer);

}  // namespace tilescope::tasks
