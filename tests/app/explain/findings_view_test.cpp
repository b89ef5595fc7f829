// Kernels with mistakes, as the window explains them: the findings, why an element is wrong, and the switches.
#include "app/explain/findings_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "app/explain/story.h"
#include "app/explain/switchboard.h"
#include "app/explain/why.h"
#include "app/session/session.h"
#include "app/stage/text.h"
#include "tests/support/factors.h"

namespace tilescope {

namespace {

Relaunch launch(const std::string& kernel, std::int64_t size, int tile,
                Schedule::Kind schedule = Schedule::Kind::in_order) {
  Relaunch relaunch;
  relaunch.request.kernel = kernel;
  relaunch.request.m = relaunch.request.n = relaunch.request.k = size;
  relaunch.request.tile = tile;
  relaunch.request.schedule.kind = schedule;
  relaunch.backend = "cpu";
  return relaunch;
}

std::unique_ptr<Session> opened(const Relaunch& what) {
  auto session = std::make_unique<Session>(Settings{});
  session->apply(what);
  session->wait_for_recording();
  return session;
}

std::string kernel_of(const Session& session) { return session.shown().replay().trace().launch().kernel; }

// Clicks the chip with that name.
void choose(Session& session, const std::string& words) {
  Target target{.kind = Target::Kind::choice};
  for (const OptionRow& row : session.launching().chips(session.shown()))
    for (const Option& chip : row.options) {
      if (chip.words == words) {
        session.apply(Select{target});
        return session.wait_for_recording();
      }
      ++target.number;
    }
  FAIL() << "there is no chip '" << words << "'";
}

bool is_on(const Session& session, const std::string& words) {
  for (const OptionRow& row : session.launching().chips(session.shown()))
    for (const Option& chip : row.options)
      if (chip.words == words) return chip.on;
  ADD_FAILURE() << "there is no chip '" << words << "'";
  return false;
}

Target element_of_c(const Session& session, std::uint32_t number) {
  const auto& arrays = session.shown().replay().trace().arrays();
  const auto found = std::find_if(arrays.begin(), arrays.end(), [](const ArrayInfo& a) { return a.name == "C"; });
  return {.kind = Target::Kind::element, .array = static_cast<std::uint8_t>(found - arrays.begin()), .number = number};
}

std::vector<Fact> why(Session& session, std::uint32_t number) {
  session.apply(Select{element_of_c(session, number)});
  return why_wrong(session.shown().replay(), session.shown().focus.explained.get(), session.selection().selected,
                   session.selection().touches);
}

std::string words_of(const Picture& picture) {
  std::string words;
  for (const Label& label : picture.labels) words += label.text + "\n";
  return words;
}

Picture findings_view_of(const Session& session, float width = 480, float height = 900) {
  View view;
  view.width = width;
  view.height = height;
  return findings_picture(*session.shown().focus.explained, session.explaining().choices.finding, view);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Explained, ComesAfterTheRecordingAndIsNoticedOnce) {
  Session session(Settings{});
  session.apply(launch("tiled_no_second_barrier", 4, 2));
  while (!session.shown().has_trace()) session.advance(0);
  while (session.shown().focus.explained == nullptr) {
    EXPECT_TRUE(session.shown().is_explaining());
    session.advance(0);
  }
  while (session.shown().is_explaining()) session.advance(0);
  EXPECT_FALSE(session.advance(0)) << "nothing is new any more";
  EXPECT_EQ(session.shown().focus.explained->errors(), session.shown().focus.explained->hazards.findings.size());
  EXPECT_GE(session.shown().focus.explained->errors(), 3U);  // races on As and on Bs, and a wrong C
  EXPECT_FALSE(session.shown().focus.explained->wrong_reads.empty());
}

TEST(Explained, IsGivenUpWhenNobodyHoldsTheReplay) {
  const auto session = opened(launch("tiled", 4, 2));
  int asked = 0;
  EXPECT_EQ(explain(session->shown().replay(), [&] { return ++asked < 2; }), nullptr);
  EXPECT_EQ(asked, 2);
}

TEST(Explained, MarksAreWhereTheExamplesAre) {
  const auto session = opened(launch("tiled_no_first_barrier", 4, 2, Schedule::Kind::reverse));
  const Explained& explained = *session->shown().focus.explained;
  ASSERT_FALSE(explained.marks.empty());
  EXPECT_TRUE(std::is_sorted(explained.marks.begin(), explained.marks.end()));
  for (const Finding& finding : explained.hazards.findings) {
    if (finding.accesses.empty()) continue;
    const auto moment = moment_of(session->shown().replay(), finding.accesses.front());
    ASSERT_TRUE(moment);
    EXPECT_TRUE(std::binary_search(explained.marks.begin(), explained.marks.end(), *moment));
    session->apply(Seek{*moment});
    EXPECT_EQ(session->shown().frame.line, finding.accesses.front().line);
  }
}

TEST(Findings, TellARaceWithLinesThreadsAndMoments) {
  const auto session = opened(launch("tiled_no_second_barrier", 4, 2));
  const Picture picture = findings_view_of(*session);
  const std::string words = words_of(picture);
  EXPECT_TRUE(has(words, "race on As, lines 11 and 15")) << words;
  EXPECT_TRUE(has(words, "t(0,0) stores As[0][0]")) << words;
  EXPECT_TRUE(has(words, "t(0,1) loads As[0][0]")) << words;
  EXPECT_TRUE(has(words, "11  As[ty][tx] = A[row * K + tile * TILE + tx];")) << words;
  EXPECT_TRUE(has(words, "(counted)")) << words;
  EXPECT_TRUE(has(words, "The first wrong read")) << words;
  // Clicks lead to moments at which the accesses have just happened.
  std::size_t jumps = 0;
  for (const Hit& hit : picture.hits)
    if (hit.target.kind == Target::Kind::moment) {
      session->apply(Select{hit.target});
      EXPECT_TRUE(session->shown().frame.line == 11 || session->shown().frame.line == 15)
          << session->shown().frame.line;
      ++jumps;
    }
  EXPECT_EQ(jumps, 2U);
}

TEST(Findings, TheFirstWrongReadIsSeenAsTheThreadsRan) {
  const auto session = opened(launch("tiled_no_first_barrier", 4, 2));
  const auto& reads = session->shown().focus.explained->wrong_reads;
  ASSERT_FALSE(reads.empty());
  const WrongRead read = reads.front();
  const Picture picture = findings_view_of(*session);
  const auto hit = std::find_if(picture.hits.begin(), picture.hits.end(),
                                [](const Hit& each) { return each.target.kind == Target::Kind::as_ran; });
  ASSERT_NE(hit, picture.hits.end());
  session->apply(Select{hit->target});
  session->wait_for_recording();
  EXPECT_TRUE(session->shown().replay().is_as_ran());
  EXPECT_EQ(session->shown().frame.thread, read.thread);
  EXPECT_EQ(session->shown().frame.line, read.line);
}

TEST(Findings, TheOneThatIsClickedOpensAndItsBlockComesIntoFocus) {
  const auto session = opened(launch("tiled_unguarded", 3, 2));
  const auto& findings = session->shown().focus.explained->hazards.findings;
  ASSERT_GE(findings.size(), 2U);
  for (std::uint32_t n = 0; n < findings.size(); ++n) {
    session->apply(Select{{.kind = Target::Kind::finding, .number = n}});
    EXPECT_EQ(session->explaining().choices.finding, n);
    if (!findings[n].accesses.empty()) {
      EXPECT_EQ(session->shown().frame.block, findings[n].accesses[0].block);
      EXPECT_EQ(session->shown().frame.thread, findings[n].accesses[0].thread);
    }
  }
  session->apply(Select{{.kind = Target::Kind::finding, .number = 99}});
  EXPECT_LT(session->explaining().choices.finding, findings.size());
}

TEST(Findings, SayThatNothingIsWrongAndThatLuckIsNoProof) {
  EXPECT_TRUE(has(words_of(findings_view_of(*opened(launch("tiled", 4, 2)))), "No errors found."));
  const auto lucky = opened(launch("tiled_no_first_barrier", 4, 2, Schedule::Kind::warp_interleaved));
  EXPECT_TRUE(has(words_of(findings_view_of(*lucky)), "With this schedule, C is right."));
}

TEST(Findings, AreAllThereHoweverLowTheView) {
  const auto session = opened(launch("tiled_no_second_barrier", 4, 2));
  for (const float width : {390.0F, 480.0F, 720.0F}) {
    const std::string all = words_of(findings_view_of(*session, width, 900));
    for (float height = 20; height < 900; height += 90) {
      const Picture picture = findings_view_of(*session, width, height);
      EXPECT_EQ(words_of(picture), all);
      for (const Label& label : picture.labels) {
        EXPECT_LE(label.box.bottom(), picture.height) << label.text;
        EXPECT_LE(text_width(label.text, label.size, label.face), label.box.w + 0.6F) << label.text;
      }
    }
  }
}

// A class is told of both threads before the other findings.
TEST(Findings, AClassSeesBothThreadsOfARace) {
  const auto session = opened(launch("tiled_no_second_barrier", 4, 2));
  View view;
  view.width = 560, view.height = 300, view.text = 20, view.least = 0.9F;
  const std::string words = words_of(findings_picture(*session->shown().focus.explained, 0, view));
  EXPECT_TRUE(has(words, "loads As")) << words;
  EXPECT_TRUE(has(words, "stores As")) << words;
}

TEST(Why, AWrongReadSpoiledTheElement) {
  const auto session = opened(launch("tiled_no_second_barrier", 4, 2));
  ASSERT_TRUE(session->shown().focus.result);
  ASSERT_FALSE(session->shown().focus.result->wrong.empty());
  for (const std::uint32_t wrong : session->shown().focus.result->wrong) {
    const std::vector<Fact> facts = why(*session, wrong);
    ASSERT_EQ(facts.size(), 2U) << wrong;
    EXPECT_EQ(facts[0].name, "wrong");
    EXPECT_EQ(facts[1].name, "because");
    EXPECT_TRUE(has(facts[1].text, "too late")) << facts[1].text;
    ASSERT_TRUE(facts[1].moment);
    session->apply(Seek{*facts[1].moment});
    EXPECT_EQ(session->shown().frame.line, 15U) << "where the tiles are read";
  }
}

TEST(Why, ProductsAreMissingWithoutAnyRace) {
  const auto session = opened(launch("tiled_short_loop", 4, 2));
  const std::vector<Fact> facts = why(*session, 0);
  ASSERT_EQ(facts.size(), 2U);
  EXPECT_EQ(facts[1].text, "its sum has 2 of 4 products");
}

// Each wrong element has its own stray load: in its row of A's tiles, or in its column of B's.
TEST(Why, TheLoadBeyondAnArrayThatSpoiledThisElementIsNamed) {
  const auto session = opened(launch("tiled_unguarded", 3, 2));
  const Trace& trace = session->shown().replay().trace();
  ASSERT_TRUE(session->shown().focus.result);
  ASSERT_FALSE(session->shown().focus.result->wrong.empty());
  std::set<std::string> stories;
  bool through_shared = false;
  for (const std::uint32_t wrong : session->shown().focus.result->wrong) {
    const std::vector<Fact> facts = why(*session, wrong);
    ASSERT_EQ(facts.size(), 2U) << wrong;
    EXPECT_EQ(facts[1].name, "because");
    EXPECT_TRUE(has(facts[1].text, "loads element")) << facts[1].text;
    stories.insert(facts[1].text);
    through_shared = through_shared || has(facts[1].text, "The value went through");
    ASSERT_TRUE(facts[1].moment);
    session->apply(Seek{*facts[1].moment});
    EXPECT_TRUE(session->shown().frame.line == 13 || session->shown().frame.line == 14 ||
                session->shown().frame.line == 11 || session->shown().frame.line == 12)
        << session->shown().frame.line;
    // The block that stores the element is the one that strays.
    const std::uint32_t row = wrong / 3, column = wrong % 3;
    const std::string block = block_name(trace.launch(), std::size_t{row / 2} * trace.launch().grid.x + column / 2);
    EXPECT_TRUE(has(facts[1].text, "block " + block)) << wrong << ": " << facts[1].text;
  }
  EXPECT_GT(stories.size(), 2U) << "not always the first stray access of the launch";
  EXPECT_TRUE(through_shared);
}

TEST(Why, NothingIsSaidOfWhatIsRight) {
  const auto session = opened(launch("tiled", 4, 2));
  EXPECT_TRUE(why(*session, 3).empty());
  session->apply(Select{{.kind = Target::Kind::thread, .number = 1}});
  EXPECT_TRUE(why_wrong(session->shown().replay(), session->shown().focus.explained.get(),
                        session->selection().selected, session->selection().touches)
                  .empty());
}

TEST(Switchboard, ABarrierIsTakenOutAndPutBackWhileOneLooks) {
  const auto session = opened(launch("tiled", 8, 2));
  const std::uint32_t steps = session->shown().frame.steps;
  for (std::uint32_t step = 0; step < steps; ++step) {
    SCOPED_TRACE(step);
    session->apply(Seek{session->shown().replay().moments().end_of(step)});
    const auto phase = session->shown().frame.phase;
    const Activity activity = session->shown().frame.activity;
    choose(*session, "remove barrier 1");
    ASSERT_EQ(kernel_of(*session), "tiled_no_first_barrier");
    EXPECT_TRUE(is_on(*session, "remove barrier 1"));
    EXPECT_EQ(session->shown().frame.phase, phase);
    EXPECT_EQ(session->shown().frame.activity, activity);
    choose(*session, "remove barrier 1");
    ASSERT_EQ(kernel_of(*session), "tiled");
    EXPECT_FALSE(is_on(*session, "remove barrier 1"));
    EXPECT_EQ(session->shown().frame.phase, phase);
    EXPECT_EQ(session->shown().frame.activity, activity);
  }
}

TEST(Switchboard, MatricesAndTheViewStay) {
  Relaunch random = launch("tiled", 8, 2);
  random.request.inputs = "random";
  random.request.seed = 7;
  const auto session = opened(random);
  session->apply(Explain{"findings"});
  const std::vector<float> a = test::a_of(session->shown().replay().trace().launch());
  const std::vector<float> b = test::b_of(session->shown().replay().trace().launch());
  choose(*session, "remove barrier 2");
  EXPECT_EQ(test::a_of(session->shown().replay().trace().launch()), a);
  EXPECT_EQ(test::b_of(session->shown().replay().trace().launch()), b);
  EXPECT_EQ(session->explaining().view, Explanation{"findings"});
  EXPECT_EQ(session->launching().asked.request.seed, 7U);
}

TEST(Switchboard, ScheduleAndLuckAreRecordedAnew) {
  const auto session = opened(launch("tiled_no_first_barrier", 4, 2));
  EXPECT_TRUE(is_on(*session, "in order"));
  choose(*session, "reverse");
  EXPECT_TRUE(is_on(*session, "reverse"));
  EXPECT_FALSE(is_on(*session, "in order"));
  EXPECT_EQ(session->shown().replay().trace().launch().schedule.kind, Schedule::Kind::reverse);
  choose(*session, "zero");
  EXPECT_EQ(session->shown().replay().trace().launch().out_of_bounds, OutOfBounds::zero);
  EXPECT_EQ(session->shown().replay().trace().launch().schedule.kind, Schedule::Kind::reverse) << "stays as it was";
}

TEST(Switchboard, AChipThatIsNotThereDoesNothing) {
  const auto session = opened(launch("tiled", 4, 2));
  session->apply(Select{{.kind = Target::Kind::choice, .number = 99}});
  EXPECT_FALSE(session->launching().recorder.is_busy());
}

TEST(Fault, IsShownAsFarAsTheLaunchCame) {
  const auto session = opened(launch("tiled_barrier_in_branch", 4, 2));
  ASSERT_TRUE(session->shown().has_trace());
  ASSERT_TRUE(session->banner());
  EXPECT_TRUE(session->banner()->is_error);
  EXPECT_TRUE(has(session->banner()->text, "a barrier is not reached by all threads")) << session->banner()->text;
  EXPECT_FALSE(session->shown().focus.result);
  EXPECT_EQ(session->shown().replay().blocks().size(), 1U);
  const auto& findings = session->shown().focus.explained->hazards.findings;
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].hazard, Hazard::barrier_divergence);
  EXPECT_TRUE(has(words_of(findings_view_of(*session)), "Some threads of a block wait at a barrier that the others never"));
  // Every moment can be shown, whatever is selected.
  for (const Act grain : {Act::by_event, Act::by_step, Act::by_phase}) {
    session->apply(grain);
    for (std::uint64_t moment = 0; moment <= session->shown().replay().moments().count(); ++moment) {
      session->apply(Seek{moment});
      EXPECT_EQ(session->shown().frame.block, 0U);
    }
  }
  // At the end all of them wait, each at its own barrier, and none is done.
  for (const ThreadNow& now : session->shown().frame.threads) EXPECT_EQ(now.activity, Activity::waiting);
  for (std::uint32_t block = 0; block < 4; ++block) {
    session->apply(Select{{.kind = Target::Kind::block, .number = block}});
    EXPECT_EQ(session->shown().frame.block, 0U) << "the only one that ran";
    EXPECT_FALSE(facts_of(session->shown().replay(), session->shown().frame, session->selection().selected,
                          session->selection().touches)
                     .empty());
  }
  session->apply(Act::swap_kernels);
  EXPECT_EQ(kernel_of(*session), "tiled");
  session->apply(Act::to_end);
  session->apply(Act::swap_kernels);
  EXPECT_EQ(kernel_of(*session), "tiled_barrier_in_branch");
}

}  // namespace

}  // namespace tilescope
