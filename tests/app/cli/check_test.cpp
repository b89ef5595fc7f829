// What `check` and its neighbours tell of the kernels that are taught with.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kernels/known_texts.h"
#include "tests/support/run_program.h"

namespace tilescope::test {
namespace {

std::string classic(const std::string& name) { return name + ".cu"; }

nlohmann::json json_of(const std::string& arguments) {
  return nlohmann::json::parse(run(arguments + " --json").out, nullptr, false);
}

bool tells(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A file of the scratch folder: a classic with something changed.
std::string changed(const std::string& name, const std::string& from, const std::string& to) {
  std::string text(find_classic(name)->text);
  EXPECT_NE(text.find(from), std::string::npos) << from;
  text.replace(text.find(from), from.size(), to);
  std::ofstream(scratch() / "changed.cu") << text;
  return "changed.cu";
}

TEST(Check, NamesAllArraysThatWereCompared) {
  EXPECT_TRUE(tells(run("check --backend cpu " + classic("attention_plain")).out,
                    "nothing wrong was found; S and O are right under in_order"));
  const std::string one = changed("attention_plain", "O[row * D + d] = o[d] / sum;", "O[row * D + d] = o[d];");
  const Outcome outcome = run("check --backend cpu " + one);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(tells(outcome.out, "1 finding; O is wrong under in_order; S is right under in_order")) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "wrong result on O")) << outcome.out;
  EXPECT_EQ(json_of("check --backend cpu " + one)["schedules"][0]["arrays"]["S"], 0);
}

// Its result and verdict are those of all launches, and those of each stand beside them.
TEST(Check, TellsOfAListWhatItComesTo) {
  const nlohmann::json right = json_of("check --backend cpu " + classic("scan_blocks"));
  EXPECT_EQ(right["result"], "right");
  EXPECT_EQ(right["verdict"], "all 3 launches together leave what they should");
  ASSERT_EQ(right["launches"].size(), 3U);
  for (const auto& launch : right["launches"]) EXPECT_EQ(launch["result"], "right");
  const std::string wrong = changed("scan_blocks", "blockIdx.x > 0", "blockIdx.x > 1");
  const nlohmann::json last = json_of("check --backend cpu " + wrong);
  EXPECT_EQ(last["result"], "wrong");
  EXPECT_EQ(last["verdict"], "launch 3 leaves something wrong");
  EXPECT_EQ(last["launches"][0]["result"], "right");
  EXPECT_EQ(last["launches"][2]["result"], "wrong");
  const Outcome outcome = run("check --backend cpu " + wrong);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(tells(outcome.out, "verdict of the list: launch 3 leaves something wrong.")) << outcome.out;
}

// Where no launch but the last is judged, the list is; where nobody says what one leaves, it is not known.
TEST(Check, TellsOfAListWhatNobodyJudges) {
  const std::string all = changed("scan_blocks", "// Of each kernel.\nvoid reference", "void unused");
  const nlohmann::json json = json_of("check --backend cpu " + all);
  EXPECT_EQ(json["launches"][0]["result"], "unknown");
  EXPECT_EQ(json["result"], "right");
  const std::string open = changed("scan_blocks", "void reference(const int* in, int* out, int n)",
                                   "void unused(const int* in, int* out, int n)");
  std::string text = read(scratch() / open);
  text.replace(text.find("void reference(int* data"), 24, "void nothing(int* data");
  std::ofstream(scratch() / open) << text;
  const nlohmann::json unknown = json_of("check --backend cpu " + open);
  EXPECT_EQ(unknown["result"], "unknown");
  EXPECT_EQ(unknown["verdict"], "launch 3 was compared with nothing");
}

TEST(Check, TellsLaunchesOfOneKernelApart) {
  const Outcome outcome = run("check --backend cpu " + classic("sort_bitonic_launches"));
  EXPECT_TRUE(tells(outcome.out,
                    "Launch 2 of 6 on the same arrays: sort_bitonic_launches (size = 2, step = 1), "
                    "sort_bitonic_launches (size = 4, step = 2), sort_bitonic_launches (size = 4, step = 1)"))
      << outcome.out;
}

// Headers name knobs, so that one alone changes a launch.
TEST(Headers, FollowKnobs) {
  const auto shape = [](const std::string& arguments) {
    const nlohmann::json json = json_of("check --backend cpu " + arguments);
    return json["result"].get<std::string>() + " " + json["grid"].dump() + " " + json["block"].dump();
  };
  EXPECT_EQ(shape(classic("reduce_sequential")), "right [2,1,1] [256,1,1]");
  EXPECT_EQ(shape(classic("reduce_sequential") + " --knob BLOCK=128"), "right [4,1,1] [128,1,1]");
  EXPECT_EQ(shape(classic("stencil_halo") + " --knob BLOCK=8"), "right [8,1,1] [8,1,1]");
  EXPECT_EQ(shape(classic("transpose_ragged") + " --knob TILE=16"), "right [3,4,1] [16,16,1]");
  EXPECT_EQ(shape(classic("sort_bitonic") + " --knob N=16"), "right [1,1,1] [8,1,1]");
  EXPECT_EQ(shape(classic("scan_blocks") + " --knob BLOCK=5"), "right [4,1,1] [5,1,1]");
}

// What is loaded from constant memory hides nothing of what is loaded from global memory.
TEST(Counts, TellConstantsApart) {
  const nlohmann::json straight = json_of("counts --backend cpu " + classic("convolution_3x3_straight")),
                       tiled = json_of("counts --backend cpu " + classic("convolution_3x3_tiled"));
  EXPECT_EQ(straight["global_loads"]["total"], 3712);
  EXPECT_EQ(straight["global_loads"]["image"], 3712);
  EXPECT_FALSE(straight["global_loads"].contains("mask"));
  EXPECT_EQ(straight["global_loads"]["bytes"], 4 * 3712);
  EXPECT_EQ(straight["global_loads"]["per_thread_max"], 9);
  EXPECT_EQ(straight["constant_loads"]["mask"], 3712);
  EXPECT_EQ(tiled["global_loads"]["total"], 624);
  EXPECT_EQ(tiled["constant_loads"]["total"], 3960);
  const std::string table = run("counts --backend cpu --warps " + classic("convolution_3x3_straight")).out;
  EXPECT_TRUE(tells(table, "constant loads")) << table;
  EXPECT_TRUE(tells(table, "constant memory")) << table;
  const std::string csv = run("counts --backend cpu --csv " + classic("convolution_3x3_straight")).out;
  EXPECT_TRUE(tells(csv, ",launch,,,,,,,global_loads,3712,elements") || tells(csv, "global_loads,3712,elements"))
      << csv.substr(0, 400);
  EXPECT_TRUE(tells(csv, "constant_loads,3712,elements"));
  EXPECT_FALSE(tells(csv, "global_loads,7424"));
  EXPECT_FALSE(tells(run("counts --backend cpu " + classic("add")).out, "constant loads"));
}

// Of any launch, and how its grid is dealt out.
TEST(Occupancy, IsOfAnyLaunch) {
  const nlohmann::json json = json_of("occupancy --gpu fermi --kernel " + classic("matvec_warp_a_row"));
  ASSERT_EQ(json["choices"].size(), 1U);
  const nlohmann::json& choice = json["choices"][0];
  EXPECT_EQ(choice["threads"], 256);
  EXPECT_EQ(choice["blocks"], 6);
  EXPECT_EQ(choice["tile"], nullptr);
  EXPECT_EQ(choice["grid_blocks"], 13);
  const int multiprocessors = json["gpus"][0]["multiprocessors"];
  EXPECT_EQ(choice["waves"]["blocks_at_once"], 6 * multiprocessors);
  EXPECT_EQ(choice["waves"]["count"], 1);
  EXPECT_EQ(choice["waves"]["idle_in_the_last"], std::max(0, multiprocessors - 13));
  const nlohmann::json large = json_of("occupancy --gpu fermi --kernel " + classic("saxpy") + " --grid " +
                                       std::to_string(6 * multiprocessors + 1));
  EXPECT_EQ(large["choices"][0]["waves"]["count"], 2);
  EXPECT_EQ(large["choices"][0]["waves"]["idle_in_the_last"], multiprocessors - 1);
  EXPECT_TRUE(
      tells(run("occupancy --gpu fermi --kernel " + classic("reduce_sequential") + " --knob BLOCK=128").out, "128"));
}

}  // namespace
}  // namespace tilescope::test
