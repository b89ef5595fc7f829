// Converts the matrix products of trace file versions 1 and 2 to a launch of today's form.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

// Reads an integer of a launch: raw in version 1, later a varint.
template <class Number>
void read_number(SectionReader& in, std::uint16_t version, Number& number) {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
  number = version == 1 ? in.number<Number>() : static_cast<Number>(in.varint(most, "a number of the launch"));
}

class OldProduct {
 public:
  // The parts of the launch section, in this order.
  void read_sides(SectionReader& in, std::uint16_t version);
  void read_whether(SectionReader& in);
  void read_arrays(SectionReader& in);

  // True for a launch of matrices, which lie in sections of their own.
  [[nodiscard]] bool has_matrices() const { return sides_[0] > 0; }
  // What is wrong with the product, judged by its arrays; empty: nothing.
  [[nodiscard]] std::string wrong_with(const std::vector<ArrayInfo>& arrays) const;
  // The index of the array "A", "B" or "C" in a launch of matrices; arrays.size(): there is none.
  [[nodiscard]] static std::size_t number_of(const std::vector<ArrayInfo>& arrays, std::string_view name);
  [[nodiscard]] std::uint64_t elements_of(std::string_view matrix) const;
  // C of either kind of launch: its array (arrays.size(): none), and its number of elements (0: unknown).
  [[nodiscard]] std::size_t c(const std::vector<ArrayInfo>& arrays) const;
  [[nodiscard]] std::uint64_t elements_of_c() const;

  // Adds to the launch what the file says about it and, for a launch of matrices, room for the arrays' inputs.
  void complete(Launch& launch, const std::vector<ArrayInfo>& arrays) const;

 private:
  struct Matrix {
    std::int64_t array = 0, rows = 1, columns = 1, by_columns = 0;
  };

  std::array<std::int64_t, 3> sides_{};  // M, N and K
  bool is_product_ = true;
  bool has_arrays_ = false;  // a launch of arbitrary arrays that multiplies these
  std::array<Matrix, 3> arrays_;
};

// Reads A's or B's section, which has exactly `elements` elements, as bytes of an array of the given type.
[[nodiscard]] std::vector<std::byte> read_matrix(SectionReader& in, std::uint64_t elements, const ArrayInfo& array);
[[nodiscard]] std::vector<float> read_floats(SectionReader& in, std::uint64_t elements);
[[nodiscard]] std::vector<std::byte> bytes_of(const std::vector<float>& values, const ArrayInfo& array);

}  // namespace tilescope::file
