// The loops over lanes are made for several kinds of processors, and give the same on all of them.
#include "instrumentation/machine/lanes/operations.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace tilescope::machine {
namespace {

constexpr std::uint32_t lanes = 256, words = 300;
using Row = std::vector<std::uint32_t>;

std::vector<const Operations*> wider_ones() {
  std::vector<const Operations*> all;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) all.push_back(operations_avx2());
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    all.push_back(operations_avx512());
#endif
  return all;
}

std::uint32_t below(std::mt19937& random, std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); }

// Some lanes from `begin` to `end`, and a word for each of them: side by side, all the same, or anywhere.
struct Drawn {
  std::uint32_t begin, end;
  bool masked;
  Row mask = Row(lanes), numbers = Row(lanes);
  std::vector<std::uint64_t> bits = std::vector<std::uint64_t>(lanes / 64 + 1);
  std::vector<std::int32_t> index = std::vector<std::int32_t>(lanes, 1 << 29);

  explicit Drawn(std::mt19937& random)
      : begin(below(random, 40)), end(begin + 1 + below(random, 200)), masked(below(random, 2) == 1) {
    const std::uint32_t how = below(random, 4), first = below(random, 40), rare = 1 + below(random, 5);
    for (std::uint32_t& number : numbers) number = static_cast<std::uint32_t>(random());
    for (std::uint32_t n = begin; n < end; ++n) {
      if (masked && below(random, rare) != 0) continue;
      mask[n] = 0xffffffff;
      bits[n / 64] |= std::uint64_t{1} << n % 64;
      const std::uint32_t word = how == 0 ? first + n : how == 1 ? first : how == 2 ? n ^ 5U : below(random, words);
      index[n] = static_cast<std::int32_t>(word);
    }
  }
  [[nodiscard]] const std::uint64_t* which() const { return masked ? bits.data() : nullptr; }
};

struct Memory {
  Row data = Row(words), got = Row(lanes), written = Row(words), read = Row(words);
  Row numbers = Row(lanes), made = Row(lanes);
  std::vector<bool> races, shares;
  std::vector<Row> told;  // of each event: indices and values, and what all have in common
};

// They load or store, and the second time of three it is reported. Mostly where their words begin was found before.
void move(const Operations& by, const Drawn& drawn, Touches touches, Memory& memory) {
  const bool stores = drawn.numbers[0] % 2 == 0, tells = touches.now / 2 % 3 == 0;
  touches.written = memory.written.data();
  if (touches.now % 3 != 0) touches.read = memory.read.data();
  if (touches.now % 5 == 0) touches = {};
  Row values = stores ? drawn.numbers : memory.got;
  std::uint32_t count = 0;
  for (std::uint32_t n = drawn.begin; n < drawn.end; ++n) count += drawn.mask[n] != 0 ? 1 : 0;
  Row together(2 * lanes + 16);
  const RowOfLanes row{together.data(), together.data() + count, memory.numbers.data(),
                       stores ? nullptr : memory.made.data()};
  const EventRows rows{9, memory.made.data(), drawn.mask.data(), values.data()};
  Moves moves{memory.data.data(), drawn.index.data(), values.data(), touches};
  std::vector<std::int32_t> index(lanes), firsts(lanes);
  if (memory.races.size() % 4 != 0) {
    EXPECT_TRUE(by.find_inside({index.data(), nullptr, nullptr, firsts.data()}, drawn.index.data(), 0, words,
                               drawn.which(), drawn.begin, drawn.end));
    moves.firsts = firsts.data();
  }
  const Moved moved =
      (stores ? by.store : by.load)(moves, tells ? &row : nullptr, rows, drawn.which(), drawn.begin, drawn.end);
  if (!stores) memory.got = values;
  memory.races.push_back(moved.races);
  memory.shares.push_back(moved.shares);
  if (!tells) return;
  together.resize(std::size_t{2} * count);
  if (stores) together.push_back((moved.alike.same ? 1 : 0) + (moved.alike.as_far_back ? 2 : 0));
  memory.told.push_back(together);
}

TEST(Lanes, AllProcessorsTouchTheSameWords) {
  for (const Operations* const wider : wider_ones()) {
    std::mt19937 random(5);
    Memory plain, wide;
    for (std::uint32_t n = 0; n < 3000; ++n) {
      const Drawn drawn(random);
      const Touches touches{(n / 3 + 1) << touch_lane_bits, nullptr, nullptr};
      move(*operations_baseline(), drawn, touches, plain);
      move(*wider, drawn, touches, wide);
      for (std::uint32_t lane = drawn.begin; lane < drawn.end; ++lane) {
        if (drawn.mask[lane] == 0) continue;
        ASSERT_EQ(plain.got[lane], wide.got[lane]);
      }
      ASSERT_EQ(plain.data, wide.data);
      ASSERT_EQ(plain.written, wide.written);
      ASSERT_EQ(plain.read, wide.read);
      ASSERT_EQ(plain.numbers, wide.numbers);
      ASSERT_EQ(plain.made, wide.made);
      ASSERT_EQ(plain.told, wide.told);
      ASSERT_EQ(plain.races, wide.races);
      ASSERT_EQ(plain.shares, wide.shares);
    }
  }
}

TEST(Lanes, ALoadRacesWithAnothersStoreAndAStoreWithAnothersLoad) {
  std::vector<const Operations*> all = wider_ones();
  all.push_back(operations_baseline());
  for (const Operations* const by : all) {
    Row written(words), read(words);
    const std::vector<std::int32_t> own{0, 1, 2, 3}, same{4, 4, 4, 4}, shifted{1, 2, 3, 5};
    const Touches now{1U << touch_lane_bits, written.data(), read.data()};
    std::vector<std::int32_t> index(16);
    const auto touches = [&](bool stores, const std::vector<std::int32_t>& of, Touches when) {
      std::copy(of.begin(), of.end(), index.begin());
      Row data(words), values(lanes);
      return (stores ? by->store : by->load)({data.data(), index.data(), values.data(), when}, nullptr, {}, nullptr, 0,
                                             4)
          .races;
    };
    EXPECT_FALSE(touches(true, own, now));
    EXPECT_FALSE(touches(false, own, now));
    EXPECT_FALSE(touches(false, same, now));
    EXPECT_TRUE(touches(true, same, now));
    EXPECT_TRUE(touches(false, shifted, now));
    EXPECT_FALSE(touches(true, shifted, {2U << touch_lane_bits, written.data(), read.data()}));
  }
}

std::vector<Row> lines_after(const Operations& by, const Drawn& drawn, Row firsts) {
  std::vector<Line> lines(lanes + 1);
  Row scratch(4 * (lanes + 16)), numbers = firsts;
  std::vector<std::uint16_t> full(lanes + 16);
  for (std::uint32_t n = 0; n < lanes; ++n) numbers[n] += n % 7;
  const EventLines to{lines.data(), lanes, numbers.data(), firsts.data(), scratch.data()};
  const EventRows rows{9, drawn.numbers.data(), numbers.data(), drawn.mask.data()};
  const std::uint32_t count = by.put_events(to, rows, drawn.mask.data(), drawn.begin, drawn.end, full.data());
  std::vector<Row> all{{full.begin(), full.begin() + count}};
  for (std::uint32_t n = 0; n < lanes; ++n) all.emplace_back(lines[n].words, lines[n].words + 16);
  return all;
}

TEST(Lanes, AllProcessorsPutTheSameEvents) {
  std::mt19937 random(6);
  for (std::uint32_t n = 0; n < 200; ++n) {
    const Drawn drawn(random);
    const std::vector<Row> plain = lines_after(*operations_baseline(), drawn, drawn.numbers);
    for (const Operations* const wider : wider_ones()) ASSERT_EQ(plain, lines_after(*wider, drawn, drawn.numbers));
  }
}

}  // namespace
}  // namespace tilescope::machine
