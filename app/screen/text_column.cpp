#include "app/screen/text_column.h"

#include <algorithm>
#include <utility>

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// A word with the look of its span.
struct Word {
  std::string text;
  Face face = Face::sans;
  Ink ink = Ink::text;
  std::uint32_t line = 0;  // see lessons::Span
  bool glued = false;      // no blank between it and the previous word
  bool paragraph = false;  // begins a paragraph
};

std::vector<Word> words_of(const std::vector<lessons::Span>& spans) {
  std::vector<Word> words;
  bool blank = true, paragraph = false;
  for (const lessons::Span& span : spans) {
    const Face face = span.code ? Face::mono : span.bold ? Face::bold : Face::sans;
    Word now{"", face, span.ink, span.line};
    const auto flush = [&] {
      if (now.text.empty()) return;
      now.glued = !blank && !words.empty();
      now.paragraph = paragraph && !words.empty();
      words.push_back(std::exchange(now, {"", face, span.ink, span.line}));
      blank = paragraph = false;
    };
    int breaks = 0;
    const auto is_digit = [&](std::size_t at) {
      return at < span.text.size() && span.text[at] >= '0' && span.text[at] <= '9';
    };
    for (std::size_t at = 0; at < span.text.size(); ++at) {
      const char letter = span.text[at];
      // Numbers such as "4 000" are not broken, and formulas in code only after a colon.
      const bool in_number = letter == ' ' && at > 0 && is_digit(at - 1) && is_digit(at + 1);
      const bool in_code = letter == ' ' && at > 0 && span.code && span.text[at - 1] != ':';
      if (in_number || in_code || (letter != ' ' && letter != '\n')) {
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

// The number of letters that fit, up to a blank or else a sign; 0 if none fit.
template <class Width>
std::size_t letters_that_fit(Word word, const Width& width_of, float room) {
  const Word whole = word;
  for (const char* const ends : {" ", " [(,.=+-*/%&<>"}) {
    word = whole;
    while (width_of(word) > room) {
      const std::size_t end = word.text.find_last_of(ends, word.text.size() - 2);
      if (end == std::string::npos || end == 0) break;
      word.text.resize(word.text[end] == ' ' ? end : end + 1);
    }
    if (width_of(word) <= room) return word.text.size();
  }
  return 0;
}

// Breaks code that is wider than a line, so that none of it is cut off.
template <class Width>
std::vector<Word> broken_where_too_wide(const std::vector<Word>& words, const Width& width_of, float room) {
  std::vector<Word> all;
  for (Word word : words) {
    std::size_t part = 0;
    while ((part = letters_that_fit(word, width_of, room)) > 0 && part < word.text.size()) {
      all.push_back(word);
      all.back().text.resize(part);
      word = {word.text.substr(word.text[part] == ' ' ? part + 1 : part), word.face, word.ink, word.line};
    }
    all.push_back(std::move(word));
  }
  return all;
}

}  // namespace

float TextColumn::letters(float size) const { return std::max(least_, size * text_); }

float TextColumn::line(float size) const { return std::max(1.25F * letters(size), 1.38F * size * text_); }

// Consecutive words of a line that look the same share one label; the next label begins where the font ended that one.
void TextColumn::prose(const std::vector<lessons::Span>& spans, float size, Ink plain) {
  const float letters = this->letters(size), line = this->line(size), gap = 0.28F * letters;
  const auto height_of = [&](Face face) { return std::max(least_, (face == Face::mono ? 0.92F : 1.0F) * letters); };
  float x = room_.x, begin = x, lead = -1;  // the start of the current run, and its distance from the previous run
  Word run;
  const auto flush = [&] {
    if (run.text.empty()) return;
    const Box box{begin, y_, x - begin + gap, line};  // predicted widths may be slightly wrong
    put(picture_, box, run.text, height_of(run.face), run.ink == Ink::text ? plain : run.ink, run.face);
    picture_.labels.back().gap = lead;
    if (run.line > 0) picture_.hits.push_back({box, {.kind = Target::Kind::line, .number = run.line}});
    run.text.clear();
  };
  const auto width_of = [&](const Word& word) { return text_width(word.text, height_of(word.face), word.face); };
  const std::vector<Word> words = broken_where_too_wide(words_of(spans), width_of, room_.w);
  for (std::size_t n = 0; n < words.size(); ++n) {
    const Word& word = words[n];
    const float wide = width_of(word);
    float together = wide;  // with the words glued to it
    for (std::size_t next = n + 1; next < words.size() && words[next].glued; ++next) together += width_of(words[next]);
    const bool goes_on = !run.text.empty() && run.face == word.face && run.ink == word.ink && run.line == word.line;
    const float blank = goes_on ? text_width(" ", height_of(word.face), word.face) : gap;
    const float before = word.glued || x == room_.x ? 0 : blank;
    const bool breaks = word.paragraph || (!word.glued && x + before + together > room_.right() && x > room_.x);
    if (breaks || !goes_on) {
      const bool follows = !breaks && !run.text.empty();
      flush();
      if (breaks) {
        x = room_.x;
        y_ += word.paragraph ? 1.5F * line : line;
      } else {
        x += before;
      }
      begin = x;
      lead = follows ? before : -1;
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

void TextColumn::add(Picture part) {
  const float height = part.height;
  picture_.add(std::move(part), {room_.x, y_});
  y_ += height + 0.25F * text_;
}

void TextColumn::words(const std::string& text, float size, Ink ink, Face face) {
  const float letters = this->letters(size);
  for (const std::string& line : wrapped(text, 0.97F * room_.w, letters, face)) {
    put(picture_, {room_.x, y_, room_.w, this->line(size)}, line, letters, ink, face);
    y_ += this->line(size);
  }
}

namespace {

constexpr float row_gap = 0.3F;  // between rows of choices, in text sizes
// In sizes of the letters: between choices in a row; the tab with a choice's key; before and behind its words.
constexpr float column_gap = 0.8F, key_tab = 1.4F, before_choice = 1.9F, behind_choice = 0.5F, votes_wide = 2.6F;

}  // namespace

float TextColumn::row(std::size_t lines) const {
  return std::max(line(1) * static_cast<float>(lines) + std::max(0.3F * letters(1), 0.5F * text_), target_);
}

void TextColumn::choice(const std::string& key, const std::string& text, const std::string& behind,
                        const Target& target, Ink line, bool is_strong) {
  const float unit = letters(1), parts = static_cast<float>(in_row_), gap = column_gap * unit;
  const float wide = (room_.w - (parts - 1) * gap) / parts;
  const Face face = is_strong ? Face::bold : Face::sans;
  const float votes = behind.empty() ? 0 : votes_wide * unit;
  const float words = wide - votes - (before_choice + behind_choice) * unit;
  const std::vector<std::string> lines =
      in_row_ > 1 ? std::vector<std::string>{text} : wrapped(text, 0.97F * words, unit, face);
  const Box row{room_.x + static_cast<float>(place_) * (wide + gap), y_, wide, this->row(lines.size())};
  picture_.shapes.push_back({row, Ink::panel, line, is_strong ? 2.0F : 1.0F, 0.3F * unit, 1, Mark::none});
  // The key has a ground of its own, so that it is no part of an answer that is a number, too.
  const Box tab{row.x, row.y, key_tab * unit, row.h};
  const bool is_plain = line == Ink::edge;
  picture_.shapes.push_back({tab, is_plain ? Ink::dim : line, Ink::none, 0, 0.3F * unit});
  put(picture_, tab, key, unit, is_plain ? Ink::panel : Ink::on_ink, Face::bold, Align::center);
  const float half = 0.5F * static_cast<float>(lines.size());
  for (std::size_t n = 0; n < lines.size(); ++n)
    put(picture_,
        {row.x + before_choice * unit, row.middle().y + (static_cast<float>(n) - half) * this->line(1), words,
         this->line(1)},
        lines[n], unit, Ink::text, face);
  put(picture_, {row.right() - votes - behind_choice * unit, row.y, votes, row.h}, behind, unit, Ink::dim, Face::bold,
      Align::right);
  if (target.kind != Target::Kind::none) picture_.hits.push_back({row, target});
  if (++place_ < in_row_) return;
  place_ = 0;
  y_ += row.h + row_gap * text_;
}

void TextColumn::code_choice(const std::string& code, const std::string& behind, const Target& target, bool is_free) {
  const float unit = letters(1), inside = behind_choice * unit, votes = behind_choice + 1.2F;
  const Box row{room_.x, y_, room_.w, std::max(1.6F * unit, target_)};
  picture_.shapes.push_back({row, is_free ? Ink::panel : Ink::none, Ink::edge, 1, 0.3F * unit, 1, Mark::none});
  const float room = row.w - 2 * inside - votes * unit, size = 0.92F * unit;
  put(picture_, {row.x + inside, row.y, room, row.h}, code,
      size * std::min(1.0F, room / text_width(code, size, Face::mono)), is_free ? Ink::text : Ink::dim, Face::mono);
  put(picture_, {row.right() - (votes + behind_choice) * unit, row.y, votes * unit, row.h}, behind, unit, Ink::c,
      Face::bold, Align::right);
  picture_.hits.push_back({row, target});
  y_ += row.h + 0.25F * unit;
}

float TextColumn::pad_wide(const std::string& words) const {
  const float unit = letters(1);
  return std::max({text_width(words, unit, Face::sans) + 0.8F * unit, 1.6F * unit, target_});
}

void TextColumn::pad(const Pad& pad, Box box) {
  const bool can_press = pad.target.kind != Target::Kind::none;
  picture_.shapes.push_back({box, Ink::panel, Ink::edge, 1, 0.3F * letters(1), 1, Mark::none});
  put(picture_, box, pad.words, letters(1), can_press ? Ink::text : Ink::faint, Face::sans, Align::center);
  if (can_press) picture_.hits.push_back({box, pad.target});
}

void TextColumn::number(const std::string& text, bool is_typed, const std::vector<Pad>& digits,
                        const std::vector<Pad>& ends) {
  const float unit = letters(1), gap = row_gap * unit, high = row(1), y = y_;
  const Box whole = room_;
  for (const Pad& end : ends) room_.w -= pad_wide(end.words) + gap;
  choice("=", text, "", {}, Ink::now, is_typed);
  float x = room_.right() + gap;
  room_ = whole;
  for (const Pad& end : ends) {
    const float wide = pad_wide(end.words);
    pad(end, {x, y, wide, high});
    x += wide + gap;
  }
  if (digits.empty()) return;
  const auto most = static_cast<std::size_t>((room_.w + gap) / (pad_wide("0") + gap));
  const std::size_t rows = (digits.size() + most - 1) / most, in_row = (digits.size() + rows - 1) / rows;
  const float wide = std::min((room_.w + gap) / static_cast<float>(in_row) - gap, 1.5F * pad_wide("0"));
  for (std::size_t n = 0; n < digits.size(); ++n)
    pad(digits[n], {room_.x + static_cast<float>(n % in_row) * (wide + gap),
                    y_ + static_cast<float>(n / in_row) * (high + gap), wide, high});
  y_ += static_cast<float>(rows) * (high + gap);
}

void TextColumn::ticked(const std::string& text, Tick tick) {
  const float unit = letters(1), side = 1.15F * unit;
  const Ink ink = tick == Tick::reached ? Ink::c : tick == Tick::missed ? Ink::bad : Ink::edge;
  const float x = room_.x + 1.8F * unit;
  float y = y_;
  for (const std::string& line : wrapped(text, 0.97F * (room_.right() - x), unit, Face::sans)) {
    put(picture_, {x, y, room_.right() - x, 1.5F * unit}, line, unit, Ink::text,
        tick == Tick::reached ? Face::bold : Face::sans);
    y += 1.5F * unit;
  }
  const Box box{room_.x, y_ + 0.18F * unit, side, side};
  picture_.shapes.push_back({box, Ink::none, ink, tick == Tick::open ? 1.0F : 2.0F, 0.2F * unit, 1, Mark::none});
  if (tick == Tick::reached) put(picture_, box, "\u2713", unit, ink, Face::bold, Align::center);
  y_ = y;
}

void TextColumn::share_rows(const std::string& longest) {
  const float unit = letters(1);
  const float needed = text_width(longest, unit, Face::bold) + (before_choice + behind_choice + votes_wide) * unit;
  in_row_ = 4;
  while (in_row_ > 1 && static_cast<float>(in_row_) * (needed + column_gap * unit) > room_.w) in_row_ /= 2;
}

void TextColumn::end_rows() {
  if (place_ > 0) y_ += row(1) + row_gap * text_;
  place_ = 0;
  in_row_ = 1;
}

}  // namespace tilescope
