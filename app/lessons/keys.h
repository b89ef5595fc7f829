// Reads a table in a lesson's file key by key, and reports each mistake with its line.
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/lesson.h"
#include "instrumentation/error.h"
#include "instrumentation/nearest.h"

namespace tilescope::lessons {

inline std::uint32_t line_of(const toml::node& node) { return static_cast<std::uint32_t>(node.source().begin.line); }

// A text with the line of its first letter; text in triple quotes may begin one line further down.
inline Written written(const toml::value<std::string>& node, std::string key) {
  Written text{node.get(), std::move(key), line_of(node)};
  const auto breaks = static_cast<std::uint32_t>(std::count(text.text.begin(), text.text.end(), '\n'));
  const auto lines = static_cast<std::uint32_t>(node.source().end.line) - text.line;
  if (lines > breaks) ++text.line;
  return text;
}

// Why a file cannot be parsed. A repeated key has its own message.
inline std::string words_of(const toml::parse_error& error) {
  const std::string_view told = error.description();
  constexpr std::string_view twice = "cannot redefine existing";
  if (told.find(twice) == std::string_view::npos) return fmt::format("this is not TOML: {}", told);
  const std::size_t end = told.rfind('\''),
                    begin = end == 0 || end == std::string_view::npos ? end : told.rfind('\'', end - 1);
  if (begin == std::string_view::npos) return "this key is given twice";
  return fmt::format("{} is given twice: give each key once", told.substr(begin, end + 1 - begin));
}

class Keys {
 public:
  // `path` is the prefix of key names: "step.question.".
  Keys(const toml::table& table, std::string path, std::vector<Mistake>& mistakes)
      : table_(table), path_(std::move(path)), mistakes_(mistakes) {}

  // Any other key is a mistake.
  void allow(std::span<const std::string_view> known) {
    for (const auto& [key, node] : table_) {
      if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
      mistakes_.push_back({static_cast<std::uint32_t>(key.source().begin.line), path_ + std::string(key.str()),
                           fmt::format("there is no such key: did you mean '{}'?", nearest(key.str(), known))});
    }
  }

  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
  [[nodiscard]] std::string name(std::string_view key) const { return path_ + std::string(key); }
  [[nodiscard]] std::uint32_t line(std::string_view key) const {
    const toml::node* const node = table_.get(key);
    return node != nullptr ? line_of(*node) : line_of(table_);
  }
  void wrong(std::string_view key, std::string what) { mistakes_.push_back({line(key), name(key), std::move(what)}); }
  void require(std::string_view key, std::string_view why) {
    if (!has(key)) wrong(key, fmt::format("is missing: {}", why));
  }

  [[nodiscard]] Written text(std::string_view key) {
    const toml::node* const node = table_.get(key);
    if (node == nullptr) return {"", name(key), line_of(table_)};
    if (const auto* const value = node->as_string()) {
      if (value->get().empty()) wrong(key, "is empty: write something, or leave the key out");
      return written(*value, name(key));
    }
    wrong(key, "must be text in quotes");
    return {"", name(key), line_of(*node)};
  }
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view key) {
    const toml::node* const node = table_.get(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* const value = node->as_integer()) return value->get();
    wrong(key, "must be a whole number, without quotes");
    return std::nullopt;
  }
  [[nodiscard]] std::vector<Written> texts(std::string_view key) {
    std::vector<Written> list;
    const toml::node* const node = table_.get(key);
    if (node == nullptr) return list;
    const toml::array* const array = node->as_array();
    if (array == nullptr) {
      wrong(key, "must be a list of strings, as in [\"one\", \"two\"]");
      return list;
    }
    for (const toml::node& each : *array) {
      if (const auto* const value = each.as_string())
        list.push_back(written(*value, name(key)));
      else
        mistakes_.push_back({line_of(each), name(key), "must be a list of strings, as in [\"one\", \"two\"]"});
    }
    return list;
  }
  [[nodiscard]] const toml::table* table(std::string_view key) {
    const toml::node* const node = table_.get(key);
    if (node == nullptr) return nullptr;
    if (const toml::table* const table = node->as_table()) return table;
    wrong(key, fmt::format("must be a table: write [{}]", name(key)));
    return nullptr;
  }
  // The position of the given word in this list.
  [[nodiscard]] std::optional<std::size_t> one_of(std::string_view key, std::span<const std::string_view> words) {
    const Written word = text(key);
    if (word.empty()) return std::nullopt;
    const auto found = std::find(words.begin(), words.end(), word.text);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    std::string all;
    for (const std::string_view each : words) all += (all.empty() ? "" : ", ") + std::string(each);
    wrong(key, fmt::format("'{}' is not one of {}: did you mean '{}'?", word.text, all, nearest(word.text, words)));
    return std::nullopt;
  }

 private:
  const toml::table& table_;
  std::string path_;
  std::vector<Mistake>& mistakes_;
};

// Reports a UsageError as a mistake of this key.
template <class Work>
void read_key(Keys& keys, std::string_view key, const Work& work, std::string_view more = "") {
  if (!keys.has(key)) return;
  try {
    work();
  } catch (const UsageError& error) {
    keys.wrong(key, error.what() + std::string(more));
  }
}

}  // namespace tilescope::lessons
