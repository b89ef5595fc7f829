// A lesson resolved on its traces: everything that its texts name is found, and every figure is computed. This may take
// a while, but then playing the lesson needs no further work.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_file.h"
#include "app/lessons/questions.h"

namespace tilescope::lessons {

struct PreparedStep {
  const Scene* scene = nullptr;   // null if the situation is invalid
  const Scene* beside = nullptr;  // null without a comparison
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
  std::vector<PreparedStep> steps;  // one for each of the lesson's steps
  std::vector<Mistake> mistakes;    // by line; a lesson with mistakes cannot be played

  [[nodiscard]] std::optional<std::size_t> step_named(std::string_view name) const;
};

// Reads the file and prepares the lesson. Throws an Error if there is no such file.
[[nodiscard]] Prepared prepare(const std::string& file, const std::shared_ptr<Scenes>& scenes);
[[nodiscard]] Prepared prepare(ReadLesson read, const std::shared_ptr<Scenes>& scenes);

// Reports mistakes in questions that only worksheets ask. May record many more launches.
void check_others(Prepared& prepared);

// The mistakes, one per line.
[[nodiscard]] std::string mistakes_text(const Prepared& prepared);

// A question of a worksheet, and its step.
struct Drawn {
  std::size_t step = 0;
  Asked asked;
};
[[nodiscard]] std::vector<Drawn> draw_questions(const Prepared& prepared, std::uint64_t seed);

}  // namespace tilescope::lessons
