// A text together with the files that it includes. They stand after it, each after a line that names it, so that what
// is read, shown, kept and handed on stays one text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::language {

struct FileInText {
  std::string_view name;  // of the text itself, which is the first, none
  std::uint32_t begin = 0, end = 0;
  unsigned line = 1;  // of the whole text, where it begins
};
[[nodiscard]] std::vector<FileInText> files_in(std::string_view text);
// Without those that it includes.
[[nodiscard]] std::string_view own_text(std::string_view text);
void append_file(std::string& text, std::string_view name, std::string_view of_file);

// What stands between the quotes, or < and >, of each #include.
[[nodiscard]] std::vector<std::string> included_names(std::string_view text);

// What a file of that name calls `name`: "b.h" in "inc/a.h" is "inc/b.h". Empty if that leads out of the folder.
[[nodiscard]] std::string name_beside(std::string_view file, std::string_view name);

// A line of the whole text as one counts in its file.
struct LineInFile {
  std::string_view file;  // none: the text itself
  unsigned line = 1;
};
[[nodiscard]] LineInFile line_in_file(std::string_view text, unsigned line);

}  // namespace tilescope::language
