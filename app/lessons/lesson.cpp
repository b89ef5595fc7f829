#include "app/lessons/lesson.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/launch_words.h"

namespace tilescope::lessons {

std::uint32_t Written::line_at(std::size_t offset) const {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return line + static_cast<std::uint32_t>(std::count(text.begin(), end, '\n'));
}

std::string words_of(const std::string& file, const Mistake& mistake) {
  const std::string key = mistake.key.empty() ? "" : mistake.key + ": ";
  return fmt::format("{}:{}: {}{}", file, mistake.line, key, mistake.what);
}

std::string launch_key(const Request& r) {
  const auto side = [](const auto& length) { return length ? std::to_string(*length) : std::string("-"); };
  std::string key = fmt::format("{} {} {} {} {} {} {} {}:{} {} {}", r.kernel, side(r.m), side(r.n), side(r.k),
                                side(r.tile), r.inputs, r.seed, name_of(r.schedule.kind), r.schedule.seed,
                                r.record ? name_of(*r.record) : "-", name_of(r.out_of_bounds));
  for (const BlockRange& range : r.window) key += fmt::format(" {}-{},{}-{}", range.y0, range.y1, range.x0, range.x1);
  return key;
}

bool Situation::same_launch(const Situation& other) const {
  return beside == other.beside && launch_key(request) == launch_key(other.request);
}

}  // namespace tilescope::lessons
