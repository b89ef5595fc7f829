// Reads the events of blocks, one block at a time: it predicts them again and corrects those that differ.
#pragma once

#include <memory>
#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/file/groups.h"
#include "instrumentation/trace/file/path.h"
#include "instrumentation/trace/file/walk.h"

namespace tilescope::file {

// The memory that a reader may still allocate, so that a small file cannot exhaust the machine.
class Allowance {
 public:
  Allowance(const ChunkReader& file, std::uint64_t bytes) : file_(file), left_(bytes), all_(bytes) {}
  void take(std::uint64_t bytes);

 private:
  const ChunkReader& file_;
  std::uint64_t left_;
  std::uint64_t all_;
};

class BlockReader {
 public:
  BlockReader(const ChunkReader& file, const Launch& launch, const std::vector<ArrayInfo>& arrays, const Paths& paths,
              Allowance& allowance);

  void follow_left(std::vector<std::vector<std::byte>>& left) { memory_.follow_left(left); }
  // Reads all blocks of a group, or one of them.
  void read_group(const Group& group, EventMemory& memory, std::vector<BlockTrace>& blocks);
  [[nodiscard]] BlockTrace read_one(const Group& group, std::uint32_t which, EventMemory& memory);

 private:
  struct Head;
  void read_head(SectionReader& in, Head& head) const;
  void read_paths(SectionReader& in, Head& head) const;
  [[nodiscard]] std::shared_ptr<const LanesRecord> make_room(const Head& head, EventMemory& memory) const;
  void read_events(SectionReader& in, const Head& head, std::size_t number, const LanesRecord& record);
  void read_pairs(SectionReader& in, const Head& head, const LanesRecord* record) const;
  static void skip_events(SectionReader& in, const Head& head);
  void read_clocks(SectionReader& in, const Head& head, const LanesRecord* record) const;

  const ChunkReader& file_;
  const Launch& launch_;
  const std::vector<ArrayInfo>& arrays_;
  const Paths& paths_;
  Allowance& allowance_;
  BlockMemory memory_;
};

}  // namespace tilescope::file
