#include "instrumentation/launching/header/kernel_header.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/language/tokens/files.h"
#include "instrumentation/launching/request/array_words.h"
#include "instrumentation/launching/request/input_files.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/request/typed_number.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/nearest.h"

namespace tilescope {

namespace {

constexpr std::string_view list_of_launches = "launches", conditions = "needs";
constexpr std::string_view macro_of_tiles = "TILE";  // which --tile sets
constexpr std::array<std::string_view, 6> roles{"A", "B", "C", "M", "N", "K"};

// The table's field of that name, if a header has it.
const RequestField* field_named(std::string_view key) {
  const auto all = request_fields();
  const auto found = std::find_if(all.begin(), all.end(), [&](const RequestField& each) { return each.header == key; });
  return found == all.end() || key.empty() ? nullptr : &*found;
}

bool is_of_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.' || letter == '-';
}

// The keys of headers, and what a mistyped one may be.
std::vector<std::string> keys_of_headers() {
  std::vector<std::string> keys(roles.begin(), roles.end());
  keys.insert(keys.end(), {std::string(list_of_launches), "launch", std::string(conditions)});
  for (const RequestField& field : request_fields())
    if (!field.header.empty()) keys.emplace_back(field.header);
  return keys;
}

// What kernels are given, by their names.
std::vector<std::string> names_given(std::string_view text) {
  std::vector<std::string> words;
  constexpr std::string_view kernel = "__global__";
  for (std::size_t at = text.find(kernel); at != std::string_view::npos; at = text.find(kernel, at + 1)) {
    const std::size_t open = text.find('(', at), close = text.find(')', open);
    if (close == std::string_view::npos) break;
    std::string word;
    for (const char letter : text.substr(open, close - open + 1))
      if (is_of_word(letter))
        word += letter;
      else if (!word.empty())
        words.push_back(std::exchange(word, {}));
  }
  return words;
}

// `word = value` or `[word]`: the word, and what stands after the sign.
struct HeaderLine {
  std::string_view word, value;
};
std::optional<HeaderLine> header_line(std::string_view line) {
  const auto without_blanks = [](std::string_view of) {
    of.remove_prefix(std::min(of.find_first_not_of(" \t"), of.size()));
    return of;
  };
  line = without_blanks(line);
  const bool is_table = line.starts_with('[');
  while (line.starts_with('[')) line.remove_prefix(1);
  const auto end = std::find_if_not(line.begin(), line.end(), is_of_word);
  const std::string_view word = line.substr(0, static_cast<std::size_t>(end - line.begin()));
  const std::string_view rest = without_blanks(line.substr(word.size()));
  if (word.empty() || !rest.starts_with(is_table ? ']' : '=') || rest.starts_with("==")) return std::nullopt;
  return HeaderLine{word, without_blanks(rest.substr(1))};
}

// One letter is another one, is missing or is too much, or two have changed places.
bool is_mistyped(std::string_view word, std::string_view known) {
  if (letters_apart(word, known) == 1) return true;
  if (word.size() != known.size()) return false;
  const auto at = static_cast<std::size_t>(std::mismatch(word.begin(), word.end(), known.begin()).first - word.begin());
  return at + 1 < word.size() && word[at] == known[at + 1] && word[at + 1] == known[at] &&
         word.substr(at + 2) == known.substr(at + 2);
}

// Lines that begin with //! are comments of Doxygen's as well. A block of them is a header where one says what a word
// of a header is, or a word that is one letter off, as a user mistypes it; then it is held to all of it.
bool is_header(const std::vector<std::string_view>& block, const std::vector<std::string>& given,
               std::string_view text) {
  static const std::vector<std::string> keys = keys_of_headers();
  constexpr std::string_view begins_values = "0123456789+-.\"'[{";
  return std::any_of(block.begin(), block.end(), [&](std::string_view line) {
    auto said = header_line(line);
    if (!said) return false;
    const auto is_one_of = [&](const std::vector<std::string>& words, std::size_t least_mistyped) {
      return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return said->word == word || (word.size() >= least_mistyped && is_mistyped(said->word, word));
      });
    };
    constexpr std::size_t least_of_key = 4;  // letters: one off a shorter one is any other word
    if (is_one_of(keys, least_of_key)) return true;
    // Anything else that the text names, where it is given a value and not described.
    const bool is_value = !said->value.empty() && begins_values.find(said->value[0]) != std::string_view::npos;
    said->word = said->word.substr(0, said->word.find('.'));  // of a structure's member
    return is_value && (is_one_of(given, 1) || has_word(text, said->word));
  });
}

// The header's lines where they are, and the others empty, so that a line keeps its number.
std::string header_of(const std::string& text) {
  std::vector<std::string_view> lines;
  std::string code;  // what is no such line
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
  const auto behind_mark = [](std::string_view line) -> std::optional<std::string_view> {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line.starts_with("//!") ? std::optional(line.substr(3)) : std::nullopt;
  };
  for (const std::string_view line : lines)
    if (!behind_mark(line)) code.append(line) += '\n';
  const std::vector<std::string> given = names_given(code);
  std::string header;
  for (std::size_t n = 0; n < lines.size();) {
    std::vector<std::string_view> block;
    for (; n < lines.size() && behind_mark(lines[n]); ++n) block.push_back(*behind_mark(lines[n]));
    const bool is_read = is_header(block, given, code);
    for (const std::string_view line : block) (is_read ? header.append(line) : header) += '\n';
    if (block.empty()) header += '\n', ++n;
  }
  return header;
}

// The conditions in a string or a list of strings.
Needs needs_of(const toml::node& node) {
  Needs all;
  const auto add = [&](const toml::node& one) {
    if (const auto words = one.value_exact<std::string>()) all.push_back(*words);
  };
  if (const toml::array* const list = node.as_array())
    for (const toml::node& one : *list) add(one);
  else
    add(node);
  return all;
}

class HeaderReader {
 public:
  // For the whole file, or of one of its launches.
  enum class Of : std::uint8_t { file, launch };
  HeaderReader(const toml::table& table, const std::string& file, Of of, HeaderNumbers known, const Request& asked)
      : table_(table), of_(of) {
    header_.file = file;
    header_.known = std::move(known);
    given_ = names_given(header_.known.text());
    know(asked);
  }

  KernelHeader read(const std::string& text) {
    for (const auto& [key, node] : table_) take(std::string(key.str()), node);
    // An array's sides may be a plain number.
    if (!header_.numbers.empty())
      for (const std::string& array : array_names(text))
        if (const auto number = header_.numbers.extract(array)) {
          header_.arrays[array] = number.mapped();
          static_cast<void>(read_array_words(number.mapped(), header_.place(array)));
        }
    if (of_ == Of::file) leave_out_knobs();
    return std::move(header_);
  }

 private:
  // The numbers that it says, and what is asked for in their place; those that depend on others as soon as these are
  // known.
  void know(const Request& asked) {
    const auto tell = [&](const std::string& name, const std::string& number) {
      std::int64_t value = 0;
      const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
      if (error == std::errc() && end == number.data() + number.size()) header_.known.know(name, value);
    };
    for (const auto& [name, node] : table_) {
      const std::string key(name.str());
      const auto number = number_of(node);
      if (!number && is_name_of(key, node))
        know_side(asked, key, *node.value<std::string>());
      else if (is_declared(key))
        continue;
      else if (number)
        tell(key, *number);
      else if (node.is_string() && field_named(key) == nullptr && key != conditions)
        open_[key] = *node.value<std::string>();
    }
    for (const std::string_view key : {"M", "N", "K"})
      if (!table_.contains(key)) know_side(asked, key, std::string(key));
    Request::Named all = asked.numbers;
    if (const std::string name(macro_of_tiles); asked.tile && table_.contains(name) && !is_declared(name))
      all.insert_or_assign(name, std::to_string(*asked.tile));
    for (const auto& [name, value] : asked.knobs)
      if (table_.contains(name)) all.insert_or_assign(name, value);
    for (const auto& [name, number] : all) {
      tell(name, number);
      open_.erase(name);
    }
    turn_knobs(asked);
    open_ = work_out(std::move(open_), header_.known);
    turn_knobs(asked);
  }
  // Whether the text says itself what a name is that no kernel is given: then its header does not.
  [[nodiscard]] bool is_declared(const std::string& name) const {
    return of_ == Of::file && !is_given(name) && declares(header_.known.text(), name);
  }
  [[nodiscard]] bool is_given(const std::string& name) const {
    return std::find(given_.begin(), given_.end(), name) != given_.end();
  }
  // Numbers for what the text leaves open are knobs.
  void turn_knobs(const Request& asked) {
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (of_ == Of::launch || is_given(name) || !header_.known.known().contains(name) || open_.contains(name))
        continue;
      if (!asked.knobs.contains(name) && !leaves_open(header_.known.text(), name)) continue;
      header_.known.turn(name);
      header_.knobs[name] = std::to_string(header_.known.known().at(name));
    }
  }
  // Numbers that depend on others, as soon as these are known; gives back the rest.
  static Request::Named work_out(Request::Named open, HeaderNumbers& numbers) {
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (auto each = open.begin(); each != open.end();) {
        const auto value = numbers.value_of(each->second);
        if (value) numbers.know(each->first, *value);
        is_new = is_new || value;
        each = value ? open.erase(each) : std::next(each);
      }
    }
    return open;
  }
  void know_side(const Request& asked, std::string_view role, const std::string& name) {
    if (role != "M" && role != "N" && role != "K") return;
    const auto& side = role == "M" ? asked.m : role == "N" ? asked.n : asked.k;
    if (side)
      header_.known.know(name, *side);
    else
      open_sides_.push_back(name);
  }

  // What the text calls something, or what the launches before it do.
  [[nodiscard]] bool is_name_of(const std::string& key, const toml::node& node) const {
    const bool is_role = of_ == Of::launch || std::find(roles.begin(), roles.end(), key) != roles.end();
    const auto text = node.value_exact<std::string>();
    return is_role && text && std::all_of(text->begin(), text->end(), [](unsigned char letter) {
             return std::isalnum(letter) != 0 ||
                    std::string_view("_.->").find(static_cast<char>(letter)) != std::string_view::npos;
           });
  }

  void take(const std::string& key, const toml::node& node) {
    header_.lines[key] = node.source().begin.line;
    const toml::array* const list = node.as_array();
    if (key == list_of_launches)
      take_list(key, node);
    else if (key == conditions)
      take_needs(key, node);
    else if (const toml::table* const table = node.as_table())
      take_table(key, *table);
    else if (const RequestField* const field = field_named(key); field != nullptr && is_field(key, node))
      take_field(key, node, *field);
    else if (const auto number = number_of(node))
      header_.numbers[key] = *number;
    else if (is_name_of(key, node))
      header_.names[key] = word(key, node);
    else if (node.is_string())
      take_expression(key, node);
    else if (list != nullptr && !list->empty() && !list->is_array_of_tables())
      take_sides(key, node);
    else if (list != nullptr && list->is_array_of_tables())
      wrong(key, node, fmt::format("there is no such table: did you mean [[{}]]?", list_of_launches));
    else if (of_ == Of::launch)
      wrong(key, node, "give a number; for an array, { sides = [8, 8] } or its name in an earlier launch");
    else
      wrong(key, node,
            "give a number; for an array, its sides as in [8, 8], or { sides = [8, 8], fill = \"ramp\" }; for A, B, C, "
            "M, N and K, the name in the source");
  }

  void take_expression(const std::string& key, const toml::node& node) {
    const auto known = header_.known.known().find(key);
    const bool is_open = open_.contains(key) || known == header_.known.known().end();
    if (is_open && names_open_sides(node))
      header_.has_knobs_of_sides = true;
    else
      header_.numbers[key] = std::to_string(is_open ? worked_out(key, node) : known->second);
  }

  // "n % BLOCK == 0", or several of them.
  void take_needs(const std::string& key, const toml::node& node) {
    if (of_ == Of::launch) wrong(key, node, "put it above the first [[launches]]");
    for (const std::string& condition : needs_of(node)) header_.needs.push_back(condition);
    if (header_.needs.empty()) wrong(key, node, "give a condition, as in \"n % 4 == 0\", or a list of conditions");
  }

  // Knobs, and names that only the header uses, are no numbers of a kernel.
  void leave_out_knobs() {
    for (auto each = header_.numbers.begin(); each != header_.numbers.end();) {
      const std::string& name = each->first;
      const bool is_other = header_.knobs.contains(name) || (!is_given(name) && is_used(name));
      each = is_other ? header_.numbers.erase(each) : std::next(each);
    }
  }
  [[nodiscard]] bool is_used(const std::string& name) const {
    return std::any_of(table_.begin(), table_.end(), [&](const auto& each) {
      const toml::array* const list = each.second.as_array();
      const auto uses = [&](const toml::node& of) { return has_word(of.value_or(std::string_view()), name); };
      return list == nullptr ? uses(each.second) : std::any_of(list->begin(), list->end(), uses);
    });
  }

  // An array may be called so as well.
  [[nodiscard]] static bool is_field(const std::string& key, const toml::node& node) {
    return key != "inputs" || node.is_string();
  }

  // What names sides of a product that are not known yet is left open.
  void take_field(const std::string& key, const toml::node& node, const RequestField& field) {
    try {
      field.read(header_, text_of(key, node), header_.place(key));
    } catch (const UsageError& error) {
      if (!names_open_sides(node)) throw;
      if (header_.hangs_on_sides.empty()) header_.hangs_on_sides = error.what();
    }
  }
  [[nodiscard]] bool names_open_sides(const toml::node& node) const {
    HeaderNumbers with_sides = header_.known;
    for (const std::string& side : open_sides_) with_sides.know(side, 1);
    static_cast<void>(work_out(open_, with_sides));
    const auto comes_out = [&](const toml::node& of) {
      const auto words = of.value_exact<std::string>();
      if (!words) return number_of(of).has_value();
      const std::vector<std::string> parts = parts_of_list(*words);
      return std::all_of(parts.begin(), parts.end(), [&](const std::string& part) {
        return is_number(part) || with_sides.value_of(part).has_value();
      });
    };
    const toml::array* const list = node.as_array();
    if (list == nullptr) return comes_out(node);
    return std::all_of(list->begin(), list->end(), comes_out);
  }

  // It is read by itself.
  void take_list(const std::string& key, const toml::node& node) {
    const toml::array* const list = node.as_array();
    if (of_ == Of::launch || list == nullptr || list->empty() || !list->is_homogeneous<toml::table>())
      wrong(key, node, "give a list of tables, one for each launch: [[launches]]");
    std::ostringstream words;
    words << *list;
    header_.launches = words.str();
  }

  // An array, or the members of a structure: { sides = [8, 8], fill = "ramp" }, { file = "values.csv" }, { x = 2 }
  void take_table(const std::string& key, const toml::table& table) {
    const auto is_member = [&](const auto& each) {
      const std::string_view name = each.first.str();
      return name != "sides" && name != "fill" && name != "file" && number_of(each.second);
    };
    if (table.empty() || !std::all_of(table.begin(), table.end(), is_member)) {
      header_.arrays[key] = array(key, table);
      static_cast<void>(read_array_words(header_.arrays[key], header_.place(key)));
      return;
    }
    for (const auto& [member, node] : table) {
      const std::string name = key + "." + std::string(member.str());
      header_.numbers[name] = *number_of(node);
      header_.lines[name] = node.source().begin.line;
    }
  }

  // For an array, where nothing else is said of it.
  void take_sides(const std::string& key, const toml::node& node) {
    header_.arrays[key] = sides(key, node);
    static_cast<void>(read_array_words(header_.arrays[key], header_.place(key)));
  }

  std::string array(const std::string& key, const toml::table& table) const {
    std::string words;
    if (table.contains("fill") && table.contains("file"))
      wrong(key, *table.get("file"), "give it a fill or a file, not both");
    for (const auto& [name, node] : table) {
      const auto text = node.value<std::string>();
      if (name.str() == "sides") {
        words = sides(key, node) + words;
      } else if (name.str() == "fill" && text) {
        words += ":" + *text;
      } else if (name.str() == "file" && text) {
        words += ":" + beside(*text);
      } else {
        wrong(key, node, "an array has sides, a fill or a file, as in { sides = [8, 8], fill = \"ramp\" }");
      }
    }
    return words;
  }
  std::string sides(const std::string& key, const toml::node& node) const {
    if (const auto one = node.value_exact<std::int64_t>()) return std::to_string(*one);
    if (node.is_string()) return std::to_string(worked_out(key, node));
    std::string sides;
    if (const toml::array* const list = node.as_array())
      for (const toml::node& side : *list) {
        const auto number = side.is_string() ? worked_out(key, side) : side.value_exact<std::int64_t>();
        if (!number) wrong(key, side, "give its sides as whole numbers, as in sides = [8, 8]");
        sides += (sides.empty() ? "" : "x") + std::to_string(*number);
      }
    if (sides.empty()) wrong(key, node, "give its sides as whole numbers, as in sides = [8, 8]");
    return sides;
  }
  // "random", or two files.
  [[nodiscard]] std::string inputs(const std::string& key, const toml::node& node, const std::string& words) const {
    if (std::find(input_kinds.begin(), input_kinds.end(), words) != input_kinds.end()) return words;
    const std::size_t comma = words.find(',');
    if (comma == std::string::npos)
      wrong(key, node, fmt::format("give {}, or \"A.csv,B.csv\"", fmt::join(input_kinds, ", ")));
    return beside(words.substr(0, comma)) + "," + beside(words.substr(comma + 1));
  }
  // Where a file that the header names is.
  std::string beside(const std::string& name) const {
    const std::filesystem::path path(name);
    return path.is_absolute() ? name : (std::filesystem::path(header_.file).parent_path() / path).string();
  }

  [[noreturn]] void wrong(const std::string& key, const toml::node& node, std::string_view why) const {
    throw UsageError(fmt::format("{}:{}: //! {}: {}", header_.file, node.source().begin.line, key, why));
  }
  std::string word(const std::string& key, const toml::node& node) const {
    if (const auto text = node.value<std::string>(); text && !text->empty()) return *text;
    wrong(key, node, "give a name in quotes");
  }
  // As it is written; one in quotes may be larger than TOML has them.
  static std::optional<std::string> number_of(const toml::node& node) {
    if (const auto whole = node.value_exact<std::int64_t>()) return std::to_string(*whole);
    if (const auto real = node.value_exact<double>()) return fmt::format("{}", *real);
    if (const auto yes = node.value_exact<bool>()) return *yes ? "1" : "0";
    if (const auto text = node.value_exact<std::string>(); text && is_number(*text)) return text;
    return std::nullopt;
  }
  // What words come to: "BLOCK", "(n + BLOCK - 1) / BLOCK".
  std::int64_t worked_out(const std::string& key, const toml::node& node) const {
    return worked_out(key, node, node.value<std::string>().value_or(""));
  }
  std::int64_t worked_out(const std::string& key, const toml::node& node, const std::string& words) const {
    if (const auto value = header_.known.value_of(words)) return *value;
    wrong(key, node, header_.known.refusal_of(words));
  }
  // "4,4" of 4, "4", [4, 4], ["TILE", "2 * TILE"] and "TILE, 2 * TILE".
  std::string text_of(const std::string& key, const toml::node& node) const {
    const bool is_word = field_named(key)->key == "entry";
    std::string text;
    const auto add = [&](const toml::node& of, const std::string& part) {
      text += (text.empty() ? "" : ",") + (is_number(part) ? part : std::to_string(worked_out(key, of, part)));
    };
    if (const auto words = node.value_exact<std::string>()) {
      if (is_word) return *words;
      if (key == "inputs") return inputs(key, node, *words);
      for (const std::string& part : parts_of_list(*words)) add(node, part);
      return text;
    }
    const toml::array* const list = node.as_array();
    if (list == nullptr) return number_of(node).value_or("");
    for (const toml::node& each : *list) {
      const auto number = number_of(each);
      if (!number && !each.is_string()) wrong(key, each, "give numbers, as in [4, 4]");
      add(each, number ? *number : each.value<std::string>().value_or(""));
    }
    return text;
  }

  const toml::table& table_;
  Of of_;
  std::vector<std::string> given_;       // to the text's kernels
  Request::Named open_;                  // numbers that depend on others which are not known
  std::vector<std::string> open_sides_;  // M, N and K as the text calls them, before they are given
  KernelHeader header_;
};

// Each knows what is said of all of them.
std::vector<KernelHeader> launches_of(const toml::table& table, const std::string& file, const HeaderNumbers& known,
                                      const std::string& text, const Request& asked) {
  std::vector<KernelHeader> all;
  if (const toml::array* const list = table[list_of_launches].as_array())
    for (const toml::node& one : *list)
      if (const toml::table* const said = one.as_table())
        all.push_back(HeaderReader(*said, file, HeaderReader::Of::launch, known, asked).read(text));
  return all;
}

}  // namespace

std::optional<double> KernelHeader::value_of(std::string_view number) const {
  const auto said = numbers.find(number);
  if (said == numbers.end()) return std::nullopt;
  double value = 0;
  std::from_chars(said->second.data(), said->second.data() + said->second.size(), value);
  return value;
}

std::string KernelHeader::place(std::string_view name) const {
  const auto line = lines.find(name);
  return fmt::format("{}:{}: //! {}", file, line == lines.end() ? 0 : line->second, name);
}

KernelHeader read_header(const std::string& text, const std::string& file, const Request& asked) {
  try {
    const toml::table table = toml::parse(header_of(std::string(language::own_text(text))), file);
    return HeaderReader(table, file, HeaderReader::Of::file, {text, asked.knobs}, asked).read(text);
  } catch (const toml::parse_error& error) {
    throw UsageError(
        fmt::format("{}:{}: in the header: {}", file, error.source().begin.line, std::string(error.description())));
  }
}

Needs needs_in(const std::string& text) {
  const toml::table table = toml::parse(header_of(text));
  const toml::node* const needs = table.get(conditions);
  return needs == nullptr ? Needs() : needs_of(*needs);
}

Request with_knobs_of_header(Request request) {
  constexpr std::int64_t usual_side = 4;
  if (!request.text && !is_kernel_file(request.kernel)) return request;
  const std::string text = text_of(request);
  if (text.find("//!") == std::string::npos) return request;
  KernelHeader header = read_header(text, request.kernel, request);
  if (header.has_knobs_of_sides) {
    for (auto* const side : {&request.m, &request.n, &request.k}) *side = side->value_or(usual_side);
    header = read_header(text, request.kernel, request);
  }
  request.knobs.insert(header.knobs.begin(), header.knobs.end());
  if (request.inputs == Request().inputs) request.inputs = header.inputs;
  return request;
}

language::ReadOptions options_with_header(const Request& request, const std::string& text) try {
  return options_for(with_knobs_of_header(request), text);
} catch (const UsageError&) {
  return options_for(request, text);
}

KernelHeader header_of(const RecordedKernel& own, Request asked) {
  asked.knobs = own.knobs;
  asked.knobs.insert(own.defined.begin(), own.defined.end());
  return read_header(own.text, own.file, asked);
}

std::vector<KernelHeader> read_launches(const std::string& text, const std::string& file, const Request& asked) {
  const HeaderNumbers known = read_header(text, file, asked).known;  // which tells what is wrong
  return launches_of(toml::parse(header_of(text), file), file, known, text, asked);
}

std::vector<KernelHeader> read_launch_words(const std::string& words, const std::string& where, const std::string& text,
                                            const Request& asked) try {
  const toml::table table = toml::parse(fmt::format("{} = {}", list_of_launches, words), where);
  static_cast<void>(HeaderReader(table, where, HeaderReader::Of::file, {}, {}).read(text));
  return launches_of(table, where, read_header(text, asked.kernel, asked).known, text, asked);
} catch (const toml::parse_error& error) {
  throw UsageError(fmt::format("{}: {}", where, std::string(error.description())));
}

}  // namespace tilescope
