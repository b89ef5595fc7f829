#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <set>

#include "instrumentation/cpu_side/cache_run.h"
#include "instrumentation/error.h"

namespace tilescope::test {
namespace {

// The same cache, written down as slowly and plainly as can be.
class SlowCache {
 public:
  explicit SlowCache(const CacheShape& shape) : shape_(shape), sets_(shape.sets()) {}

  bool access(std::uint32_t line) {
    std::deque<std::uint32_t>& set = sets_[line % shape_.sets()];
    const auto found = std::find(set.begin(), set.end(), line);
    const bool hit = found != set.end();
    if (hit) set.erase(found);
    set.push_front(line);
    if (set.size() > shape_.places()) set.pop_back();
    return hit;
  }
  [[nodiscard]] std::vector<std::uint32_t> contents() const {
    std::vector<std::uint32_t> lines;
    for (const auto& set : sets_) {
      lines.insert(lines.end(), set.begin(), set.end());
      lines.resize(lines.size() + shape_.places() - set.size(), Cache::none);
    }
    return lines;
  }

 private:
  CacheShape shape_;
  std::vector<std::deque<std::uint32_t>> sets_;
};

CacheShape random_shape(std::mt19937_64& random) {
  CacheShape shape;
  shape.line_bytes = 4U << random() % 6;
  shape.bytes = shape.line_bytes << random() % 6;
  shape.ways = random() % 4 == 0 ? 0 : 1U << random() % 6;
  shape.ways = std::min(shape.ways, shape.lines());
  return shape;
}

LoopSizes random_sizes(std::mt19937_64& random) {
  const auto side = [&] { return static_cast<std::int32_t>(1 + random() % 14); };
  return {side(), side(), side(), static_cast<std::int32_t>(1 + random() % 6)};
}

TEST(Cache, DoesWhatTheSlowOneDoes) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 60; ++round) {
    const CacheShape shape = random_shape(random);
    shape.require_valid();
    Cache cache(shape, 100);
    SlowCache slow(shape);
    for (int access = 0; access < 500; ++access) {
      const auto line = static_cast<std::uint32_t>(random() % 100);
      ASSERT_EQ(cache.access(line), slow.access(line));
      ASSERT_TRUE(cache.holds(line));
      if (access % 50 == 0) {
        ASSERT_EQ(cache.contents(), slow.contents());
        Cache other(shape, 100);
        other.access(7);
        other.restore(cache.contents());
        ASSERT_EQ(other.contents(), slow.contents());
      }
    }
  }
}

TEST(Cache, RefusesShapesThatCannotBe) {
  const CacheShape wrong[] = {{1000, 64, 4}, {1024, 48, 4}, {1024, 2, 4}, {64, 128, 1}, {1024, 64, 3}, {1024, 64, 32}};
  for (const CacheShape& shape : wrong) EXPECT_THROW(shape.require_valid(), UsageError);
  EXPECT_NO_THROW((CacheShape{1024, 64, 0}.require_valid()));
}

TEST(CacheRun, AtEveryMomentItIsWhatTheSlowOneIs) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 30; ++round) {
    const CacheShape shape = random_shape(random);
    const LoopSizes sizes = random_sizes(random);
    const LoopNest nest = random() % 2 == 0 ? LoopNest::plain : LoopNest::blocked;
    const CacheRun run(nest, sizes, shape);
    ASSERT_EQ(run.size(), accesses_of(nest, sizes));
    SlowCache slow(shape);
    std::uint64_t hits = 0;
    for (std::size_t n = 0; n < run.size(); ++n) {
      const bool hit = slow.access(run.memory().line_of(run.access(n)));
      ASSERT_EQ(hit, run.result(n) == CacheResult::hit);
      hits += hit;
      if (n % 97 != 0 && n + 1 != run.size()) continue;
      const CacheRun::State state = run.at(n + 1);
      ASSERT_EQ(state.contents, slow.contents());
      ASSERT_EQ(state.counts.all().hits, hits);
      ASSERT_EQ(state.counts.all().accesses(), n + 1);
    }
    EXPECT_EQ(run.at(run.size()).counts, count_cache(nest, sizes, shape));
    EXPECT_EQ(run.at(0).counts, MatrixCounts{});
  }
}

TEST(CacheRun, ACacheThatHoldsAllMissesEachLineOnce) {
  for (const LoopNest nest : {LoopNest::plain, LoopNest::blocked}) {
    const LoopSizes sizes{12, 20, 16, 4};
    const CacheRun run(nest, sizes, {1 << 16, 64, 0});
    std::set<std::uint32_t> lines;
    for (std::size_t n = 0; n < run.size(); ++n) lines.insert(run.memory().line_of(run.access(n)));
    const CacheCounts all = run.at(run.size()).counts.all();
    EXPECT_EQ(all.misses(), lines.size());
    EXPECT_EQ(all.first_misses, lines.size());
    EXPECT_EQ(lines.size(), run.memory().lines());
    EXPECT_EQ(lines.size(), 12U * 20 / 16 + 12 * 16 / 16 + 16 * 20 / 16);
  }
}

// Two lines, one place for each; Y[0][0] and Z[0][0] are 2 lines apart and drive each other out, though there is room.
TEST(CacheRun, LinesInTheSamePlaceDriveEachOtherOut) {
  const LoopSizes sizes{1, 1, 8, 1};  // X one line, Y a row of two lines, Z a column of two
  const CacheCounts direct = count_cache(LoopNest::plain, sizes, {32, 16, 1}).all();
  EXPECT_EQ(direct.misses(), 17U);  // each of 8 loads of Y, 8 of Z and the store of X
  EXPECT_EQ(direct.first_misses, 5U);
  EXPECT_EQ(direct.conflict_misses, 12U);
  const CacheCounts anywhere = count_cache(LoopNest::plain, sizes, {32, 16, 0}).all();
  EXPECT_EQ(anywhere.misses(), 5U);
}

TEST(CacheRun, BlockingKeepsAPieceOfZ) {
  const CacheShape shape{4096, 64, 0};  // Z alone has 16 KiB
  const LoopSizes sizes{64, 64, 64, 16};
  const MatrixCounts plain = count_cache(LoopNest::plain, sizes, shape);
  const MatrixCounts blocked = count_cache(LoopNest::blocked, sizes, shape);
  // A column of Z touches 64 lines, as many as there are: each is gone before the next column wants it.
  EXPECT_EQ(plain.of(LoopMatrix::z).misses(), 64U * 64 * 64);
  EXPECT_EQ(blocked.of(LoopMatrix::z).misses(), 64U * 64 / 16);  // each line once
  EXPECT_LT(10 * blocked.all().misses(), plain.all().misses());
}

TEST(CacheRun, TellsWhereTheLoopsAre) {
  const LoopSizes sizes{3, 4, 5, 2};
  for (const LoopNest nest : {LoopNest::plain, LoopNest::blocked}) {
    const CacheRun run(nest, sizes, {});
    EXPECT_EQ(run.at(0).i, -1);
    std::size_t moment = 0;
    const auto expect = [&](int i, int j, int k, LoopMatrix matrix) {
      const LoopAccess& access = run.access(moment);
      const CacheRun::State state = run.at(++moment);
      EXPECT_EQ(access.matrix, matrix);
      EXPECT_EQ(std::tuple(state.i, state.j, state.k), std::tuple(i, j, k));
    };
    const int b = nest == LoopNest::plain ? 100 : sizes.block;
    for (int jj = 0; jj < sizes.n; jj += b)
      for (int kk = 0; kk < sizes.k; kk += b)
        for (int i = 0; i < sizes.m; ++i)
          for (int j = jj; j < std::min(jj + b, sizes.n); ++j) {
            for (int k = kk; k < std::min(kk + b, sizes.k); ++k) {
              expect(i, j, k, LoopMatrix::y);
              expect(i, j, k, LoopMatrix::z);
            }
            expect(i, j, -1, LoopMatrix::x);
            if (nest == LoopNest::blocked) expect(i, j, -1, LoopMatrix::x);
          }
    EXPECT_EQ(moment, run.size());
  }
}

TEST(CacheRun, LinesHoldTheElementsOfTheirMatrix) {
  const LoopSizes sizes{3, 5, 7, 2};
  const LoopMemory memory(sizes, {1024, 16, 4});
  std::array<std::uint64_t, loop_matrices> elements{};
  for (std::uint32_t line = 0; line < memory.lines(); ++line) {
    const LoopMemory::Elements held = memory.elements_of(line);
    EXPECT_EQ(held.first, elements[static_cast<std::size_t>(held.matrix)]);
    elements[static_cast<std::size_t>(held.matrix)] += held.count;
  }
  EXPECT_EQ(elements, (std::array<std::uint64_t, loop_matrices>{15, 21, 35}));
}

TEST(CacheRun, TooLongToPlayBackIsRefused) {
  EXPECT_THROW(CacheRun(LoopNest::plain, {512, 512, 512, 8}, {}), UsageError);
  EXPECT_THROW((void)count_cache(LoopNest::plain, {0, 1, 1, 1}, {}), UsageError);
  EXPECT_THROW((void)count_cache(LoopNest::blocked, {1, 1, 1, 0}, {}), UsageError);
}

// The same text on real numbers.
struct RealMatrix {
  std::vector<float>* elements;
  int columns;
  float* operator[](int row) const { return elements->data() + row * columns; }
};

TEST(LoopTexts, MakeTheProduct) {
  std::mt19937_64 random(9);
  for (int round = 0; round < 20; ++round) {
    const LoopSizes s = random_sizes(random);
    const auto matrix = [&](int elements) {
      std::vector<float> made(static_cast<std::size_t>(elements));
      for (float& element : made) element = static_cast<float>(random() % 9);  // small whole numbers: sums are exact
      return made;
    };
    std::vector<float> y = matrix(s.m * s.k), z = matrix(s.k * s.n);
    std::vector<float> plain(static_cast<std::size_t>(s.m * s.n), -1.0f), blocked(plain.size(), 0.0f);
    loops::Text<RealMatrix> text;
    text.plain({&plain, s.n}, {&y, s.k}, {&z, s.n}, s.m, s.n, s.k);
    text.blocked({&blocked, s.n}, {&y, s.k}, {&z, s.n}, s.m, s.n, s.k, s.block);
    for (int i = 0; i < s.m; ++i)
      for (int j = 0; j < s.n; ++j) {
        float sum = 0;
        for (int k = 0; k < s.k; ++k)
          sum += y[static_cast<std::size_t>(i * s.k + k)] * z[static_cast<std::size_t>(k * s.n + j)];
        ASSERT_EQ(plain[static_cast<std::size_t>(i * s.n + j)], sum);
        ASSERT_EQ(blocked[static_cast<std::size_t>(i * s.n + j)], sum);
      }
  }
}

TEST(LoopTexts, ALineIsThatOfTheTextShown) {
  for (const LoopNest nest : {LoopNest::plain, LoopNest::blocked}) {
    const CacheRun run(nest, {2, 2, 2, 1}, {});
    const std::string text(text_of(nest));
    for (std::size_t n = 0; n < run.size(); ++n) {
      std::size_t begin = 0;
      for (int line = 1; line < run.access(n).line; ++line) begin = text.find('\n', begin) + 1;
      const std::string line = text.substr(begin, text.find('\n', begin) - begin);
      const char* const names[] = {"X[i][j]", "Y[i][k]", "Z[k][j]"};
      EXPECT_NE(line.find(names[static_cast<std::size_t>(run.access(n).matrix)]), std::string::npos) << line;
    }
  }
}

}  // namespace
}  // namespace tilescope::test
