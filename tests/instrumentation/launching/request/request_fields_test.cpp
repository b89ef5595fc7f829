// The table of what a launch may be asked for: every field is written as it is read again, and reads one thing alone.
#include "instrumentation/launching/request/request_fields.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "instrumentation/error.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/request/typed_number.h"
#include "instrumentation/launching/texts/packed_text.h"

namespace tilescope {
namespace {

// Something that each field may be given; a new field needs one more.
const std::map<std::string_view, std::string> examples{{"kernel", "naive"},
                                                       {"text", packed("__global__ void k(float* a) { a[0] = 1; }\n")},
                                                       {"entry", "second"},
                                                       {"launches", "[{entry = \"a\"}, {entry = \"b\"}]"},
                                                       {"launch", "2"},
                                                       {"knobs", "T:8,W:2*T"},
                                                       {"arrays", "a:8x8:ramp,b::x\\,y.csv"},
                                                       {"args", "n:64,p.x:-1.5"},
                                                       {"grid_size", "4,2,1"},
                                                       {"block_size", "32,1,1"},
                                                       {"shared_bytes", "1024"},
                                                       {"m", "5"},
                                                       {"n", "6"},
                                                       {"k", "7"},
                                                       {"tile", "16"},
                                                       {"inputs", "random"},
                                                       {"seed", "18446744073709551615"},
                                                       {"schedule", "random:9"},
                                                       {"out_of_bounds", "zero"},
                                                       {"record", "counts"},
                                                       {"blocks", "0-1,2-3;4,4"}};

TEST(RequestFields, AreWrittenAsTheyAreRead) {
  Request all;
  for (const RequestField& field : request_fields()) {
    if (field.key == "size") continue;  // another way to say others
    const auto example = examples.find(field.key);
    ASSERT_NE(example, examples.end()) << field.key;
    Request one;
    field.read(one, example->second, "here");
    EXPECT_EQ(field.write(one), example->second);
    EXPECT_NE(one, Request()) << field.key << " changes nothing";
    for (const RequestField& other : request_fields())
      if (other.key != field.key) {
        EXPECT_EQ(other.write(one), other.write(Request())) << field.key << " " << other.key;
      }
    leave_out(one, field);
    EXPECT_EQ(one, Request()) << field.key;
    field.read(all, example->second, "here");
  }
  Request again;
  for (const RequestField& field : request_fields())
    if (const std::string text = field.write(all); !text.empty()) field.read(again, text, "here");
  EXPECT_EQ(again, all);
  EXPECT_EQ(written(again), written(all));
}

TEST(RequestFields, HaveNamesOfTheirOwnAndHelp) {
  std::set<std::string_view> options, keys, headers;
  for (const RequestField& field : request_fields()) {
    if (field.key != "text") {  // not typed by hand
      EXPECT_TRUE(field.option.starts_with("--")) << field.key;
      EXPECT_TRUE(options.insert(field.option).second) << field.option;
    }
    EXPECT_TRUE(keys.insert(field.key).second) << field.key;
    if (!field.header.empty()) {
      EXPECT_TRUE(headers.insert(field.header).second) << field.header;
    }
    EXPECT_FALSE(field.help.empty()) << field.key;
    EXPECT_EQ(field.form == RequestField::Form::none, field.label.empty()) << field.key;
  }
}

TEST(RequestFields, TellWhereTheyWereSaid) {
  Request request;
  EXPECT_EQ(told_of(request, "arrays", "in=4"), "--array in=4");
  request.said_in.places["arrays"] = "it.toml:3";
  EXPECT_EQ(told_of(request, "arrays", "in=4"), "it.toml:3: arrays in=4");
  EXPECT_EQ(request, Request()) << "who says it is no part of what is said";
}

TEST(KernelHeader, SaysWhatOptionsSay) {
  const KernelHeader header = read_header(
      "//! grid = [2, 3]\n//! block = \"32\"\n//! shared_bytes = 64\n//! A = \"first\"\n"
      "//! in = { sides = [8, 4], fill = \"random\" }\n//! mask = { file = \"ones.csv\" }\n//! n = 9007199254740993\n"
      "//! big = \"18446744073709551615\"\n//! half = 0.5\n//! yes = true\n//! size.x = 3\n",
      "some/where.cu", {});
  EXPECT_EQ(header.grid, (std::array<std::int64_t, 3>{2, 3, 1}));
  EXPECT_EQ(header.block, (std::array<std::int64_t, 3>{32, 1, 1}));
  EXPECT_EQ(header.shared_bytes, 64);
  EXPECT_EQ(header.names.at("A"), "first");
  EXPECT_EQ(header.arrays.at("in"), "8x4:random");
  EXPECT_EQ(header.arrays.at("mask"), ":some/ones.csv");
  const Request::Named numbers{
      {"n", "9007199254740993"}, {"big", "18446744073709551615"}, {"half", "0.5"}, {"yes", "1"}, {"size.x", "3"}};
  EXPECT_EQ(header.numbers, numbers);
  EXPECT_EQ(header.place("half"), "some/where.cu:9: //! half");
}

// Words that name knobs and numbers come to what those are here.
TEST(KernelHeader, WorksOutWhatNamesKnobsAndNumbers) {
  const std::string text =
      "//! n = 20\n//! m = \"2 * n\"\n//! grid = \"(n + BLOCK - 1) / BLOCK\"\n//! block = [\"BLOCK\", \"ROWS\"]\n"
      "//! shared_bytes = \"BLOCK * 4\"\n//! in = \"m\"\n//! out = { sides = [\"n\", 2], fill = \"zeros\" }\n"
      "//! more = 7\n//! table = [3, \"BLOCK\"]\n"
      "const int BLOCK = 8;\ntemplate <int ROWS = 2>\n"
      "__global__ void k(const float* in, float* out, float* more, float* table, int n, int m) {\n"
      "  __shared__ float s[BLOCK * ROWS];\n  s[0] = in[0]; out[0] = more[0] = table[0] = s[0];\n}\n";
  const KernelHeader plain = read_header(text, "it.cu", {});
  EXPECT_EQ(plain.numbers, (Request::Named{{"n", "20"}, {"m", "40"}}));
  EXPECT_EQ(plain.grid, (std::array<std::int64_t, 3>{3, 1, 1}));
  EXPECT_EQ(plain.block, (std::array<std::int64_t, 3>{8, 2, 1}));
  EXPECT_EQ(plain.shared_bytes, 32);
  EXPECT_EQ(plain.arrays, (Request::Named{{"in", "40"}, {"out", "20x2:zeros"}, {"more", "7"}, {"table", "3x8"}}));
  Request asked;
  asked.knobs = {{"BLOCK", "4"}, {"ROWS", "3"}};
  asked.numbers = {{"n", "50"}};
  const KernelHeader other = read_header(text, "it.cu", asked);
  EXPECT_EQ(other.grid, (std::array<std::int64_t, 3>{13, 1, 1}));
  EXPECT_EQ(other.block, (std::array<std::int64_t, 3>{4, 3, 1}));
  EXPECT_EQ(other.arrays.at("in"), "100");
}

TEST(ExactNumber, HasAllWholeNumbersOf64Bits) {
  for (const std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 53,
                                   (std::uint64_t{1} << 53) + 1, (std::uint64_t{1} << 63) - 1, std::uint64_t{1} << 63,
                                   (std::uint64_t{1} << 63) + 1, ~std::uint64_t{0} - 1, ~std::uint64_t{0}})
    for (const bool is_signed : {false, true}) {
      const ExactNumber number = ExactNumber::whole(bits, is_signed);
      EXPECT_EQ(number.bits(), bits);
      EXPECT_EQ(words_of(number), is_signed ? std::to_string(static_cast<std::int64_t>(bits)) : std::to_string(bits));
      EXPECT_LE(std::abs(number.rest), most_rest);
    }
  EXPECT_EQ(words_of(ExactNumber(1.5)), "1.5");
  EXPECT_EQ(words_of(ExactNumber(1e300)), "1e+300");
  EXPECT_EQ(words_of(ExactNumber(0x1p64)), "1.8446744073709552e+19");
}

}  // namespace
}  // namespace tilescope
