// Every form of kernel text gives the events that its file lists.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "instrumentation/executors/executor.h"
#include "tests/support/form.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

std::vector<std::string> record(const Form& form) {
  const Trace trace = make_cpu_executor()->record(form_kernel(form.name), launch_of(form, form_kernel(form.name)), {});
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

TEST(Forms, GiveTheirEvents) {
  int forms = 0;
  for (const auto& entry : std::filesystem::directory_iterator(texts_folder() + "/forms")) {
    const Form form = read_form(texts_folder() + "/forms", entry.path().stem());
    EXPECT_FALSE(form.events.empty()) << form.name << " lists no events";
    EXPECT_EQ(joined(record(form)), joined(form.events)) << form.name;
    ++forms;
  }
  EXPECT_GE(forms, 25);
}

}  // namespace
}  // namespace tilescope::test
