// Launches for tests: planned as on the command line, recorded on the CPU.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "tests/support/factors.h"

namespace tilescope::test {

inline Launch launch(const std::string& kernel, std::int64_t m, std::int64_t n, std::int64_t k, int tile,
                     const std::string& inputs = "counting", std::uint64_t seed = 1) {
  Request request;
  request.kernel = kernel;
  request.m = m;
  request.n = n;
  request.k = k;
  request.tile = tile;
  request.inputs = inputs;
  request.seed = seed;
  return plan(request);
}

inline Trace record(const Launch& launch, unsigned cores = 1) {
  RecordOptions how;
  how.cores = cores;
  how.memory = std::uint64_t{1} << 30;
  return make_cpu_executor()->record(recorded_kernel(launch), launch, how);
}

// Whether two traces have the same events, thread by thread. Values are compared as bits; clocks are ignored.
inline bool same_events(const Trace& a, const Trace& b) {
  if (a.block_count() != b.block_count() || a.threads_per_block() != b.threads_per_block()) return false;
  for (std::size_t block = 0; block < a.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < a.threads_per_block(); ++thread) {
      const Column left = a.events(block, thread);
      const Column right = b.events(block, thread);
      if (left.size() != right.size() || !std::equal(left.begin(), left.end(), right.begin(), same_but_clock)) return false;
    }
  return true;
}

inline bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// C must be within K * 2^-23 * sum |a * b| of a product in double.
inline bool right_product(const Launch& l, const std::vector<float>& c) {
  const auto [m, n, k] = reading::sides_of(l);
  const std::vector<float> a = a_of(l), b = b_of(l);
  for (std::int64_t row = 0; row < m; ++row)
    for (std::int64_t col = 0; col < n; ++col) {
      double sum = 0, size = 0;
      for (std::int64_t inner = 0; inner < k; ++inner) {
        const double product =
            double{a[static_cast<std::size_t>(row * k + inner)]} * double{b[static_cast<std::size_t>(inner * n + col)]};
        sum += product;
        size += std::abs(product);
      }
      const double off = std::abs(double{c[static_cast<std::size_t>(row * n + col)]} - sum);
      if (!(off <= static_cast<double>(k) * 0x1p-23 * size)) return false;
    }
  return true;
}

}  // namespace tilescope::test
