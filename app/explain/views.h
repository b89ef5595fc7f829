// The views of the panel that explains: a row for each, with all that the rest of the program needs of it.
#pragma once

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

struct ExplainView {
  std::string_view name;  // in files, strings and scripts
  std::string_view tab;
  char32_t key;
  std::string_view help;
  bool needs_analyses = true, needs_steps = false, needs_variables = false, needs_cube = false, needs_descent = false;
  bool beside_stage = false;  // it shows cells: a class sees the stage as well, and the switches

  Picture (*draw)(const Explainable& of, const View& view);
  // The height of its text if a class sees it below the stage; null: the usual part of the height.
  float (*height)(const Explainable& of, const View& view) = nullptr;

  // Optional parts.
  void (*dump)(const Explainable& of, Json& state) = nullptr;  // what it shows, as data
  std::vector<OptionRow> (*options)(const Explainable& of) = nullptr;
  std::optional<Command> (*change)(const Explainable& of, int by) = nullptr;  // the number of the choice, up or down
  // What has to be computed when it is opened; a lesson gives its launch, otherwise null.
  std::vector<Command> (*opening)(const ExplainChoices& choices, const Launch* lesson) = nullptr;
  std::string (*line)(const Explainable& of) = nullptr;                       // for slides; without the launch
  WarpLinks (*links)(const Replay& replay, const Explainable& of) = nullptr;  // about the target under the pointer
  void (*mark)(const Explainable& of, StageOptions& stage) = nullptr;         // the marks on the stage

  [[nodiscard]] Explanation explanation() const { return {name}; }
};

// In the order of their tabs.
[[nodiscard]] std::span<const ExplainView> explain_views();
// Null for no view.
[[nodiscard]] const ExplainView* view_of(Explanation explanation);

[[nodiscard]] std::vector<std::string> explanation_names();
[[nodiscard]] std::optional<Explanation> explanation_named(std::string_view name);

}  // namespace tilescope
