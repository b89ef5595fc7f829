// Notes the block sizes that a kernel's shared arrays suggest, if threadIdx itself is the index.
#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "instrumentation/language/passes/walk.h"
#include "instrumentation/language/passes/warnings.h"

namespace tilescope::language {

namespace {

struct Sides {
  std::optional<std::uint64_t> x, y;
};

class BlockSides {
 public:
  explicit BlockSides(const Watched& watched) : watched_(watched) {}

  void tell() {
    each_within(*watched_.kernel.function, [this](const Expression& e) {
      if (e.kind != ExpressionKind::variable) return;
      uses_block_dim_ = uses_block_dim_ || (e.variable->space == Space::place && e.variable->name == "blockDim");
    });
    look(*watched_.kernel.function->body, false);
    if (cited_ == nullptr || !all_.x) return;
    std::string elements;
    for (Type type = cited_->type; type.is_array(); type = type.inner())
      elements += (elements.empty() ? "" : " x ") + std::to_string(type->count);
    const std::string x = std::to_string(*all_.x);
    const std::string blocks = all_.y ? x + " x " + std::to_string(*all_.y) + " threads"
                                      : x + (cited_->type.inner().is_array() ? " threads in x" : " threads");
    watched_.diagnostics.note(
        cited_->place, Mistake::wanted_block,
        quoted(cited_->name) + " has " + elements + " elements: this " +
            (uses_block_dim_ ? "allows blocks of at most " + blocks : "needs blocks of " + blocks));
  }

 private:
  // 'x', 'y' or 'z' for threadIdx or a variable initialized with it; 0 for others.
  [[nodiscard]] char axis(const Expression& value) const {
    const Expression& e = without_conversions(value);
    if (e.kind != ExpressionKind::load) return 0;
    if (e.a->kind == ExpressionKind::variable) {
      const auto found = axes_.find(e.a->variable);
      return found != axes_.end() ? found->second : '\0';
    }
    const bool is_member = e.a->kind == ExpressionKind::field && e.a->a->kind == ExpressionKind::variable;
    if (!is_member || e.a->a->variable->space != Space::place || e.a->a->variable->name != "threadIdx") return 0;
    return e.a->field->name.front();
  }

  [[nodiscard]] bool tests_threads(const Expression& e) const {
    bool found = false;
    each_within(e, [&](const Expression& part) {
      found =
          found || axis(part) != 0 || (part.kind == ExpressionKind::variable && of_threads_.contains(part.variable));
    });
    return found;
  }

  void look(const Statement& s, bool guarded) {
    for (const Variable* const variable : s.variables)
      if (variable->init != nullptr && !variable->type.is_reference()) {
        if (const char known = axis(*variable->init)) axes_.emplace(variable, known);
        if (tests_threads(*variable->init)) of_threads_.insert(variable);
      }
    each_expression(s, [&](const Expression& e) { look(e, guarded); });
    const Expression* const condition = s.condition != nullptr             ? s.condition
                                        : s.kind == StatementKind::switch_ ? s.expression
                                                                           : nullptr;
    const bool inner = guarded || (condition != nullptr && s.kind != StatementKind::block && tests_threads(*condition));
    for (const Statement* const part : s.list) look(*part, inner);
    if (s.body != nullptr) look(*s.body, inner);
    if (s.else_body != nullptr) look(*s.else_body, inner);
  }

  void look(const Expression& e, bool guarded) {
    if (e.kind == ExpressionKind::increment || e.kind == ExpressionKind::compound || e.kind == ExpressionKind::assign)
      if (e.a->kind == ExpressionKind::variable) axes_.erase(e.a->variable);
    const bool chooses =
        e.kind == ExpressionKind::choice || e.kind == ExpressionKind::both || e.kind == ExpressionKind::either;
    const bool inner = guarded || (chooses && tests_threads(*e.a));
    if (!inner) look_at_element(e);
    each_part(e, [&](const Expression& part) { look(part, inner); });
  }

  void look_at_element(const Expression& e) {
    if (e.kind != ExpressionKind::element || e.a->kind != ExpressionKind::decay || e.type.is_array()) return;
    const Variable* const variable = variable_of(e);
    if (variable == nullptr || variable->space != Space::shared || variable->dynamic) return;
    Sides sides;
    const Expression* at = &e;
    for (; at->kind == ExpressionKind::element && at->a->kind == ExpressionKind::decay; at = at->a->a) {
      const std::uint64_t count = at->a->a->type->count;
      const char along = axis(*at->b);
      if (along == 'x') sides.x = count;
      if (along == 'y') sides.y = count;
    }
    if (at->kind == ExpressionKind::variable) add(*variable, sides);
  }

  void add(const Variable& variable, Sides sides) {
    if (!sides.x && !sides.y) return;
    if (sides.x && sides.y) {  // one side may be padded against bank conflicts
      if (*sides.x == *sides.y + 1) sides.x = sides.y;
      if (*sides.y == *sides.x + 1) sides.y = sides.x;
    }
    const bool says_more = cited_ == nullptr || (sides.x && sides.y && !(all_.x && all_.y));
    if (says_more) cited_ = &variable;
    if (sides.x) all_.x = all_.x ? std::min(*all_.x, *sides.x) : *sides.x;
    if (sides.y) all_.y = all_.y ? std::min(*all_.y, *sides.y) : *sides.y;
  }

  const Watched& watched_;
  std::unordered_map<const Variable*, char> axes_;
  std::unordered_set<const Variable*> of_threads_;
  Sides all_;
  const Variable* cited_ = nullptr;
  bool uses_block_dim_ = false;
};

}  // namespace

void note_block_sides(const Watched& watched) {
  if (!watched.kernel.shared.empty()) BlockSides(watched).tell();
}

}  // namespace tilescope::language
