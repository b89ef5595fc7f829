#include "app/names/share_string.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <vector>

#include "app/names/situation_fields.h"
#include "app/stage/letters.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::string_view mark = "ts", version = "1";
constexpr std::string_view file_mark = "situation";
constexpr std::uintmax_t longest_file = 1 << 20;
// These fields are at the head of a string, without their names.
constexpr const char* no_tile = "-";        // for the kernel of a file, whose source sets the tile width
constexpr std::string_view no_sides = "-";  // for a kernel without matrices
constexpr std::array<std::string_view, 6> head{"kernel", "beside", "m", "n", "k", "tile"};

bool is_in_head(std::string_view name) { return std::find(head.begin(), head.end(), name) != head.end(); }

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_plain(char letter) {
  return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         std::string_view("-._~,:").find(letter) != std::string_view::npos;
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text)
    safe += is_plain(letter) ? std::string(1, letter) : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
  return safe;
}

std::string unescaped(std::string_view text, const std::string& where) {
  std::string plain;
  for (std::size_t n = 0; n < text.size(); ++n) {
    if (text[n] != '%') {
      plain += text[n];
      continue;
    }
    unsigned code = 0;
    const std::string_view digits = text.substr(n + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() != 2 || error != std::errc{} || end != digits.data() + 2 || code == 0)
      throw UsageError(fmt::format("{}: %{} is not an escape; write % as %25", where, digits));
    plain += static_cast<char>(code);
    n += 2;
  }
  return plain;
}

std::vector<std::string_view> parted(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(by, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// A part may be a whole file; its beginning tells which it is.
std::string beginning_of(std::string_view text) {
  std::size_t length = 60;
  if (text.size() <= length) return std::string(text);
  while (length > 0 && continues_letter(text[length])) --length;
  return fmt::format("{}…", text.substr(0, length));
}

std::string place_of_part(std::size_t part, std::string_view text) {
  return fmt::format("share string, part {} '{}'", part + 1, beginning_of(text));
}

// Reads fields one after another; each may be given once.
class Reader {
 public:
  void read(std::string_view name, std::string_view text, const std::string& place) {
    const SituationField& field = situation_field(name, place);
    if (!seen_.insert(field.name).second) throw UsageError(fmt::format("{}: {} is given twice", place, name));
    field.read(situation, text, place);
  }

  Situation situation;

 private:
  std::set<std::string_view> seen_;
};

// The number between "ts" and the colon; empty if there is none.
std::optional<std::string_view> version_of(std::string_view text) {
  if (!text.starts_with(mark)) return std::nullopt;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == mark.size()) return std::nullopt;
  const std::string_view number = text.substr(mark.size(), colon - mark.size());
  return std::all_of(number.begin(), number.end(), is_digit) ? std::optional(number) : std::nullopt;
}

void read_head(Reader& reader, const std::vector<std::string_view>& parts) {
  static constexpr std::string_view form = "a share string begins like ts1:tiled,naive/4x4x4/t2";
  const auto place = [&](std::size_t part) { return place_of_part(part, part < parts.size() ? parts[part] : ""); };
  const auto kernels = parted(parts[0], ',');
  if (kernels.size() > 2 || kernels[0].empty())
    throw UsageError(fmt::format("{}: give the kernel, and the one beside it; {}", place(0), form));
  reader.read("kernel", unescaped(kernels[0], place(0)), place(0));
  if (kernels.size() == 2) reader.read("beside", unescaped(kernels[1], place(0)), place(0));
  const auto sides = parts.size() > 1 ? parted(parts[1], 'x') : std::vector<std::string_view>{};
  const bool is_of_arrays = parts.size() > 1 && parts[1] == no_sides;
  if (sides.size() != 3 && !is_of_arrays)
    throw UsageError(fmt::format("{}: give the sides M, N and K; {}", place(1), form));
  for (std::size_t n = 0; n < 3 && !is_of_arrays; ++n) reader.read(head[2 + n], sides[n], place(1));
  if (parts.size() < 3 || !parts[2].starts_with('t'))
    throw UsageError(fmt::format("{}: give the tile's width; {}", place(2), form));
  if (parts[2].substr(1) != no_tile) reader.read("tile", parts[2].substr(1), place(2));
}

// Removes a record mode that the window implies.
Situation plainest(Situation situation) {
  Request& request = situation.request;
  const Record meant = request.window.empty() ? Record::full : Record::window;
  if (request.record == meant) request.record.reset();
  return situation;
}

bool is_whole_number(const std::string& text) {
  return text.size() < 19 && (text.size() == 1 || text[0] != '0') && std::all_of(text.begin(), text.end(), is_digit);
}

// Writes simple text in double quotes and leaves the rest to toml++.
void write_text(std::ostream& out, const std::string& text) {
  const bool is_simple = std::all_of(text.begin(), text.end(), [](char letter) {
    return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
  });
  if (is_simple)
    out << '"' << text << '"';
  else
    out << toml::value<std::string>(text);
}

std::string shown(const toml::node& node) {
  if (const auto text = node.value<std::string>(); text && node.is_string()) return *text;
  if (const auto number = node.value<std::int64_t>(); number && node.is_integer()) return std::to_string(*number);
  throw UsageError("give a whole number, or words in quotes");
}

}  // namespace

std::string share_string(const Situation& situation) {
  const Request& request = situation.request;
  std::string text = fmt::format(
      "{}{}:{}{}/{}/t{}", mark, version, escaped(request.kernel),
      situation.beside.empty() ? "" : "," + escaped(situation.beside),
      request.m ? fmt::format("{}x{}x{}", *request.m, request.n.value(), request.k.value()) : std::string(no_sides),
      request.tile ? std::to_string(*request.tile) : no_tile);
  const Situation plain = plainest(situation);
  for (const SituationField& field : situation_fields())
    if (!is_in_head(field.name))
      if (const std::string value = field.write(plain); !value.empty())
        text += fmt::format("/{}={}", field.name, escaped(value));
  return text;
}

std::string toml_of(const Situation& situation) {
  std::ostringstream text;
  text << "# A situation of TileScope: `tilescope view FILE` reopens it, and so does dropping it on the window.\n"
       << file_mark << " = " << version << "\n";
  const Situation plain = plainest(situation);
  for (const SituationField& field : situation_fields()) {
    const std::string value = field.write(plain);
    if (value.empty()) continue;
    text << field.name << " = ";
    if (is_whole_number(value))
      text << value;
    else
      write_text(text, value);
    text << "\n";
  }
  return text.str();
}

Situation situation_of_string(std::string_view text) {
  const auto number = version_of(text);
  if (!number)
    throw UsageError(
        fmt::format("'{}' is not a share string: these begin like ts1:tiled/4x4x4/t2", beginning_of(text)));
  if (*number != version)
    throw UsageError(
        fmt::format("this share string has version {}; this TileScope reads version {}", *number, version));
  const std::vector<std::string_view> parts = parted(text.substr(text.find(':') + 1), '/');
  Reader reader;
  read_head(reader, parts);
  for (std::size_t n = 3; n < parts.size(); ++n) {
    const std::string place = place_of_part(n, parts[n]);
    const std::size_t equals = parts[n].find('=');
    if (equals == std::string_view::npos) throw UsageError(place + ": give NAME=VALUE, as in moment=37");
    reader.read(parts[n].substr(0, equals), unescaped(parts[n].substr(equals + 1), place), place);
  }
  return plainest(reader.situation);
}

Situation situation_of_toml(std::string_view text, const std::string& name) {
  toml::table table;
  try {
    table = toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    throw UsageError(fmt::format("{}:{}: {}", name, error.source().begin.line, error.description()));
  }
  const toml::node* const said = table.get(file_mark);
  if (said == nullptr)
    throw UsageError(
        fmt::format("{}: this is not a situation: the line '{} = {}' is missing", name, file_mark, version));
  const auto place = [&](const toml::node& node) { return fmt::format("{}:{}", name, node.source().begin.line); };
  Reader reader;
  for (auto&& [key, node] : table) {
    const std::string at = place(node);
    std::string value;
    try {
      value = shown(node);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}: {}", at, key.str(), error.what()));
    }
    if (key.str() != file_mark)
      reader.read(key.str(), value, at);
    else if (value != version)
      throw UsageError(fmt::format("{}: {} = {}: this TileScope reads version {}", at, file_mark, value, version));
  }
  return plainest(reader.situation);
}

bool is_situation(std::string_view text) { return version_of(text) || text.ends_with(".toml"); }

std::string link_in(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  text = text.substr(0, text.find_last_not_of(blanks) + 1);
  if (const std::size_t hash = text.find('#'); text.starts_with("http") && hash != std::string_view::npos)
    text.remove_prefix(hash + 1);
  return version_of(text) && text.find('\n') == std::string_view::npos ? std::string(text) : "";
}

bool holds_situation(const std::string& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos || !line.starts_with(file_mark)) continue;
    if (line.find_first_not_of(' ', file_mark.size()) == equals) return true;
  }
  return false;
}

Situation read_situation(const std::string& text) {
  if (!text.ends_with(".toml")) return situation_of_string(text);
  std::ifstream file(text, std::ios::binary);
  std::string all(longest_file + 1, '\0');
  file.read(all.data(), static_cast<std::streamsize>(all.size()));
  if (file.gcount() == 0 && !file.eof()) throw UsageError(fmt::format("{}: cannot be read", text));
  if (file.gcount() > static_cast<std::streamsize>(longest_file))
    throw UsageError(fmt::format("{}: this is not a situation: it is longer than {} bytes", text, longest_file));
  all.resize(static_cast<std::size_t>(file.gcount()));
  return situation_of_toml(all, text);
}

}  // namespace tilescope
