#include "app/lessons/question_keys.h"

#include <array>

#include "app/lessons/keys.h"

namespace tilescope::lessons {

namespace {

using QuestionKind = Question::Kind;
using Form = Question::Form;

struct KindKeys {
  std::string_view name;
  std::vector<std::string_view> needs, may, varies;
  std::vector<Form> forms;  // the first is the default
};

// In the order of Question::Kind.
const std::vector<KindKeys>& kinds() {
  static const std::vector<KindKeys> all{
      {"count", {"what"}, {"array", "thread", "at", "unit"}, {"thread", "at"}, {Form::number, Form::choice}},
      {"cell", {"thread", "array"}, {"at"}, {"thread", "at"}, {Form::click, Form::choice}},
      {"bank", {"element"}, {}, {"element"}, {Form::number, Form::choice}},
      {"loader", {"element"}, {"at"}, {"element"}, {Form::click, Form::choice}},
      {"waits", {"at"}, {}, {"at"}, {Form::click, Form::choice}},
      {"value", {"element"}, {"at"}, {"element", "at"}, {Form::number, Form::choice}},
      {"line", {}, {}, {}, {Form::click, Form::choice}},
      {"number", {"ask", "answer"}, {"at", "unit", "other"}, {}, {Form::number, Form::choice}},
      {"giver", {"thread"}, {"at"}, {"thread"}, {Form::click, Form::choice}},
      {"active", {"at"}, {}, {"at"}, {Form::click, Form::choice}},
      {"absent", {"at"}, {"thread"}, {"at"}, {Form::click, Form::choice}},
      {"turn", {"at"}, {}, {"at"}, {Form::click, Form::choice}},
      {"choice", {"ask", "answer", "wrong"}, {"at", "smaller", "larger"}, {}, {Form::choice}},
  };
  return all;
}

constexpr std::array<std::string_view, 3> forms{"number", "choice", "click"};
constexpr std::array<std::string_view, 18> question_keys{"kind",  "form",    "ask",    "at",     "halt",    "what",
                                                         "array", "element", "thread", "answer", "unit",    "explain",
                                                         "why",   "vary",    "other",  "wrong",  "smaller", "larger"};
constexpr std::array<std::string_view, 8> everybodys{"kind", "form", "ask", "halt", "explain", "why", "vary", "wrong"};

bool holds(const std::vector<std::string_view>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string in_words(const std::vector<std::string_view>& list) {
  std::string text;
  for (std::size_t n = 0; n < list.size(); ++n)
    text += (n == 0 ? "" : n + 1 == list.size() ? " and " : ", ") + std::string(list[n]);
  return text;
}

void check_keys(Keys& keys, const KindKeys& kind) {
  for (const std::string_view key : kind.needs)
    keys.require(key, fmt::format("a question of kind {} needs {}", kind.name, in_words(kind.needs)));
  for (const std::string_view key : question_keys) {
    const bool fits = std::find(everybodys.begin(), everybodys.end(), key) != everybodys.end() ||
                      holds(kind.needs, key) || holds(kind.may, key);
    if (keys.has(key) && !fits) keys.wrong(key, fmt::format("a question of kind {} has no such key", kind.name));
  }
}

constexpr std::array texts{std::pair{"ask", &Question::ask},       std::pair{"at", &Question::at},
                           std::pair{"halt", &Question::halt},     std::pair{"what", &Question::what},
                           std::pair{"array", &Question::array},   std::pair{"element", &Question::element},
                           std::pair{"thread", &Question::thread}, std::pair{"answer", &Question::answer},
                           std::pair{"unit", &Question::unit},     std::pair{"explain", &Question::explain},
                           std::pair{"why", &Question::why},       std::pair{"smaller", &Question::smaller},
                           std::pair{"larger", &Question::larger}};

Form read_form(Keys& keys, const KindKeys& known, bool is_known) {
  const auto form = keys.one_of("form", forms);
  if (!form) return known.forms.front();
  const bool fits = std::find(known.forms.begin(), known.forms.end(), static_cast<Form>(*form)) != known.forms.end();
  if (is_known && !fits)
    keys.wrong("form",
               fmt::format("a question of kind {} is answered by {}{}", known.name, name_of(known.forms.front()),
                           known.forms.size() == 1 ? "" : fmt::format(" or {}", name_of(known.forms[1]))));
  return static_cast<Form>(*form);
}

void check_variants(const Question& question, const KindKeys& known, std::vector<Mistake>& mistakes) {
  for (const Written& each : question.vary)
    if (!holds(known.varies, each.text))
      mistakes.push_back({each.line, each.key,
                          known.varies.empty() ? fmt::format("a question of kind {} has nothing to vary", known.name)
                                               : fmt::format("'{}' cannot vary in a question of kind {}; only {} can",
                                                             each.text, known.name, in_words(known.varies))});
}

// The keys of [[step.question.other]] or [[step.question.wrong]]: tables with two required texts.
struct Pairs {
  std::string_view list;
  std::array<std::string_view, 2> keys, missing;
};
constexpr Pairs others{"other", {"ask", "answer"}, {"write another question", "write the answer to this question"}};
constexpr Pairs wrongs{
    "wrong", {"answer", "says"}, {"say which answer is wrong", "say what is wrong with this answer"}};

template <class Pair>
std::vector<Pair> read_pairs(const toml::table& table, const Pairs& of, Keys& keys, std::vector<Mistake>& mistakes) {
  std::vector<Pair> all;
  const toml::node* const node = table.get(of.list);
  if (node == nullptr) return all;
  const toml::array* const list = node->as_array();
  if (list == nullptr || !list->is_array_of_tables()) {
    keys.wrong(of.list, fmt::format("must be a list of tables: write [[step.question.{}]] before each", of.list));
    return all;
  }
  for (const toml::node& each : *list) {
    Keys own(*each.as_table(), fmt::format("step.question.{}.", of.list), mistakes);
    own.allow(of.keys);
    for (std::size_t n = 0; n < of.keys.size(); ++n) own.require(of.keys[n], of.missing[n]);
    Pair pair{own.text(of.keys[0]), own.text(of.keys[1])};
    if (!own.text(of.keys[0]).empty() && !own.text(of.keys[1]).empty()) all.push_back(std::move(pair));
  }
  return all;
}

}  // namespace

Question read_question(const toml::table& table, std::vector<Mistake>& mistakes) {
  Keys keys(table, "step.question.", mistakes);
  keys.allow(question_keys);
  Question question;
  question.line = line_of(table);
  std::vector<std::string_view> names;
  for (const KindKeys& kind : kinds()) names.push_back(kind.name);
  keys.require("kind", "say what kind of question it is");
  const auto kind = keys.one_of("kind", names);
  if (kind) question.kind = static_cast<QuestionKind>(*kind);
  const KindKeys& known = kinds()[static_cast<std::size_t>(question.kind)];
  if (kind) check_keys(keys, known);
  question.form = read_form(keys, known, kind.has_value());
  for (const auto& [key, text] : texts) question.*text = keys.text(key);
  question.vary = keys.texts("vary");
  if (question.kind == QuestionKind::number)
    question.others = read_pairs<Question::Other>(table, others, keys, mistakes);
  question.wrong = read_pairs<Question::Wrong>(table, wrongs, keys, mistakes);
  if (kind) check_variants(question, known, mistakes);
  return question;
}

bool may_vary(QuestionKind kind, std::string_view what) {
  return holds(kinds()[static_cast<std::size_t>(kind)].varies, what);
}

std::string_view name_of(QuestionKind kind) { return kinds()[static_cast<std::size_t>(kind)].name; }
std::string_view name_of(Form form) { return forms[static_cast<std::size_t>(form)]; }

}  // namespace tilescope::lessons
