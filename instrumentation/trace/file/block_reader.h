// Reads what blocks did, one block at a time: their events are made anew by prediction, and what differs is put right.
#pragma once

#include <memory>
#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/file/groups.h"
#include "instrumentation/trace/file/path.h"
#include "instrumentation/trace/file/walk.h"

namespace tilescope::file {

// Memory that may still be asked for, so that a small file cannot ask for all there is.
class Allowance {
 public:
  Allowance(const ChunkReader& file, std::uint64_t bytes) : file_(file), left_(bytes), all_(bytes) {}
  void take(std::uint64_t bytes);

 private:
  const ChunkReader& file_;
  std::uint64_t left_;
  std::uint64_t all_;
};

// Cuts slabs into the pieces of columns.
class Pieces {
 public:
  explicit Pieces(std::shared_ptr<EventPool> pool) : pool_(std::move(pool)) {}
  static constexpr unsigned shift = 6;
  static constexpr std::uint32_t events = 1U << shift;

  [[nodiscard]] Event* allocate();
  [[nodiscard]] std::vector<EventPool::Slab> take_slabs() { return std::move(slabs_); }

 private:
  std::shared_ptr<EventPool> pool_;
  std::vector<EventPool::Slab> slabs_;
  std::size_t free_ = 0;  // events in the last slab
};

class BlockReader {
 public:
  BlockReader(const ChunkReader& file, const Launch& launch, const std::vector<ArrayInfo>& arrays,
              const std::vector<Path>& paths, Allowance& allowance);

  void follow_result(std::vector<float>& c) { memory_.follow_result(c); }
  // All blocks of a group, or one of them.
  void read_group(const Group& group, Pieces& pieces, std::vector<BlockTrace>& blocks);
  [[nodiscard]] BlockTrace read_one(const Group& group, std::uint32_t which, Pieces& pieces);

 private:
  struct Record;
  void read_head(SectionReader& in, Record& record) const;
  void read_paths(SectionReader& in, Record& record) const;
  void make_room(const Record& record, BlockTrace& block, Pieces& pieces) const;
  void read_events(SectionReader& in, const Record& record, std::size_t number, BlockTrace& block);
  static void skip_events(SectionReader& in);
  void read_clocks(SectionReader& in, const Record& record, BlockTrace* block) const;

  const ChunkReader& file_;
  const Launch& launch_;
  const std::vector<ArrayInfo>& arrays_;
  const std::vector<Path>& paths_;
  Allowance& allowance_;
  BlockMemory memory_;
};

}  // namespace tilescope::file
