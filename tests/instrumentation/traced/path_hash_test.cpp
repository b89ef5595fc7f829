// What tells paths apart: every word of every event, their order, and how many there are.
#include "instrumentation/traced/path_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace tilescope::test {
namespace {

using traced::PathHash;
using Path = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::uint64_t hash_of(const Path& path) {
  PathHash hash;
  for (const auto& [what, origin] : path) hash.add(what, origin);
  return hash.finish(static_cast<std::uint32_t>(path.size()));
}

const std::uint32_t load = What{.kind = Kind::global_load, .array = 0, .line = 7}.packed();
const std::uint32_t stray = What{.kind = Kind::out_of_bounds, .array = 0, .line = 7}.packed();

TEST(PathHash, IsOfAllWordsInTheirOrder) {
  const Path path{{load, no_origin}, {stray, no_origin}, {load, 0}};
  EXPECT_EQ(hash_of(path), hash_of(path));
  std::set<std::uint64_t> others{hash_of(path)};
  for (std::size_t n = 0; n < path.size(); ++n)
    for (int bit = 0; bit < 32; ++bit) {
      Path other = path;
      other[n].first ^= 1U << bit;
      others.insert(hash_of(other));
      other = path;
      other[n].second ^= 1U << bit;
      others.insert(hash_of(other));
    }
  others.insert(hash_of({path[1], path[0], path[2]}));
  others.insert(hash_of({path[0], path[2], path[1]}));
  others.insert(hash_of({path[0], path[1]}));
  others.insert(hash_of({}));
  EXPECT_EQ(others.size(), 1 + 3 * 64 + 4U);
  EXPECT_FALSE(others.contains(0));
}

// At ragged edges threads differ in which of a thousand loads are stray: here in any one, and in any two.
TEST(PathHash, TellsWhichLoadsAreStray) {
  constexpr std::size_t length = 600;
  std::set<std::uint64_t> seen;
  std::size_t paths = 0;
  Path path(length, {load, no_origin});
  for (std::size_t a = 0; a < length; ++a)
    for (std::size_t b = a; b < length; ++b, ++paths) {
      path[a].first = path[b].first = stray;
      seen.insert(hash_of(path));
      path[a].first = path[b].first = load;
    }
  EXPECT_EQ(seen.size(), paths);
}

// Loads that are far apart by a power of two, as sums modulo a power of two would take for the same.
TEST(PathHash, TellsLoadsThatAreFarApart) {
  std::set<std::uint64_t> seen;
  Path path(40000, {load, no_origin});
  for (std::size_t n = 0; n < path.size(); n += 512) {
    path[n].first = stray;
    seen.insert(hash_of(path));
    path[n].first = load;
  }
  EXPECT_EQ(seen.size(), (path.size() + 511) / 512);
}

}  // namespace
}  // namespace tilescope::test
