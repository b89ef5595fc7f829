#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/editor/keys.h"
#include "app/gl/fonts.h"
#include "app/gl/imgui_compat.h"
#include "app/names/key_names.h"
#include "app/panels/panels.h"
#include "app/session/shortcuts.h"

namespace tilescope {

namespace {

using Groups = std::vector<std::string_view>;  // groups of shortcuts in one column
using Columns = std::vector<Groups>;

// Columns of about the same height. While the user types, the help shows the editor's keys.
const std::vector<Columns> usual{{{"Play", "Go to"}, {"Explain"}, {"Look at", "File"}, {"Window", "Lesson", "Task"}},
                                 {{"Explain", "Lesson", "Task"}, {"Play", "Go to", "File"}, {"Look at", "Window"}}};
constexpr std::string_view typing_group = "Typing";
const std::vector<Columns> while_typing{{{typing_group, "File"}, {"Window"}}};

constexpr std::array notes{
    "Click a cell, a thread or a block for its story. Shift-click a second thread to see what both load. Drag along "
    "the timeline to go anywhere; turn the wheel over it to zoom. Drop a CSV file to use it as a matrix, "
    "or a lesson to open it.",
    "Rings mark this step's reads, filled corners its writes; hatched cells are left over from an earlier phase; "
    "crossed cells hold a padded zero. All counts come from recorded events."};

std::string keys_of(const Shortcut& shortcut) {
  std::string keys;
  for (const KeyPress& key : shortcut.keys) keys += (keys.empty() ? "" : ",  ") + name_of(key);
  return keys;
}

struct Row {
  std::string_view group;
  std::string keys;
  std::string_view words;
};

// Whether the shortcut works while the user types letters.
bool works_in_text(const Shortcut& shortcut) {
  if (shortcut.ask == Act::paste || shortcut.ask == Act::edit_source || shortcut.ask == Act::copy_line) return false;
  return std::any_of(shortcut.keys.begin(), shortcut.keys.end(),
                     [](const KeyPress& key) { return key.control || (key.key >= Key::f1 && key.key <= Key::f12); });
}

// Whether the help shows a shortcut. Shortcuts of the open lesson or task are shown (with neither open, those of
// lessons), and shortcuts whose keys they take over are hidden.
bool is_told(const Shortcut& shortcut, const Session& session) {
  const bool is_task = session.tasking().is_open(), is_lesson = session.course().is_open();
  const Within hidden = is_task ? Within::lesson : Within::task;
  const Within within = is_task ? Within::task : is_lesson ? Within::lesson : Within::anywhere;
  const bool is_its_own = shortcut.within != Within::anywhere ||
                          std::any_of(shortcut.keys.begin(), shortcut.keys.end(),
                                      [&](const KeyPress& key) { return asked_by(key, within) == shortcut.ask; });
  return shortcut.within != hidden && is_its_own && (!session.editing().has_keys || works_in_text(shortcut));
}

std::vector<Row> all_rows(const Session& session) {
  std::vector<Row> rows;
  for (const Shortcut& shortcut : shortcuts())
    if (is_told(shortcut, session)) rows.push_back({shortcut.group, keys_of(shortcut), shortcut.help});
  for (const editor::KeyHelp& key : editor::key_help()) rows.push_back({typing_group, std::string(key.keys), key.does});
  return rows;
}

// The layout of the help at one letter size.
struct Look {
  const Columns* columns = nullptr;
  bool has_notes = true;
  SizedFont font;
  std::vector<float> keys, widths;  // of each column
  float row = 0;                    // the height of a row
  ImVec2 size;                      // of the whole help

  Look(const std::vector<Row>& rows, const Fonts& fonts, float em, const Columns& of, bool tells_notes)
      : columns(&of), has_notes(tells_notes), font(fonts.of(Face::sans, em)) {
    float lines = 0, wide = 0;
    for (const Groups& groups : of) {
      float key = 0, words = 0;
      std::size_t count = 0;
      for (const Row& each : rows) {
        if (std::find(groups.begin(), groups.end(), each.group) == groups.end()) continue;
        key = std::max(key, Fonts::width(font, each.keys) + font.em);
        words = std::max(words, Fonts::width(font, each.words));
        ++count;
      }
      for (const std::string_view group : groups)
        if (std::any_of(rows.begin(), rows.end(), [&](const Row& each) { return each.group == group; })) count += 2;
      lines = std::max(lines, static_cast<float>(count));
      keys.push_back(key);
      widths.push_back(key + words + 1.6F * font.em);
      wide += widths.back();
    }
    row = 1.35F * font.em;
    if (has_notes)
      for (const char* note : notes) lines += std::ceil(1.1F * Fonts::width(font, note) / wide) + 1;
    const ImGuiStyle& style = ImGui::GetStyle();
    size = {wide + 2 * style.WindowPadding.x, (lines + 3) * row + 2 * style.WindowPadding.y + ImGui::GetFrameHeight()};
  }
};

// The largest letters at which the whole help fits; if none fit, small letters, and the help scrolls.
Look look_in(const std::vector<Row>& rows, const std::vector<Columns>& all, ImVec2 room, const Fonts& fonts,
             float text) {
  constexpr float usual_size = 15, smallest = 8, least_pixels = 11;
  // If only the keys fit, the notes below them are left out.
  for (const bool has_notes : {true, false})
    for (float em = usual_size; em >= smallest && em * text / usual_size >= least_pixels; em -= 0.5F)
      for (const Columns& columns : all) {
        const Look look(rows, fonts, em * text / usual_size, columns, has_notes);
        if (look.size.x <= room.x && look.size.y <= room.y) return look;
      }
  return {rows, fonts, std::max(smallest * text / usual_size, least_pixels), all.back(), true};
}

void show_group(const std::vector<Row>& rows, std::string_view group, const Look& look, std::size_t column) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float y = at.y;
  const auto put = [&](float x, std::string_view words, ImGuiCol color) {
    ImGui::GetWindowDrawList()->AddText(look.font.font, look.font.size, {at.x + x, y}, ImGui::GetColorU32(color),
                                        words.data(), words.data() + words.size());
  };
  if (std::none_of(rows.begin(), rows.end(), [&](const Row& each) { return each.group == group; })) return;
  put(0, group, ImGuiCol_TextDisabled);
  for (const Row& each : rows) {
    if (each.group != group) continue;
    y += look.row;
    put(0, each.keys, ImGuiCol_Text);
    put(look.keys[column], each.words, ImGuiCol_Text);
  }
  ImGui::Dummy({look.widths[column], y + 2 * look.row - at.y});
}

}  // namespace

std::vector<Command> help_panel(const Session& session, const Fonts& fonts, float text, const std::string& renderer) {
  if (!session.overlays().help) return {};
  const ImVec2 display = ImGui::GetIO().DisplaySize, room{display.x - 2 * text, display.y - 2 * text};
  const std::vector<Row> rows = all_rows(session);
  const Look look = look_in(rows, session.editing().has_keys ? while_typing : usual, room, fonts, text);
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(look.size.x, room.x), std::min(look.size.y, room.y)});
  bool open = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Keys", &open, flags)) {
    compat::push_font(look.font.font, look.font.size);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (std::size_t column = 0; column < look.columns->size(); ++column) {
      if (column > 0) ImGui::SameLine();
      ImGui::BeginGroup();
      for (const std::string_view group : (*look.columns)[column]) show_group(rows, group, look, column);
      ImGui::EndGroup();
    }
    ImGui::PopStyleVar();
    if (look.has_notes)
      for (const char* note : notes) ImGui::TextWrapped("%s", note);
    if (session.shown().has_trace())
      ImGui::TextWrapped("Recorded by: %s. Drawn by: %s.", session.shown().replay().trace().executor().c_str(),
                         renderer.c_str());
    ImGui::PopFont();
  }
  ImGui::End();
  if (!open) return {Act::help};
  return {};
}

}  // namespace tilescope
