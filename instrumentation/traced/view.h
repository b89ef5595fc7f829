// What the pointers and arrays of a kernel become: they know their array's name and extent, and record every access.
#pragma once

#include "instrumentation/traced/variable.h"
#include "instrumentation/traced/vector.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

template <class U, class T>
concept MadeConstAs = std::is_const_v<T> && std::same_as<U, std::remove_const_t<T>>;

// float*, const float*, float2*, float4* and so on. Elements beyond the array it points into are out of bounds.
template <class T>
class View {
  static constexpr int width = Elements<T>::width;
  using Element = typename Elements<T>::type;

 public:
  TILESCOPE_HERE View(const Storage& in, std::int64_t start) : in_(in), start_(start) {}
  template <MadeConstAs<T> U>
  TILESCOPE_HERE View(const View<U>& other) : in_(other.storage()), start_(other.start()) {}  // NOLINT

  [[nodiscard]] TILESCOPE_HERE Element operator[](At at) const {
    at.index = start_ + at.index * width;
    return Element(in_, at);
  }
  template <std::integral I>
  [[nodiscard]] TILESCOPE_HERE View operator+(I n) const {
    return View(in_, start_ + static_cast<std::int64_t>(n) * width);
  }
  template <std::integral I>
  [[nodiscard]] TILESCOPE_HERE View operator-(I n) const {
    return View(in_, start_ - static_cast<std::int64_t>(n) * width);
  }
  template <std::integral I>
  TILESCOPE_HERE void operator+=(I n) {
    *this = *this + n;
  }
  template <std::integral I>
  TILESCOPE_HERE void operator-=(I n) {
    *this = *this - n;
  }
  void operator&() const = delete;

  [[nodiscard]] TILESCOPE_HERE const Storage& storage() const { return in_; }
  [[nodiscard]] TILESCOPE_HERE std::int64_t start() const { return start_; }

 private:
  Storage in_;
  std::int64_t start_;
};

template <class T, class... Types>
concept OneOf = (std::same_as<T, Types> || ...);

// float As[T][T], shared or global; with fewer sides, a row of it. One row is a float* when a helper asks for one.
template <std::int64_t side, std::int64_t... sides>
class Array {
 public:
  TILESCOPE_HERE explicit Array(const Storage& in, std::int64_t start = 0, bool within = true)
      : in_(in), start_(start), within_(within) {}
  Array(const Array&) = default;
  void operator=(const Array&) = delete;
  void operator&() const = delete;

  static constexpr std::int64_t size = (side * ... * sides);

  [[nodiscard]] TILESCOPE_HERE auto operator[](At at) const {
    const bool within = within_ && static_cast<std::uint64_t>(at.index) < side;
    if constexpr (sizeof...(sides) == 0) {
      at.index += start_;
      at.of_rows = true;
      at.within = within;
      return Place(in_, at);
    } else {
      using Row = Array<sides...>;
      return Row(in_, start_ + at.index * Row::size, within);
    }
  }
  // A row alone is a pointer to float; with more sides there is no such conversion.
  template <OneOf<View<float>, View<const float>> V>
  TILESCOPE_HERE operator V() const {  // NOLINT(google-explicit-constructor)
    static_assert(sizeof...(sides) == 0,
                  "TileScope: an array of rows where a pointer to float is wanted: pass one row");
    return View<float>(in_, start_);
  }
  template <std::integral I>
  [[nodiscard]] TILESCOPE_HERE View<float> operator+(I n) const {
    static_assert(sizeof...(sides) == 0, "TileScope: a pointer to rows: add to one row");
    return View<float>(in_, start_) + n;
  }

 private:
  Storage in_;
  std::int64_t start_;
  bool within_;  // all rows up to this one were rows of the array
};

// __shared__ float As[T][T], standing on the storage that the rewritten declaration makes for it.
template <std::int64_t... sides>
TILESCOPE_HERE Array<sides...> shared_array(Thread& thread, int array, float* data) {
  const auto number = static_cast<std::uint8_t>(array);
  thread.declare_shared(number, data, {sides...});
  return Array<sides...>(Storage{&thread, data, static_cast<std::uint32_t>((sides * ...)), number, Kind::shared_load});
}

// extern __shared__ float buffer[], as large as the launch says.
TILESCOPE_HERE View<float> dynamic_shared_array(Thread& thread, int array) {
  Storage in{&thread, nullptr, 0, static_cast<std::uint8_t>(array), Kind::shared_load};
  in.data = thread.dynamic_shared(in.array, in.extent);
  return View<float>(in, 0);
}

inline constexpr std::int64_t most_local_floats = 255;

// float acc[4][4]: the thread's own, in registers where a compiler can keep it there.
template <std::int64_t side, std::int64_t... sides>
class LocalArray {
  static constexpr std::int64_t size = (side * ... * sides);

 public:
  TILESCOPE_HERE LocalArray(Thread& thread, int array) : LocalArray(thread, array, std::make_index_sequence<size>{}) {}
  // Without a loop, or a device that records keeps the cells in memory, and the thread with them. For one that counts,
  // so many statements would take a compiler all of a machine's memory.
  TILESCOPE_HERE LocalArray(Thread& thread, int array, int zero) : LocalArray(thread, array) {
    if constexpr (Thread::counts_only) {
      for (Local& cell : cells_) cell = zero;
    } else {
      fill(zero, std::make_index_sequence<size>{});
    }
  }
  LocalArray(const LocalArray&) = delete;
  void operator=(const LocalArray&) = delete;

  [[nodiscard]] TILESCOPE_HERE decltype(auto) operator[](At at) { return row<side, sides...>(at, 0); }

 private:
  template <std::size_t... n>
  TILESCOPE_HERE LocalArray(Thread& thread, int array, std::index_sequence<n...>)
      : cells_{Local{thread, array, Local::Element{static_cast<std::uint32_t>(n)}}...},
        beyond_(thread, array, Local::Element{static_cast<std::uint32_t>(size)}),
        thread_(&thread),
        array_(array) {
    static_assert(size <= most_local_floats,
                  "TileScope: an array of more floats than a thread has registers (255): use shared memory");
    thread.declare_local(static_cast<std::uint8_t>(array), {side, sides...});
  }
  template <std::size_t... n>
  TILESCOPE_HERE void fill(int value, std::index_sequence<n...>) {
    ((cells_[n] = value), ...);
  }

  template <std::int64_t... rest>
  struct Row {
    LocalArray& whole;
    std::int64_t start;
    [[nodiscard]] TILESCOPE_HERE decltype(auto) operator[](At at) const {
      return whole.template row<rest...>(at, start);
    }
  };
  template <std::int64_t first, std::int64_t... rest>
  [[nodiscard]] TILESCOPE_HERE decltype(auto) row(At at, std::int64_t start) {
    if constexpr (sizeof...(rest) == 0) {
      return cell(start + at.index, at);
    } else {
      return Row<rest...>{*this, start + at.index * (rest * ...)};
    }
  }
  // Beyond its end the array gives a cell that nobody else has, and says so in the trace.
  [[nodiscard]] TILESCOPE_HERE Local& cell(std::int64_t index, At at) {
    if (static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(size)) return cells_[index];
    const What what{.array = static_cast<std::uint8_t>(array_), .line = at.line};
    const float number = thread_->stray_value(nullptr, 0, index);
    thread_->record({static_cast<std::uint32_t>(index), number, no_origin, what.stray(false)});
    beyond_.set({number, no_origin});
    return beyond_;
  }

  Local cells_[size];
  Local beyond_;
  Thread* thread_;
  int array_;
};

// float4 v[2]: vectors of the thread's own. Beyond its end it does as a LocalArray does.
template <int width, std::int64_t side>
class VectorLocalArray {
  using Cell = VectorLocal<width>;

 public:
  TILESCOPE_HERE VectorLocalArray(Thread& thread, int array)
      : VectorLocalArray(thread, array, std::make_index_sequence<side>{}) {}
  VectorLocalArray(const VectorLocalArray&) = delete;
  void operator=(const VectorLocalArray&) = delete;

  [[nodiscard]] TILESCOPE_HERE Cell& operator[](At at) {
    if (static_cast<std::uint64_t>(at.index) < static_cast<std::uint64_t>(side)) return cells_[at.index];
    const What what{.array = static_cast<std::uint8_t>(array_), .line = at.line};
    const std::int64_t index = at.index * width;
    const Value stray{thread_->stray_value(nullptr, 0, index), no_origin};
    thread_->record({static_cast<std::uint32_t>(index), stray.number, no_origin, what.stray(false)});
    Several<width> all;
    for (Value& part : all.part) part = stray;
    beyond_ = all;
    return beyond_;
  }

 private:
  template <std::size_t... n>
  TILESCOPE_HERE VectorLocalArray(Thread& thread, int array, std::index_sequence<n...>)
      : cells_{Cell{thread, array, Local::Element{static_cast<std::uint32_t>(n * width)}}...},
        beyond_(thread, array, Local::Element{static_cast<std::uint32_t>(side * width)}),
        thread_(&thread),
        array_(array) {
    static_assert(side * width <= most_local_floats,
                  "TileScope: an array of more floats than a thread has registers (255): use shared memory");
    thread.declare_local(static_cast<std::uint8_t>(array), {side, width});
  }

  Cell cells_[side];
  Cell beyond_;
  Thread* thread_;
  int array_;
};

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
