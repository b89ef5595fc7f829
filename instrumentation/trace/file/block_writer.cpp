#include "instrumentation/trace/file/block_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/error.h"
#include "instrumentation/trace/file/block_format.h"

namespace tilescope::file {

namespace {

// Small enough to read when only one block is wanted, large enough to compress well.
constexpr std::uint64_t group_events = std::uint64_t{1} << 18;
constexpr std::size_t group_bytes = std::size_t{64} << 10;

// Compares recorded events with their prediction, and notes the differences.
template <class Bits>
class Differences {
 public:
  using Word = Bits;
  Differences(const Trace& trace, std::size_t block) : trace_(trace), of_(trace.block(block)), block_(block) {}

  static bool together(const Bundle&, const BlockMemory&) { return false; }
  void begin(const Bundle& bundle, Columns<Word>& columns) {
    lanes_ = bundle.threads;
    for (std::uint32_t& lane : lanes_) lane += of_.first_lane;
    columns.take(*of_.record, lanes_, bundle.events().first);
  }
  void end(const Bundle&, const Columns<Word>&) const {}
  [[nodiscard]] Recorded<Word> before(const Lane& lane) const { return {trace_.events(block_, lane.number)}; }

  std::uint32_t index(std::uint32_t recorded, std::uint32_t predicted) {
    index_off_ = recorded - predicted;
    return recorded;
  }
  // A clock is not a value, and never differs.
  Word value(const Step& step, Word recorded, Word predicted) {
    if (step.rule == Rule::nothing) recorded = predicted;
    const Word off = recorded ^ predicted;
    if ((index_off_ | off) == 0)
      ++right_;
    else
      note(off);
    return recorded;
  }
  void beyond(const Step& step, std::uint32_t index) const {
    throw Error(fmt::format("{}: an event cannot be saved: element {} is outside {}", trace_.launch().kernel, index,
                            trace_.arrays()[step.array].name));
  }

  void write(SectionWriter& out) const {
    out.varint(count_);
    out.bytes(noted_.data(), noted_.size());
  }

 private:
  void note(Word off) {
    std::uint64_t head =
        right_ << difference_bits | (index_off_ != 0 ? index_differs : 0) | (off != 0 ? value_differs : 0);
    for (; head > 0x7f; head >>= 7) noted_.push_back(static_cast<Byte>(head | 0x80));
    noted_.push_back(static_cast<Byte>(head));
    if (index_off_ != 0) note_bytes(index_off_);
    if (off != 0) note_bytes(off);
    right_ = 0;
    ++count_;
  }

  template <class Number>
  void note_bytes(Number number) {
    const auto* const bytes = reinterpret_cast<const Byte*>(&number);
    noted_.insert(noted_.end(), bytes, bytes + sizeof number);
  }

  const Trace& trace_;
  const BlockTrace& of_;
  std::size_t block_;
  std::vector<std::uint32_t> lanes_;
  std::uint32_t index_off_ = 0;
  std::uint64_t right_ = 0;
  std::uint64_t count_ = 0;
  std::vector<Byte> noted_;
};

}  // namespace

BlockWriter::BlockWriter(const Trace& trace, const PathFinder& finder, ChunkWriter& chunks,
                         std::vector<std::vector<std::byte>>& left)
    : trace_(trace),
      finder_(finder),
      blocks_(chunks, Section::blocks),
      clocks_(chunks, Section::clocks, 0),
      memory_(trace.launch(), trace.arrays(), uses_of(finder.paths().all, trace.arrays().size())) {
  memory_.follow_left(left);
}

void BlockWriter::write_all() {
  for (std::size_t block = 0; block < trace_.block_count(); ++block) {
    write(block);
    if (events_ >= group_events || blocks_.buffered() >= group_bytes) flush(block + 1);
  }
  flush(trace_.block_count());
}

void BlockWriter::flush(std::size_t end_block) {
  const auto blocks = static_cast<std::uint32_t>(end_block - first_block_);
  if (blocks == 0) return;
  blocks_.flush(blocks, events_);
  if (has_clocks_)
    clocks_.flush(blocks, first_block_);
  else
    clocks_.drop();
  first_block_ = end_block;
  events_ = 0;
  has_clocks_ = false;
  last_paths_ = {};
}

void BlockWriter::write(std::size_t block) {
  const BlockTrace& of = trace_.block(block);
  std::span<const std::uint32_t> paths;
  if (of.recorded()) {
    paths = std::span(finder_.path_of_thread()).subspan(next_thread_, trace_.threads_per_block());
    next_thread_ += paths.size();
  }
  const bool same = of.recorded() && !last_paths_.empty() && of.record->shape == last_shape_ &&
                    std::equal(paths.begin(), paths.end(), last_paths_.begin());
  blocks_.number(static_cast<std::uint8_t>((of.recorded() ? is_recorded : 0) | (of.tallies.empty() ? 0 : has_tallies) |
                                           (of.lost == 0 ? 0 : has_lost) | (same ? same_paths : 0) |
                                           (of.recorded() && of.record->shape.wide ? is_wide_block : 0) |
                                           (of.recorded() && of.record->shape.pairs ? has_pairs : 0)));
  if (of.lost != 0) blocks_.varint(of.lost);
  if (!of.tallies.empty()) write_tallies(of);
  if (!of.recorded()) return;
  if (!same) write_paths(paths);
  write_differences(block, paths);
  if (of.record->shape.pairs) write_pairs(block, paths);
  write_clocks(block, paths);
  last_paths_ = paths;
  last_shape_ = of.record->shape;
}

void BlockWriter::write_tallies(const BlockTrace& of) {
  if (of.tallies.size() != trace_.arrays().size() + 2)
    throw Error(
        fmt::format("{}: {} tallies for {} arrays", trace_.launch().kernel, of.tallies.size(), trace_.arrays().size()));
  for (const Tallies& tallies : of.tallies)
    for (const Tally& tally : tallies) {
      blocks_.varint(tally.total);
      blocks_.varint(tally.thread_max);
    }
}

void BlockWriter::write_paths(std::span<const std::uint32_t> paths) {
  for (std::size_t first = 0; first < paths.size();) {
    std::size_t end = first + 1;
    while (end < paths.size() && paths[end] == paths[first]) ++end;
    blocks_.varint(paths[first]);
    blocks_.varint(end - first);
    first = end;
  }
}

void BlockWriter::write_differences(std::size_t block, std::span<const std::uint32_t> paths) {
  std::vector<Lane> lanes;
  for (std::uint32_t thread = 0; thread < paths.size(); ++thread) {
    if (paths[thread] == 0) continue;
    lanes.push_back({&finder_.paths().all[paths[thread]], thread});
    events_ += lanes.back().path->length();
  }
  const Launch& launch = trace_.launch();
  const ThreadPlace at{static_cast<std::uint32_t>(block / launch.grid.x),
                       static_cast<std::uint32_t>(block % launch.grid.x)};
  const auto write_words = [&](auto differences) {
    walk(lanes, launch.block, at, memory_, differences);
    differences.write(blocks_);
  };
  if (trace_.block(block).record->shape.wide)
    write_words(Differences<std::uint64_t>(trace_, block));
  else
    write_words(Differences<std::uint32_t>(trace_, block));
}

// Writes the second values, thread after thread.
void BlockWriter::write_pairs(std::size_t block, std::span<const std::uint32_t> paths) {
  for (std::uint32_t thread = 0; thread < paths.size(); ++thread) {
    const Path& path = finder_.paths().all[paths[thread]];
    if (path.pairs.empty()) continue;
    const Column events = trace_.events(block, thread);
    for (const std::uint32_t number : path.pairs) {
      const Event event = events[number];
      blocks_.varint(
          zigzag(static_cast<std::int64_t>(event.second - expected_second(event.kind(), event.bits, number))));
    }
  }
}

// Writes the clock of each barrier, thread after thread, as its difference from the clock before.
void BlockWriter::write_clocks(std::size_t block, std::span<const std::uint32_t> paths) {
  const auto each = [&](auto use) {
    for (std::uint32_t thread = 0; thread < paths.size(); ++thread) {
      const Column events = trace_.events(block, thread);
      bool first = true;
      for (const std::uint32_t number : finder_.paths().all[paths[thread]].barriers) {
        use(events[number].clock(), first);
        first = false;
      }
    }
  };
  bool any = false;
  each([&](std::uint32_t clock, bool) { any = any || clock != 0; });
  clocks_.number(static_cast<std::uint8_t>(any ? 1 : 0));
  if (!any) return;
  has_clocks_ = true;
  std::uint32_t last = 0, begin = 0;
  each([&](std::uint32_t clock, bool first) {
    clocks_.varint(zigzag(std::int64_t{static_cast<std::int32_t>(clock - (first ? begin : last))}));
    if (first) begin = clock;
    last = clock;
  });
}

}  // namespace tilescope::file
