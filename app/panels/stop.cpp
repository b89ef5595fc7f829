// The form for a condition to run to.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/panels/panels.h"

namespace tilescope {

std::vector<Command> stop_panel(const Session& session, StopView& view, float text) {
  std::vector<Command> commands;
  const bool is_open = session.overlays().stop && session.shown().has_trace();
  const bool opens = is_open && !view.was_open;
  view.was_open = is_open;
  if (!is_open) return commands;
  const VariablesNow& now = session.worked_out().variables.now();
  if (opens) view.condition = now.condition;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float wide = std::min(30 * text, display.x - 2 * text);
  ImGui::SetNextWindowPos({display.x - text, 3 * text}, ImGuiCond_Always, {1, 0});
  ImGui::SetNextWindowSize({wide, 0});
  bool stays = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Run until a condition holds", &stays, flags)) {
    if (opens) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint("##condition", "k == 3 && sum > 100", &view.condition,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    const bool back = ImGui::Button("back");
    ImGui::SameLine();
    const bool forward = ImGui::Button("forward") || entered;
    if ((back || forward) && !view.condition.empty()) commands.emplace_back(RunTo{view.condition, forward});
    if (const std::string words = stop_words(now, session.shown().frame); !words.empty())
      ImGui::TextWrapped("%s%s", now.condition_problem.empty() ? (now.condition + ": ").c_str() : "", words.c_str());
    ImGui::TextDisabled("Checked in every thread; may use the thread's variables, threadIdx, blockIdx and blockDim.");
  }
  ImGui::End();
  if (!stays) commands.emplace_back(Act::stop_panel);
  return commands;
}

}  // namespace tilescope
