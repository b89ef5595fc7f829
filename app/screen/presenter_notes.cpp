// The presenter's notes, hidden from the class: notes for this step, the answer to its question, the next step.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/names/key_names.h"
#include "app/screen/buttons.h"
#include "app/screen/screen.h"
#include "app/screen/text_column.h"
#include "app/session/shortcuts.h"
#include "app/stage/parts.h"

namespace tilescope {

namespace {

std::string key_of(Act act) {
  const Shortcut* const shortcut = shortcut_of(act);
  return shortcut == nullptr ? "" : name_of(shortcut->keys.front());
}

void draw_answer_sheet(TextColumn& column, const Course& course) {
  const lessons::Asked* const asked = course.question();
  if (asked == nullptr) return;
  const Guess& guess = course.guess();
  column.space(0.6F);
  column.words(guess.open       ? "The class is asked"
               : guess.revealed ? "The class was asked"
                                : "The class will be asked",
               0.9F, Ink::wait, Face::bold);
  column.prose(asked->text, 1);
  column.words("Answer: " + asked->right(), 1.1F, Ink::c, Face::bold);
  for (std::size_t n = 0; n < asked->choices.size() && n < guess.votes.size() && guess.has_votes(); ++n)
    column.words(fmt::format("{}: {} · {}", n + 1, asked->choices[n], many(guess.votes[n], "vote")), 1, Ink::text);
  column.prose(asked->explain, 0.95F, Ink::dim);
}

void draw_now(TextColumn& column, const Course& course) {
  column.words("Now", 0.9F, Ink::dim, Face::bold);
  column.words(lessons::plain_text(course.now().title), 1.4F, Ink::heading, Face::bold);
  column.space(0.3F);
  if (course.now().notes.empty())
    column.words("No notes for this step.", 1, Ink::dim);
  else
    column.prose(course.now().notes, 1.15F);
  draw_answer_sheet(column, course);
}

void draw_next(Picture& picture, TextColumn& column, const Course& course, const Box& room) {
  const auto& steps = course.lesson().steps;
  const std::size_t next = course.step() + 1;
  column.words("Next", 0.9F, Ink::dim, Face::bold);
  if (next < steps.size()) {
    column.words(lessons::plain_text(steps[next].title), 1.15F, Ink::heading, Face::bold);
    column.prose(steps[next].notes, 0.95F);
    if (steps[next].question) column.words("It asks a question.", 0.95F, Ink::wait);
  } else {
    column.words("The next lesson", 1.15F, Ink::heading, Face::bold);
  }
  column.space(0.8F);
  column.words("The lesson", 0.9F, Ink::dim, Face::bold);
  for (std::size_t n = 0; n < steps.size(); ++n) {
    const float y = column.y();
    column.words(
        fmt::format("{}. {}{}", n + 1, lessons::plain_text(steps[n].title), steps[n].question ? "\u00a0?" : ""), 0.95F,
        n == course.step() ? Ink::text : Ink::dim, n == course.step() ? Face::bold : Face::sans);
    picture.hits.push_back({{room.x, y, room.w, column.y() - y}, button(GoToStep{n})});
  }
}

// Buttons that name their keys, in as many rows as they need.
std::vector<Buttons> rows_of_buttons(const Session& session, float room, float text) {
  const Course& course = session.course();
  std::vector<Buttons> rows{Buttons(text)};
  const auto add = [&](Act act, const char* does, bool can_press = true) {
    const std::string words = fmt::format("{}: {}", key_of(act), does);
    if (rows.back().width_with(words) > room) rows.emplace_back(text);
    rows.back().add(words, can_press ? button(act) : Target{});
  };
  if (course.is_open()) {
    add(Act::lesson_on, "next");
    add(Act::lesson_back, "back", course.step() > 0);
    add(Act::reveal, "answer", course.guess().open);
    add(Act::lesson_again, "repeat the step");
    add(Act::lesson_outline, "outline");
    add(Act::pointer, "pointer");
  } else {
    add(Act::notes, "close this window");
  }
  return rows;
}

// Returns the lower end of the drawing.
float draw_lesson(Picture& picture, const Course& course, Box room, float text) {
  const float gap = 2 * text;
  Box left = room;
  left.w = 0.6F * room.w - gap / 2;
  const float x = left.right() + gap;
  TextColumn now(picture, left, text), next(picture, {x, room.y, room.right() - x, room.h}, text);
  draw_now(now, course);
  draw_next(picture, next, course, {x, room.y, room.right() - x, room.h});
  return std::max(now.y(), next.y());
}

}  // namespace

Picture notes_picture(const Session& session, const View& view) {
  Picture picture = view.picture();
  picture.ground = Ink::panel;
  const float text = view.text;
  const Box room = Box{0, 0, view.width, view.height}.inset(text);
  const Course& course = session.course();
  const bool in_lesson = course.is_open();
  const auto seconds = static_cast<int>(session.course().open_for);
  const std::string name =
      in_lesson ? fmt::format("Lesson {}: {}", course.lesson().lesson.number, course.lesson().lesson.title.text)
                : "No lesson is open";
  const std::string clock = in_lesson ? fmt::format("step {} of {} · {}:{:02}", course.step() + 1,
                                                    course.lesson().steps.size(), seconds / 60, seconds % 60)
                                      : "";
  const float head = 1.8F * text, clock_wide = in_lesson ? 11 * text : 0;
  put(picture, {room.x, room.y, room.w - clock_wide, head}, name, 1.1F * text, Ink::dim, Face::bold);
  put(picture, {room.right() - clock_wide, room.y, clock_wide, head}, clock, 1.1F * text, Ink::text, Face::bold,
      Align::right);
  picture.lines.push_back({{room.x, room.y + head}, {room.right(), room.y + head}, Ink::edge, 1});
  const std::vector<Buttons> rows = rows_of_buttons(session, room.w, 0.85F * text);
  const float row = 1.9F * text, feet = row * static_cast<float>(rows.size());
  const Box body{room.x, room.y + head + 0.6F * text, room.w, room.h - head - feet - 1.2F * text};
  for (std::size_t n = 0; n < rows.size(); ++n)
    rows[n].draw(picture, {room.x, room.bottom() - feet + row * static_cast<float>(n)}, 1.6F * text);
  if (!in_lesson) {
    TextColumn column(picture, body, text);
    if (session.shown().has_trace()) column.words(session.line_to_copy(), 1.2F, Ink::text);
    column.space(0.6F);
    column.words("Only lessons have notes: `tilescope lessons` lists the lessons.", 1, Ink::dim);
    return picture;
  }
  // Long notes get smaller letters, down to the readable minimum.
  for (float size = text;; size *= 0.96F) {
    Picture words;
    const bool fits = draw_lesson(words, course, body, size) <= body.bottom();
    if (!fits && size > 0.6F * text) continue;
    if (fits) {
      picture.add(std::move(words), {0, 0});
      return picture;
    }
    const float sign = 1.4F * text;
    picture.add_clipped(std::move(words), {0, 0}, {body.x, body.y, body.w, body.h - sign});
    put(picture, {body.x, body.bottom() - sign, body.w, sign}, "There is more: enlarge this window.", text, Ink::wait,
        Face::bold);
    return picture;
  }
}

}  // namespace tilescope
