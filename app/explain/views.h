// The views of the panel, one row each, with everything that the rest of the program needs to know about a view.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/explain/explainable.h"
#include "app/explain/options.h"
#include "app/export/json.h"
#include "app/replay/links.h"
#include "app/stage/stage.h"

namespace tilescope {

// What one asks of a kernel. Each view answers one of them.
enum class ViewQuestion : std::uint8_t { right, data, hardware, speed };
struct ViewQuestionWords {
  ViewQuestion question;
  std::string_view words, brief;
};
[[nodiscard]] std::span<const ViewQuestionWords> explain_questions();

struct ExplainView {
  std::string_view name;  // in files, strings and scripts
  ViewQuestion question;
  std::string_view tab;
  char32_t key;
  std::string_view help;
  bool needs_analyses = true, needs_steps = false, needs_variables = false, needs_cube = false, needs_descent = false;
  bool keeps_elements = false;  // draws elements whose places do not change, so a lesson's text need not show them
  bool beside_stage = false;    // shows cells, so a class sees the stage and the switches as well

  Picture (*draw)(const Explainable& of, const View& view);
  // The height of the view when a class sees it below the stage; null: the usual share.
  float (*height)(const Explainable& of, const View& view) = nullptr;

  void (*dump)(const Explainable& of, Json& state) = nullptr;  // the view's contents as data
  std::vector<OptionRow> (*options)(const Explainable& of) = nullptr;
  std::optional<Command> (*change)(const Explainable& of, int by) = nullptr;  // another T, access, slice or variable
  // The commands to send when the view opens; `lesson` is null outside lessons.
  std::vector<Command> (*opening)(const ExplainChoices& choices, const Launch* lesson) = nullptr;
  std::string (*line)(const Explainable& of) = nullptr;                       // for slides, without the launch
  WarpLinks (*links)(const Replay& replay, const Explainable& of) = nullptr;  // links of the target under the pointer
  void (*mark)(const Explainable& of, StageOptions& stage) = nullptr;         // marks the stage

  [[nodiscard]] Explanation explanation() const { return {name}; }
};

// In the order of their tabs within each question.
[[nodiscard]] std::span<const ExplainView> explain_views();
// Null for no view.
[[nodiscard]] const ExplainView* view_of(Explanation explanation);

[[nodiscard]] std::vector<std::string> explanation_names();
[[nodiscard]] std::optional<Explanation> explanation_named(std::string_view name);

}  // namespace tilescope
