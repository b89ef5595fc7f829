// Typing in a session: what is typed is run, what is wrong keeps what was there, and nothing hangs or looks newer than
// it is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "app/names/share_string.h"
#include "app/session/editing_session.h"
#include "app/session/session.h"
#include "app/stage/source_text.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

std::unique_ptr<Session> opened(const std::string& kernel, std::int64_t side = 4) {
  auto made = std::make_unique<Session>(Settings{});
  Session& session = *made;
  Relaunch relaunch;
  relaunch.request.kernel = kernel;
  relaunch.request.m = relaunch.request.n = relaunch.request.k = side;
  relaunch.backend = "cpu";
  session.apply(relaunch);
  session.wait_for_recording();
  return made;
}

KeyPress letter(char32_t which, bool control = false) { return {Key::character, which, control, false, false, false}; }

std::size_t line_with(const Session& session, std::string_view words) {
  const editor::Document& text = *session.editing().document;
  for (std::size_t line = 0; line < text.lines(); ++line)
    if (text.line(line).find(words) != std::string_view::npos) return line;
  ADD_FAILURE() << "no line has " << words;
  return 0;
}

// Takes a line away, or puts it back, by a comment.
void switch_line(Session& session, std::string_view words) {
  session.apply(PlaceCaret{line_with(session, words), 0, false, 1});
  session.apply(TypeKey{letter(U'/', true)});
  session.wait_for_recording();
}

std::size_t findings(const Session& session) { return session.shown().focus.explained->hazards.findings.size(); }

}  // namespace

TEST(Editing, TakesChangesOfATextFieldElsewhere) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  const auto change = [&](std::size_t begin, std::size_t end, const std::string& with, std::size_t caret) {
    session.apply(TypeOver{begin, end, with, caret, caret});
  };
  change(0, 0, "", 1);
  ASSERT_TRUE(session.editing().has_keys) << "it begins to be edited";
  const editor::Document& text = *session.editing().document;
  const std::string before = text.text();
  change(0, 0, "// \u00fc\n", 3);
  EXPECT_EQ(text.text(), "// \u00fc\n" + before);
  EXPECT_EQ(text.caret(), 3U);
  change(3, 5, "u", 4);
  EXPECT_EQ(text.text(), "// u\n" + before);
  change(4, 5, "", 1U << 30);
  EXPECT_EQ(text.text(), "// u" + before);
  EXPECT_EQ(text.caret(), text.text().size()) << "a place behind the end is the end";
  session.apply(TypeOver{1U << 30, 1U << 31, "end", 2, 4});
  EXPECT_EQ(text.text(), "// u" + before + "end");
  EXPECT_EQ(text.selected(), " u");
  while (session.editing().is_changed()) session.apply(TypeKey{letter(U'z', true)});
  EXPECT_EQ(text.text(), before) << "it can be undone";
}

TEST(editing, what_is_typed_runs_and_the_run_before_stands_beside) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  const Replay* const first = &session.shown().replay();
  session.apply(Act::edit_source);
  EXPECT_TRUE(session.editing().has_keys);
  switch_line(session, "no thread overwrites");
  ASSERT_NE(&session.shown().replay(), first);
  EXPECT_EQ(session.shown().replay_beside(), first) << "the run before this edit";
  EXPECT_EQ(session.shown().frame.called, "now");
  EXPECT_EQ(session.shown().beside_frame.called, "before this edit");
  EXPECT_GT(findings(session), 0U) << "a tile is overwritten while it is read";
  EXPECT_EQ(reading::sides_of(session.shown().replay().trace().launch()), reading::sides_of(first->trace().launch()));
  switch_line(session, "no thread overwrites");
  EXPECT_EQ(findings(session), 0U);
  ASSERT_TRUE(session.shown().focus.result);
  EXPECT_TRUE(session.shown().focus.result->wrong.empty());
}

TEST(editing, the_same_text_gives_the_same_run) {
  for (const std::string& kernel : kernel_names()) {
    const std::unique_ptr<Session> open = opened(kernel, kernel == "warp_tiled" ? 64 : 32);
    Session& session = *open;
    if (!session.shown().has_trace()) continue;
    const Trace& before = session.shown().replay().trace();
    const std::shared_ptr<const Launch> launch = session.shown().launch();
    session.apply(Act::edit_source);
    session.apply(PlaceCaret{0, 1000, false, 1});
    session.apply(TypeKey{letter(U' ')});
    session.wait_for_recording();
    const Trace& now = session.shown().replay().trace();
    ASSERT_NE(&before, &now) << kernel << ": " << session.editing().problem;
    EXPECT_EQ(before.kept_events(), now.kept_events()) << kernel;
    EXPECT_EQ(launch->grid, now.launch().grid) << kernel;
    EXPECT_EQ(launch->block, now.launch().block) << kernel;
    EXPECT_EQ(launch->meaning, now.launch().meaning) << kernel;
  }
}

TEST(editing, a_text_with_mistakes_keeps_the_last_good_run) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  session.apply(Act::edit_source);
  session.apply(PlaceCaret{line_with(session, "float sum"), 1000, false, 1});
  session.apply(TypeKey{KeyPress{Key::backspace, 0, false, false, false, false}});
  const Replay* const before = &session.shown().replay();
  session.wait_for_recording();
  static_cast<void>(session.advance(0));
  EXPECT_EQ(&session.shown().replay(), before);
  EXPECT_TRUE(stage_is_behind(session.editing(), session.launching()));
  EXPECT_TRUE(session.editing().notes.has_errors());
  session.apply(TypeKey{letter(U'.', true)});  // the mend that is offered: a ;
  session.wait_for_recording();
  static_cast<void>(session.advance(0));
  EXPECT_FALSE(stage_is_behind(session.editing(), session.launching()));
  EXPECT_FALSE(session.editing().notes.has_errors());
  EXPECT_NE(&session.shown().replay(), before);
}

TEST(editing, a_kernel_of_a_file_stands_beside_whether_one_types_or_not) {
  const std::filesystem::path folder = testing::TempDir();
  const std::string file = (folder / "tilescope_beside.cu").string(), other = (folder / "tilescope_sums.cu").string();
  std::ofstream(file) << "__global__ void plain(const float* A, const float* B, float* C, int M, int N, int K) {\n"
                         "  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;\n"
                         "  if (i >= M || j >= N) return;\n"
                         "  float s = 0;\n"
                         "  for (int k = 0; k < K; ++k) s += A[i * K + k] * B[k * N + j];\n"
                         "  C[i * N + j] = s;\n"
                         "}\n";
  std::ofstream(other) << "__global__ void twice(int* numbers) { numbers[threadIdx.x] *= 2; }\n";
  for (const bool types : {false, true}) {
    const std::unique_ptr<Session> open = opened("tiled");
    Session& session = *open;
    if (types) {
      session.apply(Act::edit_source);
      switch_line(session, "no thread overwrites");
    }
    session.apply(StandBeside{Standing::kernel, file});
    session.wait_for_recording();
    ASSERT_NE(session.shown().replay_beside(), nullptr) << types;
    EXPECT_EQ(session.shown().replay_beside()->trace().launch().kernel, "tilescope_beside.cu") << types;
    EXPECT_EQ(reading::sides_of(session.shown().replay_beside()->trace().launch()),
              reading::sides_of(session.shown().replay().trace().launch()));
    session.apply(StandBeside{Standing::kernel, other});
    session.wait_for_recording();
    ASSERT_TRUE(session.banner()) << types;
    EXPECT_NE(session.banner()->text.find("tilescope_sums.cu"), std::string::npos) << session.banner()->text;
  }
  std::filesystem::remove(file);
  std::filesystem::remove(other);
}

TEST(editing, variables_and_the_condition_go_through_a_share_string) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  session.apply(Explain{{"variables"}});
  session.apply(UseVariable{"k"});
  session.apply(PinVariable{"sum"});
  session.apply(PinVariable{"row"});
  session.apply(RunTo{"k == 1 && sum > 5", true});
  session.wait_for_variables();
  const Situation situation = session.situation();
  EXPECT_GT(situation.moment, 0U);
  Session again(Settings{});
  again.apply(Reopen{situation_of_string(share_string(situation))});
  again.wait_for_recording();
  again.wait_for_variables();
  EXPECT_EQ(share_string(again.situation()), share_string(situation));
  EXPECT_EQ(again.situation(), situation);
  EXPECT_EQ(again.worked_out().variables.now().condition, "k == 1 && sum > 5");
  ASSERT_NE(again.worked_out().variables.now().stops, nullptr);
  EXPECT_EQ(again.worked_out().variables.now().stops->size(), session.worked_out().variables.now().stops->size());
  EXPECT_EQ(again.explaining().choices.pinned, (std::vector<std::string>{"sum", "row"}));
}

TEST(editing, mistakes_are_gone_to_one_after_the_other) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  session.apply(Act::next_mistake);  // nothing is typed yet
  EXPECT_FALSE(session.editing().is_open());
  session.apply(Act::edit_source);
  const std::size_t first = line_with(session, "int row"), second = line_with(session, "float sum");
  for (const std::size_t line : {first, second}) {
    session.apply(PlaceCaret{line, 0, false, 1});
    session.apply(TypeKey{letter(U'$')});
  }
  session.wait_for_recording();
  session.apply(PlaceCaret{0, 0, false, 1});
  session.apply(TypeKey{KeyPress{Key::escape, 0, false, false, false, false}});
  for (const std::size_t line : {first, second, first}) {
    session.apply(Act::next_mistake);
    EXPECT_EQ(session.editing().document->line_at(session.editing().document->caret()), line);
    EXPECT_TRUE(session.editing().has_keys);
  }
}

TEST(editing, typing_begins_at_the_line_shown) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  const auto line = [&] { return session.editing().document->line_at(session.editing().document->caret()) + 1; };
  session.apply(SeeLines{9, 30});
  session.apply(Act::edit_source);
  EXPECT_EQ(line(), 9U) << "nothing runs yet";
  session.apply(Act::close);
  session.apply(Act::by_step);
  session.apply(Seek{session.shown().replay().moments().end_of(3)});
  const std::uint32_t running = session.shown().frame.line;
  session.apply(SeeLines{running - 3, running + 3});
  session.apply(Act::edit_source);
  EXPECT_EQ(line(), running);
  // Who goes on typing goes on at the caret, as long as it is in sight.
  session.apply(PlaceCaret{running, 0});
  session.apply(TypeKey{letter(U' ')});
  session.apply(Act::close);
  session.apply(Act::edit_source);
  EXPECT_EQ(line(), running + 1);
  session.apply(Act::close);
  session.apply(SeeLines{1, 4});
  session.apply(Act::edit_source);
  EXPECT_EQ(line(), 1U);
}

TEST(editing, a_search_goes_along_with_what_is_typed) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  session.apply(Act::edit_source);
  session.apply(PlaceCaret{line_with(session, "float sum"), 0});
  const std::size_t begin = session.editing().document->caret();
  session.apply(TypeKey{letter(U'f', true)});
  const TextSearch& search = session.editing().search;
  ASSERT_TRUE(search.is_open());
  const auto selected = [&] { return std::string(session.editing().document->selected()); };
  session.apply(FindHere{"s"});
  EXPECT_EQ(selected(), "s");
  session.apply(FindHere{"sum +="});
  EXPECT_EQ(selected(), "sum +=");
  EXPECT_GT(session.editing().document->caret(), begin);
  EXPECT_EQ(search.count(*session.editing().document), "1 of 1");
  session.apply(FindHere{"sum"});
  EXPECT_EQ(search.count(*session.editing().document), "1 of 3");
  session.apply(Find{"sum"});
  EXPECT_EQ(search.count(*session.editing().document), "2 of 3");
  session.apply(FindHere{"nothing like this"});
  EXPECT_EQ(search.count(*session.editing().document), "no match");
  session.apply(Act::close);
  EXPECT_FALSE(search.is_open());
  EXPECT_TRUE(search.found(*session.editing().document).empty());
  EXPECT_TRUE(session.editing().has_keys);
}

TEST(editing, one_stays_at_the_same_line_and_thread) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  session.apply(Act::by_step);
  const std::uint32_t step = 9;
  session.apply(Seek{session.shown().replay().moments().end_of(step)});
  const std::uint32_t line = session.shown().frame.line;
  session.apply(Act::edit_source);
  session.apply(PlaceCaret{0, 0, false, 1});
  session.apply(TypeKey{KeyPress{Key::enter, 0, false, false, false, false}});
  session.wait_for_recording();
  EXPECT_EQ(session.shown().frame.line, line + 1) << "the same line, one further down";
  EXPECT_EQ(session.shown().frame.step, step);
}

TEST(editing, another_tile_width_in_the_text_is_another_launch) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  session.apply(Act::edit_source);
  session.apply(PlaceCaret{2, 0, false, 1});
  session.apply(PasteText{"#define TILE 4\n"});
  session.wait_for_recording();
  EXPECT_EQ(session.shown().replay().trace().launch().block, (Size2{4, 4})) << session.editing().problem;
  EXPECT_EQ(session.shown().replay().trace().launch().grid, (Size2{1, 1}));
}

TEST(editing, esc_gives_the_keys_back_and_nothing_is_lost) {
  const std::unique_ptr<Session> open = opened("tiled");
  Session& session = *open;
  session.apply(Act::edit_source);
  session.apply(TypeKey{letter(U'x')});
  session.apply(TypeKey{KeyPress{Key::escape, 0, false, false, false, false}});
  EXPECT_FALSE(session.editing().has_keys);
  EXPECT_TRUE(session.editing().is_changed());
  EXPECT_TRUE(session.editing().is_shown());
  session.apply(Act::edit_source);
  session.apply(TypeKey{letter(U'z', true)});
  EXPECT_FALSE(session.editing().is_changed());
}

TEST(editing, a_file_that_cannot_run_is_opened_with_its_mistakes_and_runs_once_they_are_mended) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "tilescope_broken.cu";
  std::ofstream(file) << "__global__ void fill(float* a) {\n  a[threadIdx.x] = 1.0f\n}\n";
  Session session(Settings{});
  Relaunch relaunch;
  relaunch.request.kernel = file.string();
  relaunch.backend = "cpu";
  session.apply(relaunch);
  session.wait_for_recording();
  ASSERT_FALSE(session.shown().has_trace());
  ASSERT_TRUE(session.editing().is_open());
  EXPECT_NE(session.editing().problem.find("tilescope_broken.cu:2:"), std::string::npos) << session.editing().problem;
  session.wait_for_recording();
  static_cast<void>(session.advance(0));
  EXPECT_TRUE(session.editing().notes.has_errors());
  session.apply(TypeKey{letter(U'.', true)});
  session.wait_for_recording();
  ASSERT_TRUE(session.shown().has_trace()) << session.editing().problem;
  EXPECT_FALSE(stage_is_behind(session.editing(), session.launching()));
  std::filesystem::remove(file);
}

namespace {

// What came of an edit that was taken back again: a run or mistakes, soon, and never a run that is not of this text.
struct Outcomes {
  std::size_t runs = 0, mistakes = 0, problems = 0;
  double longest = 0;

  void take(Session& session, const std::string& what) {
    const auto begin = std::chrono::steady_clock::now();
    session.wait_for_recording();
    static_cast<void>(session.advance(0));
    const std::string text = session.editing().document->text();
    const std::string of(session.shown().replay().scenery().kernel_text());
    const bool is_run = editor::Document(of).text() == text;
    if (is_run)
      ++runs;
    else if (session.editing().notes.has_errors())
      ++mistakes;
    else
      ++problems;
    EXPECT_EQ(!is_run, stage_is_behind(session.editing(), session.launching())) << what;
    EXPECT_TRUE(is_run || session.editing().notes.has_errors() || !session.editing().problem.empty()) << what;
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (took > 2) fmt::print("{}: {:.1f} s\n", what, took);
    longest = std::max(longest, took);
    session.apply(TypeKey{letter(U'z', true)});
    session.wait_for_recording();
    EXPECT_FALSE(stage_is_behind(session.editing(), session.launching())) << what;
  }
  void tell(const char* what) const {
    EXPECT_GT(runs, 100U);
    EXPECT_GT(mistakes, 100U);
    fmt::print("{}: {} runs, {} with mistakes, {} with no launch; the longest took {:.2f} s\n", what, runs, mistakes,
               problems, longest);
  }
};

std::unique_ptr<Session> typing_at(const std::string& kernel) {
  std::unique_ptr<Session> open = opened(kernel, kernel == "register_tiled" ? 8 : 4);
  if (!open->shown().has_trace()) open = opened(kernel, kernel == "warp_tiled" ? 64 : 32);
  EXPECT_TRUE(open->shown().has_trace()) << kernel;
  open->apply(Act::edit_source);
  return open;
}

}  // namespace

TEST(editing, any_line_may_go) {
  Outcomes tally;
  for (const std::string& kernel : kernel_names()) {
    const std::unique_ptr<Session> open = typing_at(kernel);
    for (std::size_t line = 0; line + 1 < open->editing().document->lines(); ++line) {
      open->apply(PlaceCaret{line, 0, false, 1});
      open->apply(TypeKey{letter(U'x', true)});
      tally.take(*open, fmt::format("{}, line {}", kernel, line + 1));
    }
  }
  tally.tell("lines");
}

TEST(editing, any_word_may_go) {
  Outcomes tally;
  std::vector<std::string> some = kernel_names();
  std::erase(some, "warp_tiled");  // which has no small launch
  for (std::size_t n = 0; n < 10; n += 2) {
    const std::unique_ptr<Session> open = typing_at(some[n]);
    const std::string text = open->editing().document->text();
    for (const SourceLine& line : source_lines(text))
      for (const SourcePiece& piece : line.pieces) {
        const auto at = static_cast<std::size_t>(piece.text.data() - text.data());
        const editor::TextPosition place = open->editing().document->place_of(at);
        open->apply(PlaceCaret{place.line, place.column, false, 1});
        open->apply(PlaceCaret{place.line, place.column + letters_in(piece.text), true, 1});
        open->apply(TypeKey{KeyPress{Key::erase, 0, false, false, false, false}});
        tally.take(*open, fmt::format("{}, line {} without {}", some[n], line.number, piece.text));
      }
  }
  tally.tell("words");
}

}  // namespace tilescope
