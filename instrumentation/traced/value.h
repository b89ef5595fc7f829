// A float that remembers which event made it, and the leaves that traced expressions are built from.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "instrumentation/trace/packed_event.h"
#include "instrumentation/traced/platform.h"
#include "instrumentation/traced/thread.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

// A number and the event of this thread that produced it.
struct Value {
  float number = 0;
  std::uint32_t origin = no_origin;
};

// What memory holds that nothing was written to.
TILESCOPE_HERE float poison() {
#if defined(__CUDA_ARCH__)
  return __uint_as_float(poison_bits);
#else
  return std::bit_cast<float>(poison_bits);
#endif
}

TILESCOPE_HERE constexpr std::uint32_t origin_of_both(std::uint32_t a, std::uint32_t b) {
  if (a == no_origin || a == b) return b;
  return b == no_origin ? a : many_origins;
}

// The index of an access, and the line that the access stands in: the default argument is evaluated at the access.
struct At {
  template <std::integral I>
  TILESCOPE_HERE constexpr At(I i, int at_line = __builtin_LINE())  // NOLINT(google-explicit-constructor)
      : index(static_cast<std::int64_t>(i)), line(static_cast<std::uint32_t>(at_line)) {}

  std::int64_t index;
  std::uint32_t line;
  // Whether it is an element of rows, each of whose sides holds its index. A compiler sees that of a counted loop's k;
  // of the sum of products that the index is in the end, it does not.
  bool within = false;
  bool of_rows = false;

  [[nodiscard]] TILESCOPE_HERE constexpr bool inside(std::uint32_t extent) const {
    return within || static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(static_cast<std::int32_t>(extent));
  }
};

// Where an array's elements are, and what it is called in the trace.
struct Storage {
  Thread* thread = nullptr;
  float* data = nullptr;
  std::uint32_t extent = 0;  // in floats; below 2^31, so that an int that is an index is compared as one
  std::uint8_t array = no_array;
  Kind load = Kind::global_load;

  [[nodiscard]] TILESCOPE_HERE Kind store() const { return static_cast<Kind>(static_cast<std::uint8_t>(load) + 1); }
};

TILESCOPE_HERE Value load(const Storage& in, At at, Width width, int operand);
TILESCOPE_HERE void store(const Storage& in, At at, Width width, Value value);

// What a constant beside a float may be: a double would make the whole expression a double one.
template <class T>
concept Number = std::integral<T> || std::same_as<T, float>;

// What stands where a float may be read: an element of an array, read when its turn comes, or a value that is known.
// Only a temporary can be read, so that `auto x = A[i];`, used later, does not compile.
class Operand {
 public:
  TILESCOPE_HERE Operand(const Storage& in, At at) : in_(in), at_(at), is_element_(true) {}
  template <Number N>
  TILESCOPE_HERE Operand(N constant)  // NOLINT(google-explicit-constructor): `inside ? A[i] : 0.0f`
      : at_(0, 0), known_{static_cast<float>(constant), no_origin} {}
  // A constant of the text. It has the thread as an element has: were that a choice between an address and none, a
  // device would keep the whole thread in memory.
  template <Number N>
  TILESCOPE_HERE Operand(Thread& thread, N constant) : Operand(constant) {
    in_.thread = &thread;
  }
  TILESCOPE_HERE Operand(Value known) : at_(0, 0), known_(known) {}  // NOLINT(google-explicit-constructor)
  Operand(double) = delete;  // it would make the expression a double one: write 0.0f
  Operand(Thread&, double) = delete;
  Operand(const Operand&) = default;
  void operator=(const Operand&) = delete;  // of a const array: nothing is assigned
  void operator&() const = delete;

  // The rest is for expression.h.
  static constexpr int leaves = 1;
  [[nodiscard]] TILESCOPE_HERE Value read(int operand) const {
    return is_element_ ? load(in_, at_, Width::one, operand) : known_;
  }

 protected:
  Storage in_;
  At at_;
  Value known_;
  bool is_element_ = false;
};

// An index outside its array as an event keeps it: as a signed number, the nearest one where it does not fit.
TILESCOPE_HERE constexpr std::uint32_t stray_index(std::int64_t index) {
  constexpr std::int64_t most = 0x7fffffff;
  return static_cast<std::uint32_t>(index > most ? most : index < -most - 1 ? -most - 1 : index);
}

// Reads and writes one element, and records both; the only code that touches an array. Whether the index is in bounds
// or not, there is one place where the event is recorded, so that a compiler can follow the numbers of events.
template <class T>
requires(!T::counts_only) TILESCOPE_HERE Value load_by(T& thread, const What& what, const Storage& in, const At& at) {
  const bool inside = at.inside(in.extent);
  const float number = inside ? in.data[at.index] : thread.stray_value(in.data, in.extent, at.index);
  const std::uint32_t index = inside ? static_cast<std::uint32_t>(at.index) : stray_index(at.index);
  return {number, thread.record({index, number, no_origin, inside ? what.packed() : what.stray(false)})};
}
template <class T>
requires(!T::counts_only) TILESCOPE_HERE
    void store_by(T& thread, const What& what, const Storage& in, const At& at, Value value) {
  const bool inside = at.inside(in.extent);
  const std::uint32_t index = inside ? static_cast<std::uint32_t>(at.index) : stray_index(at.index);
  if (inside) thread.write(what, in.data, index, value.number);
  thread.record({index, value.number, value.origin, inside ? what.packed() : what.stray(true)});
}

// Without events there are no origins; but what came from an event is not a constant.
template <class T>
requires(T::counts_only) TILESCOPE_HERE Value load_by(T& thread, const What& what, const Storage& in, const At& at) {
  return {thread.load(what, in.data, in.extent, at), 0};
}
template <class T>
requires(T::counts_only) TILESCOPE_HERE
    void store_by(T& thread, const What& what, const Storage& in, const At& at, Value value) {
  thread.store(what, in.data, in.extent, at, value.number);
}

TILESCOPE_HERE Value load(const Storage& in, At at, Width width, int operand) {
  const What what{.kind = in.load,
                  .array = in.array,
                  .width = width,
                  .operand = static_cast<std::uint8_t>(operand < 3 ? operand : 3),
                  .line = at.line};
  return load_by(*in.thread, what, in, at);
}
TILESCOPE_HERE void store(const Storage& in, At at, Width width, Value value) {
  const What what{.kind = in.store(), .array = in.array, .width = width, .line = at.line};
  store_by(*in.thread, what, in, at, value);
}

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
