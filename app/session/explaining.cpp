#include "app/session/explaining.h"

#include <algorithm>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

bool can_show(const ExplainView* view, const Explainable& of) {
  return view != nullptr && (of.focus.explained != nullptr || !view->needs_analyses);
}

}  // namespace

std::vector<OptionRow> Explaining::options(const Explainable& of) const {
  const ExplainView* const open = view_of(view);
  if (!can_show(open, of) || open->options == nullptr) return {};
  return open->options(of);
}

std::optional<Command> Explaining::next_choice(const Explainable& of, int by) const {
  const std::vector<OptionRow> rows = options(of);
  if (rows.empty()) return std::nullopt;
  const Option* const option = option_beside(rows.front(), by);
  return option == nullptr ? std::nullopt : std::optional(option->leads_to);
}

std::optional<Command> Explaining::change(const Explainable& of, int by) const {
  const ExplainView* const open = view_of(view);
  if (!can_show(open, of) || open->change == nullptr) return std::nullopt;
  return open->change(of, by);
}

std::vector<Command> Explaining::apply(const Explain& explain, const Launch* lesson) {
  view = view == explain.view ? Explanation{} : explain.view;
  choices.is_unfolded = false;
  const ExplainView* const open = view_of(view);
  if (open == nullptr || open->opening == nullptr) return {};
  return open->opening(choices, lesson);
}

void Explaining::apply(const UseTile& use) {
  if (use.tile >= 0) choices.limits.tile = use.tile;
}

void Explaining::apply(const UseRegisters& use) {
  if (use.registers)
    choices.limits.registers[use.kernel] = *use.registers;
  else
    choices.limits.registers.erase(use.kernel);
}

void Explaining::apply(const UseTable& use) {
  if (use.number < choices.tables.size()) choices.table = use.number;
}

void Explaining::apply(const PinVariable& pin) {
  if (!pin.name.empty() && std::erase(choices.pinned, pin.name) == 0) choices.pinned.push_back(pin.name);
}

std::optional<Command> Explaining::apply(const UseLoops& use) try {
  choices.loop_runs = run_both(use.sizes, use.shape);
  choices.loops.sizes = use.sizes;
  choices.loops.shape = use.shape;
  return std::nullopt;
} catch (const UsageError& error) {
  return Say{error.what()};
}

void Explaining::apply(const PlaceLoops& place) {
  choices.loops.place = place.part;
  if (place.part) choices.loops.place = std::clamp(*place.part, 0.0, 1.0);
}

}  // namespace tilescope
