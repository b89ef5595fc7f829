// What threads do to one cell without an order, in kernels as students and textbooks write them: warp barriers, atomics
// and global memory among it. Each text ends with the findings that it must have, under every schedule: "//= race s 8
// store, 11 load", with "note" before it where it is but possible. "//under in_order": of that one alone, since values
// decide what the kernel does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/executors/executor.h"
#include "kernels/catalogue.h"
#include "tests/support/schedules.h"

namespace tilescope::test {
namespace {

std::string described(const Trace& trace, const Finding& finding) {
  std::string text = finding.severity == Severity::note ? "note " : "";
  text += fmt::format("{} {}", name_of(finding.hazard), trace.arrays()[finding.array].name);
  const char* separator = " ";
  for (const Access& access : finding.accesses) {
    text += fmt::format("{}{} {}", separator, access.line,
                        access.kind == Kind::atomic ? "atomic"
                        : access.store              ? "store"
                                                    : "load");
    separator = ", ";
  }
  return text;
}

std::vector<std::string> texts() {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_UNORDERED))
    if (entry.path().extension() == ".cu") all.push_back(entry.path().stem());
  std::sort(all.begin(), all.end());
  return all;
}

std::set<std::string> expected_of(const std::filesystem::path& path) {
  std::set<std::string> expected;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("//= ")) expected.insert(line.substr(4));
  return expected;
}

std::string only_under(const std::filesystem::path& path) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("//under ")) return line.substr(8);
  return "";
}

class Unordered : public testing::TestWithParam<std::string> {};

TEST_P(Unordered, IsFoundWhereItIsAndOnlyThere) {
  std::filesystem::current_path(TILESCOPE_UNORDERED);  // where the arrays' files are
  Request request;
  request.kernel = std::filesystem::path(TILESCOPE_UNORDERED) / (GetParam() + ".cu");
  const std::set<std::string> expected = expected_of(request.kernel);
  Launch launch = plan(request);
  for (const auto& [name, schedule] : every_schedule(1)) {
    SCOPED_TRACE(name);
    if (const std::string only = only_under(request.kernel); !only.empty() && name != only) continue;
    launch.schedule = schedule;
    const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, {});
    ASSERT_FALSE(trace.fault());
    const Hazards found = hazards(trace);
    std::set<std::string> told;
    for (const Finding& finding : found.findings) told.insert(described(trace, finding));
    EXPECT_EQ(told, expected);
    for (const Finding& finding : found.findings)
      for (const Access& access : finding.accesses) {
        const Event event = trace.events(access.block, access.thread)[access.number];
        EXPECT_EQ(event.line(), access.line);
        EXPECT_EQ(event.array(), finding.array);
        EXPECT_EQ(event.kind(), access.kind);
        EXPECT_LE(event.index, finding.cell);
        EXPECT_GT(event.index + event.at->bytes / trace.arrays()[finding.array].element_bytes, finding.cell);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Hazards, Unordered, testing::ValuesIn(texts()), [](const auto& text) { return text.param; });

}  // namespace
}  // namespace tilescope::test
