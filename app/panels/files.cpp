// The panels for files: a menu, a dialog to open or save a file, and templates for new kernels.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "app/export/whole_file.h"
#include "app/names/key_names.h"
#include "app/panels/panels.h"
#include "app/session/shortcuts.h"
#include "instrumentation/assets.h"
#include "instrumentation/error.h"
#include "instrumentation/host.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;
using Files = Overlays::Files;

constexpr std::string_view text_group = "File";

struct Template {
  const char *name, *words;
};
constexpr std::array templates{Template{"product", "a matrix product"},
                               Template{"one-dimensional", "arrays in one dimension"},
                               Template{"two-dimensional", "rows and columns, through shared memory"}};

bool can_be_opened(const fs::path& path, Files as) {
  const std::string ending = path.extension().string();
  if (as == Files::beside) return ending == ".cu";
  constexpr std::array endings{".cu", ".cuh", ".tsc", ".toml", ".csv"};
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

std::string in_home(const std::string& path) {
  const char* const home = std::getenv("HOME");
  return path.starts_with("~/") && home != nullptr ? home + path.substr(1) : path;
}

// Lists the folder's entries that begin with the typed path, folders first.
void list(FilesView& view) {
  if (view.listed == view.path) return;
  view.listed = view.path;
  view.entries.clear();
  const fs::path typed = in_home(view.path);
  const fs::path folder = typed.has_parent_path() ? typed.parent_path() : fs::path(".");
  const std::string begin = typed.filename().string();
  std::error_code error;
  view.folder = fs::weakly_canonical(folder, error).string();
  for (auto at = fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code unknown;
    const bool is_folder = at->is_directory(unknown);
    if (name.starts_with('.') || !name.starts_with(begin) || !(is_folder || can_be_opened(name, view.shown))) continue;
    view.entries.push_back(is_folder ? name + "/" : name);
  }
  std::sort(view.entries.begin(), view.entries.end(), [](const std::string& a, const std::string& b) {
    return std::pair(!a.ends_with('/'), a) < std::pair(!b.ends_with('/'), b);
  });
}

std::string joined(const std::string& typed, const std::string& entry) {
  return typed.substr(0, typed.rfind('/') + 1) + entry;
}

void choose(FilesView& view, const std::string& path, bool saves, std::vector<Command>& commands) {
  if (path.ends_with('/')) {
    view.path = path;
    view.takes_keys = true;
    return;
  }
  if (saves) {
    view.path = path;
    return;
  }
  if (view.shown == Files::beside)
    commands.emplace_back(StandBeside{Standing::kernel, path});
  else
    commands.emplace_back(Open{path});
  commands.emplace_back(Act::close);
}

void show_entries(FilesView& view, bool saves, float text, std::vector<Command>& commands) {
  list(view);
  ImGui::TextDisabled("in %s", view.folder.c_str());
  if (ImGui::BeginChild("entries", {0, 14 * text}, true)) {
    if (ImGui::Selectable("../")) choose(view, joined(view.path, "../"), saves, commands);
    const std::vector<std::string> entries = view.entries;
    for (const std::string& entry : entries)
      if (ImGui::Selectable(entry.c_str())) choose(view, joined(view.path, entry), saves, commands);
    if (entries.empty())
      ImGui::TextDisabled(saves ? "no file name here starts with this" : "no file that can be opened starts with this");
  }
  ImGui::EndChild();
}

void type_path(FilesView& view) {
  if (view.takes_keys) ImGui::SetKeyboardFocusHere();
  view.takes_keys = false;
  ImGui::SetNextItemWidth(-1);
}

void open(const Session& session, FilesView& view, float text, std::vector<Command>& commands) {
  type_path(view);
  if (ImGui::InputTextWithHint("##open", view.shown == Files::beside ? "a .cu file" : "a .cu, .tsc, .toml or .csv file",
                               &view.path, ImGuiInputTextFlags_EnterReturnsTrue) &&
      !view.path.empty()) {
    std::error_code error;
    list(view);
    if (view.entries.size() == 1 && !fs::exists(in_home(view.path), error))
      view.path = joined(view.path, view.entries[0]);
    const std::string path = in_home(view.path);
    choose(view, fs::is_directory(path, error) && !path.ends_with('/') ? path + "/" : path, false, commands);
  }
  show_entries(view, false, text, commands);
  if (session.settings().recent.empty()) return;
  ImGui::TextDisabled("Recent");
  for (const std::string& path : session.settings().recent)
    if (ImGui::Selectable(path.c_str())) choose(view, path, false, commands);
}

void save(const Session& session, FilesView& view, float text, std::vector<Command>& commands) {
  type_path(view);
  const bool entered = ImGui::InputTextWithHint(
      "##save", "file.cu", &view.path, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  std::error_code error;
  const std::string path = view.path.empty() ? "" : kernel_file(in_home(view.path));
  const bool is_task = session.editing().runs.is_held();
  const bool replaces = !in_browser && fs::exists(path, error) && (is_task || path != session.editing().file);
  const bool pressed = ImGui::Button(replaces ? "Replace this file" : is_task ? "Hand in" : "Save");
  if (replaces) {
    ImGui::SameLine();
    ImGui::TextUnformatted("This file already exists.");
  }
  // Enter alone never replaces a file.
  if ((pressed || (entered && !replaces)) && !path.empty()) {
    commands.emplace_back(SaveText{path});
    commands.emplace_back(Act::close);
  }
  if (!in_browser) show_entries(view, true, text, commands);
}

// The shortcuts of text_group, except the one that opens this menu.
std::vector<const Shortcut*> menu_rows() {
  std::vector<const Shortcut*> rows;
  for (const Shortcut& each : shortcuts()) {
    const Act* const act = std::get_if<Act>(&each.ask);
    if (each.group == text_group && act != nullptr && *act != Act::text_menu) rows.push_back(&each);
  }
  return rows;
}

std::vector<Command> chosen_in_menu(const Shortcut& row) { return {Act::text_menu, std::get<Act>(row.ask)}; }

// The greatest widths of the rows' words and of their keys.
std::pair<float, float> menu_columns(const std::vector<const Shortcut*>& rows) {
  float words = 0, keys = 0;
  for (const Shortcut* const each : rows) {
    words = std::max(words, ImGui::CalcTextSize(each->help.data()).x);
    keys = std::max(keys, ImGui::CalcTextSize(name_of(each->keys.front()).c_str()).x);
  }
  return {words + 2 * ImGui::GetFontSize(), keys};
}

// Each menu row shows its key.
void show_menu(const FilesView& view, std::vector<Command>& commands) {
  const std::vector<const Shortcut*> rows = menu_rows();
  const float wide = menu_columns(rows).first;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const bool chosen = ImGui::Selectable(rows[n]->help.data(), n == view.row);
    ImGui::SameLine(wide);
    ImGui::TextDisabled("%s", name_of(rows[n]->keys.front()).c_str());
    if (chosen) commands = chosen_in_menu(*rows[n]);
  }
}

void begin_new(std::vector<Command>& commands) {
  for (std::size_t n = 0; n < templates.size(); ++n)
    if (ImGui::Selectable(fmt::format("{}  {}: {}", n + 1, templates[n].name, templates[n].words).c_str()))
      for (const Command& command : from_template(n + 1)) commands.push_back(command);
}

// Shows the menu below its button.
std::vector<Command> menu_panel(const FilesView& view, const Box& source, float text) {
  std::vector<Command> commands;
  const auto [words, keys] = menu_columns(menu_rows());
  const float most = ImGui::GetIO().DisplaySize.x - words - keys - 2.5F * text;  // the menu stays inside the window
  ImGui::SetNextWindowPos(
      {std::clamp(source.x + 0.25F * text, 0.5F * text, std::max(0.5F * text, most)), source.y + 2.4F * text});
  constexpr auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize;
  if (ImGui::Begin("texts", nullptr, flags)) show_menu(view, commands);
  // The menu closes with a click outside. The button that opened it, and a click on a row, count as inside.
  const bool is_hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  const bool is_elsewhere = !is_hovered && ImGui::GetIO().MousePos.y > source.y + 2.4F * text;
  const bool is_left = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && is_elsewhere;
  ImGui::End();
  if (is_left) commands.emplace_back(Act::close);
  return commands;
}

}  // namespace

std::vector<Command> key_in_menu(FilesView& view, Key key) {
  const std::vector<const Shortcut*> rows = menu_rows();
  if (key == Key::enter) return chosen_in_menu(*rows.at(view.row));
  view.row = (view.row + (key == Key::down ? 1 : rows.size() - 1)) % rows.size();
  return {};
}

std::vector<Command> from_template(std::size_t number) {
  if (number < 1 || number > templates.size()) return {};
  try {
    const std::string text = read_asset(fmt::format("templates/{}.cu", templates[number - 1].name));
    return {OpenText{"untitled.cu", text}, Act::new_text};
  } catch (const Error& error) {
    return {Say{error.what()}};
  }
}

std::vector<Command> files_panel(const Session& session, FilesView& view, const Box& source, float text) {
  std::vector<Command> commands;
  const Files asked = session.overlays().files;
  if (asked != view.shown) {
    view.shown = asked;
    view.takes_keys = true;
    view.listed = "\n";
    view.row = 0;
    view.path = asked == Files::save ? place_of_file(session.editing().file) : asked == Files::fresh ? "" : "./";
  }
  if (asked == Files::none) return commands;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  if (asked == Files::menu) return menu_panel(view, source, text);
  const float wide = std::min(36 * text, display.x - 2 * text);
  ImGui::SetNextWindowPos({display.x / 2, 4 * text}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({wide, 0});
  ImGui::SetNextWindowSizeConstraints({wide, 0}, {wide, display.y - 6 * text});
  bool stays = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                         ImGuiWindowFlags_AlwaysAutoResize;
  const char* const title = asked == Files::open     ? "Open###files"
                            : asked == Files::beside ? "Compare with a kernel###files"
                            : asked == Files::save
                                ? (session.editing().runs.is_held() ? "Hand in###files" : "Save as###files")
                                : "New kernel###files";
  if (ImGui::Begin(title, &stays, flags)) {
    if (asked == Files::open || asked == Files::beside) open(session, view, text, commands);
    if (asked == Files::save) save(session, view, text, commands);
    if (asked == Files::fresh) begin_new(commands);
  }
  ImGui::End();
  if (!stays) commands.emplace_back(Act::close);
  return commands;
}

namespace {

using Controls = TextSearch::Controls;

// A field that is as wide as its row, except for what follows it.
void leave_room(float behind) { ImGui::SetNextItemWidth(std::max(40.0F, ImGui::GetContentRegionAvail().x - behind)); }

float width_of(const char* words) { return ImGui::CalcTextSize(words).x + ImGui::GetStyle().ItemSpacing.x; }
float button_width(const char* words) { return width_of(words) + 2 * ImGui::GetStyle().FramePadding.x; }
float square_width() { return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x; }

// Opened with the selected text, or with what was searched last.
void begin_search(const Session& session, FindView& view, std::vector<Command>& commands) {
  view.takes_keys = true;
  view.line.clear();
  if (view.shown == Controls::line) return;
  const std::string selected(session.editing().document->selected());
  if (!selected.empty() && selected.find('\n') == std::string::npos) view.find.text = selected;
  commands.emplace_back(FindHere{view.find.text, view.find.minds_case});
}

void show_find(const Session& session, FindView& view, std::vector<Command>& commands) {
  const std::string count = session.editing().search.count(*session.editing().document);
  leave_room(width_of("1000 of 1000") + 2 * square_width() + width_of("Aa") + square_width());
  const bool entered = ImGui::InputTextWithHint(
      "##find", "find", &view.find.text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  bool edited = ImGui::IsItemEdited();
  view.find.forward = !ImGui::GetIO().KeyShift;
  if (entered) commands.emplace_back(view.find);
  view.again = entered;
  ImGui::SameLine();
  const float count_begins = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(count.c_str());
  ImGui::SameLine(count_begins + width_of("1000 of 1000"));
  if (ImGui::ArrowButton("previous", ImGuiDir_Up))
    commands.emplace_back(Find{view.find.text, false, view.find.minds_case});
  ImGui::SameLine();
  if (ImGui::ArrowButton("next", ImGuiDir_Down))
    commands.emplace_back(Find{view.find.text, true, view.find.minds_case});
  ImGui::SameLine();
  edited = ImGui::Checkbox("Aa", &view.find.minds_case) || edited;
  if (edited) commands.emplace_back(FindHere{view.find.text, view.find.minds_case});
}

void show_replace(FindView& view, std::vector<Command>& commands) {
  const auto replace = [&](bool all) { return Replace{view.find.text, view.with, all, view.find.minds_case}; };
  leave_room(button_width("Replace") + button_width("All"));
  ImGui::InputTextWithHint("##with", "replace with", &view.with);
  ImGui::SameLine();
  if (ImGui::Button("Replace")) commands.emplace_back(replace(false));
  ImGui::SameLine();
  if (ImGui::Button("All")) commands.emplace_back(replace(true));
}

void show_line(const Session& session, FindView& view, std::vector<Command>& commands) {
  const std::size_t lines = session.editing().document->lines();
  const std::string of = fmt::format("of {}", lines);
  leave_room(width_of(of.c_str()));
  const bool entered = ImGui::InputTextWithHint(
      "##line", "go to line", &view.line, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal);
  const std::size_t line = std::strtoul(view.line.c_str(), nullptr, 10);
  if (ImGui::IsItemEdited() && line > 0) commands.emplace_back(PlaceCaret{std::min(line, lines) - 1, 0});
  if (entered) commands.emplace_back(Act::close);
  ImGui::SameLine();
  ImGui::TextUnformatted(of.c_str());
}

}  // namespace

std::vector<Command> find_panel(const Session& session, FindView& view, const Box& place) {
  std::vector<Command> commands;
  const Controls asked = place.h > 0 ? session.editing().search.controls() : Controls::none;
  if (std::exchange(view.shown, asked) != asked && asked != Controls::none) begin_search(session, view, commands);
  if (asked == Controls::none) return commands;
  ImGui::SetNextWindowPos({place.x, place.y});
  ImGui::SetNextWindowSize({place.w, place.h});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {5, 2});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  constexpr auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove;
  if (ImGui::Begin("find", nullptr, flags)) {
    if (view.takes_keys) ImGui::SetKeyboardFocusHere();
    view.takes_keys = false;
    if (asked == Controls::line) show_line(session, view, commands);
    if (asked != Controls::line) show_find(session, view, commands);
    if (asked == Controls::replace) show_replace(view, commands);
    view.takes_keys = std::exchange(view.again, false);  // Enter finds the next place, and typing continues here
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  return commands;
}

}  // namespace tilescope
