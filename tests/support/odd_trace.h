// A small trace that fills every section of a trace file.
#pragma once

#include "instrumentation/trace/file/block_format.h"
#include "tests/support/form.h"
#include "tests/support/reseal.h"
#include "tests/support/text_kernels.h"
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
      [](std::size_t block, std::uint32_t thread, std::uint32_t number, PackedEvent& event) {
        if (block == 1 && thread == 1 && number == 0) event.value = 42;
      },
      std::move(parts));
}

// A small file that says it holds 65,536 blocks of as many threads, all of which did nothing.
inline FileBytes bomb_of_threads(const FileBytes& any) {
  constexpr std::uint32_t sides[] = {256, 256, 256, 256};         // of grid and block,
  constexpr std::size_t behind_sides = 16;                        // and what comes after them in the launch
  const FileBytes block{file::is_recorded, 0, 0x80, 0x80, 4, 0};  // 65,536 threads with path 0
  FileBytes blocks;
  for (int n = 0; n < 65536; ++n) blocks.insert(blocks.end(), block.begin(), block.end());
  TakenApart parts = take_apart(uncompressed(any));
  for (TakenApart::Chunk& chunk : parts.chunks) {
    if (chunk.entry.section == file::Section::launch)
      std::memcpy(chunk.stored.data() + chunk.stored.size() - behind_sides - sizeof sides, sides, sizeof sides);
    if (chunk.entry.section != file::Section::blocks) continue;
    chunk = packed_chunk(file::Section::blocks, blocks);
    chunk.entry.blocks = 65536;
  }
  return put_together(parts);
}

}  // namespace tilescope::test
