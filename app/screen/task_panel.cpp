// A task beside the replay: its description, the goals reached, and the first place where a goal is missed.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/screen/buttons.h"
#include "app/screen/screen.h"
#include "app/screen/text_column.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/tasks/given_lines.h"

namespace tilescope {

namespace {

// Whether the verdict may still be about earlier code.
bool is_behind(const Session& session) {
  return session.tasking().judged().is_busy() || session.editing().is_waiting();
}

// Once the task is solved, the mistakes of the original code are shown as past.
std::vector<lessons::Span> past(std::vector<lessons::Span> spans) {
  for (lessons::Span& span : spans)
    if (span.ink == Ink::bad) span.ink = Ink::dim;
  return spans;
}

// Words in backquotes are code.
std::vector<lessons::Span> spans_of(const std::string& words, Ink ink) {
  std::vector<lessons::Span> spans;
  bool is_code = false;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find('`', begin), words.size());
    if (end > begin) {
      lessons::Span& span = spans.emplace_back();
      span.text = words.substr(begin, end - begin);
      span.code = is_code;
      span.ink = ink;
    }
    is_code = !is_code;
    begin = end + 1;
  }
  return spans;
}

// Draws the text and the hints. Returns where the last hint begins.
float draw_text(TextColumn& column, const Tasking& tasking) {
  column.prose(tasking.judged().is_solved() ? past(tasking.task().text) : tasking.task().text, 1.05F);
  float last = column.y();
  for (std::size_t n = 0; n < tasking.help.hints; ++n) {
    column.space(0.2F);
    last = column.y();
    column.words(fmt::format("Hint {} of {}", n + 1, tasking.task().hints.size()), 0.85F, Ink::wait, Face::bold);
    column.prose(tasking.judged().is_solved() ? past(tasking.task().hints[n]) : tasking.task().hints[n], 1);
  }
  return last;
}

// Draws the given lines. Lines that the code contains are ticked; a click inserts or removes a line.
void draw_lines(TextColumn& column, const Session& session, bool is_for_a_finger) {
  const tasks::Task& task = session.tasking().task().task;
  if (task.lines.empty() || !session.editing().is_open()) return;
  const auto used = tasks::given_lines_in(task, session.editing().document->text());
  column.space(0.3F);
  column.words(is_for_a_finger
                   ? "Tap a line to insert it below the caret, or to remove it."
                   : "Click a line to insert it below the caret, or to remove it. Alt + Up and Alt + Down move it.",
               0.85F, Ink::dim, Face::bold);
  for (std::size_t n = 0; n < task.lines.size(); ++n) {
    const bool is_there = used && (*used)[n];
    column.code_choice(task.lines[n].text, is_there ? "\u2713" : "", button(SwitchLine{n}), !is_there);
  }
}

// Draws the launches that are still hidden: how many pass, and why they exist.
void draw_hidden(TextColumn& column, const Tasking& tasking) {
  using Tick = TextColumn::Tick;
  const tasks::Attempt* const attempt = tasking.judged().attempt();
  std::size_t hidden = 0, reached = 0, missed = 0;
  for (std::size_t n = 0; n < tasking.task().launches.size(); ++n) {
    if (tasking.judged().is_told(n)) continue;
    const tasks::Outcome outcome = attempt == nullptr ? tasks::Outcome::unknown : attempt->outcome(n);
    ++hidden;
    if (outcome == tasks::Outcome::reached) ++reached;
    if (outcome == tasks::Outcome::missed) ++missed;
  }
  if (hidden == 0) return;
  const bool is_one = hidden == 1;
  column.ticked(
      is_one ? fmt::format("1 hidden launch{}", reached == 1  ? ": passed"
                                                : missed == 1 ? ": not passed"
                                                              : "")
             : fmt::format("{} hidden launches: {} passed", hidden, reached == 0 ? "none" : std::to_string(reached)),
      missed > 0          ? Tick::missed
      : reached == hidden ? Tick::reached
                          : Tick::open);
  column.words(fmt::format("{} other sizes, so an answer must be right for every size. {} shown when it "
                           "is the first launch that an answer fails, or when an answer passes every launch.",
                           is_one ? "It has" : "They have", is_one ? "It is" : "One is"),
               0.85F, Ink::dim);
}

// Draws the visible launches, with the answer's outcome in each, and the number of hidden launches.
void draw_launches(TextColumn& column, const Tasking& tasking, const tasks::Missed* missed) {
  const std::size_t count = tasking.task().launches.size();
  const tasks::Attempt* const attempt = tasking.judged().attempt();
  std::string longest;
  for (std::size_t n = 0; n < count; ++n)
    if (const std::string words = tasks::launch_words(tasking.task(), n);
        tasking.judged().is_told(n) && words.size() > longest.size())
      longest = words;
  column.space(0.3F);
  column.words("Launches", 0.85F, Ink::dim, Face::bold);
  column.share_rows(longest);
  for (std::size_t n = 0; n < count; ++n) {
    if (!tasking.judged().is_told(n)) continue;
    const bool is_first = missed != nullptr && missed->launch == n;
    const tasks::Outcome outcome = attempt == nullptr ? tasks::Outcome::unknown : attempt->outcome(n);
    const bool is_reached = outcome == tasks::Outcome::reached, is_missed = outcome == tasks::Outcome::missed;
    column.choice(std::to_string(n + 1), tasks::launch_words(tasking.task(), n),
                  is_first     ? "here"
                  : is_reached ? "\u2713"
                  : is_missed  ? "no"
                               : "",
                  button(ShowLaunch{n}),
                  is_first || is_missed ? Ink::bad
                  : is_reached          ? Ink::c
                                        : Ink::edge,
                  n == tasking.launch());
  }
  column.end_rows();
  draw_hidden(column, tasking);
}

struct Goal {
  std::string says;
  TextColumn::Tick tick = TextColumn::Tick::open;
  std::string why_open = {};
};

// First the goals that are missed, then those that are not known, then those that are reached.
std::vector<Goal> goals_by_need(const Tasking& tasking) {
  using Tick = TextColumn::Tick;
  const tasks::Attempt* const attempt = tasking.judged().attempt();
  const bool is_known = attempt != nullptr && attempt->problem.empty();
  std::vector<Goal> goals;
  for (const std::string& says : tasks::goals_of(tasking.task().task)) {
    Goal& goal = goals.emplace_back(Goal{says});
    if (!is_known) continue;
    const tasks::Reached& reached = attempt->goals[goals.size() - 1];
    goal.tick = !reached.is_known() ? Tick::open : reached.missed ? Tick::missed : Tick::reached;
    goal.why_open = reached.open;
  }
  const auto rank = [](const Goal& goal) { return goal.tick == Tick::missed ? 0 : goal.tick == Tick::open ? 1 : 2; };
  std::stable_sort(goals.begin(), goals.end(), [&](const Goal& a, const Goal& b) { return rank(a) < rank(b); });
  return goals;
}

void draw_goals_reached(TextColumn& column, const Session& session, std::string_view more) {
  const Tasking& tasking = session.tasking();
  const tasks::Attempt* const attempt = tasking.judged().attempt();
  const std::string so_far =
      attempt == nullptr ? "" : fmt::format(": {} of {}{}", attempt->reached(), attempt->goals.size(), more);
  column.words(is_behind(session) ? "Goals (checking the latest code)" : "Goals" + so_far, 0.85F,
               tasking.judged().is_solved() ? Ink::c : Ink::dim, Face::bold);
}

// Above a long text, the goal to reach next is in sight.
void draw_next_goal(TextColumn& column, const Session& session) {
  if (session.tasking().judged().is_solved()) return draw_goals_reached(column, session, "");
  const Goal next = goals_by_need(session.tasking()).front();
  draw_goals_reached(column, session, " reached, next:");
  column.ticked(next.says, next.tick);
  column.space(0.3F);
}

void draw_goals(TextColumn& column, const Session& session) {
  draw_goals_reached(column, session, "");
  std::string why_open;
  for (const Goal& goal : goals_by_need(session.tasking())) {
    column.ticked(goal.says, goal.tick);
    if (!goal.why_open.empty()) why_open = goal.why_open;
  }
  if (!why_open.empty()) column.words(fmt::format("Not judged yet: {}.", why_open), 0.85F, Ink::dim);
}

void draw_missed(TextColumn& column, const Tasking& tasking, bool shows_solution) {
  const tasks::Attempt* const attempt = tasking.judged().attempt();
  if (attempt == nullptr) return;
  column.space(0.2F);
  if (shows_solution)
    return column.words("This is a solution. \"Your code\" brings yours back.", 1, Ink::wait, Face::bold);
  const auto note = [&] {
    if (!attempt->note.empty()) column.words("Note: " + attempt->note + ".", 0.9F, Ink::wait);
  };
  if (attempt->is_right()) {
    column.words("Done: every goal is reached in every launch.", 1.05F, Ink::c, Face::bold);
    return note();
  }
  if (!attempt->problem.empty()) return column.prose(spans_of(attempt->problem, Ink::bad), 1);
  const tasks::Missed& missed = *attempt->first_missed();
  const bool is_hidden = tasking.task().task.launches[missed.launch].is_hidden;
  column.words(missed.is_of_text ? "Goals missed in the source, for every launch:"
                                 : fmt::format("First missed in launch {}{}:", missed.launch + 1,
                                               is_hidden ? ", which was hidden" : ""),
               0.85F, Ink::bad, Face::bold);
  column.prose(spans_of(missed.why, Ink::text), 1);
  note();
}

// Whether "See where" has led to the element where a goal is missed.
bool is_on_stage(const tasks::Missed* missed, const Session& session) {
  const Target& selected = session.selection().selected;
  return missed != nullptr && missed->sight && missed->sight->element && selected.kind == Target::Kind::element &&
         selected.array == missed->sight->element->first && selected.number == missed->sight->element->second;
}

// Draws two columns side by side in a low, wide panel, otherwise one below the other. Returns the lower end.
float draw_task(Picture& picture, const Session& session, Box room, const View& view) {
  const float text = view.text;
  const Tasking& tasking = session.tasking();
  const bool is_wide = room.w > 40 * text;
  Box left = room;
  if (is_wide) left.w = 0.5F * room.w - text;
  TextColumn reading(picture, left, text, 0, view.target);
  if (!is_wide) {
    reading.words(tasking.task().task.title.text, 1.2F, Ink::heading, Face::bold);
    reading.space(0.2F);
    draw_next_goal(reading, session);
  }
  const float hint = draw_text(reading, tasking);
  const std::optional<std::uint64_t> hinted_at = tasking.help.hinted_at;
  const bool is_hint_new =
      hinted_at && session.editing().is_open() && session.editing().document->version() == hinted_at;
  if (is_hint_new) picture.wanted = Box{0, hint, room.w, reading.y() - hint};
  if (!is_wide) draw_lines(reading, session, view.is_for_a_finger());
  const tasks::Missed* missed =
      tasking.judged().attempt() == nullptr ? nullptr : tasking.judged().attempt()->first_missed();
  if (missed != nullptr && missed->is_of_text) missed = nullptr;  // it is not about a launch
  const float x = left.right() + 2 * text;
  const Box right = is_wide ? Box{x, room.y, room.right() - x, room.h} : Box{room.x, reading.y(), room.w, room.h};
  TextColumn beside(picture, right, text, 0, view.target);
  if (is_wide)
    draw_lines(beside, session, view.is_for_a_finger());  // so that a low panel shows the lines without scrolling
  draw_goals(beside, session);
  // The rest goes where there is more room.
  const auto shorter = [&]() -> TextColumn& { return is_wide && reading.y() < beside.y() ? reading : beside; };
  TextColumn& told = shorter();
  const float top = told.y();
  draw_missed(told, tasking, session.tasking().shows_solution());
  if ((session.editing().is_changed() || is_on_stage(missed, session)) && !is_hint_new)
    picture.wanted = Box{0, top, room.w, told.y() - top};
  draw_launches(shorter(), tasking, missed);
  return std::max(reading.y(), beside.y());
}

// Without room for all of them, the one that starts again is left out.
Buttons buttons_of(const Session& session, float text, float room, bool starts_again = true) {
  const Tasking& tasking = session.tasking();
  Buttons buttons(text);
  const tasks::Attempt* const attempt = tasking.judged().attempt();
  const tasks::Missed* const missed =
      attempt == nullptr || !attempt->problem.empty() ? nullptr : attempt->first_missed();
  const std::size_t hints = tasking.task().hints.size();
  // Each button keeps its place, whichever others are shown.
  if (starts_again) buttons.add("Start again", button(Act::task_again));
  if (tasking.help.hints < hints)
    buttons.add(fmt::format("Hint {} of {}", tasking.help.hints + 1, hints), button(Act::task_hint));
  else if (hints > 0)  // a click for another hint must not show the solution
    buttons.add("No more hints", Target{});
  if (tasking.help.hints == hints || tasking.judged().was_solved() || tasking.help.saw_solution)
    buttons.add(session.tasking().shows_solution() ? "Your code" : "Solution", button(Act::task_solution));
  if (tasking.judged().is_solved() && !session.tasking().shows_solution())
    buttons.add("Next task", button(Act::task_next), true);
  else if (missed != nullptr && missed->can_be_seen())
    buttons.add("See where", button(Act::task_missed), true);
  if (starts_again && buttons.width() > room) return buttons_of(session, text, room, false);
  return buttons;
}

}  // namespace

PanelContent task_content(const Session& session, const View& view) {
  const tasks::Task& task = session.tasking().task().task;
  const float text = view.text;
  Picture picture = view.picture();
  const bool is_wide = view.width > 40 * text;
  const float size = 0.85F * text;
  const auto top_of = [&](bool has_ways) {
    Buttons top = is_wide ? buttons_of(session, size, view.width) : Buttons(size);
    if (has_ways) top.add("All tasks", button(Act::start_page));
    if (has_ways && !task.lesson.empty()) top.add("Lesson", button(Act::task_lesson));
    top.add("Hand in", button(Act::save_text_as));
    top.add("Close", button(Act::task_close));
    return top;
  };
  // In a narrow panel, only the start page leads to other tasks and to the lesson.
  constexpr float named = 4.2F;  // the width of the task's number, in text sizes
  Buttons top = top_of(true);
  if (view.width - top.width() < named * text) top = top_of(false);
  const float feet = std::max(TextColumn::feet * text, view.target);
  const Box row{0, 0, view.width - top.width(), std::max(TextColumn::heading * text, view.target)};
  if (!is_wide) buttons_of(session, size, view.width).draw(picture, {0, view.height - feet}, feet);
  const std::string where = is_wide ? std::to_string(task.number) : fmt::format("Task {}", task.number);
  const float wide = text_width(where, 0.9F * text, Face::bold) + 0.8F * text;
  put(picture, {0, 0, wide, row.h}, where, 0.9F * text, Ink::dim, Face::bold);
  if (is_wide)
    put(picture, {wide, 0, row.w - wide - text, row.h}, task.title.text, 1.2F * text, Ink::heading, Face::bold);
  top.draw(picture, {row.right(), 0}, row.h);
  const float y = row.h + TextColumn::below_head * text;
  const Box room{0, y, view.width, view.height - y - (is_wide ? 0 : feet + 0.6F * text)};
  Picture body;
  body.height = draw_task(body, session, {0, 0, room.w, room.h}, view);
  return {std::move(picture), std::move(body), room};
}

}  // namespace tilescope
