// The fonts of the system, for letters that TileScope's own fonts lack.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "app/gl/font_file.h"

namespace tilescope {

// The usual folders of fonts on this system.
[[nodiscard]] std::vector<std::filesystem::path> font_folders();

class SystemFonts {
 public:
  explicit SystemFonts(std::vector<std::filesystem::path> folders = font_folders()) : folders_(std::move(folders)) {}

  // A font in a file; a collection has several.
  struct Font {
    std::filesystem::path file;
    int number = 0;
    bool operator==(const Font&) const = default;
  };
  // The plainest font with outlines of this letter. The folders are read when the first letter is asked for.
  [[nodiscard]] std::optional<Font> with(char32_t letter);

 private:
  struct Known {
    Font font;
    std::optional<LetterRanges> letters;  // read when needed
  };
  void list();

  std::vector<std::filesystem::path> folders_;
  bool is_listed_ = false;
  std::vector<Known> fonts_;  // the plainest first
};

}  // namespace tilescope
