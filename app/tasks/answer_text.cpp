#include "app/tasks/answer_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include "instrumentation/error.h"
#include "instrumentation/launching/header/header_numbers.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/machine/recorded_kernel.h"

namespace tilescope::tasks {

namespace {

std::string constant_in(const Launch& launch, const std::string& name) {
  const RecordedKernel* const program = launch.program.get();
  const auto value = program == nullptr ? std::nullopt : HeaderNumbers(program->text, program->knobs).value_of(name);
  if (!value) throw UsageError(fmt::format("the source has no integer constant '{}'", name));
  return std::to_string(*value);
}

}  // namespace

std::string without_blanks(std::string_view line) {
  std::string kept;
  for (const char letter : line.substr(0, line.find("//")))
    if (letter != ' ' && letter != '\t' && letter != '\r') kept += letter;
  return kept;
}

std::vector<Written> lines_missing(const Task& task, const std::string& text) {
  std::vector<std::string> there;
  std::vector<Written> missing;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) there.push_back(without_blanks(line));
  for (const Written& kept : task.keep)
    if (std::find(there.begin(), there.end(), without_blanks(kept.text)) == there.end()) missing.push_back(kept);
  return missing;
}

std::vector<HeaderLine> header_of(const std::string& text) {
  std::vector<HeaderLine> header;
  std::istringstream in(text);
  std::uint32_t number = 0;
  for (std::string line; std::getline(in, line); ++number) {
    const std::size_t at = line.find("//!");
    if (at == std::string::npos || line.find_first_not_of(" \t") != at) continue;
    HeaderLine one{number, {}};
    for (const char letter : line)
      if (letter != ' ' && letter != '\t' && letter != '\r') one.text += letter;
    header.push_back(std::move(one));
  }
  return header;
}

std::string changed_header(const std::string& before, const std::string& now) {
  const std::vector<HeaderLine> header = header_of(now);
  if (header.empty() || header == header_of(before)) return "";
  return "the header was changed; the task's own launches are used";
}

std::string goal_for(const Launch& answer, const Launch& task, const std::string& goal) {
  const auto is_of_word = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  };
  std::map<std::string, std::string> names;
  for (std::size_t n = 0; n < std::min(answer.buffers.size(), task.buffers.size()); ++n)
    names[task.buffers[n].name] = answer.buffers[n].name;
  const std::vector<std::string> there = numbers_of(answer), here = numbers_of(task);
  for (std::size_t n = 0; n < std::min(there.size(), here.size()); ++n) names[here[n]] = there[n];
  std::string text;
  for (std::size_t at = 0; at < goal.size();) {
    std::size_t end = at;
    while (end < goal.size() && is_of_word(goal[end])) ++end;
    const bool is_named = at > 0 && (goal[at - 1] == '.' || goal[at - 1] == '(');
    const auto found = names.find(goal.substr(at, end - at));
    if (constexpr std::string_view constant = "constant("; goal.substr(at).starts_with(constant)) {
      const std::size_t close = std::min(goal.find(')', at), goal.size() - 1);
      text += constant_in(task, goal.substr(at + constant.size(), close - at - constant.size()));
      at = close + 1;
      continue;
    }
    text += is_named && found != names.end() ? found->second : goal.substr(at, std::max(end, at + 1) - at);
    at = std::max(end, at + 1);
  }
  return text;
}

}  // namespace tilescope::tasks
