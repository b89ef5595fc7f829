#include "app/cli/heat.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/stage/words.h"
#include "instrumentation/analysis/reuse.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

// An array larger than this is summarized for a terminal.
constexpr std::int64_t most_columns = 32, most_rows = 64;

// The array's counts in one launch.
struct Side {
  const Trace* trace = nullptr;
  Reuse reuse;
  std::size_t array = 0;

  [[nodiscard]] const Heat& heat() const { return reuse.arrays[array]; }
  [[nodiscard]] const ArrayInfo& info() const { return trace->arrays()[array]; }
  [[nodiscard]] const std::string& kernel() const { return trace->launch().kernel; }
};

std::optional<Side> side_of(const Trace& trace, const std::string& name) {
  for (std::size_t array = 0; array < trace.arrays().size(); ++array)
    if (trace.arrays()[array].name == name && trace.arrays()[array].space != Space::local)
      return Side{&trace, reuse(trace), array};
  return std::nullopt;
}

[[noreturn]] void refuse_name(const Trace& trace, const std::string& name) {
  std::string names;
  for (const ArrayInfo& array : trace.arrays())
    if (array.space != Space::local) names += (names.empty() ? "" : ", ") + array.name;
  throw UsageError(fmt::format("--heat {}: {} has {}", name, trace.launch().kernel, names));
}

// "all 4 blocks"; "4 of 16 blocks (the recorded ones)"
std::string coverage(const Side& side) {
  const Reuse& reuse = side.reuse;
  if (reuse.whole()) return fmt::format("all {} blocks", count_name(reuse.all_blocks));
  return fmt::format("{} of {} blocks (the recorded ones){}", count_name(reuse.recorded_blocks),
                     count_name(reuse.all_blocks), reuse.lost > 0 ? ", without the events that did not fit" : "");
}

template <class Number>
std::string grid(const Heat& heat, const std::vector<Number>& numbers) {
  if (heat.rows > most_rows || heat.columns > most_columns)
    return fmt::format("{} x {} elements are too many to print; --csv lists them all\n", heat.rows, heat.columns);
  Table table;
  std::vector<std::string> head{""};
  for (std::int64_t column = 0; column < heat.columns; ++column) head.push_back(fmt::format("[{}]", column));
  table.row(head);
  for (std::int64_t row = 0; row < heat.rows; ++row) {
    std::vector<std::string> cells{fmt::format("[{}]", row)};
    for (std::int64_t column = 0; column < heat.columns; ++column)
      cells.push_back(std::to_string(numbers[static_cast<std::size_t>(row * heat.columns + column)]));
    table.row(cells);
  }
  return table.text();
}

template <class Number>
std::string part(const std::string& what, const Heat& heat, const std::vector<Number>& numbers) {
  if (numbers.empty()) return fmt::format("{}: no elements\n\n", what);
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  std::int64_t total = 0;
  for (const Number number : numbers) total += number;
  return fmt::format("{}: {} in total, {} to {} per element; counted\n{}\n", what, total, *least, *most,
                     grid(heat, numbers));
}

std::string text_of(const Side& side) {
  const Heat& heat = side.heat();
  const bool is_global = side.info().space == Space::global;
  const std::string name = side.kernel() + ", " + side.info().name;
  std::string text;
  if (heat.most_loads() > 0 || heat.most_stores() == 0)
    text += part(name + ", loads from " + (is_global ? "global" : "shared") + " memory", heat, heat.loads.all());
  if (heat.most_stores() > 0)
    text += part(name + ", stores into " + (is_global ? "global" : "shared") + " memory", heat, heat.stores.all());
  if (!is_global && heat.all_stores() > 0)
    text += fmt::format("loads per store: {:.4g}, counted\n\n",
                        static_cast<double>(heat.all_loads()) / static_cast<double>(heat.all_stores()));
  return text;
}

using Saved = std::optional<std::vector<std::int64_t>>;

std::string text_of(const std::vector<Side>& sides, const Saved& saved) {
  std::string text;
  for (const Side& side : sides) text += fmt::format("{}: counted in {}\n", side.kernel(), coverage(side));
  text += "\n";
  for (const Side& side : sides) text += text_of(side);
  if (saved)
    text +=
        part(fmt::format("{}, loads that {} saves", sides[0].info().name, sides[0].kernel()), sides[0].heat(), *saved);
  text.pop_back();
  return text;
}

std::string csv_of(const std::vector<Side>& sides, const Saved& saved) {
  std::string csv = "row,column";
  for (const Side& side : sides) csv += fmt::format(",{0}_loads,{0}_stores", side.kernel());
  csv += saved ? ",saved\n" : "\n";
  const Heat& first = sides[0].heat();
  for (std::size_t n = 0; n < first.loads.size(); ++n) {
    csv +=
        fmt::format("{},{}", n / static_cast<std::size_t>(first.columns), n % static_cast<std::size_t>(first.columns));
    for (const Side& side : sides) csv += fmt::format(",{},{}", side.heat().loads[n], side.heat().stores[n]);
    if (saved) csv += fmt::format(",{}", (*saved)[n]);
    csv += "\n";
  }
  return csv;
}

std::string json_of(const std::vector<Side>& sides, const Saved& saved) {
  Json json{{"array", sides[0].info().name}, {"rows", sides[0].heat().rows}, {"columns", sides[0].heat().columns}};
  for (const Side& side : sides)
    json["kernels"].push_back({{"kernel", side.kernel()},
                               {"recorded_blocks", side.reuse.recorded_blocks},
                               {"all_blocks", side.reuse.all_blocks},
                               {"loads", side.heat().loads.all()},
                               {"stores", side.heat().stores.all()}});
  if (saved) json["saved"] = *saved;
  json["source"] = "counted";
  return json.dump(2) + "\n";
}

}  // namespace

std::string heat_of(const std::vector<const Trace*>& traces, const std::string& name, HeatForm form) {
  std::vector<Side> sides;
  for (const Trace* trace : traces) {
    std::optional<Side> side = side_of(*trace, name);
    if (!side && sides.empty()) refuse_name(*trace, name);
    // Another kernel may lack the array, or have it in another shape.
    if (side && (sides.empty() || side->info().sides == sides[0].info().sides)) sides.push_back(*std::move(side));
  }
  Saved saved;
  if (sides.size() == 2 && sides[0].info().space == Space::global && sides[1].heat().most_loads() > 0)
    saved = loads_saved(sides[1].reuse, sides[1].heat(), sides[0].reuse, sides[0].heat());
  switch (form) {
    case HeatForm::text: return text_of(sides, saved);
    case HeatForm::csv: return csv_of(sides, saved);
    case HeatForm::json: break;
  }
  return json_of(sides, saved);
}

}  // namespace tilescope::cli
