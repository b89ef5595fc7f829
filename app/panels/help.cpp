#include <imgui.h>

#include <algorithm>

#include "app/gl/fonts.h"
#include "app/panels/panels.h"
#include "app/session/shortcuts.h"

namespace tilescope {

namespace {

std::string keys_of(const Shortcut& shortcut) {
  std::string keys;
  for (const KeyPress& key : shortcut.keys) keys += (keys.empty() ? "" : ",  ") + name_of(key);
  return keys;
}

void group_table(std::string_view group, float text) {
  ImGui::TextDisabled("%s", std::string(group).c_str());
  if (!ImGui::BeginTable(std::string(group).c_str(), 2)) return;
  ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, 12.5F * text);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.group != group) continue;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(keys_of(shortcut).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(shortcut.help.data(), shortcut.help.data() + shortcut.help.size());
  }
  ImGui::EndTable();
  ImGui::Spacing();
}

}  // namespace

std::vector<Command> help_panel(const Session& session, const Fonts&, float text) {
  if (!session.help_is_open()) return {};
  std::vector<Command> commands;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(66 * text, display.x - 2 * text), std::min(49 * text, display.y - 2 * text)});
  bool open = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Keys", &open, flags)) {
    if (ImGui::BeginTable("groups", 2)) {
      ImGui::TableNextColumn();
      group_table("Play", text);
      group_table("Go to", text);
      group_table("Lesson", text);
      ImGui::TableNextColumn();
      group_table("Look at", text);
      group_table("Explain", text);
      group_table("Window", text);
      ImGui::TableNextColumn();
      group_table("Go to", text);
      group_table("Look at", text);
      group_table("Explain", text);
      ImGui::EndTable();
    }
    ImGui::Separator();
    ImGui::TextWrapped(
        "Click a cell, a thread or a block for its story. Shift-click a second thread to see what both load. Drag along "
        "the timeline to go anywhere; turn the wheel over it to see more or less. Drop a CSV file to use it as a matrix, "
        "or a lesson to open it.");
    ImGui::TextWrapped(
        "Rings are reads and filled corners are writes of this step; hatched cells are left over from an earlier phase; "
        "crossed ones hold a padded zero. All counts are counted from recorded events.");
    if (session.has_trace())
      ImGui::TextWrapped("Recorded by: %s. Drawn by: %s.", session.replay().trace().executor().c_str(),
                         session.renderer().c_str());
  }
  ImGui::End();
  if (!open) commands.emplace_back(Act::help);
  return commands;
}

}  // namespace tilescope
