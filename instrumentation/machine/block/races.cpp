// Finds where the order of threads matters: a word that two of them touched between two barriers, and one stored to.
#include "instrumentation/machine/block/block.h"

namespace tilescope::machine {

void Block::set_tracks() {
  tracks_.resize(code_.arrays.size());
  if (in_turns_ || launch_.together) return;
  for (std::uint32_t n = 0; n < code_.arrays.size(); ++n) {
    const bool changes = code_.arrays[n].space == Space::shared || !own_[n].empty();
    if (!changes) continue;
    const bool shared = code_.arrays[n].space == Space::shared;
    const std::size_t words = (areas_[n].bytes + 3) / 4 + (shared ? shared_stride_ / 4 * (most_blocks_ - 1) : 0);
    tracks_[n].written.assign(words, 0);
  }
}

bool Block::begins_read(std::uint32_t array) {
  Track& track = tracks_[array];
  if (track.written.empty()) return false;
  track.last_read = interval_;
  return track.last_write == interval_ || track.keeps_reads;
}

// Reads of this interval that nobody kept might be of the same words: the block begins again, and keeps them.
bool Block::begins_write(std::uint32_t array) {
  Track& track = tracks_[array];
  if (track.written.empty()) return false;
  if (track.last_read == interval_ && !track.keeps_reads) throw TrackReads{array};
  track.last_write = interval_;
  return true;
}

bool Block::track_read(Track& track, std::size_t word, std::uint64_t lane) const {
  const std::uint64_t now = std::uint64_t{interval_} << 16;
  const bool races = is_anothers(track.written[word], now, lane);
  if (track.keeps_reads) track.read[word] = now | (is_anothers(track.read[word], now, lane) ? many_lanes : lane);
  return races;
}

bool Block::track_write(Track& track, std::size_t word, std::uint64_t lane) const {
  const std::uint64_t now = std::uint64_t{interval_} << 16;
  const bool races =
      is_anothers(track.written[word], now, lane) || (track.keeps_reads && is_anothers(track.read[word], now, lane));
  track.written[word] = now | lane;
  return races;
}

// `places` are the words that the lanes load or store, by lane.
void Block::track_reads(std::uint32_t array, const std::int32_t* places) {
  bool race = false;
  Track& track = tracks_[array];
  each_lane([&](std::uint32_t lane) { race |= track_read(track, static_cast<std::size_t>(places[lane]), lane); });
  if (race) raced();
}

void Block::track_writes(std::uint32_t array, const std::int32_t* places) {
  bool race = false;
  Track& track = tracks_[array];
  each_lane([&](std::uint32_t lane) { race |= track_write(track, static_cast<std::size_t>(places[lane]), lane); });
  if (race) raced();
}

}  // namespace tilescope::machine
