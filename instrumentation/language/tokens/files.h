// A source together with the files it includes. They are appended, each after a line that names it, so that reading,
// display and storage handle one text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::language {

struct FileInText {
  std::string_view name;  // empty for the source itself, which comes first
  std::uint32_t begin = 0, end = 0;
  unsigned line = 1;  // of the whole text, where the file begins
};
[[nodiscard]] std::vector<FileInText> files_in(std::string_view text);
// The source without the included files.
[[nodiscard]] std::string_view own_text(std::string_view text);
void append_file(std::string& text, std::string_view name, std::string_view of_file);

// The name between the quotes, or < and >, of each #include.
[[nodiscard]] std::vector<std::string> included_names(std::string_view text);

// The path of `name` as included by `file`: "b.h" in "inc/a.h" is "inc/b.h". Empty if it leads out of the folder.
[[nodiscard]] std::string name_beside(std::string_view file, std::string_view name);

// A line of the whole text as a line of its file.
struct LineInFile {
  std::string_view file;  // empty: the source itself
  unsigned line = 1;
};
[[nodiscard]] LineInFile line_in_file(std::string_view text, unsigned line);

}  // namespace tilescope::language
