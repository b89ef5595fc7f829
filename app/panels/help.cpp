// The help: what keys and the mouse do, what marks and terms mean. All of it is found by its words, and a click on a
// row does what the row says.
#include <imgui.h>

#include <algorithm>

#include "app/editor/keys.h"
#include "app/gl/fonts.h"
#include "app/gl/imgui_compat.h"
#include "app/panels/panels.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

using FoundRows = std::vector<const HelpRow*>;

// The act that opened the help; none if it is closed.
std::optional<Act> opened_by(const Overlays& overlays) {
  if (overlays.help) return Act::help;
  if (overlays.glossary) return Act::glossary;
  return std::nullopt;
}

// The help opens at what the user most likely looks for.
std::string_view first_group(const Session& session) {
  if (session.overlays().glossary) return terms_group;
  return session.editing().has_keys ? editor::key_rows().front().group : "";
}

void open_help(const Session& session, HelpView& view, const std::string& renderer, std::vector<Command>& commands) {
  view.search = {};
  view.clicked.reset();
  view.goes_to = first_group(session);
  view.rows.clear();
  try {
    view.rows = help_rows(session, renderer);
  } catch (const Error& error) {
    commands.emplace_back(Say{error.what()});
  }
}

float width_of(const std::string& words) { return ImGui::CalcTextSize(words.c_str()).x; }

void show_groups(HelpView& view, const FoundRows& found, float wide) {
  if (ImGui::BeginChild("groups", {wide, 0})) {
    std::string_view group;
    for (const HelpRow& row : view.rows) {
      if (row.group == std::exchange(group, row.group)) continue;
      const bool is_found =
          std::any_of(found.begin(), found.end(), [&](const HelpRow* each) { return each->group == group; });
      const auto flags = is_found ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled;
      if (ImGui::Selectable(row.group.c_str(), false, flags)) view.goes_to = row.group;
    }
  }
  ImGui::EndChild();
}

void put_words(const std::string& words, ImVec2 at, float wide, ImGuiCol color) {
  ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, ImGui::GetColorU32(color),
                                      words.c_str(), nullptr, wide);
}

// Returns true if the row was clicked.
bool show_help_row(const HelpRow& row, float name, bool is_chosen) {
  const float wide = ImGui::GetContentRegionAvail().x, rest = wide - name;
  const auto height = [](const std::string& words, float room) {
    return ImGui::CalcTextSize(words.c_str(), nullptr, false, room).y;
  };
  const float gap = ImGui::GetFontSize();
  const float high = std::max(height(row.name, name - gap), height(row.does, rest));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(&row);
  bool is_clicked = false;
  if (row.commands.empty())
    ImGui::Dummy({wide, high});
  else
    is_clicked = ImGui::Selectable("##row", is_chosen, ImGuiSelectableFlags_None, {wide, high});
  ImGui::PopID();
  put_words(row.name, at, name - gap, ImGuiCol_Text);
  put_words(row.does, {at.x + name, at.y}, rest, ImGuiCol_Text);
  return is_clicked;
}

// The row that Enter chooses: the first one that can be clicked.
const HelpRow* first_of(const FoundRows& found) {
  const auto first =
      std::find_if(found.begin(), found.end(), [](const HelpRow* row) { return !row->commands.empty(); });
  return first == found.end() ? nullptr : *first;
}

void show_heading(const std::string& group, const SizedFont& bold) {
  compat::push_font(bold.font, bold.size);
  ImGui::TextUnformatted(group.c_str());
  ImGui::PopFont();
}

// Scrolls the row that begins here to the pointer: a row that makes letters larger would move away from it.
void hold_at_pointer(float high) {
  const float window = ImGui::GetWindowPos().y, room = ImGui::GetWindowHeight();
  const float pointer = ImGui::GetIO().MousePos.y - window;
  if (pointer < 0 || pointer > room) return;
  ImGui::SetScrollFromPosY(ImGui::GetCursorScreenPos().y - window + high / 2, pointer / room);
}

// Returns the row that was clicked.
const HelpRow* show_found(HelpView& view, const FoundRows& found, const HelpRow* first, const SizedFont& bold) {
  const HelpRow* clicked = nullptr;
  if (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0) view.clicked.reset();
  if (ImGui::BeginChild("rows")) {
    float name = 0;
    for (const HelpRow& row : view.rows) name = std::max(name, width_of(row.name) + ImGui::GetFontSize());
    name = std::min(name, 0.4F * ImGui::GetContentRegionAvail().x);
    std::string_view group;
    for (const HelpRow* const row : found) {
      if (row->group != std::exchange(group, row->group)) {
        if (row != found.front()) ImGui::Spacing();
        show_heading(row->group, bold);
        if (view.goes_to == group) ImGui::SetScrollHereY(0);
      }
      const auto number = static_cast<std::size_t>(row - view.rows.data());
      if (view.clicked == number) hold_at_pointer(ImGui::GetTextLineHeight());
      if (show_help_row(*row, name, row == first)) clicked = row, view.clicked = number;
    }
    // The scroll bar, which narrows the rows, is there from the second frame on.
    if (!ImGui::IsWindowAppearing()) view.goes_to.clear();
    if (found.empty()) ImGui::TextDisabled("no matches");
  }
  ImGui::EndChild();
  return clicked;
}

// Returns the row to carry out.
const HelpRow* show_help(HelpView& view, const SizedFont& bold) {
  const float em = ImGui::GetFontSize();
  constexpr const char* hint = "Click a row to carry out its action, or press Enter for the marked row.";
  const float room = ImGui::GetContentRegionAvail().x, field = std::min(24 * em, 0.5F * room);
  const bool has_hint = field + ImGui::GetStyle().ItemSpacing.x + width_of(hint) <= room;
  ImGui::SetNextItemWidth(has_hint ? field : room);
  const bool entered = view.search.show("Find a key, an action or a term");
  if (has_hint) {
    ImGui::SameLine();
    ImGui::TextDisabled("%s", hint);
  }
  const FoundRows found = rows_with(view.rows, view.search.wanted());
  const HelpRow* const first = view.search.words.empty() ? nullptr : first_of(found);
  float groups = 0;
  for (const HelpRow& row : view.rows) groups = std::max(groups, width_of(row.group) + em);
  if (groups < 0.3F * ImGui::GetContentRegionAvail().x) {
    show_groups(view, found, groups);
    ImGui::SameLine();
  }
  const HelpRow* const clicked = show_found(view, found, first, bold);
  return clicked == nullptr && entered ? first : clicked;
}

}  // namespace

std::vector<Command> help_panel(const Session& session, HelpView& view, const Fonts& fonts, float text,
                                const std::string& renderer) {
  std::vector<Command> commands;
  const std::optional<Act> opened = opened_by(session.overlays());
  if (opened && opened != view.opened_by) open_help(session, view, renderer, commands);
  view.opened_by = opened;
  if (!opened) return commands;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, 2.8F * text}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({std::min(70 * text, display.x - 2 * text), std::min(60 * text, display.y - 4.5F * text)});
  bool stays = true;
  const HelpRow* chosen = nullptr;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Help", &stays, flags)) {
    constexpr float least = 13;  // pixels
    const SizedFont font = fonts.of(Face::sans, std::max(text, least));
    view.em = font.em;
    compat::push_font(font.font, font.size);
    chosen = show_help(view, fonts.of(Face::bold, font.em));
    ImGui::PopFont();
  }
  ImGui::End();
  if (!stays || (chosen != nullptr && !chosen->keeps_open)) commands.emplace_back(*opened);
  if (chosen != nullptr) commands.insert(commands.end(), chosen->commands.begin(), chosen->commands.end());
  return commands;
}

}  // namespace tilescope
