// Every accepted form of kernel text gives the events that stand in its file, from each host compiler, whether a
// processor has a fused multiply-add instruction or not.
#include <gtest/gtest.h>

#include <map>

#include "instrumentation/executors/executor.h"
#include "tests/support/form.h"

namespace tilescope::test {

using Table = std::map<std::string, const RecordedKernel*>;
Table forms_by_host();
#if defined(TILESCOPE_HAS_CLANG)
Table forms_by_clang();
#endif

namespace {

std::vector<std::string> record(const RecordedKernel& kernel, const Form& form) {
  const Launch launch = launch_of(form);
  const Trace trace =
      make_cpu_executor()->record(kernel, launch, {.cores = 1, .memory = 1 << 20, .pool = nullptr, .watch = nullptr});
  EXPECT_FALSE(trace.fault()) << trace.fault()->message;
  std::vector<std::string> lines;
  std::uint32_t number = 0;
  for (const Event& event : trace.events(0, form.launch.at("thread")))
    lines.push_back(describe(event, number++, trace.arrays()));
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "//= " + line + "\n";
  return text;
}

void expect_events(const Table& forms) {
  ASSERT_GE(forms.size(), 25U);
  for (const auto& [name, kernel] : forms) {
    const Form form = read_form(TILESCOPE_FORMS, name);
    EXPECT_FALSE(form.events.empty()) << name << " lists no events";
    EXPECT_EQ(joined(record(*kernel, form)), joined(form.events)) << name;
    RecordedKernel other = *kernel;
    other.enter_fused = other.enter;
    EXPECT_EQ(joined(record(other, form)), joined(form.events)) << name << ", without a fused multiply-add instruction";
  }
}

TEST(Forms, HostCompiler) { expect_events(forms_by_host()); }

TEST(Forms, Clang) {
#if defined(TILESCOPE_HAS_CLANG)
  expect_events(forms_by_clang());
#else
  GTEST_SKIP() << "no second compiler";
#endif
}

}  // namespace
}  // namespace tilescope::test
