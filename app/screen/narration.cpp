// A lesson beside the replay: its text, its question, and the buttons for its steps.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/screen/buttons.h"
#include "app/screen/screen.h"
#include "app/screen/text_column.h"
#include "app/session/lesson_session.h"
#include "app/session/on_stage.h"
#include "app/stage/named.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

using lessons::Asked;
using lessons::Question;
using lessons::Span;

std::string right_words(const Asked& asked) {
  constexpr std::size_t most_named = 3;
  const std::vector<std::string>& all = asked.accepted;
  if (all.size() == 1) return "Answer: " + asked.right();
  if (all.size() > most_named) return fmt::format("Right: {} answers, such as {}", all.size(), all.front());
  return fmt::format("Right: {} and {}", fmt::join(all.begin(), all.end() - 1, ", "), all.back());
}

void draw_answer(TextColumn& column, const Asked& asked, const Guess& guess) {
  if (const std::vector<std::string> tie = guess.tied(asked.choices); !tie.empty())
    column.words(fmt::format("A tie: {}.", fmt::join(tie, " and ")), 1, Ink::text, Face::bold);
  if (guess.right) {
    const std::string who =
        guess.all_votes() > 1 ? fmt::format("Most say {}.", guess.answer) : fmt::format("{}:", guess.answer);
    const std::string verdict = *guess.right ? "right!" : "not quite.";
    column.words(who + " " + verdict, 1, *guess.right ? Ink::c : Ink::bad, Face::bold);
    if (const auto* const said = *guess.right ? nullptr : said_to(asked, guess.answer); said != nullptr)
      column.prose(*said, 1);
  }
  // The row of a right choice is marked.
  if (asked.form != Question::Form::choice && !(guess.right == true && guess.answer == asked.right()))
    column.words(right_words(asked), 1.05F, Ink::text, Face::bold);
  if (!asked.explain.empty()) column.prose(asked.explain, 1);
}

// How the text is set.
struct Setting {
  float text = 15;
  float least = 0;                  // no letters are smaller than this
  bool right_alone = false;         // once revealed, show only the right choice and those that were chosen
  bool has_digits = true;           // digits to press, where a number is asked for
  bool counts_votes = false;        // say that clicks are votes, and how many there are
  std::vector<Target> places = {};  // to be shown below the words that name them
  float target = 0;                 // the least height of a choice
};

// For a presenter, who collects the votes of a class.
std::string vote_words(const Guess& guess) {
  const int votes = guess.all_votes();
  if (votes == 0) return "Each click is one vote.";
  return fmt::format("{} so far. The Answer button ends the vote.", many(static_cast<std::uint64_t>(votes), "vote"));
}

// Without a keyboard, a number is typed with buttons. Banks and counts have digits alone.
void draw_number(TextColumn& column, const Asked& asked, const std::string& typed, bool has_buttons) {
  if (!has_buttons) return column.number(typed.empty() ? "type a number, then Enter" : typed, !typed.empty(), {}, {});
  const bool is_count = asked.kind == Question::Kind::count || asked.kind == Question::Kind::bank;
  std::vector<TextColumn::Pad> digits;
  for (const char letter : std::string_view(is_count ? "1234567890" : "1234567890.-"))
    digits.push_back({letter == '-' ? "\u2212" : std::string(1, letter), button(TypeAnswer{letter})});
  const auto if_typed = [&](const Target& target) { return typed.empty() ? Target{} : target; };
  column.number(typed.empty() ? "type a number" : typed, !typed.empty(), digits,
                {{"Del", if_typed(button(TypeAnswer{'\b'}))}, {"Enter", if_typed(button(Act::lesson_on))}});
}

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
      const bool is_own = guess.revealed && !guess.has_votes() && guess.answer == asked.choices[n];
      if (setting.right_alone && guess.revealed && !is_right && !is_own && votes == 0) continue;
      column.choice(std::to_string(n + 1), asked.choices[n] + (asked.unit.empty() ? "" : " " + asked.unit),
                    votes > 0  ? std::to_string(votes)
                    : is_right ? "right"
                    : is_own   ? "yours"
                               : "",
                    button(Vote{n}), is_right ? Ink::c : Ink::edge, is_right);
    }
    column.end_rows();
    if (setting.counts_votes && !guess.revealed) column.words(vote_words(guess), 1, Ink::dim);
  }
  if (guess.revealed) return draw_answer(column, asked, guess);
  if (asked.form == Question::Form::number) draw_number(column, asked, guess.typed, setting.has_digits);
  if (asked.form == Question::Form::click)
    column.words(setting.target > 0 ? "Tap it in the picture." : "Click it in the picture.", 1, Ink::wait, Face::bold);
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
    const std::string all = part_name(shown.blocks().size(), shown.launch().grid.count()) + " blocks recorded";
    sources.push_back("counted in this run" +
                      (shown.fully_recorded() ? "" : " (" + all + ") or derived from its shape"));
  }
  if (any(From::elsewhere))
    sources.emplace_back(sources.empty() ? "counted in a run not shown here" : "in runs not shown here");
  if (any(From::modelled)) sources.emplace_back("modelled");
  return sources.empty() ? "" : fmt::format("coloured numbers: {}", fmt::join(sources, ", or "));
}

constexpr float least_read = 0.7F;      // of the text size
constexpr float code_in_text = 0.97F;   // the size of code in a step's text, in text sizes
constexpr float least_text = 5;         // the height of a text that is scrolled, in text sizes
constexpr float shortest_place = 4.5F;  // the room for "26 · 9/12", in text sizes
constexpr float above_places = 0.6F;    // the gap above places that stay below the text, in text sizes

// For a class, no letters are smaller than the text size, at least a 40th of the window's height.
Setting usual_setting(const Session& session, float text, float target) {
  const bool presents = session.overlays().presenter;
  return {.text = text,
          .least = presents ? text : least_read * text,
          .has_digits = !presents,
          .counts_votes = presents,
          .target = target};
}

bool asks(const Course& course) {
  return course.question() != nullptr && (course.guess().open || course.guess().revealed);
}

bool is_wide(float width, float text) { return width > 40 * text; }

// The places that the rest of the window does not show and that the step's words do not quote.
std::vector<Target> places_to_show(const Course& course, std::vector<Target> unseen) {
  const auto is_quoted_in = [](const std::vector<Span>& spans, const Target& place) {
    return std::any_of(spans.begin(), spans.end(), [&](const Span& span) { return span.line == place.number; });
  };
  std::erase_if(unseen, [&](const Target& place) {
    if (place.kind != Target::Kind::line) return false;
    return is_quoted_in(course.now().text, place) ||
           (asks(course) && (is_quoted_in(course.question()->text, place) ||
                             (course.guess().revealed && is_quoted_in(course.question()->explain, place))));
  });
  return unseen;
}

Picture places_picture(const Session& session, float width, const Setting& setting) {
  View view;
  view.width = width;
  view.text = std::max(setting.least, code_in_text * setting.text);
  // With smaller letters, numbers are not smaller still.
  view.least = session.overlays().presenter ? least_presented : std::max(view.least, 0.8F * setting.least / view.text);
  view.hovered = session.selection().hovered;
  view.selected = session.selection().selected;
  return named_places_picture(session.shown().frame, view, setting.places);
}

// Draws the places below the words that name them.
void draw_places(TextColumn& column, const Session& session, float width, const Setting& setting) {
  if (!setting.places.empty()) column.add(places_picture(session, width, setting));
}

// Where a step's text and its question end, and where the question begins.
struct Body {
  Picture picture;
  float bottom = 0, question = 0;
};

// Draws the question below the text, or beside it in a low, wide window.
Body drawn_body(const Session& session, Box room, const Setting& setting) {
  const Course& course = session.course();
  const float text = setting.text;
  Body body;
  const bool side_by_side = asks(course) && is_wide(room.w, text) && !course.outline;
  Box left = room;
  if (side_by_side) left.w = 0.5F * room.w - text;
  TextColumn reading(body.picture, left, text, setting.least, setting.target);
  if (course.outline)
    draw_outline(reading, course);
  else
    reading.prose(course.now().text, 1.05F);
  // The answer may name other places than the text.
  const bool answer_names = &course.lit() != &course.now().lit;
  if (!answer_names && !course.outline) draw_places(reading, session, left.w, setting);
  body.question = side_by_side ? room.y : reading.y();
  if (asks(course) && !side_by_side && !course.outline) {
    draw_question(reading, course, setting);
    if (answer_names) draw_places(reading, session, left.w, setting);
  }
  if (const std::string sources = sources_of(course, session.shown().replay().scenery());
      !sources.empty() && !session.overlays().presenter && !course.outline)
    reading.words(sources, 0.8F, Ink::dim);
  body.bottom = reading.y();
  if (!side_by_side) return body;
  const float x = left.right() + 2 * text;
  TextColumn beside(body.picture, {x, room.y, room.right() - x, room.h}, text, setting.least, setting.target);
  draw_question(beside, course, setting);
  if (answer_names) draw_places(beside, session, room.right() - x, setting);
  body.bottom = std::max(body.bottom, beside.y());
  return body;
}

// For a long step, letters and gaps get somewhat smaller, and wrong choices are left out once the answer is shown. If
// that is not enough, the reader scrolls.
Body fitted_body(const Session& session, Box room, const Setting& usual, const std::vector<Target>& places) {
  const bool may_leave_out = session.course().guess().revealed && asks(session.course());
  for (const bool right_alone : {false, true}) {
    Setting setting = usual;
    setting.right_alone = right_alone;
    setting.places = places;
    for (const float smallest = least_read * usual.text;; setting.text = std::max(smallest, 0.96F * setting.text)) {
      Body body = drawn_body(session, room, setting);
      const bool is_last = setting.text <= smallest && right_alone == may_leave_out;
      if (body.bottom <= room.bottom() + 1 || is_last) return body;
      if (setting.text <= smallest) break;
    }
  }
  return {};
}

// If the text has to be scrolled, the places stay in sight below it, unless the text or its question needs the room.
// Shortens the room of the text.
Body body_above_places(Picture& picture, const Session& session, Box& room, const Setting& usual,
                       std::vector<Target> places) {
  const float text = usual.text;
  const Box whole{0, 0, room.w, room.h};
  Body body = fitted_body(session, whole, usual, places);
  if (body.bottom <= room.h + 1 || places.empty() || session.course().outline) return body;
  Setting smallest = usual;
  smallest.text = std::max(smallest.least, least_read * text);
  smallest.places = std::move(places);
  Picture below = places_picture(session, room.w, smallest);
  const float high = below.height + above_places * text;
  Body alone = fitted_body(session, {0, 0, room.w, room.h - high}, usual, {});
  const float needed = asks(session.course()) ? alone.bottom - alone.question : least_text * text;
  if (needed > room.h - high) return body;
  room.h -= high;
  const float y = room.bottom() + 0.5F * above_places * text;
  picture.lines.push_back({{0, y}, {room.w, y}, Ink::edge, 1});
  picture.add(std::move(below), {0, room.bottom() + above_places * text});
  return alone;
}

bool is_last_step(const Course& course) { return course.step() + 1 == course.lesson().steps.size(); }

// Whether Next does anything in this lesson: it plays, ends the playback, shows the answer, or goes to the next step.
bool can_go_on(const Session& session) {
  const Course& course = session.course();
  const std::uint64_t moment = session.playback().moment;
  return !is_last_step(course) || course.guess().open || !lesson_is_shown(course, session.shown()) ||
         moment < course.now().to || course.stop_after(moment).has_value();
}

// These buttons are at the right end in every step, so that a teacher finds them without looking.
void add_step_buttons(Buttons& buttons, const Session& session) {
  const Course& course = session.course();
  const bool goes_on = can_go_on(session);
  buttons.add("Back", course.step() > 0 ? button(Act::lesson_back) : Target{});
  const bool plays = lesson_is_shown(course, session.shown()) && !session.playback().playing && !course.guess().open &&
                     session.playback().moment < course.now().to;
  buttons.add(plays ? "Play" : "Next", goes_on ? button(Act::lesson_on) : Target{}, goes_on && !course.guess().open,
              "Next");
}

// The buttons that depend on the step, as far as they fit. A reader who came from a task goes back to it, not on to the
// lesson's own task.
void add_other_buttons(Buttons& buttons, const Session& session, bool presents, float letters, float room) {
  const Course& course = session.course();
  const Guess& guess = course.guess();
  const bool is_over = is_last_step(course) && !guess.open;
  const bool shows_why = guess.right == false && has_why(course, session.shown(), session.playback().moment);
  const bool has_task = is_over && !course.tasks.empty() && !course.comes_from_task();
  struct Wish {
    const char* words;
    Act act;
    bool is_wanted, is_first;
  };
  // From left to right; what comes later gives way first, except "Replay", which gives way to all others.
  const std::array others{Wish{presents ? "Answer" : "Show answer", Act::reveal, guess.open, guess.has_votes()},
                          Wish{"Task", Act::lesson_task, has_task, true},
                          Wish{"Next lesson", Act::lesson_next, is_over, !has_task},
                          Wish{"See why", Act::show_why, shows_why, false}};
  const Wish replay{"Replay", Act::lesson_again, true, false};
  Buttons all = buttons;
  for (const Wish& wish : others)
    if (wish.is_wanted) all.add(wish.words, {});
  if (all.width_with(replay.words) <= room) buttons.add(replay.words, button(replay.act));
  for (const Wish& wish : others)
    if (wish.is_wanted && buttons.width_with(wish.words) <= room)
      buttons.add(wish.words, button(wish.act), wish.is_first);
  constexpr float shortest_number = 2.4F;  // the room for "4/12", in text sizes
  if (presents && buttons.width_with("Notes") <= room - shortest_number * letters)
    buttons.add("Notes", button(Act::notes), session.overlays().notes);
}

// The last button above the text leads back to where the reader came from.
void add_way_out(Buttons& row, const Course& course, float room, float letters) {
  constexpr float longest = 8, shortest = 3;  // a file's name, in letters
  if (course.comes_from_task()) return row.add("Back to the task", button(Act::lesson_task), true);
  const float left = std::min(room - row.width_with("Back to "), longest * letters);
  if (!course.left || left < shortest * letters) return row.add("Close", button(Act::lesson_close));
  row.add("Back to " + elided(course.left->called, left, 0.95F * letters, Face::bold), button(Act::lesson_close), true);
}

// A presenter uses keys instead of the buttons above the text.
Buttons head_buttons(const Session& session, float room, float letters, bool is_low) {
  const Course& course = session.course();
  const auto row_with = [&](bool presents, bool has_notes) {
    Buttons row(letters);
    if (presents) row.add("Present", button(Act::presenter));
    if (has_notes) row.add("Notes", button(Act::notes), session.overlays().notes);
    row.add("Outline", button(Act::lesson_outline), course.outline);
    add_way_out(row, course, room, letters);
    return row;
  };
  if (Buttons all = row_with(true, true); !is_low && (course.outline || all.width() <= room)) return all;
  Buttons row = row_with(true, false);
  return !is_low && row.width() <= room ? row : row_with(false, false);
}

// A reader who changes the launch still reads about the lesson's own. Returns the lower end.
float draw_way_back(Picture& picture, const Box& room, float text) {
  const float inside = 0.5F * text;
  TextColumn column(picture, {room.x + inside, room.y + 0.4F * inside, room.w - 2 * inside, 0}, text);
  column.words("The stage shows another launch.", 0.95F, Ink::text, Face::bold);
  column.space(0.1F);
  Buttons way(0.95F * text);
  way.add("Return to the lesson's launch", button(Act::lesson_on), true);
  const float high = 1.6F * text;
  way.draw(picture, {room.x + inside, column.y()}, high);
  const float bottom = column.y() + high + inside;
  picture.frames.push_back({{room.x, room.y, room.w, bottom - room.y}, Ink::none, Ink::now, 1, 0.3F * text});
  return bottom;
}

// Puts the lesson's and the step's number, in the words that fit. Returns their width.
float put_place(Picture& picture, const Course& course, const Box& room, float size, Align align) {
  const int lesson = course.lesson().lesson.number;
  const std::size_t step = course.step() + 1, steps = course.lesson().steps.size();
  const std::string words =
      first_that_fits({fmt::format("Lesson {} · step {} of {}", lesson, step, steps),
                       fmt::format("Lesson {} · {}/{}", lesson, step, steps),
                       fmt::format("{} · {}/{}", lesson, step, steps), fmt::format("{}/{}", step, steps), ""},
                      room.w, size, Face::bold);
  put(picture, room, words, size, Ink::dim, Face::bold, align);
  return text_width(words, size, Face::bold);
}

// The title stays in sight. Returns its lower end.
float draw_title(Picture& picture, const Session& session, const Box& room, float text) {
  TextColumn column(picture, room, text, usual_setting(session, text, 0).least);
  column.words(lessons::plain_text(session.course().now().title), 1.2F, Ink::heading, Face::bold);
  column.space(0.2F);
  return column.y();
}

}  // namespace

PanelContent narration_content(const Session& session, const View& view, const std::vector<Target>& unseen) {
  const Course& course = session.course();
  const float text = view.text;
  Picture picture = view.picture();
  const bool presents = session.overlays().presenter;
  // In a low, wide panel the title and all buttons share a row; in a tall, narrow one the buttons of the step are
  // below.
  const bool is_low = is_wide(view.width, text);
  const float letters = (presents ? 1.06F : is_low ? 0.85F : 1) * text, apart = 0.5F * letters;
  Buttons steps(letters), others(letters), top((presents ? 1.06F : 0.85F) * text);
  add_step_buttons(steps, session);
  add_other_buttons(others, session, presents, letters, (is_low ? 0.5F : 1) * view.width - steps.width() - apart);
  if (!presents) top = head_buttons(session, view.width - shortest_place * text, 0.85F * text, is_low);
  const float at_top = top.width() + (is_low ? steps.width() + others.width() + (presents ? 1 : 2) * apart : 0);
  const float high = std::max(TextColumn::feet * text, view.target);
  const Box head{0, 0, view.width - at_top, std::max(TextColumn::heading * text, view.target)};
  const Box feet{0, view.height - high, view.width, high};
  const Box row = is_low ? Box{head.right(), 0, at_top, head.h} : feet;  // of the buttons of the step
  others.draw(picture, {row.x, row.y}, row.h);
  steps.draw(picture, {row.right() - steps.width(), row.y}, row.h);
  top.draw(picture, {is_low ? row.x + others.width() + apart : head.right(), 0}, head.h);
  Box room{0, head.h + TextColumn::below_head * text, view.width, 0};
  if (is_low) {
    const float wide = put_place(picture, course, {0, 0, 7 * text, head.h}, 0.9F * text, Align::left) + 0.8F * text;
    put(picture, {wide, 0, head.w - wide - text, head.h}, lessons::plain_text(course.now().title), 1.2F * text,
        Ink::heading, Face::bold);
  } else if (presents) {  // the place is beside the buttons, so that a class reads more of the text
    const float x = others.width() + apart;
    put_place(picture, course, {x, feet.y, feet.w - steps.width() - 2 * apart - x, feet.h}, text, Align::right);
    room.y = 0;
  } else {
    put_place(picture, course, {0, 0, head.w - text, head.h}, 0.9F * text, Align::left);
  }
  // A presenter without a keyboard leaves by the cross.
  const float cross = presents && !is_low ? cross_wide * text : 0;
  if (cross > 0) put_cross(picture, {view.width - cross, 0, cross, cross}, text, button(Act::presenter));
  if (!is_low && !course.outline) room.y = draw_title(picture, session, {0, room.y, view.width - cross, 0}, text);
  if (course.outline) room.y = std::max(room.y, cross);  // rows take the whole width
  if (!lesson_is_shown(course, session.shown()))
    room.y = draw_way_back(picture, {0, room.y, view.width, 0}, text) + TextColumn::below_head * text;
  room.h = (is_low ? view.height : feet.y - 0.6F * text) - room.y;
  Body body = body_above_places(picture, session, room, usual_setting(session, text, view.target),
                                places_to_show(course, unseen));
  body.picture.height = body.bottom;
  if (asks(course) && !course.outline) body.picture.wanted = Box{0, body.question, room.w, body.bottom - body.question};
  return {std::move(picture), std::move(body.picture), room};
}

}  // namespace tilescope
