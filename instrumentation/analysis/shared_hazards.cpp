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
  const std::uint32_t cell = event.index;
  Site& site = site_of(event, store);
  Touch& own = touch(site, cell);
  const bool is_new = own.stamp != here.stamp;
  if (!is_new && own.last == thread) return;  // it has been here
  for (const Site::Conflict& conflict : site.conflicts) {
    const Touch* const other = touched(here, *conflict.other, cell);
    if (other == nullptr) continue;
    const std::uint32_t others = other->threads - (other->last == thread ? 1 : 0);
    if (others > 0 && conflict.race->add(here, cell, others))
      race(here, conflict, site, access_of(here, thread, number, store, site.line), cell);
  }
  if (store) {
    std::uint32_t& first = first_store_[site.array][cell];
    if (first < here.first_stamp_of_block) first = here.stamp;
  } else {
    read(here, site, thread, number, cell);
  }
  if (is_new) own = {here.stamp, 0, thread, number, thread};
  ++own.threads;
  own.last = thread;
}

// A read is in order behind a store of an earlier interval, or one of its own thread.
void SharedHazards::read(const Here& here, Site& site, std::uint32_t thread, std::uint32_t number, std::uint32_t cell) {
  const std::uint32_t first = first_store_[site.array][cell];
  if (here.first_stamp_of_block <= first && first < here.stamp) return;
  for (const Site::Conflict& conflict : site.conflicts)  // a load's are the stores
    if (const Touch* const stored = touched(here, *conflict.other, cell); stored != nullptr && stored->last == thread)
      return;
  if (site.unread->add(here, cell, 1)) site.unread->show({access_of(here, thread, number, false, site.line)});
}

void SharedHazards::race(const Here& here, const Site::Conflict& conflict, const Site& site, const Access& own,
                         std::uint32_t cell) {
  const Site& other = *conflict.other;
  const Touch& touched = other.cells[cell];
  std::vector<Access> both{access_of(here, touched.first, touched.first_number, other.store, other.line), own};
  if (site.store != other.store ? site.store : site.line < other.line) std::swap(both[0], both[1]);
  conflict.race->show(std::move(both));
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
  return found != sites_.end() ? *found : new_site(event, store);
}

SharedHazards::Site& SharedHazards::new_site(const Event& event, bool store) {
  Site& site = sites_.emplace_back();
  site.array = event.array();
  site.store = store;
  site.line = event.line();
  if (!store) site.unread = &gathering(Hazard::uninitialised_read, site.array);
  for (Site& other : sites_) {
    if (other.array != site.array || !(other.store || store)) continue;
    Gathering* const race = &gathering(Hazard::race, site.array);
    site.conflicts.push_back({&other, race});
    if (&other != &site) other.conflicts.push_back({&site, race});
  }
  make_room(first_store_, site.array);
  return site;
}

Gathering& SharedHazards::gathering(Hazard hazard, std::uint8_t array) {
  return gatherings_.emplace_back(hazard, array);
}

SharedHazards::Touch& SharedHazards::touch(Site& site, std::uint32_t cell) {
  if (cell >= site.cells.size()) [[unlikely]] {
    if (cell >= most_cells) throw Error("the trace has a shared array that is larger than any GPU's shared memory");
    make_room(site.cells, cell);
    std::vector<std::uint32_t>& first_store = first_store_[site.array];
    first_store.resize(std::max(first_store.size(), site.cells.size()));
  }
  return site.cells[cell];
}

const SharedHazards::Touch* SharedHazards::touched(const Here& here, const Site& site, std::uint32_t cell) {
  if (cell >= site.cells.size() || site.cells[cell].stamp != here.stamp) return nullptr;
  return &site.cells[cell];
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
