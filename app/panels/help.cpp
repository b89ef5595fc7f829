#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/gl/fonts.h"
#include "app/gl/imgui_compat.h"
#include "app/names/shortcuts.h"
#include "app/panels/panels.h"

namespace tilescope {

namespace {

using Groups = std::vector<std::string_view>;  // of shortcuts, one below the other

// As high as each other, more or less.
const std::vector<Groups> three_columns{{"Play", "Lesson"}, {"Look at", "Explain"}, {"Go to", "Text", "Window"}};
const std::vector<Groups> two_columns{{"Play", "Lesson", "Explain"}, {"Look at", "Go to", "Text", "Window"}};

constexpr std::array notes{
    "Click a cell, a thread or a block for its story. Shift-click a second thread to see what both load. Drag along "
    "the timeline to go anywhere; turn the wheel over it to see more or less. Drop a CSV file to use it as a matrix, "
    "or a lesson to open it.",
    "Rings are reads and filled corners are writes of this step; hatched cells are left over from an earlier phase; "
    "crossed ones hold a padded zero. All counts are counted from recorded events."};

std::string keys_of(const Shortcut& shortcut) {
  std::string keys;
  for (const KeyPress& key : shortcut.keys) keys += (keys.empty() ? "" : ",  ") + name_of(key);
  return keys;
}

// How the help would look with letters of some size.
struct Look {
  const std::vector<Groups>* columns = nullptr;
  SizedFont font;
  float keys = 0, column = 0, row = 0;  // widths, and the height of a line
  ImVec2 size;                          // of all of it

  Look(const Fonts& fonts, float em, const std::vector<Groups>& of) : columns(&of), font(fonts.of(Face::sans, em)) {
    float words = 0;
    for (const Shortcut& shortcut : shortcuts()) {
      keys = std::max(keys, Fonts::width(font, keys_of(shortcut)) + font.em);
      words = std::max(words, Fonts::width(font, shortcut.help));
    }
    column = keys + words + 2 * font.em;
    row = 1.35F * font.em;
    float lines = 0;
    for (const Groups& groups : of) {
      const auto in_column = [&](const Shortcut& shortcut) {
        return std::find(groups.begin(), groups.end(), shortcut.group) != groups.end();
      };
      const auto count = std::count_if(shortcuts().begin(), shortcuts().end(), in_column);
      lines = std::max(lines, static_cast<float>(count) + 2 * static_cast<float>(groups.size()));
    }
    const float wide = static_cast<float>(of.size()) * column;
    for (const char* note : notes) lines += std::ceil(1.1F * Fonts::width(font, note) / wide) + 1;
    const ImGuiStyle& style = ImGui::GetStyle();
    size = {wide + 2 * style.WindowPadding.x, (lines + 3) * row + 2 * style.WindowPadding.y + ImGui::GetFrameHeight()};
  }
};

// The largest letters with which all of it has room; else small ones, and it is scrolled.
Look look_in(ImVec2 room, const Fonts& fonts, float text) {
  constexpr float usual = 15, smallest = 9, least_pixels = 11;
  float em = usual;
  for (; em >= smallest && em * text / usual >= least_pixels; --em)
    for (const auto* columns : {&three_columns, &two_columns})
      if (const Look look(fonts, em * text / usual, *columns); look.size.x <= room.x && look.size.y <= room.y)
        return look;
  return {fonts, (em + 1) * text / usual, two_columns};
}

void show_group(std::string_view group, const Look& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float y = at.y;
  const auto put = [&](float x, std::string_view words, ImGuiCol color) {
    ImGui::GetWindowDrawList()->AddText(look.font.font, look.font.size, {at.x + x, y}, ImGui::GetColorU32(color),
                                        words.data(), words.data() + words.size());
  };
  put(0, group, ImGuiCol_TextDisabled);
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.group != group) continue;
    y += look.row;
    put(0, keys_of(shortcut), ImGuiCol_Text);
    put(look.keys, shortcut.help, ImGuiCol_Text);
  }
  ImGui::Dummy({look.column, y + 2 * look.row - at.y});
}

}  // namespace

std::vector<Command> help_panel(const Session& session, const Fonts& fonts, float text, const std::string& renderer) {
  if (!session.overlays().help) return {};
  const ImVec2 display = ImGui::GetIO().DisplaySize, room{display.x - 2 * text, display.y - 2 * text};
  const Look look = look_in(room, fonts, text);
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(look.size.x, room.x), std::min(look.size.y, room.y)});
  bool open = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Keys", &open, flags)) {
    compat::push_font(look.font.font, look.font.size);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (const Groups& groups : *look.columns) {
      if (&groups != &look.columns->front()) ImGui::SameLine();
      ImGui::BeginGroup();
      for (const std::string_view group : groups) show_group(group, look);
      ImGui::EndGroup();
    }
    ImGui::PopStyleVar();
    for (const char* note : notes) ImGui::TextWrapped("%s", note);
    if (session.has_trace())
      ImGui::TextWrapped("Recorded by: %s. Drawn by: %s.", session.replay().trace().executor().c_str(),
                         renderer.c_str());
    ImGui::PopFont();
  }
  ImGui::End();
  if (!open) return {Act::help};
  return {};
}

}  // namespace tilescope
