// Benches as rows: the name of each, what it measures, its options, and the function that runs it. Each returns a
// report; one function prints them all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/launch_options.h"
#include "app/cli/timing.h"
#include "app/command_line/command_line.h"
#include "app/command_line/table.h"
#include "app/export/json.h"

namespace tilescope::bench {

using namespace cli;

// The options of all benches. Each bench uses those in its row.
struct Options : OutputOptions {
  LaunchOptions launch;
  std::string versus, view = "none";
  std::vector<std::string> kernels, tiles;
  std::int64_t size = 0, verdict_size = 64;
  std::optional<std::int64_t> m, n, k;
  std::optional<std::uint64_t> seed;
  int tile = 16, runs = 0, width = 1920, height = 1080, frames = 0;
  unsigned cores = 0;
  bool in_window = false, wrong = false, only_plain = false, only_verdict = false, recorded = false, keep = false, with_times = false;
};

// The result of a bench, in both forms.
struct Report {
  std::string text, json;
  std::string problem;  // why the result is not what was requested
};
[[nodiscard]] Report report(std::string text, const Json& json);

struct Bench {
  const char* name;
  const char* measures;
  void (*set_up)(Subcommand& command, Options& options);
  Report (*run)(const Options& options);
};

Report analyses(const Options& options);
Report apart(const Options& options);
Report click(const Options& options);
Report cost(const Options& options);
Report file(const Options& options);
Report first(const Options& options);
Report frames(const Options& options);
Report heat(const Options& options);
Report kernels(const Options& options);
Report language(const Options& options);
Report launches(const Options& options);
Report live(const Options& options);
Report plain(const Options& options);
Report record(const Options& options);

// A value for a column of a table, for a field of JSON, or for both.
struct Cell {
  const char* title = nullptr;
  std::string text;
  const char* key = nullptr;
  Json value = {};
};

// A table whose first row gives the column titles.
class Rows {
 public:
  // Returns the row as a JSON object.
  Json add(const std::vector<Cell>& cells);
  [[nodiscard]] std::string text() const { return table_.text(); }

 private:
  Table table_;
  bool has_titles_ = false;
};

// "10.3 (10.2 to 10.4)", and all three numbers as JSON. Times are given in seconds and shown in milliseconds; ratios
// stay as they are. "-" if there are none.
[[nodiscard]] Cell ms(const char* title, const char* key, const std::vector<double>& times);
[[nodiscard]] Cell ratio(const char* title, const char* key, const std::vector<double>& ratios);

// The quantile: the value below which the fraction `part` of all values lies.
[[nodiscard]] double part_of(std::vector<double> all, double part);
// {"p50", "p95", "p99", "max"}
[[nodiscard]] Json parts_of(const std::vector<double>& all);

// A launch of a kernel, by its name or file, with all three sides equal to `size`.
[[nodiscard]] Request request_of(const std::string& kernel, std::int64_t size, std::optional<int> tile);
// The kernel's tile widths, beginning with the one nearest to `tile`. A kernel from a file has only its own.
[[nodiscard]] std::vector<std::optional<int>> widths_near(const std::string& kernel, int tile);

// The CUDA source with this name, from a file in texts/.
[[nodiscard]] std::string text_of(std::string_view name);

// A trace of the launch, with its events.
[[nodiscard]] Trace trace_with_events(const Options& options, const char* bench);

}  // namespace tilescope::bench
