// A small trace that fills every section of a trace file.
#pragma once

#include "tests/support/form.h"
#include "tests/support/odd_kernels.h"
#include "tests/support/trace_files.h"

namespace tilescope::test {

// Events that differ from what is predicted, clocks, a fault, blocks that were only counted.
inline Trace small_trace() {
  Launch l = square("fault_in_block", 4, {2, 1}, {4, 2});
  l.m = 2, l.n = 2;
  l.a.resize(8), l.b.resize(8);
  l.record = Record::window;
  l.window = {{0, 0, 0, 1}, {1, 2, 1, 2}};
  RecordOptions how;
  how.cores = 1;
  how.memory = 1 << 24;
  const Trace trace = as_of_a_gpu(make_cpu_executor()->record(odd_kernel("fault_in_block"), l, how));
  Trace::Parts parts;
  parts.executor = trace.executor();
  parts.backend = trace.backend();
  return edited(
      trace,
      [](std::size_t block, std::uint32_t thread, std::uint32_t number, Event& event) {
        if (block == 1 && thread == 1 && number == 0) event.value = 42;
      },
      std::move(parts));
}

}  // namespace tilescope::test
