#include "kernels/kernel_header.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <string_view>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::array<std::string_view, 6> roles{"A", "B", "C", "M", "N", "K"};

// The header's lines where they are, and the others empty, so that a line keeps its number.
std::string header_of(const std::string& text) {
  std::istringstream in(text);
  std::string header;
  for (std::string line; std::getline(in, line);) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    const std::string_view rest = std::string_view(line).substr(begin);
    if (rest.starts_with("//!")) header += rest.substr(3);
    header += '\n';
  }
  return header;
}

class HeaderReader {
 public:
  HeaderReader(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  KernelHeader read() {
    for (const auto& [key, node] : table_) take(std::string(key.str()), node);
    return std::move(header_);
  }

 private:
  void take(const std::string& key, const toml::node& node) {
    const bool is_role = std::find(roles.begin(), roles.end(), key) != roles.end();
    if (key == "grid")
      header_.grid = dimensions(key, node);
    else if (key == "block")
      header_.block = dimensions(key, node);
    else if (key == "shared_bytes")
      header_.shared_bytes = whole_from(0, key, node);
    else if (key == "entry")
      header_.entry = word(key, node);
    else if (is_role && node.is_string())
      header_.names[key] = word(key, node);
    else if (node.is_table())
      header_.arrays[key] = array(key, *node.as_table());
    else if (node.is_number())
      header_.values[key] = *node.value<double>();
    else
      wrong(key, node,
            "give a number; of an array, { sides = [8, 8], fill = \"ramp\" }; of A, B, C, M, N and K, the name that "
            "the text has for it");
  }

  // { sides = [8, 8], fill = "ramp" } or { file = "values.csv" }
  std::string array(const std::string& key, const toml::table& table) const {
    std::string words;
    for (const auto& [name, node] : table) {
      const auto text = node.value<std::string>();
      if (name.str() == "sides") {
        std::string sides;
        if (const auto one = node.value_exact<std::int64_t>())
          sides = std::to_string(*one);
        else if (const toml::array* const list = node.as_array())
          for (const toml::node& side : *list) {
            const auto number = side.value_exact<std::int64_t>();
            if (!number) wrong(key, side, "give its sides as whole numbers, as in sides = [8, 8]");
            sides += (sides.empty() ? "" : "x") + std::to_string(*number);
          }
        words = sides + words;
      } else if ((name.str() == "fill" || name.str() == "file") && text) {
        words += ":" + *text;
      } else {
        wrong(key, node, "an array has sides, a fill or a file, as in { sides = [8, 8], fill = \"ramp\" }");
      }
    }
    return words;
  }

  [[noreturn]] void wrong(const std::string& key, const toml::node& node, std::string_view why) const {
    throw UsageError(fmt::format("{}:{}: //! {}: {}", file_, node.source().begin.line, key, why));
  }
  std::string word(const std::string& key, const toml::node& node) const {
    if (const auto text = node.value<std::string>(); text && !text->empty()) return *text;
    wrong(key, node, "give a name in quotes");
  }
  std::int64_t whole(const std::string& key, const toml::node& node) const {
    if (const auto number = node.value_exact<std::int64_t>()) return *number;
    wrong(key, node, "give a whole number");
  }
  std::int64_t whole_from(std::int64_t least, const std::string& key, const toml::node& node) const {
    const std::int64_t number = whole(key, node);
    if (number < least || number > std::numeric_limits<std::int32_t>::max())
      wrong(key, node, fmt::format("give a whole number from {} to 2147483647", least));
    return number;
  }
  // 4, [4], [4, 4] or [4, 4, 1], x first.
  std::array<std::int64_t, 3> dimensions(const std::string& key, const toml::node& node) const {
    std::array<std::int64_t, 3> all{1, 1, 1};
    if (node.value_exact<std::int64_t>()) return {whole_from(1, key, node), 1, 1};
    const toml::array* const list = node.as_array();
    if (list == nullptr || list->empty() || list->size() > 3)
      wrong(key, node, "give up to three numbers, as in [4, 4]");
    for (std::size_t n = 0; n < list->size(); ++n) all[n] = whole_from(1, key, *list->get(n));
    return all;
  }

  const toml::table& table_;
  const std::string& file_;
  KernelHeader header_;
};

}  // namespace

KernelHeader read_header(const std::string& text, const std::string& file) {
  try {
    const toml::table table = toml::parse(header_of(text), file);
    return HeaderReader(table, file).read();
  } catch (const toml::parse_error& error) {
    throw UsageError(
        fmt::format("{}:{}: its header: {}", file, error.source().begin.line, std::string(error.description())));
  }
}

}  // namespace tilescope
