// Finds races: words that two threads touched between two barriers, where at least one thread stored.
#include <algorithm>

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

// True if the touches of the front's lanes on the current words are already noted: noting them again would change
// nothing.
bool Block::are_there(Track& track, bool stores) {
  if (track.version != version_ || track.interval != interval_) {
    track.version = version_;
    track.interval = interval_;
    track.is_kept = false;
    return false;
  }
  if (!track.is_kept) {
    track.is_kept = version_ != 0;
    track.readers.clear();
    track.writers.clear();
    return false;
  }
  return (stores ? track.writers : track.readers).contains(front_.lanes);
}

// Marks them as noted.
void Block::note_touches(Track& track, bool stores, bool shares) {
  if (shares) track.is_kept = false;
  if (track.is_kept) (stores ? track.writers : track.readers).add(front_.lanes);
}

// Unnoted reads in this interval might be of the same words: the block starts again, and notes reads.
bool Block::begins_write(std::uint32_t array) {
  Track& track = tracks_[array];
  if (track.written.empty()) return false;
  if (track.last_read == interval_ && !track.keeps_reads) throw TrackReads{array};
  track.last_write = interval_;
  return true;
}

// Touches have only the low bits of the interval: before those wrap around, all touches are erased.
void Block::begin_interval() {
  constexpr std::uint32_t most = ~Touch{0} >> touch_lane_bits;
  if (++interval_ <= most) return;
  interval_ = 1;
  for (Track& track : tracks_) {
    track.last_read = track.last_write = 0;
    std::fill(track.written.begin(), track.written.end(), 0);
    std::fill(track.read.begin(), track.read.end(), 0);
  }
}

Touches Block::touches(Track& track) const {
  return {interval_ << touch_lane_bits, track.written.data(), track.keeps_reads ? track.read.data() : nullptr};
}

}  // namespace tilescope::machine
