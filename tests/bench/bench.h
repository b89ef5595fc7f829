// Benches as rows: each has its name, what it measures, what can be asked of it, and how it runs. What it found it
// gives as a report, and one function prints those of all of them.
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

// What can be asked of benches. Each takes what its row says.
struct Options : OutputOptions {
  LaunchOptions launch;
  std::string versus, view = "none";
  std::vector<std::string> kernels, tiles;
  std::int64_t size = 0, verdict_size = 64;
  std::optional<std::int64_t> m, n, k;
  std::optional<std::uint64_t> seed;
  int tile = 16, runs = 0, width = 1920, height = 1080, frames = 0;
  unsigned cores = 0;
  bool in_window = false, wrong = false, only_plain = false, only_verdict = false, recorded = false, keep = false;
};

// What a bench found, in both forms.
struct Report {
  std::string text, json;
  std::string problem;  // why this is not what was asked for
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
Report live(const Options& options);
Report plain(const Options& options);
Report record(const Options& options);

// What is told of a thing in a column of a table, in a field of JSON, or in both.
struct Cell {
  const char* title = nullptr;
  std::string text;
  const char* key = nullptr;
  Json value = {};
};

// A table whose columns are called as in its first row.
class Rows {
 public:
  // Gives the row as a JSON object.
  Json add(const std::vector<Cell>& cells);
  [[nodiscard]] std::string text() const { return table_.text(); }

 private:
  Table table_;
  bool has_titles_ = false;
};

// "10.3 (10.2 to 10.4)", and all three as JSON: of times in seconds as milliseconds, of ratios as they are; of none,
// "-".
[[nodiscard]] Cell ms(const char* title, const char* key, const std::vector<double>& times);
[[nodiscard]] Cell ratio(const char* title, const char* key, const std::vector<double>& ratios);

// The value that so large a part of all is below.
[[nodiscard]] double part_of(std::vector<double> all, double part);
// {"p50", "p95", "p99", "max"}
[[nodiscard]] Json parts_of(const std::vector<double>& all);

// A launch of a kernel by its name or file, with all three sides of that size.
[[nodiscard]] Request request_of(const std::string& kernel, std::int64_t size, std::optional<int> tile);
// The widths that the kernel has, the nearest to that one first. A file's kernel has its own.
[[nodiscard]] std::vector<std::optional<int>> widths_near(const std::string& kernel, int tile);

// The CUDA text of that name, of a file in texts/.
[[nodiscard]] std::string text_of(std::string_view name);

// A launch with its events, and its trace.
[[nodiscard]] Trace trace_with_events(const Options& options, const char* bench);

}  // namespace tilescope::bench
