#include "instrumentation/launching/texts/included_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/language/preprocessor/headers_known.h"
#include "instrumentation/language/tokens/files.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 64, most_bytes = 4 << 20;

std::vector<std::string>& folders_named() {
  static std::vector<std::string> folders;
  return folders;
}

// A folder that files may be included from, and what stands before their names.
struct IncludeFolder {
  fs::path path;
  std::string name;
};

struct Included {
  std::string name;  // in its folder
  const IncludeFolder* from = nullptr;
  std::string text;

  [[nodiscard]] std::string whole_name() const { return from->name.empty() ? name : from->name + "/" + name; }
};

bool lies_within(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

std::optional<std::string> text_within(const IncludeFolder& from, const std::string& name) {
  std::error_code error;
  const fs::path file = fs::canonical(from.path / name, error);
  if (error || !lies_within(file, from.path) || !fs::is_regular_file(file, error)) return std::nullopt;
  const std::uintmax_t size = fs::file_size(file, error);
  std::ifstream in(file, std::ios::binary);
  if (error || size > most_bytes || !in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

class Including {
 public:
  Including(const std::string& path, std::string text) : text_(std::move(text)) {
    std::error_code error;
    const fs::path file = fs::canonical(path, error);
    if (error) return;  // a classic by its name
    folders_.push_back({file.parent_path(), ""});
    for (const std::string& folder : folders_named())
      if (const fs::path found = fs::canonical(folder, error); !error)
        folders_.push_back({found, fs::path(folder).lexically_normal().generic_string()});
    const Included own{file.filename().string(), folders_.data(), text_};
    follow(own);
    for (std::size_t n = 0; n < all_.size(); ++n) follow(Included(all_[n]));
    for (const Included& one : all_) language::append_file(text_, one.whole_name(), one.text);
  }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  void follow(const Included& in) {
    for (const std::string& name : language::included_names(in.text)) {
      if (language::is_known_header(name)) continue;
      if (take(*in.from, language::name_beside(in.name, name))) continue;
      for (std::size_t n = 1; n < folders_.size(); ++n)
        if (take(folders_[n], language::name_beside("", name))) break;
    }
  }

  bool take(const IncludeFolder& from, const std::string& name) {
    if (name.empty() || name.find_first_of("\"\n\r") != std::string::npos) return false;
    const auto is_it = [&](const Included& one) { return one.from == &from && one.name == name; };
    if (std::any_of(all_.begin(), all_.end(), is_it)) return true;
    if (all_.size() == most_files) return false;
    std::optional<std::string> text = text_within(from, name);
    if (!text || bytes_ + text->size() > most_bytes) return false;
    bytes_ += text->size();
    all_.push_back({name, &from, std::move(*text)});
    return true;
  }

  std::string text_;
  std::vector<IncludeFolder> folders_;
  std::vector<Included> all_;
  std::size_t bytes_ = 0;
};

}  // namespace

std::string text_with_included(const std::string& path) { return text_with_included(path, text_of_file(path)); }

std::string text_with_included(const std::string& path, std::string text) {
  return Including(path, std::move(text)).text();
}

void look_for_included_in(std::string folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) throw UsageError(fmt::format("-I {}: there is no such folder", folder));
  folders_named().push_back(std::move(folder));
}

}  // namespace tilescope
