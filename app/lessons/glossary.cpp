#include "app/lessons/glossary.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "app/lessons/keys.h"
#include "instrumentation/assets.h"
#include "instrumentation/error.h"

namespace tilescope::lessons {

namespace {

constexpr const char* glossary_file = "glossary.toml";
constexpr std::array<std::string_view, 1> glossary_keys{"term"};
constexpr std::array<std::string_view, 3> term_keys{"name", "says", "lesson"};

Term read_term(const toml::table& table, std::vector<Mistake>& mistakes) {
  Keys keys(table, "term.", mistakes);
  keys.allow(term_keys);
  keys.require("name", "a term needs a name");
  keys.require("says", "say what the term means");
  keys.require("lesson", "say which lesson teaches the term");
  return {keys.text("name").text, keys.text("says").text, keys.text("lesson").text};
}

}  // namespace

Glossary read_glossary(const std::string& text, const std::string& file) {
  Glossary read;
  try {
    const toml::table table = toml::parse(text, file);
    Keys keys(table, "", read.mistakes);
    keys.allow(glossary_keys);
    const toml::node* const node = table.get("term");
    const toml::array* const list = node == nullptr ? nullptr : node->as_array();
    if (list == nullptr || !list->is_array_of_tables())
      keys.wrong("term", "must be a list of tables: write [[term]] before each");
    else
      for (const toml::node& each : *list) read.terms.push_back(read_term(*each.as_table(), read.mistakes));
  } catch (const toml::parse_error& error) {
    read.mistakes.push_back({static_cast<std::uint32_t>(error.source().begin.line), "", words_of(error)});
  }
  return read;
}

Glossary glossary() {
  Glossary read = read_glossary(read_asset(glossary_file), glossary_file);
  if (!read.mistakes.empty()) throw UsageError(words_of(glossary_file, read.mistakes.front()));
  return read;
}

std::size_t step_of_term(const Lesson& lesson, const Term& term) {
  const auto in_small_letters = [](std::string text) {
    for (char& letter : text) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text;
  };
  const std::string bold = "**" + in_small_letters(term.name);
  const auto tells = [&](const Step& step) { return in_small_letters(step.text.text).find(bold) != std::string::npos; };
  const auto told = std::find_if(lesson.steps.begin(), lesson.steps.end(), tells);
  return told == lesson.steps.end() ? 0 : static_cast<std::size_t>(told - lesson.steps.begin());
}

}  // namespace tilescope::lessons
