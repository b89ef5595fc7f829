#include "instrumentation/analysis/shared_hazards.h"

#include <algorithm>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::uint32_t most_cells = 1U << 24;  // far above the shared memory of any GPU

template <class Value>
void make_room(std::vector<Value>& values, std::size_t place) {
  if (values.size() <= place) values.resize(std::max(place + 1, 2 * values.size()));
}

Access access_of(const Here& here, std::uint32_t thread, std::uint32_t number, bool store, std::uint32_t line) {
  return {store ? Kind::shared_store : Kind::shared_load, store, line, here.block, thread, number};
}

}  // namespace

bool Gathering::add_time_and_place(const Here& here, std::uint32_t cell) {
  count_block(here.block);
  make_room(intervals_, here.interval);
  if (!intervals_[here.interval]) ++finding_.intervals;
  intervals_[here.interval] = true;
  if (shown_stamp_ != 0 && (shown_stamp_ != here.stamp || finding_.cell <= cell)) return false;
  shown_stamp_ = here.stamp;
  finding_.interval = here.interval;
  finding_.cell = cell;
  return true;
}

void Gathering::count_block(std::size_t block) {
  make_room(blocks_, block);
  if (!blocks_[block]) ++finding_.blocks;
  blocks_[block] = true;
}

bool Gathering::add(const Here& here, std::uint32_t cell, std::uint64_t times) {
  finding_.times += times;
  make_room(cells_, cell);
  if (!cells_[cell]) ++finding_.cells;
  cells_[cell] = true;
  return add_time_and_place(here, cell);
}

bool Gathering::add(const Here& here, std::uint32_t cell) {
  ++finding_.times;
  return add_time_and_place(here, cell);
}

void SharedHazards::access(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event) {
  const bool store = event.kind() == Kind::shared_store;
  Site& site = site_of(event, store);
  Cell& cell = cell_of(here, event);
  std::uint32_t own = none;
  for (std::uint32_t n = cell.touches; n != none; n = touches_[n].next)
    if (touches_[n].site == &site) own = n;
  if (own != none && touches_[own].last == thread) return;  // it has been here
  for (std::uint32_t n = cell.touches; n != none; n = touches_[n].next) {
    const Touch& other = touches_[n];
    if (!store && !other.site->store) continue;
    const std::uint32_t others = other.threads - (other.last == thread ? 1 : 0);
    if (others == 0) continue;
    Gathering& race = race_of(site, *other.site);
    if (race.add(here, event.index, others))
      show(race, here, other, site, access_of(here, thread, number, store, site.line));
  }
  if (!store)
    read(here, site, thread, number, event.index, cell);
  else if (cell.first_store < here.first_stamp_of_block)
    cell.first_store = here.stamp;
  if (own == none) {
    own = static_cast<std::uint32_t>(touches_.size());
    touches_.push_back({&site, 0, thread, number, thread, cell.touches});
    cell.touches = own;
  }
  ++touches_[own].threads;
  touches_[own].last = thread;
}

// A read is in order after a store of an earlier interval, or one of its own thread.
void SharedHazards::read(const Here& here, Site& site, std::uint32_t thread, std::uint32_t number, std::uint32_t index,
                         const Cell& cell) {
  if (here.first_stamp_of_block <= cell.first_store && cell.first_store < here.stamp) return;
  for (std::uint32_t n = cell.touches; n != none; n = touches_[n].next)
    if (touches_[n].site->store && touches_[n].last == thread) return;
  if (site.unread == nullptr) site.unread = &gathering(Hazard::uninitialised_read, site.array);
  if (site.unread->add(here, index, 1)) site.unread->show({access_of(here, thread, number, false, site.line)});
}

void SharedHazards::show(Gathering& race, const Here& here, const Touch& touched, const Site& site, const Access& own) {
  const Site& other = *touched.site;
  std::vector<Access> both{access_of(here, touched.first, touched.first_number, other.store, other.line), own};
  if (site.store != other.store ? site.store : site.line < other.line) std::swap(both[0], both[1]);
  race.show(std::move(both));
}

SharedHazards::Site& SharedHazards::site_of(const Event& event, bool store) {
  make_room(known_sites_, event.site);
  Site*& known = known_sites_[event.site];
  if (known == nullptr) known = &find_site(event, store);
  return *known;
}

SharedHazards::Site& SharedHazards::find_site(const Event& event, bool store) {
  const auto found = std::find_if(sites_.begin(), sites_.end(), [&](const Site& site) {
    return site.array == event.array() && site.store == store && site.line == event.line();
  });
  if (found != sites_.end()) return *found;
  return sites_.emplace_back(Site{event.array(), store, event.line(), {}, nullptr});
}

// What an earlier interval left in it is taken out.
SharedHazards::Cell& SharedHazards::cell_of(const Here& here, const Event& event) {
  if (stamp_ != here.stamp) {
    touches_.clear();
    stamp_ = here.stamp;
  }
  if (event.array() >= cells_.size()) cells_.resize(event.array() + std::size_t{1});
  std::vector<Cell>& cells = cells_[event.array()];
  if (event.index >= cells.size()) [[unlikely]] {
    if (event.index >= most_cells)
      throw Error("the trace has a shared array that is larger than any GPU's shared memory");
    make_room(cells, event.index);
  }
  Cell& cell = cells[event.index];
  if (cell.stamp != here.stamp) {
    cell.stamp = here.stamp;
    cell.touches = none;
  }
  return cell;
}

Gathering& SharedHazards::gathering(Hazard hazard, std::uint8_t array) {
  return gatherings_.emplace_back(hazard, array);
}

// There is one for each two sites, once they race.
Gathering& SharedHazards::race_of(Site& one, Site& other) {
  for (const Site::Race& race : one.races)
    if (race.other == &other) return *race.gathering;
  Gathering& made = gathering(Hazard::race, one.array);
  one.races.push_back({&other, &made});
  if (&one != &other) other.races.push_back({&one, &made});
  return made;
}

void SharedHazards::collect(std::vector<Finding>& findings) const {
  for (const Gathering& gathering : gatherings_) findings.push_back(gathering.finding());
}

SharedHazards::Times SharedHazards::times() const {
  Times all;
  for (const Gathering& gathering : gatherings_) all.push_back(gathering.finding().times);
  return all;
}

SharedHazards::Times SharedHazards::times_since(const Times& before) const {
  Times since = times();
  for (std::size_t n = 0; n < before.size(); ++n) since[n] -= before[n];
  return since;
}

void SharedHazards::count_again(std::vector<Finding>& findings, const Times& in_one, std::uint64_t blocks) {
  for (std::size_t n = 0; n < in_one.size(); ++n) {
    findings[n].times += in_one[n] * blocks;
    findings[n].blocks += in_one[n] == 0 ? 0 : blocks;
  }
}

}  // namespace tilescope
