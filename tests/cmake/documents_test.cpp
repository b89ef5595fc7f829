// Each link, file and name of the sources that a document has is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/cmake/document.h"
#include "tests/cmake/source_names.h"

namespace tilescope::documents {

namespace {

const Project& project() {
  static const Project all = project_at(TILESCOPE_SOURCES);
  return all;
}

// Links.

Wrongs wrong_links(const Document& document, const fs::path& root) {
  Wrongs wrongs;
  for (const Piece& link : links_of(document.text)) {
    if (link.text.find("://") != std::string::npos) continue;
    const std::size_t hash = std::min(link.text.find('#'), link.text.size());
    const std::string name = link.text.substr(0, hash), anchor = link.text.substr(std::min(hash + 1, link.text.size()));
    const fs::path file = root / (name.empty() ? fs::path(document.path) : document.folder() / name);
    if (!name.empty() && !fs::exists(file)) {
      wrongs.push_back(document.at(link, "no file " + name));
      continue;
    }
    if (anchor.empty()) continue;
    const std::vector<std::string> anchors = anchors_of(name.empty() ? document.text : text_of(file));
    if (std::find(anchors.begin(), anchors.end(), anchor) == anchors.end())
      wrongs.push_back(document.at(link, "no heading " + link.text));
  }
  return wrongs;
}

// Files.

bool fits(const std::string& glob, const std::set<std::string>& names) {
  if (glob.find('*') == std::string::npos) return names.contains(glob);
  std::string pattern;
  for (const char letter : glob)
    pattern += letter == '*' ? "[^/]*" : is_word_letter(letter) ? std::string{letter} : std::string{'\\', letter};
  const std::regex expression(pattern);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return std::regex_match(name, expression); });
}

// A word that begins with a folder of the root, in any code.
bool is_path_from_root(const std::string& word) {
  static const std::regex path(R"([\w./*+-]+)");
  const std::string top = word.substr(0, word.find('/'));
  return top.size() < word.size() && std::find(std::begin(tops), std::end(tops), top) != std::end(tops) &&
         std::regex_match(word, path);
}

// The name of a file of the sources, perhaps below a folder.
bool is_file_name(const std::string& word) {
  static const std::regex name(
      R"([\w.*-][\w./*-]*\.(h|cpp|cu|cuh|inc|toml|md|cmake|txt|py|js|html|vert|frag|in|csv|tsc|json|png))");
  return std::regex_match(word, name);
}

Wrongs wrong_files(const Document& document, const Project& all) {
  Wrongs wrongs;
  const bool is_folders = !document.path.starts_with("docs/");
  for (const Piece& code : contents_of(document.text).code)
    for (std::string word : words_of(code.text)) {
      const bool is_from_root = is_path_from_root(word);
      if (!is_from_root &&
          (code.is_fenced || word != code.text || !is_of_sources(document.path) || !is_file_name(word)))
        continue;
      while (word.ends_with('/') || word.ends_with('.')) word.pop_back();
      const std::string below = (document.folder() / word).lexically_normal().generic_string();
      if (fits(word, all.files) || (is_folders && fits(below, all.files))) continue;
      if (!is_from_root && !is_folders && fits(word, all.endings)) continue;
      wrongs.push_back(document.at(code, "no file " + word));
    }
  return wrongs;
}

// Names of the sources.

bool is_test(const std::string& name, const Project& all) {
  static const std::regex ending("(_slow)?_test");
  std::string folder = std::regex_replace(name, ending, "");
  std::replace(folder.begin(), folder.end(), '_', '/');
  return all.endings.contains(name + ".cpp") || all.endings.contains(folder);
}

bool is_type(const std::string& name) {
  static const std::regex type(R"([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)");
  return std::regex_match(name, type);
}

bool is_there(const std::string& name, const Project& all) {
  if (name.ends_with("()")) return all.names.calls(name.substr(0, name.size() - 2));
  if (is_type(name)) return all.names.declares(name);
  return all.names.has(name) || (name.ends_with("_test") && is_test(name, all));
}

// "One::two::three()": each is there, and each is where the one before it is declared.
bool are_there(const std::string& name, const Project& all) {
  const std::size_t colons = name.rfind("::");
  if (colons == std::string::npos) return is_there(name, all);
  const std::string outer = name.substr(0, colons), last = name.substr(colons + 2);
  const std::size_t before = outer.rfind("::");
  const std::string type = before == std::string::npos ? outer : outer.substr(before + 2);
  const std::string member = last.substr(0, last.find('('));
  if (type == "std") return true;
  return all.names.has_member(type, member) && is_there(last, all) && are_there(outer, all);
}

// What a word of code names, without what stands around it: "NAME" of "-DNAME=ON".
std::string named_by(std::string word) {
  if (word.starts_with("-D")) word.erase(0, 2);
  word.erase(std::min(word.find('='), word.size()));
  while (!word.empty() && (word.back() == ',' || word.back() == ';')) word.pop_back();
  return word;
}

// A name that is written as no word of a language is; a type only where a document speaks of the sources. "_up_" is a
// piece of one.
bool is_name(const std::string& word, bool is_alone, bool is_of_sources) {
  static const std::regex name(R"([A-Za-z_]\w*(::~?\w+)*(\(\))?)");
  if (!std::regex_match(word, name) || word.ends_with('_')) return false;
  const bool has_sign = word.find('_', word.find_first_not_of('_')) != std::string::npos || word.ends_with(')') ||
                        word.find(':') < word.size();
  return has_sign || (is_alone && is_of_sources && is_type(word));
}

Wrongs wrong_names(const Document& document, const Project& all) {
  Wrongs wrongs;
  for (const Piece& code : contents_of(document.text).code)
    for (const std::string& word : words_of(code.is_fenced ? "" : code.text)) {
      const std::string name = named_by(word);
      if (is_name(name, word == code.text, is_of_sources(document.path)) && !are_there(name, all))
        wrongs.push_back(document.at(code, "no name " + name));
    }
  return wrongs;
}

// Keys of files: what a table headed "key | is" has as `[[step]]` or `title`, a source has in quotes.
Wrongs wrong_file_keys(const Document& document, const Project& all) {
  static const std::regex head(R"(\| key \| is )"), code(R"(`\[*(\w+)\]*`)");
  Wrongs wrongs;
  for (const Piece& cell : first_cells(document.text, head))
    for (std::sregex_iterator at(cell.text.begin(), cell.text.end(), code), end; at != end; ++at)
      if (const std::string key = (*at)[1]; !all.names.quotes(key))
        wrongs.push_back(document.at(cell, "no key " + key));
  return wrongs;
}

// A project of three files, for the tests of the test itself.
Project small_project() {
  Project small;
  for (const char* const path : {"app", "app/replay", "app/replay/frame.h", "app/replay/README.md", "tests/app/replay"})
    add_path(small, path);
  small.names.add("namespace tilescope::replay {\n// Gone::gone() went away\nstruct Frame { int moments; };\n", true);
  small.names.add("enum class Mark { ring };\nint made_of(Frame& frame);\nread(table[\"title\"]);\n", true);
  return small;
}

TEST(Documents, AreFound) {
  EXPECT_GT(all_documents(TILESCOPE_SOURCES).size(), 100U);
  EXPECT_GT(project().files.size(), 3000U);
}

TEST(Documents, LinksLeadToFilesAndHeadings) {
  const auto check = [](const Document& document) { return wrong_links(document, TILESCOPE_SOURCES); };
  EXPECT_EQ(wrong_in_all(TILESCOPE_SOURCES, check), "");
}

TEST(Documents, FilesAreThere) {
  const auto check = [](const Document& document) { return wrong_files(document, project()); };
  EXPECT_EQ(wrong_in_all(TILESCOPE_SOURCES, check), "");
}

TEST(Documents, NamesAreThere) {
  const auto check = [](const Document& document) { return wrong_names(document, project()); };
  EXPECT_EQ(wrong_in_all(TILESCOPE_SOURCES, check), "");
}

TEST(Documents, KeysOfFilesAreThere) {
  const auto check = [](const Document& document) { return wrong_file_keys(document, project()); };
  EXPECT_EQ(wrong_in_all(TILESCOPE_SOURCES, check), "");
}

// The test itself: a mistake of each kind is seen with its line, and what is right is not one.
TEST(Documents, ALinkThatLeadsNowhereIsSeen) {
  const Document document{
      "docs/new.md",
      "# A *new* page: `one`\n[keys](manual.md#keys), [one](#a-new-page-one), "
      "[site](https://example.org/none)\n\n"
      "[gone\naway](gone.md), [none](manual.md#no-such-heading), [two](#two)\n"
      "![picture](pictures/gone.png) and `[code](gone.md)`\n```\n[fenced](gone.md)\n\n[fenced](gone.md)\n```\n"};
  EXPECT_EQ(wrong_links(document, TILESCOPE_SOURCES),
            (Wrongs{"docs/new.md:5: no file gone.md", "docs/new.md:5: no heading manual.md#no-such-heading",
                    "docs/new.md:5: no heading #two", "docs/new.md:6: no file pictures/gone.png"}));
}

TEST(Documents, AFileThatIsNotThereIsSeen) {
  const std::string text =
      "`app/replay/`, `app/replay/*.h`, `replay/frame.h`\n`app/gone.h`, `frame.h`\n"
      "```\ncp app/replay/frame.h mine.toml\ncat app/gone/*.h\n```\n`edit mine.cu`\n";
  EXPECT_EQ(wrong_files({"app/README.md", text}, small_project()),
            (Wrongs{"app/README.md:2: no file app/gone.h", "app/README.md:2: no file frame.h",
                    "app/README.md:5: no file app/gone/*.h"}));
  EXPECT_EQ(wrong_files({"docs/limits.md", "`frame.h`, `gone.h`\n"}, small_project()),
            Wrongs{"docs/limits.md:1: no file gone.h"});
  EXPECT_EQ(wrong_files({"docs/manual.md", "`mine.cu`, `app/gone.h`\n"}, small_project()),
            Wrongs{"docs/manual.md:1: no file app/gone.h"});
}

TEST(Documents, ANameThatIsNotThereIsSeen) {
  const std::string text =
      "`Frame::moments`, `replay::Frame`, `Mark::ring`, `made_of()`, `app_replay_test`\n"
      "`Frame::ring`\n`Gone`, `gone()`\n`app_gone_test --all`, `-DMADE_OF=ON`\n`moments()`\n";
  EXPECT_EQ(wrong_names({"app/README.md", text}, small_project()),
            (Wrongs{"app/README.md:2: no name Frame::ring", "app/README.md:3: no name Gone",
                    "app/README.md:3: no name gone()", "app/README.md:4: no name app_gone_test",
                    "app/README.md:4: no name MADE_OF", "app/README.md:5: no name moments()"}));
  EXPECT_EQ(wrong_names({"docs/manual.md", "`Gone`, `_up_`, `made_up`\n"}, small_project()),
            Wrongs{"docs/manual.md:1: no name made_up"});
}

TEST(Documents, AKeyOfAFileThatIsNotThereIsSeen) {
  const std::string text =
      "| key | is |\n|---|---|\n| `title` | its title |\n| `name`, `[[title]]` | its name |\n\n| other | is "
      "|\n|---|---|\n| `gone` | |\n";
  EXPECT_EQ(wrong_file_keys({"docs/new.md", text}, small_project()), Wrongs{"docs/new.md:4: no key name"});
}

}  // namespace

}  // namespace tilescope::documents
