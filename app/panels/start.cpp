// The start page: all lessons with the step that was reached, all tasks with their goals, all kernels by group, and the
// recent files.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/lessons/library.h"
#include "app/names/share_string.h"
#include "app/panels/panels.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

using StartRow = StartView::Row;

StartRow row_of(std::string group, std::string name, std::string about, std::string reached, Command command) {
  const std::string all = in_small_letters(fmt::format("{} {} {}", group, name, about));
  return {std::move(group), std::move(name), std::move(about), std::move(reached), all, std::move(command)};
}

std::vector<StartRow> lesson_rows(const std::map<std::string, int>& reached) {
  std::vector<StartRow> rows;
  for (const lessons::ReadLesson& each : lessons::all_lessons(lessons::lessons_folder())) {
    const lessons::Lesson& lesson = each.lesson;
    const auto at = reached.find(lesson.name);
    const std::size_t steps = lesson.steps.size();
    std::string words, step;
    if (at != reached.end() && static_cast<std::size_t>(at->second) >= steps) {
      words = "\u2713 read";
    } else if (at != reached.end()) {
      words = fmt::format("step {} of {}", at->second, steps);
      step = lesson.steps[static_cast<std::size_t>(at->second) - 1].name;
    }
    rows.push_back(row_of("", fmt::format("{}  {}", lesson.number, lesson.title.text), lesson.summary.text, words,
                          OpenLesson{lesson.file, step}));
  }
  return rows;
}

std::string reached_goals(const std::optional<tasks::HandedIn>& answer, const std::string& version) {
  if (!answer) return "";
  const char* const changed = answer->version == version ? "" : " (the task has changed)";
  if (answer->is_done()) return fmt::format("\u2713 done{}{}", answer->saw_solution ? ", solution seen" : "", changed);
  return fmt::format("{} of {}{}", answer->reached, answer->of, changed);
}

std::vector<StartRow> task_rows(const tasks::KeptAnswers& kept) {
  constexpr std::array<const char*, 4> levels{"", "easy", "medium", "hard"};
  const std::vector<lessons::ReadLesson> lessons = lessons::all_lessons(lessons::lessons_folder());
  std::vector<StartRow> rows;
  for (const tasks::ReadTask& each : tasks::all_tasks(tasks::tasks_folder())) {
    const tasks::Task& task = each.task;
    std::string about = levels.at(static_cast<std::size_t>(std::clamp(task.level, 1, 3)));
    const auto lesson = std::find_if(lessons.begin(), lessons.end(), [&](const lessons::ReadLesson& each) {
      return each.lesson.name == task.lesson.text;
    });
    if (lesson != lessons.end()) about += fmt::format(", after lesson {}", lesson->lesson.number);
    rows.push_back(row_of("", fmt::format("{}  {}", task.number, task.title.text), about,
                          reached_goals(kept.find(task.name), task.version()), OpenTask{task.file}));
    rows.back().brief = about.substr(0, about.find(','));
  }
  return rows;
}

// The matrices that the launch panel shows, for a kernel that multiplies such matrices, too.
void take_matrices(Relaunch& open, std::string_view kernel, const Session& session) {
  if (!session.overlays().launch || !session.shown().has_trace()) return;
  const Launch& launch = session.shown().replay().trace().launch();
  const CatalogueKernel* const product = find_product(kernel);
  if (launch.program || !reading::has_matrices(launch) || product == nullptr) return;
  const auto [m, n, k] = reading::sides_of(launch);
  if (!product->takes({m, n, k, launch.tile})) return;
  const Relaunch& asked = session.launching().asked;
  open.request.m = m, open.request.k = k, open.request.n = n;
  open.request.tile = launch.tile;
  open.request.inputs = asked.request.inputs;
  open.request.seed = asked.request.seed;
  open.request.schedule = asked.request.schedule;
  open.backend = asked.backend;
  open.matrices = session.shown().launch();
}

std::vector<StartRow> kernel_rows(const Session& session) {
  std::vector<StartRow> rows;
  for (const KnownText& known : known_texts()) {
    Relaunch open;
    open.request = usual_request(kernel_called(known.name));
    take_matrices(open, known.name, session);
    open.closes_lesson = true;
    rows.push_back(row_of(std::string(known.group), std::string(known.name), summary_of(known.text), "", open));
    rows.back().kernel = open.request.kernel;
  }
  return rows;
}

std::vector<StartRow> recent_rows(const std::vector<std::string>& recent) {
  std::vector<StartRow> rows;
  for (const std::string& path : recent)
    rows.push_back(row_of("", path.substr(path.rfind('/') + 1), path, "", Open{path}));
  return rows;
}

void read_rows(StartView& view, const Session& session) {
  view.under_way = lesson_under_way(session.settings().lessons);
  view.lists = {StartView::List{"Lessons", lesson_rows(session.settings().lessons)},
                StartView::List{"Tasks", task_rows(session.tasking().kept())},
                StartView::List{"Kernels", kernel_rows(session)},
                StartView::List{"Recent files", recent_rows(session.settings().recent)}};
}

// As many whole words as fit, followed by "…" if some do not.
std::string shortened(const std::string& words, float room) {
  const auto fits = [&](const std::string& some) { return ImGui::CalcTextSize(some.c_str()).x <= room; };
  if (fits(words)) return words;
  for (std::size_t end = words.rfind(' '); end != std::string::npos && end > 0; end = words.rfind(' ', end - 1))
    if (const std::string some = words.substr(0, end) + " \u2026"; fits(some)) return some;
  return "";
}

void show_row(const StartRow& row, float wide, std::vector<Command>& commands) {
  const float reached = row.reached.empty() ? 0 : ImGui::CalcTextSize(row.reached.c_str()).x;
  const float from = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
  // For a finger, frames are higher than rows of words.
  const float size = ImGui::GetFontSize(), frame = ImGui::GetFrameHeight(), high = frame > 2 * size ? frame : 0;
  ImGui::PushID(&row);
  if (ImGui::Selectable("##row", false, ImGuiSelectableFlags_None, {wide, high})) commands.push_back(row.command);
  const bool is_pointed_at = ImGui::IsItemHovered();
  if (is_pointed_at && !row.about.empty()) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(30 * ImGui::GetFontSize());
    ImGui::TextUnformatted(row.about.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  ImGui::PopID();
  ImGui::SameLine(from);
  const float lower = high > 0 ? (high - size) / 2 : 0;
  ImGui::SetCursorPosY(top + lower);
  const std::string name = shortened(row.name, wide - reached - 0.5F * size);
  ImGui::TextUnformatted((name.empty() ? row.name : name).c_str());
  const float named = ImGui::GetItemRectSize().x + size;
  if (const std::string brief = shortened(row.brief, wide - reached - named - 0.5F * size); !brief.empty()) {
    ImGui::SameLine(from + named);
    ImGui::TextColored(ImGui::GetStyle().Colors[is_pointed_at ? ImGuiCol_Text : ImGuiCol_TextDisabled], "%s",
                       brief.c_str());
  }
  if (reached > 0) {
    ImGui::SameLine(from + wide - reached);
    ImGui::TextUnformatted(row.reached.c_str());
  }
  if (high > 0) ImGui::SetCursorPosY(top + high + ImGui::GetStyle().ItemSpacing.y);
}

// A kernel: its picture at the left, its name and its first sentence beside it.
void show_kernel(const StartRow& row, float wide, StartView& view, const PaintInPanel& paint,
                 std::vector<Command>& commands) {
  const float size = ImGui::GetFontSize(), pictured = std::min(7.5F * size, 0.35F * wide);
  const float room = wide - pictured - 1.2F * size;
  const float words = ImGui::CalcTextSize(row.about.c_str(), nullptr, false, room).y;
  const float high = std::max(5.4F * size, words + ImGui::GetTextLineHeightWithSpacing() + 0.6F * size);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushID(&row);
  if (ImGui::Selectable("##kernel", false, ImGuiSelectableFlags_None, {wide, high})) commands.push_back(row.command);
  const bool is_pointed_at = ImGui::IsItemHovered();
  ImGui::PopID();
  if (!ImGui::IsItemVisible()) return;
  const ImVec2 after = ImGui::GetCursorPos();
  const float tall = 4.8F * size;
  if (const Picture* const picture = view.pictures.of(row.kernel); picture != nullptr && picture->width > 0) {
    const float scale = std::min(pictured / picture->width, tall / picture->height);
    paint(*picture, {from.x + (pictured - scale * picture->width) / 2, from.y + (high - scale * picture->height) / 2},
          scale);
  }
  const float left = from.x + pictured + 0.8F * size;
  ImGui::SetCursorScreenPos({left, from.y + 0.2F * size});
  ImGui::TextUnformatted(row.name.c_str());
  ImGui::SetCursorScreenPos({left, from.y + 0.2F * size + ImGui::GetTextLineHeightWithSpacing()});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);
  // Pale words would be hard to read on the highlighted row.
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[is_pointed_at ? ImGuiCol_Text : ImGuiCol_TextDisabled]);
  ImGui::PushClipRect({left, from.y}, {from.x + wide, from.y + high}, true);
  ImGui::TextUnformatted(row.about.c_str());
  ImGui::PopClipRect();
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  ImGui::SetCursorPos(after);
}

// These return the first row that is shown, or null.
const StartRow* show_rows(StartView& view, const StartView::List& list, const PaintInPanel& paint,
                          std::vector<Command>& commands) {
  const StartRow* first = nullptr;
  const std::string wanted = view.search.wanted();
  const float wide = ImGui::GetContentRegionAvail().x;
  std::string_view group;
  for (const StartRow& row : list.rows) {
    if (!has_words(row.searched, wanted)) continue;
    if (row.group != group) {
      if (first != nullptr) ImGui::Spacing();
      ImGui::TextDisabled("%s", row.group.c_str());
      group = row.group;
    }
    if (first == nullptr) first = &row;
    if (row.kernel.empty())
      show_row(row, wide, commands);
    else
      show_kernel(row, wide, view, paint, commands);
  }
  if (first == nullptr) ImGui::TextDisabled(list.rows.empty() ? "none yet" : "no matches");
  return first;
}

// A list of words ends with a whole row.
float in_whole_rows(float high) {
  const float above = ImGui::GetStyle().WindowPadding.y, row = ImGui::GetTextLineHeightWithSpacing();
  return above + std::floor((high - above) / row) * row;
}

const StartRow* show_list(StartView& view, const StartView::List& list, ImVec2 size, const PaintInPanel& paint,
                          std::vector<Command>& commands) {
  const StartRow* first = nullptr;
  ImGui::BeginGroup();
  ImGui::TextUnformatted(list.title.c_str());
  const float high = size.y - ImGui::GetTextLineHeightWithSpacing();
  const bool has_pictures = !list.rows.empty() && !list.rows.front().kernel.empty();
  if (ImGui::BeginChild(list.title.c_str(), {size.x, has_pictures ? high : in_whole_rows(high)}, true))
    first = show_rows(view, list, paint, commands);
  ImGui::EndChild();
  ImGui::EndGroup();
  return first;
}

const StartRow* show_columns(StartView& view, const PaintInPanel& paint, std::vector<Command>& commands) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = ImGui::GetStyle().ItemSpacing.x, column = (room.x - 2 * gap) / 3;
  const StartRow* first = nullptr;
  for (std::size_t n = 0; n < view.lists.size(); ++n) {
    // The recent files are below the kernels.
    constexpr float recent = 0.3F;
    const float high = n == 2 ? (1 - recent) * room.y - gap : n == 3 ? recent * room.y : room.y;
    if (n == 1 || n == 2) ImGui::SameLine();
    if (n == 3)
      ImGui::SetCursorPos({ImGui::GetCursorPosX() + 2 * (column + gap),
                           ImGui::GetWindowHeight() - ImGui::GetStyle().WindowPadding.y - high});
    const StartRow* const shown = show_list(view, view.lists[n], {column, high}, paint, commands);
    if (first == nullptr) first = shown;
  }
  return first;
}

// In a narrow window: one list at a time, or what was found in all of them.
const StartRow* show_narrow(StartView& view, const PaintInPanel& paint, std::vector<Command>& commands) {
  const StartRow* first = nullptr;
  const bool searches = !view.search.wanted().empty();
  if (!searches && ImGui::BeginTabBar("lists")) {
    for (const StartView::List& list : view.lists) {
      if (!ImGui::BeginTabItem(list.title.c_str())) continue;
      if (ImGui::BeginChild(list.title.c_str(), {0, 0}, true)) first = show_rows(view, list, paint, commands);
      ImGui::EndChild();
      ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
  }
  if (searches && ImGui::BeginChild("found", {0, 0}, true))
    for (const StartView::List& list : view.lists) {
      ImGui::TextUnformatted(list.title.c_str());
      const StartRow* const shown = show_rows(view, list, paint, commands);
      if (first == nullptr) first = shown;
      ImGui::Spacing();
    }
  if (searches) ImGui::EndChild();
  return first;
}

constexpr float narrow_page = 40;  // in text sizes

// Returns true if Enter was pressed in the search field.
bool show_top(StartView& view, float text, std::vector<Command>& commands) {
  const float room = ImGui::GetContentRegionAvail().x, right = ImGui::GetCursorScreenPos().x + room;
  ImGui::SetNextItemWidth(room < narrow_page * text ? room : std::min(24 * text, 0.28F * room));
  const bool entered = view.search.show("Find a lesson, a task, a kernel or a file, or paste a link");
  const auto press = [&](const char* words, const Command& command) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float wide = ImGui::CalcTextSize(words).x + 2 * style.FramePadding.x;
    if (ImGui::GetItemRectMax().x + style.ItemSpacing.x + wide <= right) ImGui::SameLine();
    if (!ImGui::Button(words)) return;
    commands.emplace_back(Act::start_page);  // closes it
    commands.push_back(command);
  };
  const auto button = [&](const char* words, Act act) { press(words, act); };
  if (view.under_way) press(fmt::format("Go on with lesson {}", view.under_way->number).c_str(), view.under_way->open);
  button("Open a file", Act::open_file);
  button("New kernel", Act::new_text);
  button("Paste a kernel or link", Act::paste);
  button("Glossary", Act::glossary);
  return entered;
}

}  // namespace

std::vector<Command> start_panel(const Session& session, StartView& view, const PaintInPanel& paint, float text) {
  std::vector<Command> commands;
  const bool is_open = session.overlays().start;
  if (is_open && !view.was_open) try {
      view.search = {};
      read_rows(view, session);
    } catch (const Error& error) {
      view.lists.clear();
      commands.emplace_back(Say{error.what()});
    }
  if (!is_open) {
    view.was_open = false;
    return commands;
  }
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float wide = std::min(88 * text, display.x - 2 * text);
  ImGui::SetNextWindowPos({display.x / 2, 2.8F * text}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({wide, std::min(60 * text, display.y - 4.5F * text)});
  bool stays = true;
  std::vector<Command> chosen;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Start page", &stays, flags)) {
    const bool entered = show_top(view, text, commands);
    const bool is_narrow = ImGui::GetContentRegionAvail().x < narrow_page * text;
    const StartRow* const first = (is_narrow ? show_narrow : show_columns)(view, paint, chosen);
    const std::string link = link_in(view.search.words);
    if (entered && !link.empty())
      chosen.push_back(Open{link});
    else if (entered && first != nullptr && !view.search.words.empty())
      chosen.push_back(first->command);
  }
  ImGui::End();
  view.was_open = true;
  if (!stays || !chosen.empty()) commands.emplace_back(Act::start_page);
  for (Command& command : chosen) commands.push_back(std::move(command));
  return commands;
}

}  // namespace tilescope
