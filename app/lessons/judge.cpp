#include "app/lessons/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "app/lessons/written_number.h"

namespace tilescope::lessons {

namespace {

char small(char letter) { return static_cast<char>(std::tolower(static_cast<unsigned char>(letter))); }
bool is_of_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || (letter & '\x80') != 0;
}

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), small);
  return text;
}

// Removes the quotes around an answer, and a final full stop.
std::string without_frills(std::string_view answer) {
  std::string text = plainly_written(answer);
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
  return text;
}

// --- Numbers

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char each : text) {
    const bool parts = std::isspace(static_cast<unsigned char>(each)) != 0 || each == ',' || each == '?' || each == ':';
    if (!parts)
      words.back() += small(each);
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// "sectors" and "sector" are the same word.
std::string singular(std::string word) {
  if (word.size() > 1 && word.back() == 's') word.pop_back();
  return word;
}

bool same_words(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const std::string& a, const std::string& b) { return singular(a) == singular(b); });
}

constexpr std::array ends_what_is_counted{"will", "would", "do",   "does", "did",  "is",    "are",    "was",
                                          "were", "has",   "have", "had",  "can",  "could", "come",   "comes",
                                          "run",  "runs",  "move", "miss", "take", "takes", "should", "must"};
constexpr std::array joins{"of", "from", "to",    "on",  "in",  "with", "by", "called",
                           "as", "that", "which", "for", "per", "each", "at"};
constexpr std::array points_at{"of", "the", "these", "those", "its", "all", "them", "both", "two", "three", "four"};

template <class Words>
bool is_one_of(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// What a question counts: {global, loads} and {of, A} in "how many global loads of A will ...".
struct CountedInScene {
  std::vector<std::string> what, more;
};
CountedInScene counted_in(const Asked& asked) {
  const std::vector<std::string> words = words_in(plain_text(asked.text));
  std::size_t at = words.size();
  for (std::size_t n = 0; n + 1 < words.size(); ++n)
    if (words[n] == "how" && words[n + 1] == "many") at = n + 2;
  // "How many of the 16 elements" counts elements.
  while (at < words.size() && (is_one_of(points_at, words[at]) || read_number(words[at]))) ++at;
  CountedInScene counted;
  for (; at < words.size() && !is_one_of(ends_what_is_counted, words[at]) && !is_one_of(joins, words[at]); ++at)
    counted.what.push_back(words[at]);
  for (; at < words.size() && !is_one_of(ends_what_is_counted, words[at]); ++at) counted.more.push_back(words[at]);
  return counted;
}

// Whether the words after a number name what is counted: "global loads of A", "global loads" and "loads", not "bytes".
bool names_what_is_counted(const Asked& asked, const std::vector<std::string>& behind) {
  const CountedInScene counted = counted_in(asked);
  for (std::size_t first = 0; first < counted.what.size(); ++first) {
    std::vector<std::string> named(counted.what.begin() + static_cast<std::ptrdiff_t>(first), counted.what.end());
    if (same_words(behind, named)) return true;
    for (const std::string& word : counted.more) {
      named.push_back(word);
      if (same_words(behind, named)) return true;
    }
  }
  return false;
}

// Integers must match exactly, other numbers to half a percent.
bool same_number(double wanted, double given) {
  if (std::isnan(wanted) || std::isinf(wanted)) return std::isnan(wanted) ? std::isnan(given) : given == wanted;
  const bool whole = std::nearbyint(wanted) == wanted;
  return std::abs(given - wanted) <= (whole ? 1e-6 : 0.005 * std::abs(wanted));
}

Verdict judge_number(const Asked& asked, const std::string& answer) {
  std::string_view text = answer;
  // Also accepts "= 4", and for banks "bank 4".
  if (text.starts_with("=")) text.remove_prefix(1);
  if (asked.kind == Question::Kind::bank && in_small_letters(std::string(text)).starts_with("bank "))
    text.remove_prefix(5);
  const auto given = read_number(text);
  const auto wanted = read_number(asked.accepted.front());
  if (!given) return {false, "this is not a single number"};
  if (!wanted) return {};
  if (!same_number(wanted->value, given->value)) {
    if (given->other && same_number(wanted->value, *given->other))
      return {false, fmt::format("it can also be read as {}", *given->other)};
    return {};
  }
  const std::vector<std::string> behind = words_in(given->behind);
  if (behind.empty() || same_words(behind, words_in(asked.unit)) || names_what_is_counted(asked, behind))
    return {true, ""};
  return {false, fmt::format("'{}' is not what was asked for", given->behind)};
}

// --- Choices

// Keeps blanks only where words or numbers would otherwise merge.
std::string squeezed(std::string_view text) {
  std::string letters;
  bool blank = false;
  for (const char each : text) {
    if (each == ' ') {
      blank = true;
      continue;
    }
    if (blank && !letters.empty() && is_of_word(letters.back()) && is_of_word(each)) letters += ' ';
    blank = false;
    letters += each;
  }
  return letters;
}

// "A[0][2]" is A with 0 and 2, "thread (0,1)" is thread with 0 and 1, "thread 5" is thread with 5.
struct ThingName {
  std::string word;
  std::vector<std::string> numbers;
};
ThingName name_parts(const std::string& name) {
  ThingName parts;
  std::size_t at = 0;
  while (at < name.size() && is_of_word(name[at])) parts.word += name[at++];
  for (bool in_number = false; at < name.size(); ++at) {
    const bool digit = std::isdigit(static_cast<unsigned char>(name[at])) != 0;
    if (digit && !in_number) parts.numbers.emplace_back();
    if (digit) parts.numbers.back() += name[at];
    in_number = digit;
  }
  return parts;
}

void spell_element(const ThingName& name, bool array_goes_without_saying, std::set<std::string>& spelled) {
  const std::string list = fmt::format("{}", fmt::join(name.numbers, ","));
  const std::string brackets = fmt::format("[{}]", fmt::join(name.numbers, "]["));
  for (const std::string& place : {brackets, "[" + list + "]", "(" + list + ")", " " + list})
    spelled.insert(name.word + place);
  if (!array_goes_without_saying) return;
  spelled.insert({brackets, "[" + list + "]"});
  // A bare number is the number of a choice.
  if (name.numbers.size() > 1) spelled.insert({"(" + list + ")", list});
}

void spell_thread(const ThingName& name, std::set<std::string>& spelled) {
  // A thread in a block of one row, with or without its row. Bare numbers are left out; they may mean choices.
  if (name.numbers.size() == 1) {
    const std::string& number = name.numbers[0];
    spelled.insert({"thread " + number, "thread" + number, "thread(" + number + ")", "t" + number, "t " + number,
                    "t(" + number + ")"});
    return spell_thread({name.word, {"0", number}}, spelled);
  }
  const std::string list = fmt::format("{}", fmt::join(name.numbers, ","));
  const std::string blanks = fmt::format("{}", fmt::join(name.numbers, " "));
  for (const std::string word : {"thread", "t"})
    for (const std::string& place : {"(" + list + ")", list, " " + list, " " + blanks}) spelled.insert(word + place);
  spelled.insert({"(" + list + ")", list});
  if (name.numbers.size() != 2) return;
  const std::string &row = name.numbers[0], &column = name.numbers[1];
  if (row.size() == 1 && column.size() == 1) spelled.insert("t" + row + column);
  // In the first row, a thread's number is its column.
  if (row == "0") spelled.insert({"thread " + column, "thread" + column});
}

// All accepted names: the choices, and other spellings of the right answer.
struct ThingNames {
  std::vector<std::string> all;
  std::map<std::string, std::set<std::size_t>> spelled;  // by spelling: the choices that it may mean
  std::map<std::string, std::set<std::size_t>>
      alone;  // threads of one row by number: "5", if it is not a choice's number
};
ThingNames names_in(const Asked& asked, bool folded) {
  ThingNames names;
  names.all = asked.choices;
  for (const std::string& each : asked.accepted)
    if (!is_one_of(names.all, each)) names.all.push_back(each);
  std::set<std::string> words;
  for (const std::string& each : names.all) words.insert(name_parts(each).word);
  for (std::size_t n = 0; n < names.all.size(); ++n) {
    const ThingName name = name_parts(names.all[n]);
    std::set<std::string> spelled{names.all[n]};
    if (name.word == "thread" && name.numbers.size() == 1) names.alone[name.numbers[0]].insert(n);
    if (name.word == "thread")
      spell_thread(name, spelled);
    else if (names.all[n].find('[') != std::string::npos)
      spell_element(name, words.size() == 1, spelled);
    else if (name.numbers.size() == 1)
      spelled.insert(name.word + name.numbers[0]);
    for (const std::string& each : spelled) {
      const std::string key = squeezed(each);
      names.spelled[folded ? in_small_letters(key) : key].insert(n);
    }
  }
  return names;
}

// The parts of an answer: "2 (thread (0,1))" is 2 and "thread (0,1)".
struct AnswerParts {
  std::optional<std::size_t> number;
  std::string words;
};

bool take(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t digits = 0, number = 0;
  for (; digits < text.size() && digits < 6 && std::isdigit(static_cast<unsigned char>(text[digits])) != 0; ++digits)
    number = number * 10 + static_cast<std::size_t>(text[digits] - '0');
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

// Takes "choice 2", "#2", "no. 2" or "2)".
std::optional<std::size_t> take_choice(std::string_view& text) {
  std::string_view rest = text;
  for (const std::string_view word : {"choice", "answer", "number", "nr.", "no.", "#"})
    if (take(rest, word)) break;
  static_cast<void>(take(rest, " "));
  const bool in_brackets = take(rest, "(");
  const auto number = take_number(rest);
  if (!number || (in_brackets && !take(rest, ")"))) return std::nullopt;
  text = rest;
  return number;
}

AnswerParts number_first(std::string_view text) {
  const auto number = take_choice(text);
  if (!number) return {};
  while (!text.empty() && std::string_view(").:=,;- ").find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  return {number, std::string(text)};
}

// Splits "thread (0,1) (2)" or "thread (0,1), choice 2".
AnswerParts number_last(std::string_view text) {
  for (const std::string_view between : {"(", "=", "choice", "#"}) {
    const std::size_t at = text.rfind(between);
    if (at == std::string_view::npos || at == 0) continue;
    std::string_view tail = text.substr(at + (between == "=" ? 1 : 0));
    const auto number = take_choice(tail);
    if (!number || !tail.empty()) continue;
    std::string_view words = text.substr(0, at);
    while (!words.empty() && std::string_view(",;:- ").find(words.back()) != std::string_view::npos)
      words.remove_suffix(1);
    return {number, std::string(words)};
  }
  return {};
}

const std::set<std::size_t>* called(const ThingNames& names, std::string_view words) {
  for (;; words = words.substr(1, words.size() - 2)) {
    if (const auto found = names.spelled.find(std::string(words)); found != names.spelled.end()) return &found->second;
    if (words.size() < 3 || words.front() != '(' || words.back() != ')') return nullptr;
  }
}

// Empty if the answer cannot be understood.
std::optional<Verdict> judge_choice(const Asked& asked, const std::string& answer, bool folded) {
  const std::string text = folded ? in_small_letters(squeezed(answer)) : squeezed(answer);
  const ThingNames names = names_in(asked, folded);
  const auto is_accepted = [&](std::size_t n) { return is_one_of(asked.accepted, names.all[n]); };
  if (const auto* const meant = called(names, text))
    return Verdict{std::all_of(meant->begin(), meant->end(), is_accepted), ""};
  const auto alone = names.alone.find(text);
  const std::set<std::size_t>* const thread = alone == names.alone.end() ? nullptr : &alone->second;
  const auto there_is = [&](std::size_t choice) { return choice >= 1 && choice <= asked.choices.size(); };
  AnswerParts parts = number_first(text);
  if (parts.number && parts.words.empty()) {
    if (there_is(*parts.number)) {
      const bool is_right = *parts.number == asked.right_choice + 1;
      if (is_right || thread == nullptr || !std::all_of(thread->begin(), thread->end(), is_accepted))
        return Verdict{is_right, ""};
      return Verdict{false,
                     fmt::format("it is taken as choice {}; if you mean the thread, write 'thread {}'", text, text)};
    }
    if (thread != nullptr) return Verdict{std::all_of(thread->begin(), thread->end(), is_accepted), ""};
    return Verdict{false, fmt::format("there is no choice {}", *parts.number)};
  }
  const std::set<std::size_t>* meant = parts.number ? called(names, parts.words) : nullptr;
  if (meant == nullptr) {
    parts = number_last(text);
    meant = parts.number ? called(names, parts.words) : nullptr;
  }
  if (meant == nullptr) return std::nullopt;
  if (!there_is(*parts.number)) return Verdict{false, fmt::format("there is no choice {}", *parts.number)};
  const std::size_t choice = *parts.number - 1;
  if (!meant->contains(choice))
    return Verdict{false, fmt::format("the number and the text contradict each other: choice {} is {}", choice + 1,
                                      asked.choices[choice])};
  return Verdict{choice == asked.right_choice, ""};
}

}  // namespace

Verdict judge(const Asked& asked, std::string_view written) {
  const std::string answer = without_frills(written);
  if (answer.empty()) return {};
  if (asked.is_number()) return judge_number(asked, answer);
  // Case matters only if two names differ in nothing else.
  for (const bool folded : {false, true})
    if (const auto verdict = judge_choice(asked, answer, folded)) return *verdict;
  const AnswerParts parts = number_first(in_small_letters(squeezed(answer)));
  if (parts.number && *parts.number == asked.right_choice + 1)
    return {false, fmt::format("the text does not match choice {}", *parts.number)};
  return {};
}

bool accepts(const Asked& asked, std::string_view answer) { return judge(asked, answer).is_right; }

}  // namespace tilescope::lessons
