// X = Y * Z on a CPU, by plain loops and by blocked ones. The text that is shown is the text that is run: on matrices
// that tell of every access.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace tilescope {

enum class LoopNest : std::uint8_t { plain, blocked };
enum class LoopMatrix : std::uint8_t { x, y, z };
inline constexpr std::size_t loop_matrices = 3;

struct LoopSizes {
  std::int32_t m = 16, n = 16, k = 16;  // X is M x N, Y is M x K, Z is K x N, all row-major
  std::int32_t block = 4;               // B of the blocked loops
};

struct LoopAccess {
  LoopMatrix matrix = LoopMatrix::x;
  bool is_store = false;
  std::uint16_t line = 0;  // of the text, from 1
  std::uint32_t row = 0, column = 0;

  bool operator==(const LoopAccess&) const = default;
};

[[nodiscard]] std::string_view name_of(LoopNest nest);
[[nodiscard]] std::string_view text_of(LoopNest nest);
// How many accesses it makes.
[[nodiscard]] std::uint64_t accesses_of(LoopNest nest, const LoopSizes& sizes);

namespace loops {

// An index, and the line that it stands in: the default argument is evaluated at the access.
struct At {
  At(int i, int at_line = __builtin_LINE())  // NOLINT(google-explicit-constructor)
      : index(static_cast<std::uint32_t>(i)), line(static_cast<std::uint16_t>(at_line)) {}
  std::uint32_t index;
  std::uint16_t line;
};

// Tells `tell` of every access, and keeps no numbers: where they are is all that a cache sees.
template <class Tell>
class TellingMatrix {
 public:
  TellingMatrix(LoopMatrix matrix, Tell& tell) : matrix_(matrix), tell_(&tell) {}

  class Element {
   public:
    Element(const TellingMatrix& of, std::uint32_t row, At column) : of_(of), row_(row), column_(column) {}
    // One after the other: in which order a compiler would do it is left open.
    friend float operator*(const Element& a, const Element& b) {
      const float left = a.load();
      return left * b.load();
    }
    void operator=(float) const { tell(true); }
    void operator+=(float) const {
      tell(false);
      tell(true);
    }

   private:
    [[nodiscard]] float load() const {
      tell(false);
      return 0;
    }
    void tell(bool is_store) const {
      (*of_.tell_)(LoopAccess{of_.matrix_, is_store, column_.line, row_, column_.index});
    }
    const TellingMatrix& of_;
    std::uint32_t row_;
    At column_;
  };
  struct Row {
    const TellingMatrix& of;
    std::uint32_t row;
    Element operator[](At column) const { return {of, row, column}; }
  };
  Row operator[](int row) const { return {*this, static_cast<std::uint32_t>(row)}; }

 private:
  LoopMatrix matrix_;
  Tell* tell_;
};

// The loops, on any kind of matrix.
template <class AnyMatrix>
struct Text {
  using Matrix = AnyMatrix;
  static constexpr int min(int a, int b) { return std::min(a, b); }
// clang-format off
#include "instrumentation/cpu_side/plain.inc"
#include "instrumentation/cpu_side/blocked.inc"
  // clang-format on
};

}  // namespace loops

// Runs the loops; tell(const LoopAccess&) hears of each access, in order.
template <class Tell>
void run_loops(LoopNest nest, const LoopSizes& sizes, Tell&& tell) {
  using Matrix = loops::TellingMatrix<std::remove_reference_t<Tell>>;
  const Matrix x(LoopMatrix::x, tell), y(LoopMatrix::y, tell), z(LoopMatrix::z, tell);
  loops::Text<Matrix> text;
  if (nest == LoopNest::plain)
    text.plain(x, y, z, sizes.m, sizes.n, sizes.k);
  else
    text.blocked(x, y, z, sizes.m, sizes.n, sizes.k, sizes.block);
}

}  // namespace tilescope
