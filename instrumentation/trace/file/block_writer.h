// Writes the events of each block: the path of each thread, and what differs from the prediction.
#pragma once

#include <vector>

#include "instrumentation/trace/file/chunk_writer.h"
#include "instrumentation/trace/file/path_finder.h"
#include "instrumentation/trace/file/walk.h"

namespace tilescope::file {

class BlockWriter {
 public:
  // For each array that has a size in `left`, `left` receives what the stores of all blocks leave in it.
  BlockWriter(const Trace& trace, const PathFinder& finder, ChunkWriter& chunks,
              std::vector<std::vector<std::byte>>& left);

  void write_all();

 private:
  void write(std::size_t block);
  void write_tallies(const BlockTrace& of);
  void write_paths(std::span<const std::uint32_t> paths);
  void write_differences(std::size_t block, std::span<const std::uint32_t> paths);
  void write_clocks(std::size_t block, std::span<const std::uint32_t> paths);
  void write_pairs(std::size_t block, std::span<const std::uint32_t> paths);
  void flush(std::size_t end_block);

  const Trace& trace_;
  const PathFinder& finder_;
  SectionWriter blocks_;
  SectionWriter clocks_;
  BlockMemory memory_;
  // The group of blocks that is being gathered:
  std::size_t first_block_ = 0;
  std::uint64_t events_ = 0;
  bool has_clocks_ = false;
  std::span<const std::uint32_t> last_paths_;
  RowShape last_shape_;
  std::size_t next_thread_ = 0;  // among all recorded threads
};

}  // namespace tilescope::file
