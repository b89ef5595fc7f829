#include "instrumentation/launching/header/needs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tilescope {

namespace {

bool holds(const std::string& condition, const HeaderNumbers& numbers) {
  return numbers.value_of(condition).value_or(0) != 0;
}

// Of one name, with which all of these hold.
std::optional<std::int64_t> nearest_for(const Needs& needs, const std::string& name, HeaderNumbers numbers) {
  constexpr std::int64_t farthest = 4096;
  const std::int64_t now = numbers.known().at(name);
  for (std::int64_t far = 1; far <= farthest; ++far)
    for (const std::int64_t value : {now + far, now - far}) {
      if (value < 1) continue;
      numbers.know(name, value);
      if (hold(needs, numbers)) return value;
    }
  return std::nullopt;
}

// If no number does for all of them: one that does for this one and breaks no other.
std::optional<std::int64_t> nearest_that_works(const std::string& condition, const Needs& needs,
                                               const std::string& name, const HeaderNumbers& numbers) {
  if (const auto number = nearest_for(needs, name, numbers)) return number;
  Needs some{condition};
  for (const std::string& other : needs)
    if (holds(other, numbers)) some.push_back(other);
  return nearest_for(some, name, numbers);
}

}  // namespace

bool hold(const Needs& needs, const HeaderNumbers& numbers) {
  return std::all_of(needs.begin(), needs.end(), [&](const std::string& each) { return holds(each, numbers); });
}

std::optional<std::string> refusal(std::string_view begin, const Needs& needs, const HeaderNumbers& numbers) {
  for (const std::string& condition : needs) {
    const auto value = numbers.value_of(condition);
    if (!value) return fmt::format("{}: {}", begin, numbers.refusal_of(condition));
    if (*value != 0) continue;
    std::vector<std::string> now, would;
    for (const auto& [name, number] : numbers.named_in(condition)) {
      now.push_back(fmt::format("{} = {}", name, number));
      if (!numbers.known().contains(name)) continue;  // it follows from others
      if (const auto other = nearest_that_works(condition, needs, name, numbers))
        would.push_back(fmt::format("{} = {}", name, *other));
    }
    const std::string does = would.empty() ? "" : fmt::format("{} works, ", fmt::join(would, " or "));
    return fmt::format("{} {}: {}{} does not{}", begin, condition, does, fmt::join(now, " with "),
                       would.empty() ? " do" : "");
  }
  return std::nullopt;
}

}  // namespace tilescope
