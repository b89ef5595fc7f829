// Warns of variables that are read before anything can have set them, and of arrays that are read but never filled.
// Goes through a function in source order; what a loop sets may have been set in an earlier round.
#include <string>
#include <string_view>
#include <unordered_map>

#include "instrumentation/language/passes/walk.h"
#include "instrumentation/language/passes/warnings.h"

namespace tilescope::language {

namespace {

class Unset {
 public:
  explicit Unset(const Watched& watched) : watched_(watched) {}

  void look(const Function& function) {
    for (const Variable* const variable : function.locals)
      if (variable->space == Space::shared) declare(*variable);
    for (const Expression* const e : function.fields) look(*e);
    if (function.body != nullptr) look(*function.body);
  }

  void tell_of_arrays() {
    for (const Variable* const variable : arrays_) {
      const Kept& kept = kept_[variable];
      if (kept.is_set || !kept.is_read) continue;
      const bool shared = variable->space == Space::shared;
      watched_.diagnostics.warning(
          kept.read, Mistake::never_written,
          quoted(variable->name) + (shared ? " is read here, but no thread ever writes to it"
                                           : " is read here, but nothing is ever written to it"));
    }
  }

 private:
  struct Kept {
    bool is_set = false;
    bool is_read = false;
    bool whole = false;  // reported only if nothing ever sets it: an array, or shared
    Place read;
    std::size_t conditions = 0;  // around the read
    std::size_t loops = 0;       // around its declaration
  };

  void look(const Statement& s);
  void look(const Expression& e);
  void look_at_place(const Expression& place);
  void declare(const Variable& variable);
  void set(const Expression& place);
  void read(const Expression& place, Place at);
  void tell(const Variable& variable, Place at);
  void end_loop();

  const Watched& watched_;
  std::unordered_map<const Variable*, Kept> kept_;
  std::vector<const Variable*> arrays_;
  struct Loop {
    std::size_t conditions = 0;         // around it
    std::vector<const Variable*> read;  // in it, and may be set before it ends
  };
  std::vector<Loop> loops_;  // the enclosing ones
  std::size_t conditions_ = 0;
};

void Unset::look(const Statement& s) {
  const bool is_loop = s.kind == StatementKind::loop;
  if (is_loop) loops_.push_back({conditions_, {}});
  for (const Variable* const variable : s.variables) declare(*variable);
  if (s.condition != nullptr && !s.condition_last) look(*s.condition);
  if (s.expression != nullptr) look(*s.expression);
  for (const Statement* const part : s.list) look(*part);
  const bool chooses = s.kind == StatementKind::if_ || s.kind == StatementKind::switch_;
  if (chooses) ++conditions_;
  if (s.body != nullptr) look(*s.body);
  if (s.condition != nullptr && s.condition_last) look(*s.condition);
  if (s.step != nullptr) look(*s.step);
  if (s.else_body != nullptr) look(*s.else_body);
  if (chooses) --conditions_;
  if (is_loop) end_loop();
}

void Unset::declare(const Variable& variable) {
  const bool shared = variable.space == Space::shared;
  if (shared && kept_.contains(&variable)) return;
  if (variable.init != nullptr) {
    if (variable.type.is_reference() && variable.init->is_place)
      set(*variable.init);
    else
      look(*variable.init);
  }
  if ((variable.space != Space::local && !shared) || variable.init != nullptr || variable.dynamic) return;
  if (variable.is_static && !shared) return;
  if (variable.type.is_structure() && variable.type->structure->fields.empty()) return;
  const bool whole = shared || variable.type.is_array();
  kept_[&variable] = {false, false, whole, {}, 0, loops_.size()};
  if (whole) arrays_.push_back(&variable);
}

void Unset::look(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::load: look_at_place(*e.a); return read(*e.a, e.place);
    case ExpressionKind::assign:
      look(*e.b);
      look_at_place(*e.a);
      return set(*e.a);
    case ExpressionKind::compound:
      look(*e.b);
      look_at_place(*e.a);
      read(*e.a, e.a->place);
      return set(*e.a);
    case ExpressionKind::increment:
      look_at_place(*e.a);
      read(*e.a, e.a->place);
      return set(*e.a);
    case ExpressionKind::address:
    case ExpressionKind::decay:
    case ExpressionKind::reinterpret: look_at_place(*e.a); return set(*e.a);  // by what uses the result
    default: break;
  }
  const bool chooses =
      e.kind == ExpressionKind::choice || e.kind == ExpressionKind::both || e.kind == ExpressionKind::either;
  each_part(e, [&](const Expression& part) {
    const bool chosen = chooses && &part != e.a;
    if (chosen) ++conditions_;
    look(part);
    if (chosen) --conditions_;
    if (part.is_place) set(part);  // it is bound to a reference
  });
}

// Looks at what is needed to reach the place.
void Unset::look_at_place(const Expression& place) {
  switch (place.kind) {
    case ExpressionKind::variable: return;
    case ExpressionKind::field:
    case ExpressionKind::reinterpret: return look_at_place(*place.a);
    case ExpressionKind::element:
      if (place.a->kind == ExpressionKind::decay)
        look_at_place(*place.a->a);
      else
        look(*place.a);
      return look(*place.b);
    default: return look(place);
  }
}

void Unset::set(const Expression& place) {
  const Variable* const variable = variable_of(place);
  const auto found = variable != nullptr ? kept_.find(variable) : kept_.end();
  if (found != kept_.end()) found->second.is_set = true;
}

void Unset::read(const Expression& place, Place at) {
  const Variable* const variable = variable_of(place);
  const auto found = variable != nullptr ? kept_.find(variable) : kept_.end();
  if (found == kept_.end() || found->second.is_set || found->second.is_read) return;
  Kept& kept = found->second;
  kept.is_read = true;
  kept.read = at;
  kept.conditions = conditions_;
  if (kept.whole) return;
  if (loops_.size() > kept.loops)
    loops_.back().read.push_back(variable);
  else
    tell(*variable, at);
}

// A read counts for the first round, unless something later in the loop has set the variable.
void Unset::end_loop() {
  const Loop loop = std::move(loops_.back());
  loops_.pop_back();
  for (const Variable* const variable : loop.read) {
    Kept& kept = kept_[variable];
    if (kept.conditions == loop.conditions) kept.is_set = false;
    if (kept.is_set) continue;
    if (loops_.size() > kept.loops)
      loops_.back().read.push_back(variable);
    else
      tell(*variable, kept.read);
  }
}

void Unset::tell(const Variable& variable, Place at) {
  const bool number = variable.type.is_arithmetic();
  const bool vector = variable.type.is_structure() && variable.type->structure->vector > 0;
  const std::string name(variable.name);
  watched_.diagnostics.warning(at, number || vector ? Mistake::unset_variable : Mistake::unset_structure,
                               quoted(name) + " is read before it has a value",
                               number   ? "write '" + plain_name_of(variable.type) + " " + name + " = 0;'"
                               : vector ? "write '" + plain_name_of(variable.type) + " " + name + " = {};'"
                                        : "");
}

}  // namespace

void warn_of_unset(const Watched& watched) {
  Unset unset(watched);
  for (const Function* const function : watched.functions) {
    if (function->body != nullptr && has_jumps(*function->body)) return;  // execution order differs from source order
    unset.look(*function);
  }
  unset.tell_of_arrays();
}

}  // namespace tilescope::language
