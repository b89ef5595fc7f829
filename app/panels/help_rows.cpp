#include "app/panels/help_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/editor/keys.h"
#include "app/lessons/glossary.h"
#include "app/lessons/library.h"
#include "app/names/key_names.h"
#include "app/panels/search.h"
#include "app/session/shortcuts.h"

namespace tilescope {

namespace {

using Names = std::vector<std::string>;

struct Told {
  std::string_view group, name, does;
};

constexpr std::string_view mouse_group = "Mouse", marks_group = "Marks on the stage", here_group = "This window";
constexpr std::array told_rows{
    Told{mouse_group, "click", "select a cell, a thread or a block; go to a moment of the timeline; press a button"},
    Told{mouse_group, "Shift + click", "a second thread: see what both threads load"},
    Told{mouse_group, "double click", "a line of the source: type there"},
    Told{mouse_group, "drag",
         "along the timeline: go to any moment; across the cube: turn it; a slider: change a value"},
    Told{mouse_group, "wheel", "over the timeline or the cube: zoom; over a panel: scroll"},
    Told{mouse_group, "drag a border", "between two panels: resize them; a double click restores the usual size"},
    Told{mouse_group, "drag over words", "in a panel: select them; Ctrl + C copies them"},
    Told{mouse_group, "drop a file", "open a kernel, a trace or a lesson; use a CSV file as a matrix"},
    Told{mouse_group, "click while typing", "place the caret; with Shift, select up to there"},
    Told{mouse_group, "drag while typing", "select text"},
    Told{mouse_group, "double click while typing", "select a word; a third click selects the line"},
    Told{marks_group, "ring", "the element is read in this step"},
    Told{marks_group, "filled corner", "the element is written in this step"},
    Told{marks_group, "hatched", "the value is left over from an earlier phase"},
    Told{marks_group, "crossed", "the element holds a padded zero"},
    Told{marks_group, "counts", "all counts come from recorded events"},
};

// A name without spaces, so that "ctrl+f" finds "Ctrl + F".
std::string without_spaces(std::string name) {
  std::erase(name, ' ');
  return in_small_letters(name);
}

HelpRow help_row(std::string_view group, const Names& names, const std::string& does, std::vector<Command> commands) {
  std::string all, lines = "\n";
  for (const std::string& name : names) {
    all += (all.empty() ? "" : ",  ") + name;
    lines += without_spaces(name) + "\n";
  }
  const std::string searched = in_small_letters(fmt::format("{} {} {}", group, all, does)) + lines;
  return {std::string(group), all, does, std::move(commands), false, searched};
}

// The keys by which a shortcut can be pressed now.
Names keys_now(const Shortcut& shortcut, bool types) {
  Names names;
  for (const KeyPress& key : shortcut.keys)
    if (const auto now = types ? key_while_typing(key) : std::optional(key)) names.push_back(name_of(*now));
  return names;
}

// Whether the help shows a shortcut. Shortcuts of the open lesson or task are shown (with neither open, those of
// lessons), and shortcuts whose keys they take over are hidden.
bool is_shown(const Shortcut& shortcut, Within now) {
  const Within hidden = now == Within::task ? Within::lesson : Within::task;
  return shortcut.within != hidden &&
         (shortcut.within != Within::anywhere ||
          std::any_of(shortcut.keys.begin(), shortcut.keys.end(),
                      [&](const KeyPress& key) { return asked_by(key, now) == shortcut.ask; }));
}

void add_shortcuts(const Session& session, std::vector<HelpRow>& rows) {
  const Within now = session.course().is_open()    ? Within::lesson
                     : session.tasking().is_open() ? Within::task
                                                   : Within::anywhere;
  for (const Shortcut& shortcut : shortcuts()) {
    if (!is_shown(shortcut, now)) continue;
    std::vector<Command> commands;
    const bool is_possible = shortcut.within == Within::anywhere || shortcut.within == now;
    if (is_possible && shortcut.ask != Ask{Act::quit}) commands.push_back(command_of(shortcut.ask));
    rows.push_back(help_row(shortcut.group, keys_now(shortcut, session.editing().has_keys), std::string(shortcut.help),
                            std::move(commands)));
    rows.back().keeps_open = shortcut.group == size_group;
  }
}

// These rows only tell: a careless click would change the source.
void add_keys_of_editor(std::vector<HelpRow>& rows) {
  for (const editor::KeyRow& row : editor::key_rows()) {
    Names names;
    for (const KeyPress& key : row.keys) names.push_back(name_of(key));
    rows.push_back(help_row(row.group, names, std::string(row.help), {}));
  }
}

void add_terms(std::vector<HelpRow>& rows) {
  const std::vector<lessons::ReadLesson> all = lessons::all_lessons(lessons::lessons_folder());
  for (const lessons::Term& term : lessons::glossary().terms) {
    const auto read = std::find_if(all.begin(), all.end(),
                                   [&](const lessons::ReadLesson& each) { return each.lesson.name == term.lesson; });
    if (read == all.end()) continue;
    const lessons::Lesson& lesson = read->lesson;
    const std::size_t step = lessons::step_of_term(lesson, term) + 1;
    rows.push_back(help_row(terms_group, {term.name},
                            fmt::format("{} Lesson {}, step {}.", term.says, lesson.number, step),
                            {OpenLesson{lesson.file, std::to_string(step)}}));
  }
}

}  // namespace

std::vector<HelpRow> help_rows(const Session& session, const std::string& renderer) {
  std::vector<HelpRow> rows;
  add_shortcuts(session, rows);
  add_keys_of_editor(rows);
  for (const Told& each : told_rows)
    rows.push_back(help_row(each.group, {std::string(each.name)}, std::string(each.does), {}));
  add_terms(rows);
  if (session.shown().has_trace())
    rows.push_back(help_row(here_group, {"recorded by"}, session.shown().replay().trace().executor(), {}));
  rows.push_back(help_row(here_group, {"drawn by"}, renderer, {}));
  return rows;
}

std::vector<const HelpRow*> rows_with(const std::vector<HelpRow>& rows, const std::string& wanted) {
  std::vector<const HelpRow*> found;
  for (const HelpRow& row : rows)
    if (has_words(row.searched, wanted)) found.push_back(&row);
  const std::string name = "\n" + without_spaces(wanted) + "\n";
  std::stable_partition(found.begin(), found.end(),
                        [&](const HelpRow* row) { return row->searched.find(name) != std::string::npos; });
  return found;
}

}  // namespace tilescope
