// The table of counts: every line has all columns, and parts add up to the whole at every scope.
#include "app/export/counts_csv.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <sstream>
#include <tuple>
#include <vector>

#include "app/export/csv.h"
#include "tests/support/launches.h"

namespace tilescope {

namespace {

// As defined by RFC 4180.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t n = 0; n < line.size(); ++n) {
    if (quoted && line[n] == '"' && n + 1 < line.size() && line[n + 1] == '"')
      fields.back() += line[n++];
    else if (line[n] == '"')
      quoted = !quoted;
    else if (line[n] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[n];
  }
  return fields;
}

using Row = std::map<std::string, std::string>;

std::vector<Row> rows_of(const std::string& csv) {
  std::istringstream in(csv);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> head = fields_of(line);
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = fields_of(line);
    EXPECT_EQ(fields.size(), head.size()) << line;
    rows.emplace_back();
    for (std::size_t n = 0; n < std::min(fields.size(), head.size()); ++n) rows.back()[head[n]] = fields[n];
  }
  return rows;
}

std::vector<Row> rows_of(const Request& request) {
  return rows_of(counts_csv_head() + counts_csv(test::record(plan(request))));
}

// By array and quantity, for all lines of a scope.
std::map<std::pair<std::string, std::string>, std::uint64_t> sums(const std::vector<Row>& rows,
                                                                  const std::string& scope) {
  std::map<std::pair<std::string, std::string>, std::uint64_t> sums;
  for (const Row& row : rows)
    if (row.at("scope") == scope) sums[{row.at("array"), row.at("quantity")}] += std::stoull(row.at("value"));
  return sums;
}

Request ragged() {
  Request request;
  request.kernel = "tiled_bounded";
  request.m = 7;
  request.n = 9;
  request.k = 5;
  request.tile = 3;
  return request;
}

TEST(CountsCsv, PartsAddUpToTheWhole) {
  const std::vector<Row> rows = rows_of(ragged());
  const auto arrays = sums(rows, "array"), blocks = sums(rows, "block"), threads = sums(rows, "thread");
  const auto phases = sums(rows, "phase"), launch = sums(rows, "launch");
  ASSERT_EQ(arrays.size(), 11U) << "loads and stores of five arrays, and the sum's multiply-adds";
  EXPECT_EQ(blocks, threads);
  for (const auto& [what, value] : arrays) EXPECT_EQ(blocks.at(what), value) << what.first << " " << what.second;
  for (const char* quantity : {"global_loads", "global_stores", "shared_loads", "shared_stores", "multiply_adds"}) {
    std::uint64_t total = 0;
    for (const auto& [what, value] : arrays) total += what.second == quantity ? value : 0;
    EXPECT_EQ(launch.at({"", quantity}), total) << quantity;
  }
  // Stores to C come after the last phase, and everything else in one.
  for (const auto& [what, value] : phases) {
    if (what.first.empty())
      EXPECT_EQ(value, launch.at(what));
    else
      EXPECT_EQ(value, what.first == "C" ? 0 : arrays.at(what)) << what.first << " " << what.second;
  }
}

TEST(CountsCsv, HasTheCurriculumsFigures) {
  Request request;
  request.kernel = "tiled_bounded";
  request.m = 55;
  request.k = 48;
  request.n = 43;
  request.tile = 16;
  for (const Record record : {Record::full, Record::counts}) {
    request.record = record;
    const std::vector<Row> rows = rows_of(request);
    const auto launch = sums(rows, "launch");
    EXPECT_EQ(launch.at({"", "global_load_bytes"}), 64704U);
    EXPECT_EQ(launch.at({"", "global_store_bytes"}), 9460U);
    EXPECT_EQ(launch.contains({"", "useful_flops"}), record == Record::full);
    EXPECT_EQ(sums(rows, "block").at({"A", "global_loads"}) * 4 + sums(rows, "block").at({"B", "global_loads"}) * 4,
              64704U);
    EXPECT_EQ(sums(rows, "thread").empty(), record == Record::counts);
    EXPECT_EQ(sums(rows, "phase").empty(), record == Record::counts);
  }
}

TEST(CountsCsv, QuotesWhatHasToBeQuoted) {
  EXPECT_EQ(csv_field("plain"), "plain");
  for (const std::string odd : {"a,b", "say \"so\"", ",", "\""}) EXPECT_EQ(fields_of(csv_field(odd)), std::vector{odd});
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

}  // namespace

}  // namespace tilescope
