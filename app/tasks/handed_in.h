// An answer to a task as a file: the source, and in its last line a comment with the task and the goals reached.
//
//   // TileScope task: fill-before-use, version 1a2b3c4d; reached 3 of 5, 1 hint
//
// So the file opens anywhere, and a marker knows its task. Marking ignores the result in the comment.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/tasks/attempt.h"

namespace tilescope::tasks {

struct HandedIn {
  std::string task, version;
  std::size_t reached = 0, of = 0;
  std::size_t hints = 0;  // hints shown
  bool saw_solution = false;
  std::string text;  // without that line

  [[nodiscard]] bool is_done() const { return of > 0 && reached == of; }
};

[[nodiscard]] std::string written(const HandedIn& answer);
// Empty if the last line is not such a comment.
[[nodiscard]] std::optional<HandedIn> read_handed_in(const std::string& text);

// The student's answers: one file per task in a folder, as it would be handed in. Without a folder, answers are kept
// while the program runs.
class KeptAnswers {
 public:
  void use_folder(std::filesystem::path folder) { folder_ = std::move(folder); }
  [[nodiscard]] std::optional<HandedIn> find(const std::string& task) const;
  // Returns why it failed; empty on success.
  [[nodiscard]] std::string keep(const HandedIn& answer);

 private:
  [[nodiscard]] std::filesystem::path file_for(const std::string& task) const { return folder_ / (task + ".cu"); }

  std::filesystem::path folder_;
  std::map<std::string, HandedIn> here_;
};

}  // namespace tilescope::tasks
