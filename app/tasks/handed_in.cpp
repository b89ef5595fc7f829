#include "app/tasks/handed_in.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <iterator>
#include <regex>

#include "app/export/whole_file.h"
#include "instrumentation/error.h"

namespace tilescope::tasks {

namespace {

constexpr std::string_view begins = "// TileScope task: ";

std::size_t number_in(const std::ssub_match& digits) {
  std::size_t number = 0;
  const std::string text = digits.str();
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

std::string written(const HandedIn& answer) {
  std::string line = fmt::format("{}{}, version {}; reached {} of {}", begins, answer.task, answer.version,
                                 answer.reached, answer.of);
  if (answer.hints > 0) line += fmt::format(", {} hint{}", answer.hints, answer.hints == 1 ? "" : "s");
  if (answer.saw_solution) line += ", solution seen";
  const bool ends_a_line = answer.text.empty() || answer.text.back() == '\n';
  return answer.text + (ends_a_line ? "" : "\n") + line + "\n";
}

std::optional<HandedIn> read_handed_in(const std::string& text) {
  constexpr std::size_t longest = 400;
  static const std::regex pattern(
      R"(([\w.-]{1,80}), version ([0-9a-f]{1,16}); reached (\d{1,4}) of (\d{1,4})(?:, (\d{1,4}) hints?)?(, solution seen)?\s*)");
  const std::size_t at = text.rfind(begins);
  if (at == std::string::npos || text.size() - at > longest || (at > 0 && text[at - 1] != '\n')) return std::nullopt;
  const std::string line = text.substr(at + begins.size());
  std::smatch found;
  if (!std::regex_match(line, found, pattern)) return std::nullopt;
  HandedIn answer;
  answer.task = found[1];
  answer.version = found[2];
  answer.reached = number_in(found[3]);
  answer.of = number_in(found[4]);
  answer.hints = number_in(found[5]);
  answer.saw_solution = found[6].matched;
  answer.text = text.substr(0, at);
  return answer;
}

std::optional<HandedIn> KeptAnswers::find(const std::string& task) const {
  if (folder_.empty()) {
    const auto found = here_.find(task);
    return found == here_.end() ? std::nullopt : std::optional(found->second);
  }
  std::ifstream in(file_for(task), std::ios::binary);
  if (!in) return std::nullopt;
  std::optional<HandedIn> answer = read_handed_in({std::istreambuf_iterator<char>(in), {}});
  if (answer && answer->task != task) answer.reset();
  return answer;
}

std::string KeptAnswers::keep(const HandedIn& answer) try {
  if (folder_.empty()) {
    here_.insert_or_assign(answer.task, answer);
    return "";
  }
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  const std::string text = written(answer);
  write_file(file_for(answer.task), {text.data(), text.size()});
  return "";
} catch (const Error& error) {
  return error.what();
}

}  // namespace tilescope::tasks
