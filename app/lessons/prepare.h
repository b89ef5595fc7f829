// A lesson on its traces: everything that its texts name found, everything they ask computed. Takes a while where
// launches are large; nothing of it is left to be worked out while the lesson plays.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_file.h"
#include "app/lessons/questions.h"

namespace tilescope::lessons {

struct PreparedStep {
  const Scene* scene = nullptr;   // null where the situation is a mistake
  const Scene* beside = nullptr;  // null where nothing is compared
  Situation situation;
  std::uint64_t from = 0, to = 0;
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::optional<std::uint32_t> partner;
  std::vector<Span> title, text, notes;
  std::vector<Target> lit;
  std::optional<std::uint32_t> edit;  // the line where typing begins
  std::optional<Asked> question;
};

struct Prepared {
  Lesson lesson;
  std::shared_ptr<Scenes> scenes;
  std::vector<PreparedStep> steps;  // as many as the lesson has
  std::vector<Mistake> mistakes;    // by line; with any, the lesson is not to be played

  [[nodiscard]] std::optional<std::size_t> step_named(std::string_view name) const;
};

// Reads the file and prepares what it holds. An Error where there is no such file.
[[nodiscard]] Prepared prepare(const std::string& file, const std::shared_ptr<Scenes>& scenes);
[[nodiscard]] Prepared prepare(ReadLesson read, const std::shared_ptr<Scenes>& scenes);

// What is wrong with questions that worksheets alone ask. It may record many launches more.
void check_others(Prepared& prepared);

// The mistakes, a line each.
[[nodiscard]] std::string mistakes_text(const Prepared& prepared);

// The questions of the lesson as a seed draws them, with the step that each belongs to.
struct Drawn {
  std::size_t step = 0;
  Asked asked;
};
[[nodiscard]] std::vector<Drawn> draw_questions(const Prepared& prepared, std::uint64_t seed);

}  // namespace tilescope::lessons
