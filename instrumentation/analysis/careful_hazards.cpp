#include "instrumentation/analysis/careful_hazards.h"

#include <algorithm>
#include <iterator>

namespace tilescope {

namespace {

constexpr std::uint64_t no_cell = ThreadOrder::no_cell;
constexpr std::size_t most_pairs = 1 << 18;  // of a cell in an interval that are looked at
constexpr std::uint64_t enough_pairs = 1ULL
                                       << 27;  // in all; then one of each cause is enough in a cell that many touch
constexpr std::size_t many_actors = 16;
constexpr std::uint32_t near = 64;  // events that are looked through before a list is made

// Whether a cell that such atomics change comes nearer and nearer to an end: what is read too early is only farther
// off.
bool approaches(const Site& atomic) {
  const auto kind = static_cast<AtomicKind>(atomic.operand);
  return kind == AtomicKind::least || kind == AtomicKind::greatest || kind == AtomicKind::bit_and ||
         kind == AtomicKind::bit_or || kind == AtomicKind::swap;
}

bool is_access(Kind kind) { return kind <= Kind::shared_store || kind == Kind::atomic; }

std::uint64_t in_array(std::uint8_t array, std::uint32_t cell) { return std::uint64_t{array} << 32 | cell; }

// Of which there are two for one cause, sure and possible.
bool is_told_for_sure(const Finding& finding, const std::vector<Finding>& all) {
  return std::any_of(all.begin(), all.end(), [&](const Finding& other) {
    return other.severity == Severity::error && same_cause(other, finding);
  });
}

}  // namespace

CarefulHazards::CarefulHazards(const Trace& trace, const OpenBlock& block, bool all_shared)
    : trace_(trace),
      block_(block),
      threads_(trace, block),
      blocks_(trace),
      takes_(trace.arrays().size()),
      left_out_(trace.arrays().size()),
      loads_(trace.arrays().size()),
      swaps_(trace.arrays().size()),
      first_store_(trace.arrays().size()),
      known_(trace.arrays().size()) {
  const std::string_view text = trace.kernel_text();
  orders_blocks_ = text.find("__threadfence") != std::string_view::npos;
  for (const Site& site : trace.sites()) may_be_cut_ = may_be_cut_ || is_cut(site);
  choose_arrays(all_shared);
}

bool CarefulHazards::is_cut(const Site& site) const {
  if (!is_access(site.kind) || site.array >= left_out_.size()) return false;
  const ArrayInfo& array = trace_.arrays()[site.array];
  const bool is_member =
      array.lie_apart && std::any_of(array.part_kinds.begin(), array.part_kinds.end(),
                                     [&](const PartOfArray& part) { return part.bytes == site.bytes; });
  return site.bytes < array.element_bytes && !is_member;
}

// Sites of which there is one for each array that a pointer may lead into need not have been come to.
void CarefulHazards::leave_out_cut_arrays() {
  const auto leave_out = [&](const Site& site) {
    if (!is_cut(site) || left_out_[site.array]) return;
    left_out_[site.array] = any_left_out_ = true;
    takes_[site.array] = false;
  };
  for (const Segment& segment : block_.block().record->segments) {
    for (std::uint32_t n = 0; n < segment.events; ++n) leave_out(trace_.sites()[*segment.common(Segment::place_of(n))]);
    if (segment.sheet)
      for (const Sheet::Row& row : segment.sheet->rows()) leave_out(trace_.sites()[row.common[0]]);
  }
}

void CarefulHazards::begin_block() {
  if (may_be_cut_) leave_out_cut_arrays();
  goes_.clear();
  goes_of_segments_.clear();
  by_cell_.clear();
}

// By what the text has: a site that was never reached costs a little time, and changes nothing.
void CarefulHazards::choose_arrays(bool all_shared) {
  std::vector<bool> changes(takes_.size()), atomics(takes_.size()), sizes(takes_.size());
  bool waits = false, shared_atomics = false;
  for (const Site& site : trace_.sites()) {
    waits = waits || (site.kind == Kind::vote && static_cast<WarpKind>(site.operand) == WarpKind::wait);
    if (!is_access(site.kind) || site.array >= takes_.size()) continue;
    if (site.bytes != trace_.arrays()[site.array].element_bytes) sizes[site.array] = true;
    const bool atomic = site.kind == Kind::atomic;
    shared_atomics = shared_atomics || (atomic && is_shared(site.array));
    if (atomic) atomics[site.array] = true;
    if (atomic && static_cast<AtomicKind>(site.operand) == AtomicKind::swap) swaps_[site.array] = true;
    if (site.kind == Kind::global_load || site.kind == Kind::shared_load) loads_[site.array] = true;
    if (site.kind == Kind::global_store || site.kind == Kind::shared_store) changes[site.array] = true;
  }
  for (std::size_t array = 0; array < takes_.size(); ++array) {
    const bool shared = trace_.arrays()[array].space == Space::shared;
    if (shared)
      takes_[array] = all_shared || waits || shared_atomics || sizes[array];
    else
      takes_[array] = (changes[array] && (loads_[array] || atomics[array])) || (loads_[array] && atomics[array]);
    any_ = any_ || takes_[array] || waits || atomics[array];
    any_shared_ = any_shared_ || (shared && takes_[array]);
  }
}

std::uint32_t CarefulHazards::elements_of(const Event& event) const {
  return std::max(1U, event.at->bytes / std::max(1U, trace_.arrays()[event.array()].element_bytes));
}

void CarefulHazards::access(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event) {
  const std::uint8_t array = event.array();
  const How how = event.kind() == Kind::atomic                                             ? How::atomic
                  : event.kind() == Kind::global_load || event.kind() == Kind::shared_load ? How::load
                                                                                           : How::store;
  const std::uint32_t first = event.index;
  if (how == How::atomic) threads_.atomic({thread, number}, in_array(array, first));
  const bool looks = how == How::load && !is_shared(array) && blocks_.counts(in_array(array, first));
  if (how == How::atomic || looks || trace_.arrays()[array].is_volatile) {  // or a flag
    if (!is_shared(array) && orders_blocks_) {
      const Event whole = block_.events(thread)[number];
      blocks_.atomic({static_cast<std::uint32_t>(here.block), thread, number, here.interval, {}},
                     {in_array(array, first), event.site, whole.bits, whole.bits_left(), how != How::load});
    }
  }
  if (how == How::store) blocks_.store(array);
  if (!takes(array)) return;
  for (std::uint32_t n = 0; n < elements_of(event); ++n)
    touches_.push_back({in_array(array, first + n), thread, event.line(), how, number, event.site});
}

void CarefulHazards::settle(const Here& here) {
  if (blocks_.any()) blocks_.end_interval(static_cast<std::uint32_t>(here.block), threads_);
  std::sort(touches_.begin(), touches_.end(), [](const Touch& a, const Touch& b) {
    return std::tuple(a.actor(), a.number) < std::tuple(b.actor(), b.number);
  });
  for (Touches begin = touches_.cbegin(), end; begin != touches_.cend(); begin = end) {
    end = std::find_if(begin, touches_.cend(), [&](const Touch& touch) { return touch.cell != begin->cell; });
    look_at_cell(here, begin, end);
  }
  touches_.clear();
}

void CarefulHazards::look_at_cell(const Here& here, Touches begin, Touches end) {
  actors_.clear();
  bool several = false, changed = false, plain = false;
  for (Touches first = begin, last; first != end; first = last) {
    last = std::find_if(first, end, [&](const Touch& touch) { return touch.actor() != first->actor(); });
    actors_.push_back({first, last});
    several = several || first->thread != begin->thread;
    changed = changed || first->changes();
    plain = plain || first->how != How::atomic;
  }
  if (is_shared(begin->array())) find_unread(here, begin, end);
  if (several && changed && plain) find_races(here);
  if (is_shared(begin->array())) return;
  // Of several threads that do the same, one is enough.
  std::vector<Touch> first;
  for (const Actor& actor : actors_)
    if (std::none_of(first.begin(), first.end(), [&](const Touch& before) {
          return before.line == actor.of().line && before.how == actor.of().how;
        }))
      first.push_back(actor.of());
  for (const Touch& touch : first)
    if (const AtBlock at = at_block(touch.thread, touch.number, here.interval); blocks_.any_order())
      met_.push_back({here, touch, at});
    else
      meet_other_blocks(here, touch, at);
  for (const Touch& touch : first) keep(here, touch);
}

void CarefulHazards::end_block() {
  for (const Met& met : met_) meet_other_blocks(met.here, met.touch, met.at);
  met_.clear();
  for (const Kept& kept : kept_)
    if (EarlierAccess& known = known_[kept.array][static_cast<std::size_t>(kept.how)][kept.cell];
        known.block == 0 || blocks_.any())
      known = kept.known;
  kept_.clear();
}

// A read is in order after a store of an earlier interval, or one that surely comes before it in this one.
void CarefulHazards::find_unread(const Here& here, Touches begin, Touches end) {
  std::vector<std::uint32_t>& stamps = first_store_[begin->array()];
  if (stamps.size() <= begin->index()) stamps.resize(std::max<std::size_t>(begin->index() + 1, 2 * stamps.size()));
  std::uint32_t& first = stamps[begin->index()];
  if (here.first_stamp_of_block <= first && first < here.stamp) return;
  for (Touches read = begin; read != end; ++read) {
    if (read->how == How::store) continue;
    if (read->how == How::atomic) {
      if (static_cast<AtomicKind>(trace_.sites()[read->site].operand) == AtomicKind::exchange) continue;
    }
    const bool filled = std::any_of(begin, end, [&](const Touch& store) {
      if (!store.changes() || (read->how == How::atomic && store.how == How::atomic && store.thread != read->thread))
        return false;
      return threads_.is_before({store.thread, store.number}, {read->thread, read->number});
    });
    if (filled) continue;
    Gathering& found =
        gathering({Hazard::uninitialised_read, read->array(), read->line, read->how, 0, How::load, Guilt::sure});
    if (found.add(here, read->index(), 1)) found.show({access_of(here.block, *read)});
  }
  if (std::any_of(begin, end, [](const Touch& touch) { return touch.changes(); })) first = here.stamp;
}

void CarefulHazards::find_races(const Here& here) {
  if (pairs_ > enough_pairs && actors_.size() > many_actors) return find_one_of_each_cause(here);
  const std::uint64_t before = pairs_;
  for (auto one = actors_.begin(); one != actors_.end(); ++one)
    for (auto other = std::next(one); other != actors_.end(); ++other) {
      if (pairs_ - before >= most_pairs) return;
      (void)find_race(here, *one, *other);
    }
}

// Counts no more than that: how often it is, is not told certainly then.
void CarefulHazards::find_one_of_each_cause(const Here& here) {
  std::stable_sort(actors_.begin(), actors_.end(),
                   [](const Actor& a, const Actor& b) { return a.cause() < b.cause(); });
  const auto end_of = [&](auto first) {
    return std::find_if(first, actors_.end(), [&](const Actor& actor) { return actor.cause() != first->cause(); });
  };
  const auto find_one = [&](auto first, auto end, auto first_of_others, auto end_of_others) {
    const std::uint64_t before = pairs_;
    for (auto one = first; one != end; ++one)
      for (auto other = first == first_of_others ? std::next(one) : first_of_others; other != end_of_others; ++other)
        if (find_race(here, *one, *other) || pairs_ - before >= most_pairs) return;
  };
  for (auto first = actors_.begin(), end = first; first != actors_.end(); first = end) {
    end = end_of(first);
    for (auto others = first, end_of_others = end; others != actors_.end(); others = end_of_others) {
      end_of_others = end_of(others);
      find_one(first, end, others, end_of_others);
    }
  }
}

bool CarefulHazards::find_race(const Here& here, Actor& one, Actor& other) {
  const Touch& a = one.of();
  const Touch& b = other.of();
  if (a.thread == b.thread || !(a.changes() || b.changes()) || (a.how == How::atomic && b.how == How::atomic))
    return false;
  const bool both_store = a.how == How::store && b.how == How::store;
  if (both_store && !is_shared(a.array())) return false;  // a conflict of stores
  ++pairs_;
  if (!may_meet(one, other)) return false;
  const Guilt found = guilt({a, nullptr, &one.left}, {b, nullptr, &other.left});
  if (found == Guilt::none) return false;
  report(here, here.block, a, b, found);
  return true;
}

// Then atomics on that very cell are no order for it: of a sum that threads add to and one of them reads, it is not
// known that all have come.
bool CarefulHazards::is_read_beside_atomics(How one, How other) {
  return (one == How::load && other == How::atomic) || (one == How::atomic && other == How::load);
}

// Atomics on a cell do not make sure that it was set before all of them, whichever thread happens to come first; that a
// thread sets it after his own, they do.
bool CarefulHazards::sets(How first, How second) { return first == How::store && second == How::atomic; }

// Whether nothing orders an access of the one and one of the other. For many, the first and the last are looked at.
bool CarefulHazards::may_meet(const Actor& one, const Actor& other) {
  constexpr std::ptrdiff_t few = 8;
  const std::uint64_t not_by = is_read_beside_atomics(one.of().how, other.of().how) ? one.of().cell : no_cell;
  const auto is_before = [&](const Actor& first, const Touch& a, const Actor& second, const Touch& b) {
    return threads_.is_before({a.thread, a.number}, {b.thread, b.number},
                              sets(first.of().how, second.of().how) ? one.of().cell : not_by);
  };
  const auto step = [](const Actor& actor) {
    const std::ptrdiff_t touches = actor.end - actor.begin;
    return touches > few ? touches - 1 : 1;
  };
  for (Touches a = one.begin; a < one.end; a += step(one))
    for (Touches b = other.begin; b < other.end; b += step(other))
      if (!is_before(one, *a, other, *b) && !is_before(other, *b, one, *a)) return true;
  return false;
}

CarefulHazards::Guilt CarefulHazards::guilt(const Side& one, const Side& other) {
  if (one.touch.how == How::store && other.touch.how == How::store)
    return leave_the_same(left_by(one), left_by(other)) ? Guilt::none : Guilt::sure;
  if (one.touch.how != How::load && other.touch.how != How::load) return Guilt::sure;
  const bool one_loads = one.touch.how == How::load;
  const Side& load = one_loads ? one : other;
  const Side& change = one_loads ? other : one;
  const bool atomic = change.touch.how == How::atomic;
  if (atomic && goes_on_with_swap(load)) return Guilt::none;
  if (!atomic && has_stored_the_same(load, change)) return Guilt::none;
  if (!atomic && is_shared(load.touch.array())) return Guilt::sure;
  const Goes goes = where_it_goes(load);
  if (goes == Goes::nowhere) return Guilt::possible;
  const bool only_approaches = atomic && approaches(trace_.sites()[change.touch.site]) && goes == Goes::into_atomics;
  return only_approaches ? Guilt::possible : Guilt::sure;
}

// Whether the thread has stored there itself before, in this interval, what the other one stores: so it finds that,
// whichever comes first.
bool CarefulHazards::has_stored_the_same(const Side& load, const Side& store) {
  if (load.known != nullptr || store.known != nullptr || pairs_ > enough_pairs) return false;
  const auto first =
      std::lower_bound(actors_.begin(), actors_.end(), load.touch.thread,
                       [](const Actor& actor, std::uint32_t thread) { return actor.of().thread < thread; });
  const auto own = std::find_if(first, actors_.end(), [&](const Actor& actor) {
    return actor.of().thread != load.touch.thread ||
           (actor.of().how == How::store && std::prev(actor.end)->number < load.touch.number);
  });
  const bool is_there = own != actors_.end() && own->of().thread == load.touch.thread;
  return is_there && leave_the_same(left_by({own->of(), nullptr, &own->left}), left_by(store));
}

const CarefulHazards::ByCell& CarefulHazards::by_cell(std::uint32_t thread) {
  const auto [found, is_new] = by_cell_.try_emplace(thread);
  ByCell& all = found->second;
  if (!is_new) return all;
  const Column events = block_.events(thread);
  std::uint32_t number = 0;
  for (auto at = events.begin(); at != events.end(); ++at, ++number) {
    const Event event = *at;
    if (event.kind() == Kind::global_load || event.kind() == Kind::shared_load)
      for (std::uint32_t n = 0; n < elements_of(event); ++n)
        all.loads.emplace_back(in_array(event.array(), event.index + n), number);
    else if (event.kind() == Kind::atomic && static_cast<AtomicKind>(event.operand()) == AtomicKind::swap)
      all.swaps.emplace_back(in_array(event.array(), event.index), number);
  }
  std::sort(all.loads.begin(), all.loads.end());
  std::sort(all.swaps.begin(), all.swaps.end());
  return all;
}

bool CarefulHazards::goes_on_with_swap(const Side& load) {
  if (load.known != nullptr) return load.known->swaps;
  if (!swaps_[load.touch.array()]) return false;
  const std::uint64_t cell = in_array(load.touch.array(), block_.events(load.touch.thread)[load.touch.number].index);
  const auto& swaps = by_cell(load.touch.thread).swaps;
  const auto next = std::upper_bound(swaps.begin(), swaps.end(), std::pair(cell, load.touch.number));
  return next != swaps.end() && next->first == cell;
}

// Many threads may raise one flag, and then it does not matter which is the last. Where they add to what they read, it
// is luck if they leave the same.
CarefulHazards::Left CarefulHazards::left_by(std::uint32_t thread, std::uint32_t number, std::uint32_t cell) {
  if (!trace_.launch().meaning.kind.empty()) return {};
  const Event stored = block_.events(thread)[number];
  return {stored.bits, stored.at->bytes, loads_[stored.array()] && is_made_of_its_cell(thread, number, cell)};
}

CarefulHazards::Left CarefulHazards::left_by(const Side& store) {
  if (store.left != nullptr && *store.left) return **store.left;
  Left left;
  if (store.known == nullptr)
    left = left_by(store.touch.thread, store.touch.number, store.touch.index());
  else if (trace_.launch().meaning.kind.empty())
    left = {store.known->bits, trace_.sites()[store.known->site].bytes, store.known->made_of_its_cell};
  if (store.left != nullptr) *store.left = left;
  return left;
}

AtBlock CarefulHazards::at_block(std::uint32_t thread, std::uint32_t number, std::uint32_t interval) const {
  AtBlock at{static_cast<std::uint32_t>(block_.number()), thread, number, interval, {}};
  if (!blocks_.any()) return at;
  at.met = threads_.meetings({thread, number});
  const Site& site = *block_.events(thread)[number].at;
  if (site.kind == Kind::global_store) at.stores = site.array;
  return at;
}

// The last event before this one with which its thread reads the cell: mostly it is near.
std::optional<std::uint32_t> CarefulHazards::last_read(std::uint32_t thread, std::uint32_t before, std::uint64_t cell) {
  const Column events = block_.events(thread);
  for (std::uint32_t n = before; n-- > 0 && before - n <= near;)
    if (reads(events[n], cell)) return n;
  if (before <= near) return std::nullopt;
  const auto& loads = by_cell(thread).loads;
  const auto behind = std::lower_bound(loads.begin(), loads.end(), std::pair(cell, before));
  if (behind == loads.begin() || std::prev(behind)->first != cell) return std::nullopt;
  return std::prev(behind)->second;
}

bool CarefulHazards::reads(const Event& event, std::uint64_t cell) const {
  if (event.kind() != Kind::global_load && event.kind() != Kind::shared_load) return false;
  const std::uint64_t first = in_array(event.array(), event.index);
  return first <= cell && cell - first < elements_of(event);
}

// Whether what is stored may be made of what its thread read there last.
bool CarefulHazards::is_made_of_its_cell(std::uint32_t thread, std::uint32_t store, std::uint32_t cell) {
  const Column events = block_.events(thread);
  const Event stored = events[store];
  if (stored.origin == no_origin) return false;
  const std::uint64_t own = in_array(stored.array(), cell);
  if (stored.origin < store && events[stored.origin].kind() != Kind::partial_sum)
    return reads(events[stored.origin], own);
  const std::optional<std::uint32_t> load = last_read(thread, store, own);
  if (!load) return false;
  std::vector<std::uint32_t> made{*load};
  for (std::uint32_t n = *load + 1; n < store; ++n)
    if (events[n].kind() == Kind::partial_sum && may_be_made_of(events, n, made)) made.push_back(n);
  return may_be_made_of(events, store, made);
}

CarefulHazards::Goes CarefulHazards::where_it_goes(const Side& load) {
  return load.known != nullptr ? load.known->goes : where_it_goes(load.touch.thread, load.touch.number);
}

// Threads of a group have the same events, and where no index decides, what goes where is the same as well.
CarefulHazards::Goes CarefulHazards::where_it_goes(std::uint32_t thread, std::uint32_t number) {
  if (const auto known = goes_.find(thread); known != goes_.end()) return known->second[number];
  const LanesRecord& record = *block_.block().record;
  const std::uint32_t segment = record.parts_of(block_.block().first_lane + thread).back().segment;
  const bool is_of_group = !record.segments[segment].sheet && !record.segments[segment].alone();
  if (is_of_group)
    if (const auto known = goes_of_segments_.find(segment); known != goes_of_segments_.end())
      return known->second[number];
  bool by_index = false;
  std::vector<Goes> all = where_all_goes(block_.events(thread), by_index);
  auto& kept = is_of_group && !by_index ? goes_of_segments_[segment] : goes_[thread];
  kept = std::move(all);
  return kept[number];
}

// For each event of a thread: as far as its own events tell, and where they do not, the farthest that it may be. From
// the last event on, since what is made of a value goes where that goes.
std::vector<CarefulHazards::Goes> CarefulHazards::where_all_goes(const Column& events, bool& by_index) const {
  const auto count = static_cast<std::uint32_t>(events.size());
  const std::vector<std::uint32_t> sums_before = sums_before_sums(events);
  std::vector<Goes> goes(count, Goes::nowhere);
  Goes all_before = Goes::nowhere;                                // all that is known yet
  std::array<std::uint32_t, 3> all_since{count, count, count};    // by where it goes: all events from this one on
  std::map<std::pair<std::uint8_t, std::uint32_t>, Goes> loaded;  // from there
  for (std::uint32_t n = count; n-- > 0;) {
    const Event event = events[n];
    Goes& own = goes[n];
    own = std::max(own, all_before);
    for (const Goes far : {Goes::into_atomics, Goes::into_memory})
      if (all_since[static_cast<std::size_t>(far)] <= n) own = std::max(own, far);
    const auto note = [&](std::uint32_t origin, Goes far) {
      if (origin == many_origins) all_before = std::max(all_before, far);
      if (origin < n) goes[origin] = std::max(goes[origin], far);
    };
    switch (event.kind()) {
      case Kind::global_load:
      case Kind::shared_load:
        if (const auto known = loaded.find({event.array(), event.index}); known != loaded.end())
          own = std::max(own, known->second);
        break;
      case Kind::global_store:
      case Kind::shared_store: note(event.origin, Goes::into_memory); break;
      case Kind::atomic: note(event.origin, Goes::into_atomics); break;
      case Kind::vote:
        if (static_cast<WarpKind>(event.operand()) != WarpKind::wait) note(event.origin, Goes::into_memory);
        break;
      case Kind::shuffle: all_before = Goes::into_memory; break;
      case Kind::partial_sum: {
        if (event.sum_form() == SumForm::compare) break;
        by_index = by_index || adds_to_what_was(event.sum_form());
        if (is_in_memory(event))  // the next sum there begins with it
          if (const auto known = loaded.find({event.array(), event.index}); known != loaded.end())
            own = std::max(own, known->second);
        if (own == Goes::nowhere) break;
        note(event.first_operand(n), own);
        if (has_two_operands(event.sum_form())) note(event.second_operand(n), own);
        // What a sum began with leaves no origin: in memory it is what was loaded there, else it is the sum before it,
        // or anything since that.
        if (!adds_to_what_was(event.sum_form())) break;
        if (is_in_memory(event)) {
          Goes& there = loaded[{event.array(), event.index}];
          there = std::max(there, own);
        } else {
          const std::uint32_t before = sums_before[n];
          if (before != no_origin) note(before, own);
          std::uint32_t& since = all_since[static_cast<std::size_t>(own)];
          since = std::min(since, before == no_origin ? 0 : before + 1);
        }
        break;
      }
      default: break;
    }
  }
  return goes;
}

// For each sum in a thread's own variable, the one there before it; no_origin where it is the first.
std::vector<std::uint32_t> CarefulHazards::sums_before_sums(const Column& events) const {
  std::vector<std::uint32_t> before(events.size(), no_origin);
  std::map<std::pair<std::uint8_t, std::uint32_t>, std::uint32_t> last;
  for (std::uint32_t n = 0; n < events.size(); ++n) {
    const Event event = events[n];
    if (event.kind() != Kind::partial_sum || is_in_memory(event)) continue;
    const auto [known, is_first] = last.try_emplace({event.array(), event.index}, n);
    if (is_first) continue;
    before[n] = known->second;
    known->second = n;
  }
  return before;
}

bool CarefulHazards::is_in_memory(const Event& sum) const {
  return sum.array() < trace_.arrays().size() && trace_.arrays()[sum.array()].space != Space::local;
}

bool CarefulHazards::may_be_made_of(const Column& events, std::uint32_t of,
                                    const std::vector<std::uint32_t>& made) const {
  const Event event = events[of];
  const auto is_of_it = [&](std::uint32_t origin) {
    return origin == many_origins || std::binary_search(made.begin(), made.end(), origin);
  };
  switch (event.kind()) {
    case Kind::global_store:
    case Kind::shared_store:
    case Kind::atomic: return is_of_it(event.origin);
    case Kind::vote: return static_cast<WarpKind>(event.operand()) != WarpKind::wait && is_of_it(event.origin);
    case Kind::shuffle: return true;
    case Kind::partial_sum: break;
    default: return false;
  }
  if (event.sum_form() == SumForm::compare) return false;
  if (is_of_it(event.first_operand(of)) || (has_two_operands(event.sum_form()) && is_of_it(event.second_operand(of))))
    return true;
  // What a sum began with leaves no origin: in memory it is what was loaded there, else it may be anything before it.
  if (!adds_to_what_was(event.sum_form())) return false;
  const Event loaded = events[made.front()];
  if (is_in_memory(event)) return event.array() == loaded.array() && event.index == loaded.index;
  for (std::uint32_t n = made.front() + 1; n < of; ++n)
    if (const Event before = events[n];
        before.kind() == Kind::partial_sum && before.array() == event.array() && before.index == event.index)
      return std::binary_search(made.begin(), made.end(), n);
  return true;
}

void CarefulHazards::meet_other_blocks(const Here& here, const Touch& own, const AtBlock& at) {
  for (const How how : {How::load, How::store, How::atomic}) {
    const Paged<EarlierAccess>& cells = known_[own.array()][static_cast<std::size_t>(how)];
    if (how == own.how || own.index() >= cells.size()) continue;
    const EarlierAccess& known = cells[own.index()];
    if (known.block == 0) continue;
    const bool beside = is_read_beside_atomics(own.how, how);
    const auto not_by = [&](How first, How second) { return beside || sets(first, second) ? own.cell : no_cell; };
    AtBlock before = known.at();
    if (how == How::store) before.stores = own.array();
    if (blocks_.are_ordered(before, at, not_by(how, own.how), not_by(own.how, how))) continue;
    const Touch theirs{own.cell, known.thread, trace_.sites()[known.site].line, how, known.number, known.site};
    const Guilt found = guilt({theirs, &known}, {own});
    if (found != Guilt::none) report(here, known.block - 1, theirs, own, found);
  }
}

void CarefulHazards::keep(const Here& here, const Touch& own) {
  if (here.block + 1 == trace_.launch().grid.count()) return;  // no block comes later
  Paged<EarlierAccess>& cells = known_[own.array()][static_cast<std::size_t>(own.how)];
  if (cells.empty()) cells.resize(static_cast<std::size_t>(trace_.arrays()[own.array()].elements()));
  if (own.index() >= cells.size()) return;
  if (cells[own.index()].block != 0 && !blocks_.any()) return;
  const AtBlock at = at_block(own.thread, own.number, here.interval);
  EarlierAccess known{.block = static_cast<std::uint32_t>(here.block + 1),
                      .number = own.number,
                      .interval = here.interval,
                      .site = own.site,
                      .thread = static_cast<std::uint16_t>(own.thread),
                      .met = at.met};
  if (own.how == How::store) {
    const Left left = left_by(own.thread, own.number, own.index());
    known.bits = left.bits;
    known.made_of_its_cell = left.is_made_of_its_cell;
  } else if (own.how == How::load) {
    known.goes = where_it_goes(own.thread, own.number);
    known.swaps = goes_on_with_swap({own});
  }
  kept_.push_back({own.array(), own.how, own.index(), known});
}

Access CarefulHazards::access_of(std::size_t block, const Touch& touch) const {
  return {trace_.sites()[touch.site].kind, touch.changes(), touch.line, block, touch.thread, touch.number};
}

void CarefulHazards::report(const Here& here, std::size_t block, const Touch& one, const Touch& own, Guilt guilt) {
  const bool turned =
      one.changes() != own.changes() ? !one.changes() : std::tuple(own.line, own.how) < std::tuple(one.line, one.how);
  const Touch& first = turned ? own : one;
  const Touch& second = turned ? one : own;
  Gathering& found = gathering({Hazard::race, own.array(), first.line, first.how, second.line, second.how, guilt});
  if (block != here.block) found.meets(block);
  if (pairs_ > enough_pairs) found.counts_no_further();
  if (!found.add(here, own.index(), 1)) return;
  std::vector<Access> both{access_of(block, one), access_of(here.block, own)};
  if (turned) std::swap(both[0], both[1]);
  found.show(std::move(both));
}

Gathering& CarefulHazards::gathering(const Cause& cause) {
  return gatherings_.try_emplace(cause, std::get<0>(cause), std::get<1>(cause)).first->second;
}

void CarefulHazards::collect(std::vector<Finding>& findings) const {
  for (const Guilt guilt : {Guilt::sure, Guilt::possible})
    for (const auto& [cause, gathering] : gatherings_) {
      if (std::get<Guilt>(cause) != guilt) continue;
      Finding finding = gathering.finding();
      finding.severity = guilt == Guilt::sure ? Severity::error : Severity::note;
      if (guilt == Guilt::sure || !is_told_for_sure(finding, findings)) findings.push_back(std::move(finding));
    }
}

}  // namespace tilescope
