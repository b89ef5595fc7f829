// Memory of rows of lanes, aligned to cache lines, so that a vector load or store never crosses one.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace tilescope::machine {

template <class T>
struct InLines {
  using value_type = T;
  static constexpr std::align_val_t line{64};
  InLines() = default;
  template <class Other>
  explicit InLines(const InLines<Other>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, line); }
  bool operator==(const InLines&) const = default;
};

template <class T>
using Rows = std::vector<T, InLines<T>>;

}  // namespace tilescope::machine
