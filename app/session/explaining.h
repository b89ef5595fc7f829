// The explaining panel: its open view, and the choices made in its views.
#pragma once

#include <optional>
#include <vector>

#include "app/command/command.h"
#include "app/explain/views.h"

namespace tilescope {

struct Explaining {
  Explanation view;
  ExplainChoices choices;

  [[nodiscard]] bool is_open(std::string_view name) const { return view.name == name; }
  // The options of the open view; see options_picture.
  [[nodiscard]] std::vector<OptionRow> options(const Explainable& of) const;

  // The next three return commands for the session. The next choice in the first row of the open view, such as the next
  // GPU or cache size.
  [[nodiscard]] std::optional<Command> next_choice(const Explainable& of, int by) const;
  // Changes the number of the open view.
  [[nodiscard]] std::optional<Command> change(const Explainable& of, int by) const;
  // Opens the view, or closes it if it is open. `lesson` is the lesson's launch if a lesson opens the view.
  [[nodiscard]] std::vector<Command> apply(const Explain& explain, const Launch* lesson = nullptr);
  void apply(const UseGpu& use) { choices.limits.gpu = use.name; }
  void apply(const UseTile& use);
  void apply(const UseRegisters& use);
  void apply(const UseTable& use);
  void apply(const UseVariable& use) { choices.variable = use.name; }
  void apply(const PinVariable& pin);
  [[nodiscard]] std::optional<Command> apply(const UseLoops& use);
  void apply(const PlaceLoops& place);
};

}  // namespace tilescope
