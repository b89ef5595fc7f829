#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <optional>
#include <utility>

#include "app/panels/panels.h"
#include "app/stage/text.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/list/launch_list.h"
#include "instrumentation/launching/origins.h"
#include "instrumentation/launching/request/catalogue.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

// A list to choose from; true if the choice changed. A path is shown as its file name.
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
    if (text == now) ImGui::SetItemDefaultFocus();  // a long list opens there
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

constexpr std::int64_t most_threads = 1024, most_knob = 4096;

std::optional<std::int64_t> whole(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Dragged dragged(std::string label, std::int64_t value, Reach reach, std::function<void(Request&, std::int64_t)> ask) {
  return {std::move(label),
          {value},
          {std::move(reach)},
          [ask = std::move(ask)](Request& request, const std::vector<std::int64_t>& values) {
            ask(request, values.front());
          }};
}

// For a product: the values among M, N, K and T that the kernel takes.
void sides_of(LaunchView& view, const Launch& launch) {
  const CatalogueKernel& kernel = launch.program ? own_kernel() : find_kernel(launch.kernel);
  const auto [m, n, k] = reading::sides_of(launch);
  const ProductShape now{m, n, k, launch.tile};
  const auto takes = [&](const ProductShape& shape) {
    return kernel.takes_tile(shape.tile) && !kernel.refusal(launch.kernel, shape);
  };
  const auto side = [&](const char* label, std::int64_t ProductShape::*of,
                        std::optional<std::int64_t> Request::*asked) {
    const auto can_be = [&](std::int64_t value) {
      ProductShape shape = now;
      shape.*of = value;
      return takes(shape);
    };
    view.dragged.push_back(dragged(label, now.*of, reach_of_possible(now.*of, can_be),
                                   [asked](Request& request, std::int64_t value) { request.*asked = value; }));
  };
  side("M", &ProductShape::m, &Request::m);
  side("N", &ProductShape::n, &Request::n);
  side("K", &ProductShape::k, &Request::k);
  if (launch.program && !launch.program->defined.contains("TILE")) return;  // the source fixes T, or has no T
  std::vector<std::int64_t> tiles{launch.tile};
  for (const int tile : kernel.tiles()) {
    ProductShape shape = now;
    shape.tile = tile;
    if (takes(shape)) tiles.push_back(tile);
  }
  view.dragged.push_back(dragged("T", launch.tile, reach_among(std::move(tiles)),
                                 [](Request& request, std::int64_t value) { request.tile = static_cast<int>(value); }));
}

void numbers_of(LaunchView& view, const Request& came_to) {
  for (const auto& [name, words] : came_to.numbers) {
    const std::optional<std::int64_t> value = whole(words);
    if (!value) {
      view.numbers.emplace_back(name, words);
      continue;
    }
    view.dragged.push_back(dragged(name, *value, reach_around(*value), [of = name](Request& request, std::int64_t now) {
      request.numbers[of] = std::to_string(now);
    }));
  }
}

// Macros, constants and template arguments that can be given other values.
void knobs_of(LaunchView& view, const Launch& launch) {
  for (const language::Knob& knob : launch.program->prepared->code().kernel->knobs) {
    if (launch.program->defined.contains(knob.name)) continue;  // this knob is T
    if (knob.guessed) view.guessed.insert(knob.name);
    const std::optional<std::int64_t> value = whole(knob.value);
    if (!value) {
      view.knobs.emplace_back(knob.name, knob.value);
      continue;
    }
    const Reach reach = *value > 0 ? reach_of_side(*value, most_knob) : reach_around(*value);
    view.dragged.push_back(dragged(knob.name, *value, reach, [of = knob.name](Request& request, std::int64_t now) {
      request.knobs[of] = std::to_string(now);
    }));
  }
}

void dimensions_of(LaunchView& view, const Launch& launch) {
  const auto add = [&](const char* label, const char* key, Size2 of, unsigned depth,
                       std::optional<std::array<std::int64_t, 3>> Request::*asked, bool are_threads) {
    Dragged all{label, {of.x, of.y / depth, depth}, {}, {}};
    if (view.guessed.contains(key)) view.guessed.insert(label);
    for (const std::int64_t side : all.values) {
      all.reaches.push_back(are_threads ? reach_of_side(side, most_threads) : reach_around(side));
      all.reaches.back().least = 1;
    }
    all.ask = [asked](Request& request, const std::vector<std::int64_t>& values) {
      request.*asked = {values[0], values[1], values[2]};
    };
    view.dragged.push_back(std::move(all));
  };
  add("grid", "grid_size", launch.grid, launch.grid_depth, &Request::grid, false);
  add("block", "block_size", launch.block, launch.block_depth, &Request::block, true);
}

// Fills the fields with the requested values, or with the launch's values where none was requested.
void open(const Session& session, LaunchView& view) {
  view.draft = session.launching().asked;
  view.draft.file.clear();
  const Launch& launch = session.shown().replay().trace().launch();
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
  view.guessed =
      view.draft.file.empty() ? guessed_in(launch, session.launching().asked.request) : decltype(view.guessed)();
  view.dragged.clear();
  view.knobs.clear();
  if (is_product) sides_of(view, launch);
  if (!is_product) numbers_of(view, came_to);
  if (launch.program) knobs_of(view, launch);
  if (launch.program) dimensions_of(view, launch);
  view.problem.clear();
  view.shown = &session.shown().replay();
}

std::vector<std::string> choices_of(const RequestField& field, const Request& request) {
  if (field.key != "tile") return field.choices;
  std::vector<std::string> tiles;
  for (const int tile : find_kernel(request.kernel).tiles()) tiles.push_back(std::to_string(tile));
  return tiles;
}

// Marks guessed values; the ImGui id of the widget stays the same.
std::string label_of(const std::string& name, bool is_guessed) {
  return is_guessed ? fmt::format("{}, guessed###{}", name, name) : fmt::format("{0}###{0}", name);
}

// Draws a field; true if its text was changed. The first choice is the default.
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
    std::uint64_t number = 1;  // the default seed
    std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr std::uint64_t step = 1, far = 8;
    if (ImGui::InputScalar(label.c_str(), ImGuiDataType_U64, &number, &step, &far)) text = std::to_string(number);
    return ImGui::IsItemDeactivatedAfterEdit();
  }
  ImGui::InputTextWithHint(label.c_str(), std::string(field.usual).c_str(), &text);
  return ImGui::IsItemDeactivatedAfterEdit();
}

// Whether the value has a slider instead of a field.
bool is_dragged(const RequestField& field) {
  constexpr std::array<std::string_view, 6> all{"m", "n", "k", "tile", "grid_size", "block_size"};
  return std::find(all.begin(), all.end(), field.key) != all.end();
}

bool is_shown(const RequestField& field, const Launch& launch, const LaunchView& view) {
  if (field.form == RequestField::Form::none || is_dragged(field)) return false;
  if (field.of == RequestField::Of::matrices) return reading::has_matrices(launch);
  if (field.of == RequestField::Of::file) return launch.program != nullptr;
  if (field.key != "seed") return true;
  return view.draft.request.inputs == "random" ||
         std::any_of(view.arrays.begin(), view.arrays.end(),
                     [](const auto& array) { return array.second.ends_with(":random"); });
}

// Draws the fields of the table and copies changes to the draft. Throws an Error if a change is wrong.
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

// Draws one slider; true if its number changed. A typed number is neither rounded nor clamped.
bool drag(const char* label, std::int64_t& value, const Reach& reach) {
  if (reach.least >= reach.most) {
    ImGui::TextDisabled("%lld", static_cast<long long>(value));
    return false;
  }
  std::int64_t wanted = value;
  const ImGuiSliderFlags flags = reach.by_doubling ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None;
  if (!ImGui::SliderScalar(label, ImGuiDataType_S64, &wanted, &reach.least, &reach.most, nullptr, flags)) return false;
  if (ImGui::GetIO().MouseDown[0]) wanted = reach.nearest(wanted);
  return wanted != std::exchange(value, wanted);
}

// Shows below a change why it was refused.
void say_refusal(const LaunchView& view, float text) {
  if (view.refused.empty()) return;
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string line = view.refused.substr(0, view.refused.find('\n'));
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_NavHighlight));
  ImGui::TextUnformatted(elided(line, 0.96F * room, text, Face::sans).c_str());
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", view.refused.c_str());
}

// Draws the sliders; records while a slider is dragged.
bool dragged_of(LaunchView& view, float text) {
  bool changed = false;
  view.is_dragging = false;
  for (Dragged& each : view.dragged) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, all = 13 * text;
    const auto count = static_cast<float>(each.values.size());
    ImGui::PushID(each.label.c_str());
    bool is_changed = false;
    for (std::size_t n = 0; n < each.values.size(); ++n) {
      if (n > 0) ImGui::SameLine(0, gap);
      ImGui::PushID(static_cast<int>(n));
      ImGui::SetNextItemWidth((all - (count - 1) * gap) / count);
      is_changed = drag("##value", each.values[n], each.reaches[n]) || is_changed;
      view.is_dragging = view.is_dragging || ImGui::IsItemActive();
      ImGui::PopID();
    }
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted((each.label + (view.guessed.contains(each.label) ? ", guessed" : "")).c_str());
    ImGui::PopID();
    if (is_changed) {
      each.ask(view.draft.request, each.values);
      view.changed = each.label;
      changed = true;
    }
    if (view.changed == each.label) say_refusal(view, text);
  }
  return changed;
}

// Draws each array's sides and fill, written as for --array; then the numbers and the knobs that are not integers.
// Guessed values are shown, too.
bool arrays_of(LaunchView& view) {
  bool changed = false;
  for (const auto& [all, asked] :
       {std::pair{&view.arrays, &view.draft.request.arrays}, std::pair{&view.numbers, &view.draft.request.numbers},
        std::pair{&view.knobs, &view.draft.request.knobs}})
    for (auto& [name, words] : *all) {
      ImGui::InputText(label_of(name, view.guessed.contains(name)).c_str(), &words);
      if (!ImGui::IsItemDeactivatedAfterEdit()) continue;
      (*asked)[name] = words;
      changed = true;
    }
  return changed;
}

// Draws the list of kernels, group by group.
bool kernel_of(LaunchView& view) {
  const RequestField& field = request_field("kernel");
  std::string& text = view.fields[field.key];
  const std::string label = label_of(std::string(field.label), false);
  if (!ImGui::BeginCombo(label.c_str(), text.substr(text.rfind('/') + 1).c_str(), ImGuiComboFlags_HeightLarge))
    return false;
  std::string_view group, chosen;
  for (const KnownText& known : known_texts()) {
    if (known.group != group) {
      ImGui::Separator();
      ImGui::TextDisabled("%s", std::string(group = known.group).c_str());
    }
    const bool is_now = kernel_called(known.name) == text;
    if (ImGui::Selectable(std::string(known.name).c_str(), is_now) && !is_now) chosen = known.name;
    if (is_now) ImGui::SetItemDefaultFocus();  // a long list opens there
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", summary_of(known.text).c_str());
  }
  ImGui::EndCombo();
  if (chosen.empty()) return false;
  text = kernel_called(chosen);
  field.read(view.draft.request, text, std::string(field.label));
  return true;
}

// Draws the switches; each changes the kernel's source with one click.
std::vector<Command> switches_of(const Session& session) {
  std::vector<Command> commands;
  const Shown& shown = session.shown();
  for (const Option& option : kernel_switches(session.launching().asked, shown.trace(), shown.launch()).options)
    if (bool on = option.on; ImGui::Checkbox(fmt::format("{}###{}", option.label(), option.words).c_str(), &on))
      commands.push_back(option.leads_to);
  return commands;
}

// Draws the choice among several launches on the same arrays; true if it changed.
bool launch_of(const Launch& launch, LaunchView& view) {
  if (place_in_words(launch).empty()) return false;
  const InList& list = launch.program->list;
  const auto named = [&](std::size_t number) { return fmt::format("{}: {}", number, list.titles[number - 1]); };
  std::vector<std::string> all;
  for (std::size_t number = 1; number <= list.names.size(); ++number) all.push_back(named(number));
  return choice("launch", named(list.number), all, [&](const std::string& chosen) {
    const auto at = std::find(all.begin(), all.end(), chosen);
    view.draft.request = as_listed(view.draft.request, static_cast<std::size_t>(at - all.begin()) + 1);
  });
}

// Draws all controls; every change is recorded immediately.
std::vector<Command> form_of(const Session& session, LaunchView& view, float text) {
  const Launch& launch = session.shown().replay().trace().launch();
  std::vector<Command> commands;
  try {
    bool changed = kernel_of(view);
    changed = launch_of(launch, view) || changed;
    commands = switches_of(session);
    const bool is_dragged = dragged_of(view, text);
    changed = fields_of(view, launch) || changed || is_dragged;
    changed = arrays_of(view) || changed;
    changed = choice("backend", view.draft.backend, backends(),
                     [&](const std::string& chosen) { view.draft.backend = chosen; }) ||
              changed;
    if (!changed) return commands;
    Relaunch wish = view.draft;
    wish.request.record.reset();
    if (!is_dragged) view.changed.clear();
    view.refused.clear();
    commands.emplace_back(wish);
    view.problem.clear();
  } catch (const Error& error) {
    view.problem = error.what();
  }
  return commands;
}

}  // namespace

std::vector<Command> launch_panel(const Session& session, LaunchView& view, float text) {
  const bool is_open = session.overlays().launch && session.shown().has_trace();
  if (!is_open) return view.shown = nullptr, std::vector<Command>{};
  const std::string& refused = session.launching().refused;
  const bool is_over = refused != view.refused && !session.launching().recorder.is_busy();
  if ((view.shown != &session.shown().replay() || is_over) && !view.is_dragging) open(session, view);
  if (is_over) view.refused = refused;
  std::vector<Command> commands;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x - text, 3 * text}, ImGuiCond_Always, {1, 0});
  const float wide = std::min(24 * text, display.x - 2 * text);
  ImGui::SetNextWindowSize({wide, 0});
  ImGui::SetNextWindowSizeConstraints({wide, 0}, {wide, display.y - 4 * text});  // a longer panel scrolls
  bool stays = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Launch", &stays, flags)) {
    ImGui::PushItemWidth(13 * text);
    commands = form_of(session, view, text);
    ImGui::PopItemWidth();
    if (!view.problem.empty()) ImGui::TextWrapped("%s", view.problem.c_str());
    if (view.changed.empty() && !view.refused.empty()) ImGui::TextWrapped("%s", view.refused.c_str());
    if (!session.shown().replay().trace().fully_recorded())
      ImGui::TextDisabled("Recorded: %s.", recorded_words(session.shown().replay().scenery()).c_str());
    ImGui::TextDisabled("Every change is recorded at once.");
    ImGui::TextDisabled("Ctrl+click or Tab to type a number.");
  }
  ImGui::End();
  if (!stays) commands.emplace_back(Act::launch_panel);
  return commands;
}

}  // namespace tilescope
