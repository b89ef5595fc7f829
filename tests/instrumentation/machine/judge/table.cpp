#include "tests/instrumentation/machine/judge/table.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace tilescope::judge {

namespace {

std::vector<std::string> split(const std::string& text, const std::string& by) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t at; (at = text.find(by, from)) != std::string::npos; from = at + by.size())
    parts.push_back(text.substr(from, at - from));
  parts.push_back(text.substr(from));
  return parts;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// "A[n*k]:fill", "alpha=1", "@M:fill"
Given read_given(std::string word) {
  Given given;
  const std::size_t first = word.find_first_of("[=:");
  given.name = word.substr(0, first);
  if (word[0] == '@') {
    given.is_global = true;
    given.name.erase(0, 1);
    if (first != std::string::npos) given.fill = word.substr(first + 1);
  } else if (word[first] == '[') {
    const std::size_t end = word.find(']');
    given.is_array = true;
    given.value = word.substr(first + 1, end - first - 1);
    if (end + 1 < word.size()) given.fill = word.substr(end + 2);
  } else {
    given.value = word.substr(first + 1);
  }
  return given;
}

Line read_line(const std::string& text) {
  const std::vector<std::string> parts = split(text, " | ");
  if (parts.size() != 5) throw std::runtime_error("launches: " + text);
  Line line;
  const std::vector<std::string> names = words_of(parts[0]);
  line.file = names.at(0);
  line.kernel = names.at(1);
  for (std::size_t n = 2; n < names.size(); ++n)
    if (const std::size_t at = names[n].find('='); at != std::string::npos)
      std::replace_copy(names[n].begin() + static_cast<std::ptrdiff_t>(at) + 1, names[n].end(),
                        std::back_inserter(line.knobs[names[n].substr(0, at)]), '_', ' ');
    else
      line.only = names[n];
  for (const std::string& word : words_of(parts[1]))
    line.numbers.emplace_back(word.substr(0, word.find('=')), word.substr(word.find('=') + 1));
  line.grid = words_of(parts[2]);
  for (const std::string& word : words_of(parts[3]))
    if (word[0] == '+')
      line.shared_bytes = word.substr(1);
    else
      line.block.push_back(word);
  for (const std::string& word : words_of(parts[4])) line.given.push_back(read_given(word));
  return line;
}

}  // namespace

std::vector<Line> read_table(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<Line> lines;
  for (std::string text; std::getline(in, text);)
    if (!text.empty() && text[0] != '#') lines.push_back(read_line(text + (text.back() == '|' ? " " : "")));
  return lines;
}

std::string plain_name(const Line& line) {
  const std::string name = line.kernel.substr(0, line.kernel.find('<'));
  const std::size_t at = name.rfind(':');
  return at == std::string::npos ? name : name.substr(at + 1);
}

}  // namespace tilescope::judge
