// The parts of a session, each alone: what it does with what is its own.
#include <gtest/gtest.h>

#include <fstream>

#include "app/session/explaining.h"
#include "app/session/extent.h"
#include "app/session/launching.h"
#include "app/session/overlays.h"
#include "app/session/playback.h"
#include "app/session/selection.h"
#include "app/session/shortcuts.h"
#include "instrumentation/executors/executors.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "tests/support/factors.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

Recorded recorded(const Request& request) {
  const Launch launch = plan(request);
  std::optional<Trace> trace;
  const auto record = [&](const Executor& executor) { trace = executor.record(recorded_kernel(launch), launch, {}); };
  static_cast<void>(Executors().run("cpu", launch, record, record));
  Recorded made;
  made.replay = std::make_shared<const Replay>(std::make_shared<const Trace>(std::move(*trace)));
  return made;
}

// tiled beside naive, 8 x 8 x 8 in tiles of 4, at some moment.
struct Stage {
  Shown shown;
  Selection selection;
  Playback playback;

  Stage() {
    Request request;
    request.m = request.n = request.k = 8;
    request.tile = 4;
    request.kernel = "tiled";
    shown.focus = recorded(request);
    request.kernel = "naive";
    shown.beside = recorded(request);
    playback.show_all_steps(shown);
    look();
  }
  void look() {
    shown.frame = shown.focus.replay->at({playback.moment, playback.grain, selection.block, selection.thread});
  }
  void play(Grain by, bool forward, std::optional<std::uint64_t> halt = std::nullopt) {
    playback.move(by, forward, shown, halt);
    look();
  }
  void seek(std::uint64_t moment) {
    playback.apply(Seek{moment}, shown);
    look();
  }
};

TEST(Playback, ComesNoFurtherThanToAHaltAndNeverBackToIt) {
  Stage stage;
  stage.play(Grain::step, true);
  const std::uint64_t one = stage.playback.moment;
  ASSERT_GT(one, 0U);
  stage.play(Grain::phase, true, one + 3);
  EXPECT_EQ(stage.playback.moment, one + 3);
  stage.play(Grain::step, true, one);
  EXPECT_EQ(stage.playback.moment, one + 3);
  stage.play(Grain::step, false, one);
  EXPECT_LT(stage.playback.moment, one + 3);
}

TEST(Playback, PlaysAtItsPaceAndStopsWhereItHasTo) {
  Stage stage;
  stage.playback.playing = true;
  EXPECT_FALSE(stage.playback.advance(0.1, 1, stage.shown, std::nullopt));
  EXPECT_TRUE(stage.playback.advance(0.9, 1, stage.shown, std::nullopt));  // 1.5 steps a second
  EXPECT_EQ(stage.playback.moment, stage.shown.moments().end_of(0));
  const std::uint64_t stop = stage.playback.moment + 5;
  EXPECT_TRUE(stage.playback.advance(60, 1, stage.shown, stop));
  EXPECT_EQ(stage.playback.moment, stop);
  EXPECT_FALSE(stage.playback.playing);
  stage.playback.playing = true;
  EXPECT_TRUE(stage.playback.advance(60, 1024, stage.shown, std::nullopt));
  EXPECT_EQ(stage.playback.moment, stage.shown.moments().count());
  EXPECT_FALSE(stage.playback.playing);
}

TEST(Playback, SlidesAfterAStepAndNotAfterAJump) {
  Stage stage;
  const std::vector<TileWindow> before = stage.shown.frame.windows;
  for (int n = 0; n < 2; ++n) stage.play(Grain::phase, true);
  ASSERT_NE(stage.shown.frame.windows, before);
  stage.playback.settle(stage.shown.frame, before, false);
  EXPECT_TRUE(stage.playback.slide);
  stage.seek(0);
  stage.playback.settle(stage.shown.frame, before, false);
  EXPECT_FALSE(stage.playback.slide);
}

TEST(Playback, StandsBesideWithAsMuchWorkOrAsManySteps) {
  Stage stage;
  stage.seek(stage.shown.frame.moments);
  EXPECT_EQ(stage.playback.moment_beside(stage.shown, true), stage.shown.beside.replay->moments().count());
  stage.seek(0);
  EXPECT_EQ(stage.playback.moment_beside(stage.shown, true), 0U);
  stage.play(Grain::step, true);
  EXPECT_EQ(stage.playback.moment_beside(stage.shown, true), 0U);  // it loads: nothing is multiplied yet
  EXPECT_EQ(stage.playback.moment_beside(stage.shown, false), stage.shown.beside.replay->moments().end_of(0));
}

TEST(Selection, LooksOnlyWhereThereIsSomething) {
  Stage stage;
  Selection& selection = stage.selection;
  selection.look_at_thread(-1, stage.shown);
  EXPECT_EQ(selection.thread, 0U);
  selection.look_at_thread(999, stage.shown);
  EXPECT_EQ(selection.thread, 15U);
  selection.look_at_next_block(-1, stage.shown);
  EXPECT_EQ(selection.block, 3U);
  selection.apply(Select{{.kind = Target::Kind::block, .number = 77}}, stage.shown);
  EXPECT_EQ(selection.block, 3U);
  EXPECT_EQ(selection.selected.number, 77U);
  selection.select_nothing();
  EXPECT_EQ(selection.selected, Target{});
}

TEST(Selection, AnElementOfTheLaunchBesideIsThatOfTheOneInFocus) {
  Stage stage;
  const auto& beside = stage.shown.beside.replay->trace().arrays();
  for (std::uint8_t array = 0; array < beside.size(); ++array) {
    if (beside[array].space != Space::global) continue;
    stage.selection.apply(Select{{.kind = Target::Kind::element, .launch = 1, .array = array, .number = 5}},
                          stage.shown);
    const Target& selected = stage.selection.selected;
    EXPECT_EQ(selected.launch, 0);
    EXPECT_EQ(stage.shown.trace().arrays()[selected.array].name, beside[array].name);
  }
}

TEST(Selection, WhatBelongsToItFollowsFromIt) {
  Stage stage;
  const ExplainChoices choices;
  const auto settle = [&](const std::vector<Target>* lit = nullptr) {
    const Replay& replay = *stage.shown.focus.replay;
    stage.selection.settle(replay, {replay.trace(), stage.shown.frame, {&replay.scenery()}, {}, choices}, false, {},
                           lit);
  };
  settle();
  EXPECT_TRUE(stage.selection.touches.empty());
  stage.selection.apply(Select{{.kind = Target::Kind::element, .array = 0, .number = 3}}, stage.shown);
  settle();
  EXPECT_FALSE(stage.selection.touches.empty());
  EXPECT_FALSE(stage.selection.links.lines.empty());
  const std::vector<Target> lit{{.kind = Target::Kind::thread, .number = 2}, {.kind = Target::Kind::line, .number = 9}};
  settle(&lit);
  EXPECT_TRUE(stage.selection.links.threads.empty()) << "what is selected comes first";
  stage.selection.select_nothing();
  settle(&lit);
  EXPECT_TRUE(stage.selection.touches.empty());
  EXPECT_EQ(stage.selection.links.threads, std::vector<std::uint32_t>{2});
  EXPECT_EQ(stage.selection.links.lines, std::vector<std::uint32_t>{9});
}

TEST(Explaining, OpensOneViewAtATime) {
  Explaining explaining;
  for (const ExplainView& view : explain_views()) {
    static_cast<void>(explaining.apply(Explain{view.explanation()}));
    EXPECT_EQ(explaining.view, view.explanation());
  }
  static_cast<void>(explaining.apply(Explain{explaining.view}));
  EXPECT_TRUE(explaining.view.is_none());
}

TEST(Explaining, EveryViewHasAllThatARowNeeds) {
  for (const ExplainView& view : explain_views()) {
    EXPECT_FALSE(view.name.empty());
    EXPECT_FALSE(view.tab.empty());
    EXPECT_FALSE(view.help.empty());
    EXPECT_NE(view.draw, nullptr) << view.name;
    EXPECT_EQ(explanation_named(view.name), view.explanation());
    EXPECT_EQ(asked_by({.character = view.key}), Ask(Explain{view.explanation()})) << view.name;
  }
  EXPECT_FALSE(explanation_named("none"));
}

TEST(Explaining, RefusesACacheThatCannotBeAndKeepsTheLoops) {
  Explaining explaining;
  EXPECT_FALSE(explaining.apply(UseLoops{{8, 8, 8, 4}, {}}));
  const auto before = explaining.choices.loop_runs;
  ASSERT_NE(before, nullptr);
  const auto refused = explaining.apply(UseLoops{{8, 8, 8, 4}, {1000, 64, 3}});
  ASSERT_TRUE(refused);
  EXPECT_TRUE(std::get<Say>(*refused).is_error);
  EXPECT_EQ(explaining.choices.loop_runs, before);
  explaining.apply(PlaceLoops{7});
  EXPECT_EQ(explaining.choices.loops.place, 1);
}

TEST(Launching, AFileIsOpenedByWhatItIs) {
  const fs::path folder = fs::path(TILESCOPE_SCRATCH) / "launching";
  fs::create_directories(folder);
  std::ofstream(folder / "it.toml") << "situation = 1\nkernel = \"naive\"\n";
  std::ofstream(folder / "lesson.toml") << "title = \"one\"\n";
  Launching launching;
  const auto opening = [&](const std::string& name) { return launching.opening({(folder / name).string()}); };
  EXPECT_EQ(std::get<Reopen>(opening("it.toml")).situation.request.kernel, "naive");
  EXPECT_TRUE(std::holds_alternative<OpenLesson>(opening("lesson.toml")));
  std::ofstream(folder / "task.toml") << "title = \"one\"\ntext = \"two\"\nkernel = \"three\"\n";
  EXPECT_TRUE(std::holds_alternative<OpenTask>(opening("task.toml")));
  EXPECT_TRUE(std::holds_alternative<Relaunch>(opening("a.tsc")));
  EXPECT_EQ(std::get<Relaunch>(opening("b.csv")).request.inputs,
            (folder / "b.csv,").string() + (folder / "b.csv").string());
  EXPECT_EQ(std::get<Relaunch>(opening("own.cu")).request.kernel, (folder / "own.cu").string());
  EXPECT_TRUE(std::get<Say>(opening("picture.png")).is_error);
  std::ofstream(folder / "it.toml") << "situation = 1\nkernel = \"nave\"\n";
  EXPECT_NE(std::get<Say>(opening("it.toml")).text.find("naive"), std::string::npos);
}

TEST(Launching, OtherBlocksAreThoseOfTheSameMatrices) {
  Stage stage;
  Launching launching;
  EXPECT_EQ(std::get<Say>(launching.more_blocks(stage.shown, 0, true)).text, "All blocks of this launch are recorded.");
  const Command other = launching.other_blocks(stage.shown, 3, 1);
  const Relaunch& relaunch = std::get<Relaunch>(other);
  EXPECT_EQ(test::a_of(*relaunch.matrices), test::a_of(stage.shown.trace().launch()));
  EXPECT_EQ(relaunch.focus, 3U);
  EXPECT_EQ(relaunch.beside, "naive");
  launching.asked.file = "some.tsc";
  EXPECT_FALSE(std::get<Say>(launching.other_blocks(stage.shown, 3, 1)).is_error);
}

TEST(Overlays, SwitchWhatAnActNamesAndNothingElse) {
  for (const Shortcut& shortcut : shortcuts()) {
    const auto* const act = std::get_if<Act>(&shortcut.ask);
    if (act == nullptr) continue;
    Parts parts;
    const Overlays& overlays = parts.overlays;
    shortcut.does(parts);
    const int on = overlays.help + overlays.launch + overlays.presenter + overlays.pointer + overlays.notes;
    const bool is_its_own = *act == Act::help || *act == Act::launch_panel || *act == Act::presenter ||
                            *act == Act::pointer || *act == Act::notes;
    EXPECT_EQ(on, is_its_own ? 1 : 0) << shortcut.help;
    shortcut.does(parts);
    EXPECT_EQ(overlays.help + overlays.launch + overlays.presenter + overlays.pointer + overlays.notes, 0);
  }
}

}  // namespace
}  // namespace tilescope
