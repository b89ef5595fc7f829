// The names that the sources have: each word, what is called, what is declared, and in which files.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tests/cmake/document.h"

namespace tilescope::documents {

class SourceNames {
 public:
  // A comment of C++ names nothing. Kernels keep theirs: their headers stand in them.
  void add(const std::string& text, bool is_cpp) {
    ++file_;
    std::string_view before;
    for (std::size_t at = 0; at < text.size();) {
      if (is_cpp && text.compare(at, 2, "//") == 0 && (at == 0 || text[at - 1] != ':')) {
        at = text.find('\n', at);
        continue;
      }
      if (!is_word_letter(text[at])) {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      while (at < text.size() && is_word_letter(text[at])) ++at;
      const std::string_view word = std::string_view(text).substr(begin, at - begin);
      const char after = at < text.size() ? text[at] : ' ';
      if (begin > 0 && text[begin - 1] == '"' && after == '"') quoted_.emplace(word);
      before = add_word(word, before, after);
    }
  }

  [[nodiscard]] bool has(const std::string& word) const { return words_.contains(word); }
  [[nodiscard]] bool calls(const std::string& word) const { return called_.contains(word); }
  [[nodiscard]] bool quotes(const std::string& word) const { return quoted_.contains(word); }
  // Whether a file that declares a type or a namespace has this word too.
  [[nodiscard]] bool has_member(const std::string& type, const std::string& member) const {
    const auto types = declared_.find(type), members = words_.find(member);
    if (types == declared_.end() || members == words_.end()) return false;
    return std::any_of(types->second.begin(), types->second.end(), [&](int file) {
      return std::binary_search(members->second.begin(), members->second.end(), file);
    });
  }
  [[nodiscard]] bool declares(const std::string& type) const { return declared_.contains(type); }

 private:
  using Files = std::unordered_map<std::string, std::vector<int>>;

  static void note(Files& files, std::string_view word, int file) {
    std::vector<int>& all = files[std::string(word)];
    if (all.empty() || all.back() != file) all.push_back(file);
  }

  std::string_view add_word(std::string_view word, std::string_view before, char after) {
    static const std::set<std::string_view> declaring{"struct",    "class", "enum",   "union",
                                                      "namespace", "using", "concept"};
    if (word == "alignas" || std::isdigit(static_cast<unsigned char>(word.front())) != 0) return before;
    note(words_, word, file_);
    if (after == '(' || after == '<') called_.emplace(word);
    const bool is_declared = declaring.contains(before);
    if (is_declared) note(declared_, word, file_);
    return is_declared && after == ':' ? before : word;  // "namespace tilescope::documents" declares both
  }

  int file_ = 0;
  Files words_, declared_;
  std::set<std::string, std::less<>> called_, quoted_;
};

// All that is there: files, and the names in those that are sources.
struct Project {
  std::set<std::string> files;    // and folders, below the root
  std::set<std::string> endings;  // of paths: of "a/b/c.h" these are "a/b/c.h", "b/c.h" and "c.h"
  SourceNames names;
};

inline bool is_cpp(const fs::path& file) {
  static const std::set<std::string> endings{".h", ".cpp", ".inc", ".cuh"};
  return endings.contains(file.extension().string());
}

inline bool is_source(const fs::path& file) {
  static const std::set<std::string> others{"",    ".cu",   ".cmake", ".txt",  ".py",
                                            ".js", ".frag", ".vert",  ".toml", ".in"};
  return is_cpp(file) || others.contains(file.extension().string());
}

inline void add_path(Project& project, const std::string& path) {
  project.files.insert(path);
  project.endings.insert(path);
  for (std::size_t at = 0; (at = path.find('/', at)) != std::string::npos;) project.endings.insert(path.substr(++at));
}

inline Project project_at(const fs::path& root) {
  Project project;
  for (const std::string& path : paths_below(root)) {
    add_path(project, path);
    // What checks the documents has wrong names in it, which it must find.
    const bool is_check = path.starts_with("tests/cmake/document");
    if (!is_check && is_source(path) && fs::is_regular_file(root / path))
      project.names.add(text_of(root / path), is_cpp(path));
  }
  return project;
}

}  // namespace tilescope::documents
