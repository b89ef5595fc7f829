#include <imgui.h>

#include <algorithm>

#include "app/lessons/library.h"
#include "app/panels/panels.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

// Each row: a term, its meaning, and a button that opens the lesson that teaches it.
void show_terms(const GlossaryView& view, std::vector<Command>& commands) {
  if (!ImGui::BeginTable("terms", 3, ImGuiTableFlags_ScrollY)) return;
  float widest_term = 0, widest_lesson = 0;
  for (const lessons::Term& term : view.terms) {
    widest_term = std::max(widest_term, ImGui::CalcTextSize(term.name.c_str()).x);
    widest_lesson = std::max(widest_lesson, ImGui::CalcTextSize(term.lesson.c_str()).x);
  }
  const float gap = ImGui::GetFontSize();
  ImGui::TableSetupColumn("term", ImGuiTableColumnFlags_WidthFixed, widest_term + gap);
  ImGui::TableSetupColumn("meaning", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("lesson", ImGuiTableColumnFlags_WidthFixed, widest_lesson + gap);
  for (const lessons::Term& term : view.terms) {
    ImGui::PushID(term.name.c_str());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(term.name.c_str());
    ImGui::TableNextColumn();
    ImGui::TextWrapped("%s", term.says.c_str());
    ImGui::TableNextColumn();
    if (ImGui::SmallButton(term.lesson.c_str())) try {
        commands.emplace_back(OpenLesson{lessons::find_lesson(lessons::lessons_folder(), term.lesson)});
        commands.emplace_back(Act::glossary);
      } catch (const Error& error) {
        commands.emplace_back(Say{error.what()});
      }
    ImGui::PopID();
  }
  ImGui::EndTable();
}

}  // namespace

std::vector<Command> glossary_panel(const Session& session, GlossaryView& view, float text) {
  std::vector<Command> commands;
  const bool is_open = session.overlays().glossary;
  if (is_open && !view.was_open) try {
      view.terms = lessons::glossary().terms;
    } catch (const Error& error) {
      view.terms.clear();
      commands.emplace_back(Say{error.what()});
    }
  view.was_open = is_open;
  if (!is_open) return commands;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, 3.5F * text}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({std::min(60 * text, display.x - 2 * text), display.y - 6 * text});
  bool stays = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Glossary", &stays, flags)) show_terms(view, commands);
  ImGui::End();
  if (!stays) commands.emplace_back(Act::glossary);
  return commands;
}

}  // namespace tilescope
