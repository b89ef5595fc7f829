// The panel that explains: which view of it is open, and what was chosen in them.
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
  // What the open view lets one choose; see options_picture.
  [[nodiscard]] std::vector<OptionRow> options(const Explainable& of) const;

  // What any of these leads to is for the session to apply.
  // Of the first row of the open view: the next GPU, or the next size of the cache.
  [[nodiscard]] std::optional<Command> next_choice(const Explainable& of, int by) const;
  // The number of the open view.
  [[nodiscard]] std::optional<Command> change(const Explainable& of, int by) const;
  // Opens the view, or closes it where it is open. `lesson` is its launch, where a lesson opens it.
  [[nodiscard]] std::vector<Command> apply(const Explain& explain, const Launch* lesson = nullptr);
  void apply(const UseGpu& use) { choices.limits.gpu = use.name; }
  void apply(const UseTile& use);
  void apply(const UseTable& use);
  void apply(const UseVariable& use) { choices.variable = use.name; }
  void apply(const PinVariable& pin);
  [[nodiscard]] std::optional<Command> apply(const UseLoops& use);
  void apply(const PlaceLoops& place);
};

}  // namespace tilescope
