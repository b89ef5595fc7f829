// Each command and each option that a document names can be typed.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/cmake/document.h"

namespace tilescope::documents {

namespace {

using Options = std::set<std::string>;

// What can be typed: options of each command of `tilescope`, of each script, and all of them together.
struct Typed {
  std::map<std::string, Options> commands, scripts;
  Options all;
  std::set<std::string> benches;
};

// The options that a source declares: of a flag "-o,--output" the long name.
Options declared_in(const std::string& source) {
  static const std::regex option(R"re("(?:-\w,)?(--[a-z][a-z-]*)")re");
  Options found;
  for (std::sregex_iterator at(source.begin(), source.end(), option), end; at != end; ++at) found.insert((*at)[1]);
  if (source.find("output_option") != std::string::npos) found.insert("--output");
  if (source.find("output_options(options") != std::string::npos) found.insert("--json");
  return found;
}

// Options that several commands have stand in files of their own, which their sources include.
void add_included(const fs::path& root, const std::string& file, std::set<std::string>& seen, Options& options) {
  static const std::regex include(
      R"re(#include "((?:app/cli/\w+|app/export/formats|instrumentation/launching/request/request_fields)\.)h")re");
  if (!seen.insert(file).second) return;
  const std::string source = text_of(root / file);
  options.merge(declared_in(source));
  for (std::sregex_iterator at(source.begin(), source.end(), include), end; at != end; ++at)
    for (const char* const ending : {"h", "cpp"}) add_included(root, (*at)[1].str() + ending, seen, options);
}

// The commands that a source adds: command("record", ...) or command(quiz_command.name, ...).
std::vector<std::string> commands_of(const std::string& source) {
  static const std::regex command(R"re(\bcommand\((?:"([a-z-]+)"|(\w+)_command\.name))re");
  std::vector<std::string> found;
  for (std::sregex_iterator at(source.begin(), source.end(), command), end; at != end; ++at)
    found.push_back((*at)[1].str() + (*at)[2].str());
  return found;
}

std::set<std::string> benches_of(const std::string& source) {
  static const std::regex row(R"re(\n    \{"([a-z]+)", ")re");
  std::set<std::string> found;
  for (std::sregex_iterator at(source.begin(), source.end(), row), end; at != end; ++at) found.insert((*at)[1]);
  return found;
}

Options options_in(const std::string& text) {
  static const std::regex option(R"((^|[^\w-])(--[a-z][a-z-]*))");
  Options found;
  for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at) found.insert((*at)[2]);
  return found;
}

Typed typed_in(const fs::path& root) {
  Typed typed;
  typed.all = {"--help", "--version"};
  for (const char* const folder : {"app/cli", "app/class", "tests/bench"})
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string file = entry.path().lexically_relative(root).generic_string();
      for (const std::string& command : commands_of(text_of(entry.path()))) {
        Options options{"--help"};
        std::set<std::string> seen;
        add_included(root, file, seen, options);
        typed.all.insert(options.begin(), options.end());
        typed.commands[command].merge(options);
      }
    }
  for (const auto& entry : fs::directory_iterator(root / "scripts"))
    typed.scripts["scripts/" + entry.path().filename().string()] = options_in(text_of(entry.path()));
  typed.benches = benches_of(text_of(root / "tests/bench/bench.cpp"));
  return typed;
}

// The words of the first command in a line, what stands between quotes left out.
std::vector<std::string> typed_words(const std::string& line) {
  static const std::regex quoted(R"('[^']*'|"[^"]*")"), behind(R"(( #|[|;>]|&&).*)");
  std::string text = std::regex_replace(std::regex_replace(line, quoted, "''"), behind, "");
  std::vector<std::string> words = words_of(text);
  if (!words.empty() && words.front() == "$") words.erase(words.begin());
  return words;
}

bool is_option(const std::string& word) {
  static const std::regex option(R"(--[a-z][a-z-]*(=.*)?)");
  return std::regex_match(word, option);
}

std::string unknown_option(const std::vector<std::string>& words, const Options& known) {
  for (const std::string& word : words)
    if (is_option(word) && !known.contains(word.substr(0, word.find('=')))) return "no option " + word;
  return "";
}

// A word that is a command, where it is not a file, a share string, or stands for one.
std::string wrong_command(const std::vector<std::string>& words, const Typed& typed) {
  static const std::regex command("[a-z-]+");
  if (words.size() < 2 || words[1].front() == '-' || !std::regex_match(words[1], command))
    return unknown_option(words, typed.all);
  const auto found = typed.commands.find(words[1]);
  if (found == typed.commands.end()) return "no command " + words[1];
  if (words[1] == "bench" && words.size() > 2 && std::regex_match(words[2], command) && words[2].front() != '-' &&
      !typed.benches.contains(words[2]))
    return "no command bench " + words[2];
  return unknown_option(words, found->second);
}

std::string wrong_in(const std::string& line, const Typed& typed) {
  const std::vector<std::string> words = typed_words(line);
  if (words.empty()) return "";
  const std::string& first = words.front();
  if (first == "tilescope" || first == "scripts/run" || first.ends_with("/bin/tilescope"))
    return wrong_command(words, typed);
  if (const auto script = typed.scripts.find(first); script != typed.scripts.end())
    return unknown_option(words, script->second);
  return is_option(first) ? unknown_option(words, typed.all) : "";
}

Wrongs wrong_options(const Document& document, const Typed& typed) {
  Wrongs wrongs;
  for (const Piece& code : contents_of(document.text).code)
    if (const std::string wrong = wrong_in(code.text, typed); !wrong.empty())
      wrongs.push_back(document.at(code, wrong));
  return wrongs;
}

TEST(DocumentOptions, CanBeTyped) {
  const Typed typed = typed_in(TILESCOPE_SOURCES);
  EXPECT_GT(typed.commands.size(), 20U);
  EXPECT_GT(typed.benches.size(), 10U);
  const auto check = [&](const Document& document) { return wrong_options(document, typed); };
  EXPECT_EQ(wrong_in_all(TILESCOPE_SOURCES, check), "");
}

// The test itself: what is declared is read, and a command or an option that is not there is seen.
TEST(DocumentOptions, AreReadFromSources) {
  EXPECT_EQ(declared_in(R"(command.option("-o,--output", a); command.flag("--csv", b, "as --json has it");)"),
            (Options{"--csv", "--output"}));
  EXPECT_EQ(commands_of(R"(program.command("view", "the window"); program.command(quiz_command.name, help);)"),
            (std::vector<std::string>{"view", "quiz"}));
}

TEST(DocumentOptions, ThatAreNotThereAreSeen) {
  Typed typed;
  typed.commands = {{"view", {"--task"}}, {"bench", {"--runs"}}};
  typed.scripts["scripts/test"] = {"--quick"};
  typed.all = {"--task", "--runs"};
  typed.benches = {"file"};
  const std::string text =
      "`tilescope view my.cu --task 'a --b' | other --option`, `tilescope bench file --runs 3`, `tilescope COMMAND`\n"
      "`tilescope look`, `tilescope bench fil`\n"
      "```\n$ tilescope view --runs 3  # --no\nscripts/run view --taks\nscripts/test --quick\nscripts/test --slow\n"
      "cmake --build build\ntilescope: --no\n```\n"
      "`--task NAME`, `--tsak`\n";
  EXPECT_EQ(wrong_options({"docs/new.md", text}, typed),
            (Wrongs{"docs/new.md:2: no command look", "docs/new.md:2: no command bench fil",
                    "docs/new.md:4: no option --runs", "docs/new.md:5: no option --taks",
                    "docs/new.md:7: no option --slow", "docs/new.md:11: no option --tsak"}));
}

}  // namespace

}  // namespace tilescope::documents
