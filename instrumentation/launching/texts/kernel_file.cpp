#include "instrumentation/launching/texts/kernel_file.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "instrumentation/error.h"
#include "instrumentation/language/preprocessor/headers_known.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/launching/texts/packed_text.h"

namespace tilescope {

std::string text_of_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw UsageError(fmt::format("{}: is a folder", path));
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (const KnownText* const classic = error ? find_classic(path) : nullptr) return std::string(classic->text);
  if (error) throw UsageError(fmt::format("{}: there is no such file", path));
  if (size > longest_text)
    throw UsageError(fmt::format("{}: has {} bytes, but at most {} are read", path, size, longest_text));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UsageError(fmt::format("{}: cannot be read", path));
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_kernel_file(std::string_view name) { return name.ends_with(".cu") || name.ends_with(".cuh"); }
std::string kernel_file(const std::string& path) { return is_kernel_file(path) ? path : path + ".cu"; }

std::optional<KernelInFile> kernel_in_file(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos || !is_kernel_file(name.substr(0, colon))) return std::nullopt;
  return KernelInFile{std::string(name.substr(0, colon)), std::string(name.substr(colon + 1))};
}

bool has_word(std::string_view text, std::string_view word) {
  const auto is_of_word = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_of_word(at - 1)) && !is_of_word(at + word.size())) return true;
  return false;
}

bool declares(std::string_view text, std::string_view name) {
  const auto is_of_word = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  };
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at > 0 && is_of_word(text[at - 1])) || (end < text.size() && is_of_word(text[end]))) continue;
    const std::size_t line = text.rfind('\n', at) + 1;
    if (text.substr(line, at - line).find("//") != std::string_view::npos) continue;
    const std::string_view before = text.substr(0, text.find_last_not_of(" \t", at == 0 ? 0 : at - 1) + 1);
    const std::size_t behind = text.find_first_not_of(" \t", end);
    const bool is_given = behind != std::string_view::npos && (text[behind] == '=' || text[behind] == '{') &&
                          text.substr(behind, 2) != "==";
    if (before.ends_with("define") || (is_given && !before.empty() && is_of_word(before.back()))) return true;
  }
  return false;
}

}  // namespace tilescope
