#include "instrumentation/launching/texts/known_texts.h"

#include <algorithm>

#include "kernels/kernel_texts.h"

namespace tilescope {

std::span<const KnownText> known_texts() { return all_texts; }

std::span<const KnownText> classics() {
  const auto first = std::find_if(all_texts.begin(), all_texts.end(), [](const KnownText& text) {
    return text.group != "product" && text.group != "broken";
  });
  return {first, all_texts.end()};
}

const KnownText* find_classic(std::string_view name) {
  if (name.ends_with(".cu")) name.remove_suffix(3);
  for (const KnownText& text : classics())
    if (text.name == name) return &text;
  return nullptr;
}

std::string kernel_called(std::string_view name) {
  return std::string(name) + (!name.ends_with(".cu") && find_classic(name) != nullptr ? ".cu" : "");
}

std::vector<std::string_view> classics_beside(const KnownText& classic) {
  std::vector<std::string_view> before, behind;
  bool is_before = true;
  for (const KnownText& text : classics()) {
    if (text.group != classic.group) continue;
    if (text.name == classic.name)
      is_before = false;
    else
      (is_before ? before : behind).push_back(text.name);
  }
  std::reverse(before.begin(), before.end());
  before.insert(before.end(), behind.begin(), behind.end());
  return before;
}

std::string summary_of(std::string_view text) {
  std::string words;
  while (text.starts_with("//") && !text.starts_with("//!")) {
    const std::string_view line = text.substr(2, text.find('\n') == std::string_view::npos ? 0 : text.find('\n') - 2);
    words += line;
    text.remove_prefix(line.size() + 3);
  }
  const std::size_t begin = words.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  words.erase(0, begin);
  return words.substr(0, std::min(words.find(". "), words.find_last_not_of(" .") + 1));
}

}  // namespace tilescope
