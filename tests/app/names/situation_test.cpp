// Share strings and situation files: a situation survives writing and reading, and every mistake is reported with its
// place.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/explain/views.h"
#include "app/names/share_string.h"
#include "app/session/session.h"
#include "instrumentation/analysis/gpus.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/support/factors.h"

namespace tilescope {

namespace {

// Any situation that a session may be in, and more.
class Somewhere {
 public:
  explicit Somewhere(unsigned seed) : random_(seed) {}

  Situation operator()() {
    Situation s;
    Request& r = s.request;
    r.kernel = catalogue()[below(catalogue().size())].name;
    r.m = 1 + below(2147483647);
    r.n = 1 + below(300);
    r.k = 1 + below(300);
    r.tile = static_cast<int>(1 + below(32));
    r.inputs =
        one_of<std::string>({"counting", "random", "identity", "a.csv,b.csv", "/tmp/my a=1,\"2\"/%41.csv,ü;#?.csv"});
    if (maybe()) r.seed = random_();
    r.schedule.kind = static_cast<Schedule::Kind>(below(4));
    if (r.schedule.kind == Schedule::Kind::random) r.schedule.seed = random_();
    r.out_of_bounds = static_cast<OutOfBounds>(below(4));
    if (maybe()) r.knobs = {{"T", "2 * (W, 3)"}, {"W", "\\"}};
    if (maybe()) r.arrays = {{"in", "8x8:ramp"}, {"p.values", ":a,b\\c.csv"}};
    if (maybe()) r.numbers = {{"n", "-9223372036854775808"}, {"block.x", "1e-3"}};
    if (maybe()) r.grid = {1 + below(9), 1 + below(9), 1 + below(9)};
    if (maybe()) r.block = {1 + below(32), 1, 1};
    if (maybe()) r.shared_bytes = below(100000);
    if (maybe()) r.record = Record::counts;
    for (std::size_t n = below(4); n > 0 && !r.record; --n) {
      const unsigned y = below(70), x = below(70);
      r.window.push_back({y, x, y + below(2), x + below(3)});
    }
    s.backend = one_of<std::string>({"auto", "cpu", "cuda"});
    if (maybe()) s.file = "C:\\traces\\one two.tsc";
    if (maybe()) s.beside = catalogue()[below(catalogue().size())].name;
    s.lock_by_work = maybe();
    s.as_ran = maybe();
    s.only_warp = maybe();
    if (maybe()) s.moment = random_();
    s.grain = static_cast<Grain>(below(3));
    s.block = place();
    s.thread = place();
    if (maybe()) s.partner = place();
    s.selected = one_of<Situation::Selected>({{},
                                              {Target::Kind::thread, "", {}},
                                              {Target::Kind::block, "", {}},
                                              {Target::Kind::line, "", {15}},
                                              {Target::Kind::element, "A", {0, 2}},
                                              {Target::Kind::element, "As", {11, 3}},
                                              {Target::Kind::element, "C", {1048575, 0}}});
    if (const std::size_t view = below(6); view > 0) s.view = explain_views()[view - 1].explanation();
    if (below(2) == 0) s.gpu = gpus()[below(gpus().size())].name;
    if (below(2) == 0) s.what_if = static_cast<int>(1 + below(128));
    if (maybe()) s.finding = below(100);
    if (maybe()) s.variable = "row";
    if (maybe()) s.pinned = {"sum", "k"};
    if (maybe())
      s.cube.yaw = -static_cast<int>(below(181)), s.cube.pitch = static_cast<int>(below(91)), s.cube.zoom = 150;
    if (maybe()) s.cube.colour = CubeLook::Colour::warp;
    if (maybe()) s.cube.brush = CubeLook::Brush::thread;
    if (maybe()) s.cube.slice = CubeLook::Slice{static_cast<std::uint8_t>(below(3)), below(1000)};
    if (maybe()) s.condition = "k == 3 && sum > 1e2 / 7";
    return s;
  }

 private:
  unsigned below(std::size_t end) { return static_cast<unsigned>(random_() % end); }
  bool maybe() { return random_() % 2 == 0; }
  Situation::GridPosition place() {
    return maybe() ? Situation::GridPosition{} : Situation::GridPosition{below(1024), below(1024)};
  }
  template <class Value>
  Value one_of(const std::vector<Value>& values) {
    return values[below(values.size())];
  }

  std::mt19937_64 random_;
};

std::string problem_of(const std::string& text, bool is_file = false) {
  try {
    static_cast<void>(is_file ? situation_of_toml(text, "it.toml") : situation_of_string(text));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Situation, GoesThroughAStringAndThroughAFile) {
  Somewhere somewhere(7);
  for (int n = 0; n < 3000; ++n) {
    const Situation situation = somewhere();
    const std::string text = share_string(situation), file = toml_of(situation);
    ASSERT_EQ(situation_of_string(text), situation) << text;
    ASSERT_EQ(situation_of_toml(file, "it.toml"), situation) << file;
    ASSERT_EQ(share_string(situation_of_toml(file, "it.toml")), text);
    ASSERT_TRUE(is_situation(text));
    ASSERT_EQ(link_in(" https://example.org/tilescope/index.html#" + text + "\n"), text);
    // The characters that a URL's path and an unquoted word of a shell may hold.
    ASSERT_EQ(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,:/=%"),
              std::string::npos)
        << text;
  }
}

TEST(Situation, IsReadableWhereItIsSimple) {
  Situation s;
  s.request.m = s.request.n = s.request.k = 4;
  s.request.tile = 2;
  s.request.record = Record::full;
  EXPECT_EQ(share_string(s), "ts1:tiled/4x4x4/t2");
  EXPECT_EQ(toml_of(s).substr(toml_of(s).find('\n') + 1),
            "situation = 1\nkernel = \"tiled\"\nm = 4\nk = 4\nn = 4\ntile = 2\n");
  s.beside = "naive";
  s.moment = 37;
  s.selected = {Target::Kind::element, "A", {0, 2}};
  s.block = {1, 0};
  s.view = Explanation{"heat"};
  EXPECT_EQ(share_string(s), "ts1:tiled,naive/4x4x4/t2/moment=37/block=1,0/select=A.0.2/view=heat");
  EXPECT_EQ(situation_of_toml("situation = 1\nselect = \"A[0][2]\"\n", "it.toml").selected, s.selected);
  EXPECT_EQ(situation_of_toml("situation = 1\nselect = \"line 15\"\n", "it.toml").selected,
            (Situation::Selected{Target::Kind::line, "", {15}}));
}

TEST(Situation, EverySlipInAStringIsToldWithItsPlace) {
  const std::vector<std::pair<std::string, std::string>> slips{
      {"", "'' is not a share string: these begin like ts1:tiled/4x4x4/t2"},
      {"tiled/4x4x4/t2", "'tiled/4x4x4/t2' is not a share string: these begin like ts1:tiled/4x4x4/t2"},
      {"ts:tiled/4x4x4/t2", "'ts:tiled/4x4x4/t2' is not a share string: these begin like ts1:tiled/4x4x4/t2"},
      {"ts2:tiled/4x4x4/t2", "this share string has version 2; this TileScope reads version 1"},
      {"ts1:",
       "share string, part 1 '': give the kernel, and the one beside it; a share string begins like "
       "ts1:tiled,naive/4x4x4/t2"},
      {"ts1:tilde/4x4x4/t2",
       "share string, part 1 'tilde': kernel: there is no kernel 'tilde': did you mean tiled? "
       "`tilescope kernels` lists all"},
      {"ts1:tiled,nave/4x4x4/t2",
       "share string, part 1 'tiled,nave': beside: there is no kernel 'nave': did you mean "
       "naive? `tilescope kernels` lists all"},
      {"ts1:tiled/4x4/t2",
       "share string, part 2 '4x4': give the sides M, N and K; a share string begins like "
       "ts1:tiled,naive/4x4x4/t2"},
      {"ts1:tiled/4x0x4/t2", "share string, part 2 '4x0x4': n 0: a side must be a whole number from 1 to 2147483647"},
      {"ts1:tiled/4x4x4",
       "share string, part 3 '': give the tile's width; a share string begins like "
       "ts1:tiled,naive/4x4x4/t2"},
      {"ts1:tiled/4x4x4/2",
       "share string, part 3 '2': give the tile's width; a share string begins like "
       "ts1:tiled,naive/4x4x4/t2"},
      {"ts1:tiled/4x4x4/t2.5", "share string, part 3 't2.5': tile 2.5: a tile's width must be a whole number"},
      {"ts1:tiled/4x4x4/t2/", "share string, part 4 '': give NAME=VALUE, as in moment=37"},
      {"ts1:tiled/4x4x4/t2/sede=7", "share string, part 4 'sede=7': there is no 'sede': did you mean seed?"},
      {"ts1:tiled/4x4x4/t2/seed=7/seed=8", "share string, part 5 'seed=8': seed is given twice"},
      {"ts1:tiled/4x4x4/t2/tile=3", "share string, part 4 'tile=3': tile is given twice"},
      {"ts1:tiled/4x4x4/t2/seed=-1",
       "share string, part 4 'seed=-1': seed -1: a seed must be a whole number of at least 0"},
      {"ts1:tiled/4x4x4/t2/moment=1%3", "share string, part 4 'moment=1%3': %3 is not an escape; write % as %25"},
      {"ts1:tiled/4x4x4/t2/file=%00", "share string, part 4 'file=%00': %00 is not an escape; write % as %25"},
      {"ts1:tiled/4x4x4/t2/schedule=fast",
       "share string, part 4 'schedule=fast': schedule fast: give one of in_order, "
       "reverse, warp_interleaved, random"},
      {"ts1:tiled/4x4x4/t2/blocks=0",
       "share string, part 4 'blocks=0': blocks 0: give Y,X or Y0-Y1,X0-X1, several "
       "separated by ;"},
      {"ts1:tiled/4x4x4/t2/thread=3",
       "share string, part 4 'thread=3': thread 3: give its row and its column, as in "
       "0,1"},
      {"ts1:tiled/4x4x4/t2/select=A.x",
       "share string, part 4 'select=A.x': select A.x: give thread, block, line.15, or "
       "an element as in A.0.2"},
      {"ts1:tiled/4x4x4/t2/view=cold",
       "share string, part 4 'view=cold': view cold: give one of findings, warps, heat, cube, flow, limits, lines, "
       "cpu, "
       "times, "
       "variables, "
       "console, changes"},
      {"ts1:tiled/4x4x4/t2/turn=32",
       "share string, part 4 'turn=32': turn 32: give degrees to the left (-180 to 180), from above (-90 to 90) and "
       "percent (50 to 400), as in 32,24,100"},
      {"ts1:tiled/4x4x4/t2/turn=32,24",
       "share string, part 4 'turn=32,24': turn 32,24: give degrees to the left (-180 to 180), from above (-90 to 90) "
       "and percent (50 to 400), as in 32,24,100"},
      {"ts1:tiled/4x4x4/t2/turn=32,24,100,1",
       "share string, part 4 'turn=32,24,100,1': turn 32,24,100,1: give degrees to the left (-180 to 180), from above "
       "(-90 to 90) and percent (50 to 400), as in 32,24,100"},
      {"ts1:tiled/4x4x4/t2/turn=190,0,100",
       "share string, part 4 'turn=190,0,100': turn 190,0,100: give degrees to the left (-180 to 180), from above (-90 "
       "to 90) and percent (50 to 400), as in 32,24,100"},
      {"ts1:tiled/4x4x4/t2/turn=0,91,100",
       "share string, part 4 'turn=0,91,100': turn 0,91,100: give degrees to the left (-180 to 180), from above (-90 "
       "to 90) and percent (50 to 400), as in 32,24,100"},
      {"ts1:tiled/4x4x4/t2/turn=0,0,49",
       "share string, part 4 'turn=0,0,49': turn 0,0,49: give degrees to the left (-180 to 180), from above (-90 to "
       "90) and percent (50 to 400), as in 32,24,100"},
      {"ts1:tiled/4x4x4/t2/turn=a,b,c",
       "share string, part 4 'turn=a,b,c': turn a,b,c: give degrees to the left (-180 to 180), from above (-90 to 90) "
       "and percent (50 to 400), as in 32,24,100"},
      {"ts1:tiled/4x4x4/t2/colour=red",
       "share string, part 4 'colour=red': colour red: give one of phase, thread, warp, block"},
      {"ts1:tiled/4x4x4/t2/brush=wide",
       "share string, part 4 'brush=wide': brush wide: give one of all, block, warp, thread"},
      {"ts1:tiled/4x4x4/t2/slice=k",
       "share string, part 4 'slice=k': slice k: give an axis and a place on it, as in k.5"},
      {"ts1:tiled/4x4x4/t2/slice=k.-1",
       "share string, part 4 'slice=k.-1': slice k.-1: give an axis and a place on it, as in k.5"},
      {"ts1:tiled/4x4x4/t2/slice=x.1", "share string, part 4 'slice=x.1': slice x: give one of i, j, k"},
      {"ts1:tiled/4x4x4/t2/finding=0",
       "share string, part 4 'finding=0': finding 0: give a whole number from 1 to 4294967295"},
      {"ts1:tiled/4x4x4/t2/inputs=", "share string, part 4 'inputs=': inputs: is empty"},
  };
  for (const auto& [text, problem] : slips) EXPECT_EQ(problem_of(text), problem);
}

TEST(Situation, EverySlipInAFileIsToldWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> slips{
      {"", "it.toml: this is not a situation: the line 'situation = 1' is missing"},
      {"kernel = \"tiled\"\n", "it.toml: this is not a situation: the line 'situation = 1' is missing"},
      {"situation = 2\n", "it.toml:1: situation = 2: this TileScope reads version 1"},
      {"situation = 1\nsede = 7\n", "it.toml:2: there is no 'sede': did you mean seed?"},
      {"situation = 1\n\nm = 0\n", "it.toml:3: m 0: a side must be a whole number from 1 to 2147483647"},
      {"situation = 1\nmoment = 1.5\n", "it.toml:2: moment: give a whole number, or words in quotes"},
      {"situation = 1\nblock = [0, 1]\n", "it.toml:2: block: give a whole number, or words in quotes"},
      {"situation = 1\nkernel = \"tilde\"\n",
       "it.toml:2: kernel: there is no kernel 'tilde': did you mean tiled? `tilescope kernels` lists all"},
  };
  for (const auto& [text, problem] : slips) EXPECT_EQ(problem_of(text, true), problem);
  const std::string broken = problem_of("situation = 1\nkernel = \"tiled\nm = 4\n", true);
  EXPECT_EQ(broken.find("it.toml:2: "), 0U) << broken;
  EXPECT_EQ(broken.find('\n'), std::string::npos) << broken;
}

// Bytes that are left out, doubled or changed: accepted, or refused in one line.
TEST(Situation, WhateverComesIsReadOrRefused) {
  Somewhere somewhere(11);
  std::mt19937 random(3);
  int refused = 0;
  for (int n = 0; n < 5000; ++n) {
    const Situation situation = somewhere();
    for (const bool is_file : {false, true}) {
      std::string text = is_file ? toml_of(situation) : share_string(situation);
      const std::size_t at = random() % text.size();
      if (n % 3 == 0)
        text.erase(at, 1 + random() % 4);
      else if (n % 3 == 1)
        text.insert(at, text.substr(random() % text.size(), 5));
      else
        text[at] = static_cast<char>(1 + random() % 255);
      refused += problem_of(text, is_file).empty() ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 2000);
}

// A session has a state; another one that gets its string has the same.
void expect_same(const Session& a, const Session& b) {
  EXPECT_EQ(a.playback().moment, b.playback().moment);
  EXPECT_EQ(a.playback().grain, b.playback().grain);
  EXPECT_EQ(a.shown().frame.block, b.shown().frame.block);
  EXPECT_EQ(a.shown().frame.thread, b.shown().frame.thread);
  EXPECT_EQ(a.selection().partner, b.selection().partner);
  EXPECT_EQ(a.selection().selected, b.selection().selected);
  EXPECT_EQ(a.explaining().view, b.explaining().view);
  EXPECT_EQ(a.explaining().choices.finding, b.explaining().choices.finding);
  EXPECT_EQ(a.settings().lock_by_work, b.settings().lock_by_work);
  ASSERT_EQ(a.shown().replay_beside() == nullptr, b.shown().replay_beside() == nullptr);
  if (a.shown().replay_beside() != nullptr) {
    EXPECT_EQ(a.shown().replay_beside()->trace().launch().kernel, b.shown().replay_beside()->trace().launch().kernel);
  }
  const Launch &x = a.shown().replay().trace().launch(), &y = b.shown().replay().trace().launch();
  EXPECT_EQ(x.kernel, y.kernel);
  EXPECT_EQ(test::a_of(x), test::a_of(y));
  EXPECT_EQ(test::b_of(x), test::b_of(y));
  EXPECT_EQ(x.schedule.kind, y.schedule.kind);
  EXPECT_EQ(x.out_of_bounds, y.out_of_bounds);
  EXPECT_EQ(x.window, y.window);
  EXPECT_EQ(test::c_of(a.shown().replay().trace()), test::c_of(b.shown().replay().trace()));
}

std::unique_ptr<Session> reopened(const Situation& situation) {
  auto session = std::make_unique<Session>(Settings{});
  session->apply(Reopen{situation});
  session->wait_for_recording();
  return session;
}

TEST(Situation, ASessionIsReopenedAsItWas) {
  Session session{Settings{}};
  const auto check = [&](const char* what) {
    SCOPED_TRACE(what);
    const Situation situation = situation_of_string(share_string(session.situation()));
    const auto other = reopened(situation);
    ASSERT_EQ(other->launching().not_reopened, "");
    expect_same(session, *other);
    EXPECT_EQ(other->situation(), session.situation());
  };
  Relaunch ragged;
  ragged.request.kernel = "tiled_bounded";
  ragged.request.m = 7;
  ragged.request.n = 9;
  ragged.request.k = 5;
  ragged.request.tile = 3;
  ragged.request.inputs = "random";
  ragged.request.seed = 12;
  ragged.backend = "cpu";
  session.apply(ragged);
  session.wait_for_recording();
  check("as it opens");
  session.apply(Act::by_event);
  for (int n = 0; n < 20; ++n) session.apply(Act::forward);
  session.apply(Act::next_block);
  session.apply(Act::next_thread);
  session.apply(Select{{.kind = Target::Kind::thread, .number = 5}, true});
  session.apply(Act::switch_lock);
  session.apply(Explain{"heat"});
  check("somewhere in it");
  session.apply(Select{{.kind = Target::Kind::element, .array = 1, .number = 7}, false});
  check("with an element");
  session.apply(Act::swap_kernels);
  check("with the kernels swapped");
  Relaunch wrong;
  wrong.request.kernel = "tiled_no_second_barrier";
  wrong.request.schedule = {Schedule::Kind::random, 5};
  wrong.backend = "cpu";
  session.apply(wrong);
  session.wait_for_recording();
  session.apply(Explain{"findings"});
  session.apply(Select{{.kind = Target::Kind::finding, .number = 1}, false});
  check("with a finding");
  session.apply(Act::swap_kernels);
  check("swapped, beside a kernel that is not what would be chosen");
}

TEST(Situation, WhatTheLaunchDoesNotHaveIsTold) {
  const std::vector<std::pair<std::string, std::string>> all{
      {"moment=9999", "there is no moment 9999: the launch has 116"},
      {"block=2,0", "there is no block 2,0 (y,x): there are 2 wide x 2 high"},
      {"thread=0,2", "there is no thread 0,2 (y,x): there are 2 wide x 2 high"},
      {"pair=9,9", "there is no thread 9,9 (y,x): there are 2 wide x 2 high"},
      {"select=A.4.0", "tiled has no element A[4][0]"},
      {"select=line.99", "there is no line 99: tiled has 23"},
      {"blocks=0,1/record=window", "block 0,0 was not recorded"},
      {"finding=3/view=findings", "there is no finding 3: there are 0"},
      {"select=line.99999999999", ""},
  };
  for (const auto& [part, problem] : all) {
    SCOPED_TRACE(part);
    if (problem.empty()) {
      EXPECT_NE(problem_of("ts1:tiled/4x4x4/t2/" + part), "");
      continue;
    }
    const auto session = reopened(situation_of_string("ts1:tiled/4x4x4/t2/backend=cpu/" + part));
    ASSERT_TRUE(session->shown().has_trace());
    EXPECT_EQ(session->launching().not_reopened, problem);
    ASSERT_TRUE(session->banner());
    EXPECT_EQ(session->banner()->text, problem);
  }
  const auto single = reopened(situation_of_string("ts1:tiled_bounded,tiled/5x5x5/t2/backend=cpu"));
  EXPECT_EQ(single->launching().not_reopened,
            "tiled cannot be compared with tiled_bounded: it does not take this shape");
  const auto impossible = reopened(situation_of_string("ts1:tiled/5x5x5/t2"));
  EXPECT_FALSE(impossible->shown().has_trace());
  ASSERT_TRUE(impossible->banner());
  EXPECT_NE(impossible->banner()->text.find("tiled needs M % TILE == 0"), std::string::npos);
}

TEST(Situation, TheStringIsCopiedWithANoticeThatGoesByItself) {
  Session session{Settings{}};
  session.apply(Relaunch{{}, "cpu", ""});
  session.wait_for_recording();
  session.apply(Act::copy_share);
  const std::string text = "ts1:tiled,naive/4x4x4/t2/backend=cpu";
  EXPECT_EQ(session.wishes().take().clipboard, text);
  ASSERT_TRUE(session.banner());
  EXPECT_TRUE(session.banner()->text.starts_with("Copied a text that opens this moment.")) << session.banner()->text;
  EXPECT_FALSE(session.banner()->is_error);
  session.advance(1);
  EXPECT_TRUE(session.banner());
  session.advance(10);
  EXPECT_FALSE(session.banner());
}

TEST(Situation, WhereThePageIsKnownItsLinkIsCopied) {
  Settings settings;
  settings.page = "https://example.org/tilescope/index.html";
  Session session{settings};
  session.apply(Relaunch{{}, "cpu", ""});
  session.wait_for_recording();
  session.apply(Act::copy_share);
  EXPECT_EQ(session.wishes().take().clipboard, settings.page + "#ts1:tiled,naive/4x4x4/t2/backend=cpu");
}

TEST(Situation, AFileThatIsDroppedIsReopened) {
  const std::string path = testing::TempDir() + "tilescope_situation_test.toml";
  {
    std::ofstream file(path);
    file << toml_of(situation_of_string("ts1:tiled_bounded/3x3x3/t2/backend=cpu/moment=9/block=1,1"));
  }
  Session session{Settings{}};
  session.apply(Open{path});
  session.wait_for_recording();
  ASSERT_TRUE(session.shown().has_trace());
  EXPECT_EQ(session.playback().moment, 9U);
  EXPECT_EQ(session.shown().frame.block, 3U);
  std::remove(path.c_str());
  session.apply(Open{path});
  session.wait_for_lesson();
  ASSERT_TRUE(session.banner());
  EXPECT_NE(session.banner()->text.find(path), std::string::npos) << session.banner()->text;
  EXPECT_EQ(session.playback().moment, 9U) << "what was open is lost";
}

}  // namespace

}  // namespace tilescope
