#include "app/gl/system_fonts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace tilescope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 20'000;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string ending_of(const fs::path& file) { return in_small_letters(file.extension().string()); }
bool is_collection(const fs::path& file) { return ending_of(file) == ".ttc"; }
bool is_font(const fs::path& file) {
  return ending_of(file) == ".ttf" || ending_of(file) == ".otf" || is_collection(file);
}

// The number of words in a file's name that say that the font is not plain.
int ornaments(const fs::path& file) {
  const std::string name = in_small_letters(file.filename().string());
  constexpr std::array<std::string_view, 13> words{"bold",   "black",   "heavy",   "light", "thin",
                                                   "medium", "italic",  "oblique", "serif", "condensed",
                                                   "extra",  "display", "slant"};
  return static_cast<int>(std::count_if(words.begin(), words.end(),
                                        [&](std::string_view word) { return name.find(word) != std::string::npos; }));
}

}  // namespace

std::vector<fs::path> font_folders() {
  const fs::path home = variable("HOME");
#if defined(_WIN32)
  return {fs::path(variable("WINDIR")) / "Fonts", fs::path(variable("LOCALAPPDATA")) / "Microsoft/Windows/Fonts"};
#elif defined(__APPLE__)
  return {"/System/Library/Fonts", "/Library/Fonts", home / "Library/Fonts"};
#else
  const std::string data = variable("XDG_DATA_HOME");
  return {(data.empty() ? home / ".local/share" : fs::path(data)) / "fonts", home / ".fonts", "/usr/local/share/fonts",
          "/usr/share/fonts"};
#endif
}

void SystemFonts::list() {
  is_listed_ = true;
  std::vector<fs::path> files;
  for (const fs::path& folder : folders_) {
    std::error_code error;
    for (auto at = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
         !error && at != fs::recursive_directory_iterator() && files.size() < most_files; at.increment(error))
      if (is_font(at->path())) files.push_back(at->path());
  }
  std::stable_sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    return std::pair(ornaments(a), a.filename()) < std::pair(ornaments(b), b.filename());
  });
  for (const fs::path& file : files)
    for (int number = 0; number < (is_collection(file) ? fonts_in_file(file) : 1); ++number)
      fonts_.push_back({{file, number}, std::nullopt});
}

std::optional<SystemFonts::Font> SystemFonts::with(char32_t letter) {
  if (!is_listed_) list();
  for (Known& known : fonts_) {
    if (!known.letters) known.letters = letters_of_font(known.font.file, known.font.number);
    if (is_among(*known.letters, letter)) return known.font;
  }
  return std::nullopt;
}

}  // namespace tilescope
