// Each key that a document names is one of the program's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <string>

#include "tests/cmake/document.h"

namespace tilescope::documents {

namespace {

using Keys = std::set<std::string>;  // as the window writes them: "Shift + B", "Ctrl + Page Up", "?"

// "page_up" as "Page Up"
std::string in_words(const std::string& name) {
  if (name == "escape") return "Esc";
  if (name == "erase") return "Delete";
  std::string words;
  for (const char letter : name) {
    const bool begins = words.empty() || words.back() == ' ';
    words += letter == '_' ? ' '
             : begins      ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter)))
                           : letter;
  }
  return words;
}

bool is_capital(char letter) { return std::isupper(static_cast<unsigned char>(letter)) != 0; }
std::string capital(char letter) { return {static_cast<char>(std::toupper(static_cast<unsigned char>(letter)))}; }

// A letter as it is typed: 'B' is typed with Shift.
std::string typed(char letter) {
  return letter == ' ' ? "Space" : is_capital(letter) ? std::string("Shift + ") + letter : capital(letter);
}

// The tables of acts and of the editor: letter('b'), shift(Key::right), control('w'), control_shift('s'), alt(Key::up).
void add_presses(const std::string& source, Keys& keys) {
  static const std::regex press(R"(\b(key|shift|letter|control|control_shift|alt)\((?:Key::(\w+)|'(.)')\))");
  for (std::sregex_iterator at(source.begin(), source.end(), press), end; at != end; ++at) {
    const std::string with = (*at)[1], named = (*at)[2], letter = (*at)[3];
    const std::string name = !named.empty()     ? in_words(named)
                             : with == "letter" ? typed(letter[0])
                                                : capital(letter[0]);
    keys.insert((with.starts_with("control") ? "Ctrl + "
                 : with == "alt"             ? "Alt + "
                                             : "") +
                std::string(with.ends_with("shift") ? "Shift + " : "") + name);
  }
}

// The views that explain: .key = 'C'.
void add_views(const std::string& source, Keys& keys) {
  static const std::regex row(R"(\.key = '(.)')");
  for (std::sregex_iterator at(source.begin(), source.end(), row), end; at != end; ++at)
    keys.insert(typed((*at)[1].str()[0]));
}

// A page in a browser: what stands in place of a key, as alt(U'n'), and what the browser keeps, as U"rtwnpq" with Ctrl.
void add_page(const std::string& source, Keys& keys) {
  static const std::regex instead(R"(\balt\((?:Key::(\w+)|U'(.)')\))"), named(R"(Key::(\w+))"), kept(R"re(U"(\w+)")re");
  for (std::sregex_iterator at(source.begin(), source.end(), instead), end; at != end; ++at)
    keys.insert("Alt + " + ((*at)[1].matched ? in_words((*at)[1]) : capital((*at)[2].str()[0])));
  for (std::sregex_iterator at(source.begin(), source.end(), named), end; at != end; ++at)
    keys.insert({in_words((*at)[1]), "Ctrl + " + in_words((*at)[1])});
  for (std::sregex_iterator at(source.begin(), source.end(), kept), end; at != end; ++at)
    for (const char letter : (*at)[1].str()) keys.insert("Ctrl + " + capital(letter));
}

// Votes of a class: letter >= '1' && letter <= '4'.
void add_votes(const std::string& source, Keys& keys) {
  static const std::regex range(R"(letter >= '(\d)' && letter <= '(\d)')");
  std::smatch found;
  if (!std::regex_search(source, found, range)) return;
  for (char digit = found[1].str()[0]; digit <= found[2].str()[0]; ++digit) keys.insert({digit});
}

Keys keys_in(const fs::path& root) {
  Keys keys;
  add_presses(text_of(root / "app/session/shortcuts.cpp"), keys);
  add_views(text_of(root / "app/explain/views.cpp"), keys);
  add_presses(text_of(root / "app/editor/keys.cpp"), keys);
  add_page(text_of(root / "app/names/page_keys.cpp"), keys);
  add_votes(text_of(root / "app/desk/desk.cpp"), keys);
  return keys;
}

// While one types, Alt gives playback its keys.
bool is_key(const std::string& name, const Keys& keys) {
  return keys.contains(name) || (name.starts_with("Alt + ") && keys.contains(name.substr(6)));
}

// All that a line has of one form: the key in brackets of the expression. A key of two forms is told once.
void look_for(const std::regex& form, const Piece& piece, const Keys& keys, const Document& document, Wrongs& wrongs) {
  for (std::sregex_iterator at(piece.text.begin(), piece.text.end(), form), end; at != end; ++at) {
    const std::string wrong = document.at(piece, "no key " + (*at)[1].str());
    if (!is_key((*at)[1], keys) && std::find(wrongs.begin(), wrongs.end(), wrong) == wrongs.end())
      wrongs.push_back(wrong);
  }
}

// A key as a script names it, in the window's words: "Ctrl+q", "PageUp", "T".
std::string named_in_script(const std::string& name) {
  static const std::regex plus(R"(\+(?=.))"), joined("Page(?=[A-Z])");
  if (name.size() == 1) return typed(name[0]);
  std::string words = std::regex_replace(std::regex_replace(name, plus, " + "), joined, "Page ");
  if (words.ends_with("Plus")) words.replace(words.size() - 4, 4, "+");
  words.back() = words[words.size() - 2] == ' ' ? capital(words.back())[0] : words.back();
  return words;
}

void look_into_scripts(const Document& document, const Keys& keys, Wrongs& wrongs) {
  static const std::regex line(R"(key ((?:Ctrl\+|Shift\+|Alt\+)*(?:[A-Z]?[a-z]+(?:Up|Down)?|\S|F\d+))( \d+)?( +#.*)?)");
  std::smatch found;
  for (const Piece& code : contents_of(document.text).code)
    if (std::regex_match(code.text, found, line) && !is_key(named_in_script(found[1]), keys))
      wrongs.push_back(document.at(code, "no key " + named_in_script(found[1])));
}

// Keys that are pressed together, a key in bold, F1 to F12 in bold or in code, and the first cells of a table of keys;
// letters in code elsewhere are names of other things.
Wrongs wrong_keys(const Document& document, const Keys& keys) {
  static const std::regex together(
      R"(\b((?:(?:Ctrl|Shift|Alt) \+ )+(?:Page [A-Z][a-z]+|F\d+|[A-Z][a-z]+|[^\sa-z`*<\[]))(?!\w))");
  static const std::regex bold(R"(\*\*([^\sa-z*]|Page [A-Z][a-z]+)\*\*)"), function(R"([*`]+(F\d+)[*`]+)");
  static const std::regex code("`([^`]+)`"), head(R"(\| keys? \| (?!is ))");
  Wrongs wrongs;
  for (const Piece& line : lines_of(document.text)) {
    if (line.is_fenced) continue;
    for (const std::regex* const form : {&together, &bold, &function}) look_for(*form, line, keys, document, wrongs);
  }
  for (const Piece& cell : first_cells(document.text, head)) look_for(code, cell, keys, document, wrongs);
  look_into_scripts(document, keys, wrongs);
  return wrongs;
}

TEST(DocumentKeys, AreKeysOfTheProgram) {
  const Keys keys = keys_in(TILESCOPE_SOURCES);
  EXPECT_GT(keys.size(), 120U);
  const auto check = [&](const Document& document) { return wrong_keys(document, keys); };
  EXPECT_EQ(wrong_in_all(TILESCOPE_SOURCES, check), "");
}

// The test itself: keys are read from their tables, and one that is not there is seen.
TEST(DocumentKeys, AreReadFromSources) {
  Keys keys;
  add_presses(
      "{letter('b'), letter('B'), letter(' '), key(Key::page_up), shift(Key::f10), control_shift('s'), alt(Key::up)}",
      keys);
  add_views(".key = 'C', .key = 'e'", keys);
  EXPECT_EQ(keys, (Keys{"B", "Shift + B", "Space", "Page Up", "Shift + F10", "Ctrl + Shift + S", "Alt + Up",
                        "Shift + C", "E"}));
  Keys others;
  add_page("alt(U'n'), press.key == Key::f5, U\"rt\"", others);
  add_votes("letter >= '1' && letter <= '2'", others);
  EXPECT_EQ(others, (Keys{"Alt + N", "F5", "Ctrl + F5", "Ctrl + R", "Ctrl + T", "1", "2"}));
}

TEST(DocumentKeys, ThatAreNotThereAreSeen) {
  const Keys keys{"B", "Shift + B", "Ctrl + S", "Page Up", "F8", "1", "Right"};
  const std::string text =
      "**B** and **Shift + B**, Ctrl + S, Alt + Page Up, `F8`, Shift + click, a matrix `A`\n"
      "**C**, `Shift + C`, Ctrl + Page Up\n`F9`\n\n"
      "| keys | action |\n|---|---|\n| `B`, `Right`; `D`, `Shift + D` | goes |\n\n| key | is |\n|---|---|\n| `title` | "
      "its title |\n"
      "`key Ctrl+s`, `key b`, `key C`, `key NAME`\n```\nkey Right 3  # on\nkey Left\n```\n";
  EXPECT_EQ(wrong_keys({"docs/new.md", text}, keys),
            (Wrongs{"docs/new.md:2: no key Shift + C", "docs/new.md:2: no key Ctrl + Page Up",
                    "docs/new.md:2: no key C", "docs/new.md:3: no key F9", "docs/new.md:7: no key Shift + D",
                    "docs/new.md:7: no key D", "docs/new.md:12: no key Shift + C", "docs/new.md:15: no key Left"}));
}

}  // namespace

}  // namespace tilescope::documents
