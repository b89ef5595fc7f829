#include "app/lessons/lesson.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/launching/request/request_fields.h"

namespace tilescope::lessons {

std::uint32_t Written::line_at(std::size_t offset) const {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return line + static_cast<std::uint32_t>(std::count(text.begin(), end, '\n'));
}

std::string words_of(const std::string& file, const Mistake& mistake) {
  const std::string key = mistake.key.empty() ? "" : mistake.key + ": ";
  return fmt::format("{}:{}: {}{}", file, mistake.line, key, mistake.what);
}

std::string launch_key(const Request& request) { return written(request); }

bool Situation::same_launch(const Situation& other) const {
  return beside == other.beside && launch_key(request) == launch_key(other.request);
}

}  // namespace tilescope::lessons
