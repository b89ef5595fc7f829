#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/panels.h"

namespace tilescope {

namespace {

constexpr auto still = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                       ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing;

void place_below_title(float text) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, 3 * text}, ImGuiCond_Always, {0.5F, 0});
}

// Where it covers nothing that has just happened.
void place_above_transport(float text) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, display.y - 3 * text}, ImGuiCond_Always, {0.5F, 1});
}

}  // namespace

std::vector<Command> banner_panel(const Session& session, float text) {
  std::vector<Command> commands;
  const float wide = std::min(56 * text, ImGui::GetIO().DisplaySize.x - 4 * text);
  if (session.launching().recorder.is_busy() && session.launching().recording_for > 0.25) {
    place_below_title(text);
    if (ImGui::Begin("recording", nullptr, still)) {
      ImGui::TextUnformatted("Recording");
      ImGui::SameLine();
      ImGui::ProgressBar(static_cast<float>(session.launching().recorder.done()), {20 * text, 0});
      ImGui::SameLine();
      if (ImGui::Button("Stop")) commands.emplace_back(CancelRecording{});
    }
    ImGui::End();
    return commands;
  }
  if (!session.banner()) return commands;
  session.banner()->is_error ? place_below_title(text) : place_above_transport(text);
  ImGui::SetNextWindowSizeConstraints({0, 0}, {wide, 20 * text});
  if (ImGui::Begin("banner", nullptr, still)) {
    ImGui::PushTextWrapPos(wide - 5 * text);
    ImGui::TextUnformatted(session.banner()->text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::SameLine();
    if (ImGui::Button("Close")) commands.emplace_back(Act::close);
  }
  ImGui::End();
  return commands;
}

}  // namespace tilescope
