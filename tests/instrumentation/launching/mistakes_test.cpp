// Products with one mistake in each, opened with nothing said of them: of most that change what comes out it is told
// what is wrong, and hardly any is called right.
#include "tests/instrumentation/launching/mistakes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/uses.h"
#include "tests/instrumentation/launching/effects.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

// `limit`: it is right, but not with sides that are told. `unused`: an array that was used before is not any more.
// `really_right`: it makes a product, though another one than before.
enum class Told { wrong, finding, limit, unused, unknown, right, really_right, refused };
constexpr std::array<const char*, 8> words{"wrong",   "a finding", "a limit",      "an unused array",
                                           "unknown", "right",     "really right", "refused"};

struct Answer {
  Told told = Told::unknown;
  std::optional<reading::LaunchProduct> product;
};

// As check says it.
Answer told_of(const fs::path& path) {
  Request request;
  request.kernel = path.string();
  try {
    const Launch launch = plan(request);
    RecordOptions how;
    how.memory = std::uint64_t{1} << 30;
    const RecordedKernel& kernel = recorded_kernel(launch);
    const Trace trace = make_cpu_executor()->record(kernel, launch, how);
    const Hazards found = judged(trace);
    const auto product = reading::product_of(launch);
    if (found.result && !found.result->wrong.empty()) return {Told::wrong, product};
    if (found.errors()) return {Told::finding, product};
    if (!reading::unused_arrays(kernel.prepared->code()).empty()) return {Told::unused, product};
    if (!found.result || !product || trace.fault()) return {};
    if (product->is_doubted) return {product->fails[0] > 0 ? Told::limit : Told::unknown, product};
    return {Told::right, product};
  } catch (const UsageError&) {
    return {Told::refused, {}};
  }
}

struct Tally {
  std::array<int, words.size()> told{};
  int same = 0, refused = 0;
  std::vector<double> seconds;
  [[nodiscard]] int of(Told one) const { return told[static_cast<std::size_t>(one)]; }
};

// Every so many of a file's mistakes of a kind, beginning with another one in each file.
void try_mistakes_of(const fs::path& file, std::size_t every, Tally& tally) {
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::vector<Meant> launches = launches_meant_for(file);
  EXPECT_GE(launches.size(), 1U) << file;
  const Answer right = told_of(file);
  const Told of_right = right.told;
  std::printf("%s: %s, %zu launches\n", file.stem().c_str(), words[static_cast<std::size_t>(of_right)],
              launches.size());
  EXPECT_EQ(of_right, Told::right) << file;
  const fs::path path = fs::path(TILESCOPE_SCRATCH) / file.filename();
  const std::vector<Mistake> all = mistakes_in(text);
  std::size_t number = std::hash<std::string>()(file.stem().string()) % every;
  for (const Mistake& mistake : all) {
    if (number++ % every != 0) continue;
    const Effect effect = effect_of(mistake.text, launches);
    if (effect == Effect::none) ++tally.same;
    if (effect == Effect::refused) ++tally.refused;
    if (effect != Effect::changes) continue;
    std::ofstream(path) << mistake.text;
    const auto begin = std::chrono::steady_clock::now();
    const Answer answer = told_of(path);
    tally.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    Told told = answer.told;
    if (told == Told::right && answer.product->fails[0] > 0 && right.product->fails[0] == 0) told = Told::limit;
    if (told == Told::right && makes_what_was_read(mistake.text, launches, *answer.product)) told = Told::really_right;
    ++tally.told[static_cast<std::size_t>(told)];
    std::printf("  %s, line %zu of %s: %s (%.2f s)\n", words[static_cast<std::size_t>(told)], mistake.line,
                file.stem().c_str(), mistake.kind.c_str(), tally.seconds.back());
    std::fflush(stdout);
    fs::copy_file(path, fs::path(TILESCOPE_SCRATCH) / fmt::format("{}_{}.txt", file.stem().string(), number - 1),
                  fs::copy_options::overwrite_existing);
  }
  fs::remove(path);
}

std::vector<fs::path> files() {
  std::vector<fs::path> all;
  const char* const some = std::getenv("TILESCOPE_MISTAKES_IN");    // files whose names have this in them
  const char* const folder = std::getenv("TILESCOPE_PRODUCTS_IN");  // others than those of the repository
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder == nullptr ? TILESCOPE_SOURCES "/tests/kernels/products" : folder))
    if (some == nullptr || entry.path().stem().string().find(some) != std::string::npos) all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

TEST(Mistakes, AreToldAndHardlyEverCalledRight) {
  const char* const asked = std::getenv("TILESCOPE_EVERY_MISTAKE");  // every so many; all of them take hours
  const std::size_t every = asked == nullptr ? 97 : std::max(1, std::atoi(asked));
  fs::create_directories(TILESCOPE_SCRATCH);
  Tally tally;
  for (const fs::path& file : files()) try_mistakes_of(file, every, tally);
  int tried = 0;
  for (const int count : tally.told) tried += count;
  tried -= tally.of(Told::really_right);
  std::sort(tally.seconds.begin(), tally.seconds.end());
  std::printf("%d mistakes that change what comes out (%d do not, %d are no kernels):", tried, tally.same,
              tally.refused);
  for (std::size_t n = 0; n < words.size(); ++n) std::printf(" %s %d,", words[n], tally.told[n]);
  if (tried > 0)
    std::printf(" in %.2f s (median), %.2f s (p90), %.2f s (most)\n", tally.seconds[tally.seconds.size() / 2],
                tally.seconds[tally.seconds.size() * 9 / 10], tally.seconds.back());
  // One: a loop over the grid that takes too long steps is right where the grid is large enough.
  EXPECT_LE(tally.of(Told::right), 1);
  const int told = tally.of(Told::wrong) + tally.of(Told::finding);
  EXPECT_GE(100 * told, 87 * tried);
}

}  // namespace
}  // namespace tilescope::test
