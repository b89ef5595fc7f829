// The program as a user meets it: what it prints, and that every mistake gets one line that names it and the right
// exit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "instrumentation/launching/texts/known_texts.h"
#include "tests/support/run_program.h"

namespace tilescope::test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

Json json(const std::string& arguments) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 0) << arguments << "\n" << outcome.err;
  // Where there is no GPU, one line says so.
  if (!outcome.err.empty()) {
    EXPECT_EQ(outcome.err.find("tilescope: done on the CPU: "), 0U) << arguments << "\n" << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  return Json::parse(outcome.out);
}

TEST(Cli, ListsAndChecksLessons) {
  const Json list = json("lessons --json");
  ASSERT_GE(list["lessons"].size(), 2U);
  for (const Json& lesson : list["lessons"]) {
    EXPECT_FALSE(lesson["title"].get<std::string>().empty());
    EXPECT_GT(lesson["steps"], 0);
    const Outcome checked = run("lessons --validate '" + lesson["file"].get<std::string>() + "'");
    EXPECT_EQ(checked.code, 0) << checked.out;
  }
  std::ofstream(scratch() / "mine.toml")
      << "title = \"x\"\nnumber = 1\nsumary = \"y\"\n[[step]]\ntitle = \"s\"\ntext = \"t\"\n";
  const Outcome wrong = run("lessons --validate mine.toml");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_EQ(wrong.out, "mine.toml:3: sumary: there is no such key: did you mean 'summary'?\n");
  EXPECT_EQ(wrong.err, "");
}

TEST(Cli, PrintsAndMarksWorksheets) {
  EXPECT_EQ(run("quiz --lesson 5 --seed 3 -o sheet.txt").code, 0);
  EXPECT_EQ(read(scratch() / "sheet.txt"), run("quiz --lesson phase-by-phase --seed 3").out);
  const Json sheet = json("quiz --lesson 5 --seed 3 --answers --json");
  std::string filled = read(scratch() / "sheet.txt");
  std::size_t at = 0;
  for (const Json& question : sheet["questions"]) {
    at = filled.find("answer:\n", at) + 7;
    // A thread that waits is one of several: its name does for all kinds.
    filled.insert(at, " " + question["answers"][0].get<std::string>());
  }
  std::ofstream(scratch() / "filled.txt") << filled;
  const Json marks = json("grade filled.txt sheet.txt --json");
  EXPECT_EQ(marks["sheets"][0]["right"], sheet["questions"].size());
  EXPECT_EQ(marks["sheets"][1]["right"], 0);
  const Outcome text = run("grade sheet.txt");
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.out.find("sheet.txt: 0 of "), 0U) << text.out;
}

// A sheet with a name, and with the answers to its first questions.
void hand_in(const std::string& file, const std::string& kind, const std::string& name, std::size_t right) {
  const std::string quiz = "quiz --lesson 5,14 --seed 7 --" + kind;
  std::string sheet = run(quiz).out;
  const Json questions = json(quiz + " --json --answers")["questions"];
  sheet.replace(sheet.find("name:\n"), 5, "name: " + name);
  std::size_t at = 0;
  for (std::size_t n = 0; n < right; ++n) {
    at = sheet.find("   answer:\n", at) + 10;
    sheet.insert(at, " " + questions[n]["answers"][0].get<std::string>());
  }
  const fs::path path = scratch() / file;
  fs::create_directories(path.parent_path());
  std::ofstream(path) << sheet;
}

TEST(Cli, TellsWhatAClassHasGained) {
  fs::remove_all(scratch() / "class");
  const Json asked = json("quiz --lesson 5,14 --seed 7 --pre --json");
  EXPECT_EQ(asked["sheet"], "pre");
  EXPECT_EQ(asked["lessons"], Json({"phase-by-phase", "add-and-copy"}));
  ASSERT_EQ(asked["questions"].size(), 9U);
  // 3, 4 and 5 of 9 right, and then 6, 9 and 5: gains of 1/2, 1 and 0; of the class 8 / 15.
  const std::vector<std::string> names{"Zoë", "Łukasz", "李"};
  const std::vector<std::size_t> before{3, 4, 5}, after{6, 9, 5};
  for (std::size_t n = 0; n < names.size(); ++n) {
    hand_in(fmt::format("class/{}-1.txt", n), "pre", names[n], before[n]);
    hand_in(fmt::format("class/{}-2.txt", n), "post", names[n], after[n]);
  }
  const Json graded = json("grade class --json");
  EXPECT_EQ(graded["sheets"].size(), 6U);
  const Json& marks = graded["class"];
  EXPECT_NEAR(marks["gain_of_class"]["value"], 8.0 / 15, 1e-9);
  EXPECT_NEAR(marks["mean_of_gains"]["value"], 0.5, 1e-9);
  EXPECT_EQ(marks["students"][0]["gain"], 0.5);
  EXPECT_EQ(marks["questions"][0]["before"]["right"], 3);
  EXPECT_EQ(marks["questions"][0]["verdict"], "known before");
  EXPECT_EQ(marks["questions"][4]["learned"], 2);
  EXPECT_NE(marks["questions"][4]["before"]["question"], marks["questions"][4]["after"]["question"]);
  const Outcome text = run("grade class");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find("\nZoë              3 of 9  6 of 9  0.50\n"
                          "Łukasz           4 of 9  9 of 9  1.00\n"
                          "李               5 of 9  5 of 9  0.00\n"
                          "all, on average    44 %    74 %\n"),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("from its means  0.53"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("an instrument, not yet evidence"), std::string::npos);
  EXPECT_EQ(text.out.find("right: "), std::string::npos);
  EXPECT_NE(run("grade class --each").out.find("0-1.txt (pre sheet of Zoë): 3 of 9 right\n  1. right: "),
            std::string::npos);
  const Outcome csv = run("grade class --csv");
  EXPECT_NE(csv.out.find("file,name,sheet,lessons,seed,right,of,counted,q1,q2,q3,q4,q5,q6,q7,q8,q9\n"
                         "class/0-1.txt,Zoë,pre,\"phase-by-phase,add-and-copy\",7,3,9,1,1,1,1,0,0,0,0,0,0\n"),
            std::string::npos)
      << csv.out;
}

TEST(Cli, MarksTheOthersWhereASheetIsAmiss) {
  fs::remove_all(scratch() / "amiss");
  hand_in("amiss/a.txt", "pre", "Anna", 2);
  hand_in("amiss/b.txt", "post", "Anna", 4);
  hand_in("amiss/c.txt", "post", "Anna", 4);
  hand_in("amiss/d.txt", "pre", "Bo", 1);
  hand_in("amiss/e.txt", "pre", "", 1);
  std::ofstream(scratch() / "amiss/f.txt") << "Dear teacher,\n";
  std::ofstream(scratch() / "amiss/g.txt") << "lessons: phase-by-fase\nseed: 7\nsheet: pre\nname: Chidi\n";
  hand_in("amiss/h.txt", "post", "Dara", 1);
  std::string other = read(scratch() / "amiss/h.txt");
  other.replace(other.find("\n1. ") + 4, 1, "X");
  std::ofstream(scratch() / "amiss/h.txt") << other;
  const Outcome graded = run("grade amiss nowhere.txt");
  EXPECT_EQ(graded.code, 1);
  EXPECT_NE(graded.out.find("1 student handed in both sheets for "), std::string::npos) << graded.out;
  EXPECT_NE(graded.out.find("Bo (not counted)"), std::string::npos) << graded.out;
  EXPECT_NE(graded.out.find("no interval: one student"), std::string::npos) << graded.out;
  for (const std::string line :
       {"amiss/c.txt: Anna has already handed in a post sheet", "amiss/d.txt: Bo has not handed in a post sheet",
        "amiss/e.txt: no name after", "amiss/f.txt: this is not a worksheet",
        "amiss/g.txt: there is no lesson 'phase-by-fase'", "amiss/h.txt: question 1 is 'X",
        "nowhere.txt: this worksheet cannot be read"})
    EXPECT_NE(graded.err.find("tilescope: " + line), std::string::npos) << line << "\n" << graded.err;
  EXPECT_EQ(std::count(graded.err.begin(), graded.err.end(), '\n'), 7) << graded.err;
}

TEST(Cli, ListsTasksAndMarksAnswers) {
  const Json list = json("task --json");
  ASSERT_GE(list["tasks"].size(), 8U);
  const Json& task = list["tasks"][0];
  EXPECT_GE(task["goals"].size(), 3U);
  const std::string name = task["name"];
  EXPECT_NE(run("task " + name).out.find("[ ] The result is right"), std::string::npos);
  EXPECT_EQ(run("task " + name + " -o begin.cu").code, 0);
  EXPECT_EQ(run("task " + name + " --solution -o right.cu").code, 0);
  std::ofstream(scratch() / "nonsense.cu") << "{{{{";
  const Outcome marked = run("task " + name + " --check right.cu begin.cu nonsense.cu nowhere.cu");
  EXPECT_EQ(marked.code, 1);
  EXPECT_EQ(marked.out.find("right.cu: right, reached "), 0U) << marked.out;
  EXPECT_NE(marked.out.find("begin.cu: not yet, reached "), std::string::npos) << marked.out;
  EXPECT_NE(marked.out.find("  nonsense.cu:1:"), std::string::npos) << marked.out;
  EXPECT_NE(marked.out.find("  nowhere.cu: there is no such file"), std::string::npos) << marked.out;
  EXPECT_EQ(run("task " + name + " --check right.cu").code, 0);
  const Outcome as_json = run("task " + name + " --check right.cu begin.cu --json");
  const Json answers = Json::parse(as_json.out);
  EXPECT_EQ(answers["version"], task["version"]);
  EXPECT_EQ(answers["answers"][0]["is_right"], true);
  EXPECT_EQ(answers["answers"][1]["says"]["task"], name);
  const Outcome csv = run("task " + name + " --check right.cu begin.cu --csv");
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 3) << csv.out;
  const Outcome unknown = run("task " + name.substr(1));
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("did you mean '" + name), std::string::npos) << unknown.err;
  EXPECT_EQ(run("lessons --validate '" + task["file"].get<std::string>() + "'").code, 0);
  // The text to begin with says of itself what marking finds.
  const std::size_t at = marked.out.find("begin.cu: not yet, reached ") + std::string("begin.cu: not yet, ").size();
  const std::string reached = marked.out.substr(at, marked.out.find('\n', at) - at);
  EXPECT_NE(read(scratch() / "begin.cu").find("; " + reached + "\n"), std::string::npos) << reached;
}

TEST(Cli, PrintsATaskToMakeAnotherOne) {
  const Json task = json("task --json")["tasks"][0];
  const std::string name = task["name"];
  EXPECT_EQ(run("task " + name + " --toml -o another.toml").code, 0);
  EXPECT_EQ(read(scratch() / "another.toml"), read(task["file"].get<std::string>()));
  const Outcome same = run("lessons --validate another.toml");
  EXPECT_EQ(same.code, 0) << same.out;
  EXPECT_NE(same.out.find("number: warning: task '" + name + "' already has the number " +
                          std::to_string(task["number"].get<int>())),
            std::string::npos)
      << same.out;
  // A misspelt key is told as one of a task.
  std::string text = read(scratch() / "another.toml");
  text.replace(text.find("solution = "), 8, "solutoin");
  std::ofstream(scratch() / "another.toml") << text;
  const Outcome misspelt = run("lessons --validate another.toml");
  EXPECT_EQ(misspelt.code, 1);
  EXPECT_NE(misspelt.out.find("solutoin: there is no such key: did you mean 'solution'?"), std::string::npos)
      << misspelt.out;
  EXPECT_EQ(misspelt.out.find("[[step]]"), std::string::npos) << misspelt.out;
}

// What the program says of its own words: bash reads it, and every command and option is in it.
TEST(Cli, CompletesItsOwnWords) {
  EXPECT_EQ(run("completion > words.bash").code, 0);
  const auto complete = [](const std::string& words) {
    const std::string ask = "cd '" TILESCOPE_SCRATCH "' && bash -c 'compopt() { :; }; . ./words.bash; COMP_WORDS=(" +
                            words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tilescope; echo ${COMPREPLY[*]}'";
    FILE* const pipe = popen(ask.c_str(), "r");
    std::array<char, 4096> answer{};
    const std::size_t length = std::fread(answer.data(), 1, answer.size() - 1, pipe);
    EXPECT_EQ(pclose(pipe), 0) << words;
    return std::string(answer.data(), length);
  };
  EXPECT_EQ(complete("tilescope re"), "record read render\n");
  EXPECT_EQ(complete("tilescope bench fr"), "frames\n");
  EXPECT_EQ(complete("tilescope bench frames --view w"), "warps\n");
  EXPECT_EQ(complete("tilescope quiz --lesson his"), "histogram\n");
  EXPECT_EQ(complete("tilescope grade --c"), "--csv\n");
  EXPECT_EQ(complete("tilescope counts --kernel naive_"), "naive_uncoalesced\n");
  EXPECT_EQ(complete("tilescope render --theme \"\""), "dark light contrast\n");
  EXPECT_EQ(complete("tilescope view --lesson his"), "histogram\n");
  EXPECT_EQ(complete("tilescope render --at st"), "step:\n");
  EXPECT_EQ(complete("tilescope check words.b"), "words.bash\n");
}

TEST(Cli, HasAPageOfTheManual) {
  const std::string page = run("manual").out;
  EXPECT_EQ(page.find(".\\\" Made by"), 0U);
  // Each command that the help has, and options of some of them.
  const std::string help = run("--help").out;
  std::istringstream lines(help.substr(help.find("Subcommands:")));
  std::string name, line;
  int commands = 0;
  for (std::getline(lines, line); lines >> name; std::getline(lines, line)) {
    EXPECT_TRUE(name == "bench" || page.find("\n.SS " + name + "\n") != std::string::npos) << name;
    ++commands;
  }
  EXPECT_GT(commands, 15);
  EXPECT_NE(page.find(".SS bench frames\n"), std::string::npos);
  EXPECT_NE(page.find("\\fB\\-o\\fR, \\fB\\-\\-output\\fR"), std::string::npos);
  EXPECT_NE(page.find("\\fB\\-\\-out\\-of\\-bounds\\fR"), std::string::npos);
}

TEST(Cli, CountsTheCurriculum) {
  const Json ragged = json("counts --kernel tiled_bounded --m 55 --k 48 --n 43 --tile 16 --json");
  EXPECT_EQ(ragged["global_loads"]["bytes"], 64704);
  EXPECT_EQ(ragged["global_stores"]["bytes"], 9460);
  EXPECT_EQ(ragged["phases"], 3);
  EXPECT_EQ(ragged["shared_bytes_per_block"], 2048);
  EXPECT_EQ(ragged["barriers_per_thread"], 6);
  EXPECT_EQ(ragged["grid"]["x"], 3);
  EXPECT_EQ(ragged["grid"]["y"], 4);
  const Json wide = json("counts --kernel tiled_bounded --m 142 --k 110 --n 146 --tile 32 --json");
  EXPECT_EQ(wide["flops"]["useful"], 4561040);
  EXPECT_EQ(wide["flops"]["executed"], 6553600);
  const Json both = json("counts --kernel tiled --size 4 --tile 2 --vs naive --json");
  EXPECT_EQ(both["kernels"][0]["global_loads"]["per_thread_max"], 4);
  EXPECT_EQ(both["kernels"][1]["global_loads"]["per_thread_max"], 8);
  EXPECT_EQ(both["kernels"][1]["intensity"], 0.25);
  EXPECT_EQ(both["load_ratio"], 2.0);
}

// warp_sum_down: 64 threads take five steps of a shuffle.
TEST(Cli, CountsWhatWarpsDoTogether) {
  const auto classic = [](const std::string& name) { return name + ".cu "; };
  const Json sum = json("counts " + classic("warp_sum_down") + "--json");
  EXPECT_EQ(sum["shuffles"], 320);
  EXPECT_EQ(sum["votes"], 0);
  EXPECT_EQ(sum["global_stores"]["out"], sum["global_stores"]["total"]);
  EXPECT_GT(json("counts " + classic("warp_vote") + "--json")["votes"], 0);
  EXPECT_GT(json("counts " + classic("warp_shared_sync") + "--json")["warp_barriers"], 0);
  EXPECT_EQ(json("counts " + classic("warp_shared_sync") + "--record counts --json")["votes"], Json(nullptr));
  EXPECT_GT(json("counts " + classic("histogram_global") + "--json")["atomics"], 0);
  const std::string text = run("counts " + classic("warp_sum_down")).out;
  EXPECT_TRUE(std::regex_search(text, std::regex("\n *shuffles +320 +calls by threads +counted\n"))) << text;
  EXPECT_TRUE(std::regex_search(text, std::regex("\n *global stores[^\n]*\n *of out "))) << text;
  EXPECT_EQ(text.find("votes"), std::string::npos) << text;
  const std::string csv = run("counts " + classic("warp_sum_down") + "--csv").out;
  EXPECT_NE(csv.find(",launch,,,,,,,shuffles,320,calls,counted\n"), std::string::npos) << csv.substr(0, 600);
}

TEST(Cli, TellsConstantMemoryFromGlobalMemory) {
  const std::string text = run("counts convolution_3x3_straight.cu --warps").out;
  const std::size_t global = text.find("global memory"), constant = text.find("constant memory");
  ASSERT_TRUE(global != std::string::npos && constant != std::string::npos) << text;
  EXPECT_EQ(text.substr(global, constant - global).find("load mask"), std::string::npos) << text;
  EXPECT_EQ(text.find("above 100 %"), std::string::npos) << text;
  const std::string broadcast = run("counts matvec_thread_a_row.cu --warps").out;
  EXPECT_NE(broadcast.find("; above 100 %: several lanes request the same element\n"), std::string::npos) << broadcast;
}

TEST(Cli, EveryNumberSaysWhereItComesFrom) {
  const Json counted = json("counts --json");
  EXPECT_EQ(counted["sources"]["flops.useful"], "counted");
  const Json modelled = json("counts --record counts --json");
  EXPECT_EQ(modelled["sources"]["flops.useful"], "modelled");
  EXPECT_TRUE(modelled["phases"].is_null());
  EXPECT_EQ(modelled["global_loads"], counted["global_loads"]);
  EXPECT_EQ(modelled["flops"], counted["flops"]);
}

TEST(Cli, TablesHaveUnitsAndSources) {
  const Outcome table = run("counts --vs naive");
  EXPECT_EQ(table.code, 0);
  EXPECT_NE(table.out.find("naive loads 2 times as much"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("FLOP/byte of global load  counted"), std::string::npos) << table.out;
  EXPECT_EQ(run("").code, 0);
  // With the commit, where the sources are git's, and what it was built with.
  const std::string version = run("--version").out;
  EXPECT_TRUE(std::regex_match(
      version,
      std::regex(
          "tilescope 0\\.1\\.0(, commit [0-9a-f]{7,}( of [-0-9]{10})?)?\nbuilt by .*(with|without|for) .*ImGui .*\n")))
      << version;
  for (const char* command :
       {"", "record", "counts", "cache", "kernels", "devices", "dump", "locals", "bench", "bench record", "bench file",
        "bench analyses", "bench kernels", "bench cost", "bench plain", "occupancy", "roofline", "check"})
    EXPECT_EQ(run(std::string(command) + " --help").code, 0) << command;
}

// Sectors as the curriculum has them, of one block of 32 x 32.
TEST(Cli, CountsWarpsLineByLine) {
  const Json counts = json("counts --kernel naive --size 32 --tile 32 --warps --backend cpu --json");
  const Json& warps = counts["warps"];
  EXPECT_EQ(warps["blocks"], 1);
  ASSERT_EQ(warps["accesses"].size(), 3U);
  const std::pair<const char*, int> sectors[] = {{"A", 1}, {"B", 4}, {"C", 4}};
  for (std::size_t n = 0; n < 3; ++n) {
    EXPECT_EQ(warps["accesses"][n]["array"], sectors[n].first);
    EXPECT_EQ(warps["accesses"][n]["worst_sectors"], sectors[n].second);
  }
  EXPECT_EQ(warps["accesses"][0]["efficiency"], 4.0);
  EXPECT_EQ(warps["lines"][0]["steps_by_lanes"]["32"], 1024);
  EXPECT_FALSE(json("counts --json").contains("warps"));
  const Outcome table = run("counts --kernel tiled_bounded --size 3 --warps --vs naive --backend cpu");
  EXPECT_NE(table.out.find("tiled_bounded warps: counted in 4 of 4 blocks"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("naive warps: counted in 4 of 4 blocks"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("4: 3, 2: 6, 1: 3"), std::string::npos) << table.out;
  EXPECT_NE(run("counts --size 8 --blocks 1,1 --warps").out.find("1 of 16 blocks"), std::string::npos);
  EXPECT_NE(run("counts --record counts --warps").out.find("nothing can be counted"), std::string::npos);
}

TEST(Cli, TellsWhatLimitsOccupancy) {
  const Json fermi = json("occupancy --gpu fermi --tile 16,32,64 --json");
  ASSERT_EQ(fermi["choices"].size(), 3U);
  const Json& t16 = fermi["choices"][0];
  EXPECT_EQ(t16["room"]["shared_memory"], 8);
  EXPECT_EQ(t16["blocks"], 6);
  EXPECT_EQ(t16["limiters"], Json::parse(R"(["threads"])"));
  EXPECT_EQ(t16["sources"]["registers"], "unknown");
  EXPECT_EQ(t16["attainable_gflops"], 600.0);
  EXPECT_EQ(fermi["choices"][1]["room"]["shared_memory"], 2);
  EXPECT_EQ(fermi["choices"][1]["blocks"], 1);
  EXPECT_EQ(fermi["choices"][2]["blocks"], 0);
  EXPECT_EQ(fermi["choices"][2]["sources"]["block"], "modelled");
  const Json assumed = json("occupancy --gpu fermi --tile 16 --registers 32 --json")["choices"][0];
  EXPECT_EQ(assumed["blocks"], 4);
  EXPECT_EQ(assumed["sources"]["registers"], "assumed");
  EXPECT_EQ(json("occupancy --gpu fermi --shared-kb 48 --tile 32 --json")["choices"][0]["room"]["shared_memory"], 6);
  EXPECT_EQ(json("occupancy --gpu 8.6 --tile 64 --outputs 16 --json")["choices"][0]["blocks"], 3);
  const Json small = json("occupancy --gpu 8.6 --kernel naive --tile 2 --json")["choices"][0];
  EXPECT_EQ(small["threads"], 4);
  EXPECT_EQ(small["room"]["threads"], 48) << "in whole warps";
  const Json all = json("occupancy --kernel naive --tile 16 --json");
  EXPECT_GE(all["choices"].size(), 12U);
  EXPECT_EQ(all["choices"][0]["room"]["shared_memory"], nullptr);
  const Outcome text = run("occupancy --gpu turing --sources");
  EXPECT_NE(text.out.find("Turing 7.5"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("Programming Guide"), std::string::npos) << text.out;
}

TEST(Cli, DrawsTheRooflineInNumbers) {
  const Json naive = json("roofline --kernel naive --size 8 --gpu fermi --backend cpu --json");
  EXPECT_EQ(naive["intensity"]["loads"], 0.25);
  EXPECT_EQ(naive["gpus"][0]["loads"]["attainable_gflops"], 37.5);
  EXPECT_EQ(naive["gpus"][0]["bandwidth_for_peak_gbs"], 4000.0);
  EXPECT_EQ(naive["sources"]["attainable"], "modelled");
  EXPECT_EQ(naive["measured"], nullptr);
  const Json tiled = json("roofline --size 32 --tile 16 --gpu fermi --backend cpu --json");
  EXPECT_EQ(tiled["intensity"]["loads"], 4.0);
  EXPECT_EQ(tiled["gpus"][0]["loads"]["attainable_gflops"], 600.0);
  EXPECT_EQ(json("roofline --record counts --backend cpu --json")["sources"]["flops"], "modelled");
  const Outcome text = run("roofline --size 32 --tile 32 --backend cpu");
  EXPECT_NE(text.out.find("8 FLOP per byte loaded"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("Hopper 9.0, H100 SXM5"), std::string::npos) << text.out;
}

TEST(Cli, CountsEveryElement) {
  const Json heat = json("counts --kernel tiled_bounded --m 7 --n 5 --k 6 --tile 2 --heat A --vs naive --json");
  EXPECT_EQ(heat["rows"], 7);
  EXPECT_EQ(heat["columns"], 6);
  EXPECT_EQ(heat["kernels"][0]["loads"], Json(std::vector<int>(42, 3)));
  EXPECT_EQ(heat["kernels"][1]["loads"], Json(std::vector<int>(42, 5)));
  EXPECT_EQ(heat["saved"], Json(std::vector<int>(42, 2)));
  EXPECT_EQ(run("counts --size 2 --tile 2 --heat B --csv").out,
            "row,column,tiled_loads,tiled_stores\n0,0,1,0\n0,1,1,0\n1,0,1,0\n1,1,1,0\n");
  const Outcome text = run("counts --heat As");
  EXPECT_NE(text.out.find("tiled, As, loads from shared memory: 64 in total, 16 to 16 per element; counted"),
            std::string::npos)
      << text.out;
  EXPECT_NE(run("counts --heat C --blocks 0,0").out.find("counted in 1 of 4 blocks (the recorded ones)"),
            std::string::npos);
  EXPECT_NE(run("counts --size 40 --tile 8 --heat A").out.find("--csv lists them all"), std::string::npos);
  EXPECT_EQ(run("counts --heat Q").code, 2);
  EXPECT_EQ(run("counts --heat A --record counts").code, 2);
  EXPECT_EQ(run("counts --csv --warps").code, 2);
}

TEST(Cli, ModelsACache) {
  const Json cache = json("cache --size 64 --block 16 --cache 4096 --ways 0 --json");
  EXPECT_EQ(cache["source"], "modelled");
  EXPECT_EQ(cache["loops"]["plain"]["by_matrix"]["Z"]["misses"], 64 * 64 * 64);
  EXPECT_EQ(cache["loops"]["blocked"]["by_matrix"]["Z"]["misses"], 64 * 64 / 16);
  EXPECT_EQ(cache["loops"]["plain"]["accesses"], 64 * 64 * (2 * 64 + 1));
  const Outcome text = run("cache --text");
  EXPECT_NE(text.out.find("r += Y[i][k] * Z[k][j];"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("modelled"), std::string::npos);
  EXPECT_EQ(run("cache --line 48").code, 2);
  EXPECT_EQ(run("cache --ways 32").code, 2);
}

TEST(Cli, TimesItsAnalyses) {
  const Json bench = json("bench analyses --size 32 --tile 8 --runs 1 --json");
  for (const char* name : {"counts", "useful FLOPs", "order", "reuse", "final stores", "products of a block"})
    EXPECT_GT(bench["analyses"][name]["seconds"]["median"], 0) << name;
  EXPECT_GT(bench["analyses"]["counts"]["events_per_second"], 0);
  EXPECT_FALSE(bench["analyses"]["product check"].contains("events_per_second"));
  EXPECT_EQ(bench["trace_bytes"], bench["events"].get<std::uint64_t>() * 16);
  EXPECT_EQ(run("bench analyses --record counts").code, 2);
}

// What `check` prints; its exit has to be `code`.
Json checked(const std::string& arguments, int code) {
  const Outcome outcome = run("check --backend cpu --json " + arguments);
  EXPECT_EQ(outcome.code, code) << arguments << "\n" << outcome.err;
  EXPECT_EQ(outcome.err, "") << arguments;
  return Json::parse(outcome.out);
}

TEST(Cli, ChecksKernels) {
  const Json right = checked("", 0);
  EXPECT_TRUE(right["findings"].empty());
  EXPECT_EQ(right["verdict"], "no errors found; C is right under in_order");

  const Json wrong = checked("--kernel tiled_no_second_barrier", 1);
  ASSERT_EQ(wrong["findings"].size(), 3U);
  const Json& race = wrong["findings"][0];
  EXPECT_EQ(race["kind"], "race");
  EXPECT_EQ(race["severity"], "error");
  EXPECT_EQ(race["array"], "As");
  EXPECT_EQ(race["line"], 11);
  EXPECT_EQ(race["lines"], Json({11, 15}));
  EXPECT_EQ(race["index"], 0);
  EXPECT_EQ(race["threads"], Json({{0, 0}, {0, 1}}));
  EXPECT_EQ(race["interval"], 1);
  EXPECT_EQ(race["total"]["times"], 16);
  EXPECT_EQ(wrong["schedules"][0]["first_wrong_read"]["spoils"], Json({1}));

  // NaN is null, and what cannot be known is too.
  const Json strays = checked("--kernel tiled_unguarded --size 3", 1);
  EXPECT_EQ(strays["findings"][2]["kind"], "wrong_result");
  EXPECT_TRUE(strays["findings"][2]["difference"]["got"].is_null());
  EXPECT_TRUE(checked("--kernel tiled_unguarded --size 3 --record counts", 1)["findings"][0]["line"].is_null());
  EXPECT_EQ(checked("--kernel tiled_barrier_in_branch", 1)["findings"][0]["kind"], "barrier_divergence");
}

TEST(Cli, ChecksEverySchedule) {
  const Json all = checked("--kernel tiled_no_first_barrier --schedules all", 1);
  ASSERT_EQ(all["schedules"].size(), 7U);
  EXPECT_EQ(all["schedules"][0]["schedule"], "in_order");
  EXPECT_EQ(all["schedules"][0]["c"], "wrong");
  EXPECT_EQ(all["schedules"][2]["schedule"], "warp_interleaved");
  EXPECT_EQ(all["schedules"][2]["c"], "right");
  EXPECT_EQ(all["findings"].size(), 5U);
  const Outcome lucky = run("check --kernel tiled_no_first_barrier --schedule warp_interleaved");
  EXPECT_EQ(lucky.code, 1);
  EXPECT_NE(lucky.out.find("This schedule happened to give the right C."), std::string::npos) << lucky.out;
  EXPECT_NE(lucky.out.find("   11 | As[ty][tx] = A[row * K"), std::string::npos) << lucky.out;
  EXPECT_EQ(run("check --schedules some").code, 2);
  EXPECT_EQ(run("check --schedules all --backend cuda").code, 2);
  EXPECT_EQ(run("record --kernel tiled_no_first_barrier --backend cpu -o raced.tsc").code, 0);
  EXPECT_EQ(run("check raced.tsc").code, 1);
  EXPECT_EQ(run("check raced.tsc --schedules all").code, 1);
}

TEST(Cli, ListsKernelsAndDevices) {
  const Json kernels = json("kernels --json");
  ASSERT_EQ(kernels["kernels"].size(), known_texts().size());
  EXPECT_EQ(kernels["kernels"][2]["name"], "tiled");
  EXPECT_EQ(kernels["kernels"][2]["tiles"].size(), 32U);
  EXPECT_EQ(kernels["kernels"][2]["right"], true);
  EXPECT_TRUE(kernels["kernels"][2]["mistake"].is_null());
  EXPECT_EQ(kernels["kernels"][17]["right"], false);
  EXPECT_EQ(kernels["kernels"][17]["mistake"], "tiled_bounded without guards on its loads");
  EXPECT_EQ(kernels["kernels"][17]["group"], "broken");
  EXPECT_EQ(kernels["kernels"][18]["group"], "add and copy");
  const std::string listed = run("kernels").out;
  for (const KnownText& known : known_texts()) EXPECT_NE(listed.find(known.name), std::string::npos) << known.name;
  EXPECT_NE(listed.find("\nreduction\n"), std::string::npos);
  EXPECT_EQ(json("check --kernel reduce_atomic --json")["result"], "right");
  const Json devices = json("devices --json");
  EXPECT_EQ(devices["devices"][0]["backend"], "cpu");
  EXPECT_EQ(devices["devices"][1]["backend"], "cuda");
  if (!devices["devices"][1]["available"]) {
    EXPECT_NE(devices["devices"][1]["reason"], "");
  }
}

TEST(Cli, SaysWhyThereIsNoGpu) {
  const std::pair<const char*, const char*> drivers[] = {
      {"old", "the NVIDIA driver is too old: it has no cuDriverGetVersion"},
      {"whole", "the NVIDIA driver finds no GPU"}};
  for (const auto& [version, reason] : drivers) {
    const std::string with_driver = fmt::format("LD_LIBRARY_PATH='" TILESCOPE_BUILD "/tests/app/driver_{}'", version);
    const Outcome by_name = run("counts --backend cuda", with_driver);
    EXPECT_EQ(by_name.code, 2);
    EXPECT_EQ(by_name.out, "");
    EXPECT_EQ(by_name.err.find(std::string("tilescope: --backend cuda: ") + reason), 0U) << by_name.err;
    const Outcome automatic = run("counts --vs naive --json", with_driver);
    EXPECT_EQ(automatic.code, 0);
    EXPECT_EQ(Json::parse(automatic.out)["kernels"][0]["backend"], "cpu");
    EXPECT_EQ(automatic.err.find(std::string("tilescope: done on the CPU: ") + reason), 0U) << automatic.err;
    EXPECT_EQ(std::count(automatic.err.begin(), automatic.err.end(), '\n'), 1) << automatic.err;
    EXPECT_NE(run("devices", with_driver).out.find(reason), std::string::npos);
  }
}

// The process that times plain kernels says in one line what it could not.
TEST(Cli, AnswersATimingThatItCannotDo) {
  const Outcome nothing = run("time-plain-kernel");
  EXPECT_EQ(nothing.out, "the kernel for the GPU arrived incomplete\n");
  EXPECT_EQ(nothing.err, "");
}

// Where nothing can be measured, what was measured elsewhere is told as such.
TEST(Cli, TellsTimesThatWereRecordedElsewhere) {
  const Outcome recorded = run("bench kernels --recorded");
  EXPECT_EQ(recorded.code, 0) << recorded.err;
  EXPECT_NE(recorded.out.find("; not measured here."), std::string::npos) << recorded.out;
  EXPECT_EQ(recorded.out.find("Measured on"), std::string::npos);
  const Json tables = json("bench kernels --recorded --json")["recorded"];
  ASSERT_FALSE(tables.empty());
  for (const Json& table : tables) {
    EXPECT_FALSE(table["driver"].get<std::string>().empty());
    EXPECT_EQ(table["sources"]["seconds"], "measured");
    EXPECT_FALSE(table["kernels"].empty());
  }
  if (json("devices --json")["devices"][1]["available"]) GTEST_SKIP() << "there is a GPU here";
  const Outcome here = run("bench kernels");
  EXPECT_EQ(here.code, 2);
  EXPECT_EQ(here.out, recorded.out);
  EXPECT_EQ(here.err.find("tilescope: bench kernels: not measured here: "), 0U) << here.err;
  EXPECT_EQ(run("bench cost").code, 2);
  EXPECT_TRUE(json("counts --json")["barrier_waits"].is_null()) << "the CPU has no clock";
}

TEST(Cli, DumpsEveryEvent) {
  const Outcome csv = run("dump");
  EXPECT_EQ(csv.code, 0);
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 1 + 16 * 29);
  EXPECT_NE(csv.out.find("\n0,0,0,0,22,3,9,15,partial_sum,sum,0,38,20 21,1,multiply_add,,7,\n"), std::string::npos);
  const Outcome lines = run("dump --format jsonl --blocks 0,1 --out-of-bounds zero");
  ASSERT_EQ(lines.code, 0);
  std::istringstream in(lines.out);
  int events = 0;
  for (std::string line; std::getline(in, line); ++events) {
    const Json event = Json::parse(line);
    EXPECT_EQ(event["block"], Json::parse("[0,1]"));
  }
  EXPECT_EQ(events, 4 * 29);
}

TEST(Cli, TellsWhatVariablesHold) {
  std::ofstream(scratch() / "sums.cu")
      << "__device__ float product(float a, float b) {\n  float p = a * b;\n  return p;\n}\n"
         "__global__ void sums(float* A, float* B, float* C, int N) {\n"
         "  int row = threadIdx.y, column = threadIdx.x, part[2];\n  float sum = 0;\n"
         "  for (int k = 0; k < N; ++k)\n    sum += product(A[row * N + k], B[k * N + column]);\n"
         "  C[row * N + column] = sum;\n}\n";
  const std::string launch = "locals sums.cu --size 4 --block 4,4 --inputs counting --backend cpu ";
  const Outcome table = run(launch + "--at moment:0 --thread t12");
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_EQ(table.out.find("sums.cu, block 0, moment 0 of "), 0U) << table.out;
  EXPECT_NE(table.out.find("thread t(1,2) after 0 of its 13 events\n"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("sums      row      int          1       6\n"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("sums      A        float *  &A[0]  launch\n"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("sums      part[1]  int       none\n"), std::string::npos) << table.out;

  const Json end = json(launch + "--at end --thread t12 --json");
  EXPECT_EQ(end["thread"], Json::parse("[1,2]"));
  EXPECT_EQ(end["events"], 13);
  const Json& sum = end["variables"].back();
  EXPECT_EQ(sum["name"], "sum");
  EXPECT_EQ(sum["line"], 9);
  const Json all = json(launch + "--at end --variable sum --json");
  ASSERT_EQ(all["threads"].size(), 16U);
  EXPECT_EQ(all["threads"][6]["thread"], Json::parse("[1,2]"));
  EXPECT_EQ(all["threads"][6]["variable"], sum);
  const Outcome grid = run(launch + "--at end --variable column");
  EXPECT_NE(grid.out.find("y3   0   1   2   3\n"), std::string::npos) << grid.out;
}

TEST(Cli, WritesToAFile) {
  const fs::path file = scratch() / "counts.json";
  fs::remove(file);
  const Outcome outcome = run("counts --json -o counts.json");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(Json::parse(read(file))["kernel"], "tiled");
  EXPECT_FALSE(fs::exists(scratch() / "counts.json.part"));
  EXPECT_EQ(run("counts -o /nowhere/at/all").code, 2);
  EXPECT_EQ(run("kernels --output /dev/full").code, 2);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  // Through a link, and the link stays.
  fs::remove(scratch() / "link");
  fs::create_symlink("counts.json", scratch() / "link");
  EXPECT_EQ(run("kernels --json -o link").code, 0);
  EXPECT_TRUE(fs::is_symlink(scratch() / "link"));
  EXPECT_TRUE(Json::parse(read(file)).contains("kernels"));
}

TEST(Cli, KeepsATraceAndTakesItWhereLaunchOptionsAre) {
  fs::remove(scratch() / "a.tsc");
  const std::string launch = "--kernel tiled_bounded --m 5 --n 4 --k 3 --tile 2 --inputs random --schedule random:3";
  const Outcome made = run("record " + launch + " -o a.tsc");
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.out.find("a.tsc: 662 events of 6 blocks in "), 0U) << made.out;
  EXPECT_EQ(run("dump a.tsc").out, run("dump " + launch).out);
  EXPECT_EQ(run("counts a.tsc").out, run("counts " + launch).out);
  EXPECT_EQ(run("counts a.tsc --vs naive").out, run("counts " + launch + " --vs naive").out);
  EXPECT_EQ(json("counts a.tsc --vs tiled_bounded --json")["load_ratio"], 1.0);
  // The launch of a file, recorded anew.
  EXPECT_EQ(json("record a.tsc -o b.tsc --json")["events"], 662);
  EXPECT_EQ(read(scratch() / "a.tsc"), read(scratch() / "b.tsc"));
  EXPECT_EQ(run("record --size 4 -o a.tsc").code, 0);
  EXPECT_EQ(json("counts a.tsc --json")["m"], 4);
  const Json bench = json("bench file a.tsc --runs 1 --json");
  EXPECT_EQ(bench["events"], 464);
  EXPECT_EQ(bench["file_bytes"], fs::file_size(scratch() / "a.tsc"));
}

TEST(Cli, AStringReopensAKernelOfAFile) {
  fs::create_directories(scratch() / "in a folder");
  std::ofstream(scratch() / "in a folder" / "mine.cu")
      << "#define W 2\n__global__ void mine(float* A, float* B, float* C, int N) {\n"
         "  int y = blockIdx.y * W + threadIdx.y, x = blockIdx.x * W + threadIdx.x;\n"
         "  __shared__ float t[W][W];\n  t[threadIdx.y][threadIdx.x] = 0;\n  float s = 0;\n"
         "  for (int k = 0; k < N; ++k) s += A[y * N + k] * B[k * N + x];\n  C[y * N + x] = s;\n}\n";
  Outcome shared = run("share 'in a folder/mine.cu' --knob W=4 --block 4,4 --size 8 --vs naive");
  ASSERT_EQ(shared.code, 0) << shared.err;
  shared.out.pop_back();
  EXPECT_EQ(shared.out.find("ts1:mine.cu,naive/8x8x8/t-/text="), 0U) << "the text, and no path: " << shared.out;
  EXPECT_NE(shared.out.find("/knobs=W:4/"), std::string::npos) << shared.out;
  EXPECT_EQ(run("counts '" + shared.out + "'").out,
            run("counts 'in a folder/mine.cu' --knob W=4 --block 4,4 --size 8").out);
  EXPECT_EQ(run("share --vs 'in a folder/mine.cu' --size 8").out, "ts1:tiled,in%20a%20folder%2Fmine.cu/8x8x8/t2\n");
}

TEST(Cli, KeepsWindowsAndCountsToo) {
  EXPECT_EQ(run("record --size 8 --blocks 1,1 -o window.tsc").code, 0);
  EXPECT_EQ(run("dump window.tsc").out, run("dump --size 8 --blocks 1,1").out);
  EXPECT_EQ(run("counts window.tsc").out, run("counts --size 8 --blocks 1,1").out);
  EXPECT_EQ(run("record --size 8 --record counts -o counts.tsc").code, 0);
  EXPECT_EQ(run("counts counts.tsc").out, run("counts --size 8 --record counts").out);
}

struct Mistake {
  const char* arguments;
  int code;
  const char* named;
};

const Mistake mistakes[] = {
    {"counts --size 0", 2, "--size 0"},
    {"counts --size -4", 2, "--size -4"},
    {"counts --m 4.5", 2, "--m 4.5"},
    {"counts --m four", 2, "--m four"},
    {"counts --m ''", 2, "--m"},
    {"counts --kernel \"$(printf 'a\\nb')\"", 2, "there is no kernel 'a; b'"},
    {"counts --size 99999999999999999999999", 2, "--size 99999999999999999999999"},
    {"counts --size 9223372036854775807", 2, "9223372036854775807"},
    {"counts --size 2147483647", 2, "more elements than an int can index"},
    {"counts --size 40000 --tile 16", 2, "may be used"},
    {"counts --size 40000 --tile 16 --record counts --kernel naive --m 46340 --n 46340", 2, "excludes"},
    {"counts --kernel naive --m 2147483647 --n 1 --k 1 --tile 32", 2, "a grid "},
    {"counts --kernel naive --m 1 --n 2147483647 --k 1 --tile 1", 2, "may be used"},
    {"counts --size 4 --m 4", 2, "--m"},
    {"counts --kernel nave", 2, "did you mean naive?"},
    {"counts --kernel ''", 2, "there is no kernel ''"},
    {"counts --vs tilled", 2, "did you mean tiled?"},
    {"nowhere.cu --nothing", 2, "not expected: --nothing"},  // a file is viewed
    {"counts --tile 33", 2, "--tile 33: tiled takes 1 to 32"},
    {"counts --tile -1", 2, "--tile -1"},
    {"counts --tile 0", 2, "--tile 0"},
    {"counts --tile x", 2, "--tile x"},
    {"counts --size 5", 2, "tiled needs M % TILE == 0"},
    {"counts --kernel single_block --size 33", 2, "M = 32 works"},
    {"counts --schedule sideways", 2, "--schedule sideways"},
    {"counts --schedule random:x", 2, "--schedule random:x"},
    {"counts --schedule reverse:3", 2, "--schedule reverse:3"},
    {"counts --record some", 2, "--record some"},
    {"counts --record window", 2, "name the blocks"},
    {"counts --blocks 0", 2, "--blocks 0"},
    {"counts --blocks 9,9", 2, "block 9,9"},
    {"counts --blocks 1-0,0", 2, "--blocks 1-0,0"},
    {"counts --blocks '0,0;'", 2, "--blocks"},
    {"counts --out-of-bounds nan", 2, "--out-of-bounds nan"},
    {"counts --backend gpu", 2, "--backend gpu"},
    {"counts --backend cuda", 2, "--backend cuda"},
    {"counts --seed -1", 2, "--seed -1"},
    {"counts --inputs", 2, "--inputs"},
    {"counts --inputs ones", 2, "--inputs ones"},
    {"counts --inputs none.csv,none.csv", 2, "none.csv: there is no such file"},
    {"counts --inputs missing.csv,b.csv", 2, "missing.csv:2: 1 cells, but the rows above have 2"},
    {"counts --inputs empty_cell.csv,b.csv", 2, "empty_cell.csv:2: column 1: the cell is empty"},
    {"counts --inputs b.csv,word.csv", 2, "word.csv:1: column 2: 'two' is not a number"},
    {"counts --inputs nan.csv,b.csv", 2, "nan.csv:2: column 2: 'NaN' is not finite"},
    {"counts --inputs b.csv,b.csv --size 4", 2, "A has 2 rows and 2 columns, but the launch needs 4 x 4"},
    {"counts --inputs .,b.csv", 2, ".: is not a file"},
    {"counts --colour", 2, "--colour"},
    {"count", 2, "count"},
    {"dump --format xml", 2, "--format xml"},
    {"dump --record counts", 2, "--record counts"},
    {"counts --record counts --blocks 0,0", 2, "--blocks needs --record window"},
    {"counts --record full --blocks 0,0", 2, "--blocks needs --record window"},
    {"bench record --record counts", 2, "measures full traces"},
    {"bench kernels --tile wide", 2, "--tile wide"},
    {"bench kernels --kernel nave", 2, "did you mean naive"},
    {"bench kernels --kernel tiled_short_loop", 2, "it is wrong on purpose"},
    {"bench kernels --size 0", 2, "--size"},
    {"bench kernels --kernel tiled --size 100 --tile 16", 2, "M = 96 or TILE = 20 works"},
    {"bench kernels --runs 1", 2, "--runs"},
    {"bench cost --kernel nave", 2, "did you mean naive"},
    {"render --theme pink", 2, "--theme pink: give one of dark"},
    {"render --at step:99", 2, "--at step:99: give begin, end, step:N up to 13"},
    {"render --at phase:2", 2, "phase:N up to 1"},
    {"render --at moment:99999", 2, "moment:N up to 116"},
    {"render --at step:x", 2, "--at step:x"},
    {"render --at ''", 2, "--at"},
    {"render --at soon", 2, "--at soon"},
    {"render -o picture.bmp", 2, "picture.bmp: the name must end in .png"},
    {"render -o picture", 2, "picture: the name must end in"},
    {"render -o /nowhere/at/all.svg", 2, "/nowhere/at/all.svg"},
    {"render --width 10", 2, "--width"},
    {"render --height 99999", 2, "--height"},
    {"render --scale 9", 2, "--scale"},
    {"render --by second", 2, "--by"},
    {"render --fps 0", 2, "--fps"},
    {"render --part half", 2, "--part"},
    {"render --focus '(9,9)'", 2, "(9,9)"},
    {"render --thread t99", 2, "there is no thread 't99'"},
    {"render --thread '(0,0)'", 2, "there is no thread"},
    {"render --size 4 --tile 3", 2, "needs M % TILE == 0"},
    {"view --theme pink", 2, "--theme pink"},
    {"quiz --lesson phase-by-fase", 2, "did you mean 'phase-by-phase'?"},
    {"quiz", 2, "--lesson"},
    {"quiz --pre", 2, "give --lesson or --week"},
    {"quiz --week 1", 2, "a worksheet is for one --lesson"},
    {"quiz --week 13 --pre", 2, "--week"},
    {"quiz --lesson 5 --pre --post", 2, "--post"},
    {"quiz --lesson 5 --pre --seed 0", 2, "--seed 0"},
    {"grade nowhere.txt --csv --json", 2, "--json"},
    {"grade nowhere.txt", 2, "nowhere.txt: this worksheet cannot be read"},
    {"lessons --validate nowhere.toml", 2, "nowhere.toml: this lesson cannot be read"},
    {"render --lesson 5 --size 8 -o x", 2, "--lesson 5: a lesson already says what to launch"},
    {"view --state-jsn x", 2, "--state-jsn"},
    {"occupancy --gpu voodoo", 2, "'voodoo' does not name exactly one GPU"},
    {"occupancy --tile 0", 2, "--tile"},
    {"occupancy --gpu fermi --shared-kb 64", 2, "at most 48 KB of shared memory, but 64 were requested"},
    {"occupancy --kernel nave", 2, "did you mean naive?"},
    {"occupancy --kernel single_block --tile 33", 2, "--tile 33: single_block takes 1 to 32"},
    {"occupancy --kernel naive --outputs 4", 2, "--outputs"},
    {"occupancy --registers -1", 2, "--registers"},
    {"roofline --gpu voodoo", 2, "'voodoo' does not name exactly one GPU"},
    {"roofline --gpu fermi --measure", 2, "--measure: needs --gpu this"},
    {"coutns --size 4", 2, "there is no command 'coutns' (did you mean 'counts'?); see tilescope --help"},
    {"bench", 2, "subcommand"},
    {"bench record --cores 0", 2, "--cores"},
    {"bench record --runs none", 2, "--runs"},
    {"bench file --record counts", 2, "a trace without events"},
    {"record", 2, "-o FILE.tsc"},
    {"record -o -", 2, "a trace needs a file"},
    {"record -o /nowhere/a.tsc", 2, "/nowhere/a.tsc: cannot be written: No such file or directory"},
    {"record -o /dev/full", 2, "/dev/full: cannot be written: it is not a regular file"},
    {"counts none.tsc", 2, "none.tsc: file, at byte 0: there is no such file"},
    {"counts .", 2, "it is not a regular file"},
    {"counts k.cu", 2, "k.cu:2:"},
    {"counts b.csv", 2, "b.csv: header, at byte 0: this is not a TileScope trace file"},
    {"counts whole.tsc --m 4 --kernel naive", 2, "whole.tsc: already says what to launch; leave out --kernel, --m"},
    {"dump whole.tsc --backend cpu", 2, "leave out --backend"},
    {"dump whole.tsc whole.tsc", 2, "whole.tsc"},
    {"dump counted.tsc", 2, "counted.tsc: recorded with --record counts"},
    {"bench file counted.tsc", 2, "a trace without events"},
    {"locals right.cu --record counts", 2, "--record counts: keeps no events to go to"},
    {"locals right.cu --variable m", 2, "--variable m: this variable has parts; give one of them, as in m[0]"},
    {"locals right.cu --variable no", 2, "not in scope in block 0; its threads have C, m or x"},
    {"locals right.cu --at moment:999", 2, "--at moment:999"},
    {"locals right.cu --thread t99", 2, "there is no thread 't99'"},
    {"counts short.tsc", 2, "short.tsc: header, at byte 0: the file should have"},
    {"dump damaged.tsc", 2, "damaged.tsc: table, at byte "},
    {"record damaged.tsc -o other.tsc", 2, "the checksum is wrong: the file is damaged"},
    {"counts ts1:tiled/4x4x4/t2/sede=7", 2, "share string, part 4 'sede=7': there is no 'sede': did you mean seed?"},
    {"counts ts9:tiled/4x4x4/t2", 2, "this share string has version 9"},
    {"counts ts1:tiled/4x4x4/t2 --tile 4", 2, "ts1:tiled/4x4x4/t2: already says what to launch; leave out --tile"},
    {"share ts1:tiled/5x4x4/t2", 2, "tiled needs M % TILE == 0"},
    {"share ts1:tiled/4x4x4/t2/moment=9999", 2, "there is no moment 9999: the launch has "},
    {"share --vs nave", 2, "did you mean naive?"},
    {"share --select A[9][9]", 2, "--select A[9][9]: there is no such place"},
    {"share -o it.txt", 2, "-o it.txt: the name of the file must end in .toml"},
    {"render none.toml", 2, "none.toml: cannot be read"},
    {"render slip.toml", 2, "slip.toml:2: m 0: a side must be a whole number"},
    {"export", 2, "--chrome"},
    {"render --handout", 2, "--lesson"},
    {"render --lesson naive --handout", 2, "--handout: writes one page; name its file, as in -o naive.html"},
    {"render --lesson nave --handout -o a.html", 2, "nave"},
    {"render --lesson naive --live a.html -o b.html", 2, "--handout"},
    {"render --lesson naive --handout --live /nowhere.html -o b.html", 2, "--live /nowhere.html: cannot be read"},
    {"render --lesson naive --handout --live damaged.tsc -o b.html", 2, "this is not TileScope's single-file page"},
    {"export --chrome -o /nowhere/a.json", 2, "/nowhere/a.json: cannot be written"},
};

TEST(Cli, EveryMistakeGetsOneLineThatNamesIt) {
  const auto file = [&](const char* name, const char* text) { std::ofstream(scratch() / name) << text; };
  file("b.csv", "1,2\n3,4\n");
  file("k.cu", "// A user's kernel.\n__global__ void k(float* C) { C[0] = one; }\n");
  file("right.cu", "__global__ void right(float* C) { int m[2], x = 1; C[threadIdx.x] = x; }\n");
  file("missing.csv", "1,2\n3\n");
  file("empty_cell.csv", "1,2\n,4\n");
  file("word.csv", "1,two\n3,4\n");
  file("nan.csv", "1,2\n3,NaN\n");
  file("slip.toml", "situation = 1\nm = 0\n");
  run("record -o whole.tsc");
  run("record --record counts -o counted.tsc");
  std::string trace = read(scratch() / "whole.tsc");
  std::ofstream(scratch() / "short.tsc") << trace.substr(0, trace.size() / 2);
  trace.back() = static_cast<char>(trace.back() ^ 1);
  std::ofstream(scratch() / "damaged.tsc") << trace;
  for (const Mistake& mistake : mistakes) {
    const Outcome outcome = run(mistake.arguments);
    EXPECT_EQ(outcome.code, mistake.code) << mistake.arguments << "\n" << outcome.err;
    EXPECT_EQ(outcome.out, "") << mistake.arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << mistake.arguments << "\n" << outcome.err;
    EXPECT_NE(outcome.err.find(mistake.named), std::string::npos) << mistake.arguments << "\n" << outcome.err;
  }
}

TEST(Cli, ScriptsChooseTheGpuTheTileAndTheCache) {
  if (run("render -o probe.png --width 320 --height 240").code != 0) GTEST_SKIP() << read(scratch() / "stderr");
  std::ofstream(scratch() / "script")
      << "key r\ngpu fermi\ntile 32\nstate limits.json\nclick Hopper\nkey .\nstate hopper.json\n"
         "key y\ncache 512 32 2\nloops 8 2\nplace 1\nstate loops.json\n";
  const Outcome outcome = run("render --width 1280 --height 720 --size 32 --tile 16 --backend cpu --script script");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto limits = [&](const char* name) { return Json::parse(read(scratch() / name))["explain"]["limits"]; };
  EXPECT_EQ(limits("limits.json")["gpu"], "the textbook GPU");
  EXPECT_EQ(limits("limits.json")["launched"]["blocks"], 6);
  EXPECT_EQ(limits("limits.json")["launched"]["room"]["shared_memory"], 8);
  EXPECT_EQ(limits("limits.json")["what_if"]["blocks"], 1);
  EXPECT_EQ(limits("limits.json")["what_if"]["room"]["shared_memory"], 2);
  EXPECT_EQ(limits("limits.json")["launched"]["attainable_gflops"], 600);
  EXPECT_EQ(limits("limits.json")["beside"]["attainable_gflops"], 37.5);
  EXPECT_EQ(limits("hopper.json")["capability"], "9.0");
  EXPECT_EQ(limits("hopper.json")["what_if"]["tile"], 64);
  const Json loops = Json::parse(read(scratch() / "loops.json"))["explain"]["loops"];
  EXPECT_EQ(loops["follows_playback"], false);
  const Json model = json("cache --size 8 --block 2 --cache 512 --line 32 --ways 2 --json");
  for (const char* nest : {"plain", "blocked"}) {
    EXPECT_EQ(loops[nest]["hits"], model["loops"][nest]["hits"]) << nest;
    EXPECT_EQ(loops[nest]["misses"], model["loops"][nest]["misses"]) << nest;
  }
}

// As the commands of that name write them.
TEST(Cli, ScriptsExportWhatIsShown) {
  if (run("render -o probe.png --width 320 --height 240").code != 0) GTEST_SKIP() << read(scratch() / "stderr");
  const std::string launch = "--kernel tiled --size 8 --tile 4 --backend cpu";
  std::ofstream(scratch() / "script") << "export all.csv\nexport trace.json\nexport run.tsc\npicture window.svg\n";
  const Outcome outcome = run("render " + launch + " --width 640 --height 360 --script script");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read(scratch() / "all.csv"), run("counts --csv " + launch).out);
  EXPECT_EQ(read(scratch() / "trace.json"), run("export --chrome " + launch).out);
  EXPECT_EQ(run("dump run.tsc").out, run("dump " + launch).out);
  EXPECT_NE(read(scratch() / "window.svg").find("<svg"), std::string::npos);
  std::ofstream(scratch() / "script") << "export all.txt\n";
  const Outcome refused = run("render " + launch + " --script script");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("a launch can be saved only as .tsc, .csv or .json"), std::string::npos) << refused.err;
}

TEST(Cli, SharesWhatReopensTheSameEverywhere) {
  const Outcome shared =
      run("share --kernel tiled_bounded --m 3 --n 5 --k 4 --tile 2 --backend cpu --inputs random "
          "--seed 3 --at step:6 --by event --focus '(1,0)' --thread t01 --explain heat -o it.toml");
  EXPECT_EQ(shared.code, 0) << shared.err;
  const std::string text = shared.out.substr(0, shared.out.find('\n'));
  EXPECT_EQ(text.find("ts1:tiled_bounded,naive/3x5x4/t2/inputs=random/seed=3/backend=cpu/moment="), 0U) << text;
  EXPECT_NE(text.find("/grain=event/block=1,0/thread=0,1/view=heat"), std::string::npos) << text;
  EXPECT_EQ(run("share it.toml").out, shared.out);
  EXPECT_EQ(run("share " + text).out, shared.out);
  EXPECT_EQ(run("share " + text + " --at begin").out.find("moment="), std::string::npos);
  EXPECT_EQ(json("counts it.toml --json"),
            json("counts --kernel tiled_bounded --m 3 --n 5 --k 4 --tile 2 --backend cpu --json"));
  EXPECT_EQ(run("share --backend cpu --line --at end").out,
            "4 against 8 global loads per thread: tiled against naive, 4 x 4 x 4 (M x K x N), TILE = 2; counted, CPU "
            "executor\n");
  if (run("render " + text + " -o a.png --state-json a.json --width 640 --height 360").code != 0)
    GTEST_SKIP() << read(scratch() / "stderr");
  EXPECT_EQ(Json::parse(read(scratch() / "a.json"))["block"], "(1,0)");
  std::ofstream(scratch() / "script") << "open it.toml\nstate b.json\n";
  EXPECT_EQ(run("render --script script --width 640 --height 360").code, 0) << read(scratch() / "stderr");
  const Json a = Json::parse(read(scratch() / "a.json")), b = Json::parse(read(scratch() / "b.json"));
  EXPECT_EQ(a["place"], b["place"]);
  EXPECT_EQ(a["threads"], b["threads"]);
  EXPECT_EQ(a["explain"], b["explain"]);
}

TEST(Cli, WritesCountsAndTimelinesForOtherPrograms) {
  const Outcome csv = run("counts --csv --backend cpu --vs naive");
  EXPECT_EQ(csv.code, 0) << csv.err;
  EXPECT_EQ(csv.out.find("kernel,scope,array,block_y,block_x,thread_y,thread_x,phase,quantity,value,unit,source\n"),
            0U);
  EXPECT_NE(csv.out.find("\ntiled,thread,A,0,0,0,1,,global_loads,2,elements,counted\n"), std::string::npos) << csv.out;
  EXPECT_NE(csv.out.find("\ntiled,phase,A,,,,,1,global_loads,16,elements,counted\n"), std::string::npos) << csv.out;
  EXPECT_NE(csv.out.find("\nnaive,thread,A,0,0,0,1,,global_loads,4,elements,counted\n"), std::string::npos) << csv.out;
  EXPECT_EQ(run("export --chrome --backend cpu -o t.json").code, 0);
  const std::string written = read(scratch() / "t.json");
  EXPECT_EQ(Json::parse(written)["otherData"]["kernel"], "tiled");
  EXPECT_EQ(run("export --chrome --backend cpu").out, written);
  run("record --backend cpu -o t.tsc");
  EXPECT_EQ(run("export --chrome t.tsc").out, written);
}

// The bar of a CPU's accesses is held and dragged; letting it go leaves it where it is.
TEST(Cli, ABarIsDragged) {
  if (run("render -o probe.png --width 320 --height 240").code != 0) GTEST_SKIP() << read(scratch() / "stderr");
  const auto state_after = [&](const std::string& script) {
    std::ofstream(scratch() / "script") << script << "state now.json\n";
    const Outcome outcome = run("render --width 1600 --height 1000 --backend cpu --script script");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Json::parse(read(scratch() / "now.json"));
  };
  const Json box = state_after("key y\n")["window"]["grids"]["accesses plain"];
  const auto mouse_at = [&](double part) {
    return fmt::format("mouse {} {}\n", box["x"].get<double>() + part * box["w"].get<double>(),
                       box["y"].get<double>() + box["h"].get<double>() / 2);
  };
  const std::string held = "key y\n" + mouse_at(0.25) + "mouse down\n" + mouse_at(0.5) + mouse_at(0.75);
  EXPECT_NEAR(state_after(held)["explain"]["loops"]["part"].get<double>(), 0.75, 0.02);
  EXPECT_NEAR(state_after(held + "mouse up\n" + mouse_at(0.3))["explain"]["loops"]["part"].get<double>(), 0.75, 0.02);
  EXPECT_EQ(state_after("key y\n" + mouse_at(0.75))["explain"]["loops"]["part"], 0) << "pointing is not dragging";
}

// In a task the text is there to be read first: one click says how typing begins, and two begin it.
TEST(Cli, OneClickIntoATasksTextDoesNotBeginTyping) {
  if (run("render -o probe.png --width 320 --height 240").code != 0) GTEST_SKIP() << read(scratch() / "stderr");
  const auto state_after = [&](const std::string& script) {
    std::ofstream(scratch() / "script") << "task missing-guard\n" << script << "state now.json\n";
    const Outcome outcome = run("render --width 1280 --height 720 --backend cpu --script script");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Json::parse(read(scratch() / "now.json"));
  };
  const std::string click = "mouse down\nframe\nmouse up\nframe\n", place = "mouse 560 451\n";
  const Json once = state_after(place + click);
  EXPECT_EQ(once["editor"]["has_keys"], false);
  EXPECT_NE(once["banner"].dump().find("Double-click to type"), std::string::npos) << once["banner"];
  EXPECT_EQ(state_after(place + click + click)["editor"]["has_keys"], true);
}

// A hand holds a row for some frames before it lets go.
TEST(Cli, ARowOfTheMenuDoesWhatItSays) {
  if (run("render -o probe.png --width 320 --height 240").code != 0) GTEST_SKIP() << read(scratch() / "stderr");
  std::ofstream(scratch() / "script") << "task missing-guard\nkey Shift+M\nframe\nframe\nmouse 450 291\nframe\n"
                                         "mouse down\nframe\nframe\nmouse up\nframe\nframe\nstate now.json\n";
  const Outcome outcome = run("render --width 1280 --height 720 --backend cpu --script script");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(Json::parse(read(scratch() / "now.json"))["window"]["start_page"], true);
}

// Each mistake in a script gets the line that it stands in.
TEST(Cli, ScriptsAreRefusedByLine) {
  if (run("render -o probe.png --width 320 --height 240").code != 0) GTEST_SKIP() << read(scratch() / "stderr");
  const std::pair<const char*, const char*> bad[] = {{"key Sideways", "key: there is no key 'Sideways'"},
                                                     {"key", "key: write key NAME"},
                                                     {"key Right many", "key: TIMES must be a number"},
                                                     {"seek", "seek: write seek"},
                                                     {"seek step", "seek: write seek step N"},
                                                     {"seek step 14", "seek: there are 13 steps"},
                                                     {"seek phase 2", "seek: there are 2 phases"},
                                                     {"seek moment x", "seek: N must be a number"},
                                                     {"click A[4][0]", "click: there is no 'A[4][0]' here"},
                                                     {"click D[0][0]", "click: there is no 'D[0][0]' here"},
                                                     {"hover t99", "hover: there is no 't99' here"},
                                                     {"click line x", "click: the line must be a number"},
                                                     {"size 400", "size: write size WIDTH HEIGHT"},
                                                     {"mouse 3", "mouse: write mouse X Y"},
                                                     {"wait long", "wait: SECONDS must be a number"},
                                                     {"launch --tile x", "launch: "},
                                                     {"launch --colour", "launch: "},
                                                     {"picture", "picture: write picture FILE"},
                                                     {"picture /nowhere/at/all.png", "picture: "},
                                                     {"state /nowhere/at/all.json", "state: "},
                                                     {"gpu nothing", "gpu: 'nothing' does not name exactly one GPU"},
                                                     {"tile 33", "tile: T = 33: give 4 to 32"},
                                                     {"cache 1000 64 4", "cache: a cache of 1000 bytes"},
                                                     {"loops 65 4", "loops: give a SIDE from 1 to 64"},
                                                     {"place 2", "place: PART must be from 0 to 1"},
                                                     {"jump", "jump: unknown command; the commands are "}};
  for (const auto& [line, says] : bad) {
    std::ofstream(scratch() / "script") << "# a comment\nkey Right\n\n" << line << "\nkey Left\n";
    const Outcome outcome = run("render --width 320 --height 240 --script script");
    EXPECT_EQ(outcome.code, 2) << line << "\n" << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << line << "\n" << outcome.err;
    EXPECT_EQ(outcome.err.find(std::string("tilescope: script:4: ") + says), 0U) << line << "\n" << outcome.err;
  }
  const Outcome none = run("render --script none");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("--script none: the file cannot be read"), std::string::npos) << none.err;
}

}  // namespace
}  // namespace tilescope::test
