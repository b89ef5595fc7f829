// A link to a step of a lesson, or to a task: "ts1:lesson/naive/step=count/moment=12", "ts1:task/tile-it".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

struct LessonLink {
  std::string lesson = {}, task = {};  // the name of one of them; the other is empty
  std::string step = {};               // a name, or a number counted from 1; empty: the first step
  std::optional<std::uint64_t> moment = {};

  bool operator==(const LessonLink&) const = default;
};

[[nodiscard]] std::string text_of(const LessonLink& link);
// Empty if the text is no such link. Throws a UsageError with the place of a mistake.
[[nodiscard]] std::optional<LessonLink> lesson_link_of(std::string_view text);

}  // namespace tilescope
