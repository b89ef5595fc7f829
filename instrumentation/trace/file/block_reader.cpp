#include "instrumentation/trace/file/block_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "instrumentation/memory.h"
#include "instrumentation/trace/file/block_format.h"

namespace tilescope::file {

// What is said of a block before its events.
struct BlockReader::Record {
  std::uint8_t flags = 0;
  std::uint64_t lost = 0;
  std::vector<Tallies> tallies;
  std::vector<std::uint32_t> paths;  // of its threads
  std::uint64_t events = 0;

  [[nodiscard]] bool recorded() const { return (flags & is_recorded) != 0; }
};

namespace {

Event* event_at(const BlockTrace& block, std::uint32_t thread, std::uint32_t number) {
  // The pieces are const for all but who fills them.
  return const_cast<Event*>(block.pieces[block.first_piece[thread] + (number >> Pieces::shift)]) +
         (number & (Pieces::events - 1));
}

// Makes events as they are predicted, but for those that the file tells to differ.
class Rebuilding {
 public:
  Rebuilding(SectionReader& in, BlockTrace& block, std::uint64_t events) : in_(in), block_(block), events_(events) {
    differences_ = in_.varint();
    read_next();
  }

  struct Values {
    const Event* const* pieces;
    float operator[](std::uint32_t number) const {
      return pieces[number >> Pieces::shift][number & (Pieces::events - 1)].value;
    }
  };
  [[nodiscard]] Values values(const Lane& lane) const {
    return {block_.pieces.data() + block_.first_piece[lane.number]};
  }

  std::uint32_t index(const Lane&, std::uint32_t, const Step&, std::uint32_t predicted) {
    index_ = predicted;
    value_off_ = 0;
    if (event_++ == next_) [[unlikely]]
      put_right();
    return index_;
  }
  float value(const Lane& lane, std::uint32_t number, const Step& step, float predicted) {
    const float value = bits_as_float(float_as_bits(predicted) ^ value_off_);
    *event_at(block_, lane.number, number) = {index_, value, step.origin, step.what};
    return value;
  }
  void beyond(const Step& step, std::uint32_t index) const {
    in_.refuse(fmt::format("element {} of array {}, which is beyond it", index, step.array));
  }
  void require_end() const {
    if (differences_ != 0) in_.refuse("differences in events that are not there");
  }

 private:
  void read_next() {
    if (differences_ == 0) {
      next_ = none;
      return;
    }
    const std::uint64_t head = in_.varint();
    differs_ = head & (index_differs | value_differs);
    if (differs_ == 0) in_.refuse("a difference that is none");
    const std::uint64_t right = head >> difference_bits;
    if (right >= events_ - event_) in_.refuse("a difference behind the last event");
    next_ = event_ + right;
  }
  void put_right() {
    if ((differs_ & index_differs) != 0) index_ += in_.number<std::uint32_t>();
    if ((differs_ & value_differs) != 0) value_off_ = in_.number<std::uint32_t>();
    --differences_;
    read_next();
  }

  static constexpr std::uint64_t none = ~std::uint64_t{0};
  SectionReader& in_;
  BlockTrace& block_;
  std::uint64_t events_;
  std::uint64_t event_ = 0;        // that comes next, in the order of the walk
  std::uint64_t next_ = none;      // that differs
  std::uint64_t differences_ = 0;  // from that one on
  std::uint64_t differs_ = 0;
  std::uint32_t index_ = 0;
  std::uint32_t value_off_ = 0;
};

}  // namespace

void Allowance::take(std::uint64_t bytes) {
  if (bytes > left_)
    throw file_.header_error(
        fmt::format("the trace needs more than {} of memory, which is what may be used", in_words(all_)));
  left_ -= bytes;
}

Event* Pieces::allocate() {
  if (free_ < events) {
    slabs_.push_back(pool_->take());
    free_ = EventPool::slab_events;
  }
  Event* const piece = slabs_.back().events() + (EventPool::slab_events - free_);
  free_ -= events;
  return piece;
}

BlockReader::BlockReader(const ChunkReader& file, const Launch& launch, const std::vector<ArrayInfo>& arrays,
                         const std::vector<Path>& paths, Allowance& allowance)
    : file_(file),
      launch_(launch),
      arrays_(arrays),
      paths_(paths),
      allowance_(allowance),
      memory_(launch, arrays, uses_of(paths, arrays.size())) {}

void BlockReader::read_group(const Group& group, Pieces& pieces, std::vector<BlockTrace>& blocks) {
  SectionReader in(file_, group.chunks);
  std::optional<SectionReader> clocks;
  if (!group.clock_chunks.empty()) clocks.emplace(file_, group.clock_chunks);
  Record record;
  std::uint64_t events = 0;
  for (std::uint32_t n = 0; n < group.blocks; ++n) {
    read_head(in, record);
    BlockTrace& block = blocks.emplace_back();
    block.recorded = record.recorded();
    block.lost = record.lost;
    block.tallies = std::move(record.tallies);
    if (!block.recorded) continue;
    events += record.events;
    if (events > group.events)
      in.refuse(fmt::format("more than {} events, which is what the table says", group.events));
    make_room(record, block, pieces);
    read_events(in, record, group.first_block + n, block);
    if (clocks) read_clocks(*clocks, record, &block);
  }
  in.require_end();
  if (clocks) clocks->require_end();
  if (events != group.events) in.refuse(fmt::format("{} events, and the table says {}", events, group.events));
}

BlockTrace BlockReader::read_one(const Group& group, std::uint32_t which, Pieces& pieces) {
  SectionReader in(file_, group.chunks);
  std::optional<SectionReader> clocks;
  if (!group.clock_chunks.empty()) clocks.emplace(file_, group.clock_chunks);
  Record record;
  for (std::uint32_t n = 0;; ++n) {
    read_head(in, record);
    if (n == which) break;
    if (!record.recorded()) continue;
    skip_events(in);
    if (clocks) read_clocks(*clocks, record, nullptr);
  }
  BlockTrace block;
  block.recorded = record.recorded();
  block.lost = record.lost;
  block.tallies = std::move(record.tallies);
  if (!block.recorded) return block;
  make_room(record, block, pieces);
  read_events(in, record, group.first_block + which, block);
  if (clocks) read_clocks(*clocks, record, &block);
  return block;
}

void BlockReader::read_head(SectionReader& in, Record& record) const {
  record.flags = in.number<std::uint8_t>();
  if ((record.flags & ~all_block_flags) != 0) in.refuse(fmt::format("a block with flags {:#x}", record.flags));
  record.lost = (record.flags & has_lost) != 0 ? in.varint() : 0;
  record.tallies.clear();
  if ((record.flags & has_tallies) != 0) {
    allowance_.take((arrays_.size() + 2) * sizeof(Tallies));
    record.tallies.resize(arrays_.size() + 2);
    for (Tallies& tallies : record.tallies)
      for (Tally& tally : tallies) {
        tally.total = in.varint();
        tally.thread_max = static_cast<std::uint32_t>(in.varint(~std::uint32_t{0}, "a largest count"));
      }
  } else if (!record.recorded()) {
    in.refuse("a block without events or counts");
  }
  if (record.recorded()) read_paths(in, record);
  allowance_.take(bytes_per_block + record.paths.size() * bytes_per_thread);
}

void BlockReader::read_paths(SectionReader& in, Record& record) const {
  const std::uint64_t threads = launch_.threads_per_block();
  if ((record.flags & same_paths) != 0) {
    if (record.paths.empty()) in.refuse("the same paths as a block before, of which there is none");
    return;
  }
  record.paths.clear();
  record.events = 0;
  while (record.paths.size() < threads) {
    const std::uint64_t path = in.varint(paths_.size() - 1, "a path");
    const std::uint64_t run = in.varint(threads - record.paths.size(), "a run of threads");
    if (run == 0) in.refuse("a run of no threads");
    record.paths.insert(record.paths.end(), run, static_cast<std::uint32_t>(path));
    record.events += run * paths_[path].length();
  }
}

void BlockReader::make_room(const Record& record, BlockTrace& block, Pieces& pieces) const {
  std::uint64_t count = 0;
  for (const std::uint32_t path : record.paths)
    count += (std::uint64_t{paths_[path].length()} + Pieces::events - 1) / Pieces::events;
  allowance_.take(count * (Pieces::events * sizeof(Event) + sizeof(void*)));
  block.pieces.reserve(count);
  block.first_piece.reserve(record.paths.size());
  block.kept.reserve(record.paths.size());
  for (const std::uint32_t path : record.paths) {
    const std::uint32_t length = paths_[path].length();
    block.first_piece.push_back(static_cast<std::uint32_t>(block.pieces.size()));
    block.kept.push_back(length);
    for (std::uint64_t n = 0; n < length; n += Pieces::events) block.pieces.push_back(pieces.allocate());
  }
}

void BlockReader::read_events(SectionReader& in, const Record& record, std::size_t number, BlockTrace& block) {
  std::vector<Lane> lanes;
  for (std::uint32_t thread = 0; thread < record.paths.size(); ++thread)
    if (record.paths[thread] != 0) lanes.push_back({&paths_[record.paths[thread]], thread});
  Rebuilding rebuilding(in, block, record.events);
  const ThreadPlace at{static_cast<std::uint32_t>(number / launch_.grid.x),
                       static_cast<std::uint32_t>(number % launch_.grid.x)};
  walk(lanes, launch_.block, at, memory_, rebuilding);
  rebuilding.require_end();
}

void BlockReader::skip_events(SectionReader& in) {
  for (std::uint64_t left = in.varint(); left > 0; --left) {
    const std::uint64_t differs = in.varint();
    if ((differs & index_differs) != 0) static_cast<void>(in.number<std::uint32_t>());
    if ((differs & value_differs) != 0) static_cast<void>(in.number<std::uint32_t>());
  }
}

// Without a block, they are gone past.
void BlockReader::read_clocks(SectionReader& in, const Record& record, BlockTrace* block) const {
  if (in.varint(1, "a yes or no") == 0) return;
  std::uint32_t last = 0, begin = 0;
  for (std::uint32_t thread = 0; thread < record.paths.size(); ++thread) {
    bool first = true;
    for (const std::uint32_t number : paths_[record.paths[thread]].barriers) {
      const auto later = static_cast<std::uint32_t>(in.varint(~std::uint32_t{0}, "a clock's step"));
      const std::uint32_t clock = (first ? begin : last) + static_cast<std::uint32_t>(from_zigzag(later));
      if (first) begin = clock;
      first = false;
      last = clock;
      if (block != nullptr) event_at(*block, thread, number)->value = bits_as_float(clock);
    }
  }
}

}  // namespace tilescope::file
