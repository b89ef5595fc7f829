// Launches whose events do not fit into memory, and launches that a user stops.
#include <gtest/gtest.h>

#include "tests/support/run_program.h"

namespace tilescope::test {
namespace {

// 256 cubed has some 59 million events, which take 450 MiB.
constexpr const char* large = " --kernel tiled --size 256 --tile 16 --backend cpu --memory 64M";

TEST(Limits, CountsAreMadeWithoutEventsWhereTheseDoNotFit) {
  for (const char* const command : {"counts", "roofline", "counts --csv"}) {
    const Outcome outcome = run(std::string(command) + large);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("which do not fit into"), std::string::npos) << command << ": " << outcome.err;
    EXPECT_NE(outcome.err.find("they are counted, but not kept"), std::string::npos) << outcome.err;
  }
  EXPECT_NE(run(std::string("counts") + large).out.find("2 097 152"), std::string::npos);  // loads: 2 * 256^3 / 16
}

TEST(Limits, TheFirstBlocksAreKeptForWhatTakesEvents) {
  for (const char* const command : {"counts --heat A", "diff --vs naive", "counts --warps"}) {
    const Outcome outcome = run(std::string(command) + large);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("of 256 blocks are kept, the others only counted"), std::string::npos)
        << command << ": " << outcome.err;
  }
}

TEST(Limits, AVerdictTakesNoRoomForAllEvents) {
  const Outcome outcome = run(std::string("check") + large);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("no errors found; C is right"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("looked at"), std::string::npos) << outcome.out;  // all blocks were
}

TEST(Limits, WhatIsSaidIsDoneOrRefused) {
  const Outcome full = run(std::string("counts --record full") + large);
  EXPECT_EQ(full.code, 2);
  EXPECT_NE(full.err.find("--record counts"), std::string::npos) << full.err;
  for (const char* const amount : {"1", "12", "-4G", "4T", "G", "nan", "1e30G", "63M"}) {
    const Outcome outcome = run(std::string("counts --memory ") + amount);
    EXPECT_EQ(outcome.code, 2) << amount;
    EXPECT_NE(outcome.err.find("give megabytes or gigabytes"), std::string::npos) << amount << ": " << outcome.err;
  }
}

// Ctrl+C, four seconds after the program began.
constexpr const char* interrupted = "timeout --preserve-status -s INT 4";

TEST(Limits, CtrlCEndsAVerdictWithWhatIsKnown) {
  const Outcome outcome = run("check --kernel naive --size 4096 --tile 16 --backend cpu", interrupted);
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.out.find("stopped by Ctrl+C after"), std::string::npos) << outcome.out << outcome.err;
}

TEST(Limits, CtrlCDoesNotHideWhatWasFound) {
  const Outcome outcome = run("check --kernel tiled_no_first_barrier --size 1024 --tile 4 --backend cpu", interrupted);
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_NE(outcome.out.find("race on As"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("stopped by Ctrl+C after"), std::string::npos) << outcome.out;
}

TEST(Limits, CtrlCEndsARecording) {
  const Outcome outcome = run("counts --kernel naive --size 4096 --tile 16 --record counts --backend cpu", interrupted);
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("stopped by Ctrl+C"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

// With little memory, a process of its own does the work.
TEST(Limits, CtrlCReachesTheProcessThatDoesTheWork) {
  const Outcome outcome = run("check --kernel naive --size 4096 --tile 16 --backend cpu",
                              "ulimit -v 4000000 && timeout --foreground --preserve-status -s INT 4");
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.out.find("stopped by Ctrl+C after"), std::string::npos) << outcome.out << outcome.err;
}

// There are some 4.5 million pairs of lines, and as many races as lines.
TEST(Limits, ManyLinesThatRaceTakeLittleMemory) {
  constexpr int lines = 3000;
  std::string text = fmt::format("__global__ void k(int* out) {{\n  __shared__ int s[{}];\n", lines);
  for (int n = 0; n < lines; ++n) text += fmt::format("  s[{}] = threadIdx.x * {};\n", n, n + 1);
  text += "  __syncthreads();\n  out[threadIdx.x] = s[threadIdx.x];\n}\n";
  std::ofstream(scratch() / "races.cu") << text;
  const Outcome outcome = run("check races.cu --grid 2 --block 64 --backend cpu", "ulimit -v 1500000 &&");
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_NE(outcome.out.find("verdict: 3000 findings"), std::string::npos) << outcome.err;
}

// 15 million events, of which a file of 900 MB is made.
TEST(Limits, CtrlCLeavesNoHalfOfAFile) {
  const Outcome outcome = run("dump --kernel tiled --size 1024 --tile 16 --backend cpu -o events.csv", interrupted);
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("stopped by Ctrl+C"), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(scratch() / "events.csv"));
  EXPECT_FALSE(std::filesystem::exists(scratch() / "events.csv.part"));
}

}  // namespace
}  // namespace tilescope::test
