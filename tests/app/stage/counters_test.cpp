#include "app/stage/counters.h"

#include "app/stage/counter_rows.h"
#include "tests/support/pictures.h"

namespace tilescope {

namespace {

using test::says;
using test::Situation;
using test::situations;

Picture counters(const Situation& of, const Frame& frame, const View& view) {
  const Frame beside = of.beside(frame);
  return counters_picture(frame, &beside, view);
}

TEST(Counters, TheClassroomMoment) {
  const Situation& of = *situations()[0];
  const Picture picture = counters(of, of.after_step(9), test::view(390, 635, 15));
  EXPECT_EQ(test::words_of(picture),
            "Global loads so far, all 4 blocks | counted\n"
            "multiply-adds in each kernel: 48\n"
            "naive | 6 per thread\n"
            "96\n"
            "tiled | 4 per thread\n"
            "64\n"
            "fewer so far; at the end 2 × fewer\n"
            "1.5 ×\n"
            "96 / 64 = 1.5\n"
            "FLOP per byte loaded\n"
            "naive | 2·48 FLOP / 384 B = 0.25\n"
            "tiled | 2·48 FLOP / 256 B = 0.38\n"
            "global loads\n"
            "naive\n"
            "128\n"
            "tiled\n"
            "64\n"
            "useful multiply-adds done | 64\n"
            "so far | naive | tiled\n"
            "loads by t(0,0) | 6 | 4\n"
            "global loads | 96 | 64\n"
            "bytes loaded | 384 | 256\n"
            "global stores | 0 | 0\n"
            "shared loads | none | 96\n"
            "shared stores | none | 64\n"
            "barriers per thread | none | 3\n"
            "FLOPs, useful | 96 | 96\n"
            "FLOPs, executed | 96 | 96");
}

TEST(Counters, AtTheEndTheTiledKernelHasLoadedHalf) {
  const Situation& of = *situations()[0];
  const Frame end = of.at(of.replay.moments().count()), beside = of.beside(end);
  const LoadRatio ratio = load_ratio({&end}, {&beside});
  EXPECT_EQ(ratio.number, "2 ×");
  EXPECT_EQ(ratio.words, "fewer in total");
  EXPECT_EQ(ratio.end[0], "");
  EXPECT_EQ(ratio.formula, "128 / 64 = 2");
  EXPECT_EQ(loads_per_thread({&end})[0], "4 per thread");
  EXPECT_EQ(loads_per_thread({&beside})[0], "8 per thread");
}

TEST(Counters, TheRatioHoldsWhateverHasBeenLoaded) {
  const Situation& of = *situations()[0];
  const auto ratio_after = [&](std::uint64_t moment) {
    const Frame frame = of.at(moment), beside = of.beside(frame);
    return load_ratio({&frame}, {&beside});
  };
  const LoadRatio begin = ratio_after(0);
  EXPECT_EQ(begin.number + ", " + begin.words + ", " + begin.end[0] + ", " + begin.formula,
            ", nothing loaded yet, at the end 2 × fewer, ");
  // The tile is loaded before any work is done.
  const LoadRatio loaded = ratio_after(of.replay.moments().end_of(2));
  EXPECT_EQ(loaded.number + ", " + loaded.words + ", " + loaded.formula, ", naive: none so far, ");
  // Two multiply-adds a thread: both have loaded four elements.
  EXPECT_TRUE(ratio_after(of.replay.moments().end_of(4)).words.starts_with("fewer"));
  // The next tile is loaded ahead of its work.
  const LoadRatio ahead = ratio_after(of.replay.moments().end_of(8));
  EXPECT_EQ(ahead.number + ", " + ahead.words + ", " + ahead.end[0] + ", " + ahead.formula,
            "=, the same so far, at the end 2 × fewer, 64 / 64 = 1");
  // The other way round.
  const Frame end = of.at(of.replay.moments().count()), beside = of.beside(end);
  EXPECT_EQ(load_ratio({&beside}, {&end}).number, "2 ×");
}

TEST(Counters, BarsAreAsLongAsTheirShare) {
  const Situation& of = *situations()[0];
  const auto bar = [&](std::uint32_t step, Ink ink) {
    const Picture picture = counters(of, of.after_step(step), test::view(390, 635, 15));
    for (const Shape& shape : picture.shapes)
      if (shape.fill == ink && shape.opacity == 1 && shape.box.h > 10) return shape.box.w;
    return 0.0F;
  };
  EXPECT_NEAR(bar(9, Ink::c) / bar(9, Ink::other), 64.0 / 96, 1e-4);
  EXPECT_NEAR(bar(9, Ink::c) / bar(12, Ink::other), 64.0 / 128, 1e-4);
  EXPECT_EQ(bar(2, Ink::other), 0);
}

TEST(Counters, AreTidyInAnySize) {
  for (const auto& of : situations())
    for (const std::uint64_t moment : of->some_moments()) {
      const Frame frame = of->at(moment);
      for (const float width : {260.0F, 320.0F, 390.0F, 520.0F})
        for (const float height : {200.0F, 420.0F, 635.0F, 1000.0F})
          for (const float text : {11.0F, 15.0F, 22.0F, 34.0F}) {
            const Picture picture = counters(*of, frame, test::view(width, height, text));
            ASSERT_EQ(test::untidy(picture), "")
                << width << " x " << height << ", text " << text << ", moment " << moment;
          }
    }
}

TEST(Counters, ShowAllRowsAtAnyHeight) {
  const Situation& of = *situations()[0];
  const auto height_in = [&](float height) {
    const Picture picture = counters(of, of.after_step(9), test::view(390, height, 15));
    for (const char* const words : {"1.5 ×", "96", "64", "FLOPs, useful", "FLOPs, executed", "global loads"})
      EXPECT_TRUE(says(picture, words)) << words << ", height " << height;
    EXPECT_EQ(test::untidy(picture), "") << height;
    return picture.height;
  };
  const float least = height_in(160);
  EXPECT_GT(least, 160);
  EXPECT_EQ(height_in(330), least);
  EXPECT_EQ(height_in(1.08F * least), 1.08F * least);  // its lines are lower than those of a higher panel
  EXPECT_EQ(height_in(1000), 1000);
}

TEST(Counters, BeforeTheFirstStepShowTheTotals) {
  const Situation& of = *situations()[0];
  View view = test::view(390, 635, 15);
  const std::string totals = test::words_of(counters(of, of.at(0), view));
  for (const char* const words : {"Global loads, all 4 blocks", "these are the totals at the end", "128 / 64 = 2",
                                  "fewer at the end", "naive | 2·64 FLOP / 512 B = 0.25", "at the end | naive | tiled",
                                  "loads by t(0,0) | 8 | 4", "global loads | 128 | 64"})
    EXPECT_NE(totals.find(words), std::string::npos) << words << " in\n" << totals;
  for (const char* const words : {"–", "0 / 0", "2·0"}) EXPECT_EQ(totals.find(words), std::string::npos) << totals;
}

TEST(Counters, TellNoTotalsWhileAQuestionIsOpen) {
  const Situation& of = *situations()[0];
  View view = test::view(390, 635, 15);
  view.is_guessing = true;
  for (const Frame& frame : {of.at(0), of.after_step(9)}) {
    const std::string words = test::words_of(counters(of, frame, view));
    for (const char* const total : {"128", "at the end", "512", "–", "0 / 0", "2·0"})
      EXPECT_EQ(words.find(total), std::string::npos) << total << " in\n" << words;
  }
  EXPECT_NE(test::words_of(counters(of, of.at(0), view)).find("nothing loaded yet"), std::string::npos);
}

TEST(Counters, NumbersAreAsExactAsTheySay) {
  EXPECT_EQ(ratio_name(2), "2");
  EXPECT_EQ(ratio_name(1.5), "1.5");
  EXPECT_EQ(ratio_name(630.0 / 240), "2.62");
  EXPECT_EQ(ratio_name(273152.0 / 136704), "2.00");
  EXPECT_EQ(ratio_name(16), "16");
  EXPECT_EQ(ratio_name(123.4), "123");
  EXPECT_EQ(short_count(262144, 7), "262 144");
  EXPECT_EQ(short_count(2097152, 7), "2.10 M");
  EXPECT_EQ(short_count(999999, 5), "1.00 M");
}

TEST(Counters, WithoutAnotherKernelThereIsOneBarAndNoRatio) {
  const Situation& of = *situations()[0];
  const Frame frame = of.after_step(9);
  const Picture picture = counters_picture(frame, nullptr, test::view(390, 635, 15));
  EXPECT_EQ(test::untidy(picture), "");
  EXPECT_TRUE(says(picture, "multiply-adds: 48"));
  EXPECT_FALSE(says(picture, "1.5 ×"));
  EXPECT_FALSE(says(picture, "naive"));
}

// The line below a kernel's name is as long as the name.
TEST(Counters, ALongNameIsUnderlined) {
  const Situation of("tiled_barrier_in_inner_loop", 4, 4, 4, 2);
  const Picture picture = counters_picture(of.after_step(2), nullptr, test::view(260, 635, 15));
  const auto name = std::find_if(picture.labels.rbegin(), picture.labels.rend(),
                                 [](const Label& label) { return label.text == "tiled_barrier_in_inner_loop"; });
  ASSERT_NE(name, picture.labels.rend());
  const float width = text_width(name->text, name->size, name->face);
  EXPECT_TRUE(std::any_of(picture.shapes.begin(), picture.shapes.end(), [&](const Shape& line) {
    return line.box.h == 2.5F && std::abs(line.box.right() - name->box.right()) < 1 && line.box.w >= width;
  }));
}

TEST(Counters, AWindowIsSaidToBeOne) {
  Launch launch = test::launch("tiled", 8, 8, 8, 2);
  launch.record = Record::window;
  launch.window = {{1, 2, 1, 3}};
  const Replay replay(test::traced(launch));
  const Frame frame = replay.at({replay.moments().count(), Grain::step, 6, 0});
  const Picture picture = counters_picture(frame, nullptr, test::view(390, 635, 15));
  EXPECT_TRUE(says(picture, "multiply-adds: 64, of 2 of 16 blocks"));
  EXPECT_TRUE(says(picture, "64"));  // 2 blocks, 4 threads, 4 phases, 2 loads
}

// It looks like words, not like a button: nothing is drawn around it.
TEST(Counters, SayWhereTheyComeFromInPlainWords) {
  const Situation of("tiled", 4, 4, 4, 2);
  const Picture picture = counters_picture(of.after_step(2), nullptr, test::view(260, 635, 15));
  const auto counted = std::find_if(picture.labels.begin(), picture.labels.end(),
                                    [](const Label& label) { return label.text == "counted"; });
  ASSERT_NE(counted, picture.labels.end());
  for (const Shape& shape : picture.shapes) EXPECT_TRUE(common(shape.box, counted->box).is_empty());
}

}  // namespace

}  // namespace tilescope
