#include "kernels/launch_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

template <class Value, std::size_t n>
using Names = std::array<std::pair<std::string_view, Value>, n>;

constexpr Names<Schedule::Kind, 4> schedules{{{"in_order", Schedule::Kind::in_order},
                                              {"reverse", Schedule::Kind::reverse},
                                              {"warp_interleaved", Schedule::Kind::warp_interleaved},
                                              {"random", Schedule::Kind::random}}};
constexpr Names<Record, 4> records{
    {{"full", Record::full}, {"window", Record::window}, {"counts", Record::counts}, {"blocks", Record::blocks}}};
constexpr Names<OutOfBounds, 4> strays{{{"poison", OutOfBounds::poison},
                                        {"zero", OutOfBounds::zero},
                                        {"stale", OutOfBounds::stale},
                                        {"touch", OutOfBounds::touch}}};

template <class Value, std::size_t n>
Value value_of(const Names<Value, n>& names, std::string_view name, std::string_view option) {
  std::string all;
  for (const auto& [known, value] : names) {
    if (known == name) return value;
    all += (all.empty() ? "" : ", ") + std::string(known);
  }
  throw UsageError(fmt::format("{} {}: give one of {}", option, name, all));
}

template <class Value, std::size_t n>
std::string_view name_in(const Names<Value, n>& names, Value value) {
  for (const auto& [name, known] : names)
    if (known == value) return name;
  return "";
}

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

Schedule parse_schedule(const std::string& text, std::string_view option) {
  const std::size_t colon = text.find(':');
  Schedule schedule{value_of(schedules, text.substr(0, colon), option), 1};
  if (colon == std::string::npos) return schedule;
  if (schedule.kind != Schedule::Kind::random || !read(std::string_view(text).substr(colon + 1), schedule.seed))
    throw UsageError(fmt::format("{} {}: only random takes a seed, as in random:7", option, text));
  return schedule;
}

Record parse_record(const std::string& text, std::string_view option) { return value_of(records, text, option); }
OutOfBounds parse_out_of_bounds(const std::string& text, std::string_view option) {
  return value_of(strays, text, option);
}

std::string_view name_of(Schedule::Kind kind) { return name_in(schedules, kind); }
std::string_view name_of(Record record) { return name_in(records, record); }
std::string_view name_of(OutOfBounds out_of_bounds) { return name_in(strays, out_of_bounds); }

std::vector<BlockRange> parse_blocks(const std::string& text, std::string_view option) {
  std::vector<BlockRange> ranges;
  const auto wrong = [&] {
    return UsageError(fmt::format("{} {}: give Y,X or Y0-Y1,X0-X1, several parted by ;", option, text));
  };
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::string_view item = std::string_view(text).substr(begin, end - begin);
    const std::size_t comma = item.find(',');
    if (comma == std::string_view::npos) throw wrong();
    const auto side = [&](std::string_view range, unsigned& low, unsigned& high) {
      const std::size_t dash = range.find('-');
      if (!read(range.substr(0, dash), low)) throw wrong();
      high = low;
      if (dash != std::string_view::npos && (!read(range.substr(dash + 1), high) || high < low)) throw wrong();
    };
    BlockRange range;
    side(item.substr(0, comma), range.y0, range.y1);
    side(item.substr(comma + 1), range.x0, range.x1);
    ranges.push_back(range);
    begin = end + 1;
  }
  return ranges;
}

std::string words_of(const Schedule& schedule) {
  if (schedule.kind == Schedule::Kind::random) return fmt::format("random:{}", schedule.seed);
  return std::string(name_of(schedule.kind));
}

std::string words_of(const std::vector<BlockRange>& blocks) {
  const auto side = [](unsigned low, unsigned high) {
    return low == high ? std::to_string(low) : fmt::format("{}-{}", low, high);
  };
  std::string words;
  for (const BlockRange& range : blocks)
    words += (words.empty() ? "" : ";") + side(range.y0, range.y1) + "," + side(range.x0, range.x1);
  return words;
}

}  // namespace tilescope
