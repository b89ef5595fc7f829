#include "app/panels/search.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>

namespace tilescope {

std::string in_small_letters(std::string_view words) {
  std::string small(words);
  std::transform(small.begin(), small.end(), small.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return small;
}

bool has_words(std::string_view text, std::string_view wanted) {
  for (std::size_t at = 0; at < wanted.size();) {
    const std::size_t end = std::min(wanted.find(' ', at), wanted.size());
    if (text.find(wanted.substr(at, end - at)) == std::string_view::npos) return false;
    at = end + 1;
  }
  return true;
}

bool SearchField::show(const char* hint) {
  // ImGui gives the keyboard in the next frame.
  const bool is_free = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && !ImGui::IsAnyItemActive() &&
                       !ImGui::IsMouseDown(ImGuiMouseButton_Left);
  has_asked_ = !has_keyboard_ && !has_asked_ && is_free;
  if (has_asked_) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputTextWithHint("##search", hint, &words, ImGuiInputTextFlags_EnterReturnsTrue);
  has_keyboard_ = ImGui::IsItemActive();
  return entered;
}

}  // namespace tilescope
