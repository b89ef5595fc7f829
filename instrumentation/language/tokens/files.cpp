#include "instrumentation/language/tokens/files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace tilescope::language {

namespace {

constexpr std::string_view file_mark = "\n#pragma tilescope file \"", file_mark_end = "\"\n";

// The offset of the next file mark, and its name; npos if there is none.
std::size_t find_mark(std::string_view text, std::size_t from, std::string_view& name) {
  for (std::size_t at = text.find(file_mark, from); at != std::string_view::npos; at = text.find(file_mark, at + 1)) {
    const std::size_t begin = at + file_mark.size(), end = text.find_first_of("\"\n", begin);
    if (end == std::string_view::npos || end == begin || text.substr(end, file_mark_end.size()) != file_mark_end)
      continue;
    name = text.substr(begin, end - begin);
    return at;
  }
  return std::string_view::npos;
}

// Finds the includes of a source outside comments and strings.
class IncludeSearch {
 public:
  explicit IncludeSearch(std::string_view text) : text_(text) {}

  std::vector<std::string> names() {
    bool begins_line = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#' && begins_line) {
        ++at_;
        look_at_directive();
        begins_line = false;
      } else if (starts("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (starts("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else if (c == '"' || c == '\'') {
        skip_quoted(c);
        begins_line = false;
      } else {
        if (c == '\n')
          begins_line = true;
        else if (std::isspace(static_cast<unsigned char>(c)) == 0)
          begins_line = false;
        ++at_;
      }
    }
    return std::move(names_);
  }

 private:
  [[nodiscard]] bool starts(std::string_view with) const { return text_.substr(at_, with.size()) == with; }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  void skip_quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, text_.size());
  }
  void look_at_directive() {
    constexpr std::string_view include = "include";
    skip_space();
    if (!starts(include)) return;
    at_ += include.size();
    skip_space();
    if (at_ == text_.size() || (text_[at_] != '"' && text_[at_] != '<')) return;
    const char close = text_[at_] == '"' ? '"' : '>';
    const std::size_t begin = at_ + 1, end = text_.find_first_of(close == '"' ? "\"\n" : ">\n", begin);
    if (end == std::string_view::npos) return;
    at_ = end;
    if (text_[end] != close) return;
    ++at_;
    names_.emplace_back(text_.substr(begin, end - begin));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<FileInText> files_in(std::string_view text) {
  std::vector<FileInText> files{{}};
  std::string_view name;
  for (std::size_t at = find_mark(text, 0, name); at != std::string_view::npos; at = find_mark(text, at + 1, name)) {
    FileInText& last = files.back();
    last.end = static_cast<std::uint32_t>(at);
    const std::size_t begin = at + file_mark.size() + name.size() + file_mark_end.size();
    const auto between = text.substr(last.begin, begin - last.begin);
    const unsigned line = last.line + static_cast<unsigned>(std::count(between.begin(), between.end(), '\n'));
    files.push_back({name, static_cast<std::uint32_t>(begin), 0, line});
  }
  files.back().end = static_cast<std::uint32_t>(text.size());
  return files;
}

std::string_view own_text(std::string_view text) {
  std::string_view name;
  return text.substr(0, find_mark(text, 0, name));
}

void append_file(std::string& text, std::string_view name, std::string_view of_file) {
  text.append(file_mark).append(name).append(file_mark_end).append(of_file);
}

std::vector<std::string> included_names(std::string_view text) { return IncludeSearch(text).names(); }

std::string name_beside(std::string_view file, std::string_view name) {
  namespace fs = std::filesystem;
  if (name.empty() || name.front() == '/') return "";
  const std::string found = (fs::path(file).parent_path() / fs::path(name)).lexically_normal().generic_string();
  return found == ".." || found.starts_with("../") ? "" : found;
}

LineInFile line_in_file(std::string_view text, unsigned line) {
  LineInFile found{{}, line};
  for (const FileInText& file : files_in(text))
    if (file.line <= line) found = {file.name, line - file.line + 1};
  return found;
}

}  // namespace tilescope::language
