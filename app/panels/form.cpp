#include "app/panels/form.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "app/gl/imgui_compat.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float names_wide = 6.8F, form_letters = 0.83F;  // in units of the text size

// ImGui's colours, changed until the end of the scope.
class FormColors {
 public:
  FormColors(std::initializer_list<std::pair<ImGuiCol, std::uint32_t>> colors)
      : count_(static_cast<int>(colors.size())) {
    for (const auto& [what, color] : colors) ImGui::PushStyleColor(what, color);
  }
  ~FormColors() { ImGui::PopStyleColor(count_); }
  FormColors(const FormColors&) = delete;
  FormColors& operator=(const FormColors&) = delete;

 private:
  int count_;
};

void show_tip(std::string_view words) {
  if (words.empty() || !ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(26 * ImGui::GetFontSize());
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

}  // namespace

std::uint32_t Form::color(Ink ink) const {
  const Color color = theme_.of(ink);
  return IM_COL32(color.r, color.g, color.b, 255);
}

void Form::push(Face face, float size) const {
  const SizedFont sized = font(face, size);
  compat::push_font(sized.font, sized.size);
}

Form::Form(const Theme& theme, const Fonts& fonts, float text)
    : theme_(theme),
      fonts_(fonts),
      text_(text),
      fields_(ImGui::GetCursorPosX() + names_wide * text),
      right_(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x) {}

void Form::go_to_field() {
  if (next_ == Next::after_name) ImGui::SameLine(fields_);
  if (next_ == Next::after_field) ImGui::SameLine(0, gap());
  next_ = Next::after_field;
}

bool Form::has_room(float wide) const {
  return next_ != Next::after_field || ImGui::GetItemRectMax().x + gap() + wide <= ImGui::GetWindowPos().x + right_;
}

void Form::next_line() {
  ImGui::SetCursorPosX(fields_);
  next_ = Next::here;
}

void Form::heading(std::string_view words) {
  ImGui::Dummy({0, 0.1F * text_});
  push(Face::bold, form_letters);
  const FormColors colors{{ImGuiCol_Text, color(Ink::dim)}};
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopFont();
}

void Form::name(std::string_view words, Face face) {
  const std::string shown = elided(std::string(words), (names_wide - 0.6F) * text_, 0.9F * text_, face);
  push(face, 0.93F);
  ImGui::AlignTextToFramePadding();
  const FormColors colors{{ImGuiCol_Text, color(face == Face::sans ? Ink::dim : Ink::text)}};
  ImGui::TextUnformatted(shown.c_str());
  ImGui::PopFont();
  if (shown != words) show_tip(words);
  next_ = Next::after_name;
}

bool Form::step(const char* sign, bool can_go, float wide, const char* why_not) {
  ImGui::BeginDisabled(!can_go);
  compat::push_repeat();
  const bool stepped = ImGui::Button(sign, {wide, 0});
  compat::pop_repeat();
  ImGui::EndDisabled();
  if (!can_go && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", why_not);
  return stepped && can_go;
}

bool Form::number(const char* id, std::int64_t& value, const Reach& reach, float wide) {
  go_to_field();
  ImGui::PushID(id);
  const float between = 0.15F * text_, side = std::min(ImGui::GetFrameHeight(), 0.27F * wide);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  const std::int64_t less = reach.beside(value, -1), more = reach.beside(value, 1);
  bool changed = step("\u2212", less < value, side, "This is the smallest value that works with the others.");
  if (changed) value = less;
  ImGui::SameLine(0, between);
  const float field = wide - 2 * (side + between);
  const float digits = ImGui::CalcTextSize(std::to_string(value).c_str()).x;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {std::max(0.1F * text_, (field - digits) / 2), ImGui::GetStyle().FramePadding.y});
  ImGui::SetNextItemWidth(field);
  ImGui::InputScalar("##value", ImGuiDataType_S64, &value, nullptr, nullptr, nullptr,
                     ImGuiInputTextFlags_AutoSelectAll);
  changed = ImGui::IsItemDeactivatedAfterEdit() || changed;
  ImGui::PopStyleVar();
  ImGui::SameLine(0, between);
  if (step("+", more > value, side, "This is the largest value that works with the others.")) {
    value = more;
    changed = true;
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
  return changed;
}

bool Form::words(const char* id, std::string& words, std::string_view usual, float wide) {
  go_to_field();
  ImGui::SetNextItemWidth(wide);
  ImGui::InputTextWithHint(id, std::string(usual).c_str(), &words);
  return ImGui::IsItemDeactivatedAfterEdit();
}

bool Form::box(std::string_view words, bool on, std::string_view tip) {
  const std::string shown(words);
  push(Face::bold, form_letters);
  const float wide = ImGui::CalcTextSize(shown.c_str()).x + 1.2F * text_;
  ImGui::PopFont();
  if (!has_room(wide)) next_line();
  go_to_field();
  push(on ? Face::bold : Face::sans, form_letters);
  const std::uint32_t fill = color(on ? Ink::now : Ink::cell), edge = color(on ? Ink::now : Ink::edge);
  const FormColors colors{{ImGuiCol_Button, fill},
                          {ImGuiCol_ButtonHovered, edge},
                          {ImGuiCol_ButtonActive, edge},
                          {ImGuiCol_Border, edge},
                          {ImGuiCol_Text, color(on ? Ink::on_ink : Ink::text)}};
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 0.3F * text_);
  const bool clicked = ImGui::Button(shown.c_str(), {wide, 1.6F * text_});
  ImGui::PopStyleVar();
  ImGui::PopFont();
  show_tip(tip);
  return clicked;
}

bool Form::begin_list(const char* id, std::string_view now, float wide) {
  go_to_field();
  ImGui::SetNextItemWidth(wide);
  return ImGui::BeginCombo(id, std::string(now).c_str(), ImGuiComboFlags_HeightLarge);
}

bool Form::row_of_list(std::string_view words, std::string_view about, bool is_now) {
  const float from = ImGui::GetCursorPosX();
  const bool chosen = ImGui::Selectable(fmt::format("##{}", words).c_str(), is_now);
  if (is_now) ImGui::SetItemDefaultFocus();  // a long list opens there
  ImGui::SameLine(from);
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  if (about.empty()) return chosen;
  ImGui::SameLine(from + names_wide * text_);
  const FormColors colors{{ImGuiCol_Text, color(Ink::dim)}};
  ImGui::TextUnformatted(about.data(), about.data() + about.size());
  return chosen;
}

bool Form::file_in_list(std::string& path) {
  std::string typed;
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::InputTextWithHint("##file", "path of a .csv file", &typed, ImGuiInputTextFlags_EnterReturnsTrue))
    return false;
  ImGui::CloseCurrentPopup();
  path = typed;
  return !typed.empty();
}

void Form::end_list() { ImGui::EndCombo(); }

void Form::plain(std::string_view words, Face face) {
  go_to_field();
  push(face, 0.93F);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopFont();
}

void Form::small(std::string_view words, Ink ink) {
  push(Face::sans, form_letters);
  const FormColors colors{{ImGuiCol_Text, color(ink)}};
  ImGui::PushTextWrapPos(right_);
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

void Form::tag(std::string_view words, Ink ink) {
  if (words.empty()) return;
  push(Face::sans, form_letters);
  const float wide = ImGui::CalcTextSize(words.data(), words.data() + words.size()).x;
  ImGui::PopFont();
  if (!has_room(wide)) return note(words, ink);
  go_to_field();
  ImGui::AlignTextToFramePadding();
  small(words, ink);
}

void Form::note(std::string_view words, Ink ink) {
  if (words.empty()) return;
  next_line();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - 0.3F * text_);  // nearer to its field than to the next row
  small(words, ink);
}

void Form::remark(std::string_view words) {
  if (!words.empty()) small(words, Ink::dim);
}

bool Form::fold(const char* words, bool is_open) {
  ImGui::Dummy({0, 0.1F * text_});
  const FormColors colors{{ImGuiCol_Header, color(Ink::cell)},
                          {ImGuiCol_HeaderHovered, color(Ink::edge)},
                          {ImGuiCol_HeaderActive, color(Ink::edge)}};
  ImGui::SetNextItemOpen(is_open);
  return ImGui::CollapsingHeader(words);
}

}  // namespace tilescope
