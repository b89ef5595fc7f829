// Every access is checked: an object that is gone, or never existed, ends the evaluation.
#include "instrumentation/language/checker/constant_memory.h"

#include <algorithm>

namespace tilescope::language {

namespace {

constexpr std::size_t most_held = 3 * ConstantMemory::most_cells;
constexpr unsigned deepest = 200;

}  // namespace

std::size_t ConstantMemory::cells_of(Type type, unsigned depth) {
  std::size_t times = 1;
  for (; type.is_array(); type = type.inner()) {
    if (type->count == 0 || type->count > most_cells / times) throw NotConstant{};
    times *= static_cast<std::size_t>(type->count);
  }
  if (type.is_scalar()) return times;
  if (!type.is_structure()) throw NotConstant{};
  const std::size_t each = cells_of(*type->structure, depth + 1);
  if (each * times > most_cells) throw NotConstant{};
  return each * times;
}

std::size_t ConstantMemory::cells_of(const Structure& structure, unsigned depth) {
  if (const auto known = sizes_.find(&structure); known != sizes_.end()) return known->second;
  const bool complete = structure.type->size > 0;
  if (!complete || structure.is_union || depth > deepest) throw NotConstant{};
  std::size_t size = 0;
  for (const Field& field : structure.fields) {
    firsts_[&field] = size;
    size += cells_of(field.type, depth);
    if (size > most_cells) throw NotConstant{};
  }
  return sizes_[&structure] = size;
}

std::size_t ConstantMemory::first_cell_of(Type structure, const Field& field) {
  static_cast<void>(cells_of(structure));
  const auto known = firsts_.find(&field);
  if (known == firsts_.end()) throw NotConstant{};
  return known->second;
}

ConstantPointer ConstantMemory::add(std::vector<Object>& to, ConstantCells cells) {
  if (held_ + cells.size() > most_held) throw NotConstant{};
  held_ += cells.size();
  to.push_back({++last_number_, std::move(cells)});
  return {last_number_, 0, 1, 0};
}

ConstantPointer ConstantMemory::make(ConstantCells cells) { return add(passing_, std::move(cells)); }

void ConstantMemory::release(std::size_t mark) {
  for (; passing_.size() > mark; passing_.pop_back()) held_ -= passing_.back().cells.size();
}

const ConstantPointer* ConstantMemory::constant(const Variable& variable) const {
  const auto known = variables_.find(&variable);
  return known == variables_.end() ? nullptr : &known->second;
}

ConstantPointer ConstantMemory::keep(const Variable& variable, ConstantCells cells) {
  return variables_[&variable] = add(staying_, std::move(cells));
}

void ConstantMemory::keep_reference(const Variable& variable, const ConstantPointer& to) {
  if (found(staying_, to.object) == nullptr) throw NotConstant{};
  variables_[&variable] = to;
}

ConstantPointer ConstantMemory::string(std::string_view text) {
  if (const auto known = strings_.find(text); known != strings_.end()) return known->second;
  if (text.size() >= most_cells) throw NotConstant{};
  ConstantCells cells;
  cells.reserve(text.size() + 1);
  for (const char c : text) cells.push_back(ConstantCell::of(Value::of(TypeKind::char_, std::int64_t{c})));
  cells.push_back(ConstantCell::of(Value::of(TypeKind::char_, std::int64_t{0})));
  const ConstantPointer made = strings_[text] = add(staying_, std::move(cells));
  texts_[made.object] = text;
  return made;
}

const std::string_view* ConstantMemory::text_at(const ConstantPointer& pointer) const {
  const auto known = texts_.find(pointer.object);
  return known == texts_.end() ? nullptr : &known->second;
}

ConstantMemory::Object* ConstantMemory::found(std::vector<Object>& all, std::uint32_t number) {
  const auto at =
      std::lower_bound(all.begin(), all.end(), number, [](const Object& o, std::uint32_t n) { return o.number < n; });
  return at != all.end() && at->number == number ? &*at : nullptr;
}

std::size_t ConstantMemory::first_of(const ConstantPointer& pointer, Type type) {
  if (pointer.index >= pointer.count) throw NotConstant{};
  return pointer.first + pointer.index * cells_of(type);
}

std::span<const ConstantCell> ConstantMemory::read(const ConstantPointer& from, Type type) {
  const Object* object = found(passing_, from.object);
  if (object == nullptr) object = found(staying_, from.object);
  const std::size_t first = first_of(from, type), size = cells_of(type);
  if (object == nullptr || first + size > object->cells.size()) throw NotConstant{};
  return std::span(object->cells).subspan(first, size);
}

void ConstantMemory::write(const ConstantPointer& to, Type type, std::span<const ConstantCell> cells) {
  Object* const object = found(passing_, to.object);
  const std::size_t first = first_of(to, type);
  if (object == nullptr || cells.size() != cells_of(type) || first + cells.size() > object->cells.size())
    throw NotConstant{};
  std::copy(cells.begin(), cells.end(), object->cells.begin() + static_cast<std::ptrdiff_t>(first));
}

ConstantPointer ConstantMemory::part(const ConstantPointer& of, Type type, std::size_t cell, std::uint64_t count) {
  if (of.object == 0 || count > most_cells) throw NotConstant{};
  return {of.object, static_cast<std::uint32_t>(first_of(of, type) + cell), static_cast<std::uint32_t>(count), 0};
}

}  // namespace tilescope::language
