#include "instrumentation/launching/request/launch_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/launching/request/tile_name.h"
#include "instrumentation/machine/prepared.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr std::array all_schedules{
    Choice<Schedule::Kind>{"in_order", Schedule::Kind::in_order, "in order"},
    Choice<Schedule::Kind>{"reverse", Schedule::Kind::reverse, "reverse"},
    Choice<Schedule::Kind>{"warp_interleaved", Schedule::Kind::warp_interleaved, "interleaved"},
    Choice<Schedule::Kind>{"random", Schedule::Kind::random, "random"}};
constexpr std::array all_records{Choice<Record>{"full", Record::full}, Choice<Record>{"window", Record::window},
                                 Choice<Record>{"counts", Record::counts},
                                 Choice<Record>{"blocks", Record::blocks, {}, "only those given by --blocks"}};
constexpr std::array all_strays{
    Choice<OutOfBounds>{"poison", OutOfBounds::poison, "poison"},
    Choice<OutOfBounds>{"zero", OutOfBounds::zero, "zero"}, Choice<OutOfBounds>{"stale", OutOfBounds::stale, "stale"},
    Choice<OutOfBounds>{"touch", OutOfBounds::touch, {}, "poison, but a GPU really reads that memory"}};
constexpr std::array<std::string_view, 3> all_backends{"auto", "cpu", "cuda"};

template <class List>
auto value_of(const List& choices, std::string_view name, std::string_view option) {
  for (const auto& choice : choices)
    if (choice.name == name) return choice.value;
  throw UsageError(fmt::format("{} {}: give one of {}", option, name, fmt::join(names_of(choices), ", ")));
}

template <class List, class Value>
std::string_view name_in(const List& choices, Value value) {
  for (const auto& choice : choices)
    if (choice.value == value) return choice.name;
  return "";
}

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

std::span<const Choice<Schedule::Kind>> schedules() { return all_schedules; }
std::span<const Choice<Record>> records() { return all_records; }
std::span<const Choice<OutOfBounds>> strays() { return all_strays; }
std::span<const std::string_view> backends() { return all_backends; }

Schedule parse_schedule(const std::string& text, std::string_view option) {
  const std::size_t colon = text.find(':');
  Schedule schedule{value_of(all_schedules, text.substr(0, colon), option), 0};
  if (schedule.kind == Schedule::Kind::random) schedule.seed = 1;
  if (colon == std::string::npos) return schedule;
  if (schedule.kind != Schedule::Kind::random || !read(std::string_view(text).substr(colon + 1), schedule.seed))
    throw UsageError(fmt::format("{} {}: only random takes a seed, as in random:7", option, text));
  return schedule;
}

Record parse_record(const std::string& text, std::string_view option) { return value_of(all_records, text, option); }
OutOfBounds parse_out_of_bounds(const std::string& text, std::string_view option) {
  return value_of(all_strays, text, option);
}

std::string_view name_of(Schedule::Kind kind) { return name_in(all_schedules, kind); }
std::string_view name_of(Record record) { return name_in(all_records, record); }
std::string_view name_of(OutOfBounds out_of_bounds) { return name_in(all_strays, out_of_bounds); }

std::vector<BlockRange> parse_blocks(const std::string& text, std::string_view option) {
  std::vector<BlockRange> ranges;
  const auto wrong = [&] {
    return UsageError(fmt::format("{} {}: give Y,X or Y0-Y1,X0-X1, several separated by ;", option, text));
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

std::array<std::int64_t, 3> parse_dimensions(const std::string& text, std::string_view option) {
  std::array<std::int64_t, 3> all{1, 1, 1};
  std::size_t begin = 0;
  for (std::int64_t& each : all) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::uint32_t number = 0;
    if (!read(std::string_view(text).substr(begin, end - begin), number) || number == 0)
      throw UsageError(fmt::format("{} {}: give X, X,Y or X,Y,Z, each at least 1", option, text));
    each = number;
    if (end == text.size()) return all;
    begin = end + 1;
  }
  throw UsageError(fmt::format("{} {}: give at most three numbers, as in 4,4,1", option, text));
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

std::vector<std::string> numbers_of(const Launch& launch) {
  if (!launch.program) return {};
  return launch.program->prepared->facts().numbers;
}

std::string blocks_in_words(const Launch& launch, bool in_full) {
  if (in_full)
    return fmt::format("grid {}, block {}", sides_in_words(launch.grid, launch.grid_depth),
                       sides_in_words(launch.block, launch.block_depth));
  const bool has_layers = launch.grid_depth > 1 || launch.block_depth > 1;
  const bool has_rows = has_layers || launch.grid.y > 1 || launch.block.y > 1;
  const bool are_square = launch.grid.x == launch.grid.y && launch.block.x == launch.block.y;  // in any order
  const auto sides = [&](Size2 of, unsigned depth) {
    return std::to_string(of.x) + (has_rows ? fmt::format(" x {}", of.y / depth) : "") +
           (has_layers ? fmt::format(" x {}", depth) : "");
  };
  return fmt::format("grid {}, block {}{}", sides(launch.grid, launch.grid_depth),
                     sides(launch.block, launch.block_depth),
                     has_layers                ? " (x, y, z)"
                     : has_rows && !are_square ? " (x, y)"
                                               : "");
}

std::string shape_in_words(const Launch& launch) {
  std::string words;
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  for (const Buffer& buffer : launch.buffers)
    if (!buffer.sides.empty()) add(fmt::format("{} {}", buffer.name, fmt::join(buffer.sides, " x ")));
  const std::vector<std::string> names = numbers_of(launch);
  for (std::size_t n = 0; n < names.size(); ++n) add(fmt::format("{} = {}", names[n], words_of(launch.numbers[n])));
  add(blocks_in_words(launch));
  return words;
}

std::string shape_in_words(const Launch& launch, std::string_view of_product) {
  const auto product = reading::matrices_of(launch);
  if (!product) return shape_in_words(launch);
  return fmt::format(fmt::runtime(of_product), fmt::arg("m", product->m()), fmt::arg("n", product->n()),
                     fmt::arg("k", product->k()), fmt::arg("T", tile_name(launch)), fmt::arg("tile", launch.tile),
                     fmt::arg("blocks", blocks_in_words(launch)));
}

std::string place_in_words(const Launch& launch) {
  if (!launch.program || launch.program->list.names.empty()) return "";
  return fmt::format("launch {} of {}", launch.program->list.number, launch.program->list.names.size());
}

std::string own_numbers(const Launch& launch) {
  if (place_in_words(launch).empty()) return "";
  const InList& list = launch.program->list;
  const std::string &name = list.names[list.number - 1], &title = list.titles[list.number - 1];
  return title.size() < name.size() + 3 ? "" : title.substr(name.size() + 2, title.size() - name.size() - 3);
}

}  // namespace tilescope
