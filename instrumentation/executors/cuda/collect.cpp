#include "instrumentation/executors/cuda/collect.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <unordered_map>

#include "instrumentation/threads.h"

namespace tilescope::cuda {

namespace {

// The rows of a segment are written for this many threads at a time, which fill a cache line.
constexpr std::size_t side_by_side = 16;

class Collection {
 public:
  Collection(const DeviceRun& run, const Paths& paths, Indices& indices, const std::vector<std::size_t>& blocks,
             machine::Ran& ran, EventPool& pool)
      : run_(run),
        room_(run.room()),
        indices_(indices),
        blocks_(blocks),
        ran_(ran),
        memory_(pool.shared_from_this()),
        threads_(run.threads()),
        shape_(row_shape(run.code())) {
    if (room_.wide() || blocks.empty()) return;
    if (room_.thin()) indices.bring();
    path_of_thread_ = paths.path_of_thread(blocks.size() * threads_);
    for (const std::uint32_t place : path_of_thread_)
      if (common_of_path_.count(place) == 0) common_of_path_[place] = paths.download(place);
  }

  // Processes as many blocks at a time as fit in the staging memory, and at least one.
  void go(const std::function<void(double)>& tell) {
    if (blocks_.empty()) return;
    made_ = run_.made();
    const std::uint64_t words = words_of_slot() + more_of_slot();
    const std::size_t at_once =
        std::clamp<std::uint64_t>(words == 0 ? blocks_.size() : staging_bytes / 4 / words, 1, blocks_.size());
    const HostRoom room(at_once * words * 4);
    for (std::size_t first = 0; first < blocks_.size(); first += at_once) {
      const std::size_t count = std::min(at_once, blocks_.size() - first);
      const std::uint64_t events_words = words_of_slot(), more_words = more_of_slot();
      const std::uint32_t* const events = reinterpret_cast<const std::uint32_t*>(room.data());
      const std::uint32_t* const more = events + at_once * events_words;
      bring(room, 0, room_.events.data(), events_words, first, count);
      bring(room, at_once * events_words, room_.more.data(), more_words, first, count);
      for (std::size_t n = 0; n < count; ++n) put_together(first + n, events + n * events_words, more + n * more_words);
      tell(static_cast<double>(first + count) / static_cast<double>(blocks_.size()));
    }
    ran_.slabs = memory_.take_slabs();
  }

 private:
  [[nodiscard]] std::uint64_t words_of_slot() const {
    return std::uint64_t{room_.capacity} * threads_ * (room_.event_bytes / 4);
  }
  [[nodiscard]] std::uint64_t more_of_slot() const {
    return std::uint64_t{room_.capacity} * threads_ * (shape_.words() - 2);
  }

  // Of the last slot, copies only the events that its threads made: often there is only one slot.
  void bring(const HostRoom& room, std::uint64_t to, const void* from, std::uint64_t words, std::size_t first,
             std::size_t count) const {
    const auto made = std::span(made_).subspan((first + count - 1) * threads_, threads_);
    const std::uint32_t most = std::min(*std::ranges::max_element(made), room_.capacity), even = most + most % 2;
    const std::uint64_t of_last = room_.capacity == 0 ? 0 : words / room_.capacity * std::min(even, room_.capacity);
    room.download(static_cast<const std::uint32_t*>(from) + first * words, ((count - 1) * words + of_last) * 4, to * 4);
  }

  // The index of a thread's event among those of its slot.
  [[nodiscard]] std::uint64_t place_of(std::uint32_t event, std::uint32_t thread) const {
    const std::uint32_t words = room_.event_bytes / 4;
    if (room_.pairs) return ((std::uint64_t{event / 2} * threads_ + thread) * 2 + event % 2) * words;
    return (std::uint64_t{event} * threads_ + thread) * words;
  }

  void put_together(std::size_t slot, const std::uint32_t* events, const std::uint32_t* more) {
    auto record = std::make_shared<LanesRecord>();
    record->shape = shape_;
    machine::BlockResult& block = ran_.blocks[blocks_[slot]];
    std::map<std::uint64_t, std::uint32_t> segment_of;  // by path
    for (std::uint32_t thread = 0; thread < threads_; ++thread) {
      const std::uint32_t made = made_[slot * threads_ + thread], kept = std::min(made, room_.capacity);
      block.lost += made - kept;
      if (kept == 0) continue;
      const std::uint64_t path =
          room_.wide() ? path_of(events, thread, kept) : path_of_thread_[slot * threads_ + thread];
      const auto [known, is_new] = segment_of.try_emplace(path, static_cast<std::uint32_t>(record->segments.size()));
      if (is_new) {
        Segment& segment = record->segments.emplace_back();
        segment.events = kept;
        segment.words = shape_.words();
      }
      record->segments[known->second].lanes.push_back(static_cast<std::uint16_t>(thread));
    }
    record->find_parts(threads_);
    for (Segment& segment : record->segments) {
      make_room(segment, memory_);
      write_common(segment, events, slot);
      write_all_rows(segment, slot, events, more);
    }
    block.record = std::move(record);
  }

  // For wide events, a hash of their parts other than index and value.
  [[nodiscard]] std::uint64_t path_of(const std::uint32_t* events, std::uint32_t thread, std::uint32_t kept) const {
    std::uint64_t hash = kept;
    for (std::uint32_t n = 0; n < kept; ++n) {
      const std::uint32_t* const event = events + place_of(n, thread);
      hash = (hash ^ (std::uint64_t{event[2]} << 32 | event[3])) * 0x9e3779b97f4a7c15 + (hash >> 29);
    }
    return hash;
  }

  void write_common(const Segment& segment, const std::uint32_t* events, std::size_t slot) const {
    const std::uint32_t lane = segment.lanes[0];
    const std::vector<WideEvent>* const path =
        room_.wide() ? nullptr : &common_of_path_.at(path_of_thread_[slot * threads_ + lane]);
    for (std::uint32_t n = 0; n < segment.events; ++n) {
      std::uint32_t* const common = segment.common(Segment::place_of(n));
      const std::uint32_t* const event = path == nullptr ? events + place_of(n, lane) : nullptr;
      common[0] = path == nullptr ? event[3] : (*path)[n].site;
      common[1] = path == nullptr ? event[2] : (*path)[n].origin;
    }
  }

  // Uses several threads if there is much to write.
  void write_all_rows(const Segment& segment, std::size_t slot, const std::uint32_t* events,
                      const std::uint32_t* more) const {
    constexpr std::size_t worth_a_thread = std::size_t{1} << 18, most_threads = 8;
    const std::size_t threads = std::clamp<std::size_t>(segment.events * segment.lanes.size() / worth_a_thread, 1,
                                                        std::min<std::size_t>(most_threads, usable_cores()));
    const auto share = [&](std::size_t first) {
      for (std::size_t place = first * side_by_side; place < segment.lanes.size(); place += threads * side_by_side)
        write_rows(segment, place, slot, events, more);
    };
    std::vector<std::jthread> others;
    for (std::size_t n = 1; n < threads; ++n) others.emplace_back(share, n);
    share(0);
  }

  void write_rows(const Segment& segment, std::size_t place, std::size_t slot, const std::uint32_t* events,
                  const std::uint32_t* more) const {
    const std::size_t lanes = segment.lanes.size(), count = std::min(side_by_side, lanes - place);
    std::optional<Indices::OfBlock> indices;
    if (room_.thin()) indices.emplace(indices_, slot);
    for (std::uint32_t n = 0; n < segment.events; ++n) {
      const Segment::PieceRow at = Segment::place_of(n);
      std::uint32_t* const row = segment.row(at) + place;
      const std::uint32_t further = indices ? indices->further(*segment.common(at)) : 0;
      for (std::size_t each = 0; each < count; ++each) {
        const std::uint32_t thread = segment.lanes[place + each];
        const std::uint32_t* const event = events + place_of(n, thread);
        row[each] = indices ? indices->index(n, thread) + further : event[0];
        row[lanes + each] = event[indices ? 0 : 1];
        for (std::uint32_t word = 2; word < segment.words; ++word)
          row[word * lanes + each] = more[(std::uint64_t{n} * (segment.words - 2) + word - 2) * threads_ + thread];
      }
    }
  }

  const DeviceRun& run_;
  const Room& room_;
  const Indices& indices_;
  const std::vector<std::size_t>& blocks_;
  machine::Ran& ran_;
  EventMemory memory_;
  std::uint32_t threads_;
  RowShape shape_;
  std::vector<std::uint32_t> made_;            // by slot and thread
  std::vector<std::uint32_t> path_of_thread_;  // the same
  std::unordered_map<std::uint32_t, std::vector<WideEvent>> common_of_path_;
};

}  // namespace

void collect(const DeviceRun& run, const Paths& paths, Indices& indices, const std::vector<std::size_t>& blocks,
             machine::Ran& ran, EventPool& pool, const std::function<void(double)>& tell) {
  Collection(run, paths, indices, blocks, ran, pool).go(tell);
}

}  // namespace tilescope::cuda
