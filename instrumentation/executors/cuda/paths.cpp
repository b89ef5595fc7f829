#include "instrumentation/executors/cuda/paths.h"

#include <algorithm>

#include "instrumentation/executors/cuda/compiled.h"

namespace tilescope::cuda {

namespace {

constexpr std::uint32_t nobody = 0xffffffff;

}  // namespace

Paths::Paths()
    : there_(1),
      events_of_path_(PathTable::places),
      made_(PathTable::places),
      events_of_path_there_(PathTable::places) {
  std::fill(std::begin(here_.hashes), std::end(here_.hashes), 0);
  here_.full = 0;
}

std::uint64_t Paths::most_bytes(std::uint64_t events) {
  constexpr std::uint64_t always = std::uint64_t{64} << 20;
  return std::max(always, events / 8);
}

bool Paths::find(DeviceRun& run, std::span<const std::uint32_t> blocks) {
  const Memory<std::uint64_t>& hashes = run.room().paths;
  const auto threads = static_cast<std::uint32_t>(blocks.size() * run.threads());
  if (threads == 0) return true;
  if (hashes.size() >= nobody) return false;
  if (path_of_thread_.size() < hashes.size()) path_of_thread_ = Memory<std::uint32_t>(hashes.size());
  std::fill(std::begin(here_.first), std::end(here_.first), nobody);
  there_.upload({&here_, 1});
  constexpr unsigned wide = 256;
  start(own_function("paths", "find_places"), {(threads + wide - 1) / wide}, {wide}, 0, "starting to find paths",
        hashes.data(), threads, there_.data(), path_of_thread_.data());
  there_.download(0, 1, &here_);
  std::vector<std::uint32_t> found;
  for (std::uint32_t place = 0; place < PathTable::places; ++place)
    if (here_.first[place] != nobody && events_of_path_[place] == nullptr) found.push_back(place);
  if (here_.full != 0 || count_ + found.size() > most) return false;
  return found.empty() || record_first_threads(run, blocks, found);
}

// Runs the blocks with the first thread of a path again, in which only these threads keep events.
bool Paths::record_first_threads(DeviceRun& run, std::span<const std::uint32_t> blocks,
                                 const std::vector<std::uint32_t>& found) {
  const std::uint64_t bytes = std::uint64_t{found.size()} * run.room().capacity * sizeof(WideEvent);
  if (bytes_ + bytes > most_bytes(run.room().events.size() * sizeof(NarrowEvent))) return false;
  const std::uint32_t threads = run.threads();
  std::vector<std::uint32_t> slots;  // slots of these blocks
  for (const std::uint32_t place : found) slots.push_back(here_.first[place] / threads);
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  const auto again = [&](std::uint32_t place) {
    const auto at = std::lower_bound(slots.begin(), slots.end(), here_.first[place] / threads);
    return static_cast<std::size_t>(at - slots.begin()) * threads + here_.first[place] % threads;
  };
  std::vector<std::uint32_t> column_of_thread(slots.size() * threads, device_text::There::none);
  for (std::size_t n = 0; n < found.size(); ++n) column_of_thread[again(found[n])] = static_cast<std::uint32_t>(n);
  for (std::uint32_t& slot : slots) slot = blocks[slot];
  Memory<WideEvent> events(found.size() * run.room().capacity);
  const DeviceRun::Columns columns = run.record_columns(slots, column_of_thread, events, run.room().capacity);
  for (const std::uint32_t place : found)
    if (columns.paths[again(place)] != here_.hashes[place]) return false;
  for (std::size_t n = 0; n < found.size(); ++n)
    keep(found[n], events.data() + n * run.room().capacity,
         std::min(columns.made[again(found[n])], run.room().capacity));
  events_of_path_there_.upload(events_of_path_);
  recorded_.push_back(std::move(events));
  bytes_ += bytes;
  return true;
}

void Paths::know(const DeviceRun::Columns& columns, std::span<const std::uint32_t> column_of_thread,
                 Memory<WideEvent> events, std::uint32_t capacity) {
  for (std::size_t thread = 0; thread < column_of_thread.size(); ++thread) {
    const std::uint32_t column = column_of_thread[thread], made = columns.made[thread];
    if (column == device_text::There::none || made > capacity) continue;
    std::uint32_t place = first_place(columns.paths[thread]);
    while (here_.hashes[place] != 0 && here_.hashes[place] != columns.paths[thread])
      place = (place + 1) % PathTable::places;
    if (here_.hashes[place] != 0) continue;
    here_.hashes[place] = columns.paths[thread];
    keep(place, events.data() + std::uint64_t{column} * capacity, made);
    bytes_ += std::uint64_t{made} * sizeof(WideEvent);
  }
  events_of_path_there_.upload(events_of_path_);
  recorded_.push_back(std::move(events));
}

void Paths::keep(std::uint32_t place, const WideEvent* events, std::uint32_t made) {
  events_of_path_[place] = events;
  made_[place] = made;
  ++count_;
}

RecordedEvents Paths::events_of(const DeviceRun& run) const {
  RecordedEvents recorded;
  recorded.events = reinterpret_cast<const unsigned char*>(run.room().events.data());
  recorded.wide = run.room().wide();
  recorded.pairs = run.room().pairs;
  recorded.threads = run.threads();
  recorded.capacity = run.room().capacity;
  recorded.made = run.room().made.data();
  recorded.path_of_thread = path_of_thread_.data();
  recorded.paths = events_of_path_there_.data();
  recorded.sites = run.sites();
  return recorded;
}

}  // namespace tilescope::cuda
