// What can be assigned to: a kernel's own float, and an element of an array. Both see the right-hand side as a Term.
#pragma once

#include <utility>

#include "instrumentation/traced/expression.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

template <class E>
concept Constant = std::is_arithmetic_v<std::remove_cvref_t<E>>;
template <class E>
concept Assignable = Traced<E> || Constant<E>;

template <class E>
inline constexpr bool ends_in_product = false;
template <Traced E>
inline constexpr bool ends_in_product<E> = is_product<Held<E>>;
template <class E>
inline constexpr bool multiplies_and_adds = false;
template <Traced E>
inline constexpr bool multiplies_and_adds<E> = holds_multiply_add<Held<E>>;

// How many additions stand one after the other in an expression: a + b * c + d has two.
template <class E>
inline constexpr int additions = 0;
template <class L, class R, bool subtract>
inline constexpr int additions<Plus<L, R, subtract>> = additions<L> + 1;
template <class A, class B, class C>
inline constexpr int additions<MultiplyAdd<A, B, C>> = 1;

// A right-hand side, its loads done, its additions still open; and the line it stands in. It is a first value and what
// is added to it, one after the other; or a product alone.
struct Term {
  struct Addition {
    Value a;
    Value b;  // of a product
    bool product = false;
    const Local* local = nullptr;  // the variable that a was read from
  };
  static constexpr int most_additions = 8;

  Value first;
  const Local* local = nullptr;  // the variable that it was read from
  Addition added[most_additions];
  int count = 0;
  bool product = false;  // added[0] alone
  std::uint32_t line;

  template <Assignable E>
  TILESCOPE_HERE Term(E&& e, int at_line = __builtin_LINE())  // NOLINT
      : line(static_cast<std::uint32_t>(at_line)) {
    if constexpr (Constant<E>) {
      first = {static_cast<float>(e), no_origin};
    } else {
      static_assert(additions<Held<E>> <= most_additions, "TileScope: more than 8 additions: write several statements");
      take(hold(e), 0);
      count = product ? 0 : additions<Held<E>>;
    }
  }

  [[nodiscard]] TILESCOPE_HERE bool multiplies() const {
    bool any = false;
    each([&any](const Addition& next) { any = any || next.product; });
    return any;
  }

  // Calls use(addition) for each. Every place in `added` is known when this is compiled, here and where additions are
  // taken: an array that is read at any other place stays in memory, and the whole Term with it.
  template <class Use>
  TILESCOPE_HERE void each(const Use& use) const {
    each(use, std::make_integer_sequence<int, most_additions>{});
  }

  // The whole as one number, for where no variable keeps a running sum of it.
  [[nodiscard]] TILESCOPE_HERE Value result() const {
    if (product) return {product_of(added[0].a.number, added[0].b.number), origin_of_both(added[0].a.origin, added[0].b.origin)};
    Value sum = first;
    each([&sum](const Addition& next) {
      sum.number = with(sum.number, next);
      sum.origin = origin_of_both(sum.origin, origin_of_both(next.a.origin, next.b.origin));
    });
    return sum;
  }

  [[nodiscard]] TILESCOPE_HERE static float with(float sum, const Addition& next) {
    return next.product ? fused_multiply_add(next.a.number, next.b.number, sum) : sum_of(sum, next.a.number);
  }

 private:
  // Takes an expression whose leaves begin with number `leaf` of the statement's.
  template <class E>
  TILESCOPE_HERE void take(const E& e, int leaf) {
    first = e.read(leaf);
    if constexpr (std::same_as<E, LocalLeaf>) local = e.local;
  }
  template <class L, class R>
  TILESCOPE_HERE void take(const Times<L, R>& e, int leaf) {
    product = true;
    add_product<0>(e, leaf, false);
  }
  template <class L, class R, bool subtract>
  TILESCOPE_HERE void take(const Plus<L, R, subtract>& e, int leaf) {
    if constexpr (is_product<L>) {  // a * b + c is what c + a * b is, but for the order of its loads
      add_product<0>(e.l, leaf, false);
      first = e.r.read(leaf + L::leaves);
      if constexpr (subtract) first.number = -first.number;
      if constexpr (std::same_as<R, LocalLeaf> && !subtract) local = e.r.local;
    } else {
      take(e.l, leaf);
      if constexpr (is_product<R>)
        add_product<additions<L>>(e.r, leaf + L::leaves, subtract);
      else
        add_value<additions<L>>(e.r, leaf + L::leaves, subtract);
    }
  }
  template <class A, class B, class C>
  TILESCOPE_HERE void take(const MultiplyAdd<A, B, C>& e, int leaf) {
    const Fused parts = e.parts(leaf);
    first = parts.c;
    if constexpr (std::same_as<C, LocalLeaf>) local = e.c.local;
    added[0] = {parts.a, parts.b, true, nullptr};
  }
  template <int place, class L, class R>
  TILESCOPE_HERE void add_product(const Times<L, R>& e, int leaf, bool subtract) {
    Value a = e.l.read(leaf);
    const Value b = e.r.read(leaf + L::leaves);
    if (subtract) a.number = -a.number;
    added[place] = {a, b, true, nullptr};
  }
  template <int place, class E>
  TILESCOPE_HERE void add_value(const E& e, int leaf, bool subtract) {
    Value a = e.read(leaf);
    if (subtract) a.number = -a.number;
    const Local* from = nullptr;
    if constexpr (std::same_as<E, LocalLeaf>) from = subtract ? nullptr : e.local;
    added[place] = {a, {}, false, from};
  }

  template <class Use, int... n>
  TILESCOPE_HERE void each(const Use& use, std::integer_sequence<int, n...>) const {
    ((n < count ? use(added[n]) : void()), ...);
  }
};

// A right-hand side that a variable keeps. A bare product is refused: the plain kernel's compiler may fuse it with a
// later addition, and the recorded value would differ in its last bit.
struct Kept : Term {
  template <Assignable E>
  TILESCOPE_HERE Kept(E&& e, int at_line = __builtin_LINE())  // NOLINT(google-explicit-constructor)
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

// What += and -= take. The sum of a multiply-add and something else would be added as a whole, and leave no event.
struct Added : Term {
  template <Assignable E>
  TILESCOPE_HERE Added(E&& e, int at_line = __builtin_LINE())  // NOLINT(google-explicit-constructor)
      : Term(static_cast<E&&>(e), at_line) {
    static_assert(!Wide<std::remove_cvref_t<E>>, "TileScope: a double constant makes double arithmetic: write 2.0f");
    static_assert(!multiplies_and_adds<E>,
                  "TileScope: a multiply-add that is added to something: write sum = sum + ..., or two statements");
  }
};

// Adds `term` to a sum that now is `sum`.
TILESCOPE_HERE Value record_addition(Thread& thread, std::uint8_t array, std::uint32_t index, Value sum,
                                     const Added& term, bool subtract) {
  if (term.product) {
    const Term::Addition& next = term.added[0];
    const float a = subtract ? -next.a.number : next.a.number;
    const float number = fused_multiply_add(a, next.b.number, sum.number);
    return record_sum(thread, term.line, array, index, SumForm::multiply_add, number, next.a, next.b);
  }
  const Value added = term.result();
  const float number = sum_of(sum.number, subtract ? -added.number : added.number);
  return record_sum(thread, term.line, array, index, SumForm::add, number, added, {});
}

// Adds what a term adds, one after the other, to a sum that is `sum` before the first of them.
TILESCOPE_HERE Value record_additions(Thread& thread, std::uint8_t array, std::uint32_t index, Value sum,
                                      const Term& term) {
  term.each([&](const Term::Addition& next) {
    sum = record_sum(thread, term.line, array, index, next.product ? SumForm::multiply_add : SumForm::add,
                     Term::with(sum.number, next), next.a, next.b);
  });
  return sum;
}

// A sum with multiply-adds whose first value is not the sum itself: it starts as a copy of that value.
TILESCOPE_HERE Value record_fresh_sum(Thread& thread, std::uint8_t array, std::uint32_t index, const Term& term) {
  Value sum = term.first;
  if (sum.origin != no_origin) sum = record_sum(thread, term.line, array, index, SumForm::start, sum.number, sum, {});
  return record_additions(thread, array, index, sum, term);
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

  TILESCOPE_HERE void operator=(const Local& other) {
    value_ = other.value_;
  }  // NOLINT(bugprone-unhandled-self-assignment)
  TILESCOPE_HERE void operator=(const Kept& term) {
    if (term.count > 0 && term.local == this)
      value_ = record_additions(*thread_, array_, index_, value_, term);
    else if (term.count == 1 && term.added[0].local == this)
      value_ = record_sum(*thread_, term.line, array_, index_, SumForm::add, term.result().number, term.first, {});
    else if (term.multiplies())
      value_ = record_fresh_sum(*thread_, array_, index_, term);
    else
      value_ = term.result();
  }
  TILESCOPE_HERE void operator+=(const Added& term) {
    value_ = record_addition(*thread_, array_, index_, value_, term, false);
  }
  TILESCOPE_HERE void operator-=(const Added& term) {
    value_ = record_addition(*thread_, array_, index_, value_, term, true);
  }
  TILESCOPE_HERE void operator/=(const Added& term) {
    const Value by = term.result();
    value_ = {quotient_of(value_.number, by.number), origin_of_both(value_.origin, by.origin)};
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
        !term.product && term.multiplies() ? record_fresh_sum(thread, in_.array, index, term) : term.result();
    store(in_, at_, Width::one, value);
  }
  TILESCOPE_HERE void operator=(const Place& other) && {
    static_cast<Place&&>(*this) = Term(Place(other), static_cast<int>(at_.line));
  }
  template <Constant N>
  TILESCOPE_HERE void operator=(N constant) && {
    static_cast<Place&&>(*this) = Term(constant, static_cast<int>(at_.line));
  }
  TILESCOPE_HERE void operator+=(const Added& term) && { add(term, false); }
  TILESCOPE_HERE void operator-=(const Added& term) && { add(term, true); }
  TILESCOPE_HERE void operator/=(const Added& term) && {
    const Value by = term.result();
    const Value old = read(3);
    store(in_, at_, Width::one, {quotient_of(old.number, by.number), origin_of_both(old.origin, by.origin)});
  }

 private:
  TILESCOPE_HERE void add(const Added& term, bool subtract) {
    const Value old = read(3);
    const auto index = static_cast<std::uint32_t>(at_.index);
    store(in_, at_, Width::one, record_addition(*in_.thread, in_.array, index, old, term, subtract));
  }
};

// What a helper returns, and what it takes: a number with its origin, and an expression still to be read.
class Returned : public Node {
 public:
  template <Assignable E>
  TILESCOPE_HERE Returned(E&& e) {  // NOLINT(google-explicit-constructor)
    static_assert(!ends_in_product<E>,
                  "TileScope: a helper that returns a product: a GPU compiler may fuse it with a later addition");
    static_assert(!multiplies_and_adds<E>,
                  "TileScope: a helper that returns a multiply-add: keep it in a float first, which records it");
    value_ = Term(static_cast<E&&>(e), 0).result();
  }
  static constexpr int leaves = 1;
  [[nodiscard]] TILESCOPE_HERE Value read(int) const { return value_; }

 private:
  Value value_;
};

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
