// Goes through a kernel in execution order, calls included, and tracks a fact about each variable through branches and
// loops. Repeats until the facts no longer change.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "instrumentation/language/passes/walk.h"

namespace tilescope::language {

// What a fact is about: a variable's own bytes, what a pointer variable points to, or a member of either. 0: nothing
// known.
using Slot = std::uint64_t;
[[nodiscard]] inline Slot own(const Variable& variable) { return std::bit_cast<std::uintptr_t>(&variable); }
[[nodiscard]] inline Slot behind(const Variable& variable) { return own(variable) + 1; }  // no variable begins there
[[nodiscard]] inline Slot member(Slot slot, const Field& field) {
  return slot == 0 ? 0 : ~((slot + 1 + field.offset) * 0x9e3779b97f4a7c15);
}
// The members of a structure whose facts are tracked separately.
[[nodiscard]] inline std::span<const Field> members_of(Type type) {
  static constexpr std::size_t most = 8;
  if (!type.is_structure() || type->structure->is_union || type->structure->fields.size() > most) return {};
  return type->structure->fields;
}

// Finds the slot of a place. A reference or pointer initialized with a variable's address stands for that variable.
class Slots {
 public:
  [[nodiscard]] Slot of_place(const Expression& e) const {
    switch (e.kind) {
      case ExpressionKind::variable: return of_variable(*e.variable);
      case ExpressionKind::field: return of_field(e);
      case ExpressionKind::reinterpret:
      case ExpressionKind::assign:
      case ExpressionKind::compound:
      case ExpressionKind::increment: return of_place(*e.a);
      case ExpressionKind::element:
      case ExpressionKind::dereference: return of_pointer(*e.a);
      case ExpressionKind::sequence:
      case ExpressionKind::choice: return of_place(*e.b);
      default: return 0;
    }
  }
  // The slot that a pointer points to.
  [[nodiscard]] Slot of_pointer(const Expression& e) const {
    switch (e.kind) {
      case ExpressionKind::load: return pointed_to(*e.a);
      case ExpressionKind::address:
      case ExpressionKind::decay: return of_place(*e.a);
      case ExpressionKind::offset:
      case ExpressionKind::convert:
      case ExpressionKind::increment: return of_pointer(*e.a);
      case ExpressionKind::sequence:
      case ExpressionKind::choice: return of_pointer(*e.b);
      default: return 0;
    }
  }
  // True if only the thread itself can see it.
  [[nodiscard]] bool is_local(Slot slot) const { return locals_.contains(slot); }
  void declare(const Variable& variable) {
    if (variable.space != Space::local) return;
    locals_.insert(own(variable));
    for (const Field& field : members_of(variable.type)) locals_.insert(member(own(variable), field));
  }
  // Initializes a reference or pointer with `first`.
  void begin(const Variable& variable, const Expression& first) {
    stands_for_.erase(&variable);
    Slot slot = 0;
    if (variable.type.is_reference()) slot = of_place(first);
    if (variable.type.is_pointer()) slot = of_pointer(first);
    if (slot != 0) stands_for_[&variable] = slot;
  }

 private:
  [[nodiscard]] Slot of_variable(const Variable& variable) const {
    if (!variable.type.is_reference()) return own(variable);
    const auto found = stands_for_.find(&variable);
    return found != stands_for_.end() ? found->second : own(variable);
  }
  // A member's slot covers all its members.
  [[nodiscard]] Slot of_field(const Expression& e) const {
    const Slot whole = of_place(*e.a);
    return e.a->kind == ExpressionKind::field || members_of(e.a->type).empty() ? whole : member(whole, *e.field);
  }
  [[nodiscard]] Slot pointed_to(const Expression& place) const {
    const Variable* const variable = variable_of(place);
    if (variable == nullptr) return place.kind == ExpressionKind::increment ? pointed_to(*place.a) : of_place(place);
    const auto found = stands_for_.find(variable);
    return found != stands_for_.end() ? found->second : behind(*variable);
  }

  std::unordered_map<const Variable*, Slot> stands_for_;
  std::unordered_set<Slot> locals_;
};

// Self must have:
//   Fact value(const Expression&)            its value; calls set() for what it changes
//   Fact bound(const Expression&)            of a reference bound to a place
//   void hold(const Variable&, const Fact&)  initializes a variable
//   void discard(const Expression&)          the same for an expression whose value is not used
//   static Fact joined(const Fact&, const Fact&)
//   static bool same(const Fact&, const Fact&)     as far as the next round of a loop depends on it
//   Fact round(const Fact&), after(const Fact&)    of what a loop changes: when a round begins, and after the last one
//   void branch(const Statement&, bool holds, const Fact& condition), end_branch()   around code that runs under a
//   condition void begin_loop(const Statement&), end_loop(const Statement&)  around all rounds void leave(const
//   Statement&)             at a break, continue or return, after its expression
template <class Self, class Fact>
class Flow {
 public:
  // True if the facts became stable.
  bool go_through(const Function& kernel) {
    for (int round = 0; round < 12; ++round) {
      again_ = false;
      now_.clear();
      trail_.clear();
      self().start();
      run(kernel);
      if (gave_up() || !again_) break;
    }
    return !gave_up() && !again_;
  }

 protected:
  [[nodiscard]] bool gave_up() const { return work_ > most_work; }
  [[nodiscard]] const Slots& slots() const { return slots_; }

  [[nodiscard]] const Fact* find(Slot slot) const {
    const auto found = now_.find(slot);
    return found != now_.end() ? &found->second : nullptr;
  }
  void set(Slot slot, const Fact& fact) {
    const auto [place, is_new] = now_.try_emplace(slot, fact);
    trail_.push_back({slot, is_new ? Fact{} : place->second, !is_new});
    place->second = fact;
  }

  // Runs a called function after initializing its parameters.
  Fact call(const Function& function, std::span<const Expression* const> arguments, std::size_t first_parameter = 0) {
    std::vector<Fact> facts;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::size_t parameter = i + first_parameter;
      facts.push_back(parameter < function.parameters.size()
                          ? first_fact(*function.parameters[parameter], *arguments[i])
                          : self().value(*arguments[i]));
    }
    if (function.body == nullptr || depth_ > 200) return Fact{};
    for (std::size_t i = 0; i < arguments.size() && i + first_parameter < function.parameters.size(); ++i) {
      const Variable& parameter = *function.parameters[i + first_parameter];
      slots_.begin(parameter, *arguments[i]);
      self().hold(parameter, facts[i]);
    }
    std::vector<Fact> results;
    std::swap(results, results_);
    run(function);
    std::swap(results, results_);
    Fact result{};
    for (std::size_t i = 0; i < results.size(); ++i) result = i == 0 ? results[0] : Self::joined(result, results[i]);
    return result;
  }

  void run(const Function& function) {
    ++depth_;
    for (const Expression* const e : function.fields) self().discard(*e);
    if (function.body != nullptr) run_body(*function.body);
    --depth_;
  }

  void run(const Statement& s) {
    if (++work_ > most_work) return;
    switch (s.kind) {
      case StatementKind::if_: return run_if(s);
      case StatementKind::loop: return run_loop(s);
      case StatementKind::switch_: return run_switch(s);
      case StatementKind::case_: return run_case();
      default: break;
    }
    for (const Variable* const variable : s.variables) begin(*variable);
    if (s.kind == StatementKind::return_ && s.expression != nullptr)
      results_.push_back(self().value(*s.expression));
    else if (s.expression != nullptr)
      self().discard(*s.expression);
    for (const Statement* const part : s.list) run(*part);
    if (s.kind == StatementKind::label && jumping_ != nullptr) bring_round(*jumping_);
    if (s.kind == StatementKind::goto_ && jumping_ != nullptr) carry(*jumping_, jumping_mark_);
    if (s.kind >= StatementKind::break_) self().leave(s);
  }

  // Runs one of two branches; either may be empty.
  template <class First, class Second>
  void either(First&& first, Second&& second) {
    const std::size_t mark = trail_.size();
    first();
    const Facts after_first = take_back(mark);
    second();
    for (const auto& [slot, fact] : changed_since(mark))
      if (!holds(after_first, slot)) set(slot, Self::joined(now_.at(slot), fact));
    for (const auto& [slot, fact] : after_first) {
      const Fact* const other = find(slot);
      set(slot, other != nullptr ? Self::joined(fact, *other) : fact);
    }
  }

  // `do { } while (0)`, as in macros.
  static bool runs_once(const Statement& s) {
    const Expression* const e = s.condition;
    return s.condition_last && e != nullptr && e->kind == ExpressionKind::constant && !e->value->truth();
  }

  std::size_t work_ = 0;

 private:
  static constexpr std::size_t most_work = 3'000'000;
  using Facts = std::vector<std::pair<Slot, Fact>>;  // sorted by slot
  struct Change {
    Slot slot;
    Fact before;
    bool was_known;
  };

  Self& self() { return static_cast<Self&>(*this); }

  static bool holds(const Facts& facts, Slot slot) {
    const auto place = std::lower_bound(facts.begin(), facts.end(), slot,
                                        [](const auto& a, Slot b) { return std::less<>()(a.first, b); });
    return place != facts.end() && place->first == slot;
  }
  // The slots changed since `mark`, with their facts before.
  Facts changed_since(std::size_t mark) {
    work_ += trail_.size() - mark;
    Facts facts;
    for (std::size_t i = mark; i < trail_.size(); ++i) facts.emplace_back(trail_[i].slot, trail_[i].before);
    std::stable_sort(facts.begin(), facts.end(),
                     [](const auto& a, const auto& b) { return std::less<>()(a.first, b.first); });
    facts.erase(
        std::unique(facts.begin(), facts.end(), [](const auto& a, const auto& b) { return a.first == b.first; }),
        facts.end());
    return facts;
  }
  // The slots changed since `mark`, with their facts now; then restores the facts before.
  Facts take_back(std::size_t mark) {
    Facts facts = changed_since(mark);
    for (auto& [slot, fact] : facts) fact = now_.at(slot);
    for (; trail_.size() > mark; trail_.pop_back()) {
      if (trail_.back().was_known)
        now_.at(trail_.back().slot) = trail_.back().before;
      else
        now_.erase(trail_.back().slot);
    }
    return facts;
  }

  Fact first_fact(const Variable& variable, const Expression& first) {
    return variable.type.is_reference() && first.is_place ? self().bound(first) : self().value(first);
  }
  void begin(const Variable& variable) {
    slots_.declare(variable);
    if (variable.init == nullptr) return;
    self().hold(variable, first_fact(variable, *variable.init));
    slots_.begin(variable, *variable.init);
  }

  // With gotos, the whole body may be repeated, and a label may be reached from any goto.
  void run_body(const Statement& body) {
    const auto [loop, is_new] = bodies_.try_emplace(&body);
    if (is_new && has_jumps(body)) {
      loop->second.kind = StatementKind::loop;
      loop->second.body = &body;
    }
    const Statement* const now = loop->second.body != nullptr ? &loop->second : nullptr;
    const Statement* const outer = std::exchange(jumping_, now);
    const std::size_t outer_mark = std::exchange(jumping_mark_, trail_.size());
    run(now != nullptr ? *now : body);
    jumping_ = outer;
    jumping_mark_ = outer_mark;
  }
  void bring_round(const Statement& loop) {
    const Facts& carried = carried_[&loop];
    work_ += carried.size();
    for (const auto& [slot, fact] : carried) {
      const Fact* const before = find(slot);
      set(slot, self().round(before != nullptr ? Self::joined(*before, fact) : fact));
    }
  }
  void run_if(const Statement& s) {
    const Fact condition = self().value(*s.condition);
    either([&] { under(s, true, condition, s.body); }, [&] { under(s, false, condition, s.else_body); });
  }
  void under(const Statement& s, bool holds, const Fact& condition, const Statement* body) {
    if (body == nullptr) return;
    self().branch(s, holds, condition);
    run(*body);
    self().end_branch();
  }

  // What earlier rounds of a loop may have changed is known from the last time it was analysed.
  void run_loop(const Statement& s) {
    if (runs_once(s)) return run_through(s);
    const std::size_t mark = trail_.size();
    self().begin_loop(s);
    bring_round(s);
    if (!s.condition_last && s.condition != nullptr) note_condition(s);
    either([&] { run_round(s); }, [] {});
    carry(s, mark);
    self().end_loop(s);
    for (const auto& [slot, before] : changed_since(mark)) set(slot, self().after(now_.at(slot)));
  }
  void run_through(const Statement& s) {
    self().begin_loop(s);
    if (s.body != nullptr) run(*s.body);
    self().end_loop(s);
  }
  void run_round(const Statement& s) {
    if (s.condition != nullptr) self().branch(s, true, conditions_[&s]);
    if (s.body != nullptr) run(*s.body);
    if (s.condition_last && s.condition != nullptr) note_condition(s);
    if (s.step != nullptr) self().discard(*s.step);
    if (s.condition != nullptr) self().end_branch();
  }
  void note_condition(const Statement& s) {
    const Fact fact = self().value(*s.condition);
    const auto [known, is_new] = conditions_.try_emplace(&s, fact);
    if (s.condition_last && (is_new || !Self::same(known->second, fact))) again_ = true;
    known->second = fact;
  }
  void carry(const Statement& s, std::size_t mark) {
    const Facts changed = changed_since(mark);
    Facts& carried = carried_[&s];
    Facts both;
    both.reserve(carried.size() + changed.size());
    auto old = carried.begin();
    for (const auto& [slot, before] : changed) {
      while (old != carried.end() && std::less<>()(old->first, slot)) both.push_back(*old++);
      const Fact& fact = now_.at(slot);
      const bool known = old != carried.end() && old->first == slot;
      both.emplace_back(slot, known ? Self::joined(old->second, fact) : fact);
      if (!known || !Self::same(both.back().second, old->second)) again_ = true;
      if (known) ++old;
    }
    both.insert(both.end(), old, carried.end());
    carried = std::move(both);
  }

  // A case is reached from the switch or from the case before it.
  void run_switch(const Statement& s) {
    const Fact condition = self().value(*s.expression);
    const std::size_t mark = trail_.size();
    std::vector<Facts> exits;
    const std::size_t outer_mark = std::exchange(switch_mark_, mark);
    std::vector<Facts>* const outer_exits = std::exchange(exits_, &exits);
    either([&] { under(s, true, condition, s.body); }, [] {});
    switch_mark_ = outer_mark;
    exits_ = outer_exits;
    for (const Facts& facts : exits)
      for (const auto& [slot, fact] : facts) set(slot, find(slot) != nullptr ? Self::joined(*find(slot), fact) : fact);
  }
  void run_case() {
    if (exits_ == nullptr) return;
    Facts facts = changed_since(switch_mark_);
    for (auto& [slot, fact] : facts) {
      const Fact before = fact;
      fact = now_.at(slot);
      set(slot, Self::joined(fact, before));
    }
    exits_->push_back(std::move(facts));
  }

  Slots slots_;
  std::unordered_map<Slot, Fact> now_;
  std::vector<Change> trail_;  // changes of now_
  std::unordered_map<const Statement*, Facts> carried_;
  std::unordered_map<const Statement*, Fact> conditions_;   // of loops
  std::unordered_map<const Statement*, Statement> bodies_;  // by function body: a loop around one with gotos
  const Statement* jumping_ = nullptr;                      // the one that is running
  std::size_t jumping_mark_ = 0;
  std::vector<Fact> results_;  // of the running function
  std::size_t switch_mark_ = 0;
  std::vector<Facts>* exits_ = nullptr;
  int depth_ = 0;
  bool again_ = false;
};

}  // namespace tilescope::language
