// A lesson beside the replay: its text, its question, and the buttons for its steps.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/screen/buttons.h"
#include "app/screen/screen.h"
#include "app/screen/text_column.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

using lessons::Asked;
using lessons::Question;
using lessons::Span;

void draw_answer(TextColumn& column, const Asked& asked, const Guess& guess) {
  if (guess.right) {
    const bool by_vote = asked.form == Question::Form::choice;
    const std::string who = by_vote ? fmt::format("Most say {}.", guess.answer) : fmt::format("{}:", guess.answer);
    const std::string verdict = *guess.right ? "right!" : "not quite.";
    column.words(who + " " + verdict, 1, *guess.right ? Ink::c : Ink::bad, Face::bold);
    if (const auto* const said = *guess.right ? nullptr : said_to(asked, guess.answer); said != nullptr)
      column.prose(*said, 1);
  }
  column.words("Answer: " + asked.right(), 1.05F, Ink::text, Face::bold);
  if (!asked.explain.empty()) column.prose(asked.explain, 1);
}

// How the text is set.
struct Setting {
  float text = 15;
  float least = 0;              // no letters are smaller than this
  bool right_alone = false;     // once revealed, show only the right choice and those with votes
  bool question_alone = false;  // leave out the text, which the reader has already read
};

void draw_question(TextColumn& column, const Course& course, const Setting& setting) {
  const Asked& asked = *course.question();
  const Guess& guess = course.guess();
  column.space(0.2F);
  column.words(guess.revealed ? "You were asked" : "Guess first", 0.85F, Ink::wait, Face::bold);
  column.prose(asked.text, 1.05F);
  if (asked.form == Question::Form::choice) {
    std::string longest;
    for (const std::string& choice : asked.choices)
      if (choice.size() + asked.unit.size() + 1 > longest.size()) longest = choice + " " + asked.unit;
    column.share_rows(longest);
    for (std::size_t n = 0; n < asked.choices.size() && n < guess.votes.size(); ++n) {
      const bool is_right = guess.revealed && n == asked.right_choice;
      const int votes = guess.votes[n];
      if (setting.right_alone && guess.revealed && !is_right && votes == 0) continue;
      column.choice(std::to_string(n + 1), asked.choices[n] + (asked.unit.empty() ? "" : " " + asked.unit),
                    votes > 0  ? std::to_string(votes)
                    : is_right ? "right"
                               : "",
                    button(Vote{n}), is_right ? Ink::c : Ink::edge, is_right);
    }
    column.end_rows();
  }
  if (guess.revealed) return draw_answer(column, asked, guess);
  if (asked.form == Question::Form::number)
    column.choice("=", guess.typed.empty() ? "type a number, then Enter" : guess.typed, "", {}, Ink::now,
                  !guess.typed.empty());
  if (asked.form == Question::Form::click) column.words("Click it in the picture.", 1, Ink::wait, Face::bold);
}

void draw_outline(TextColumn& column, const Course& course) {
  const auto& steps = course.lesson().lesson.steps;
  std::string longest;
  for (const lessons::PreparedStep& step : course.lesson().steps)
    if (std::string title = lessons::plain_text(step.title); title.size() > longest.size()) longest = std::move(title);
  column.share_rows(longest);
  for (std::size_t n = 0; n < steps.size(); ++n)
    column.choice(std::to_string(n + 1), lessons::plain_text(course.lesson().steps[n].title),
                  steps[n].question ? "?" : "", button(GoToStep{n}), n == course.step() ? Ink::now : Ink::edge,
                  n == course.step());
}

// The sources of the figures in the text, and in the answer once it is shown; empty if there are none.
std::string sources_of(const Course& course, const Scenery& shown) {
  const auto any_in = [](const std::vector<Span>& spans, lessons::Figure::From from) {
    return std::any_of(spans.begin(), spans.end(), [&](const Span& span) { return span.from == from; });
  };
  const auto any = [&](lessons::Figure::From from) {
    return any_in(course.now().text, from) ||
           (course.question() != nullptr && course.guess().revealed && any_in(course.question()->explain, from));
  };
  using From = lessons::Figure::From;
  std::vector<std::string> sources;
  if (any(From::counted)) {
    const std::string all = fmt::format("{} of {} blocks recorded", shown.blocks().size(), shown.launch().grid.count());
    sources.push_back("counted in this run" +
                      (shown.fully_recorded() ? "" : " (" + all + ") or derived from its shape"));
  }
  if (any(From::elsewhere))
    sources.emplace_back(sources.empty() ? "counted in a run not shown here" : "in runs not shown here");
  if (any(From::modelled)) sources.emplace_back("modelled");
  return sources.empty() ? "" : fmt::format("coloured numbers: {}", fmt::join(sources, ", or "));
}

// For a class, no letters are smaller than the text size, at least a 40th of the window's height. For others, none are
// smaller than the smallest prepared font.
Setting usual_setting(const Session& session, float text) {
  return {text, session.overlays().presenter ? text : small_letters.front()};
}

bool asks(const Course& course) {
  return course.question() != nullptr && (course.guess().open || course.guess().revealed);
}

// Draws the question below the text, or beside it in a low, wide window. Returns the lower end of both.
float draw_body(Picture& picture, const Session& session, Box room, const Setting& setting) {
  const Course& course = session.course();
  const float text = setting.text;
  const bool is_wide = room.w > 40 * text;
  if (session.course().outline || setting.question_alone) {
    TextColumn column(picture, room, text, setting.least);
    if (session.course().outline)
      draw_outline(column, course);
    else
      draw_question(column, course, setting);
    return column.y();
  }
  const bool side_by_side = asks(course) && is_wide;
  Box left = room;
  if (side_by_side) left.w = 0.5F * room.w - text;
  TextColumn reading(picture, left, text, setting.least);
  if (!is_wide) {
    reading.words(lessons::plain_text(course.now().title), 1.2F, Ink::heading, Face::bold);
    reading.space(0.2F);
  }
  reading.prose(course.now().text, 1.05F);
  if (asks(course) && !side_by_side) draw_question(reading, course, setting);
  if (const std::string sources = sources_of(course, session.shown().replay().scenery());
      !sources.empty() && !session.overlays().presenter)
    reading.words(sources, 0.8F, Ink::dim);
  if (!side_by_side) return reading.y();
  const float x = left.right() + 2 * text;
  TextColumn beside(picture, {x, room.y, room.right() - x, room.h}, text, setting.least);
  draw_question(beside, course, setting);
  return std::max(reading.y(), beside.y());
}

// For a long step, in this order: letters get somewhat smaller; wrong choices are left out; letters shrink to the
// readable minimum; the text above the question is left out.
Picture fitted_body(const Session& session, Box room, float text) {
  Setting setting = usual_setting(session, text);
  for (;;) {
    Picture body;
    if (draw_body(body, session, room, setting) <= room.bottom() + 1) return body;
    const bool has_wrong = session.course().guess().revealed && asks(session.course()) && !setting.right_alone;
    const float smallest = (session.overlays().presenter || has_wrong ? 0.8F : 0.62F) * text;
    if (setting.text > smallest) {
      setting.text = std::max(smallest, 0.96F * setting.text);
    } else if (has_wrong) {
      setting = usual_setting(session, text);
      setting.right_alone = true;
    } else if (asks(session.course()) && !setting.question_alone) {
      const bool right_alone = setting.right_alone;
      setting = usual_setting(session, text);
      setting.question_alone = true, setting.right_alone = right_alone;
    } else {
      return body;
    }
  }
}

// A reader who came from a task goes back to it, not on to the lesson's own task.
void draw_buttons(Buttons& buttons, const Course& course, bool from_task) {
  const Guess& guess = course.guess();
  const bool is_last = course.step() + 1 == course.lesson().steps.size();
  if (course.step() > 0) buttons.add("Back", button(Act::lesson_back));
  if (guess.open) buttons.add("Answer", button(Act::reveal), guess.has_votes());
  const bool has_task = !course.tasks.empty() && !from_task;
  if (!guess.open && is_last && has_task) buttons.add("Task", button(Act::lesson_task), true);
  if (!guess.open) buttons.add(is_last ? "Next lesson" : "Next", button(Act::lesson_on), !is_last || !has_task);
  if (guess.revealed && guess.right == false) buttons.add("See why", button(Act::show_why));
  if (guess.open || !is_last || !has_task) buttons.add("Replay", button(Act::lesson_again));  // not all buttons fit
}

}  // namespace

float narration_height(const Session& session, float width, float text) {
  Picture nowhere;
  return draw_body(nowhere, session, {0, 0, width, 0}, usual_setting(session, text)) +
         (TextColumn::heading + TextColumn::below_head + 0.2F) * text;
}

Picture narration_picture(const Session& session, const View& view) {
  const Course& course = session.course();
  const float text = view.text;
  Picture picture = view.picture();
  const std::size_t steps = course.lesson().steps.size();
  const bool presents = session.overlays().presenter;
  // In a low, wide panel the title and all buttons share a row; in a tall, narrow one the step buttons are below.
  const bool is_wide = view.width > 40 * text;
  Buttons top((presents ? 1.06F : 0.85F) * text), bottom((presents ? 1.06F : 1) * text);
  const bool from_task = session.course().comes_from_task();
  draw_buttons(is_wide ? top : bottom, course, from_task);
  if (!presents) {  // a presenter uses keys for these
    top.add("Outline", button(Act::lesson_outline), session.course().outline);
    if (from_task)
      top.add("Back to the task", button(Act::lesson_task), true);
    else
      top.add("Close", button(Act::lesson_close));
  }
  const Box row{0, 0, view.width - top.width(), TextColumn::heading * text};
  top.draw(picture, {row.right(), 0}, row.h);
  bottom.draw(picture, {0, view.height - TextColumn::feet * text}, TextColumn::feet * text);
  const std::string where =
      is_wide ? fmt::format("{} · {}/{}", course.lesson().lesson.number, course.step() + 1, steps)
              : fmt::format("Lesson {} · step {} of {}", course.lesson().lesson.number, course.step() + 1, steps);
  const float size = presents ? text : 0.9F * text;
  const float wide = is_wide ? text_width(where, size, Face::bold) + 0.8F * text : row.w - text;
  put(picture, {0, 0, wide, row.h}, where, size, Ink::dim, Face::bold);
  if (is_wide)
    put(picture, {wide, 0, row.w - wide - text, row.h}, lessons::plain_text(course.now().title), 1.2F * text,
        Ink::heading, Face::bold);
  const float y = (TextColumn::heading + TextColumn::below_head) * text;
  const Box room{0, y, view.width, view.height - y - (is_wide ? 0 : (TextColumn::feet + 0.6F) * text)};
  picture.add(fitted_body(session, room, text), {0, 0});
  return picture;
}

}  // namespace tilescope
