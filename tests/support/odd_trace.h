// A small trace that fills every section of a trace file.
#pragma once

#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/file/block_format.h"
#include "instrumentation/trace/file/particulars.h"
#include "tests/support/form.h"
#include "tests/support/reseal.h"
#include "tests/support/text_kernels.h"
#include "tests/support/trace_files.h"

namespace tilescope::test {

// Has mispredicted events, clocks, a fault, and blocks that were only counted.
inline Trace small_trace() {
  Launch l = rectangle(odd_kernel("fault_in_block"), {2, 2, 4}, {2, 1}, {4, 2});
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

// A trace without matrices, with numbers of all sizes and events with two values.
inline Trace trace_of_any_arrays() {
  Request request;
  request.kernel = texts_folder() + "/any_arrays.cu";
  const Launch launch = plan(request);
  return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
}

// The launch section of a file, uncompressed.
inline FileBytes section_of(const Launch& launch) {
  const std::string path = (fresh_folder("launch_section") / "launch").string();
  {
    file::ReplacingFile to(path);
    file::ChunkWriter chunks(to);
    file::SectionWriter section(chunks, file::Section::launch);
    file::write_launch(launch, section);
    chunks.finish();
    to.take_place();
  }
  return take_apart(uncompressed(read_bytes(path))).chunks[0].stored;
}

inline void put_launch(TakenApart& parts, const Launch& launch) {
  for (TakenApart::Chunk& chunk : parts.chunks) {
    if (chunk.entry.section != file::Section::launch) continue;
    chunk.stored = section_of(launch);
    chunk.entry.bytes = static_cast<std::uint32_t>(chunk.stored.size());
  }
}

// A small file that claims to hold 65,536 blocks of 65,536 threads, none of which did anything.
inline FileBytes bomb_of_threads(const FileBytes& any) {
  const FileBytes block{file::is_recorded, 0, 0x80, 0x80, 4, 0};  // 65,536 threads with path 0
  FileBytes blocks;
  for (int n = 0; n < 65536; ++n) blocks.insert(blocks.end(), block.begin(), block.end());
  TakenApart parts = take_apart(uncompressed(any));
  Launch launch = TraceFile("a.tsc", any).launch_without_inputs();
  launch.grid = launch.block = {256, 256};
  put_launch(parts, launch);
  for (TakenApart::Chunk& chunk : parts.chunks) {
    if (chunk.entry.section != file::Section::blocks) continue;
    chunk = packed_chunk(file::Section::blocks, blocks);
    chunk.entry.blocks = 65536;
  }
  return put_together(parts);
}

}  // namespace tilescope::test
