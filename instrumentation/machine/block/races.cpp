// Finds where the order of threads matters: a word that two of them touched between two barriers, and one stored to.
#include "instrumentation/machine/block/block.h"

namespace tilescope::machine {

void Block::set_tracks() {
  tracks_.resize(code_.arrays.size());
  if (in_turns_ || launch_.together) return;
  for (std::uint32_t n = 0; n < code_.arrays.size(); ++n) {
    const bool changes = code_.arrays[n].space == Space::shared || !own_[n].empty();
    if (!changes) continue;
    const std::size_t words = (areas_[n].bytes + 3) / 4;
    tracks_[n].written.assign(words, 0);
    tracks_[n].writer.assign(words, 0);
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

void Block::track_read(std::uint32_t array, std::uint64_t word, std::uint32_t lane) {
  Track& track = tracks_[array];
  if (track.written[word] == interval_ && track.writer[word] != lane) raced();
  if (!track.keeps_reads) return;
  track.reader[word] =
      track.read[word] == interval_ && track.reader[word] != lane ? many_lanes : static_cast<std::uint16_t>(lane);
  track.read[word] = interval_;
}

void Block::track_write(std::uint32_t array, std::uint64_t word, std::uint32_t lane) {
  Track& track = tracks_[array];
  if (track.written[word] == interval_ && track.writer[word] != lane) raced();
  if (track.keeps_reads && track.read[word] == interval_ && track.reader[word] != lane) raced();
  track.written[word] = interval_;
  track.writer[word] = static_cast<std::uint16_t>(lane);
}

}  // namespace tilescope::machine
