#include "instrumentation/trace/file/block_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <unordered_map>

#include "instrumentation/memory.h"
#include "instrumentation/trace/file/block_format.h"

namespace tilescope::file {

// The part of a block before its events.
struct BlockReader::Head {
  std::uint8_t flags = 0;
  std::uint64_t lost = 0;
  std::vector<Tallies> tallies;
  std::vector<std::uint32_t> paths;  // of the block's threads
  RowShape shape_of_paths;           // from when the paths were read
  std::uint64_t events = 0;

  [[nodiscard]] bool recorded() const { return (flags & is_recorded) != 0; }
  [[nodiscard]] RowShape shape() const {
    return {.wide = (flags & is_wide_block) != 0, .pairs = (flags & has_pairs) != 0};
  }
  [[nodiscard]] BlockTrace block() { return {nullptr, 0, lost, std::move(tallies)}; }
};

namespace {

// A slab has room for a piece with this many lanes.
constexpr std::size_t most_lanes = 1024;
static_assert(piece_rows * (2 + RowShape{.wide = true, .pairs = true}.words() * most_lanes) <= EventPool::slab_words);
// The minimum cost of a segment for a reader.
constexpr std::uint64_t bytes_per_segment = 2 * sizeof(Segment) + 64;

// The location of a thread's indices and values; const for all code except the code that fills them. The words of the
// next threads in its segment follow directly.
class Rows {
 public:
  Rows() = default;
  Rows(const LanesRecord& record, std::uint32_t lane)
      : segment_(&record.segments[record.parts_of(lane)[0].segment]),
        place_(record.parts_of(lane)[0].place),
        lanes_(segment_->lanes.size()) {}

  [[nodiscard]] std::uint32_t* index(std::uint32_t number) const {
    return segment_->row(Segment::place_of(number)) + place_;
  }
  [[nodiscard]] std::uint32_t* value(std::uint32_t number) const { return index(number) + lanes_; }
  const std::uint32_t* operator()(std::uint32_t number) const { return value(number); }
  static const std::uint32_t* none() {
    static constexpr std::array<std::uint32_t, most_lanes_of_columns> zeros{};
    return zeros.data();
  }
  // A word of an event, by the record's shape.
  [[nodiscard]] std::uint32_t& word(std::uint32_t number, std::uint32_t which) const {
    return index(number)[which * lanes_];
  }

 private:
  const Segment* segment_ = nullptr;
  std::uint32_t place_ = 0;
  std::size_t lanes_ = 0;
};

// The values of a thread's events so far.
template <class Word>
struct ValuesOf {
  Rows rows;
  Word operator[](std::uint32_t number) const {
    Word value = rows.word(number, 1);
    if constexpr (sizeof(Word) > sizeof(std::uint32_t)) value |= Word{rows.word(number, 2)} << 32;
    return value;
  }
};

// Builds events by prediction, except for those that differ according to the file.
template <class Bits>
class Rebuilding {
 public:
  using Word = Bits;
  Rebuilding(SectionReader& in, const LanesRecord& record, std::uint64_t events)
      : in_(in), record_(record), events_(events) {
    differences_ = in_.varint();
    read_next();
  }

  // For a bundle without differences.
  bool together(const Bundle& bundle, BlockMemory& memory) {
    const PathInterval& interval = bundle.events();
    const std::uint64_t events = std::uint64_t{interval.end - interval.first} * bundle.size();
    if constexpr (sizeof(Word) > sizeof(std::uint32_t)) return false;
    if (interval.loads_stored || next_ - event_ < events || !are_beside(bundle.threads)) return false;
    if (!walk_together(bundle, Rows(record_, bundle.threads.front()), memory)) return false;
    event_ += events;
    return true;
  }
  void begin(const Bundle&, const Columns<Word>&) const {}
  void end(const Bundle& bundle, Columns<Word>& columns) const {
    columns.put(record_, bundle.threads, bundle.events().first);
  }
  [[nodiscard]] ValuesOf<Word> before(const Lane& lane) const { return {{record_, lane.number}}; }

  std::uint32_t index(std::uint32_t, std::uint32_t predicted) {
    index_ = predicted;
    value_off_ = 0;
    if (event_++ == next_) [[unlikely]]
      put_right();
    return index_;
  }
  Word value(const Step&, Word, Word predicted) const { return predicted ^ value_off_; }
  void beyond(const Step& step, std::uint32_t index) const {
    in_.refuse(fmt::format("element {} is outside array {}", index, step.array));
  }
  void require_end() const {
    if (differences_ != 0) in_.refuse("differences for missing events");
  }

 private:
  [[nodiscard]] bool are_beside(std::span<const std::uint32_t> threads) const {
    return record_.parts_of(threads.front())[0].segment == record_.parts_of(threads.back())[0].segment;
  }
  void read_next() {
    if (differences_ == 0) {
      next_ = none;
      return;
    }
    const std::uint64_t head = in_.varint();
    differs_ = head & (index_differs | value_differs);
    if (differs_ == 0) in_.refuse("an empty difference");
    const std::uint64_t right = head >> difference_bits;
    if (right >= events_ - event_) in_.refuse("a difference after the last event");
    next_ = event_ + right;
  }
  void put_right() {
    if ((differs_ & index_differs) != 0) index_ += in_.number<std::uint32_t>();
    if ((differs_ & value_differs) != 0) value_off_ = in_.number<Word>();
    --differences_;
    read_next();
  }

  static constexpr std::uint64_t none = ~std::uint64_t{0};
  SectionReader& in_;
  const LanesRecord& record_;
  std::uint64_t events_;
  std::uint64_t event_ = 0;        // the next one, in the order of the walk
  std::uint64_t next_ = none;      // the next one that differs
  std::uint64_t differences_ = 0;  // number of those left, from that one on
  std::uint64_t differs_ = 0;
  std::uint32_t index_ = 0;
  Word value_off_ = 0;
};

}  // namespace

void Allowance::take(std::uint64_t bytes) {
  if (bytes > left_)
    throw file_.header_error(fmt::format("the trace needs more than the {} of memory that it may use", in_words(all_)));
  left_ -= bytes;
}

BlockReader::BlockReader(const ChunkReader& file, const Launch& launch, const std::vector<ArrayInfo>& arrays,
                         const Paths& paths, Allowance& allowance)
    : file_(file),
      launch_(launch),
      arrays_(arrays),
      paths_(paths),
      allowance_(allowance),
      memory_(launch, arrays, uses_of(paths.all, arrays.size())) {}

void BlockReader::read_group(const Group& group, EventMemory& memory, std::vector<BlockTrace>& blocks) {
  SectionReader in(file_, group.chunks);
  std::optional<SectionReader> clocks;
  if (!group.clock_chunks.empty()) clocks.emplace(file_, group.clock_chunks);
  Head head;
  std::uint64_t events = 0;
  for (std::uint32_t n = 0; n < group.blocks; ++n) {
    read_head(in, head);
    BlockTrace& block = blocks.emplace_back(head.block());
    if (!head.recorded()) continue;
    events += head.events;
    if (events > group.events) in.refuse(fmt::format("more events than the {} in the table", group.events));
    block.record = make_room(head, memory);
    read_events(in, head, group.first_block + n, *block.record);
    if (clocks) read_clocks(*clocks, head, block.record.get());
  }
  in.require_end();
  if (clocks) clocks->require_end();
  if (events != group.events) in.refuse(fmt::format("{} events, but the table says {}", events, group.events));
}

BlockTrace BlockReader::read_one(const Group& group, std::uint32_t which, EventMemory& memory) {
  SectionReader in(file_, group.chunks);
  std::optional<SectionReader> clocks;
  if (!group.clock_chunks.empty()) clocks.emplace(file_, group.clock_chunks);
  Head head;
  for (std::uint32_t n = 0;; ++n) {
    read_head(in, head);
    if (n == which) break;
    if (!head.recorded()) continue;
    skip_events(in, head);
    read_pairs(in, head, nullptr);
    if (clocks) read_clocks(*clocks, head, nullptr);
  }
  BlockTrace block = head.block();
  if (!head.recorded()) return block;
  block.record = make_room(head, memory);
  read_events(in, head, group.first_block + which, *block.record);
  if (clocks) read_clocks(*clocks, head, block.record.get());
  return block;
}

void BlockReader::read_head(SectionReader& in, Head& head) const {
  head.flags = in.number<std::uint8_t>();
  const bool is_known = (head.flags & ~all_block_flags) == 0;
  const bool is_fitting = head.recorded() || (head.flags & (is_wide_block | has_pairs)) == 0;
  if (!is_known || !is_fitting) in.refuse(fmt::format("a block with flags {:#x}", head.flags));
  head.lost = (head.flags & has_lost) != 0 ? in.varint() : 0;
  head.tallies.clear();
  if ((head.flags & has_tallies) != 0) {
    allowance_.take((arrays_.size() + 2) * sizeof(Tallies));
    head.tallies.resize(arrays_.size() + 2);
    for (Tallies& tallies : head.tallies)
      for (Tally& tally : std::span(tallies).first(written_counts(file_.version()))) {
        tally.total = in.varint();
        tally.thread_max = static_cast<std::uint32_t>(in.varint(~std::uint32_t{0}, "a maximum count"));
      }
  } else if (!head.recorded() && launch_.record != Record::blocks) {  // if blocks were chosen, the others did not run
    in.refuse("a block without events or counts");
  }
  if (head.recorded()) read_paths(in, head);
  allowance_.take(bytes_per_block + head.paths.size() * bytes_per_thread);
}

void BlockReader::read_paths(SectionReader& in, Head& head) const {
  const std::uint64_t threads = launch_.threads_per_block();
  if ((head.flags & same_paths) != 0) {
    if (head.paths.empty()) in.refuse("the same paths as an earlier block, but there is none");
    if (head.shape() != head.shape_of_paths) in.refuse("the same paths as an earlier block, but other values");
    return;
  }
  head.paths.clear();
  head.shape_of_paths = head.shape();
  head.events = 0;
  while (head.paths.size() < threads) {
    const std::uint64_t path = in.varint(paths_.all.size() - 1, "a path");
    const std::uint64_t run = in.varint(threads - head.paths.size(), "a run of threads");
    if (!paths_.all[path].pairs.empty() && !head.shape().pairs) in.refuse("atomics, shuffles or votes with one value");
    if (run == 0) in.refuse("an empty run of threads");
    head.paths.insert(head.paths.end(), run, static_cast<std::uint32_t>(path));
    head.events += run * paths_.all[path].length();
  }
}

std::shared_ptr<const LanesRecord> BlockReader::make_room(const Head& head, EventMemory& memory) const {
  auto record = std::make_shared<LanesRecord>();
  record->shape = head.shape();
  std::unordered_map<std::uint32_t, std::uint32_t> segment_of;  // for each path, its last segment
  for (std::uint32_t thread = 0; thread < head.paths.size(); ++thread) {
    const std::uint32_t path = head.paths[thread];
    if (path == 0) continue;
    const auto next = static_cast<std::uint32_t>(record->segments.size());
    std::uint32_t& number = segment_of.try_emplace(path, next).first->second;
    if (number != next && record->segments[number].lanes.size() == most_lanes) number = next;
    if (number == next) {
      const std::uint32_t events = paths_.all[path].length();
      allowance_.take(bytes_per_segment + (Segment::place_of(events - 1).piece + 1) * sizeof(void*));
      Segment& segment = record->segments.emplace_back();
      segment.words = record->shape.words();
      segment.events = events;
    }
    record->segments[number].lanes.push_back(static_cast<std::uint16_t>(thread));
  }
  record->find_parts(head.paths.size());
  for (Segment& segment : record->segments) {
    tilescope::make_room(segment, memory);
    const std::vector<Step>& steps = paths_.all[head.paths[segment.lanes[0]]].steps;
    for (std::uint32_t n = 0; n < segment.events; ++n) {
      std::uint32_t* const common = segment.common(Segment::place_of(n));
      common[0] = steps[n].site;
      common[1] = steps[n].origin;
      if (!record->shape.pairs) continue;  // most events have no second value
      const std::size_t lanes = segment.lanes.size();
      std::fill_n(segment.row(Segment::place_of(n)) + record->shape.second() * lanes,
                  (segment.words - record->shape.second()) * lanes, 0U);
    }
  }
  return record;
}

void BlockReader::read_events(SectionReader& in, const Head& head, std::size_t number, const LanesRecord& record) {
  std::vector<Lane> lanes;
  for (std::uint32_t thread = 0; thread < head.paths.size(); ++thread)
    if (head.paths[thread] != 0) lanes.push_back({&paths_.all[head.paths[thread]], thread});
  const ThreadPlace at{static_cast<std::uint32_t>(number / launch_.grid.x),
                       static_cast<std::uint32_t>(number % launch_.grid.x)};
  const auto read_words = [&](auto rebuilding) {
    walk(lanes, launch_.block, at, memory_, rebuilding);
    rebuilding.require_end();
  };
  if (record.shape.wide)
    read_words(Rebuilding<std::uint64_t>(in, record, head.events));
  else
    read_words(Rebuilding<std::uint32_t>(in, record, head.events));
  read_pairs(in, head, &record);
}

void BlockReader::skip_events(SectionReader& in, const Head& head) {
  for (std::uint64_t left = in.varint(); left > 0; --left) {
    const std::uint64_t differs = in.varint();
    if ((differs & index_differs) != 0) static_cast<void>(in.number<std::uint32_t>());
    if ((differs & value_differs) == 0) continue;
    static_cast<void>(head.shape().wide ? in.number<std::uint64_t>() : in.number<std::uint32_t>());
  }
}

// Skips them if there is no record.
void BlockReader::read_pairs(SectionReader& in, const Head& head, const LanesRecord* record) const {
  const RowShape shape = head.shape();
  if (!shape.pairs) return;
  for (std::uint32_t thread = 0; thread < head.paths.size(); ++thread) {
    const Path& path = paths_.all[head.paths[thread]];
    for (const std::uint32_t number : path.pairs) {
      const auto more = static_cast<std::uint64_t>(from_zigzag(in.varint()));
      if (record == nullptr) continue;
      const Rows rows(*record, thread);
      const Kind kind = path.steps[number].kind;
      const std::uint32_t giver = rows.word(number, 0);
      if (kind == Kind::shuffle && giver >= head.paths.size())
        in.refuse(fmt::format("a shuffle from thread {}", giver));
      const std::uint64_t first =
          shape.wide ? ValuesOf<std::uint64_t>{rows}[number] : ValuesOf<std::uint32_t>{rows}[number];
      const std::uint64_t second = expected_second(kind, first, number) + more;
      if (kind == Kind::shuffle && second != no_origin && second != many_origins &&
          second >= paths_.all[head.paths[giver]].length())
        in.refuse(fmt::format("a shuffle of event {} of thread {}, which has fewer events", second, giver));
      rows.word(number, shape.second()) = static_cast<std::uint32_t>(second);
      if (shape.wide) rows.word(number, shape.second() + 1) = static_cast<std::uint32_t>(second >> 32);
    }
  }
}

// Skips them if there is no record.
void BlockReader::read_clocks(SectionReader& in, const Head& head, const LanesRecord* record) const {
  if (in.varint(1, "a flag") == 0) return;
  std::uint32_t last = 0, begin = 0;
  for (std::uint32_t thread = 0; thread < head.paths.size(); ++thread) {
    bool first = true;
    for (const std::uint32_t number : paths_.all[head.paths[thread]].barriers) {
      const auto later = static_cast<std::uint32_t>(in.varint(~std::uint32_t{0}, "a clock's step"));
      const std::uint32_t clock = (first ? begin : last) + static_cast<std::uint32_t>(from_zigzag(later));
      if (first) begin = clock;
      first = false;
      last = clock;
      if (record != nullptr) *Rows(*record, thread).value(number) = clock;
    }
  }
}

}  // namespace tilescope::file
