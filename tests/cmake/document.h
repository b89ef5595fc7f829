// A document in Markdown, taken apart: text as code, fenced lines, links, headings, tables.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::documents {

namespace fs = std::filesystem;

using Wrongs = std::vector<std::string>;  // each with document, line and what is wrong there

// A piece of a document, and the line at which it begins.
struct Piece {
  std::size_t line = 0;
  std::string text;
  bool is_fenced = false;
};

struct Document {
  std::string path;  // below the root, as "docs/manual.md"
  std::string text;

  [[nodiscard]] fs::path folder() const { return fs::path(path).parent_path(); }
  [[nodiscard]] std::string at(const Piece& piece, const std::string& what) const {
    return fmt::format("{}:{}: {}", path, piece.line, what);
  }
};

inline std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The folders of the project; what else lies beside them is the builds' or a user's.
inline constexpr const char* tops[] = {"app",     "assets",  "cmake",   "docs",  "instrumentation",
                                       "kernels", "scripts", "shaders", "tests", ".ci"};

// All files and folders in them, as paths below the root.
inline std::vector<std::string> paths_below(const fs::path& root) {
  std::vector<std::string> all{"README.md", "CMakeLists.txt", "CMakePresets.json", "LICENSE"};
  for (const char* const top : tops) {
    all.emplace_back(top);
    for (const auto& entry : fs::recursive_directory_iterator(root / top))
      all.push_back(entry.path().lexically_relative(root).generic_string());
  }
  return all;
}

// All documents of the project; what readers once asked is quoted as they wrote it.
inline std::vector<Document> all_documents(const fs::path& root) {
  std::vector<Document> all;
  for (const std::string& path : paths_below(root))
    if (path.ends_with(".md") && path != "docs/readers/questions.md") all.push_back({path, text_of(root / path)});
  return all;
}

// What a check finds wrong in all of them, a line each.
template <class Check>
std::string wrong_in_all(const fs::path& root, const Check& check) {
  std::string lines;
  for (const Document& document : all_documents(root))
    for (const std::string& wrong : check(document)) lines += wrong + "\n";
  return lines;
}

// Whether a document speaks of the sources: only there is a name in code letters a name of the sources.
inline bool is_of_sources(const std::string& path) {
  static const std::regex about(R"(docs/(architecture|contributing|invariants|limits)\.md|docs/decisions/.*)");
  const bool is_in_folder = path.ends_with("/README.md") || !path.starts_with("docs/");
  return path != "README.md" && (is_in_folder || std::regex_match(path, about));
}

inline std::vector<Piece> lines_of(const std::string& text) {
  std::vector<Piece> lines;
  bool is_fenced = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    Piece line{lines.size() + 1, text.substr(at, end - at), is_fenced};
    const std::size_t fence = line.text.find("```");
    if (fence != std::string::npos && fence == line.text.find_first_not_of(' ')) {
      is_fenced = !is_fenced;
      line = {line.line, "", true};
    }
    lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

// Code between backticks in a paragraph; it is taken out of the paragraph, and blanks stand in its place.
inline std::vector<Piece> take_code(Piece& paragraph) {
  std::vector<Piece> found;
  std::string& text = paragraph.text;
  for (std::size_t open = 0; (open = text.find('`', open)) != std::string::npos;) {
    const std::size_t begin = std::min(text.find_first_not_of('`', open), text.size());
    const std::string mark = text.substr(open, begin - open);
    const std::size_t close = text.find(mark, begin);
    if (close == std::string::npos) break;
    const auto line = static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<long>(begin), '\n'));
    std::string code = text.substr(begin, close - begin);
    std::replace(code.begin(), code.end(), '\n', ' ');
    found.push_back({paragraph.line + line, code, false});
    for (; open < close + mark.size(); ++open)
      if (text[open] != '\n') text[open] = ' ';
  }
  return found;
}

// What a document says in code letters, and what it says besides.
struct Contents {
  std::vector<Piece> code, prose;
};

inline Contents contents_of(const std::string& text) {
  Contents all;
  Piece paragraph;
  const auto end_paragraph = [&] {
    if (paragraph.text.empty()) return;
    for (const Piece& code : take_code(paragraph)) all.code.push_back(code);
    all.prose.push_back(paragraph);
    paragraph = {};
  };
  for (const Piece& line : lines_of(text)) {
    const bool stands_alone = line.is_fenced || line.text.empty() || line.text.front() == '|';
    if (stands_alone) end_paragraph();
    if (line.is_fenced) all.code.push_back(line);
    if (line.is_fenced || line.text.empty()) continue;
    if (paragraph.text.empty()) paragraph.line = line.line;
    paragraph.text += line.text + "\n";
    if (stands_alone) end_paragraph();
  }
  end_paragraph();
  return all;
}

// The places that links and pictures lead to.
inline std::vector<Piece> links_of(const std::string& text) {
  static const std::regex link(R"(\]\(([^()\s]+)\))");
  std::vector<Piece> found;
  for (const Piece& prose : contents_of(text).prose)
    for (std::sregex_iterator at(prose.text.begin(), prose.text.end(), link), end; at != end; ++at) {
      const auto line = std::count(prose.text.begin(), prose.text.begin() + at->position(), '\n');
      found.push_back({prose.line + static_cast<std::size_t>(line), (*at)[1].str(), false});
    }
  return found;
}

// The anchors of a document's headings, as the usual readers of Markdown name them.
inline std::vector<std::string> anchors_of(const std::string& text) {
  std::vector<std::string> all;
  std::map<std::string, int> seen;
  for (const Piece& line : lines_of(text)) {
    const std::size_t words = line.text.find_first_not_of('#');
    if (line.is_fenced || words == 0 || words == std::string::npos || line.text[words] != ' ') continue;
    std::string anchor;
    for (const char letter : line.text.substr(words + 1)) {
      const auto byte = static_cast<unsigned char>(letter);
      if (std::isalnum(byte) != 0 || letter == '-' || letter == '_' || byte >= 0x80)
        anchor += static_cast<char>(std::tolower(byte));
      else if (letter == ' ')
        anchor += '-';
    }
    const int before = seen[anchor]++;
    all.push_back(before == 0 ? anchor : fmt::format("{}-{}", anchor, before));
  }
  return all;
}

// The first cells of the tables whose first row begins so.
inline std::vector<Piece> first_cells(const std::string& text, const std::regex& head) {
  std::vector<Piece> found;
  bool is_table = false, is_meant = false;
  for (const Piece& line : lines_of(text)) {
    const bool is_row = !line.is_fenced && line.text.starts_with("| ");
    if (is_row && !is_table) is_meant = std::regex_search(line.text, head, std::regex_constants::match_continuous);
    if (is_row && is_table && is_meant)
      found.push_back({line.line, line.text.substr(2, line.text.find(" |", 2) - 2), false});
    is_table = is_row || (is_table && line.text.starts_with("|--"));
  }
  return found;
}

inline std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(" \t", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

inline bool is_word_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

}  // namespace tilescope::documents
