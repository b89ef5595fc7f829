// Each row of bad_arrays.txt gives one clear line, and nothing else happens.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "tests/support/run_program.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> parted(const std::string& text, const std::string& by) {
  std::vector<std::string> all;
  std::size_t begin = 0;
  for (std::size_t at; (at = text.find(by, begin)) != std::string::npos; begin = at + by.size())
    all.push_back(text.substr(begin, at - begin));
  all.push_back(text.substr(begin));
  return all;
}

// "file four.csv = 1,2;3,4"
void make_file(const std::string& line) {
  const std::size_t equals = line.find(" =");
  std::string text = line.substr(std::min(equals + 3, line.size()));
  std::replace(text.begin(), text.end(), ';', '\n');
  std::ofstream(scratch() / line.substr(5, equals - 5)) << text << (text.empty() ? "" : "\n");
}

// What `check` says of a row's options and kernel.
Outcome answer_to(const std::string& options, const std::string& kernel) {
  if (kernel == "-") return run("check --backend cpu " + options);
  const std::string text = read(fs::path(TILESCOPE_BAD_ARRAYS) / "bad_arrays" / kernel);
  const bool is_header = options.starts_with("//!");
  std::ofstream out(scratch() / kernel);
  if (is_header)
    for (const std::string& line : parted(options, " // ")) out << line << '\n';
  out << text;
  out.close();
  if (options.starts_with("ts1:")) return run("check --backend cpu '" + options + "'");
  return run("check --backend cpu " + kernel + (is_header ? "" : " " + options));
}

TEST(BadArrays, GiveOneLineThatSaysWhatAndWhere) {
  std::ifstream in(fs::path(TILESCOPE_BAD_ARRAYS) / "bad_arrays.txt");
  int rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with("file ")) {
      make_file(line);
      continue;
    }
    const std::vector<std::string> row = parted(line, " | ");
    ASSERT_EQ(row.size(), 3U) << line;
    const Outcome outcome = answer_to(row[0], row[1]);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_EQ(outcome.err, "tilescope: " + row[2] + "\n") << line;
    ++rows;
  }
  EXPECT_GT(rows, 50);
}

// These are odd, and right.
TEST(OddArrays, AreTaken) {
  std::ofstream(scratch() / "five.csv") << "1,2,3,4,5\n";
  const auto taken = [](const std::string& kernel, const std::string& options) {
    fs::copy_file(fs::path(TILESCOPE_BAD_ARRAYS) / "bad_arrays" / kernel, scratch() / kernel,
                  fs::copy_options::overwrite_existing);
    const Outcome outcome = run("check --backend cpu " + kernel + " " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome.out.substr(0, outcome.out.find(';'));
  };
  EXPECT_EQ(taken("scale.cu", "--array in=8 --array out=8 --arg n=8 --arg factor=3"),
            "scale.cu: in 8, out 8, n = 8, factor = 3, grid 1, block 32");
  taken("mask.cu", "--array mask=:five.csv");
  std::ofstream(scratch() / "nameless.cu") << "__global__ void nameless(int* out, int) { out[threadIdx.x] = 1; }\n";
  EXPECT_EQ(run("check --backend cpu nameless.cu").code, 0);
  const Outcome nothing = run("locals --backend cpu scale.cu --arg n=0");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_EQ(nothing.err, "tilescope: scale.cu: keeps no event to stand at: no thread touches memory\n");
  std::ofstream(scratch() / "asserts.cu")
      << "__global__ void asserts(int* out) {\n  out[threadIdx.x] = 1;\n  assert(threadIdx.x < 3);\n}\n";
  EXPECT_NE(run("check --backend cpu asserts.cu --block 8").out.find("error: failed_assert, line 3"),
            std::string::npos);
}

}  // namespace
}  // namespace tilescope::test
