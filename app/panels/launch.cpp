// The launch panel: the kernel, its sizes and its threads; folded below them, everything that is rarely changed.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/explain/switchboard.h"
#include "app/panels/form.h"
#include "app/panels/launch_rows.h"
#include "app/panels/panels.h"
#include "app/stage/theme.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

// Fills the rows with the requested values, or with the launch's values where none was requested.
void open(const Session& session, LaunchView& view) {
  view.draft = session.launching().asked;
  view.draft.file.clear();
  const std::string& kernel = session.shown().replay().trace().launch().kernel;
  if (std::exchange(view.kernel, kernel) != kernel) view.kept.clear();
  view.rows = launch_rows(session, view.draft, view.kept);
  view.problem.clear();
  view.shown = &session.shown().replay();
}

bool show_numbers(Form& form, LaunchRow& row) {
  const auto count = static_cast<float>(row.values.size());
  const float wide = std::min(form.number_width(), (form.room() - (count - 1) * form.gap()) / count);
  bool changed = false;
  for (std::size_t n = 0; n < row.values.size(); ++n)
    changed = form.number(std::to_string(n).c_str(), row.values[n], row.reaches[n], wide) || changed;
  return changed;
}

bool show_list(Form& form, LaunchRow& row, float wide) {
  if (!form.begin_list("##list", row.chosen.substr(row.chosen.rfind('/') + 1), wide)) return false;
  bool changed = false;
  for (const LaunchRow::Choice& choice : row.choices)
    if (form.row_of_list(choice.words, choice.about, choice.value == row.chosen)) {
      row.chosen = choice.value;
      changed = true;
    }
  if (row.has_file && Form::file_in_list(row.chosen)) changed = true;
  Form::end_list();
  return changed;
}

bool show_boxes(Form& form, LaunchRow& row) {
  for (const LaunchRow::Choice& choice : row.choices)
    if (form.box(choice.words, choice.value == row.chosen, choice.about)) {
      row.chosen = choice.value;
      return true;
    }
  return false;
}

// The first line of the reason why the last change was not made.
std::string complaint(const LaunchView& view) {
  const std::string& all = view.problem.empty() ? view.refused : view.problem;
  return all.substr(0, all.find('\n'));
}

// Draws a row; true if the user changed it.
bool show_row(Form& form, LaunchRow& row) {
  form.name(row.name, row.face);
  if (!row.fixed.empty()) form.plain(row.fixed);
  bool changed = show_numbers(form, row);
  const bool has_both = row.words && row.has_list;
  const float whole = row.origin ? form.number_width() : form.room();
  if (row.words)
    changed = form.words("##words", *row.words, row.usual, has_both ? 0.22F * form.room() : whole) || changed;
  if (row.has_list) changed = show_list(form, row, has_both ? 0.34F * form.room() : form.room()) || changed;
  if (!row.has_list && !row.choices.empty()) changed = show_boxes(form, row) || changed;
  const bool was_chosen = row.origin == NumberOrigin::tried;
  const std::string origin(row.origin ? words_of(*row.origin) : "");
  const std::string words = origin + (origin.empty() || row.note.empty() ? "" : "; ") + row.note;
  const Ink ink = was_chosen ? Ink::wait : Ink::dim;
  if (row.choices.empty() || has_both)
    form.tag(words, ink);
  else
    form.note(words, ink);
  return changed;
}

// Copies a change to the draft; false if it is wrong.
bool take_change(LaunchView& view, const LaunchRow& row, const std::string& id) {
  view.changed = id;
  view.refused.clear();
  view.problem.clear();
  try {
    row.ask(view.draft, row);
  } catch (const Error& error) {
    view.problem = error.what();
    return false;
  }
  view.kept.erase(row.name);
  return true;
}

// Draws the rows of a group; true if the draft changed.
bool show_group(Form& form, LaunchView& view, LaunchGroup& group) {
  if (!group.heading.empty()) form.heading(group.heading);
  bool changed = false;
  for (LaunchRow& row : group.rows) {
    const std::string id = group.heading + "/" + row.name;
    ImGui::PushID(id.c_str());
    const bool is_changed = show_row(form, row);
    if (view.changed == id) form.note(complaint(view), Ink::bad);
    ImGui::PopID();
    changed = (is_changed && take_change(view, row, id)) || changed;
  }
  return changed;
}

// The kernel's name, its first sentence, and the way to the other kernels.
void show_kernel(Form& form, const Session& session, std::vector<Command>& commands) {
  const Trace& trace = session.shown().replay().trace();
  const std::string& name = trace.launch().kernel;
  const std::size_t ending = std::min(name.rfind(".cu"), name.size());
  const bool is_in_file = ending + 4 < name.size();  // "sums.cu:reduce"
  const std::string path = is_in_file ? name.substr(0, ending + 3) : "", file = path.substr(path.rfind('/') + 1);
  const std::string summary = summary_of(trace.kernel_text());
  form.name("Kernel");
  form.plain(is_in_file ? name.substr(ending + 4) : name.substr(0, ending), Face::bold);
  if (form.box("choose a kernel \u2026", false, "all kernels by group, on the start page"))
    commands.emplace_back(Act::start_page);
  form.note(file + (file.empty() || summary.empty() ? "" : ": ") + summary);
}

// Each switch changes the kernel's source with one click.
void show_switches(Form& form, const Session& session, std::vector<Command>& commands) {
  const Shown& shown = session.shown();
  const OptionRow all = kernel_switches(session.launching().asked, shown.trace(), shown.launch());
  if (all.options.empty()) return;
  form.name("Change it");
  for (const Option& option : all.options)
    if (form.box(option.label(), option.on)) commands.push_back(option.leads_to);
}

// Draws all rows; every change is recorded immediately.
std::vector<Command> form_of(Form& form, const Session& session, LaunchView& view) {
  std::vector<Command> commands;
  show_kernel(form, session, commands);
  bool changed = false;
  for (LaunchGroup& group : view.rows.usual) changed = show_group(form, view, group) || changed;
  view.shows_rest = form.fold("More: inputs, schedule, memory \u2026", view.shows_rest);
  if (view.shows_rest) {
    show_switches(form, session, commands);
    for (LaunchGroup& group : view.rows.rest) changed = show_group(form, view, group) || changed;
  }
  if (!changed) return commands;
  view.draft.request.record.reset();
  view.sent = view.draft.request;
  commands.emplace_back(view.draft);
  return commands;
}

void show_end(Form& form, const Session& session, const LaunchView& view) {
  const Replay& replay = session.shown().replay();
  if (view.changed.empty()) form.remark(complaint(view));
  if (!replay.trace().fully_recorded()) form.remark("Recorded: " + recorded_words(replay.scenery()) + ".");
  form.remark("Each change immediately starts a new recording.");
}

}  // namespace

std::vector<Command> launch_panel(const Session& session, LaunchView& view, const Fonts& fonts, const Box& room,
                                  float text) {
  const bool is_open = session.overlays().launch && session.shown().has_trace();
  if (!is_open) return view.shown = nullptr, std::vector<Command>{};
  const Launching& launching = session.launching();
  const bool is_over = launching.refused != view.refused && !launching.recorder.is_busy();
  if ((view.shown != &session.shown().replay() || is_over) && !view.is_held) open(session, view);
  if (is_over) view.refused = launching.refused;
  if (!(launching.wanted.request == view.sent)) view.changed.clear();  // it was asked for elsewhere
  std::vector<Command> commands;
  ImGui::SetNextWindowPos({room.x, room.y});
  ImGui::SetNextWindowSize({room.w, 0});
  ImGui::SetNextWindowSizeConstraints({room.w, 0}, {room.w, room.h});  // a longer panel scrolls
  bool stays = true;
  constexpr auto flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
  if (ImGui::Begin("Launch", &stays, flags)) {
    Form form(*find_theme(session.settings().theme), fonts, text);
    commands = form_of(form, session, view);
    show_end(form, session, view);
    view.is_held = ImGui::IsWindowFocused() && ImGui::IsAnyItemActive();
  }
  ImGui::End();
  if (!stays) commands.emplace_back(Act::launch_panel);
  return commands;
}

}  // namespace tilescope
