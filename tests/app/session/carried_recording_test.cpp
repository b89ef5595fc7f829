// What a page's worker records arrives as it was: packed and unpacked again, it is the same.
#include "app/session/carried_recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/library.h"
#include "app/session/carried_attempt.h"
#include "app/tasks/prepare_task.h"

namespace tilescope {
namespace {

// Brings a value to the other side, where its events are in other slabs.
template <class T>
T carried(const T& value, const std::shared_ptr<const Trace>& given = nullptr,
          std::vector<std::byte>* bytes = nullptr) {
  apart::Packer packer(given);
  apart::pass(packer, const_cast<T&>(value));
  const auto pool = std::make_shared<EventPool>(0);
  std::vector<EventPool::Slab> slabs;
  for (const apart::SlabInUse& slab : packer.slabs()) {
    slabs.push_back(pool->take());
    std::copy_n(slab.words, slab.used, slabs.back().words());
  }
  std::vector<std::vector<std::byte>> arrays;
  for (const std::span<const std::byte> array : packer.arrays()) arrays.emplace_back(array.begin(), array.end());
  apart::Unpacker unpacker({packer.all(), std::move(slabs), std::move(arrays)}, given);
  T there{};
  apart::pass(unpacker, there);
  EXPECT_TRUE(unpacker.is_empty());
  if (bytes != nullptr) *bytes = packer.all();
  return there;
}

struct All {
  std::vector<editor::Note> notes;
  Recording recording;
  std::vector<recording::Analysis> analyses;
};

// Everything that is told of a request, as it arrives on the other side.
All recorded_there(const recording::Asked& asked) {
  All all;
  const recording::Asked there = carried(asked);
  recording::record(
      there,
      [&](recording::Told told) {
        std::vector<std::byte> once, again;
        recording::Told here = carried(told, there.given, &once);
        static_cast<void>(carried(here, there.given, &again));
        EXPECT_TRUE(once == again) << "what has arrived is not what was sent, message " << told.index();
        if (auto* const notes = std::get_if<recording::Notes>(&here)) all.notes = notes->notes;
        if (auto* const recording = std::get_if<Recording>(&here)) all.recording = std::move(*recording);
        if (auto* const analysis = std::get_if<recording::Analysis>(&here)) all.analyses.push_back(*analysis);
      },
      [] { return true; });
  return all;
}

All recorded_here(const recording::Asked& asked) {
  All all;
  recording::record(
      asked,
      [&](recording::Told told) {
        if (auto* const notes = std::get_if<recording::Notes>(&told)) all.notes = notes->notes;
        if (auto* const recording = std::get_if<Recording>(&told)) all.recording = std::move(*recording);
        if (auto* const analysis = std::get_if<recording::Analysis>(&told)) all.analyses.push_back(*analysis);
      },
      [] { return true; });
  return all;
}

void expect_same_events(const Trace& one, const Trace& other) {
  ASSERT_EQ(one.block_count(), other.block_count());
  ASSERT_EQ(one.kept_events(), other.kept_events());
  for (std::size_t block = 0; block < one.block_count(); ++block) {
    ASSERT_EQ(one.block(block).recorded(), other.block(block).recorded());
    EXPECT_EQ(one.block(block).tallies, other.block(block).tallies);
    for (std::uint32_t thread = 0; one.block(block).recorded() && thread < one.threads_per_block(); ++thread) {
      const Column a = one.events(block, thread), b = other.events(block, thread);
      ASSERT_EQ(a.size(), b.size());
      for (std::uint32_t n = 0; n < a.size(); ++n) {
        ASSERT_EQ(a[n].site, b[n].site);
        ASSERT_EQ(a[n].index, b[n].index);
        ASSERT_EQ(a[n].origin, b[n].origin);
        ASSERT_EQ(a[n].bits, b[n].bits);
      }
    }
  }
  for (std::size_t array = 0; array < one.arrays().size(); ++array) {
    EXPECT_EQ(one.arrays()[array].parts, other.arrays()[array].parts);
    EXPECT_TRUE(std::ranges::equal(one.left(array), other.left(array)));
  }
}

void expect_same_frames(const Replay& one, const Replay& other) {
  ASSERT_EQ(one.moments().count(), other.moments().count());
  ASSERT_EQ(one.order().step_count(), other.order().step_count());
  for (std::uint64_t part = 0; part <= 7; ++part) {
    Cursor cursor{one.moments().count() * part / 7};
    if (!one.blocks().empty()) cursor.block = one.blocks().back();
    const Frame a = one.at(cursor), b = other.at(cursor);
    EXPECT_EQ(a.line, b.line);
    EXPECT_EQ(a.line_runs, b.line_runs);
    ASSERT_EQ(a.threads.size(), b.threads.size());
    for (std::size_t thread = 0; thread < a.threads.size(); ++thread) {
      EXPECT_EQ(a.threads[thread].done, b.threads[thread].done);
      EXPECT_EQ(a.threads[thread].activity, b.threads[thread].activity);
    }
  }
}

// A number that is not one equals nothing.
std::vector<Finding> without_difference(std::vector<Finding> findings) {
  for (Finding& finding : findings) finding.difference.reset();
  return findings;
}

void expect_same(const All& here, const All& there) {
  EXPECT_EQ(here.recording.problem, "");
  EXPECT_EQ(there.recording.problem, "");
  EXPECT_EQ(here.recording.asked.request, there.recording.asked.request);
  ASSERT_EQ(here.recording.focus.replay == nullptr, there.recording.focus.replay == nullptr);
  ASSERT_EQ(here.recording.beside.replay == nullptr, there.recording.beside.replay == nullptr);
  for (const auto& [a, b] : {std::pair(here.recording.focus.replay, there.recording.focus.replay),
                             std::pair(here.recording.beside.replay, there.recording.beside.replay)}) {
    if (a == nullptr) continue;
    expect_same_events(a->trace(), b->trace());
    expect_same_frames(*a, *b);
    const Launch &one = a->trace().launch(), &other = b->trace().launch();
    EXPECT_EQ(one.buffers, other.buffers);
    ASSERT_EQ(one.program == nullptr, other.program == nullptr);
    if (one.program != nullptr)
      EXPECT_EQ(one.program->prepared->code().kernel->name, other.program->prepared->code().kernel->name);
  }
  ASSERT_EQ(here.analyses.size(), there.analyses.size());
  for (std::size_t n = 0; n < here.analyses.size(); ++n) {
    const auto &a = here.analyses[n].explained, &b = there.analyses[n].explained;
    ASSERT_EQ(a == nullptr, b == nullptr);
    if (a == nullptr) continue;
    EXPECT_EQ(without_difference(a->hazards.findings), without_difference(b->hazards.findings));
    for (std::size_t finding = 0; finding < a->told.size(); ++finding)
      EXPECT_EQ(a->told[finding].example, b->told[finding].example);
    EXPECT_EQ(a->caveats, b->caveats);
    EXPECT_EQ(a->marks, b->marks);
    EXPECT_EQ(a->warps.sites.size(), b->warps.sites.size());
    EXPECT_EQ(a->demand.kernel, b->demand.kernel);
    for (std::size_t array = 0; array < a->reuse.arrays.size(); ++array)
      EXPECT_EQ(a->reuse.arrays[array].loads.all(), b->reuse.arrays[array].loads.all());
  }
}

recording::Asked asked_for(Request request) { return {.what = {.request = std::move(request), .backend = "cpu"}}; }

Request product(const std::string& kernel, std::int64_t side, int tile) {
  Request request;
  request.kernel = kernel;
  request.m = request.n = request.k = side;
  request.tile = tile;
  return request;
}

Request typed(const std::string& text) {
  Request request;
  request.kernel = "own.cu";
  request.text = text;
  return request;
}

const char* const diverging =
    "//! out = { sides = [64] }\n//! in = { sides = [64] }\n//! grid = 2\n//! block = 32\n"
    "__global__ void k(int* out, const int* in) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;\n"
    "  for (int n = 0; n < i * 3; ++n) if ((in[n % 64] + n * i) % 3 == 0) s += in[(n * 7) % 64]; else out[i] = n;\n"
    "  out[i] = s;\n  if (i == 5) printf(\"%d\\n\", s);\n}\n";

TEST(CarriedRecording, OfAProductAndTheOneBesideIsTheSame) {
  const recording::Asked asked = asked_for(product("tiled_bounded", 9, 4));
  expect_same(recorded_here(asked), recorded_there(asked));
}

TEST(CarriedRecording, OfOneWithMistakesIsTheSame) {
  const recording::Asked asked = asked_for(product("tiled_no_first_barrier", 8, 4));
  const All here = recorded_here(asked);
  EXPECT_FALSE(here.analyses.front().explained->hazards.findings.empty());
  expect_same(here, recorded_there(asked));
}

TEST(CarriedRecording, OfThreadsThatDivergeIsTheSame) {
  const recording::Asked asked = asked_for(typed(diverging));
  const All here = recorded_here(asked);
  EXPECT_EQ(here.recording.problem, "");
  const LanesRecord& record = *here.recording.focus.replay->trace().block(1).record;
  EXPECT_TRUE(std::ranges::any_of(record.segments, [](const Segment& each) { return each.sheet != nullptr; }))
      << "then this tests no sheets";
  expect_same(here, recorded_there(asked));
}

TEST(CarriedRecording, OfAWindowHasTheTalliesOfAllBlocks) {
  Request request = product("tiled", 64, 8);
  request.record = Record::window;
  request.window = {{1, 1, 2, 2}};
  const recording::Asked asked = asked_for(request);
  expect_same(recorded_here(asked), recorded_there(asked));
}

TEST(CarriedRecording, TellsMistakesInTheText) {
  const All there = recorded_there(asked_for(typed("__global__ void k(float* a) { a[0] = indx; }")));
  ASSERT_EQ(there.notes.size(), 1U);
  EXPECT_NE(there.notes.front().words.find("indx"), std::string::npos);
  EXPECT_NE(there.recording.problem, "");
}

TEST(CarriedRecording, GoesOnWithAnEditedLaunch) {
  const All before = recorded_here(asked_for(typed(diverging)));
  std::string text = diverging;
  text.replace(text.find("* 3"), 3, "* 2");
  recording::Asked asked = asked_for(typed(text));
  asked.what.edits = {before.recording.focus.replay, &before.recording.focus.replay->trace().launch()};
  asked.what.typed = 7;
  const All there = recorded_there(asked);
  EXPECT_EQ(there.recording.asked.typed, 7U);
  expect_same(recorded_here(asked), there);
}

// The window compares the addresses of traces to know whether the run is the same.
TEST(CarriedRecording, AnotherOrderOfTheSameRunKeepsItsTrace) {
  const All before = recorded_here(asked_for(product("tiled", 8, 4)));
  recording::Asked asked = asked_for(product("tiled", 8, 4));
  asked.what.as_ran = asked.has_beside = true;
  asked.given = before.recording.focus.replay->shared_trace();
  apart::Packer packer(asked.given);
  std::shared_ptr<const Trace> trace = asked.given;
  apart::pass(packer, trace);
  EXPECT_EQ(packer.all().size(), 1U) << "what is there already does not travel";
  const All there = recorded_there(asked);
  EXPECT_TRUE(there.recording.focus.replay->is_as_ran());
  EXPECT_EQ(there.recording.in_lockstep, "");
  expect_same(recorded_here(asked), there);
}

TEST(CarriedAttempt, IsTheSame) {
  tasks::Attempt attempt;
  attempt.note = "a note";
  attempt.goals = {{"ends", {}},
                   {"is right", tasks::Missed{1, "96 loads", 7, 12, false, tasks::Sight{.view = "warps"}}, "open"}};
  attempt.launches = {tasks::Outcome::reached, tasks::Outcome::missed};
  const std::optional<tasks::Attempt> there = carried(std::optional(attempt));
  ASSERT_TRUE(there);
  EXPECT_EQ(there->note, attempt.note);
  EXPECT_EQ(there->launches, attempt.launches);
  ASSERT_EQ(there->goals.size(), 2U);
  EXPECT_EQ(there->goals[1].missed->why, "96 loads");
  EXPECT_EQ(there->goals[1].missed->sight->view, "warps");
  EXPECT_EQ(there->goals[1].open, "open");
}

TEST(CarriedLesson, IsTheSame) {
  const auto scenes = std::make_shared<lessons::Scenes>();
  const lessons::Prepared here = lessons::prepare(lessons::find_lesson(lessons::lessons_folder(), "1"), scenes);
  ASSERT_TRUE(here.mistakes.empty());
  std::vector<std::byte> once, again;
  const lessons::Prepared there = carried(here, nullptr, &once);
  static_cast<void>(carried(there, nullptr, &again));
  EXPECT_TRUE(once == again);
  ASSERT_EQ(here.steps.size(), there.steps.size());
  for (std::size_t n = 0; n < here.steps.size(); ++n) {
    const lessons::PreparedStep &a = here.steps[n], &b = there.steps[n];
    EXPECT_EQ(a.text, b.text);
    EXPECT_EQ(a.lit, b.lit);
    EXPECT_EQ(a.to, b.to);
    EXPECT_EQ(a.situation.view, b.situation.view);
    ASSERT_EQ(a.question.has_value(), b.question.has_value());
    if (a.question) EXPECT_EQ(a.question->right_places, b.question->right_places);
    ASSERT_NE(b.scene, nullptr);
    EXPECT_NE(a.scene, b.scene);
    expect_same_events(a.scene->trace(), b.scene->trace());
    expect_same_frames(*a.scene->replay, *b.scene->replay);
    ASSERT_EQ(a.beside == nullptr, b.beside == nullptr);
    if (n > 0) EXPECT_EQ(a.scene == here.steps[n - 1].scene, b.scene == there.steps[n - 1].scene);
  }
}

TEST(CarriedTask, IsTheSame) {
  const tasks::PreparedTask here = tasks::prepare(tasks::find_task(tasks::tasks_folder(), "1"));
  ASSERT_TRUE(here.mistakes.empty());
  const tasks::PreparedTask there = carried(here);
  EXPECT_EQ(here.task.version(), there.task.version());
  EXPECT_EQ(here.most_rounds, there.most_rounds);
  EXPECT_EQ(here.given, there.given);
  const auto a = tasks::judge(here, here.task.solution.text), b = tasks::judge(there, there.task.solution.text);
  ASSERT_TRUE(a && b);
  EXPECT_TRUE(a->is_right());
  EXPECT_TRUE(b->is_right());
}

}  // namespace
}  // namespace tilescope
