// The page on slips in print: every command on it runs, and prints what the page says that it prints.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tilescope::test {
namespace {

struct Example {
  int line = 0;
  std::string arguments;
  std::vector<std::string> says;
};

// "$ tilescope ..." in a console block, and the lines below it.
std::vector<Example> examples() {
  std::ifstream page(TILESCOPE_SOURCES "/docs/errata.md");
  EXPECT_TRUE(page) << "docs/errata.md";
  std::vector<Example> all;
  std::string text;
  bool inside = false;
  for (int line = 1; std::getline(page, text); ++line) {
    if (text.starts_with("```")) {
      inside = text == "```console";
      continue;
    }
    if (!inside) continue;
    static const std::string prompt = "$ tilescope ";
    if (text.starts_with(prompt))
      all.push_back({line, text.substr(prompt.size()), {}});
    else if (text != "...")
      all.back().says.push_back(text);
  }
  return all;
}

std::string printed(const std::string& arguments) {
  std::FILE* const pipe = popen(fmt::format("'{}' {} 2>&1 </dev/null", TILESCOPE_PROGRAM, arguments).c_str(), "r");
  std::string out;
  std::array<char, 4096> some{};
  for (std::size_t n = 0; (n = std::fread(some.data(), 1, some.size(), pipe)) > 0;) out.append(some.data(), n);
  pclose(pipe);
  return out;
}

TEST(Errata, EveryFigureComesOutOfTheProgram) {
  const std::vector<Example> all = examples();
  ASSERT_GE(all.size(), 11U);
  for (const Example& example : all) {
    SCOPED_TRACE(fmt::format("errata.md:{}: tilescope {}", example.line, example.arguments));
    EXPECT_FALSE(example.says.empty()) << "nothing is said about what it prints";
    // Whole lines, in the order of the page.
    std::istringstream out(printed(example.arguments));
    std::string line;
    for (const std::string& said : example.says) {
      bool found = false;
      while (!found && std::getline(out, line)) found = line == said;
      EXPECT_TRUE(found) << "it does not print: " << said;
    }
  }
}

}  // namespace
}  // namespace tilescope::test
