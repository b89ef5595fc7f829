#include "app/names/lesson_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::string_view lesson_head = "ts1:lesson/", task_head = "ts1:task/";
constexpr std::string_view step_field = "step=", moment_field = "moment=";

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '-' || letter == '_';
  });
}

std::string checked_name(std::string_view text) {
  if (!is_name(text))
    throw UsageError(fmt::format("link '{}': give a name of letters, digits and hyphens", text.substr(0, 40)));
  return std::string(text);
}

void read_field(LessonLink& link, std::string_view field) {
  if (field.starts_with(step_field)) {
    link.step = checked_name(field.substr(step_field.size()));
    return;
  }
  std::uint64_t moment = 0;
  const std::string_view digits = field.starts_with(moment_field) ? field.substr(moment_field.size()) : "";
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), moment);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
    throw UsageError(
        fmt::format("link to a lesson, '{}': give step=NAME or moment=NUMBER, as in moment=37", field.substr(0, 40)));
  link.moment = moment;
}

}  // namespace

std::string text_of(const LessonLink& link) {
  if (!link.task.empty()) return fmt::format("{}{}", task_head, link.task);
  std::string text = fmt::format("{}{}", lesson_head, link.lesson);
  if (!link.step.empty()) text += fmt::format("/{}{}", step_field, link.step);
  if (link.moment) text += fmt::format("/{}{}", moment_field, *link.moment);
  return text;
}

std::optional<LessonLink> lesson_link_of(std::string_view text) {
  LessonLink link;
  if (text.starts_with(task_head)) {
    link.task = checked_name(text.substr(task_head.size()));
    return link;
  }
  if (!text.starts_with(lesson_head)) return std::nullopt;
  text.remove_prefix(lesson_head.size());
  const std::size_t end = std::min(text.find('/'), text.size());
  link.lesson = checked_name(text.substr(0, end));
  while (text.find('/') != std::string_view::npos) {
    text.remove_prefix(text.find('/') + 1);
    read_field(link, text.substr(0, text.find('/')));
  }
  return link;
}

}  // namespace tilescope
