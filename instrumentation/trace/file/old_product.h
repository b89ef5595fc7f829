// What versions 1 and 2 of a trace file say of products of matrices, as a launch has it today.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

// A whole number of a launch: in version 1 as it lies in memory.
template <class Number>
void read_number(SectionReader& in, std::uint16_t version, Number& number) {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
  number = version == 1 ? in.number<Number>() : static_cast<Number>(in.varint(most, "a number of the launch"));
}

class OldProduct {
 public:
  // Parts of the launch's section, in this order.
  void read_sides(SectionReader& in, std::uint16_t version);
  void read_whether(SectionReader& in);
  void read_arrays(SectionReader& in);

  // A launch of matrices, which lie in sections of their own.
  [[nodiscard]] bool has_matrices() const { return sides_[0] > 0; }
  // What is wrong with it, as far as its arrays tell; empty: nothing.
  [[nodiscard]] std::string wrong_with(const std::vector<ArrayInfo>& arrays) const;
  // Which array is "A", "B" or "C" of a launch of matrices; as many as there are: none.
  [[nodiscard]] static std::size_t number_of(const std::vector<ArrayInfo>& arrays, std::string_view name);
  [[nodiscard]] std::uint64_t elements_of(std::string_view matrix) const;
  // C of whichever launch: its array, or as many as there are, and its elements, which are none if nothing is known.
  [[nodiscard]] std::size_t c(const std::vector<ArrayInfo>& arrays) const;
  [[nodiscard]] std::uint64_t elements_of_c() const;

  // What is known of the launch, and, of one of matrices, room for what its arrays are given.
  void complete(Launch& launch, const std::vector<ArrayInfo>& arrays) const;

 private:
  struct Matrix {
    std::int64_t array = 0, rows = 1, columns = 1, by_columns = 0;
  };

  std::array<std::int64_t, 3> sides_{};  // M, N and K
  bool is_product_ = true;
  bool has_arrays_ = false;  // a launch of any arrays that multiplies these
  std::array<Matrix, 3> arrays_;
};

// A's or B's section: so many elements and no more, as an array of such numbers has them.
[[nodiscard]] std::vector<std::byte> read_matrix(SectionReader& in, std::uint64_t elements, const ArrayInfo& array);
[[nodiscard]] std::vector<float> read_floats(SectionReader& in, std::uint64_t elements);
[[nodiscard]] std::vector<std::byte> bytes_of(const std::vector<float>& values, const ArrayInfo& array);

}  // namespace tilescope::file
