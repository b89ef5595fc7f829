// The words of the view of variables and of the console, and where a condition takes playback.
#include "app/explain/variables_view.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/explain/console_view.h"
#include "app/session/session.h"
#include "tests/support/opened.h"
#include "tests/support/pictures.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

std::unique_ptr<Session> opened_tiled() {
  Request request;
  request.kernel = "tiled";
  request.m = request.n = request.k = 4;
  request.tile = 2;
  auto session = session_with(request);
  session->apply(Explain{*explanation_named("variables")});
  session->wait_for_variables();
  return session;
}

// A kernel of a file; its launch is guessed.
std::unique_ptr<Session> opened(const std::string& name, const std::string& text) {
  const std::filesystem::path folder = TILESCOPE_SCRATCH;
  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / (name + ".cu");
  std::ofstream(file) << text;
  Request request;
  request.kernel = file.string();
  return session_with(request);
}

std::string words_at(Session& session, std::uint64_t moment) {
  session.apply(Seek{moment});
  session.wait_for_variables();
  return labels_of(variables_picture(session.explainable(), view_of(520)));
}

// The value of a variable of the selected thread.
std::string value_of(const Session& session, const std::string& name) {
  const VariablesNow& now = session.worked_out().variables.now();
  for (const machine::LocalValue& value : now.of_thread(session.shown().frame, session.shown().frame.thread))
    if (now.names()[value.name].name == name) return variable_words(now, value);
  return "none";
}

const Hit* hit_of(const Picture& picture, Target::Kind kind, std::uint32_t number) {
  for (const Hit& hit : picture.hits)
    if (hit.target.kind == kind && hit.target.number == number) return &hit;
  return nullptr;
}

// At every moment a sum equals the frame's, and forward and back give the same.
TEST(VariablesView, ASumIsWhatTheFrameHas) {
  const auto session = opened_tiled();
  std::vector<std::string> forward;
  for (std::uint64_t moment = 0; moment <= session->shown().frame.moments; ++moment) {
    session->apply(Seek{moment});
    forward.push_back(value_of(*session, "sum"));
    const auto& sum = session->shown().frame.threads[session->shown().frame.thread].sum;
    if (sum) {
      EXPECT_EQ(forward.back(), value_name(*sum)) << moment;
    }
  }
  EXPECT_EQ(forward.back(), "90");
  for (std::uint64_t moment = session->shown().frame.moments + 1; moment-- > 0;) {
    session->apply(Seek{moment});
    EXPECT_EQ(value_of(*session, "sum"), forward[moment]);
  }
}

TEST(VariablesView, HasARowForEachVariableAndAGridOfOne) {
  const auto session = opened_tiled();
  EXPECT_TRUE(has(words_at(*session, 0), "by the launch"));
  const std::string end = words_at(*session, session->shown().frame.moments);
  for (const char* const part :
       {"sum\n90\nfloat\nline 15", "t(0,0) of block (0,0): 11 variables", "row\n0\nint\nline 7"})
    EXPECT_TRUE(has(end, part)) << end;
  EXPECT_TRUE(has(end, "sum in each thread of the block: 90 to 228\n90\n100\n202\n228")) << end;
}

TEST(VariablesView, AClickGoesToTheLineAndToTheMomentThatSetIt) {
  const auto session = opened_tiled();
  session->apply(Act::to_end);
  const Picture picture = variables_picture(session->explainable(), view_of(520));
  const Hit* const line = hit_of(picture, Target::Kind::line, 15);
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(picture.at(line->box.middle()).kind, Target::Kind::line);
  std::uint64_t last = 0;
  for (const Hit& hit : picture.hits)
    if (hit.target.kind == Target::Kind::moment) last = std::max(last, hit.target.moment);
  session->apply(Seek{last});
  EXPECT_EQ(value_of(*session, "sum"), "90");
  session->apply(Seek{last - 1});
  EXPECT_NE(value_of(*session, "sum"), "90") << "that was the moment";
}

TEST(VariablesView, WhatIsChosenAndPinnedStays) {
  const auto session = opened_tiled();
  session->apply(UseVariable{"row"});
  session->apply(PinVariable{"k"});
  EXPECT_TRUE(has(words_at(*session, 0), "row in each thread of the block: 0 to 1"));
  EXPECT_TRUE(has(words_at(*session, session->shown().frame.moments), "k: not in scope here"));
  session->apply(Act::more);
  EXPECT_EQ(session->explaining().choices.variable, "col");
  session->apply(Act::less);
  EXPECT_EQ(session->explaining().choices.variable, "row");
  session->apply(PinVariable{"k"});
  EXPECT_TRUE(session->explaining().choices.pinned.empty());
}

TEST(VariablesView, TellsUnsetAndOutOfScopeApart) {
  const auto session = opened("late",
                              "__global__ void k(const float* in, float* out, int n) {\n"
                              "  int i = threadIdx.x;\n"
                              "  if (i >= n) return;\n"
                              "  float late;\n"
                              "  out[i] = in[i];\n"
                              "  if (i % 2 == 0) { float inner = in[i]; late = inner; out[i] = late; }\n"
                              "}\n");
  session->apply(Explain{*explanation_named("variables")});
  session->apply(UseVariable{"late"});
  EXPECT_TRUE(has(words_at(*session, 0), "late\nnot set\nfloat")) << words_at(*session, 0);
  EXPECT_TRUE(has(words_at(*session, 0), "dot, not set"));
  session->apply(UseVariable{"inner"});
  EXPECT_TRUE(has(words_at(*session, 0), "hatched, not in scope"));
}

// 32 threads are in one row, 64 in rows of 16, however high the view.
TEST(VariablesView, AListOfUpTo32HasOneRow) {
  for (const unsigned threads : {32U, 64U}) {
    const auto session = opened(fmt::format("list{}", threads),
                                fmt::format("//! out = {{ sides = [{0}] }}\n//! grid = 1\n//! block = {0}\n"
                                            "__global__ void k(float* out) {{\n"
                                            "  float x = 0.123f * threadIdx.x;\n"
                                            "  out[threadIdx.x] = x;\n"
                                            "}}\n",
                                            threads));
    ASSERT_EQ(session->shown().frame.threads.size(), threads);
    session->apply(Explain{*explanation_named("variables")});
    session->wait_for_variables();
    for (const float height : {100.0F, 500.0F, 1500.0F}) {
      const Picture picture = variables_picture(session->explainable(), view_of(520, height));
      const auto grid = std::find_if(picture.grids.begin(), picture.grids.end(),
                                     [](const Grid& each) { return each.name == "variable"; });
      ASSERT_NE(grid, picture.grids.end());
      EXPECT_EQ(grid->columns, threads == 32 ? 32U : 16U) << height;
      EXPECT_EQ(grid->rows, threads == 32 ? 1U : 4U) << height;
      EXPECT_GE(picture.height, grid->box.bottom()) << height;
      EXPECT_EQ(untidy(picture), "") << height;
    }
  }
}

TEST(VariablesView, ArgumentsOfTheLaunchAreBelowTheThreadsOwnVariables) {
  const auto session = opened_tiled();
  const std::string words = words_at(*session, session->shown().frame.moments);
  EXPECT_LT(words.find("sum in each thread"), words.find("Arguments of the launch")) << words;
  EXPECT_LT(words.find("Arguments of the launch"), words.find("by the launch")) << words;
}

TEST(RunTo, GoesForwardAndBackAndSelectsTheThread) {
  const auto session = opened_tiled();
  session->apply(Act::by_event);
  session->apply(RunTo{"k == 1 && threadIdx.x == 1 && threadIdx.y == 0", true});
  session->wait_for_variables();
  EXPECT_EQ(session->shown().frame.thread, 1U);
  EXPECT_EQ(value_of(*session, "k"), "1");
  const std::uint64_t first = session->playback().moment;
  session->apply(Seek{first - 1});
  EXPECT_EQ(value_of(*session, "k"), "0") << "not sooner";
  session->apply(Act::next_stop);
  EXPECT_EQ(session->playback().moment, first);
  session->apply(Act::next_stop);
  const std::uint64_t second = session->playback().moment;
  EXPECT_GT(second, first);
  session->apply(Act::next_stop);
  EXPECT_EQ(session->playback().moment, second) << "there are two";
  session->apply(Act::previous_stop);
  EXPECT_EQ(session->playback().moment, first);
  EXPECT_EQ(stop_words(session->worked_out().variables.now(), session->shown().frame),
            "becomes true 8 times; here for t(0,1)");
}

TEST(RunTo, BySteps) {
  const auto session = opened_tiled();
  session->apply(RunTo{"k == 1", true});
  session->wait_for_variables();
  std::vector<std::uint32_t> steps;
  for (std::uint64_t before = ~std::uint64_t{0}; before != session->playback().moment;) {
    before = session->playback().moment;
    steps.push_back(session->shown().frame.step);
    session->apply(Act::next_stop);
  }
  steps.pop_back();
  EXPECT_EQ(std::set<std::uint32_t>(steps.begin(), steps.end()).size(), steps.size()) << "each step once";
}

TEST(RunTo, SaysWhatIsWrongAndStaysWhereItIs) {
  const auto session = opened_tiled();
  session->apply(Seek{20});
  session->apply(RunTo{"sun > 3", true});
  session->wait_for_variables();
  EXPECT_EQ(session->playback().moment, 20U);
  EXPECT_TRUE(has(session->worked_out().variables.now().condition_problem, "did you mean 'sum'?"));
  session->apply(RunTo{"sum > 1000000", true});
  session->wait_for_variables();
  EXPECT_EQ(session->playback().moment, 20U);
  EXPECT_EQ(stop_words(session->worked_out().variables.now(), session->shown().frame),
            "never true for any thread at any moment");
}

constexpr const char* chatter =
    "__global__ void k(float* out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i >= n) return;\n"
    "  printf(\"begin %d\\n\", i);\n"
    "  out[i] = out[i] + 1;\n"
    "  printf(\"two\\nlines\");\n"
    "}\n";

TEST(Console, SaysWhatWasSaidSoFarAndByWhom) {
  const auto session = opened("chatter", chatter);
  const std::vector<SaidLine>& lines = session->shown().focus.explained->said;
  const std::uint64_t threads = session->shown().frame.threads.size();
  ASSERT_EQ(lines.size() % 3, 0U);
  EXPECT_EQ(said_until(lines, 0), lines.size() / 3) << "before the first event";
  EXPECT_EQ(said_until(lines, session->shown().frame.moments), lines.size());
  for (const SaidLine& line : lines) {
    const std::uint64_t i = line.block * threads + line.thread;
    const bool is_known =
        line.line == 4 ? line.text == fmt::format("begin {}", i) : line.text == "two" || line.text == "lines";
    EXPECT_TRUE(is_known) << line.text;
    ASSERT_TRUE(line.moment.has_value());
    EXPECT_EQ(*line.moment == 0, line.line == 4);
  }
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end(),
                             [](const SaidLine& a, const SaidLine& b) { return *a.moment < *b.moment; }));
  session->apply(Explain{*explanation_named("console")});
  const Picture picture = console_picture(session->explainable(), view_of(520));
  EXPECT_TRUE(has(labels_of(picture), "lines so far"));
  bool is_there = false;
  for (const Hit& hit : picture.hits) is_there = is_there || hit.target.kind == Target::Kind::moment;
  EXPECT_TRUE(is_there);
}

TEST(Console, HasASentenceWhereNothingIsPrinted) {
  const auto session = opened_tiled();
  EXPECT_TRUE(has(labels_of(console_picture(session->explainable(), view_of(520))),
                  "This kernel prints nothing: it has no printf."));
}

TEST(Console, HasTheAssertionThatFailed) {
  const auto session = opened("asserts",
                              "#include <cassert>\n"
                              "__global__ void k(int* out, int n) {\n"
                              "  int i = threadIdx.x;\n"
                              "  if (i < n) out[i] = i;\n"
                              "  assert(i != 0);\n"
                              "}\n");
  const std::vector<SaidLine>& lines = session->shown().focus.explained->said;
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].is_fault);
  EXPECT_EQ(lines[0].line, 5U);
  EXPECT_EQ(lines[0].thread, 0U);
}

}  // namespace

}  // namespace tilescope
