// The classics, opened with their defaults: what a header comment calls wrong is found, and all others are right.
#include <gtest/gtest.h>

#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/reading/check_result.h"
#include "tests/support/schedules.h"

namespace tilescope::test {
namespace {

// By name, which is what a test's parameter can be called by.
std::vector<std::string> all_classics() {
  std::vector<std::string> all;
  for (const KnownText& known : classics()) all.emplace_back(known.name);
  return all;
}

std::string text_of_classic(const std::string& name) { return std::string(find_classic(name)->text); }
bool is_called_wrong(const std::string& name) { return text_of_classic(name).starts_with("// Wrong:"); }

class Classics : public testing::TestWithParam<std::string> {
 protected:
  static std::size_t launches() {
    const Launch first = planned(0);
    return std::max<std::size_t>(first.program->list.names.size(), 1);
  }
  static Launch planned(std::size_t number) {
    Request request;
    request.kernel = kernel_called(GetParam());
    request.launch = number;
    return plan(request);
  }
  static Hazards judged(Launch launch, const Schedule& schedule) {
    launch.schedule = schedule;
    return tilescope::judged(make_cpu_executor()->record(recorded_kernel(launch), launch, {}));
  }
};

TEST_P(Classics, AreToldAsTheyAre) {
  const bool is_wrong = is_called_wrong(GetParam());
  const std::size_t count = launches();
  for (const auto& [name, schedule] : every_schedule(1)) {
    bool found = false;
    for (std::size_t number = 1; number <= count; ++number) {
      const Hazards hazards = judged(planned(count == 1 ? 0 : number), schedule);
      ASSERT_TRUE(is_wrong || hazards.result) << name << ": launch " << number << " was compared with nothing";
      found = found || hazards.errors() || (hazards.result && !hazards.result->wrong.empty());
    }
    EXPECT_EQ(found, is_wrong) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Classics, testing::ValuesIn(all_classics()), [](const auto& name) { return name.param; });

// What each launch of a text comes to: "right", "wrong", or "-" where it was compared with nothing.
std::string told(const std::string& text) {
  Request request;
  request.kernel = "changed.cu";
  request.text = text;
  request.launch = 1;
  const std::size_t count = plan(request).program->list.names.size();
  std::string all;
  for (; request.launch <= count; ++request.launch) {
    const Launch launch = plan(request);
    const auto result = reading::check_result(make_cpu_executor()->record(recorded_kernel(launch), launch, {}));
    all += (all.empty() ? "" : " ") + std::string(!result ? "-" : result->wrong.empty() ? "right" : "wrong");
  }
  return all;
}

// For a list each launch is judged, and its end by what all of them should leave.
TEST(ClassicsFolder, JudgesListsAtTheirEnd) {
  const std::string scan = text_of_classic("scan_blocks"), attention = text_of_classic("attention_three_launches");
  const auto with = [](std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  EXPECT_EQ(told(scan), "right right right");
  EXPECT_EQ(told(attention), "right right right");
  EXPECT_EQ(told(with(scan, "blockIdx.x > 0", "blockIdx.x > 1")), "right right wrong");
  EXPECT_EQ(told(with(attention, "sum += S[row * n + key] * V", "sum += S[row * n + key] + V")), "right right wrong");
  // What the first launch does wrong, the last one, which does what it should, ends with.
  const std::string no_first = with(scan, "out[i] = part[from][tid];", "out[i] = part[from][tid] + 1;");
  EXPECT_EQ(told(no_first), "wrong wrong wrong");
  const std::string without_own = with(no_first, "void reference(int* data", "void unused(int* data");
  EXPECT_EQ(told(without_own), "wrong wrong wrong");
}

TEST(ClassicsFolder, HasRightOnesAndWrongOnes) {
  const std::vector<std::string> all = all_classics();
  const auto wrong = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_called_wrong));
  EXPECT_GT(wrong, 0U);
  EXPECT_GT(all.size(), 2 * wrong);
}

}  // namespace
}  // namespace tilescope::test
