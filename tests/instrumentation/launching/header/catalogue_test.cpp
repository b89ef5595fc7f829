
#include "instrumentation/launching/header/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/launching/texts/switches.h"
#include "instrumentation/machine/run.h"
#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

std::string refusal(const std::function<void(Request&)>& set) {
  Request request;
  set(request);
  try {
    static_cast<void>(plan(request));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Catalogue, DefaultsAreTheClassroomsFourByFour) {
  const Launch l = plan({});
  EXPECT_EQ(l.kernel, "tiled");
  EXPECT_EQ(m_of(l), 4);
  EXPECT_EQ(n_of(l), 4);
  EXPECT_EQ(k_of(l), 4);
  EXPECT_EQ(l.tile, 2);
  EXPECT_EQ(l.grid, (Size2{2, 2}));
  EXPECT_EQ(a_of(l).front(), 1.0f);
  EXPECT_EQ(b_of(l).back(), 16.0f);
}

TEST(KnownTexts, AreFoundByTheirNames) {
  EXPECT_EQ(find_classic("tiled"), nullptr) << "a product";
  ASSERT_NE(find_classic("reduce_atomic"), nullptr);
  EXPECT_EQ(find_classic("reduce_atomic.cu"), find_classic("reduce_atomic"));
  EXPECT_EQ(find_classic("reduce_atomic")->group, "reduction");
  EXPECT_EQ(kernel_called("tiled"), "tiled");
  EXPECT_EQ(kernel_called("reduce_atomic"), "reduce_atomic.cu");
  std::set<std::string_view> names, groups;
  for (const KnownText& known : known_texts()) {
    EXPECT_TRUE(names.insert(known.name).second) << known.name << " is there twice";
    EXPECT_FALSE(summary_of(known.text).empty()) << known.name;
    groups.insert(known.group);
  }
  for (const CatalogueKernel& kernel : catalogue()) EXPECT_TRUE(names.contains(kernel.name)) << kernel.name;
  EXPECT_EQ(groups.size(), 13U);
  EXPECT_EQ(summary_of("// One. Two.\n"), "One");
  EXPECT_EQ(summary_of("// Of two\n// lines.\n//! n = 4\n"), "Of two lines");
  EXPECT_EQ(summary_of("__global__"), "");
}

TEST(KnownTexts, OfAClassicIsLaunchedWithoutAFile) {
  Request request;
  request_field("kernel").read(request, "scan_blelloch", "--kernel");
  const Launch launch = plan(request);
  ASSERT_TRUE(launch.program);
  EXPECT_EQ(launch.program->prepared->code().kernel->name, "scan_blelloch");
  EXPECT_EQ(refusal([](Request& r) { r.kernel = "scan_blellok"; }),
            "there is no kernel 'scan_blellok': did you mean scan_blelloch? `tilescope kernels` lists all");
  EXPECT_EQ(refusal([](Request& r) { r.kernel = "nowhere.cu"; }), "nowhere.cu: there is no such file");
}

TEST(Catalogue, TilesAreAllThatFit) {
  const auto tiles = [](const char* kernel) { return in_words(find_kernel(kernel).tiles()); };
  EXPECT_EQ(tiles("naive"), "1 to 32");
  EXPECT_EQ(tiles("tiled"), "1 to 32");
  EXPECT_EQ(tiles("coarsened_1d"), "2, 4 ... 32, 40, 48 ... 72");
  EXPECT_EQ(tiles("register_tiled"), "2, 4 ... 64, 80, 96 ... 128");
  EXPECT_EQ(tiles("vectorized"), "4, 8 ... 64, 128");
  EXPECT_EQ(tiles("warp_tiled"), "32, 128");
  EXPECT_EQ(in_words({3}), "3");
  EXPECT_EQ(in_words({}), "");
}

TEST(Catalogue, BrokenPreconditionsNameAWayOut) {
  EXPECT_EQ(refusal([](Request& r) { r.m = 48, r.n = 48, r.k = 50, r.tile = 16; }),
            "tiled needs K % TILE == 0: K = 48 or TILE = 2 works, K = 50 with TILE = 16 does not");
  EXPECT_EQ(refusal([](Request& r) { r.m = 1, r.tile = 16; }),
            "tiled needs M % TILE == 0: M = 16 or TILE = 1 works, M = 1 with TILE = 16 does not");
  EXPECT_EQ(refusal([](Request& r) { r.kernel = "vectorized", r.m = 128, r.n = 200, r.k = 8, r.tile = 128; }),
            "vectorized needs N % TILE == 0: N = 256 or TILE = 8 works, N = 200 with TILE = 128 does not");
  EXPECT_EQ(refusal([](Request& r) { r.kernel = "warp_tiled", r.m = 32, r.n = 64, r.k = 20; }),
            "warp_tiled needs K % DEPTH == 0: K = 24 works, K = 20 with DEPTH = 8 does not");
  EXPECT_NE(refusal([](Request& r) { r.kernel = "single_block", r.m = 33; }).find("M = 32 works"), std::string::npos);
  EXPECT_NE(refusal([](Request& r) { r.kernel = "single_block", r.tile = 3; }).find("TILE = 4 works"),
            std::string::npos);
  EXPECT_NE(refusal([](Request& r) { r.kernel = "tyled"; }).find("did you mean tiled?"), std::string::npos);
  EXPECT_NE(refusal([](Request& r) { r.tile = 33; }).find("--tile 33: tiled takes 1 to 32"), std::string::npos);
  EXPECT_NE(refusal([](Request& r) { r.tile = 0; }).find("--tile 0"), std::string::npos);
}

TEST(Catalogue, SidesAreBoundedBeforeMemoryIsAskedFor) {
  EXPECT_NE(refusal([](Request& r) { r.m = 0; }).find("--m 0"), std::string::npos);
  EXPECT_NE(refusal([](Request& r) { r.k = -4; }).find("--k -4"), std::string::npos);
  EXPECT_NE(refusal([](Request& r) { r.n = std::int64_t{1} << 40; }).find("--n 1099511627776"), std::string::npos);
  EXPECT_NE(refusal([](Request& r) { r.m = r.n = r.k = 65536; }).find("more elements than an int can index"),
            std::string::npos);
  EXPECT_NE(refusal([](Request& r) { r.kernel = "naive", r.m = 2000000, r.n = r.k = 1, r.tile = 1; }).find("a grid "),
            std::string::npos);
}

TEST(Catalogue, WindowsLieInTheGrid) {
  EXPECT_NE(refusal([](Request& r) {
              r.record = Record::window, r.window = {{0, 0, 2, 0}};
            }).find("block 2,0"),
            std::string::npos);
  EXPECT_NE(refusal([](Request& r) { r.record = Record::window; }).find("name the blocks"), std::string::npos);
}

TEST(Catalogue, SingleBlockHasABlockForBothInputs) {
  const Launch l = launch("single_block", 3, 5, 7, 8);
  EXPECT_EQ(l.grid, (Size2{1, 1}));
  EXPECT_EQ(l.block, (Size2{7, 7}));
}

TEST(Catalogue, AFullTraceThatCannotFitIsRefusedAtOnce) {
  const Launch l = launch("naive", 512, 512, 512, 16);
  EXPECT_THROW(static_cast<void>(record(l)), UsageError);  // 2.1 GB of events into 1 GiB
}

TEST(Catalogue, TheTextOfAKernelTellsWhetherItIsWrong) {
  for (const CatalogueKernel& kernel : catalogue()) {
    const int tile = kernel.tiles().front();
    const Launch l = launch(std::string(kernel.name), tile, tile, tile, tile);
    EXPECT_EQ(recorded_kernel(l).text.starts_with("// WRONG ON PURPOSE"), !kernel.right()) << kernel.name;
    EXPECT_EQ(kernel.summary.find("WRONG") != std::string_view::npos, !kernel.right()) << kernel.name;
  }
}

TEST(Catalogue, SwitchesLeadToKernelsAndBack) {
  EXPECT_EQ(switches().size(), 9U);
  for (const Switch& one : switches()) {
    EXPECT_EQ(find_kernel(one.from).name, one.from);
    EXPECT_EQ(find_kernel(one.to).name, one.to);
    const auto leads = [&](std::string_view from, std::string_view to, bool on) {
      const std::vector<Switchable> all = switches_of(from);
      return std::any_of(all.begin(), all.end(),
                         [&](const Switchable& s) { return s.words == one.words && s.other == to && s.on == on; });
    };
    EXPECT_TRUE(leads(one.from, one.to, false)) << one.words;
    EXPECT_TRUE(leads(one.to, one.from, true)) << one.words;
  }
  EXPECT_EQ(switches_of("tiled_transposed").size(), 2U);  // back to tiled, and on to the padded one
  EXPECT_TRUE(switches_of("single_block").empty());
}

TEST(Catalogue, BesideAKernelStandsTheOneThatItWasMadeFrom) {
  using Names = std::vector<std::string_view>;
  EXPECT_EQ(kernels_beside("naive"), (Names{"tiled", "tiled_bounded"}));
  EXPECT_EQ(kernels_beside("tiled"), Names{"naive"});
  EXPECT_EQ(kernels_beside("tiled_bounded"), Names{"naive"});
  EXPECT_EQ(kernels_beside("register_tiled"), (Names{"coarsened_1d", "tiled_bounded", "naive"}));
  EXPECT_EQ(kernels_beside("tiled_no_first_barrier"), (Names{"tiled", "naive"}));
  EXPECT_EQ(kernels_beside("tiled_transposed_padded"), (Names{"tiled_transposed", "naive"}));
  EXPECT_EQ(kernels_beside("tiled_unguarded"), (Names{"tiled_bounded", "naive"}));
  EXPECT_EQ(kernels_beside("naive_uncoalesced"), Names{"naive"});
}

}  // namespace
}  // namespace tilescope::test
