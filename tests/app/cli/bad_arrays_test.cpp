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
  const std::string text = read(fs::path(TILESCOPE_SOURCES "/tests/app/cli/bad_arrays") / kernel);
  const bool is_header = options.starts_with("//!");
  std::ofstream out(scratch() / kernel);
  if (is_header)
    for (const std::string& line : parted(options, " // ")) out << line << '\n';
  out << text;
  out.close();
  if (options.starts_with("ts1:")) return run("check '" + options + "'");
  return run("check --backend cpu " + kernel + (is_header ? "" : " " + options));
}

TEST(BadArrays, GiveOneLineThatSaysWhatAndWhere) {
  std::ifstream in(TILESCOPE_SOURCES "/tests/app/cli/bad_arrays.txt");
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
    fs::copy_file(fs::path(TILESCOPE_SOURCES "/tests/app/cli/bad_arrays") / kernel, scratch() / kernel,
                  fs::copy_options::overwrite_existing);
    const Outcome outcome = run("check --backend cpu " + kernel + " " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome.out.substr(0, outcome.out.find(';'));
  };
  EXPECT_EQ(taken("scale.cu", "--array in=8 --array out=8 --arg n=8 --arg factor=3"),
            "scale.cu: in 8, out 8, n = 8, factor = 3, grid 1, block 32");
  EXPECT_EQ(taken("scale.cu", "--array in=1 --array out=1 --arg n=1"),
            "scale.cu: in 1, out 1, n = 1, factor = 2, grid 2, block 32");
  taken("mask.cu", "--array mask=:five.csv");
  taken("mask.cu", "--array mask=5:ramp");
  std::ofstream(scratch() / "nameless.cu") << "__global__ void nameless(int* out, int) { out[threadIdx.x] = 1; }\n";
  EXPECT_EQ(run("check --backend cpu nameless.cu").code, 0);
  const Outcome nothing = run("locals --backend cpu scale.cu --arg n=0");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_EQ(nothing.err, "tilescope: scale.cu: has no event to go to: no thread accesses memory\n");
  std::ofstream(scratch() / "asserts.cu")
      << "__global__ void asserts(int* out) {\n  out[threadIdx.x] = 1;\n  assert(threadIdx.x < 3);\n}\n";
  EXPECT_NE(run("check --backend cpu asserts.cu --block 8").out.find("error: failed assert, line 3"),
            std::string::npos);
}

// The first line of what `check` says of it, to its launch's end.
std::string launch_told(const std::string& kernel, const std::string& options) {
  fs::copy_file(fs::path(TILESCOPE_SOURCES "/tests/app/cli/bad_arrays") / kernel, scratch() / kernel,
                fs::copy_options::overwrite_existing);
  const Outcome outcome = run("check --backend cpu " + kernel + " " + options);
  EXPECT_EQ(outcome.code, 0) << options << ": " << outcome.out << outcome.err;
  return outcome.out.substr(0, outcome.out.find(';'));
}

TEST(OddArrays, AreAsLongAsTheNumbersSay) {
  EXPECT_EQ(launch_told("scale.cu", "--arg n=100000"),
            "scale.cu: in 100000, out 100000, n = 100000, factor = 2, grid 3125, block 32");
  EXPECT_EQ(launch_told("scale.cu", "--arg n=1000001 --record counts"),
            "scale.cu: in 1000001, out 1000001, n = 1000001, factor = 2, grid 31251, block 32");
  EXPECT_EQ(launch_told("scale.cu", "--grid 8000"),
            "scale.cu: in 256000, out 256000, n = 256000, factor = 2, grid 8000, block 32");
}

TEST(OddArrays, MayBeTen) {
  std::ofstream out(scratch() / "ten.cu");
  std::string parameters, sum;
  for (int n = 0; n < 9; ++n) {
    parameters += "const int* a" + std::to_string(n) + ", ";
    sum += (n == 0 ? "" : " + ") + ("a" + std::to_string(n)) + "[i]";
  }
  out << "__global__ void ten(" << parameters << "int* last) {\n  int i = threadIdx.x;\n  last[i] = " << sum
      << ";\n}\n";
  out.close();
  const Outcome outcome = run("check --backend cpu ten.cu");
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("a8 64, last 64, grid 1, block 64"), std::string::npos) << outcome.out;
}

TEST(OddArrays, NumbersAreExact) {
  EXPECT_NE(launch_told("scalars.cu",
                        "--block 1 --arg l=9223372036854775807 --arg ul=18446744073709551615 --arg d=0.1 --arg f=0.1")
                .find("l = 9223372036854775807, ul = 18446744073709551615, f = 0.1, d = 0.1,"),
            std::string::npos);
  const std::string members = launch_told("members.cu", "--arg block.x=3 --arg v.y=0.25 --arg p.count=5");
  for (const char* const said : {"block.x = 3, block.y = ", ", v.y = 0.25, v.z = 2,", ", p.count = 5, p.scale.x = "})
    EXPECT_NE(members.find(said), std::string::npos) << members;
}

TEST(OddArrays, RandomOnesHaveASeed) {
  const auto share = [](const std::string& options) { return run("share scale.cu " + options).out; };
  static_cast<void>(launch_told("scale.cu", ""));
  EXPECT_NE(share("--array in=:random --seed 7").find("/seed=7"), std::string::npos);
  const auto dumped = [](const std::string& options) {
    return run("dump --backend cpu scale.cu --array in=:random " + options).out;
  };
  EXPECT_EQ(dumped(""), dumped("--seed 1"));
  EXPECT_NE(dumped("--seed 1"), dumped("--seed 2"));
}

TEST(OddArrays, WhatIsSharedIsTheSame) {
  static_cast<void>(launch_told("mask.cu", ""));
  const std::string shared = run("share mask.cu --array mask=:random --array in=70").out;
  EXPECT_NE(shared.find("mask::random"), std::string::npos) << shared;
  const std::string text = shared.substr(0, shared.find('\n'));
  EXPECT_EQ(run("dump '" + text + "'").out, run("dump mask.cu --array mask=:random --array in=70").out);
}

TEST(OddArrays, AHeadersFilesLieBesideIt) {
  fs::create_directories(scratch() / "beside");
  std::ofstream(scratch() / "beside" / "own.csv") << "1,2,3,4,5\n";
  std::ofstream(scratch() / "beside" / "mask.cu")
      << "//! mask = { file = \"own.csv\" }\n"
      << read(fs::path(TILESCOPE_SOURCES "/tests/app/cli/bad_arrays") / "mask.cu");
  EXPECT_EQ(run("check --backend cpu beside/mask.cu").code, 0);
}

TEST(OddArrays, VectorsHaveToLieWhereTheyMay) {
  std::ofstream(scratch() / "vectors.cu")
      << "__global__ void vectors(const float* in, float* out, int first) {\n"
         "  float4 v = *reinterpret_cast<const float4*>(in + 4 * threadIdx.x + first);\n"
         "  out[threadIdx.x] = v.x + v.y + v.z + v.w;\n}\n";
  EXPECT_EQ(run("check --backend cpu vectors.cu --arg first=4").code, 0);
  for (const char* const first : {"1", "2", "7"}) {
    const Outcome outcome = run(std::string("check --backend cpu vectors.cu --arg first=") + first);
    EXPECT_EQ(outcome.code, 1) << first;
    EXPECT_NE(outcome.out.find("error: misaligned access, line 2"), std::string::npos) << outcome.out;
  }
}

TEST(OddArrays, ComparisonsThatCannotBeAreTold) {
  static_cast<void>(launch_told("scale.cu", ""));
  const Outcome outcome = run("counts --backend cpu scale.cu --vs naive");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "tilescope: naive multiplies matrices, but scale.cu does not, so they cannot be compared\n");
  EXPECT_NE(run("counts --backend cpu scale.cu").out.find("only in sums and multiply-adds"), std::string::npos);
}

}  // namespace
}  // namespace tilescope::test
