#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/panels/panels.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"
#include "kernels/inputs.h"
#include "kernels/launch_words.h"

namespace tilescope {

namespace {

// A list to choose from; true when something else was chosen.
template <class Names, class Choose>
bool choice(const char* label, const std::string& now, const Names& names, const Choose& choose) {
  bool changed = false;
  if (!ImGui::BeginCombo(label, now.c_str())) return false;
  for (const auto& name : names) {
    const std::string text(name);
    if (ImGui::Selectable(text.c_str(), text == now) && text != now) {
      choose(text);
      changed = true;
    }
    if (text == now) ImGui::SetItemDefaultFocus();  // a long list begins there
  }
  ImGui::EndCombo();
  return changed;
}

template <class Value>
bool choice_of(const char* label, std::span<const Choice<Value>> choices, Value& value) {
  const auto name_of_value = [&](const Choice<Value>& choice) { return choice.value == value; };
  const std::string now(std::find_if(choices.begin(), choices.end(), name_of_value)->name);
  return choice(label, now, names_of(choices), [&](const std::string& chosen) {
    for (const Choice<Value>& choice : choices)
      if (choice.name == chosen) value = choice.value;
  });
}

// "8x8:ramp"
std::string words_asked(const Request& request, const Buffer& buffer) {
  const auto asked = request.arrays.find(buffer.name);
  return asked != request.arrays.end() ? asked->second
                                       : fmt::format("{}:{}", fmt::join(buffer.sides, "x"), buffer.fill);
}

void open(const Session& session, LaunchView& view) {
  view.draft = session.launching().asked;
  view.draft.file.clear();
  const Launch& launch = session.replay().trace().launch();
  view.has_matrices = reading::has_matrices(launch);
  view.arrays.clear();
  view.numbers.clear();
  for (std::size_t n = 0; n < launch.buffers.size(); ++n)
    if (!view.has_matrices && !launch.buffers[n].sides.empty() && launch.program->prepared->code().arrays[n].is_parameter)
      view.arrays.emplace_back(launch.buffers[n].name, words_asked(view.draft.request, launch.buffers[n]));
  if (!view.has_matrices) {
    const std::vector<std::string> names = numbers_of(launch);
    for (std::size_t n = 0; n < names.size(); ++n) view.numbers.emplace_back(names[n], launch.numbers[n]);
  }
  const reading::ProductSides sides = reading::sides_of(launch);
  view.m = static_cast<int>(sides.m);
  view.n = static_cast<int>(sides.n);
  view.k = static_cast<int>(sides.k);
  view.tile = launch.tile;
  if (!launch.program) view.draft.request.tile = launch.tile;
  view.inputs = view.draft.request.inputs;
  view.blocks = words_of(view.draft.request.window);
  view.problem.clear();
  view.shown = &session.replay();
}

bool sides(LaunchView& view) {
  bool changed = false;
  for (const auto& [label, side] : {std::pair{"M", &view.m}, std::pair{"K", &view.k}, std::pair{"N", &view.n}}) {
    ImGui::InputInt(label, side, 1, 8);
    changed = ImGui::IsItemDeactivatedAfterEdit() || changed;
    *side = std::max(*side, 1);
  }
  return changed;
}

// Each array's sides and what fills it, as --array has them, and each number. What was guessed stands there too.
bool arrays_of(LaunchView& view) {
  bool changed = false;
  for (auto& [name, words] : view.arrays) {
    ImGui::InputText(name.c_str(), &words);
    if (!ImGui::IsItemDeactivatedAfterEdit()) continue;
    view.draft.request.arrays[name] = words;
    changed = true;
  }
  for (auto& [name, value] : view.numbers) {
    ImGui::InputDouble(name.c_str(), &value, 0, 0, "%.9g");
    if (!ImGui::IsItemDeactivatedAfterEdit()) continue;
    view.draft.request.numbers[name] = value;
    changed = true;
  }
  return changed;
}

bool tile_of(LaunchView& view) {
  std::vector<std::string> names;
  for (const int tile : find_kernel(view.draft.request.kernel).tiles()) names.push_back(std::to_string(tile));
  const int now = view.draft.request.tile.value_or(view.tile);  // a file's own, where none was asked for
  return choice("T", std::to_string(now), names,
                [&](const std::string& chosen) { view.draft.request.tile = std::stoi(chosen); });
}

bool kernel_of(LaunchView& view) {
  std::vector<std::string_view> names;
  for (const CatalogueKernel& kernel : catalogue()) names.push_back(kernel.name);
  return choice("kernel", view.draft.request.kernel, names,
                [&](const std::string& chosen) { view.draft.request.kernel = chosen; });
}

bool inputs_of(LaunchView& view) {
  bool changed = choice("inputs", view.inputs, input_kinds, [&](const std::string& chosen) { view.inputs = chosen; });
  if (view.inputs != "random") return changed;
  int seed = static_cast<int>(view.draft.request.seed);
  ImGui::InputInt("seed", &seed);
  if (!ImGui::IsItemDeactivatedAfterEdit() && seed == static_cast<int>(view.draft.request.seed)) return changed;
  view.draft.request.seed = static_cast<std::uint64_t>(std::max(seed, 0));
  return true;
}

// What one click changes about the kernel's text.
std::vector<Command> switches_of(const Session& session) {
  std::vector<Command> commands;
  const Shown& shown = session.shown();
  for (const Option& option : kernel_switches(session.launching().asked, shown.trace(), shown.launch()).options)
    if (bool on = option.on; ImGui::Checkbox(option.words.c_str(), &on)) commands.push_back(option.leads_to);
  return commands;
}

bool blocks_of(LaunchView& view) {
  ImGui::InputTextWithHint("blocks", "as can be shown; or 0-3,1-2", &view.blocks);
  return ImGui::IsItemDeactivatedAfterEdit();
}

}  // namespace

std::vector<Command> launch_panel(const Session& session, LaunchView& view, float text) {
  const bool is_open = session.overlays().launch && session.has_trace();
  if (!is_open) return view.shown = nullptr, std::vector<Command>{};
  if (view.shown != &session.replay()) open(session, view);
  std::vector<Command> commands;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x - text, 3 * text}, ImGuiCond_Always, {1, 0});
  ImGui::SetNextWindowSize({std::min(24 * text, display.x - 2 * text), 0});
  bool stays = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Launch", &stays, flags)) {
    ImGui::PushItemWidth(13 * text);
    bool changed = kernel_of(view);
    commands = switches_of(session);
    if (view.has_matrices) {
      changed = sides(view) || changed;
      changed = tile_of(view) || changed;
      changed = inputs_of(view) || changed;
    } else {
      changed = arrays_of(view) || changed;
    }
    changed = choice("backend", view.draft.backend, backends(),
                     [&](const std::string& chosen) { view.draft.backend = chosen; }) ||
              changed;
    changed = choice_of("schedule", schedules(), view.draft.request.schedule.kind) || changed;
    changed = choice_of("beyond an array", strays(), view.draft.request.out_of_bounds) || changed;
    changed = blocks_of(view) || changed;
    ImGui::PopItemWidth();
    if (changed) {
      Relaunch wish = view.draft;
      wish.request.inputs = view.inputs;
      if (view.has_matrices) {
        wish.request.m = view.m;
        wish.request.n = view.n;
        wish.request.k = view.k;
      }
      try {
        wish.request.window = view.blocks.empty() ? std::vector<BlockRange>{} : parse_blocks(view.blocks, "--blocks");
        wish.request.record.reset();
        commands.emplace_back(wish);
        view.problem.clear();
      } catch (const Error& error) {
        view.problem = error.what();
      }
    }
    if (!view.problem.empty()) ImGui::TextWrapped("%s", view.problem.c_str());
    if (!session.replay().trace().fully_recorded())
      ImGui::TextDisabled("%s are recorded.", recorded_words(session.replay().scenery()).c_str());
    ImGui::TextDisabled("Every change is recorded at once.");
  }
  ImGui::End();
  if (!stays) commands.emplace_back(Act::launch_panel);
  return commands;
}

}  // namespace tilescope
