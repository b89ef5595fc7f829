// Warns of barriers that only some threads of a block reach, as far as this follows from threadIdx.
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "instrumentation/language/passes/flow.h"
#include "instrumentation/language/passes/warnings.h"

namespace tilescope::language {

namespace {

// How a value varies over the threads of a block.
enum class Spread : std::uint8_t {
  same,        // in all threads
  may_differ,  // it depends on data
  differs,     // it depends on threadIdx
};

class Barriers : public Flow<Barriers, Spread> {
 public:
  explicit Barriers(const Watched& watched) : watched_(watched) {}

  void tell() {
    if (!go_through(*watched_.kernel.function)) return;
    for (const Warning& each : warnings_) watched_.diagnostics.warning(each.place, each.mistake, each.sentence);
  }

  // Required by Flow.
  void start() {
    warnings_.clear();
    told_.clear();
    conditions_.clear();
    exits_.clear();
    loops_.clear();
    of_call_ = {};
  }
  static Spread joined(Spread a, Spread b) { return std::max(a, b); }
  static bool same(Spread a, Spread b) { return a == b; }
  Spread round(Spread spread) { return spread; }
  Spread after(Spread spread) { return spread; }

  void branch(const Statement& s, bool holds, Spread spread) {
    conditions_.push_back({&s, s.condition != nullptr ? s.condition : s.expression, holds, spread});
  }
  void end_branch() { conditions_.pop_back(); }
  void begin_loop(const Statement&) { loops_.push_back({exits_.size(), conditions_.size(), std::nullopt}); }
  void end_loop(const Statement&);
  void leave(const Statement& s);

  void hold(const Variable& variable, Spread spread) {
    set(own(variable), spread);
    for (const Field& field : members_of(variable.type))
      if (find(member(own(variable), field)) != nullptr) set(member(own(variable), field), spread);
  }
  Spread bound(const Expression& place) { return value(place); }
  void discard(const Expression& e) { (void)value(e); }
  Spread value(const Expression& e);

 private:
  struct Condition {
    const Statement* statement = nullptr;
    const Expression* condition = nullptr;
    bool holds = true;
    Spread spread = Spread::same;
  };
  struct Warning {
    Place place;
    Mistake mistake{};
    Sentence sentence;
  };
  // A statement by which some threads leave.
  struct Exit {
    const Statement* statement = nullptr;
    std::size_t loops = 0;  // around it
    bool told = false;
  };
  struct Loop {
    std::size_t exits = 0;         // before it
    std::size_t conditions = 0;    // around it
    std::optional<Place> barrier;  // the first in it
  };
  struct Bases {  // where those of the running function begin
    std::size_t conditions = 0, exits = 0, loops = 0;
  };

  // The innermost condition, from number `first` on, that keeps some threads away.
  [[nodiscard]] const Condition* innermost(std::size_t first) const {
    for (std::size_t i = conditions_.size(); i > first; --i)
      if (conditions_[i - 1].spread == Spread::differs) return &conditions_[i - 1];
    return nullptr;
  }
  [[nodiscard]] Spread of_parts(const Expression& e) {
    Spread spread = Spread::same;
    each_part(e, [&](const Expression& part) { spread = std::max(spread, value(part)); });
    return spread;
  }
  [[nodiscard]] Spread known(Slot slot) const {
    const Spread* const found = find(slot);
    return found != nullptr ? *found : Spread::same;
  }
  // Every thread that reads it finds the same value.
  static bool is_shared(const Variable& variable) {
    return variable.space != Space::local && variable.space != Space::parameter;
  }
  [[nodiscard]] Spread whole(const Expression& e) const {
    const Slot slot = slots().of_place(e);
    Spread spread = known(slot);
    for (const Field& field : members_of(e.type)) spread = std::max(spread, known(member(slot, field)));
    return spread;
  }
  Spread pointed_to(const Expression& e);
  Spread stored(const Expression& place, Spread spread, bool keeps);
  Spread built_in(const Expression& e);
  Spread called(const Expression& e, std::size_t first_parameter);
  void barrier(const Expression& e, bool in_call);
  void tell_of(Place place, const Condition& condition, bool in_call);
  void tell_of(Place place, Exit& exit);
  void warn_once(Place place, Mistake mistake, Sentence sentence) {
    if (told_.insert(place.offset).second) warnings_.push_back({place, mistake, std::move(sentence)});
  }

  const Watched& watched_;
  std::vector<Warning> warnings_;
  std::unordered_set<std::uint32_t> told_;
  std::vector<Condition> conditions_;  // around the current statement
  std::vector<Exit> exits_;            // before the current statement
  std::vector<Loop> loops_;            // around the current statement
  Bases of_call_;
};

Spread Barriers::value(const Expression& e) {
  if (++work_; gave_up()) return Spread::same;
  switch (e.kind) {
    case ExpressionKind::variable:
      if (e.variable->space == Space::place) return e.variable->name == "threadIdx" ? Spread::differs : Spread::same;
      return is_shared(*e.variable) ? Spread::same : whole(e);
    case ExpressionKind::field: {
      const Spread* const set_itself = e.is_place ? find(slots().of_place(e)) : nullptr;
      return set_itself != nullptr ? *set_itself : value(*e.a);
    }
    case ExpressionKind::element:
    case ExpressionKind::dereference: return pointed_to(e);
    case ExpressionKind::address: return of_parts(*e.a);  // of the parts of the place
    case ExpressionKind::sequence: (void)value(*e.a); return value(*e.b);
    case ExpressionKind::assign: return stored(*e.a, value(*e.b), false);
    case ExpressionKind::compound: return stored(*e.a, std::max(value(*e.a), value(*e.b)), true);
    case ExpressionKind::increment: return value(*e.a);
    case ExpressionKind::call: return called(e, 0);
    case ExpressionKind::object: return called(e, 1);
    case ExpressionKind::builtin: return built_in(e);
    default: return of_parts(e);
  }
}

// Values in memory are data, unless the memory is the thread's own.
Spread Barriers::pointed_to(const Expression& e) {
  const Spread index = of_parts(e);
  const Slot slot = slots().of_pointer(*e.a);
  if (slot != 0 && slots().is_local(slot))
    return std::max(index == Spread::same ? index : Spread::may_differ, known(slot));
  return index == Spread::same ? index : Spread::may_differ;
}

Spread Barriers::stored(const Expression& place, Spread spread, bool keeps) {
  const Slot slot = slots().of_place(place);
  if (place.kind != ExpressionKind::variable) (void)value(place);
  const bool is_variable = place.kind == ExpressionKind::variable && !is_shared(*place.variable);
  if (slot == 0 || (!is_variable && !slots().is_local(slot))) return spread;
  const bool whole = is_variable && !keeps;
  set(slot, whole ? spread : std::max(spread, known(slot)));
  return spread;
}

Spread Barriers::built_in(const Expression& e) {
  const Spread arguments = of_parts(e);
  switch (e.builtin->group) {
    case BuiltinGroup::barrier: barrier(e, false); return Spread::same;
    case BuiltinGroup::warp:
    case BuiltinGroup::atomic:
    case BuiltinGroup::clock: return Spread::may_differ;
    case BuiltinGroup::load: return arguments == Spread::same ? arguments : Spread::may_differ;
    default: return arguments;
  }
}

Spread Barriers::called(const Expression& e, std::size_t first_parameter) {
  if (e.function->waits) barrier(e, true);
  const Bases outer = std::exchange(of_call_, {conditions_.size(), exits_.size(), loops_.size()});
  // The arguments belong to the caller, but they contain no barrier.
  const Spread result = call(*e.function, e.list, first_parameter);
  exits_.resize(of_call_.exits);
  of_call_ = outer;
  return result;
}

void Barriers::barrier(const Expression& e, bool in_call) {
  for (std::size_t i = of_call_.loops; i < loops_.size(); ++i)
    if (!loops_[i].barrier) loops_[i].barrier = e.place;
  if (const Condition* const condition = innermost(of_call_.conditions)) return tell_of(e.place, *condition, in_call);
  for (std::size_t i = of_call_.exits; i < exits_.size(); ++i)
    if (!exits_[i].told) return tell_of(e.place, exits_[i]);
}

void Barriers::tell_of(Place place, const Condition& condition, bool in_call) {
  const std::string written = watched_.cited(condition.condition->place);
  const Sentence cited = written.empty() ? "a condition" : quoted(written);
  const std::string what = in_call ? "the barrier in this call" : "this barrier";
  if (condition.statement->kind == StatementKind::loop)
    warn_once(place, Mistake::barrier_left_out,
              what + " is in a loop that threads leave at different times: " + cited + " depends on threadIdx");
  else if (condition.statement->kind == StatementKind::switch_)
    warn_once(place, Mistake::barrier_left_out,
              what + " is reached only by some threads: " + cited + " depends on threadIdx");
  else
    warn_once(
        place, Mistake::barrier_left_out,
        what + " is reached only by threads for which " + cited + (condition.holds ? " holds" : " does not hold"));
}

void Barriers::tell_of(Place place, Exit& exit) {
  exit.told = true;
  const std::string line = std::to_string(watched_.line_of(exit.statement->place));
  switch (exit.statement->kind) {
    case StatementKind::return_:
      return warn_once(place, Mistake::barrier_never_reached,
                       "threads that returned on line " + line + " never reach this barrier");
    case StatementKind::break_:
      return warn_once(place, Mistake::barrier_never_reached,
                       "threads that left the loop on line " + line + " do not reach this barrier");
    default:
      return warn_once(place, Mistake::barrier_never_reached,
                       "threads that continue on line " + line + " do not reach this barrier");
  }
}

// A break out of a switch skips only the switch's other cases.
void Barriers::leave(const Statement& s) {
  if (s.kind == StatementKind::goto_) return;  // its target is not followed
  const std::size_t around = loops_.size() > of_call_.loops ? loops_.back().conditions : of_call_.conditions;
  if (s.kind == StatementKind::break_)
    for (std::size_t i = around; i < conditions_.size(); ++i)
      if (conditions_[i].statement->kind == StatementKind::switch_) return;
  const std::size_t first = s.kind == StatementKind::return_ ? of_call_.conditions : around;
  if (innermost(first) != nullptr) exits_.push_back({&s, loops_.size(), false});
}

// A thread that left in one round misses the barriers of the next one.
void Barriers::end_loop(const Statement&) {
  const Loop loop = loops_.back();
  for (std::size_t i = std::max(loop.exits, of_call_.exits); i < exits_.size(); ++i)
    if (loop.barrier && !exits_[i].told && exits_[i].statement->kind != StatementKind::continue_)
      tell_of(*loop.barrier, exits_[i]);
  std::erase_if(exits_, [&](const Exit& exit) {
    return exit.loops >= loops_.size() && exit.statement->kind != StatementKind::return_;
  });
  loops_.pop_back();
}

}  // namespace

void warn_of_barriers(const Watched& watched) {
  if (watched.kernel.function->waits) Barriers(watched).tell();
}

}  // namespace tilescope::language
