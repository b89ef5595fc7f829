// Products as students, textbooks and tuning engineers write them, none of them the program's own: opened with nothing
// said of them, each is read as a product of the arrays that its second line names, and is right.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {
namespace {

namespace fs = std::filesystem;

struct Written {
  fs::path path;
  std::string text;
  [[nodiscard]] std::string name() const { return path.stem().string(); }
};

std::vector<Written> products(const char* name) {
  std::vector<Written> all;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(std::string(TILESCOPE_SOURCES "/tests/kernels/") + name)) {
    std::ifstream in(entry.path());
    all.push_back({entry.path(), {std::istreambuf_iterator<char>(in), {}}});
  }
  std::sort(all.begin(), all.end(), [](const Written& a, const Written& b) { return a.path < b.path; });
  return all;
}

Launch plan_of(const fs::path& path) {
  Request request;
  request.kernel = path.string();
  return plan(request);
}

struct Outcome {
  bool is_right = false;
  std::size_t errors = 0;  // found beside a wrong result
};

Outcome outcome_of(const Launch& launch) {
  RecordOptions how;
  how.memory = std::uint64_t{1} << 30;
  const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, how);
  const Hazards found = judged(trace);
  Outcome outcome;
  for (const Finding& finding : found.findings)
    if (finding.severity == Severity::error && finding.hazard != Hazard::wrong_result) ++outcome.errors;
  outcome.is_right = !trace.fault() && found.result && found.result->wrong.empty();
  return outcome;
}

std::string roles_in(const Launch& launch) {
  const auto product = reading::product_of(launch);
  std::map<std::string, std::string> names = names_of_matrices(launch);
  return product && product->is_sure ? names["A"] + " " + names["B"] + " " + names["C"] : "none";
}

TEST(Products, AreReadAsWhatTheyAreAndAreRight) {
  const std::vector<Written> all = products("products");
  ASSERT_GE(all.size(), 93U);
  for (const Written& product : all) {
    std::smatch roles;
    ASSERT_TRUE(std::regex_search(product.text, roles, std::regex(R"(// A B C: ([\w.]+ [\w.]+ [\w.]+))")))
        << product.name();
    const Launch launch = plan_of(product.path);
    EXPECT_EQ(roles_in(launch), roles[1]) << product.name();
    const Outcome outcome = outcome_of(launch);
    EXPECT_TRUE(outcome.is_right) << product.name();
    EXPECT_FALSE(reading::product_of(launch)->is_doubted) << product.name();
    EXPECT_EQ(outcome.errors, 0U) << product.name();
  }
}

// Kernels by strangers, written after the search: none that is right may be called wrong, most must be recognized, and
// half of the mistakes must be found.
TEST(Products, OfStrangersAreNotAccused) {
  std::size_t right = 0, told = 0;
  for (const Written& product : products("strangers")) {
    const bool is_wrong = product.name().starts_with("wrong");
    Outcome outcome;
    try {
      const Launch launch = plan_of(product.path);
      if (!reading::product_of(launch)) continue;
      outcome = outcome_of(launch);
    } catch (const Error&) {
      continue;
    }
    if (is_wrong) {
      told += outcome.is_right && outcome.errors == 0 ? 0 : 1;
      continue;
    }
    right += outcome.is_right ? 1 : 0;
    EXPECT_TRUE(outcome.is_right) << product.name();
    EXPECT_EQ(outcome.errors, 0U) << product.name();
  }
  EXPECT_GE(right, 10U);
  EXPECT_GE(told, 4U);
}

}  // namespace
}  // namespace tilescope
