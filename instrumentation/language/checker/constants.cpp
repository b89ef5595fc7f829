// Makes expressions from the values of constant expressions.
#include <algorithm>
#include <bit>

#include "instrumentation/language/checker/evaluate.h"
#include "instrumentation/language/checker/evaluator.h"

namespace tilescope::language {

namespace {

// True if the value needs a variable that is not constant: this quickly rejects most expressions.
bool varies(const Expression& e, int depth) {
  if (e.kind == ExpressionKind::variable) {
    const Variable& v = *e.variable;
    const bool local = v.space == Space::local || v.space == Space::fixed;
    return !local || !(v.is_constexpr || v.type.is_reference() || holds_const(v.type));
  }
  if (depth == 0) return false;
  const bool first_only =
      e.kind == ExpressionKind::both || e.kind == ExpressionKind::either || e.kind == ExpressionKind::choice;
  if (e.a != nullptr && varies(*e.a, depth - 1)) return true;
  if (e.b != nullptr && !first_only && varies(*e.b, depth - 1)) return true;
  const auto list = e.list.first(std::min<std::size_t>(e.list.size(), 4));
  return std::any_of(list.begin(), list.end(), [&](const Expression* part) { return varies(*part, depth - 1); });
}

}  // namespace

bool Constants::holds(Type type) {
  if (type.is_reference() || type.is_pointer()) return false;
  try {
    return memory_.cells_of(type) <= ConstantMemory::most_cells;
  } catch (const NotConstant&) {
    return false;
  }
}

Constants::Found Constants::found(const Expression& e, std::size_t most_parts) {
  constexpr int most_steps = 200000;
  const int allowed = std::min(steps_left_, most_steps);
  Found found;
  if (varies(e, 8)) return found;
  ConstantCells cells;
  {
    Evaluator evaluator(memory_, allowed, false);
    try {
      cells = evaluator.value(e);
      found.is_constant = true;
    } catch (const NotConstant&) {
      found.is_constant = false;
    }
    steps_left_ -= allowed - std::max(evaluator.steps_left(), 0);
  }
  if (found.is_constant && cells.size() <= most_parts) found.made = made_of(cells, e.type.plain(), e.place);
  shared_.clear();
  return found;
}

const Expression* Constants::made_of(std::span<const ConstantCell> cells, Type type, Place place) {
  if (type.is_scalar()) return made_of(cells[0], type.plain(), place);
  if (cells.empty()) return build_.zero(type, place);
  std::vector<const Expression*> list;
  const auto take = [&](Type part) {
    const std::size_t size = memory_.cells_of(part);
    list.push_back(made_of(cells.first(size), part, place));
    cells = cells.subspan(size);
    return list.back() != nullptr;
  };
  const std::size_t parts = type.is_array() ? type->count : type->structure->fields.size();
  for (std::size_t n = 0; n < parts; ++n)
    if (!take(type.is_array() ? type.inner() : type->structure->fields[n].type)) return nullptr;
  Expression* const e = build_.node(ExpressionKind::aggregate, type.plain(), place);
  e->list = build_.arena().list(list);
  return e;
}

const Expression* Constants::made_of(const ConstantCell& cell, Type type, Place place) {
  if (cell.kind == ConstantCell::Kind::pointer) return string_at(cell.pointer, type, place);
  const Value& number = cell.number;
  const auto bits =
      number.is_floating() ? std::bit_cast<std::uint64_t>(number.real) : static_cast<std::uint64_t>(number.integer);
  const Expression*& known = shared_[type.info()][bits];
  if (known == nullptr) known = build_.constant(number, type, place);
  return known;
}

// Other objects have no expression: a pointer to them is evaluated again where it is needed.
const Expression* Constants::string_at(const ConstantPointer& pointer, Type type, Place place) {
  if (pointer.object == 0) return build_.zero(type, place);
  const std::string_view* const text = memory_.text_at(pointer);
  Types& types = build_.types();
  const Type letter = build_.type(TypeKind::char_).with_const();
  if (text == nullptr || pointer.count != text->size() + 1 || !type.is_pointer() || type.inner() != letter)
    return nullptr;
  Expression* const s = build_.node(ExpressionKind::string, types.array_of(letter, text->size() + 1), place);
  s->text = *text;
  s->is_place = true;
  const Expression* const begin = build_.value(s);
  return pointer.index == 0 ? begin : operators_.binary(Mark::plus, begin, build_.integer(pointer.index, place), place);
}

}  // namespace tilescope::language
