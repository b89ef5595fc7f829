#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/panels/panels.h"
#include "instrumentation/error.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"
#include "kernels/guessed.h"
#include "kernels/launch_list.h"
#include "kernels/launch_words.h"
#include "kernels/request_fields.h"

namespace tilescope {

namespace {

// A list to choose from; true when something else was chosen. Of a path its file is shown.
template <class Names, class Choose>
bool choice(const char* label, const std::string& now, const Names& names, const Choose& choose) {
  bool changed = false;
  if (!ImGui::BeginCombo(label, now.substr(now.rfind('/') + 1).c_str())) return false;
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

// "8x8:ramp"
std::string words_asked(const Request& request, const Buffer& buffer) {
  const auto asked = request.arrays.find(buffer.name);
  return asked != request.arrays.end() ? asked->second
                                       : fmt::format("{}:{}", fmt::join(buffer.sides, "x"), buffer.fill);
}

// What was asked for, and where nothing was, what the launch came to.
void open(const Session& session, LaunchView& view) {
  view.draft = session.launching().asked;
  view.draft.file.clear();
  const Launch& launch = session.replay().trace().launch();
  Request& request = view.draft.request;
  const bool is_product = reading::has_matrices(launch);
  if (const auto [m, n, k] = reading::sides_of(launch); is_product) request.m = m, request.n = n, request.k = k;
  if (!launch.program) request.tile = launch.tile;
  view.fields.clear();
  const Request came_to = request_of(launch);
  for (const RequestField& field : request_fields()) {
    std::string text = field.write(request);
    if (text.empty() && field.of != RequestField::Of::any) text = field.write(came_to);
    view.fields[field.key] = text;
  }
  if (view.fields["tile"].empty()) view.fields["tile"] = std::to_string(launch.tile);
  view.arrays.clear();
  view.numbers.clear();
  for (std::size_t n = 0; n < launch.buffers.size(); ++n)
    if (!is_product && !launch.buffers[n].sides.empty() && !launch.buffers[n].is_left_by_another() &&
        launch.program->prepared->code().arrays[n].is_parameter)
      view.arrays.emplace_back(launch.buffers[n].name, words_asked(request, launch.buffers[n]));
  if (!is_product) view.numbers.assign(came_to.numbers.begin(), came_to.numbers.end());
  view.guessed =
      view.draft.file.empty() ? guessed_in(launch, session.launching().asked.request) : decltype(view.guessed)();
  view.problem.clear();
  view.shown = &session.replay();
}

std::vector<std::string> choices_of(const RequestField& field, const Request& request) {
  if (field.key != "tile") return field.choices;
  std::vector<std::string> tiles;
  for (const int tile : find_kernel(request.kernel).tiles()) tiles.push_back(std::to_string(tile));
  return tiles;
}

// With what nobody said marked as such; the widget stays the same one.
std::string label_of(const std::string& name, bool is_guessed) {
  return is_guessed ? fmt::format("{}, guessed###{}", name, name) : fmt::format("{0}###{0}", name);
}

// A field's widget; true when its text was changed. What goes without saying is the first choice.
bool edit(const RequestField& field, const Request& request, std::string& text, bool is_guessed = false) {
  const std::string label = label_of(std::string(field.label), is_guessed);
  if (field.form == RequestField::Form::choice) {
    const std::vector<std::string> choices = choices_of(field, request);
    std::string now = text.empty() && !choices.empty() ? choices.front() : text;
    const auto is_kind = [&](const std::string& choice) { return now.starts_with(choice + ":"); };  // "random:7"
    if (const auto kind = std::find_if(choices.begin(), choices.end(), is_kind); kind != choices.end()) now = *kind;
    return choice(label.c_str(), now, choices, [&](const std::string& chosen) { text = chosen; });
  }
  if (field.form == RequestField::Form::whole) {
    std::uint64_t number = 1;  // the usual seed
    std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr std::uint64_t step = 1, far = 8;
    if (ImGui::InputScalar(label.c_str(), ImGuiDataType_U64, &number, &step, &far)) text = std::to_string(number);
    return ImGui::IsItemDeactivatedAfterEdit();
  }
  ImGui::InputTextWithHint(label.c_str(), std::string(field.usual).c_str(), &text);
  return ImGui::IsItemDeactivatedAfterEdit();
}

bool is_shown(const RequestField& field, const Launch& launch, const LaunchView& view) {
  if (field.form == RequestField::Form::none) return false;
  if (field.of == RequestField::Of::matrices) return reading::has_matrices(launch);
  if (field.of == RequestField::Of::file) return launch.program != nullptr;
  if (field.key != "seed") return true;
  return view.draft.request.inputs == "random" ||
         std::any_of(view.arrays.begin(), view.arrays.end(),
                     [](const auto& array) { return array.second.ends_with(":random"); });
}

// The fields of the table; what was changed goes into the draft. An Error says what is wrong with it.
bool fields_of(LaunchView& view, const Launch& launch) {
  Request& request = view.draft.request;
  bool changed = false;
  for (const RequestField& field : request_fields()) {
    if (field.key == "kernel" || !is_shown(field, launch, view)) continue;
    std::string& text = view.fields[field.key];
    if (!edit(field, request, text, view.guessed.contains(field.key))) continue;
    if (text.empty())
      leave_out(request, field);
    else
      field.read(request, text, std::string(field.label));
    changed = true;
  }
  return changed;
}

// Each array's sides and what fills it, as --array has them, and each number. What was guessed stands there too.
bool arrays_of(LaunchView& view) {
  bool changed = false;
  for (const auto& [all, asked] :
       {std::pair{&view.arrays, &view.draft.request.arrays}, std::pair{&view.numbers, &view.draft.request.numbers}})
    for (auto& [name, words] : *all) {
      ImGui::InputText(label_of(name, view.guessed.contains(name)).c_str(), &words);
      if (!ImGui::IsItemDeactivatedAfterEdit()) continue;
      (*asked)[name] = words;
      changed = true;
    }
  return changed;
}

bool kernel_of(LaunchView& view) {
  const RequestField& field = request_field("kernel");
  std::string& text = view.fields[field.key];
  if (!edit(field, view.draft.request, text)) return false;
  field.read(view.draft.request, text, std::string(field.label));
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

// Which of several launches on the same arrays; true where it is another one.
bool launch_of(const Launch& launch, LaunchView& view) {
  if (place_in_words(launch).empty()) return false;
  const InList& list = launch.program->list;
  const auto named = [&](std::size_t number) { return fmt::format("{}: {}", number, list.names[number - 1]); };
  std::vector<std::string> all;
  for (std::size_t number = 1; number <= list.names.size(); ++number) all.push_back(named(number));
  return choice("launch", named(list.number), all, [&](const std::string& chosen) {
    const auto at = std::find(all.begin(), all.end(), chosen);
    view.draft.request = as_listed(view.draft.request, static_cast<std::size_t>(at - all.begin()) + 1);
  });
}

// All that can be changed; what it comes to is recorded at once.
std::vector<Command> form_of(const Session& session, LaunchView& view) {
  const Launch& launch = session.replay().trace().launch();
  std::vector<Command> commands;
  try {
    bool changed = kernel_of(view);
    changed = launch_of(launch, view) || changed;
    commands = switches_of(session);
    changed = fields_of(view, launch) || changed;
    if (!reading::has_matrices(launch)) changed = arrays_of(view) || changed;
    changed = choice("backend", view.draft.backend, backends(),
                     [&](const std::string& chosen) { view.draft.backend = chosen; }) ||
              changed;
    if (!changed) return commands;
    Relaunch wish = view.draft;
    wish.request.record.reset();
    commands.emplace_back(wish);
    view.problem.clear();
  } catch (const Error& error) {
    view.problem = error.what();
  }
  return commands;
}

}  // namespace

std::vector<Command> launch_panel(const Session& session, LaunchView& view, float text) {
  const bool is_open = session.overlays().launch && session.has_trace();
  if (!is_open) return view.shown = nullptr, std::vector<Command>{};
  if (view.shown != &session.replay()) open(session, view);
  std::vector<Command> commands;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x - text, 3 * text}, ImGuiCond_Always, {1, 0});
  const float wide = std::min(24 * text, display.x - 2 * text);
  ImGui::SetNextWindowSize({wide, 0});
  ImGui::SetNextWindowSizeConstraints({wide, 0}, {wide, display.y - 4 * text});  // what is longer is scrolled
  bool stays = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Launch", &stays, flags)) {
    ImGui::PushItemWidth(13 * text);
    commands = form_of(session, view);
    ImGui::PopItemWidth();
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
