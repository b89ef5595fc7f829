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

// `places` are the words that the lanes from `first` to `end` load.
void Block::track_reads(std::uint32_t array, const std::int32_t* places, std::uint32_t first, std::uint32_t end) {
  Track& track = tracks_[array];
  const std::uint64_t now = std::uint64_t{interval_} << 16;
  const Touch* const written = track.written.data();
  Touch* const read = track.keeps_reads ? track.read.data() : nullptr;
  bool race = false;
  for (std::uint32_t lane = first; lane < end; ++lane) {
    const auto word = static_cast<std::size_t>(places[lane]);
    race = race || is_anothers(written[word], now, lane);
    if (read != nullptr) read[word] = now | (is_anothers(read[word], now, lane) ? many_lanes : lane);
  }
  if (race) raced();
}

void Block::track_writes(std::uint32_t array, const std::int32_t* places, std::uint32_t first, std::uint32_t end) {
  Track& track = tracks_[array];
  const std::uint64_t now = std::uint64_t{interval_} << 16;
  Touch* const written = track.written.data();
  const Touch* const read = track.keeps_reads ? track.read.data() : nullptr;
  bool race = false;
  for (std::uint32_t lane = first; lane < end; ++lane) {
    const auto word = static_cast<std::size_t>(places[lane]);
    race = race || is_anothers(written[word], now, lane) || (read != nullptr && is_anothers(read[word], now, lane));
    written[word] = now | lane;
  }
  if (race) raced();
}

}  // namespace tilescope::machine
