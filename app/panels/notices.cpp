#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/panels.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr auto still = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                       ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing;

constexpr float closer = 5;  // the width of a banner's close button, in text sizes

void place_below_title(float text) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, 3 * text}, ImGuiCond_Always, {0.5F, 0});
}

// Places the banner at the lower right. Returns its greatest width.
float place_notice(const Box& room, float text) {
  const float most = std::min(44 * text, room.w - 2 * text);
  ImGui::SetNextWindowPos({room.right() - 0.7F * text, room.bottom() - 0.4F * text}, ImGuiCond_Always, {1, 1});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {most, 20 * text});
  return most;
}

// Shows in the tooltip of the CPU badge why no GPU recorded.
void tell_why_cpu(const Session& session, float text) {
  const std::string& note = session.shown().focus.note;
  if (note.empty() || session.selection().hovered.kind != Target::Kind::executor) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x - text, 2.6F * text}, ImGuiCond_Always, {1, 0});
  if (ImGui::Begin("why the CPU", nullptr, still | ImGuiWindowFlags_NoInputs)) {
    ImGui::PushTextWrapPos(std::min(34 * text, display.x - 4 * text));
    ImGui::TextUnformatted(("Recorded on the CPU: " + note).c_str());
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
}

}  // namespace

std::vector<Command> notices_panel(const Session& session, const Box& room, float text, bool is_for_a_finger) {
  std::vector<Command> commands;
  tell_why_cpu(session, text);
  // With nothing else to show, the screen itself shows the progress.
  if (const std::optional<UnderWay> work = session.under_way();
      work && work->is_told() && session.shown().has_trace()) {
    const char* const stop = is_for_a_finger ? "Stop" : "Stop (Esc)";
    // However long the words are, the button stays where it is.
    const float wide = std::min(36.0F, ImGui::GetIO().DisplaySize.x / text - 2);
    place_below_title(text);
    if (ImGui::Begin("recording", nullptr, still)) {
      const ImGuiStyle& style = ImGui::GetStyle();
      const float end = wide * text - ImGui::CalcTextSize(stop).x - 2 * style.FramePadding.x;
      const float bar = 6 * text;
      ImGui::TextUnformatted(elided(words_of(*work), end - bar, text, Face::sans).c_str());
      ImGui::SameLine();
      if (work->has_part())
        ImGui::ProgressBar(static_cast<float>(work->part), {end - style.ItemSpacing.x - ImGui::GetCursorPosX(), 0});
      else
        ImGui::Text("%.0f s", work->seconds);
      ImGui::SameLine(end);
      if (ImGui::Button(stop)) commands.emplace_back(CancelRecording{});
    }
    ImGui::End();
    return commands;
  }
  if (!session.banner()) return commands;
  const Banner& banner = *session.banner();
  const float wide = place_notice(room, text);
  if (ImGui::Begin("banner", nullptr, still)) {
    const std::string words = is_for_a_finger ? banner.offer.substr(0, banner.offer.rfind(" (")) : banner.offer;
    const float offer = banner.accept ? ImGui::CalcTextSize(words.c_str()).x + 1.5F * text : 0;
    ImGui::PushTextWrapPos(wide - closer * text - offer);
    ImGui::TextUnformatted(banner.text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::SameLine();
    if (banner.accept && ImGui::Button(words.c_str())) commands.push_back(*banner.accept);
    if (banner.accept) ImGui::SameLine();
    if (ImGui::Button("Close")) commands.emplace_back(Act::close);
  }
  ImGui::End();
  return commands;
}

}  // namespace tilescope
