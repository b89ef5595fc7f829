// A task beside the replay: what is to be done, what of the goal is reached, and where it is missed first.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/screen/buttons.h"
#include "app/screen/screen.h"
#include "app/screen/text_column.h"
#include "app/stage/corner.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float heading = 1.7F, below_head = 0.5F, feet = 2.1F;  // in sizes of the text

// What is said of the newest text may be of the one before it still.
bool is_behind(const Session& session) {
  return session.tasking().is_judging() || session.editing().is_waiting();
}

void draw_text(TextColumn& column, const Tasking& tasking) {
  column.prose(tasking.task().text, 1.05F);
  for (std::size_t n = 0; n < tasking.hints(); ++n) {
    column.space(0.2F);
    column.words(fmt::format("Hint {} of {}", n + 1, tasking.task().hints.size()), 0.85F, Ink::wait, Face::bold);
    column.prose(tasking.task().hints[n], 1);
  }
}

// "Launch 2: n = 37, grid 3, block 16", on the stage where it is framed.
void draw_launches(TextColumn& column, const Tasking& tasking, const tasks::Missed* missed) {
  const std::size_t count = tasking.task().launches.size();
  if (count < 2) return;
  std::vector<std::string> words;
  std::string longest;
  for (std::size_t n = 0; n < count; ++n) {
    words.push_back(tasking.is_told(n) ? tasks::launch_words(tasking.task(), n) : "not shown");
    if (words.back().size() > longest.size()) longest = words.back();
  }
  column.space(0.3F);
  column.words("Its launches", 0.85F, Ink::dim, Face::bold);
  column.share_rows(longest);
  for (std::size_t n = 0; n < count; ++n) {
    const bool is_missed = missed != nullptr && missed->launch == n;
    column.choice(std::to_string(n + 1), words[n], is_missed ? "here" : "",
                  tasking.is_told(n) ? button(ShowLaunch{n}) : Target{}, is_missed ? Ink::bad : Ink::edge,
                  n == tasking.launch());
  }
  column.end_rows();
}

void draw_goals(TextColumn& column, const Session& session) {
  const Tasking& tasking = session.tasking();
  const tasks::Attempt* const attempt = tasking.attempt();
  const std::vector<std::string> goals = tasks::goals_of(tasking.task().task);
  const bool is_known = attempt != nullptr && attempt->problem.empty();
  const std::string so_far = attempt == nullptr ? "" : fmt::format(": {} of {}", attempt->reached(), goals.size());
  column.words(is_behind(session) ? "The goal (looking at the newest text)" : "The goal" + so_far, 0.85F,
               tasking.is_solved() ? Ink::c : Ink::dim, Face::bold);
  std::string longest;
  for (const std::string& goal : goals)
    if (goal.size() > longest.size()) longest = goal;
  column.share_rows(longest);
  for (std::size_t n = 0; n < goals.size(); ++n) {
    const bool is_reached = is_known && !attempt->goals[n].missed;
    column.choice(is_reached ? "\u2713" : "", goals[n], "", {},
                  is_reached ? Ink::c : is_known ? Ink::bad : Ink::edge, is_reached);
  }
  column.end_rows();
}

void draw_missed(TextColumn& column, const Tasking& tasking) {
  const tasks::Attempt* const attempt = tasking.attempt();
  if (attempt == nullptr) return;
  if (attempt->is_right()) {
    column.space(0.2F);
    column.words("Done: all of it is reached in every launch.", 1.05F, Ink::c, Face::bold);
    return;
  }
  if (!attempt->problem.empty()) return column.words(attempt->problem, 1, Ink::bad);
  const tasks::Missed& missed = *attempt->first_missed();
  const bool is_hidden = tasking.task().task.launches[missed.launch].is_hidden;
  column.space(0.2F);
  column.words(fmt::format("Missed first in launch {}{}:", missed.launch + 1, is_hidden ? ", which was not shown" : ""),
               0.85F, Ink::bad, Face::bold);
  column.words(missed.why, 1, Ink::text);
}

// Beside each other where the panel is low and wide, or else one below the other. Gives how far down they come.
float draw_body(Picture& picture, const Session& session, Box room, float text, float least) {
  const Tasking& tasking = session.tasking();
  const bool is_wide = room.w > 40 * text;
  Box left = room;
  if (is_wide) left.w = 0.5F * room.w - text;
  TextColumn reading(picture, left, text, least);
  if (!is_wide) {
    reading.words(tasking.task().task.title.text, 1.2F, Ink::heading, Face::bold);
    reading.space(0.2F);
  }
  draw_text(reading, tasking);
  const float x = left.right() + 2 * text;
  TextColumn beside(picture, is_wide ? Box{x, room.y, room.right() - x, room.h} : Box{room.x, reading.y(), room.w, room.h},
                    text, least);
  draw_goals(beside, session);
  draw_missed(beside, tasking);
  draw_launches(beside, tasking, tasking.attempt() == nullptr ? nullptr : tasking.attempt()->first_missed());
  return std::max(reading.y(), beside.y());
}

Buttons buttons_of(const Session& session, float text) {
  const Tasking& tasking = session.tasking();
  Buttons buttons(text);
  const std::size_t hints = tasking.task().hints.size();
  if (tasking.is_solved())
    buttons.add("Next task", button(Act::task_next), true);
  else if (tasking.attempt() != nullptr && tasking.attempt()->first_missed() != nullptr && tasking.attempt()->problem.empty())
    buttons.add("See where", button(Act::task_missed), true);
  if (tasking.hints() < hints) buttons.add(fmt::format("Hint {} of {}", tasking.hints() + 1, hints), button(Act::task_hint));
  if (tasking.hints() == hints || tasking.was_solved() || tasking.solution_was_seen())
    buttons.add(session.shows_solution() ? "Your text" : "Solution", button(Act::task_solution));
  buttons.add("Begin anew", button(Act::task_again));
  return buttons;
}

}  // namespace

float task_height(const Session& session, float width, float text) {
  Picture nowhere;
  return draw_body(nowhere, session, {0, 0, width, 0}, text, 0) + (heading + below_head + 0.2F) * text;
}

Picture task_picture(const Session& session, const View& view) {
  const tasks::Task& task = session.tasking().task().task;
  const float text = view.text;
  Picture picture = view.picture();
  const bool is_wide = view.width > 40 * text;
  Buttons top = is_wide ? buttons_of(session, 0.85F * text) : Buttons(0.85F * text);
  top.add("All tasks", button(Act::task_list));
  if (!task.lesson.empty()) top.add("Lesson", button(Act::task_lesson));
  top.add("Hand in", button(Act::save_text_as));
  top.add("Close", button(Act::task_close));
  const Box row{0, 0, view.width - top.width(), heading * text};
  if (!is_wide) buttons_of(session, 0.85F * text).draw(picture, {0, view.height - feet * text}, feet * text);
  const std::string where = is_wide ? std::to_string(task.number) : fmt::format("Task {}", task.number);
  const float wide = text_width(where, 0.9F * text, Face::bold) + 0.8F * text;
  put(picture, {0, 0, wide, row.h}, where, 0.9F * text, Ink::dim, Face::bold);
  if (is_wide)
    put(picture, {wide, 0, row.w - wide - text, row.h}, task.title.text, 1.2F * text, Ink::heading, Face::bold);
  top.draw(picture, {row.right(), 0}, row.h);
  const float y = (heading + below_head) * text;
  const Box room{0, y, view.width, view.height - y - (is_wide ? 0 : (feet + 0.6F) * text)};
  // What is long is set in smaller letters, down to where they could not be read.
  for (float size = text;; size *= 0.96F) {
    Picture body;
    if (draw_body(body, session, room, size, 0) > room.bottom() + 1 && size > 0.62F * text) continue;
    picture.add(std::move(body), {0, 0});
    return picture;
  }
}

}  // namespace tilescope
