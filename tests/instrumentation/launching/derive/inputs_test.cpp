
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "instrumentation/error.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/input_files.h"
#include "instrumentation/launching/request/request.h"
#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

std::string file(const std::string& name, const std::string& text) {
  const std::string path = (std::filesystem::temp_directory_path() / ("tilescope_" + name)).string();
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string refusal(const std::string& text) {
  try {
    static_cast<void>(read_csv(file("wrong.csv", text)));
  } catch (const UsageError& error) {
    const std::string what = error.what();
    return what.substr(what.find("wrong.csv") + 9);
  }
  return "accepted";
}

TEST(Inputs, CsvIsReadAsItStands) {
  const Matrix matrix = read_csv(file("right.csv", " 1, -2.5,3e2\r\n+4,.5,-0\n\n"));
  EXPECT_EQ(matrix.rows, 2);
  EXPECT_EQ(matrix.columns, 3);
  EXPECT_EQ(matrix.elements, (std::vector<float>{1, -2.5f, 300, 4, 0.5f, 0}));
}

TEST(Inputs, MistakesInCsvAreNamedWithTheirPlace) {
  EXPECT_EQ(refusal("1,2\n3\n"), ":2: 1 cells, but the rows above have 2");
  EXPECT_EQ(refusal("1,2\n3,\n"), ":2: column 2: the cell is empty");
  EXPECT_EQ(refusal("1,two\n"), ":1: column 2: 'two' is not a number");
  EXPECT_EQ(refusal("1,2x\n"), ":1: column 2: '2x' is not a number");
  EXPECT_EQ(refusal("1,2\n3,nan\n"), ":2: column 2: 'nan' is not finite");
  EXPECT_EQ(refusal("inf\n"), ":1: column 1: 'inf' is not finite");
  EXPECT_EQ(refusal("1e99\n"), ":1: column 1: '1e99' does not fit in a float");
  EXPECT_EQ(refusal("1,2\n\n3,4\n"), ":2: the line is empty");
  EXPECT_EQ(refusal(""), ": holds no numbers");
  EXPECT_THROW(static_cast<void>(read_csv("/nowhere/at/all.csv")), UsageError);
  EXPECT_THROW(static_cast<void>(read_csv("/")), UsageError);
}

TEST(Inputs, FilesGiveTheShapeThatTheRequestLeavesOpen) {
  Request request;
  request.kernel = "tiled_bounded";
  request.inputs = file("a.csv", "1,2,3\n4,5,6\n") + "," + file("b.csv", "1,0\n0,1\n1,1\n");
  const Launch l = plan(request);
  EXPECT_EQ(m_of(l), 2);
  EXPECT_EQ(k_of(l), 3);
  EXPECT_EQ(n_of(l), 2);
  EXPECT_EQ(c_of(record(l)), (std::vector<float>{4, 5, 10, 11}));
  request.k = 2;
  try {
    static_cast<void>(plan(request));
    ADD_FAILURE();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("A has 2 rows and 3 columns, but the launch needs 2 x 2"),
              std::string::npos)
        << error.what();
  }
}

TEST(Inputs, TooFewRowsAreNamed) {
  Request request;
  request.inputs = file("a.csv", "1,2,3,4\n5,6,7,8\n") + "," + file("b.csv", "1,2\n3,4\n");
  EXPECT_THROW(static_cast<void>(plan(request)), UsageError);
}

TEST(Inputs, RandomIsUniformAndTheSameEverywhere) {
  const Launch l = launch("naive", 64, 64, 64, 16, "random", 7);
  float low = 1, high = -1;
  double sum = 0;
  for (const float element : a_of(l)) {
    low = std::min(low, element);
    high = std::max(high, element);
    sum += double{element};
  }
  EXPECT_GE(low, -1.0f);
  EXPECT_LE(high, 1.0f);
  EXPECT_LT(low, -0.99f);
  EXPECT_GT(high, 0.99f);
  EXPECT_LT(std::abs(sum / 4096), 0.05);
  EXPECT_EQ(a_of(l), a_of(launch("naive", 64, 64, 64, 16, "random", 7)));
  EXPECT_NE(a_of(l), a_of(launch("naive", 64, 64, 64, 16, "random", 8)));
  EXPECT_EQ(a_of(launch("naive", 1, 1, 2, 1, "random", 1)), (std::vector<float>{0x1.10a2dp-3f, 0x1.f75c68p-2f}));
}

TEST(Inputs, IdentityTimesBIsB) {
  const Launch l = launch("tiled", 4, 4, 4, 2, "identity");
  EXPECT_EQ(c_of(record(l)), b_of(l));
}

TEST(Inputs, OtherWordsAreRefused) {
  for (const char* inputs : {"counted", "a.csv", "a.csv,", ",b.csv", ""})
    EXPECT_THROW(static_cast<void>(launch("tiled", 4, 4, 4, 2, inputs)), UsageError) << inputs;
}

}  // namespace
}  // namespace tilescope::test
