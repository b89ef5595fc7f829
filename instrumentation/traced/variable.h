// What can be assigned to: a kernel's own float, and an element of an array. Both see the right-hand side as a Term.
#pragma once

#include "instrumentation/traced/expression.h"

namespace tilescope::traced {

template <class E>
inline constexpr bool ends_in_product = false;
template <Traced E>
inline constexpr bool ends_in_product<E> = is_product<Held<E>>;
template <class E>
inline constexpr bool ends_in_multiply_add = false;
template <Traced E>
inline constexpr bool ends_in_multiply_add<E> = is_multiply_add<Held<E>>;

// A right-hand side, its loads done, its last addition or product still open; and the line it stands in.
struct Term {
  enum class Form { plain, product, sum, fused };

  Form form = Form::plain;
  Value value;                  // plain; the left of a sum; the addend of a fused
  Value a, b;                   // the factors; the right of a sum is a
  const Local* left = nullptr;  // the variable that value was read from, and that a sum's a was read from
  const Local* right = nullptr;
  std::uint32_t line;

  template <class E>
  requires Traced<E> || std::is_arithmetic_v<std::remove_cvref_t<E>> TILESCOPE_HERE
  Term(E&& e, int at_line = __builtin_LINE())  // NOLINT
      : line(static_cast<std::uint32_t>(at_line)) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<E>>)
      value = {static_cast<float>(e), no_origin};
    else
      take(hold(e));
  }

  // The whole as one number, for where no variable keeps a running sum of it.
  [[nodiscard]] TILESCOPE_HERE Value result() const {
    if (form == Form::plain) return value;
    if (form == Form::product) return {a.number * b.number, origin_of_both(a.origin, b.origin)};
    if (form == Form::sum) return {value.number + a.number, origin_of_both(value.origin, a.origin)};
    return Fused{a, b, value}.value();
  }

 private:
  template <class E>
  TILESCOPE_HERE void take(const E& e) {
    value = e.read(0);
    if constexpr (std::same_as<E, LocalLeaf>) left = e.local;
  }
  template <class L, class R>
  TILESCOPE_HERE void take(const Times<L, R>& e) {
    form = Form::product;
    a = e.l.read(0);
    b = e.r.read(L::leaves);
  }
  template <class L, class R, bool subtract>
  TILESCOPE_HERE void take(const Plus<L, R, subtract>& e) {
    if constexpr (Plus<L, R, subtract>::fused) {
      take_fused(e.parts(0));
      if constexpr (std::same_as<L, LocalLeaf>) left = e.l.local;
      if constexpr (std::same_as<R, LocalLeaf> && !subtract) left = e.r.local;
    } else {
      form = Form::sum;
      value = e.l.read(0);
      a = e.r.read(L::leaves);
      if constexpr (subtract) a.number = -a.number;
      if constexpr (std::same_as<L, LocalLeaf>) left = e.l.local;
      if constexpr (std::same_as<R, LocalLeaf> && !subtract) right = e.r.local;
    }
  }
  template <class A, class B, class C>
  TILESCOPE_HERE void take(const MultiplyAdd<A, B, C>& e) {
    take_fused(e.parts(0));
    if constexpr (std::same_as<C, LocalLeaf>) left = e.c.local;
  }
  TILESCOPE_HERE void take_fused(const Fused& parts) {
    form = Form::fused;
    value = parts.c;
    a = parts.a;
    b = parts.b;
  }
};

// A right-hand side that a variable keeps. A bare product is refused: the plain kernel's compiler may fuse it with a
// later addition, and the recorded value would differ in its last bit.
struct Kept : Term {
  template <class E>
  requires Traced<E> || std::is_arithmetic_v<std::remove_cvref_t<E>> TILESCOPE_HERE
  Kept(E&& e, int at_line = __builtin_LINE())  // NOLINT(google-explicit-constructor)
      : Term(static_cast<E&&>(e), at_line) {
    static_assert(!ends_in_product<E>,
                  "TileScope: a product kept in a variable: a GPU compiler may fuse it with a later addition; write "
                  "sum += a * b or fmaf(a, b, sum)");
  }
};

// Records one step of a running sum and gives the new sum. `array` and `index` name what keeps it.
TILESCOPE_HERE Value record_sum(Thread& thread, std::uint32_t line, std::uint8_t array, std::uint32_t index,
                                SumForm form, float number, Value a, Value b) {
  const std::uint32_t self = thread.next_number();
  const What what{.kind = Kind::partial_sum, .array = array, .operand = static_cast<std::uint8_t>(form), .line = line};
  thread.record({index, number, distance_back(self, a.origin) | distance_back(self, b.origin) << 16, what.packed()});
  return {number, self};
}

// Adds `term` to a sum that now is `sum`.
TILESCOPE_HERE Value record_addition(Thread& thread, std::uint8_t array, std::uint32_t index, Value sum,
                                     const Term& term, bool subtract) {
  if (term.form == Term::Form::product) {
    const float a = subtract ? -term.a.number : term.a.number;
    const float number = fused_multiply_add(a, term.b.number, sum.number);
    return record_sum(thread, term.line, array, index, SumForm::multiply_add, number, term.a, term.b);
  }
  const Value added = term.result();
  const float number = subtract ? sum.number - added.number : sum.number + added.number;
  return record_sum(thread, term.line, array, index, SumForm::add, number, added, {});
}

// A multiply-add whose addend is not the sum itself: the sum starts as a copy of the addend.
TILESCOPE_HERE Value record_fresh_sum(Thread& thread, std::uint8_t array, std::uint32_t index, const Term& term) {
  if (term.value.origin != no_origin)
    record_sum(thread, term.line, array, index, SumForm::start, term.value.number, term.value, {});
  const float number = fused_multiply_add(term.a.number, term.b.number, term.value.number);
  return record_sum(thread, term.line, array, index, SumForm::multiply_add, number, term.a, term.b);
}

// A kernel's own float: `float sum = 0;`, or an element of `float acc[4][4];`.
class Local {
 public:
  struct Element {
    std::uint32_t index;
  };
  TILESCOPE_HERE Local(Thread& thread, int array) : Local(thread, array, Element{0}) {}
  TILESCOPE_HERE Local(Thread& thread, int array, Element element)
      : value_{poison(), no_origin},
        thread_(&thread),
        index_(element.index),
        array_(static_cast<std::uint8_t>(array)) {}
  TILESCOPE_HERE Local(Thread& thread, int array, const Kept& kept) : Local(thread, array) { *this = kept; }
  Local(const Local&) = delete;

  TILESCOPE_HERE void operator=(const Local& other) { value_ = other.value_; }
  TILESCOPE_HERE void operator=(const Kept& term) {
    if (term.form == Term::Form::sum && term.left == this)
      value_ =
          record_sum(*thread_, term.line, array_, index_, SumForm::add, term.value.number + term.a.number, term.a, {});
    else if (term.form == Term::Form::sum && term.right == this)
      value_ = record_sum(*thread_, term.line, array_, index_, SumForm::add, term.value.number + term.a.number,
                          term.value, {});
    else if (term.form == Term::Form::fused && term.left == this)
      value_ =
          record_sum(*thread_, term.line, array_, index_, SumForm::multiply_add, term.result().number, term.a, term.b);
    else if (term.form == Term::Form::fused)
      value_ = record_fresh_sum(*thread_, array_, index_, term);
    else
      value_ = term.result();
  }
  TILESCOPE_HERE void operator+=(const Term& term) {
    value_ = record_addition(*thread_, array_, index_, value_, term, false);
  }
  TILESCOPE_HERE void operator-=(const Term& term) {
    value_ = record_addition(*thread_, array_, index_, value_, term, true);
  }
  TILESCOPE_HERE void operator/=(const Term& term) {
    const Value by = term.result();
    value_ = {value_.number / by.number, origin_of_both(value_.origin, by.origin)};
  }
  void operator&() const = delete;

  [[nodiscard]] TILESCOPE_HERE Value value() const { return value_; }
  TILESCOPE_HERE void set(const Value& value) { value_ = value; }
  TILESCOPE_HERE operator Operand() const { return Operand(value_); }  // NOLINT: `inside ? a : 0.0f`

 private:
  Value value_;
  Thread* thread_;
  std::uint32_t index_;
  std::uint8_t array_;
};

TILESCOPE_HERE Value LocalLeaf::read(int) const { return local->value(); }

// An element of an array that may be written.
class Place : public Operand {
 public:
  using Operand::Operand;
  Place(const Place& other) = default;

  TILESCOPE_HERE void operator=(const Term& term) && {
    Thread& thread = *in_.thread;
    const auto index = static_cast<std::uint32_t>(at_.index);
    const Value value =
        term.form == Term::Form::fused ? record_fresh_sum(thread, in_.array, index, term) : term.result();
    store(in_, at_, Width::one, value);
  }
  TILESCOPE_HERE void operator=(const Place& other) && {
    static_cast<Place&&>(*this) = Term(Place(other), static_cast<int>(at_.line));
  }
  template <class N>
  requires std::is_arithmetic_v<N> TILESCOPE_HERE void operator=(N constant) && {
    static_cast<Place&&>(*this) = Term(constant, static_cast<int>(at_.line));
  }
  TILESCOPE_HERE void operator+=(const Term& term) && { add(term, false); }
  TILESCOPE_HERE void operator-=(const Term& term) && { add(term, true); }
  TILESCOPE_HERE void operator/=(const Term& term) && {
    const Value by = term.result();
    const Value old = read(3);
    store(in_, at_, Width::one, {old.number / by.number, origin_of_both(old.origin, by.origin)});
  }

 private:
  TILESCOPE_HERE void add(const Term& term, bool subtract) {
    const Value old = read(3);
    const auto index = static_cast<std::uint32_t>(at_.index);
    store(in_, at_, Width::one, record_addition(*in_.thread, in_.array, index, old, term, subtract));
  }
};

// What a helper returns, and what it takes: a number with its origin, and an expression still to be read.
class Returned : public Node {
 public:
  template <class E>
  requires Traced<E> || std::is_arithmetic_v<std::remove_cvref_t<E>> TILESCOPE_HERE
  Returned(E&& e) {  // NOLINT(google-explicit-constructor)
    static_assert(!ends_in_product<E>,
                  "TileScope: a helper that returns a product: a GPU compiler may fuse it with a later addition");
    static_assert(!ends_in_multiply_add<E>,
                  "TileScope: a helper that returns a multiply-add: keep it in a float first, which records it");
    value_ = Term(static_cast<E&&>(e), 0).result();
  }
  static constexpr int leaves = 1;
  [[nodiscard]] TILESCOPE_HERE Value read(int) const { return value_; }

 private:
  Value value_;
};

}  // namespace tilescope::traced
