// A lesson beside the replay: what to read, what to guess, and the way through its steps.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/screen/screen.h"
#include "app/stage/corner.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

using lessons::Asked;
using lessons::Question;
using lessons::Span;

// A word with the look of the span that it came from.
struct Word {
  std::string text;
  Face face = Face::sans;
  Ink ink = Ink::text;
  bool glued = false;      // to the word before it: no blank between
  bool paragraph = false;  // begins one
};

std::vector<Word> words_of(const std::vector<Span>& spans) {
  std::vector<Word> words;
  bool blank = true, paragraph = false;
  for (const Span& span : spans) {
    const Face face = span.code ? Face::mono : span.named ? Face::bold : Face::sans;
    Word now{"", face, span.ink, false, false};
    const auto flush = [&] {
      if (now.text.empty()) return;
      now.glued = !blank && !words.empty();
      now.paragraph = paragraph && !words.empty();
      words.push_back(std::exchange(now, {"", face, span.ink, false, false}));
      blank = paragraph = false;
    };
    int breaks = 0;
    for (const char letter : span.text) {
      if (letter != ' ' && letter != '\n') {
        now.text += letter;
        breaks = 0;
        continue;
      }
      flush();
      blank = true;
      if (letter == '\n' && ++breaks == 2) paragraph = true;
    }
    flush();
  }
  return words;
}

// Puts things one below the other, and says how far down they came: what does not fit is seen by its caller.
class Column {
 public:
  Column(Picture& picture, Box room, float text) : picture_(picture), room_(room), text_(text), y_(room.y) {}

  [[nodiscard]] float y() const { return y_; }
  void space(float lines) { y_ += lines * text_; }

  // Words that look the same stand in one label, as far as a line goes: between them the font knows better.
  void prose(const std::vector<Span>& spans, float size, Ink plain = Ink::text) {
    const float letters = size * text_, line = 1.38F * letters, gap = 0.26F * letters;
    float x = room_.x, begin = x;
    Word run;
    const auto flush = [&] {
      // Letters of code are wider than others of their size.
      const float height = run.face == Face::mono ? 0.92F * letters : letters;
      if (!run.text.empty())
        put(picture_, {begin, y_, room_.right() - begin, line}, run.text, height,
            run.ink == Ink::text ? plain : run.ink, run.face);
      run.text.clear();
    };
    for (const Word& word : words_of(spans)) {
      const float height = word.face == Face::mono ? 0.92F * letters : letters;
      // Planned widths are a little generous, and in a long run of words that adds up.
      const float wide = (word.face == Face::mono ? 1.0F : 0.95F) * text_width(word.text, height, word.face);
      const float before = word.glued || x == room_.x ? 0 : gap;
      const bool breaks = word.paragraph || (x + before + wide > room_.right() && x > room_.x);
      if (breaks || run.text.empty() || run.face != word.face || run.ink != word.ink) {
        flush();
        if (breaks) {
          x = room_.x;
          y_ += word.paragraph ? 1.5F * line : line;
        } else {
          x += before;
        }
        begin = x;
        run = word;
      } else {
        x += before;
        run.text += (word.glued ? "" : " ") + word.text;
      }
      x += wide;
    }
    flush();
    y_ += line + 0.25F * text_;
  }

  void words(const std::string& text, float size, Ink ink, Face face = Face::sans) {
    const float letters = size * text_;
    for (const std::string& line : wrapped(text, 0.97F * room_.w, letters, face)) {
      put(picture_, {room_.x, y_, room_.w, 1.38F * letters}, line, letters, ink, face);
      y_ += 1.38F * letters;
    }
  }

  // Choices stand two in a row where there is width for it.
  void pair_rows(bool pairs) { pairs_ = pairs; }

  // A row that can be clicked, with its key before it and a count behind it.
  void choice(const std::string& key, const std::string& text, const std::string& behind, const Target& target,
              Ink line, bool is_strong) {
    const float gap = 0.4F * text_, wide = pairs_ ? (room_.w - gap) / 2 : room_.w;
    const Box row{room_.x + (is_second_ ? wide + gap : 0), y_, wide, 1.9F * text_};
    picture_.shapes.push_back({row, Ink::panel, line, is_strong ? 2.0F : 1.0F, 0.3F * text_, 1, Mark::none});
    put(picture_, {row.x + 0.5F * text_, row.y, 1.6F * text_, row.h}, key, text_, Ink::dim, Face::bold);
    put(picture_, {row.x + 2 * text_, row.y, row.w - 5 * text_, row.h}, text, text_, Ink::text,
        is_strong ? Face::bold : Face::sans);
    put(picture_, {row.right() - 3.5F * text_, row.y, 3 * text_, row.h}, behind, text_, Ink::dim, Face::bold,
        Align::right);
    if (target.kind != Target::Kind::none) picture_.hits.push_back({row, target});
    if (!pairs_ || is_second_) y_ = row.bottom() + 0.3F * text_;
    is_second_ = pairs_ && !is_second_;
  }
  void end_rows() {
    if (is_second_) y_ += 2.2F * text_;
    is_second_ = false;
  }

 private:
  Picture& picture_;
  Box room_;
  float text_, y_;
  bool pairs_ = false, is_second_ = false;
};

// Buttons in a row; as wide as their words.
class Buttons {
 public:
  Buttons(Picture& picture, Box row, float text) : picture_(picture), row_(row), text_(text), x_(row.x) {}

  void add(const std::string& words, const Target& target, bool is_first = false) {
    const float wide = text_width(words, 0.95F * text_, Face::bold) + 1.3F * text_;
    if (x_ + wide > row_.right() + 1) return;
    const Box box{x_, row_.y, wide, row_.h};
    picture_.shapes.push_back(
        {box, Ink::panel, is_first ? Ink::now : Ink::edge, is_first ? 2.0F : 1.0F, 0.35F * text_, 1, Mark::none});
    put(picture_, box, words, 0.95F * text_, Ink::text, is_first ? Face::bold : Face::sans, Align::center);
    picture_.hits.push_back({box, target});
    x_ = box.right() + 0.5F * text_;
  }

 private:
  Picture& picture_;
  Box row_;
  float text_, x_;
};

void draw_answer(Column& column, const Asked& asked, const Guess& guess) {
  if (guess.right) {
    const bool by_vote = asked.form == Question::Form::choice;
    const std::string who = by_vote ? fmt::format("Most say {}.", guess.answer) : fmt::format("{}:", guess.answer);
    const std::string verdict = *guess.right ? "right!" : "not quite.";
    column.words(who + " " + verdict, 1, *guess.right ? Ink::c : Ink::bad, Face::bold);
  }
  column.words("Answer: " + asked.right(), 1.05F, Ink::text, Face::bold);
  if (!asked.explain.empty()) column.prose(asked.explain, 1);
}

void draw_question(Column& column, const Course& course) {
  const Asked& asked = *course.question();
  const Guess& guess = course.guess();
  column.space(0.2F);
  column.words(guess.revealed ? "You were asked" : "Guess first", 0.85F, Ink::wait, Face::bold);
  column.prose(asked.text, 1.05F);
  if (asked.form == Question::Form::choice)
    for (std::size_t n = 0; n < asked.choices.size() && n < guess.votes.size(); ++n) {
      const bool is_right = guess.revealed && n == asked.right_choice;
      const int votes = guess.votes[n];
      column.choice(std::to_string(n + 1), asked.choices[n] + (asked.unit.empty() ? "" : " " + asked.unit),
                    votes > 0  ? std::to_string(votes)
                    : is_right ? "✓"
                               : "",
                    button(Act::vote, n), is_right ? Ink::c : Ink::edge, is_right);
    }
  if (guess.revealed) return draw_answer(column, asked, guess);
  if (asked.form == Question::Form::number)
    column.choice("=", guess.typed.empty() ? "type a number, then Enter" : guess.typed, "", {}, Ink::now,
                  !guess.typed.empty());
  if (asked.form == Question::Form::click) column.words("Click it on the stage.", 1, Ink::wait, Face::bold);
}

void draw_outline(Column& column, const Course& course) {
  const auto& steps = course.lesson().lesson.steps;
  for (std::size_t n = 0; n < steps.size(); ++n)
    column.choice(std::to_string(n + 1), lessons::plain_text(course.lesson().steps[n].title),
                  steps[n].question ? "?" : "", button(Act::pick_step, n), n == course.step() ? Ink::now : Ink::edge,
                  n == course.step());
}

// Where the figures of the text come from, if there are any.
std::string sources_of(const lessons::PreparedStep& step) {
  bool counted = false, modelled = false;
  for (const Span& span : step.text) {
    counted = counted || span.from == lessons::Figure::From::counted;
    modelled = modelled || span.from == lessons::Figure::From::modelled;
  }
  if (counted && modelled) return "figures: counted here, or modelled";
  return counted ? "figures: counted here" : modelled ? "figures: modelled" : "";
}

// The question stands below the text; or beside it, or in its place, where the window is low and wide. Gives how far
// down they come.
float draw_body(Picture& picture, const Session& session, Box room, float text) {
  const Course& course = session.course();
  const bool is_wide = room.w > 40 * text;
  Column column(picture, room, text);
  column.pair_rows(is_wide);
  if (session.outline_is_open()) {
    draw_outline(column, course);
    return column.y();
  }
  const bool asks = course.question() != nullptr && (course.guess().open || course.guess().revealed);
  // A class that is asked has read the text already.
  if (asks && is_wide && session.presents()) {
    draw_question(column, course);
    return column.y();
  }
  const bool side_by_side = asks && is_wide;
  Box left = room;
  if (side_by_side) left.w = 0.52F * room.w;
  Column reading(picture, left, text);
  reading.words(lessons::plain_text(course.now().title), 1.2F, Ink::text, Face::bold);
  reading.space(0.2F);
  reading.prose(course.now().text, 1.05F);
  if (asks && !side_by_side) draw_question(reading, course);
  if (const std::string sources = sources_of(course.now()); !sources.empty() && !session.presents())
    reading.words(sources, 0.8F, Ink::dim);
  if (!side_by_side) return reading.y();
  const float x = left.right() + 2 * text;
  Column beside(picture, {x, room.y, room.right() - x, room.h}, text);
  beside.pair_rows(true);
  draw_question(beside, course);
  return std::max(reading.y(), beside.y());
}

void draw_buttons(Buttons& buttons, const Course& course) {
  const Guess& guess = course.guess();
  const bool is_last = course.step() + 1 == course.lesson().steps.size();
  if (course.step() > 0) buttons.add("Back", button(Act::lesson_back));
  if (guess.open) buttons.add("Answer", button(Act::reveal), guess.has_votes());
  if (!guess.open) buttons.add(is_last ? "Next lesson" : "Next", button(Act::lesson_on), true);
  if (guess.revealed && guess.right == false) buttons.add("See why", button(Act::show_why));
  buttons.add("Again", button(Act::lesson_again));
}

constexpr float head = 1.7F, below_head = 0.5F, feet = 2.1F;  // in sizes of the text

}  // namespace

float narration_height(const Session& session, float width, float text) {
  Picture nowhere;
  return draw_body(nowhere, session, {0, 0, width, 0}, text) + (head + below_head + 0.2F) * text;
}

Picture narration_picture(const Session& session, const View& view) {
  const Course& course = session.course();
  const float text = view.text;
  Picture picture;
  picture.width = view.width;
  picture.height = view.height;
  const std::string where = fmt::format("Lesson {} · step {} of {}", course.lesson().lesson.number, course.step() + 1,
                                        course.lesson().steps.size());
  // Low and wide, all buttons stand in one row; high and narrow, those that go on stand below.
  const bool is_wide = view.width > 40 * text;
  put(picture, {0, 0, 15 * text, head * text}, where, 0.9F * text, Ink::dim, Face::bold);
  const float across = is_wide ? 32 * text : 8.4F * text;
  Buttons top(picture, {view.width - across, 0, across, head * text}, 0.85F * text);
  if (is_wide) draw_buttons(top, course);
  top.add("Outline", button(Act::lesson_outline), session.outline_is_open());
  top.add("Close", button(Act::lesson_close));
  if (!is_wide) {
    Buttons bottom(picture, {0, view.height - feet * text, view.width, feet * text}, text);
    draw_buttons(bottom, course);
  }
  const float y = (head + below_head) * text;
  const Box room{0, y, view.width, view.height - y - (is_wide ? 0 : (feet + 0.6F) * text)};
  // A long step in a low window is set in smaller letters, down to where they could not be read.
  for (float size = text;; size *= 0.96F) {
    Picture body;
    const float bottom = draw_body(body, session, room, size);
    if (bottom > room.bottom() + 1 && size > 0.62F * text) continue;
    picture.add(body, {0, 0});
    break;
  }
  return picture;
}

}  // namespace tilescope
