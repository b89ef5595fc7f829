#include "instrumentation/reading/uses.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "instrumentation/machine/code/access_of.h"
#include "instrumentation/machine/code/dataflow.h"
#include "instrumentation/machine/code/slots.h"

namespace tilescope::reading {

namespace {

using machine::Access;
using machine::Code;
using machine::Instruction;
using machine::Op;
using machine::Slot;

using Set = std::uint64_t;  // of numbers or arrays; what is beyond the 64th is left out
constexpr Set one(std::size_t member) { return member < 64 ? Set{1} << member : 0; }

// What a value depends on.
struct Sources {
  Set numbers = 0;  // however it does
  Set limits = 0;   // of these it would be a limit as large as they are
  Set values = 0;   // what arrays hold, as it is or with something added
  Set scaled = 0;   // the same multiplied
  bool thread = false, block = false, loop = false, product = false;

  [[nodiscard]] bool varies() const { return thread || block || loop; }
  bool join(const Sources& other) {
    const Sources before = *this;
    numbers |= other.numbers, limits |= other.limits, values |= other.values, scaled |= other.scaled;
    thread |= other.thread, block |= other.block, loop |= other.loop, product |= other.product;
    return !(*this == before);
  }
  bool operator==(const Sources&) const = default;
};

// What comes from several places is what any of them brings.
class UseSearch {
 public:
  using State = std::vector<Sources>;  // of each row of lanes, then of each uniform

  explicit UseSearch(const Code& code) : code_(code), held_(code.arrays.size()) {
    found_.numbers.resize(code.scalars.size());
    found_.arrays.resize(code.arrays.size());
    ends_.resize(code.arrays.size());
    multiplied_.resize(code.scalars.size());
    std::vector<std::int32_t> loops(code.instructions.size() + 1);  // how many more begin here than end
    for (std::uint32_t at = 0; at < code.instructions.size(); ++at) {
      const Instruction& i = code.instructions[at];
      if (!machine::jumps(i)) continue;
      ++jumps_;
      if (i.what <= at) ++loops[i.what], --loops[at + 1];
    }
    std::int32_t around = 0;
    for (const std::int32_t more : loops) is_in_loop_.push_back((around += more) > 0);
  }

  // Again and again until nothing new is held in shared memory. What is noted on the way holds on some way, too.
  Uses all() {
    tell_used();
    if (jumps_ * places() > most_kept) return std::move(found_);
    for (;;) {
      const std::vector<Set> held = held_;
      machine::Dataflow(code_, *this);
      if (held_ == held) break;
    }
    for (std::size_t n = 0; n < ends_.size(); ++n) tell_ends(n);
    tell_factors();
    return std::move(found_);
  }

  [[nodiscard]] State first() const {
    using Of = Code::Coordinate;
    State known(places());
    for (const auto& [coordinate, slot] : code_.coordinates) {
      Sources sources;
      sources.thread = coordinate <= Of::thread_z;
      sources.block = coordinate >= Of::block_x && coordinate <= Of::block_z;
      set(known, slot, sources);
    }
    for (std::size_t n = 0; n < code_.scalars.size(); ++n) {
      Sources sources;
      sources.numbers = sources.limits = one(n);
      set(known, code_.scalars[n].slot, sources);
    }
    return known;
  }
  [[nodiscard]] static bool join(State& to, const State& from, std::uint32_t) {
    bool changed = false;
    for (std::size_t n = 0; n < to.size(); ++n) changed = to[n].join(from[n]) || changed;
    return changed;
  }
  void pass(State& known, std::uint32_t at) {
    const Instruction& i = code_.instructions[at];
    note(known, i);
    if (i.op == Op::store) hold(code_.accesses[i.what], of(known, i.a));
    Sources made = made_by(known, i);
    if (i.op <= Op::last_pure && is_in_loop_[at] && (i.d == i.a || i.d == i.b || i.d == i.c)) made.loop = true;
    machine::each_written(code_, i, [&](Slot slot) { set(known, slot, made); });
  }

 private:
  // Sources that are kept for all jumps; of a longer kernel it is only known which numbers it uses at all.
  static constexpr std::uint64_t most_kept = 2'000'000;

  [[nodiscard]] std::size_t places() const { return rows() + code_.uniforms; }
  [[nodiscard]] std::size_t rows() const {  // after them lie those of local arrays
    return code_.locals.empty() ? code_.lane_rows : code_.locals.front().first_row;
  }
  [[nodiscard]] std::size_t place(Slot slot) const {
    const std::size_t number = slot.number();
    if (slot.home() == Slot::Home::lanes && number < rows()) return number;
    if (slot.is_uniform() && number < code_.uniforms) return rows() + number;
    return places();  // none, or a row of a local array, of which nothing is known
  }
  void set(State& known, Slot slot, const Sources& sources) const {
    if (const std::size_t at = place(slot); at < known.size()) known[at] = sources;
  }
  [[nodiscard]] Sources of(const State& known, Slot slot) const {
    const std::size_t at = place(slot);
    return at < known.size() ? known[at] : Sources();
  }

  void tell_used() {
    std::vector<bool> is_read(places() + 1);
    for (const Instruction& i : code_.instructions)
      machine::each_read(code_, i, [&](Slot slot) { is_read[place(slot)] = true; });
    for (std::size_t n = 0; n < code_.scalars.size(); ++n)
      if (const std::size_t at = place(code_.scalars[n].slot); at < places()) found_.numbers[n].is_used = is_read[at];
  }

  // What an instruction tells of numbers and arrays.
  void note(const State& known, const Instruction& i) {
    const bool compares = i.op >= Op::equal && i.op <= Op::greatest;
    if (compares) compare(known, i);
    if (compares || i.op == Op::add || i.op == Op::subtract || i.op == Op::reach)
      for (const Slot slot : {i.a, i.b}) add(of(known, slot));
    if (i.op == Op::multiply_add) add(of(known, i.c));
    if (i.op == Op::multiply || i.op == Op::scale || i.op == Op::multiply_add || i.op == Op::bit_and ||
        i.op == Op::divide || i.op == Op::remainder)
      multiply(of(known, i.a), of(known, i.b));
    if (i.op == Op::load || i.op == Op::store || i.op == Op::atomic)
      look_up(known, *machine::access_of(code_, i), i.op == Op::store);
  }

  [[nodiscard]] Sources made_by(const State& known, const Instruction& i) const {
    if (i.op == Op::load_row) return {};  // whatever was in memory
    if (i.op == Op::load || i.op == Op::atomic) return loaded(*machine::access_of(code_, i));
    Sources all;
    machine::each_read(code_, i, [&](Slot slot) {
      Sources read = of(known, slot);
      if (i.op == Op::choose && slot == i.a) read.values = read.scaled = read.limits = 0;
      all.join(read);
    });
    switch (i.op) {
      case Op::move:
      case Op::add:
      case Op::least:
      case Op::greatest:
      case Op::reach:
      case Op::choose:
      case Op::convert:
      case Op::warp: break;
      case Op::subtract: all.limits = of(known, i.a).limits; break;
      case Op::multiply:
      case Op::scale:
      case Op::multiply_add:
      case Op::shift_left: scale(all, of(known, i.a), of(known, i.b), of(known, i.c)); break;
      case Op::divide:
      case Op::shift_right:
      case Op::remainder:
        all.values = all.scaled = 0;
        all.limits = of(known, i.a).limits;
        break;
      default: all.values = all.scaled = all.limits = 0;
    }
    return all;
  }
  // c is added.
  static void scale(Sources& all, const Sources& a, const Sources& b, const Sources& c) {
    all.product = all.product || (a.limits != 0 && b.limits != 0);
    const bool is_scaled = (a.numbers | b.numbers) != 0 || (a.varies() && b.varies());
    if (!is_scaled) return;
    all.scaled |= a.values | b.values;
    all.values = c.values;
  }
  [[nodiscard]] Sources loaded(const Access& access) const {
    Sources made;
    if (access.array >= held_.size()) return made;
    made.values = one(access.array) | held_[access.array];
    return made;
  }
  // What is put into shared memory comes out again.
  void hold(const Access& access, const Sources& value) {
    if (access.array >= held_.size() || code_.arrays[access.array].space != Space::shared) return;
    held_[access.array] |= value.values;
  }
  template <class Of, class Tell>
  static void each(Set members, Of& of, const Tell& tell) {
    for (std::size_t n = 0; n < of.size() && n < 64; ++n)
      if ((members & one(n)) != 0) tell(of[n]);
  }

  void multiply(const Sources& a, const Sources& b) {
    for (const auto& [factor, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (!factor->varies() && (other->varies() || other->values != 0))
        each(factor->numbers, found_.numbers, [](NumberUse& use) { use.is_factor = true; });
      for (std::size_t n = 0; n < multiplied_.size() && n < 64; ++n)
        if ((factor->limits & one(n)) != 0 && !factor->product) multiplied_[n] |= other->limits;
    }
  }

  void add(const Sources& sources) {
    if (!sources.product) added_ |= sources.limits;
  }

  void compare(const State& known, const Instruction& i) {
    const Sources a = of(known, i.a), b = of(known, i.b);
    if (a.thread || b.thread) each(a.numbers | b.numbers, found_.numbers, [](NumberUse& use) { use.is_guard = true; });
    if (i.op != Op::greatest && i.op != Op::equal && i.op != Op::not_equal) {
      note_limit(a, b);
      if (i.op != Op::less) note_limit(b, a);
      if (i.op == Op::less && b.thread && b.block && !a.varies())
        each(a.limits, found_.numbers, [](NumberUse& use) { use.is_passed = true; });
    }
    note_end(a, b);
    if (i.op != Op::less) note_end(b, a);
    if (i.op == Op::least || i.op == Op::greatest) return;
    const bool is_of_equals = i.op == Op::equal || i.op == Op::not_equal;
    for (const auto& [slot, value] : {std::pair(i.a, &b), std::pair(i.b, &a)}) {
      const std::optional<std::uint64_t> constant = machine::constant_of(code_, slot);
      if (!constant) continue;
      const bool is_minus_one = *constant == ~std::uint64_t{0} || *constant == 0xffffffff;
      const bool asks_sign =
          *constant == 0 && !is_of_equals && (i.number == tilescope::Number::i32 || i.number == tilescope::Number::i64);
      // For the compared 0 < value only the sign of what is after it is asked.
      const bool is_below = i.op == Op::less ? slot == i.b : slot == i.a;
      if (is_minus_one || (asks_sign && is_below))
        each(value->values, found_.arrays, [](ArrayUse& use) { use.has_none = true; });
    }
  }
  // Whether a stays below b, where a differs and b does not.
  void note_limit(const Sources& a, const Sources& b) {
    if (b.loop && !b.thread && a.limits == 0 && !a.varies())  // it is counted down
      each(b.limits, found_.numbers, [](NumberUse& use) { use.is_limit = use.counts_loop = true; });
    if ((!a.varies() && a.values == 0) || b.varies()) return;
    each(b.limits, found_.numbers, [&](NumberUse& use) {
      use.is_limit = true;
      if (!b.product && a.thread && a.block) use.covers_all = true;
      if (!b.product && a.thread && !a.block) use.covers_block = true;
      if (a.loop && !a.thread && !a.block) use.counts_loop = true;
      if (b.product && a.thread && a.block) use.parts = std::max(use.parts, std::popcount(b.limits));
    });
  }
  void note_end(const Sources& a, const Sources& b) {
    if (!a.thread && !a.loop) return;
    for (std::size_t n = 0; n < ends_.size() && n < 64; ++n) {
      if ((a.values & one(n)) != 0) ends_[n] |= b.values;
      if ((b.values & one(n)) != 0) found_.arrays[n].limits = true;
    }
  }
  void look_up(const State& known, const Access& access, bool stores) {
    Sources at = of(known, access.lane);
    at.join(of(known, access.uniform));
    if ((at.values | at.scaled) == 0) return;
    each(at.values | at.scaled, found_.arrays, [&](ArrayUse& use) {
      use.finds = true;
      use.finds_stored = use.finds_stored || stores;
    });
    auto& looked_up = stores ? found_stores_ : found_loads_;
    looked_up[access.array] |= at.values | at.scaled;
    const Set both = found_stores_[access.array] & found_loads_[access.array];
    each(both, found_.arrays, [](ArrayUse& use) { use.finds_changed = true; });
    if (access.array < found_.arrays.size() && ((at.values | at.scaled) & one(access.array)) != 0)
      found_.arrays[access.array].finds_itself = true;
    if (at.loop || at.thread) each(at.values, found_.arrays, [](ArrayUse& use) { use.begins = true; });
  }
  // What the array's values are counted up to.
  void tell_ends(std::size_t begin) {
    found_.arrays[begin].ends_itself = (ends_[begin] & one(begin)) != 0;
    if (!found_.arrays[begin].begins) return;
    each(ends_[begin] & ~one(begin), found_.arrays, [](ArrayUse& use) { use.ends = true; });
  }

  // One that is only ever multiplied with mere places, as the width of what is stored by columns is with a step's k.
  void tell_factors() {
    const std::vector<NumberUse> before = found_.numbers;
    for (std::size_t n = 0; n < multiplied_.size() && n < 64; ++n) {
      bool by_places = multiplied_[n] != 0 && (added_ & one(n)) == 0;
      for (std::size_t other = 0; other < before.size(); ++other)
        if ((multiplied_[n] & one(other)) != 0 && !before[other].is_place()) by_places = false;
      if (by_places) found_.numbers[n].is_factor = true;
    }
  }

  const Code& code_;
  Uses found_;
  std::vector<Set> multiplied_;  // by number: with which others
  Set added_ = 0;                // numbers that something is added to, or that are compared
  std::vector<Set> held_;        // by array: what was put into it comes from these
  std::vector<Set> ends_;        // by array: what counts up from its values ends at those of these
  std::map<std::size_t, Set> found_loads_, found_stores_;  // by array: whose values say which of its elements
  std::uint64_t jumps_ = 0;
  std::vector<bool> is_in_loop_;  // by instruction
};

}  // namespace

Uses uses_of(const Code& code) { return UseSearch(code).all(); }

std::vector<std::uint32_t> unused_arrays(const Code& code) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n)
    if (code.arrays[n].is_parameter && !code.arrays[n].is_read && !code.arrays[n].is_written) all.push_back(n);
  return all;
}

}  // namespace tilescope::reading
