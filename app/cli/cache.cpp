// tilescope cache: a matrix product with a CPU's plain and blocked loops, and their cache misses.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/stage/words.h"
#include "instrumentation/cpu_side/cache_run.h"

namespace tilescope::cli {

namespace {

struct CacheOptions : OutputOptions {
  std::int32_t size = 16;
  std::int32_t m = 0, n = 0, k = 0;  // 0: equal to `size`
  std::int32_t block = 4;
  CacheShape shape;
  bool text = false;
};

constexpr LoopNest nests[] = {LoopNest::plain, LoopNest::blocked};
constexpr const char* matrix_names[loop_matrices] = {"X", "Y", "Z"};

struct CachedLoops {
  LoopSizes sizes;
  std::vector<MatrixCounts> counts;  // by loop nest
};

Json json_of(const CacheCounts& counts) {
  return {
      {"accesses", counts.accesses()},
      {"hits", counts.hits},
      {"misses", counts.misses()},
      {"misses_by_kind",
       {{"first", counts.first_misses}, {"capacity", counts.capacity_misses}, {"conflict", counts.conflict_misses}}}};
}

Json json_of(const CacheOptions& options, const CachedLoops& measured) {
  const CacheShape& shape = options.shape;
  Json json{{"m", measured.sizes.m},
            {"n", measured.sizes.n},
            {"k", measured.sizes.k},
            {"block", measured.sizes.block},
            {"cache",
             {{"bytes", shape.bytes},
              {"line_bytes", shape.line_bytes},
              {"lines", shape.lines()},
              {"ways", shape.places()},
              {"sets", shape.sets()}}}};
  for (std::size_t nest = 0; nest < std::size(nests); ++nest) {
    Json one = json_of(measured.counts[nest].all());
    for (std::size_t matrix = 0; matrix < loop_matrices; ++matrix)
      one["by_matrix"][matrix_names[matrix]] = json_of(measured.counts[nest].by_matrix[matrix]);
    if (options.text) one["text"] = text_of(nests[nest]);
    json["loops"][std::string(name_of(nests[nest]))] = one;
  }
  json["source"] = "modelled";
  return json;
}

std::string table_of(const CachedLoops& measured) {
  Table table({3, 4});
  table.row({"", "plain", "blocked", "unit", "source"});
  const auto row = [&](const std::string& name, const std::string& unit, auto cell) {
    table.row({name, cell(measured.counts[0]), cell(measured.counts[1]), unit, "modelled"});
  };
  const auto number = [&](const std::string& name, const std::string& unit, auto value) {
    row(name, unit, [&](const MatrixCounts& counts) { return count_name(value(counts)); });
  };
  const auto of_matrices = [&](const std::string& unit, auto value) {
    for (std::size_t matrix = 0; matrix < loop_matrices; ++matrix)
      number(fmt::format("  of {}", matrix_names[matrix]), unit,
             [&](const MatrixCounts& counts) { return value(counts.by_matrix[matrix]); });
  };
  number("accesses", "accesses", [](const MatrixCounts& counts) { return counts.all().accesses(); });
  of_matrices("accesses", [](const CacheCounts& counts) { return counts.accesses(); });
  number("hits", "accesses", [](const MatrixCounts& counts) { return counts.all().hits; });
  number("misses", "lines", [](const MatrixCounts& counts) { return counts.all().misses(); });
  of_matrices("lines", [](const CacheCounts& counts) { return counts.misses(); });
  number("  first use of the line", "lines", [](const MatrixCounts& counts) { return counts.all().first_misses; });
  number("  cache too small", "lines", [](const MatrixCounts& counts) { return counts.all().capacity_misses; });
  number("  conflicts in its set", "lines", [](const MatrixCounts& counts) { return counts.all().conflict_misses; });
  row("reuse of a line", "accesses/miss", [](const MatrixCounts& counts) {
    return fmt::format("{:.4g}",
                       static_cast<double>(counts.all().accesses()) / static_cast<double>(counts.all().misses()));
  });
  return table.text();
}

std::string text_of(const CacheOptions& options, const CachedLoops& measured) {
  const CacheShape& shape = options.shape;
  const LoopSizes& sizes = measured.sizes;
  std::string text = fmt::format(
      "X = Y * Z: X {} x {}, Y {} x {}, Z {} x {}; blocks of {}; a cache of {} bytes: {} lines of {} bytes, in sets of "
      "{}\n\n",
      sizes.m, sizes.n, sizes.m, sizes.k, sizes.k, sizes.n, sizes.block, count_name(shape.bytes), shape.lines(),
      shape.line_bytes, shape.places());
  if (options.text)
    for (const LoopNest nest : nests) text += fmt::format("{}\n", tilescope::text_of(nest));
  text += table_of(measured);
  const std::uint64_t plain = measured.counts[0].all().misses(), blocked = measured.counts[1].all().misses();
  return text + fmt::format("\nthe plain loops miss {:.4g} times as often as the blocked loops\n",
                            static_cast<double>(plain) / static_cast<double>(blocked));
}

void run(const CacheOptions& options) {
  CachedLoops measured;
  const auto side = [&](std::int32_t given) { return given == 0 ? options.size : given; };
  measured.sizes = {side(options.m), side(options.n), side(options.k), options.block};
  for (const LoopNest nest : nests) measured.counts.push_back(count_cache(nest, measured.sizes, options.shape));
  write_output(options.output, options.json ? json_of(options, measured).dump(2) + "\n" : text_of(options, measured));
}

}  // namespace

void add_cache(Subcommand& program) {
  Subcommand& command = program.command("cache", "model a CPU's cache for plain and blocked loops");
  CacheOptions& options = command.does<CacheOptions>(run);
  constexpr Range<std::int32_t> sides{1, 1 << 11};
  command.option("--size", options.size, "one value for M, K and N", sides);
  command.option("--m", options.m, "rows of X and Y", sides);
  command.option("--n", options.n, "columns of X and Z", sides);
  command.option("--k", options.k, "columns of Y, rows of Z", sides);
  command.option("--block", options.block, "block size B of the blocked loops", sides);
  command.option("--cache", options.shape.bytes, "size of the cache, in bytes");
  command.option("--line", options.shape.line_bytes, "size of a cache line, in bytes");
  command.option("--ways", options.shape.ways, "cache lines per set; 0: fully associative");
  command.flag("--text", options.text, "also print the loops");
  command.output_options(options);
}

}  // namespace tilescope::cli
