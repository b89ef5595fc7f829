// Products as students, textbooks and tuning engineers write them, none of them the program's own: opened with nothing
// said of them, each is read as a product of the arrays that its second line names, and is right. With a mistake in it
// it mostly is not, or is no product any more; where the launch that is guessed hides the mistake, it still is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "kernels/catalogue.h"
#include "kernels/kernel_roles.h"

namespace tilescope {
namespace {

namespace fs = std::filesystem;

struct Written {
  fs::path path;
  std::string text;
  [[nodiscard]] std::string name() const { return path.stem().string(); }
};

std::vector<Written> products() {
  std::vector<Written> all;
  for (const fs::directory_entry& entry : fs::directory_iterator(TILESCOPE_PRODUCTS)) {
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
  bool is_right = false, is_wrong = false;
  std::size_t errors = 0;  // found beside a wrong result
};

Outcome outcome_of(const Launch& launch) {
  RecordOptions how;
  how.memory = std::uint64_t{1} << 30;
  const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, how);
  const Hazards found = reading::judged(trace);
  Outcome outcome;
  for (const Finding& finding : found.findings)
    if (finding.severity == Severity::error && finding.hazard != Hazard::wrong_result) ++outcome.errors;
  outcome.is_right = !trace.fault() && found.result && found.result->wrong.empty();
  outcome.is_wrong = found.result && !found.result->wrong.empty();
  return outcome;
}

std::string roles_in(const Launch& launch) {
  const auto product = reading::product_of(launch);
  std::map<std::string, std::string> names = names_of_matrices(launch);
  return product && product->is_sure ? names["A"] + " " + names["B"] + " " + names["C"] : "none";
}

TEST(Products, AreReadAsWhatTheyAreAndAreRight) {
  const std::vector<Written> all = products();
  ASSERT_GT(all.size(), 20U);
  for (const Written& product : all) {
    std::smatch roles;
    ASSERT_TRUE(std::regex_search(product.text, roles, std::regex(R"(// A B C: ([\w.]+ [\w.]+ [\w.]+))")))
        << product.name();
    const Launch launch = plan_of(product.path);
    EXPECT_EQ(roles_in(launch), roles[1]) << product.name();
    const Outcome outcome = outcome_of(launch);
    EXPECT_TRUE(outcome.is_right) << product.name();
    EXPECT_EQ(outcome.errors, 0U) << product.name();
  }
}

// Right too with sides twice as long, other inputs and another order of threads.
bool stays_right(const fs::path& path, const Launch& planned) {
  if (!reading::has_matrices(planned)) return true;
  Request request;
  request.kernel = path.string();
  request.m = 2 * planned.m, request.n = 2 * planned.n, request.k = 2 * planned.k;
  request.inputs = "random";
  Launch launch = plan(request);
  launch.schedule.kind = Schedule::Kind::reverse;
  const Outcome outcome = outcome_of(launch);
  return outcome.is_right && outcome.errors == 0;
}

// One operator, index or barrier of a text changed.
struct Change {
  const char* what;
  std::regex from;
  const char* to;
};
const std::vector<Change>& changes() {
  static const std::vector<Change> all{
      {"a barrier left out", std::regex(R"(__syncthreads\(\);)"), ""},
      {"a sum begun anew", std::regex(R"( \+= )"), " = "},
      {"taken away", std::regex(R"( \+= )"), " -= "},
      {"a step too many", std::regex(R"(; (\w+) < (\w+);)"), "; $1 <= $2;"},
      {"begun too late", std::regex(R"((int|size_t|unsigned) (\w+) = 0; )"), "$1 $2 = 1; "},
      {"an index turned", std::regex(R"(\[(\w+) \* (\w+) \+ (\w+)\])"), "[$3 * $2 + $1]"},
      {"x for y", std::regex(R"(threadIdx\.y)"), "threadIdx.x"},
      {"a sum for a product", std::regex(R"(\] \* )"), "] + "},
      {"a guard left out", std::regex(R"((\w+) < ([MNKmn]|rows|cols|inner)\b( &&| \?|\)))"), "true$3"},
  };
  return all;
}

// What is called right is right in larger launches, too, if the text without the mistake is.
TEST(Products, AreNotRightWithAMistakeInThem) {
  std::size_t made = 0, refused = 0, told = 0, unknown = 0, right = 0;
  const fs::path folder = fs::path(TILESCOPE_SCRATCH);
  fs::create_directories(folder);
  std::vector<std::string> calls_right;
  const bool all = std::getenv("TILESCOPE_ALL_MUTANTS") != nullptr;
  constexpr std::size_t some = 29;  // all take many minutes
  for (const Written& product : products())
    for (const Change& change : changes())
      for (std::sregex_iterator match(product.text.begin(), product.text.end(), change.from), none; match != none;
           ++match) {
        const auto at = static_cast<std::size_t>(match->position());
        if (at < product.text.find("__global__") && change.what == std::string("a sum for a product")) continue;
        std::string text = product.text;
        text.replace(at, static_cast<std::size_t>(match->length()), match->format(change.to));
        if (made++ % (all ? 1 : some) != 0) continue;
        const fs::path path = folder / fmt::format("{}_{}.cu", product.name(), told + refused + unknown + right);
        std::ofstream(path) << text;
        const auto line = 1 + std::count(product.text.begin(), product.text.begin() + match->position(), '\n');
        try {
          const Launch launch = plan_of(path);
          const Outcome outcome = outcome_of(launch);
          if (outcome.is_wrong || outcome.errors > 0)
            ++told;
          else if (!outcome.is_right)
            ++unknown;
          else {
            ++right;
            calls_right.push_back(fmt::format("{} line {}: {}", product.name(), line, change.what));
            EXPECT_TRUE(stays_right(path, launch) || !stays_right(product.path, launch)) << calls_right.back();
          }
        } catch (const UsageError&) {
          ++refused;
        }
        fs::remove(path);
      }
  const std::size_t tried = told + refused + unknown + right;
  std::printf("%zu mutants: of %zu it is told what is wrong, %zu are refused, of %zu nothing is said, %zu are right\n",
              tried, told, refused, unknown, right);
  for (const std::string& each : calls_right) std::printf("  right: %s\n", each.c_str());
  EXPECT_GE(made, 200U);
  EXPECT_GE(2 * told, tried);
}

}  // namespace
}  // namespace tilescope
