// bench language: how long it takes to read a CUDA C++ source, from the first letter to the meaning of its kernels.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "instrumentation/error.h"
#include "instrumentation/language/program.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/request/request_text.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// The parts of a file, one source each. "@N" is the part's number; "@T" a type and "@S" a size, which change from part
// to part; "@B" is the number of the preceding part with the helpers.
constexpr const char* part_forms[] = {"part-1-helpers", "part-2-product", "part-3-sums", "part-4-pairs", "part-5-host"};

std::string filled(std::string_view form, int part) {
  constexpr const char* types[] = {"float", "double", "int"};
  constexpr int sizes[] = {4, 8, 16, 32};
  const int count = static_cast<int>(std::size(part_forms));
  const int round = part / count;
  std::string text;
  for (std::size_t n = 0; n < form.size(); ++n) {
    if (form[n] != '@') {
      text += form[n];
      continue;
    }
    switch (form[++n]) {
      case 'N': text += std::to_string(part); break;
      case 'B': text += std::to_string(round * count); break;
      case 'P': text += std::to_string(round * count + 1); break;
      case 'T': text += types[round % 3]; break;
      default: text += std::to_string(sizes[round % 4]);
    }
  }
  return text;
}

std::string made_text(std::size_t lines) {
  std::string text = "#include <cuda_runtime.h>\n#include <cstdio>\n";
  for (int part = 0; count_lines(text) < lines; ++part)
    text += filled(text_of(part_forms[static_cast<std::size_t>(part) % std::size(part_forms)]), part);
  return text;
}

// The catalogue's kernels in sequence, each in its own namespace.
std::string catalogue_text(std::size_t lines) {
  std::string text = "#define TILE 16\n";
  for (const CatalogueKernel& kernel : catalogue()) {
    if (count_lines(text) >= lines) break;
    text += lines < 50 ? std::string(kernel.text) : fmt::format("namespace of_{} {{\n{}}}\n", kernel.name, kernel.text);
  }
  return text;
}

struct ReadTimes {
  std::string what;
  std::size_t lines = 0, bytes = 0, kernels = 0;
  double middle = 0, high = 0;  // seconds: the median, and the 99th percentile
};

// The first runs warm the caches and do not count. Freeing the program is not timed.
ReadTimes measure(std::string what, const std::string& text, int runs) {
  ReadTimes times{std::move(what), count_lines(text), text.size(), 0, 0, 0};
  std::vector<double> all;
  for (int run = -3; run < runs; ++run) {
    std::optional<language::Program> program;
    const double time = seconds([&] { program = language::read(text); });
    if (run >= 0) all.push_back(time);
    times.kernels = program->kernels().size();
    for (const language::Diagnostic& diagnostic : program->diagnostics())
      if (diagnostic.severity == language::Severity::error)
        throw Error(fmt::format("bench language: {}, line {}: {}", times.what,
                                program->source().line_of(diagnostic.place.offset), diagnostic.message));
  }
  std::sort(all.begin(), all.end());
  times.middle = all[all.size() / 2];
  times.high = all[(all.size() * 99 + 99) / 100 - 1];
  return times;
}

}  // namespace

Report language(const Options& options) {
  const int runs = options.runs;
  Rows rows;
  Json texts = Json::array();
  for (const ReadTimes& times : {measure("a kernel of the catalogue", catalogue_text(10), runs),
                                 measure("kernels of the catalogue", catalogue_text(100), runs),
                                 measure("macros, templates, structures", made_text(100), runs),
                                 measure("the same, ten times as much", made_text(1000), runs)}) {
    const double micros_per_line = times.middle * 1e6 / static_cast<double>(times.lines);
    texts.push_back(
        rows.add({{"", times.what, "text", times.what},
                  {"lines", with_commas(times.lines), "lines", times.lines},
                  {"bytes", with_commas(times.bytes), "bytes", times.bytes},
                  {"kernels", std::to_string(times.kernels), "kernels", times.kernels},
                  {"ms", fmt::format("{:.4g}", times.middle * 1e3), "median_seconds", times.middle},
                  {"p99 ms", fmt::format("{:.4g}", times.high * 1e3), "p99_seconds", times.high},
                  {"us/line", fmt::format("{:.3g}", micros_per_line), "microseconds_per_line", micros_per_line}}));
  }
  return report(
      fmt::format("from a text to what it means; one core, median and 99th percentile of {} runs, measured\n\n{}", runs,
                  rows.text()),
      {{"runs", runs}, {"texts", texts}, {"source", "measured"}});
}

}  // namespace tilescope::bench
