#include "instrumentation/launching/request/array_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "instrumentation/error.h"
#include "instrumentation/nearest.h"

namespace tilescope {

namespace {

std::vector<std::int64_t> read_sides(std::string_view text, const std::string& where) {
  std::vector<std::int64_t> sides;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    std::int64_t side = 0;
    const auto [last, error] = std::from_chars(text.data() + begin, text.data() + end, side);
    if (error != std::errc() || last != text.data() + end || side < 1 || side > 2147483647)
      throw UsageError(where + ": give its sides as whole numbers of at least 1, for example 64 or 8x8");
    sides.push_back(side);
    begin = end + 1;
  }
  if (text.ends_with('x'))
    throw UsageError(where + ": give its sides as whole numbers of at least 1, for example 64 or 8x8");
  if (sides.size() > 4) throw UsageError(where + ": an array has at most four sides");
  return sides;
}

}  // namespace

ArrayWords read_array_words(const std::string& words, const std::string& where) {
  const std::size_t colon = std::min(words.find(':'), words.size());
  ArrayWords said;
  said.sides = read_sides(std::string_view(words).substr(0, colon), where);
  if (colon == words.size()) return said;
  const std::string fill = words.substr(colon + 1);
  said.fill = reading::fill_named(fill);
  if (said.fill) return said;
  if (!fill.ends_with(".csv")) {
    std::vector<std::string_view> known;
    for (const reading::FillName& each : reading::fill_names) known.push_back(each.name);
    throw UsageError(fmt::format("{}: fill it with {} or a .csv file; did you mean {}?", where, fmt::join(known, ", "),
                                 nearest(fill, known)));
  }
  said.file = fill;
  return said;
}

}  // namespace tilescope
