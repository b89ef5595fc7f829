#include "instrumentation/language/tokens/token.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace tilescope::language {

namespace {

constexpr std::array mark_texts{
    std::string_view{},
#define TILESCOPE_MARK(name, text) std::string_view{text},
#include "instrumentation/language/tokens/marks.inc"
#undef TILESCOPE_MARK
};

constexpr std::array keyword_texts{
    std::string_view{},
#define TILESCOPE_KEYWORD(name, text) std::string_view{text},
#include "instrumentation/language/tokens/keywords.inc"
#undef TILESCOPE_KEYWORD
};

// The characters of a mark as one number.
constexpr std::uint32_t key_of(std::string_view mark) {
  std::uint32_t key = 0;
  for (const char c : mark) key = key << 8U | static_cast<unsigned char>(c);
  return key;
}

constexpr std::array<std::uint32_t, mark_texts.size()> keys_of_marks() {
  std::array<std::uint32_t, mark_texts.size()> keys{};
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = key_of(mark_texts[i]);
  return keys;
}
constexpr auto mark_keys = keys_of_marks();

// Marks that may be written as words.
constexpr std::array<std::pair<std::string_view, Mark>, 11> mark_words{{{"and", Mark::and_and},
                                                                        {"and_eq", Mark::and_equals},
                                                                        {"bitand", Mark::ampersand},
                                                                        {"bitor", Mark::bar},
                                                                        {"compl", Mark::tilde},
                                                                        {"not", Mark::bang},
                                                                        {"not_eq", Mark::not_equal},
                                                                        {"or", Mark::bar_bar},
                                                                        {"or_eq", Mark::bar_equals},
                                                                        {"xor", Mark::caret},
                                                                        {"xor_eq", Mark::caret_equals}}};

// A hash table of the keywords, then the words that are marks: nearly every word of a source is looked up here.
constexpr std::size_t slots = 256;

constexpr std::size_t slot_of(std::string_view word) {
  const auto byte = [&](std::size_t i) -> std::size_t { return static_cast<unsigned char>(word[i]); };
  return (byte(0) * 7 + byte(word.size() - 1) * 31 + byte(word.size() / 2) * 17 + word.size()) % slots;
}

constexpr std::string_view reserved_word(std::size_t number) {
  return number < keyword_texts.size() ? keyword_texts[number] : mark_words[number - keyword_texts.size()].first;
}

constexpr std::array<std::uint8_t, slots> fill_slots() {
  std::array<std::uint8_t, slots> filled{};
  for (std::size_t number = 1; number < keyword_texts.size() + mark_words.size(); ++number) {
    std::size_t slot = slot_of(reserved_word(number));
    while (filled[slot] != 0) slot = (slot + 1) % slots;
    filled[slot] = static_cast<std::uint8_t>(number);
  }
  return filled;
}
constexpr auto reserved_slots = fill_slots();

// The word's number among the reserved words; 0 for others.
std::size_t reserved_number(std::string_view word) {
  if (word.empty()) return 0;
  for (std::size_t slot = slot_of(word); reserved_slots[slot] != 0; slot = (slot + 1) % slots)
    if (reserved_word(reserved_slots[slot]) == word) return reserved_slots[slot];
  return 0;
}

}  // namespace

Mistake when_missing(Mark mark) {
  switch (mark) {
    case Mark::semicolon: return Mistake::missing_semicolon;
    case Mark::open_brace: return Mistake::missing_open_brace;
    case Mark::close_brace: return Mistake::missing_close_brace;
    default: return Mistake::missing_mark;
  }
}

Mistake when_stray(Mark mark) { return mark == Mark::close_brace ? Mistake::stray_close_brace : Mistake::stray_closer; }

const char* text(Mark mark) { return mark_texts[static_cast<std::size_t>(mark)].data(); }
const char* text(Keyword keyword) { return keyword_texts[static_cast<std::size_t>(keyword)].data(); }

Mark mark_of(std::string_view text) {
  const auto found = std::find(mark_keys.begin() + 1, mark_keys.end(), key_of(text));
  return found == mark_keys.end() ? Mark::none : static_cast<Mark>(found - mark_keys.begin());
}

Reserved reserved(std::string_view word) {
  const std::size_t number = reserved_number(word);
  if (number < keyword_texts.size()) return {static_cast<Keyword>(number), Mark::none};
  return {Keyword::none, mark_words[number - keyword_texts.size()].second};
}

Keyword keyword_of(std::string_view word) { return reserved(word).keyword; }

int strength(Mark mark) {
  switch (mark) {
    case Mark::bar_bar: return 1;
    case Mark::and_and: return 2;
    case Mark::bar: return 3;
    case Mark::caret: return 4;
    case Mark::ampersand: return 5;
    case Mark::equal:
    case Mark::not_equal: return 6;
    case Mark::less:
    case Mark::greater:
    case Mark::less_equal:
    case Mark::greater_equal: return 7;
    case Mark::left:
    case Mark::right: return 8;
    case Mark::plus:
    case Mark::minus: return 9;
    case Mark::star:
    case Mark::slash:
    case Mark::percent: return 10;
    case Mark::dot_star:
    case Mark::arrow_star: return 11;
    default: return 0;
  }
}

bool assigns(Mark mark) {
  switch (mark) {
    case Mark::equals:
    case Mark::plus_equals:
    case Mark::minus_equals:
    case Mark::star_equals:
    case Mark::slash_equals:
    case Mark::percent_equals:
    case Mark::and_equals:
    case Mark::bar_equals:
    case Mark::caret_equals:
    case Mark::left_equals: return true;
    default: return false;
  }
}

}  // namespace tilescope::language
