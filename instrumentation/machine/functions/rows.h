// Rows of the table of functions, made from plain C++ functions: their types provide the parameters and results.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "instrumentation/language/tree/type.h"
#include "instrumentation/machine/functions/function.h"

namespace tilescope::machine {

struct Row {
  std::string_view name;
  FunctionEntry known;
  std::array<language::TypeKind, 4> parameters{};
};

template <class T>
constexpr language::TypeKind kind_of() {
  using language::TypeKind;
  if constexpr (std::is_same_v<T, int>) return TypeKind::int_;
  if constexpr (std::is_same_v<T, unsigned>) return TypeKind::unsigned_int;
  if constexpr (std::is_same_v<T, long long>) return TypeKind::long_long;
  if constexpr (std::is_same_v<T, unsigned long long>) return TypeKind::unsigned_long_long;
  if constexpr (std::is_same_v<T, float>) return TypeKind::float_;
  if constexpr (std::is_same_v<T, double>) return TypeKind::double_;
  return TypeKind::unknown;
}

template <class T>
T from_word(Word word) {
  if constexpr (std::is_same_v<T, float>) return std::bit_cast<float>(static_cast<std::uint32_t>(word));
  if constexpr (std::is_same_v<T, double>) return std::bit_cast<double>(word);
  if constexpr (std::is_integral_v<T>) return static_cast<T>(word);
}

// NaNs as on a GPU: for a float, always the same one; for a double, the bits of the first NaN argument, made quiet. A
// function that only moves bits returns them as an unsigned.
constexpr Word float_nan = 0x7fffffff;
constexpr Word double_nan = 0xfff8000000000000;
constexpr Word quiet_bit = 0x0008000000000000;

template <class T>
void find_nan(const Word* argument, Word& nan) {
  if constexpr (std::is_same_v<T, double>) {
    if (std::isnan(from_word<double>(*argument))) nan = *argument | quiet_bit;
  }
}

template <class... P>
Word nan_of(const Word* arguments) {
  Word nan = double_nan;
  std::size_t left = sizeof...(P);
  // From the last to the first, so that the first NaN is kept.
  const auto search = [&]<std::size_t... i>(std::index_sequence<i...>) {
    (find_nan<std::tuple_element_t<sizeof...(P) - 1 - i, std::tuple<P...>>>(arguments + --left, nan), ...);
  };
  search(std::index_sequence_for<P...>());
  return nan;
}

template <class... P, class T>
Word to_word(T value, const Word* arguments) {
  if constexpr (std::is_same_v<T, float>) {
    return std::isnan(value) ? float_nan : std::bit_cast<std::uint32_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    return std::isnan(value) ? nan_of<P...>(arguments) : std::bit_cast<Word>(value);
  } else {
    return static_cast<Word>(value);
  }
}

// Number of outputs through pointers: a function returns its result, or a tuple of the result and these outputs.
template <class Returned>
constexpr int given_by = 0;
template <class... Results>
constexpr int given_by<std::tuple<Results...>> = sizeof...(Results) - 1;

template <auto function, class Signature = decltype(function)>
struct Call;

template <auto function, class Returned, class... P>
struct Call<function, Returned (*)(P...)> {
  static constexpr Row row(std::string_view name) {
    return {name, {&run, sizeof...(P), given_by<Returned>}, {kind_of<P>()...}};
  }

 private:
  static void run(const Word* words, Word* results) {
    const auto call = [words]<std::size_t... i>(std::index_sequence<i...>) {
      return function(from_word<P>(words[i])...);
    };
    const Returned returned = call(std::index_sequence_for<P...>());
    if constexpr (given_by<Returned> == 0) {
      results[0] = to_word<P...>(returned, words);
    } else {
      const auto put = [&](auto... each) { ((*results++ = to_word<P...>(each, words)), ...); };
      std::apply(put, returned);
    }
  }
};

template <auto function>
constexpr Row row(std::string_view name) {
  return Call<function>::row(name);
}

// The same function for CUDA's `long`, which has 64 bits everywhere, unlike the compiler's.
template <auto function>
constexpr Row row_of_long(std::string_view name) {
  using language::TypeKind;
  Row all = row<function>(name);
  for (TypeKind& kind : all.parameters) {
    if (kind == TypeKind::long_long) kind = TypeKind::long_;
    if (kind == TypeKind::unsigned_long_long) kind = TypeKind::unsigned_long;
  }
  return all;
}

template <std::size_t count>
constexpr std::array<Row, count> sorted(std::array<Row, count> rows) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.name < b.name; });
  return rows;
}

// By theme, each sorted by name. A name may occur several times.
[[nodiscard]] std::span<const Row> real_rows();     // floats and doubles
[[nodiscard]] std::span<const Row> rounded_rows();  // with a rounding mode in the name: arithmetic and conversions
[[nodiscard]] std::span<const Row> bit_rows();      // integers and bits
[[nodiscard]] std::span<const Row> packed_rows();   // several numbers in one word

}  // namespace tilescope::machine
