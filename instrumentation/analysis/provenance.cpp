#include "instrumentation/analysis/provenance.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <span>

#include "instrumentation/trace/operands.h"

namespace tilescope {

namespace {

using Role = Source::Role;
using Proof = Source::Proof;

// As the recorder's arithmetic, which has one NaN.
float with_one_nan(float value) { return std::isnan(value) ? std::bit_cast<float>(0x7fffffffU) : value; }

// An atomic reads the value that another access left, whatever it leaves itself.
bool is_load(Kind kind) { return kind == Kind::global_load || kind == Kind::shared_load || kind == Kind::atomic; }
bool is_store(const Event& event) {
  return event.kind() == Kind::global_store || event.kind() == Kind::shared_store || event.stray_store();
}

// Of short numbers only the lower half counts.
bool same_value(std::uint64_t a, std::uint64_t b, Number number) {
  return is_wide(number) ? a == b : static_cast<std::uint32_t>(a) == static_cast<std::uint32_t>(b);
}

Source source_of_kind(Source::Kind kind, Role role) {
  Source source;
  source.kind = kind;
  source.role = role;
  return source;
}

void hold(Source& source, const Event& event) {
  source.value = event.value_left();
  source.bits = event.bits_left();
}

Source made_by(const Trace& trace, const EventRef& ref, Role role) {
  const Event& event = event_at(trace, ref);
  Source source = source_of_kind(Source::Kind::event, role);
  source.event = ref;
  source.line = event.line();
  source.array = event.array();
  source.index = event.index;
  hold(source, event);
  return source;
}

// What a thread goes on with: of an atomic, what it found.
Source given_on(const Trace& trace, const EventRef& ref, Role role) {
  Source source = made_by(trace, ref, role);
  const Event event = event_at(trace, ref);
  if (event.kind() != Kind::atomic) return source;
  source.found = true;
  source.value = event.value();
  source.bits = event.bits;
  return source;
}

// What the origin of a value says; `copy` has the constant where it is one.
Source of_origin(const Trace& trace, const EventRef& of, std::uint32_t origin, Role role, const Event& copy) {
  if (origin == no_origin) {
    Source source = source_of_kind(Source::Kind::constant, role);
    if (role == Role::value) hold(source, copy);
    return source;
  }
  // An event that had no room in a trace is not there to be named.
  if (origin == many_origins || origin >= of.event) return source_of_kind(Source::Kind::several, role);
  return given_on(trace, {of.block, of.thread, origin}, role);
}

std::uint64_t bits_of(Number number, double value) {
  if (number == Number::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (number == Number::f64) return std::bit_cast<std::uint64_t>(value);
  const auto whole = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  return is_wide(number) ? whole : static_cast<std::uint32_t>(whole);
}

// What a cell held before the block wrote to it.
Source as_launched(const Trace& trace, std::uint8_t number, std::uint32_t index) {
  const ArrayInfo& array = trace.arrays()[number];
  Source source = source_of_kind(Source::Kind::element, Role::value);
  source.array = number;
  source.index = index;
  if (array.space == Space::shared) {
    source.kind = Source::Kind::never_written;
    source.value = std::bit_cast<float>(poison_bits);
    source.bits =
        array.part_of(index).number == Number::f32 ? poison_bits : std::uint64_t{poison_bits} << 32 | poison_bits;
  } else {
    source.value = static_cast<float>(trace.given(number, index));
    source.bits = bits_of(array.part_of(index).number, trace.given(number, index));
  }
  return source;
}

// Of several that have the value of a load: the one that the order of threads makes the last before it. Of several
// blocks, the last one before this; what was there at first, before all of them.
std::size_t likeliest(const Trace& trace, const std::vector<Source>& matching, const EventRef& reader) {
  const bool reverse = trace.launch().schedule.kind == Schedule::Kind::reverse;
  const auto turn = [&](std::uint32_t thread) { return reverse ? trace.threads_per_block() - thread : thread + 1; };
  const auto worth = [&](const Source& source) -> std::uint64_t {
    if (source.kind != Source::Kind::event) return 1;
    if (source.event.block != reader.block) return source.event.block < reader.block ? 2 + source.event.block : 0;
    const bool is_before = turn(source.event.thread) <= turn(reader.thread);
    return is_before ? std::uint64_t{1} << 40 | turn(source.event.thread) : 0;
  };
  return static_cast<std::size_t>(
      std::max_element(matching.begin(), matching.end(),
                       [&](const Source& a, const Source& b) { return worth(a) < worth(b); }) -
      matching.begin());
}

// What other blocks may have left there before this one came: those that the value fits. How many stores there are in
// all is told beside.
std::size_t add_elsewhere(const BlockStores& stores, const Event& load, std::vector<Source>& possible) {
  const Trace& trace = stores.trace();
  if (trace.arrays()[load.array()].space != Space::global) return 0;
  const std::span<const EventRef> elsewhere = stores.stores_elsewhere(load.array(), load.index);
  const bool goes_in_order = trace.backend() == Backend::cpu;
  std::size_t count = 0;
  for (const EventRef& ref : elsewhere) {
    if (goes_in_order && ref.block > stores.block()) continue;
    ++count;
    Source source = made_by(trace, ref, Role::value);
    if (same_value(source.bits, load.bits, load.at->number)) possible.push_back(source);
  }
  return count;
}

Source writer_of(const BlockStores& stores, const EventRef& of, const Event& load) {
  std::vector<Source> possible = contents_of(stores, load.array(), load.index, of.thread, of.event);
  std::size_t count = possible.size();
  if (std::any_of(possible.begin(), possible.end(),
                  [](const Source& source) { return source.kind == Source::Kind::element; }))
    count += add_elsewhere(stores, load, possible);
  std::vector<Source> matching;
  std::copy_if(possible.begin(), possible.end(), std::back_inserter(matching),
               [&](const Source& source) { return same_value(source.bits, load.bits, load.at->number); });
  Source source = source_of_kind(Source::Kind::unknown, Role::value);
  source.array = load.array();
  source.index = load.index;
  hold(source, load);
  if (!matching.empty()) source = matching[likeliest(stores.trace(), matching, of)];
  const bool sure = count == 1 && stores.trace().block(of.block).lost == 0;
  source.proof = matching.size() > 1 ? Proof::assumed : sure ? Proof::recorded : Proof::by_value;
  source.possible = count;
  return source;
}

// The newest partial sum of the same name before `of`, by number.
std::optional<std::uint32_t> earlier_sum(const Column& events, std::uint32_t of) {
  for (std::uint32_t n = of; n-- > 0;)
    if (events[n].kind() == Kind::partial_sum && events[n].array() == events[of].array() &&
        events[n].index == events[of].index)
      return n;
  return std::nullopt;
}

// a * b + c in that kind of number, rounded once.
std::uint64_t multiply_added(Number number, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const auto real = [](std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); };
  if (number == Number::f32) return std::bit_cast<std::uint32_t>(with_one_nan(std::fma(real(a), real(b), real(c))));
  if (number == Number::f64)
    return std::bit_cast<std::uint64_t>(
        std::fma(std::bit_cast<double>(a), std::bit_cast<double>(b), std::bit_cast<double>(c)));
  return is_wide(number) ? a * b + c : static_cast<std::uint32_t>(a * b + c);
}
std::uint64_t one_of(Number number) {
  if (number == Number::f32) return std::bit_cast<std::uint32_t>(1.0f);
  return number == Number::f64 ? std::bit_cast<std::uint64_t>(1.0) : 1;
}
std::uint64_t negated(Number number, std::uint64_t a) {
  if (number == Number::f32) return a ^ 0x80000000U;
  return number == Number::f64 ? a ^ std::uint64_t{1} << 63 : 0 - a;
}

// Whether `sum` is what comes out when the operands are added to `before`; nothing if an operand left no event, or
// was converted.
std::optional<bool> adds_up(const Column& events, std::uint32_t of, std::uint64_t before) {
  const Event sum = events[of];
  const Number number = sum.at->number;
  const std::uint32_t first = sum.first_operand(of);
  if (first >= of || events[first].at->number != number) return std::nullopt;
  const std::uint64_t a = events[first].bits;
  const auto gives_sum = [&](std::uint64_t b) {
    return multiply_added(number, a, b, before) == sum.bits ||
           multiply_added(number, negated(number, a), b, before) == sum.bits;
  };
  if (sum.sum_form() == SumForm::add) return gives_sum(one_of(number));
  const std::uint32_t second = sum.second_operand(of);
  if (second >= of || events[second].at->number != number) return std::nullopt;
  return gives_sum(events[second].bits);
}

// A sum that was set to a value without an event of its own: the newest load or sum of the thread that has that value.
Source taken_over(const Trace& trace, const EventRef& of, const Column& events) {
  for (std::uint32_t n = of.event; n-- > 0;) {
    const bool makes_values = is_load(events[n].kind()) || events[n].kind() == Kind::partial_sum;
    if (!makes_values || adds_up(events, of.event, events[n].bits) != true) continue;
    Source source = made_by(trace, {of.block, of.thread, n}, Role::addend);
    source.proof = Proof::by_value;
    return source;
  }
  return source_of_kind(Source::Kind::unknown, Role::addend);
}

// What a sum kept by the thread itself was before. A float may be set anew without an event, so arithmetic has to tell.
Source own_addend(const Trace& trace, const EventRef& of, const Column& events) {
  const std::optional<std::uint32_t> earlier = earlier_sum(events, of.event);
  const std::optional<bool> fresh = adds_up(events, of.event, 0);
  const Source zero = source_of_kind(Source::Kind::constant, Role::addend);
  if (!earlier) {
    if (fresh == false) return taken_over(trace, of, events);
    Source source = zero;
    if (!fresh) source.proof = Proof::assumed;
    return source;
  }
  const std::optional<bool> goes_on = adds_up(events, of.event, events[*earlier].bits);
  Source before = made_by(trace, {of.block, of.thread, *earlier}, Role::addend);
  const bool follows_its_start = *earlier + 1 == of.event && events[*earlier].line() == events[of.event].line();
  if (goes_on == true && (fresh == false || follows_its_start)) return before;
  if (goes_on == false && fresh == true) return zero;
  if (goes_on == false && fresh == false) return taken_over(trace, of, events);
  // Both fit, or it cannot be computed: a sum that has been stored is taken to be done with.
  bool stored = false;
  for (std::uint32_t n = *earlier + 1; n < of.event && !stored; ++n)
    stored = is_store(events[n]) && events[n].origin == *earlier;
  Source source = stored ? zero : before;
  source.proof = Proof::assumed;
  return source;
}

Source addend_of(const Trace& trace, const EventRef& of, const Column& events) {
  const Event& sum = events[of.event];
  if (trace.arrays()[sum.array()].space == Space::local) return own_addend(trace, of, events);
  // A sum kept in memory: what was loaded right before, or the sum that stands before in the same statement.
  if (of.event > 0) {
    const Event& before = events[of.event - 1];
    const bool same_cell = before.array() == sum.array() && before.index == sum.index && before.line() == sum.line();
    if (same_cell && (is_load(before.kind()) || before.kind() == Kind::partial_sum))
      return made_by(trace, {of.block, of.thread, of.event - 1}, Role::addend);
  }
  return source_of_kind(Source::Kind::constant, Role::addend);
}

void weaken(Source& source, const Source& by) {
  source.proof = std::max(source.proof, by.proof);
  source.possible = std::max(source.possible, by.possible);
}

// What another thread of the warp gave.
Source given_by(const Trace& trace, const EventRef& of, const Event& shuffle) {
  const auto from = static_cast<std::uint32_t>(shuffle.second);
  if (from == no_origin || shuffle.index >= trace.threads_per_block())
    return of_origin(trace, of, no_origin, Role::value, shuffle);
  if (from >= trace.events(of.block, shuffle.index).size()) return source_of_kind(Source::Kind::several, Role::value);
  return given_on(trace, {of.block, shuffle.index, from}, Role::value);
}

// Where the way leads through other blocks, their stores as well.
class Blocks {
 public:
  explicit Blocks(const BlockStores& own) : own_(own), trace_(own.trace()), events_(own.events()) {}

  // Racing threads may have handed one value round in a circle: no way back is longer than all that these blocks did.
  [[nodiscard]] std::uint64_t longest_way() const { return events_; }

  [[nodiscard]] std::vector<Source> origins_of(const EventRef& of, bool found = false) {
    if (of.block == own_.block()) return tilescope::origins_of(own_, of, found);
    const auto [other, is_new] = others_.try_emplace(of.block, trace_, of.block);
    if (is_new) events_ += other->second.events();
    return tilescope::origins_of(other->second, of, found);
  }

  // A value passed on by loads and stores alone, followed to where it was made.
  [[nodiscard]] Source maker_of(const EventRef& of) { return maker_of(made_by(trace_, of, Role::value)); }
  [[nodiscard]] Source maker_of(Source source);

 private:
  const BlockStores& own_;
  const Trace& trace_;
  std::uint64_t events_;
  std::map<std::size_t, BlockStores> others_;
};

Source Blocks::maker_of(Source source) {
  for (std::uint64_t hops = 0; source.kind == Source::Kind::event; ++hops) {
    const Kind kind = event_at(trace_, source.event).kind();
    if (kind == Kind::partial_sum || (kind == Kind::atomic && !source.found)) return source;
    const std::vector<Source> from = origins_of(source.event, source.found);
    if (from.empty() || hops > longest_way()) return source_of_kind(Source::Kind::unknown, Role::value);
    Source next = from.front();
    weaken(next, source);
    source = next;
  }
  return source;
}

}  // namespace

std::vector<Source> origins_of(const BlockStores& stores, const EventRef& of, bool found) {
  const Trace& trace = stores.trace();
  const Column events = trace.events(of.block, of.thread);
  const Event event = events[of.event];
  if (event.is_barrier() || event.kind() == Kind::vote) return {};
  if (event.kind() == Kind::shuffle) return {given_by(trace, of, event)};
  if (is_store(event)) return {of_origin(trace, of, event.origin, Role::value, event)};
  if (event.kind() == Kind::atomic && !found) {
    Source before = writer_of(stores, of, event);
    before.role = Role::addend;
    return {before, of_origin(trace, of, event.origin, Role::added, event)};
  }
  if (is_load(event.kind())) return {writer_of(stores, of, event)};
  if (event.kind() == Kind::out_of_bounds) {
    Source source = source_of_kind(Source::Kind::out_of_bounds, Role::value);
    source.event = of;
    source.line = event.line();
    source.array = event.array();
    source.index = event.index;
    hold(source, event);
    return {source};
  }
  const std::uint32_t first = event.first_operand(of.event);
  switch (event.sum_form()) {
    case SumForm::start: return {of_origin(trace, of, first, Role::value, event)};
    case SumForm::add: return {addend_of(trace, of, events), of_origin(trace, of, first, Role::added, event)};
    case SumForm::least:
    case SumForm::greatest:
    case SumForm::compare:
      return {of_origin(trace, of, first, Role::value, event),
              of_origin(trace, of, event.second_operand(of.event), Role::value, event)};
    case SumForm::multiply_add: break;
  }
  return {addend_of(trace, of, events), of_origin(trace, of, first, Role::first_factor, event),
          of_origin(trace, of, event.second_operand(of.event), Role::second_factor, event)};
}

std::vector<Source> contents_of(const BlockStores& stores, std::uint8_t array, std::uint32_t index,
                                std::uint32_t thread, std::uint32_t event) {
  const Trace& trace = stores.trace();
  const BlockStores::Writers writers = stores.writers_of(array, index, thread, event);
  std::vector<Source> possible;
  if (writers.ordered.empty()) possible.push_back(as_launched(trace, array, index));
  for (const EventRef& ref : writers.ordered) possible.push_back(made_by(trace, ref, Role::value));
  for (const EventRef& ref : writers.unordered) possible.push_back(made_by(trace, ref, Role::value));
  if (possible.size() > 1)
    for (Source& source : possible) source.proof = Proof::assumed;
  for (Source& source : possible) source.possible = possible.size();
  return possible;
}

std::vector<EventRef> readers_of(const BlockStores& stores, const EventRef& store) {
  const Trace& trace = stores.trace();
  const Event& stored = event_at(trace, store);
  std::vector<EventRef> readers;
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
    std::uint32_t number = 0;
    for (const Event& event : trace.events(store.block, thread)) {
      const EventRef load{store.block, thread, number++};
      if (!is_load(event.kind()) || event.array() != stored.array() || event.index != stored.index) continue;
      const Source writer = writer_of(stores, load, event);
      if (writer.kind == Source::Kind::event && writer.event == store) readers.push_back(load);
    }
  }
  return readers;
}

Chain chain(const BlockStores& stores, const EventRef& of, std::size_t most) {
  Chain all;
  Blocks blocks(stores);
  const auto expand = [&](const EventRef& ref, bool found, std::uint32_t link, std::uint32_t depth) {
    for (const Source& source : blocks.origins_of(ref, found)) {
      if (all.links.size() == most) {
        all.whole = false;
        return;
      }
      all.links.push_back({source, link, depth});
    }
  };
  expand(of, false, Link::none, 1);
  for (std::uint32_t n = 0; n < all.links.size() && all.whole; ++n)
    if (const Source from = all.links[n].source; from.kind == Source::Kind::event)
      expand(from.event, from.found, n, all.links[n].depth + 1);
  return all;
}

Source maker_of(const BlockStores& stores, const EventRef& of) { return Blocks(stores).maker_of(of); }

Contributions contributions_to(const BlockStores& stores, const EventRef& of) {
  const Trace& trace = stores.trace();
  Blocks blocks(stores);
  Contributions all;
  EventRef at = of;
  if (event_at(trace, of).kind() == Kind::atomic) all.atomics.push_back(of);
  for (std::uint64_t hops = 0; hops <= blocks.longest_way(); ++hops) {
    all.begin = blocks.origins_of(at, true).front();
    all.proof = std::max(all.proof, all.begin.proof);
    if (all.begin.kind != Source::Kind::event || event_at(trace, all.begin.event).kind() != Kind::atomic) break;
    at = all.begin.event;
    all.atomics.push_back(at);
  }
  std::reverse(all.atomics.begin(), all.atomics.end());
  return all;
}

Products products_behind(const BlockStores& stores, const EventRef& of) {
  Products found;
  Blocks blocks(stores);
  const auto note = [&](const Source& source) {
    found.proof = std::max(found.proof, source.proof);
    if (source.kind == Source::Kind::several || source.kind == Source::Kind::unknown) found.whole = false;
  };
  const auto made = [&](const Source& source) {
    if (source.kind != Source::Kind::event) return source;
    Source maker = blocks.maker_of(source);
    maker.role = source.role;
    return maker;
  };
  // Backwards: the last product first. What stands on top is looked at next.
  std::vector<Source> open{made(made_by(stores.trace(), of, Role::value))};
  for (std::uint64_t hops = 0; !open.empty() && hops <= blocks.longest_way(); ++hops) {
    const Source at = open.back();
    open.pop_back();
    note(at);
    if (at.kind != Source::Kind::event) {  // a value that no sum made: one element that was copied
      if (at.kind != Source::Kind::constant) found.products.push_back({of, SumForm::start, at, {}});
      continue;
    }
    const Event event = event_at(stores.trace(), at.event);
    found.sums.push_back(at.event);
    const std::vector<Source> from = blocks.origins_of(at.event);
    const bool adds = event.kind() == Kind::atomic && static_cast<AtomicKind>(event.operand()) == AtomicKind::add;
    const SumForm form = event.kind() == Kind::partial_sum ? event.sum_form() : adds ? SumForm::add : SumForm::compare;
    if (form > SumForm::multiply_add) {  // which of them it is, or what follows from both, is not a sum of products
      found.whole = false;
      continue;
    }
    open.push_back(made(from[0]));
    if (form == SumForm::start) continue;
    SumStep product{at.event, form, made(from[1]), form == SumForm::multiply_add ? made(from[2]) : Source{}};
    // A sum that is added as a whole brings its own products.
    if (form == SumForm::add && product.first.kind == Source::Kind::event) {
      open.push_back(product.first);
      continue;
    }
    for (const Source* factor : {&product.first, &product.second}) {
      if (factor == &product.second && form != SumForm::multiply_add) continue;
      note(*factor);
      if (factor->kind == Source::Kind::event) found.whole = false;
    }
    found.products.push_back(product);
  }
  found.whole = found.whole && open.empty();
  std::reverse(found.products.begin(), found.products.end());
  std::reverse(found.sums.begin(), found.sums.end());
  return found;
}

}  // namespace tilescope
