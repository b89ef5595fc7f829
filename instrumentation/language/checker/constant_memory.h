// The memory for evaluating constant expressions: objects of numbers and pointers, each of them set or unset.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

// Thrown if something is not constant, or takes too much work.
struct NotConstant {};

// An element of an array in an object; a single value counts as an array of one.
struct ConstantPointer {
  std::uint32_t object = 0;  // its number; 0 for nullptr
  std::uint32_t first = 0;   // the array's first cell
  std::uint32_t count = 0;   // the array's number of elements
  std::uint32_t index = 0;   // `count`: one past the last element

  friend bool operator==(const ConstantPointer&, const ConstantPointer&) = default;
};

struct ConstantCell {
  enum class Kind : std::uint8_t { unset, number, pointer };
  Kind kind = Kind::unset;
  Value number;
  ConstantPointer pointer;

  static ConstantCell of(const Value& value) { return {Kind::number, value, {}}; }
  static ConstantCell of(const ConstantPointer& to) { return {Kind::pointer, {}, to}; }
};

// The cells of a value: one for a scalar, those of all parts for an array or structure.
using ConstantCells = std::vector<ConstantCell>;

// Temporary objects, released in reverse order, and constants, which stay and never change. No number is used twice, so
// a released object is never mistaken for another.
class ConstantMemory {
 public:
  static constexpr std::size_t most_cells = 100000;  // of one object

  // The number of cells in a value of the type. Unions are not constant.
  [[nodiscard]] std::size_t cells_of(Type type) { return cells_of(type, 0); }
  // The index of a field's first cell in its structure.
  [[nodiscard]] std::size_t first_cell_of(Type structure, const Field& field);

  [[nodiscard]] ConstantPointer make(ConstantCells cells);
  [[nodiscard]] std::size_t mark() const { return passing_.size(); }
  void release(std::size_t mark);  // what was made since `mark`

  [[nodiscard]] const ConstantPointer* constant(const Variable& variable) const;
  ConstantPointer keep(const Variable& variable, ConstantCells cells);
  void keep_reference(const Variable& variable, const ConstantPointer& to);
  [[nodiscard]] ConstantPointer string(std::string_view text);
  // The string that a pointer points into; null if it points elsewhere.
  [[nodiscard]] const std::string_view* text_at(const ConstantPointer& pointer) const;

  // The cells of the value there.
  [[nodiscard]] std::span<const ConstantCell> read(const ConstantPointer& from, Type type);
  void write(const ConstantPointer& to, Type type, std::span<const ConstantCell> cells);
  // A part of the value of this type there: a field, or an array's elements.
  [[nodiscard]] ConstantPointer part(const ConstantPointer& of, Type type, std::size_t cell, std::uint64_t count);

 private:
  struct Object {
    std::uint32_t number = 0;
    ConstantCells cells;
  };

  std::size_t cells_of(Type type, unsigned depth);
  std::size_t cells_of(const Structure& structure, unsigned depth);
  std::size_t first_of(const ConstantPointer& pointer, Type type);
  static Object* found(std::vector<Object>& all, std::uint32_t number);
  ConstantPointer add(std::vector<Object>& to, ConstantCells cells);

  std::vector<Object> passing_, staying_;  // by number
  std::uint32_t last_number_ = 0;
  std::size_t held_ = 0;  // cells
  std::unordered_map<const Structure*, std::size_t> sizes_;
  std::unordered_map<const Field*, std::size_t> firsts_;
  std::unordered_map<const Variable*, ConstantPointer> variables_;
  std::unordered_map<std::string_view, ConstantPointer> strings_;
  std::unordered_map<std::uint32_t, std::string_view> texts_;  // of strings, by number
};

}  // namespace tilescope::language
