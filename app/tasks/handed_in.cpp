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
  return line + "\n" + answer.text;
}

std::optional<HandedIn> read_handed_in(const std::string& text) {
  if (!text.starts_with(begins)) return std::nullopt;
  static const std::regex pattern(
      R"(([\w.-]{1,80}), version ([0-9a-f]{1,16}); reached (\d{1,4}) of (\d{1,4})(?:, (\d{1,4}) hints?)?(, solution seen)?\s*)");
  const std::size_t end = std::min(text.find('\n'), text.size());
  if (end > 400) return std::nullopt;
  const std::string line = text.substr(begins.size(), end - begins.size());
  std::smatch found;
  if (!std::regex_match(line, found, pattern)) return std::nullopt;
  HandedIn answer;
  answer.task = found[1];
  answer.version = found[2];
  answer.reached = number_in(found[3]);
  answer.of = number_in(found[4]);
  answer.hints = number_in(found[5]);
  answer.saw_solution = found[6].matched;
  answer.text = text.substr(std::min(end + 1, text.size()));
  return answer;
}

std::optional<HandedIn> KeptAnswers::find(const std::string& task) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream in(file_for(task), std::ios::binary);
  if (!in) return std::nullopt;
  std::optional<HandedIn> answer = read_handed_in({std::istreambuf_iterator<char>(in), {}});
  if (answer && answer->task != task) answer.reset();
  return answer;
}

std::string KeptAnswers::keep(const HandedIn& answer) const try {
  if (folder_.empty()) return "";
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  const std::string text = written(answer);
  write_file(file_for(answer.task), {text.data(), text.size()});
  return "";
} catch (const Error& error) {
  return error.what();
}

void KeptAnswers::forget(const std::string& task) const {
  std::error_code error;
  if (!folder_.empty()) std::filesystem::remove(file_for(task), error);
}

}  // namespace tilescope::tasks
