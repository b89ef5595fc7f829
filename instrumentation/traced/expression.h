// Arithmetic on traced floats. An expression is built first and evaluated when it is stored, so that its loads are
// recorded from left to right whatever order a compiler evaluates arguments in; and a product that is added to
// something is one fused multiply-add, as nvcc makes of the plain kernel.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <type_traits>

#include "instrumentation/traced/value.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

class Local;

// A variable of the kernel, known by its address so that `sum = sum + a * b` is seen for what it is.
struct LocalLeaf {
  const Local* local;
  static constexpr int leaves = 1;
  [[nodiscard]] TILESCOPE_HERE Value read(int) const;
};

struct Node {};  // what every inner node of an expression derives from

template <class T>
concept Leaf = std::derived_from<T, Operand> || std::same_as<T, Local> || std::same_as<T, Value>;
template <class T>
concept Wide = std::same_as<T, double> || std::same_as<T, long double>;

// A temporary, or a variable of the kernel: reading a named reference to memory later would record a wrong moment.
template <class T>
concept Traced = (Leaf<std::remove_cvref_t<T>> ||
                  std::derived_from<std::remove_cvref_t<T>, Node>)&&(!std::is_lvalue_reference_v<T> ||
                                                                     std::same_as<std::remove_cvref_t<T>, Local>);
template <class T>
concept Readable = Traced<T> || Number<std::remove_cvref_t<T>>;
// The other operand of an operator whose first is an L; of a function of three whose first two are A and B.
template <class R, class L>
concept Beside = (Traced<L> && Readable<R>) || (Readable<L> && Traced<R>);
template <class R, class L>
concept WideBeside = (Traced<L> && Wide<std::remove_cvref_t<R>>) || (Wide<std::remove_cvref_t<L>> && Traced<R>);
template <class C, class A, class B>
concept OneTraced = Readable<C> &&(Traced<A> || Traced<B> || Traced<C>);

template <class E>
TILESCOPE_HERE auto hold(E&& e) {
  using T = std::remove_cvref_t<E>;
  if constexpr (std::same_as<T, Local>)
    return LocalLeaf{__builtin_addressof(e)};
  else if constexpr (std::derived_from<T, Node>)
    return static_cast<T>(e);
  else if constexpr (std::derived_from<T, Operand>)
    return static_cast<const Operand&>(e);
  else
    return Operand(e);
}
template <class E>
using Held = decltype(hold(std::declval<E>()));

// A GPU's arithmetic has one NaN; a CPU's hands on the one that it was given.
TILESCOPE_HERE float with_one_nan(float result) {
#if defined(__CUDA_ARCH__)
  return result;
#else
  return result == result ? result : std::bit_cast<float>(0x7fffffffU);
#endif
}
TILESCOPE_HERE float sum_of(float a, float b) { return with_one_nan(a + b); }
TILESCOPE_HERE float product_of(float a, float b) { return with_one_nan(a * b); }
TILESCOPE_HERE float quotient_of(float a, float b) { return with_one_nan(a / b); }
TILESCOPE_HERE float fused_multiply_add(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(a, b, c);
#else
  return with_one_nan(std::fma(a, b, c));
#endif
}

template <class L, class R>
struct Times : Node {
  L l;
  R r;
  static constexpr int leaves = L::leaves + R::leaves;
  TILESCOPE_HERE Times(L a, R b) : l(a), r(b) {}
  TILESCOPE_HERE Value read(int operand) const {
    const Value a = l.read(operand);
    const Value b = r.read(operand + L::leaves);
    return {product_of(a.number, b.number), origin_of_both(a.origin, b.origin)};
  }
};

template <class E>
inline constexpr bool is_product = false;
template <class L, class R>
inline constexpr bool is_product<Times<L, R>> = true;

// a * b + c as the three values that it is made of.
struct Fused {
  Value a, b, c;
  [[nodiscard]] TILESCOPE_HERE Value value() const {
    return {fused_multiply_add(a.number, b.number, c.number),
            origin_of_both(origin_of_both(a.origin, b.origin), c.origin)};
  }
};

// l + r, or l - r.
template <class L, class R, bool subtract>
struct Plus : Node {
  L l;
  R r;
  static constexpr int leaves = L::leaves + R::leaves;
  static constexpr bool fused = is_product<L> || is_product<R>;
  TILESCOPE_HERE Plus(L a, R b) : l(a), r(b) {}
  TILESCOPE_HERE Fused parts(int operand) const {
    if constexpr (is_product<L>) {
      const Value a = l.l.read(operand);
      const Value b = l.r.read(operand + L::leaves - decltype(l.r)::leaves);
      const Value c = r.read(operand + L::leaves);
      return {a, b, {subtract ? -c.number : c.number, c.origin}};
    } else {
      const Value c = l.read(operand);
      const Value a = r.l.read(operand + L::leaves);
      const Value b = r.r.read(operand + leaves - decltype(r.r)::leaves);
      return {{subtract ? -a.number : a.number, a.origin}, b, c};
    }
  }
  TILESCOPE_HERE Value read(int operand) const {
    if constexpr (fused) {
      return parts(operand).value();
    } else {
      const Value a = l.read(operand);
      const Value b = r.read(operand + L::leaves);
      return {sum_of(a.number, subtract ? -b.number : b.number), origin_of_both(a.origin, b.origin)};
    }
  }
};

// fmaf(a, b, c)
template <class A, class B, class C>
struct MultiplyAdd : Node {
  A a;
  B b;
  C c;
  static constexpr int leaves = A::leaves + B::leaves + C::leaves;
  TILESCOPE_HERE MultiplyAdd(A x, B y, C z) : a(x), b(y), c(z) {}
  TILESCOPE_HERE Fused parts(int operand) const {
    const Value x = a.read(operand);
    const Value y = b.read(operand + A::leaves);
    const Value z = c.read(operand + A::leaves + B::leaves);
    return {x, y, z};
  }
  TILESCOPE_HERE Value read(int operand) const { return parts(operand).value(); }
};

template <class E>
inline constexpr bool is_multiply_add = false;
template <class A, class B, class C>
inline constexpr bool is_multiply_add<MultiplyAdd<A, B, C>> = true;
template <class L, class R, bool subtract>
inline constexpr bool is_multiply_add<Plus<L, R, subtract>> = Plus<L, R, subtract>::fused;

// Whether there is a multiply-add anywhere in an expression. One that is not a sum of its own would leave no event.
template <class E>
inline constexpr bool holds_multiply_add = is_multiply_add<E>;
template <class L, class R>
inline constexpr bool holds_multiply_add<Times<L, R>> = holds_multiply_add<L> || holds_multiply_add<R>;
template <class L, class R, bool subtract>
inline constexpr bool holds_multiply_add<Plus<L, R, subtract>> =
    Plus<L, R, subtract>::fused || holds_multiply_add<L> || holds_multiply_add<R>;

// IEEE minNum and maxNum, with -0 below +0, as the device's min and max instructions have it.
TILESCOPE_HERE float lesser(float a, float b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
TILESCOPE_HERE float greater(float a, float b) { return -lesser(-a, -b); }

template <class Op, class L, class R>
struct Binary;
template <class Op, class E>
struct Unary;
template <class Op, class L, class R>
inline constexpr bool holds_multiply_add<Binary<Op, L, R>> = holds_multiply_add<L> || holds_multiply_add<R>;
template <class Op, class E>
inline constexpr bool holds_multiply_add<Unary<Op, E>> = holds_multiply_add<E>;

template <class... E>
TILESCOPE_HERE constexpr void require_no_multiply_add() {
  static_assert(!(holds_multiply_add<E> || ...),
                "TileScope: a multiply-add inside a larger expression: keep it in a float first, which records it");
}

struct OverOp {
  TILESCOPE_HERE static float apply(float a, float b) { return quotient_of(a, b); }
};
struct LesserOp {
  TILESCOPE_HERE static float apply(float a, float b) { return lesser(a, b); }
};
struct GreaterOp {
  TILESCOPE_HERE static float apply(float a, float b) { return greater(a, b); }
};
struct NegativeOp {
  TILESCOPE_HERE static float apply(float a) { return -a; }
};
struct SizeOp {
  TILESCOPE_HERE static float apply(float a) { return std::fabs(a); }
};

template <class Op, class L, class R>
struct Binary : Node {
  L l;
  R r;
  static constexpr int leaves = L::leaves + R::leaves;
  TILESCOPE_HERE Binary(L a, R b) : l(a), r(b) {}
  TILESCOPE_HERE Value read(int operand) const {
    const Value a = l.read(operand);
    const Value b = r.read(operand + L::leaves);
    return {Op::apply(a.number, b.number), origin_of_both(a.origin, b.origin)};
  }
};

template <class Op, class E>
struct Unary : Node {
  E e;
  static constexpr int leaves = E::leaves;
  TILESCOPE_HERE explicit Unary(E a) : e(a) {}
  TILESCOPE_HERE Value read(int operand) const {
    const Value a = e.read(operand);
    return {Op::apply(a.number), a.origin};
  }
};

template <class L, Beside<L> R>
TILESCOPE_HERE auto operator*(L&& l, R&& r) {
  require_no_multiply_add<Held<L>, Held<R>>();
  return Times<Held<L>, Held<R>>(hold(l), hold(r));
}
template <class L, Beside<L> R>
TILESCOPE_HERE auto operator+(L&& l, R&& r) {
  require_no_multiply_add<Held<R>>();
  static_assert(!(is_product<Held<L>> && is_product<Held<R>>),
                "TileScope: a sum of two products: a GPU compiler may fuse either one; write fmaf, or two statements");
  return Plus<Held<L>, Held<R>, false>(hold(l), hold(r));
}
template <class L, Beside<L> R>
TILESCOPE_HERE auto operator-(L&& l, R&& r) {
  require_no_multiply_add<Held<R>>();
  static_assert(!(is_product<Held<L>> && is_product<Held<R>>),
                "TileScope: a sum of two products: a GPU compiler may fuse either one; write fmaf, or two statements");
  return Plus<Held<L>, Held<R>, true>(hold(l), hold(r));
}
template <class L, Beside<L> R>
TILESCOPE_HERE auto operator/(L&& l, R&& r) {
  require_no_multiply_add<Held<L>, Held<R>>();
  return Binary<OverOp, Held<L>, Held<R>>(hold(l), hold(r));
}
template <Traced E>
TILESCOPE_HERE auto operator-(E&& e) {
  require_no_multiply_add<Held<E>>();
  static_assert(!is_product<Held<E>>, "TileScope: the sign of a product: a GPU compiler may fuse it; write (-a) * b");
  return Unary<NegativeOp, Held<E>>(hold(e));
}
template <class L, Beside<L> R>
TILESCOPE_HERE auto fminf(L&& l, R&& r) {
  require_no_multiply_add<Held<L>, Held<R>>();
  return Binary<LesserOp, Held<L>, Held<R>>(hold(l), hold(r));
}
template <class L, Beside<L> R>
TILESCOPE_HERE auto fmaxf(L&& l, R&& r) {
  require_no_multiply_add<Held<L>, Held<R>>();
  return Binary<GreaterOp, Held<L>, Held<R>>(hold(l), hold(r));
}
template <class L, Beside<L> R>
TILESCOPE_HERE auto min(L&& l, R&& r) {
  require_no_multiply_add<Held<L>, Held<R>>();
  return Binary<LesserOp, Held<L>, Held<R>>(hold(l), hold(r));
}
template <class L, Beside<L> R>
TILESCOPE_HERE auto max(L&& l, R&& r) {
  require_no_multiply_add<Held<L>, Held<R>>();
  return Binary<GreaterOp, Held<L>, Held<R>>(hold(l), hold(r));
}
template <Traced E>
TILESCOPE_HERE auto fabsf(E&& e) {
  require_no_multiply_add<Held<E>>();
  return Unary<SizeOp, Held<E>>(hold(e));
}
template <Readable A, Readable B, OneTraced<A, B> C>
TILESCOPE_HERE auto fmaf(A&& a, B&& b, C&& c) {
  require_no_multiply_add<Held<A>, Held<B>, Held<C>>();
  return MultiplyAdd<Held<A>, Held<B>, Held<C>>(hold(a), hold(b), hold(c));
}
template <Readable A, Readable B, OneTraced<A, B> C>
TILESCOPE_HERE auto __fmaf_rn(A&& a, B&& b, C&& c) {
  require_no_multiply_add<Held<A>, Held<B>, Held<C>>();
  return MultiplyAdd<Held<A>, Held<B>, Held<C>>(hold(a), hold(b), hold(c));
}

// A double constant would turn the whole expression into double arithmetic: refused, write 2.0f.
template <class L, WideBeside<L> R>
void operator*(L&&, R&&) = delete;
template <class L, WideBeside<L> R>
void operator+(L&&, R&&) = delete;
template <class L, WideBeside<L> R>
void operator-(L&&, R&&) = delete;
template <class L, WideBeside<L> R>
void operator/(L&&, R&&) = delete;

// The outcome of a comparison: good for if, while, ?:, && and ||, and for no arithmetic.
class Truth {
 public:
  TILESCOPE_HERE explicit Truth(bool holds) : holds_(holds) {}
  TILESCOPE_HERE explicit operator bool() const { return holds_; }

 private:
  bool holds_;
};

template <class Compare, class L, class R>
TILESCOPE_HERE Truth compare(L&& l, R&& r, Compare holds) {
  require_no_multiply_add<Held<L>, Held<R>>();
  const Held<L> held_l = hold(l);
  const Held<R> held_r = hold(r);
  const Value a = held_l.read(0);
  const Value b = held_r.read(Held<L>::leaves);
  return Truth(holds(a.number, b.number));
}
template <class L, Beside<L> R>
TILESCOPE_HERE Truth operator<(L&& l, R&& r) {
  return compare(l, r, [](float a, float b) { return a < b; });
}
template <class L, Beside<L> R>
TILESCOPE_HERE Truth operator>(L&& l, R&& r) {
  return compare(l, r, [](float a, float b) { return a > b; });
}
template <class L, Beside<L> R>
TILESCOPE_HERE Truth operator<=(L&& l, R&& r) {
  return compare(l, r, [](float a, float b) { return a <= b; });
}
template <class L, Beside<L> R>
TILESCOPE_HERE Truth operator>=(L&& l, R&& r) {
  return compare(l, r, [](float a, float b) { return a >= b; });
}
template <class L, Beside<L> R>
TILESCOPE_HERE Truth operator==(L&& l, R&& r) {
  return compare(l, r, [](float a, float b) { return a == b; });
}
template <class L, Beside<L> R>
TILESCOPE_HERE Truth operator!=(L&& l, R&& r) {
  return compare(l, r, [](float a, float b) { return a != b; });
}

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
