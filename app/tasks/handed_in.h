// An answer to a task as a file: the text, and in its last line, a comment, what it answers and what was reached.
//
//   // TileScope task: fill-before-use, version 1a2b3c4d; reached 3 of 5, 1 hint
//
// So it opens anywhere, and who marks it knows what it is for. What it says of itself is not believed.
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
  std::size_t hints = 0;  // that were looked at
  bool saw_solution = false;
  std::string text;  // without that line

  [[nodiscard]] bool is_done() const { return of > 0 && reached == of; }
};

[[nodiscard]] std::string written(const HandedIn& answer);
// Nothing where the last line says nothing of that kind.
[[nodiscard]] std::optional<HandedIn> read_handed_in(const std::string& text);

// What somebody made of each task so far: in a folder, a file for each, as it would be handed in; without a folder, as
// long as the program runs.
class KeptAnswers {
 public:
  void use_folder(std::filesystem::path folder) { folder_ = std::move(folder); }
  [[nodiscard]] std::optional<HandedIn> find(const std::string& task) const;
  // Gives why it could not be written.
  [[nodiscard]] std::string keep(const HandedIn& answer);

 private:
  [[nodiscard]] std::filesystem::path file_for(const std::string& task) const { return folder_ / (task + ".cu"); }

  std::filesystem::path folder_;
  std::map<std::string, HandedIn> here_;
};

}  // namespace tilescope::tasks
