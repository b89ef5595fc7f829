// The list of all tasks, with the goals reached in each.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/panels/panels.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::array<const char*, 4> levels{"", "easy", "medium", "hard"};

std::string reached(const std::optional<tasks::HandedIn>& answer, const std::string& version) {
  if (!answer) return "";
  const char* const changed = answer->version == version ? "" : " (the task has changed)";
  if (answer->is_done()) return fmt::format("\u2713 done{}{}", answer->saw_solution ? ", solution seen" : "", changed);
  return fmt::format("{} of {}{}", answer->reached, answer->of, changed);
}

std::vector<TasksView::Row> read_rows(const Session& session) {
  std::vector<TasksView::Row> rows;
  for (const tasks::ReadTask& each : tasks::all_tasks(tasks::tasks_folder())) {
    const tasks::Task& task = each.task;
    rows.push_back({task.file, std::to_string(task.number), task.title.text,
                    levels.at(static_cast<std::size_t>(std::clamp(task.level, 1, 3))), task.lesson.text,
                    reached(session.tasking().kept().find(task.name), task.version())});
  }
  return rows;
}

void cell(const std::string& words, bool is_dim) {
  ImGui::TableNextColumn();
  is_dim ? ImGui::TextDisabled("%s", words.c_str()) : ImGui::TextUnformatted(words.c_str());
}

void show_rows(const TasksView& view, std::vector<Command>& commands) {
  if (!ImGui::BeginTable("tasks", 5, ImGuiTableFlags_ScrollY)) return;
  // Measures the words here, because ImGui would know their widths only one frame later.
  const auto widest = [&](std::string TasksView::Row::*words, const char* before = "") {
    float wide = 0;
    for (const TasksView::Row& row : view.rows)
      wide = std::max(wide, ImGui::CalcTextSize((before + row.*words).c_str()).x);
    return wide + ImGui::GetFontSize();
  };
  ImGui::TableSetupColumn("number", ImGuiTableColumnFlags_WidthFixed, widest(&TasksView::Row::number));
  ImGui::TableSetupColumn("title", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("level", ImGuiTableColumnFlags_WidthFixed, widest(&TasksView::Row::level));
  ImGui::TableSetupColumn("lesson", ImGuiTableColumnFlags_WidthFixed, widest(&TasksView::Row::lesson, "after "));
  ImGui::TableSetupColumn("reached", ImGuiTableColumnFlags_WidthFixed,
                          std::max(widest(&TasksView::Row::reached), 6 * ImGui::GetFontSize()));
  for (const TasksView::Row& row : view.rows) {
    ImGui::TableNextRow();
    cell(row.number, true);
    ImGui::TableNextColumn();
    if (ImGui::Selectable(row.title.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
      commands.emplace_back(OpenTask{row.file});
    cell(row.level, true);
    cell(row.lesson.empty() ? "" : "after " + row.lesson, true);
    cell(row.reached, false);
  }
  ImGui::EndTable();
}

}  // namespace

std::vector<Command> tasks_panel(const Session& session, TasksView& view, float text) {
  std::vector<Command> commands;
  const bool is_open = session.overlays().tasks;
  if (is_open && !view.was_open) try {
      view.rows = read_rows(session);
    } catch (const Error& error) {
      view.rows.clear();
      commands.emplace_back(Say{error.what()});
    }
  view.was_open = is_open;
  if (!is_open) return commands;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float wide = std::min(52 * text, display.x - 2 * text);
  const float high = std::min((static_cast<float>(view.rows.size()) + 3) * 1.7F * text, display.y - 6 * text);
  ImGui::SetNextWindowPos({display.x / 2, 3.5F * text}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({wide, high});
  bool stays = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Tasks", &stays, flags)) show_rows(view, commands);
  ImGui::End();
  if (!stays) commands.emplace_back(Act::task_list);
  return commands;
}

}  // namespace tilescope
