// Which atomics and stores may overtake an unfenced store to an array.
#include "instrumentation/machine/fences.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::machine {
namespace {

using Names = std::set<std::string>;

// The arrays whose sites may overtake a store to `data`.
Names past_data(const std::string& body) {
  const Prepared kernel =
      test::prepared("__global__ void k(int* data, int* flag, int n) {\n  int t = threadIdx.x;\n  " + body + "\n}\n");
  const Code& code = kernel.code();
  const std::vector<std::uint32_t> sites = sites_past_unfenced_stores(code).at(0);
  Names names;
  for (const std::uint32_t site : sites) names.insert(code.arrays[code.sites[site].array].name);
  return names;
}

TEST(Fences, StandBetweenAStoreAndAnAtomic) {
  EXPECT_EQ(past_data("data[t] = 1; __threadfence(); atomicAdd(flag, 1);"), Names{});
  EXPECT_EQ(past_data("data[t] = 1; atomicAdd(flag, 1); __threadfence();"), Names{"flag"});
  EXPECT_EQ(past_data("data[t] = 1; flag[t] = 1; __threadfence();"), Names{"flag"});
  EXPECT_EQ(past_data("__threadfence(); data[t] = 1; atomicAdd(flag, 1);"), Names{"flag"});
}

TEST(Fences, AreNotLookedForWhereAKernelHasNone) { EXPECT_EQ(past_data("data[t] = 1; atomicAdd(flag, 1);"), Names{}); }

TEST(Fences, OfOneWayAreNoneOfTheOther) {
  EXPECT_EQ(past_data("data[t] = 1; if (t < n) __threadfence(); atomicAdd(flag, 1);"), Names{"flag"});
  EXPECT_EQ(past_data("if (t < n) data[t] = 1; else __threadfence(); atomicAdd(flag, 1);"), Names{"flag"});
  EXPECT_EQ(past_data("data[t] = 1; if (t < n) __threadfence(); else __threadfence(); atomicAdd(flag, 1);"), Names{});
}

TEST(Fences, OfOneThreadBehindABarrierAreThoseOfAll) {
  EXPECT_EQ(past_data("data[t] = 1; __syncthreads(); if (t == 0) __threadfence(); atomicAdd(flag, 1);"), Names{});
  EXPECT_EQ(past_data("data[t] = 1; if (t == 0) __threadfence(); __syncthreads(); atomicAdd(flag, 1);"), Names{"flag"});
  EXPECT_EQ(past_data("data[t] = 1; __syncthreads(); atomicAdd(flag, 1); __threadfence();"), Names{"flag"});
}

TEST(Fences, AreMissedByTheNextRoundOfALoop) {
  EXPECT_EQ(past_data("for (int i = 0; i < n; ++i) { atomicAdd(flag, 1); __threadfence(); data[i] = t; }"),
            Names{"flag"});
  EXPECT_EQ(past_data("for (int i = 0; i < n; ++i) { atomicAdd(flag, 1); data[i] = t; __threadfence(); }"), Names{});
}

TEST(Fences, DoNothingBehindAReturn) {
  EXPECT_EQ(past_data("if (t < n) { data[t] = 1; return; } atomicAdd(flag, 1); __threadfence();"), Names{});
}

}  // namespace
}  // namespace tilescope::machine
