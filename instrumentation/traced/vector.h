// float2 and float4: one access of several elements, each of them an event with a value and an origin of its own.
#pragma once

#include "instrumentation/traced/variable.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

template <int width>
struct Several {
  Value part[width];
};

template <int width>
TILESCOPE_HERE constexpr Width width_of_part(int part) {
  if (part > 0) return Width::rest;
  return width == 2 ? Width::two : Width::four;
}

// Two or four elements of an array that are read together. `A[i].x` alone is a float, and reads one.
template <int width, class Part>
class VectorOperand;

template <class Part>
class VectorOperand<2, Part> {
 public:
  TILESCOPE_HERE VectorOperand(const Storage& in, At at) : x(in, at), y(in, next(at, 1)), in_(in), at_(at) {}
  void operator&() const = delete;
  Part x, y;

 protected:
  TILESCOPE_HERE static At next(At at, int n) { return {at.index + n, static_cast<int>(at.line)}; }
  Storage in_;
  At at_;
};

template <class Part>
class VectorOperand<4, Part> {
 public:
  TILESCOPE_HERE VectorOperand(const Storage& in, At at)
      : x(in, at), y(in, next(at, 1)), z(in, next(at, 2)), w(in, next(at, 3)), in_(in), at_(at) {}
  void operator&() const = delete;
  Part x, y, z, w;

 protected:
  TILESCOPE_HERE static At next(At at, int n) { return {at.index + n, static_cast<int>(at.line)}; }
  Storage in_;
  At at_;
};

template <int width>
class VectorElement : public VectorOperand<width, Operand> {
 public:
  using VectorOperand<width, Operand>::VectorOperand;
  [[nodiscard]] TILESCOPE_HERE Several<width> read() const {
    Several<width> all;
    for (int n = 0; n < width; ++n) all.part[n] = load(this->in_, this->next(this->at_, n), width_of_part<width>(n), 0);
    return all;
  }
};

template <int width>
class VectorLocal;

template <int width>
class VectorPlace : public VectorOperand<width, Place> {
 public:
  using VectorOperand<width, Place>::VectorOperand;
  [[nodiscard]] TILESCOPE_HERE Several<width> read() const { return VectorElement<width>(this->in_, this->at_).read(); }
  TILESCOPE_HERE void operator=(const Several<width>& all) && {
    for (int n = 0; n < width; ++n) store(this->in_, this->next(this->at_, n), width_of_part<width>(n), all.part[n]);
  }
  TILESCOPE_HERE void operator=(const VectorElement<width>& from) && {
    static_cast<VectorPlace&&>(*this) = from.read();
  }
  TILESCOPE_HERE void operator=(const VectorPlace& from) && { static_cast<VectorPlace&&>(*this) = from.read(); }
  TILESCOPE_HERE void operator=(const VectorLocal<width>& from) && { static_cast<VectorPlace&&>(*this) = from.read(); }
};

// A kernel's own float2 or float4.
template <>
class VectorLocal<2> {
 public:
  TILESCOPE_HERE VectorLocal(Thread& thread, int array, Local::Element first = {0})
      : x(thread, array, first), y(thread, array, Local::Element{first.index + 1}) {}
  template <class From>
  TILESCOPE_HERE VectorLocal(Thread& thread, int array, const From& from) : VectorLocal(thread, array) {
    *this = from;
  }
  VectorLocal(const VectorLocal&) = delete;
  void operator&() const = delete;
  TILESCOPE_HERE void operator=(const Several<2>& all) {
    x.set(all.part[0]);
    y.set(all.part[1]);
  }
  TILESCOPE_HERE void operator=(const VectorElement<2>& from) { *this = from.read(); }
  TILESCOPE_HERE void operator=(const VectorPlace<2>& from) { *this = from.read(); }
  TILESCOPE_HERE void operator=(const VectorLocal& from) { *this = from.read(); }
  [[nodiscard]] TILESCOPE_HERE Several<2> read() const { return {{x.value(), y.value()}}; }
  Local x, y;
};

template <>
class VectorLocal<4> {
 public:
  TILESCOPE_HERE VectorLocal(Thread& thread, int array, Local::Element first = {0})
      : x(thread, array, first),
        y(thread, array, Local::Element{first.index + 1}),
        z(thread, array, Local::Element{first.index + 2}),
        w(thread, array, Local::Element{first.index + 3}) {}
  template <class From>
  TILESCOPE_HERE VectorLocal(Thread& thread, int array, const From& from) : VectorLocal(thread, array) {
    *this = from;
  }
  VectorLocal(const VectorLocal&) = delete;
  void operator&() const = delete;
  TILESCOPE_HERE void operator=(const Several<4>& all) {
    x.set(all.part[0]);
    y.set(all.part[1]);
    z.set(all.part[2]);
    w.set(all.part[3]);
  }
  TILESCOPE_HERE void operator=(const VectorElement<4>& from) { *this = from.read(); }
  TILESCOPE_HERE void operator=(const VectorPlace<4>& from) { *this = from.read(); }
  TILESCOPE_HERE void operator=(const VectorLocal& from) { *this = from.read(); }
  [[nodiscard]] TILESCOPE_HERE Several<4> read() const { return {{x.value(), y.value(), z.value(), w.value()}}; }
  Local x, y, z, w;
};

// A part of a vector is kept like a variable, and so it is no product and no multiply-add.
template <class... E>
TILESCOPE_HERE constexpr void require_plain_parts() {
  static_assert(!(ends_in_product<E> || ...),
                "TileScope: a product kept in a vector: a GPU compiler may fuse it with a later addition");
  static_assert(!(multiplies_and_adds<E> || ...),
                "TileScope: a multiply-add kept in a vector: keep it in a float first, which records it");
}

// make_float4(a, b, c, d): its parts are read from left to right.
template <Readable A, Readable B>
TILESCOPE_HERE Several<2> make_float2(A&& a, B&& b) {
  require_plain_parts<A, B>();
  const auto held_a = hold(a);
  const auto held_b = hold(b);
  const Value x = held_a.read(0);
  const Value y = held_b.read(1);
  return {{x, y}};
}
template <Readable A, Readable B, Readable C, Readable D>
TILESCOPE_HERE Several<4> make_float4(A&& a, B&& b, C&& c, D&& d) {
  require_plain_parts<A, B, C, D>();
  const auto held_a = hold(a);
  const auto held_b = hold(b);
  const auto held_c = hold(c);
  const auto held_d = hold(d);
  const Value x = held_a.read(0);
  const Value y = held_b.read(1);
  const Value z = held_c.read(2);
  const Value w = held_d.read(3);
  return {{x, y, z, w}};
}

// Which traced type an element of an array is.
template <class T>
struct Elements;
template <>
struct Elements<float> {
  static constexpr int width = 1;
  using type = Place;
};
template <>
struct Elements<const float> {
  static constexpr int width = 1;
  using type = Operand;
};
template <>
struct Elements<float2> {
  static constexpr int width = 2;
  using type = VectorPlace<2>;
};
template <>
struct Elements<const float2> {
  static constexpr int width = 2;
  using type = VectorElement<2>;
};
template <>
struct Elements<float4> {
  static constexpr int width = 4;
  using type = VectorPlace<4>;
};
template <>
struct Elements<const float4> {
  static constexpr int width = 4;
  using type = VectorElement<4>;
};

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
