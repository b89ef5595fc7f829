#include "tests/instrumentation/language/checker/expressions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <utility>

namespace tilescope::language {

namespace {

constexpr std::array kinds{TypeKind::bool_,         TypeKind::char_,        TypeKind::signed_char,
                           TypeKind::unsigned_char, TypeKind::short_,       TypeKind::unsigned_short,
                           TypeKind::int_,          TypeKind::unsigned_int, TypeKind::long_,
                           TypeKind::unsigned_long, TypeKind::long_long,    TypeKind::unsigned_long_long,
                           TypeKind::float_,        TypeKind::double_};
constexpr std::array unary{Mark::plus, Mark::minus, Mark::tilde, Mark::bang};
constexpr std::array binary{Mark::plus,      Mark::minus,   Mark::star,       Mark::slash,         Mark::percent,
                            Mark::ampersand, Mark::bar,     Mark::caret,      Mark::left,          Mark::right,
                            Mark::less,      Mark::greater, Mark::less_equal, Mark::greater_equal, Mark::equal,
                            Mark::not_equal, Mark::and_and, Mark::bar_bar};

bool is_floating(TypeKind kind) { return kind == TypeKind::float_ || kind == TypeKind::double_; }
bool is_shift(Mark op) { return op == Mark::left || op == Mark::right; }
bool for_integers(Mark op) {
  return is_shift(op) || op == Mark::percent || op == Mark::ampersand || op == Mark::bar || op == Mark::caret ||
         op == Mark::tilde;
}

// --- What a tree comes to. ---

bool is_finite(const Value& value) { return !value.is_floating() || std::isfinite(value.real); }

std::optional<Value> checked(const Folded& folded) {
  if (!folded.value || !folded.undefined.empty() || !is_finite(*folded.value)) return {};
  return folded.value;
}

TypeKind promoted(const Types& types, TypeKind kind) { return types.promoted(types.of(kind)).kind(); }
TypeKind common(const Types& types, TypeKind a, TypeKind b) { return types.common(types.of(a), types.of(b)).kind(); }

bool gives_bool(Mark op) {
  constexpr std::array ops{Mark::bang,  Mark::less,      Mark::greater, Mark::less_equal, Mark::greater_equal,
                           Mark::equal, Mark::not_equal, Mark::and_and, Mark::bar_bar};
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

// Also of what is not evaluated, which has a type all the same; unknown where a part has no such operator.
TypeKind kind_of(const Types& types, const Tree& tree) {
  std::vector<TypeKind> parts;
  for (const Tree& each : tree.parts) {
    parts.push_back(kind_of(types, each));
    if (parts.back() == TypeKind::unknown) return TypeKind::unknown;
  }
  if (for_integers(tree.op) && std::any_of(parts.begin(), parts.end(), is_floating)) return TypeKind::unknown;
  if (gives_bool(tree.op)) return TypeKind::bool_;
  switch (tree.kind) {
    case Tree::Kind::leaf: return tree.value.kind;
    case Tree::Kind::cast: return tree.to;
    case Tree::Kind::unary: return promoted(types, parts[0]);
    case Tree::Kind::choice: return parts[1] == parts[2] ? parts[1] : common(types, parts[1], parts[2]);
    case Tree::Kind::binary: return is_shift(tree.op) ? promoted(types, parts[0]) : common(types, parts[0], parts[1]);
  }
  return TypeKind::unknown;
}

std::optional<Value> binary_value(const Types& types, const Tree& tree) {
  const std::optional<Value> a = value_of(types, tree.parts[0]);
  if (!a) return {};
  if (tree.op == Mark::and_and && !a->truth()) return Value::boolean(false);
  if (tree.op == Mark::bar_bar && a->truth()) return Value::boolean(true);
  const std::optional<Value> b = value_of(types, tree.parts[1]);
  if (!b) return {};
  if (tree.op == Mark::and_and || tree.op == Mark::bar_bar) return checked(folded(tree.op, *a, *b));
  if (is_shift(tree.op)) {
    return checked(folded(tree.op, converted(*a, promoted(types, a->kind)), converted(*b, promoted(types, b->kind))));
  }
  const TypeKind kind = common(types, a->kind, b->kind);
  return checked(folded(tree.op, converted(*a, kind), converted(*b, kind)));
}

// --- Making them. ---

class Maker {
 public:
  std::vector<Tree> make() {
    for (const TypeKind a : kinds) {
      for (const TypeKind b : kinds) {
        for (const Mark op : binary) add(2, [&] { return of_two(op, leaf(a), operand(op, b)); });
        add(3, [&] { return cast(b, leaf(a)); });
        add(2, [&] { return choice(leaf(any_kind()), leaf(a), leaf(b)); });
      }
      for (const Mark op : unary) add(5, [&] { return of_one(op, leaf(a)); });
      add(20, [&] { return leaf(a); });
    }
    add(2000, [&] { return tree(2); });
    add(3000, [&] { return tree(3); });
    return std::move(trees_);
  }

 private:
  // So many that have a value, if there are any.
  template <class Make>
  void add(int count, const Make& make) {
    for (int tries = 50 * count; count > 0 && tries > 0; --tries) {
      Tree tree = make();
      if (kind_of(types_, tree) == TypeKind::unknown || !value_of(types_, tree)) continue;
      trees_.push_back(std::move(tree));
      --count;
    }
  }

  // Not by <random>'s distributions, which differ from library to library.
  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  template <class Things>
  auto any(const Things& things) {
    return things[below(things.size())];
  }
  TypeKind any_kind() { return any(kinds); }

  static Tree of_one(Mark op, Tree a) { return {Tree::Kind::unary, op, {}, {}, {}, {std::move(a)}}; }
  static Tree of_two(Mark op, Tree a, Tree b) {
    return {Tree::Kind::binary, op, {}, {}, {}, {std::move(a), std::move(b)}};
  }
  static Tree cast(TypeKind to, Tree a) { return {Tree::Kind::cast, Mark::none, to, {}, {}, {std::move(a)}}; }
  static Tree choice(Tree a, Tree b, Tree c) {
    return {Tree::Kind::choice, Mark::none, {}, {}, {}, {std::move(a), std::move(b), std::move(c)}};
  }

  Tree tree(int depth) {
    if (depth == 0) return leaf(any_kind());
    switch (below(8)) {
      case 0: return cast(any_kind(), tree(depth - 1));
      case 1: return of_one(any(unary), tree(depth - 1));
      case 2: return choice(tree(depth - 1), tree(depth - 1), tree(depth - 1));
      default: {
        const Mark op = any(binary);
        return of_two(op, tree(depth - 1), is_shift(op) && below(4) != 0 ? operand(op, any_kind()) : tree(depth - 1));
      }
    }
  }

  // For a shift mostly one that shifts by few bits.
  Tree operand(Mark op, TypeKind kind) {
    if (!is_shift(op) || is_floating(kind) || below(8) == 0) return leaf(kind);
    return leaf_of(Value::of(kind, static_cast<std::int64_t>(below(kind == TypeKind::bool_ ? 2 : 33))));
  }

  Tree leaf(TypeKind kind) {
    if (is_floating(kind)) return leaf_of(Value::of(kind, any_real()));
    constexpr std::array<std::int64_t, 6> few{0, 1, -1, 2, 7, 100};
    const std::uint64_t bits = random_();
    const std::uint64_t wide = bits >> below(64);
    constexpr std::uint64_t top = std::uint64_t{1} << 63;
    switch (below(4)) {
      case 0: return leaf_of(Value::of(kind, any(few)));
      case 1: return leaf_of(Value::of(kind, static_cast<std::int64_t>((top >> below(64)) - below(2))));
      case 2: return leaf_of(Value::of(kind, -static_cast<std::int64_t>(wide >> 1)));
      default: return leaf_of(Value::of(kind, static_cast<std::int64_t>(wide)));
    }
  }

  double any_real() {
    constexpr std::array few{0.0,  -0.0,  1.0,        -1.0,         0.5,   0.1,         3.0,
                             1e10, -2.75, 16777217.0, 3.4028235e38, 1e-40, 2147483647.0};
    if (below(3) == 0) return any(few);
    const auto digits = static_cast<double>(static_cast<std::int64_t>(random_()) >> below(64));
    return std::ldexp(digits, -static_cast<int>(below(70)));
  }

  Tree leaf_of(const Value& value) { return {Tree::Kind::leaf, Mark::none, {}, value, literal(value), {}}; }

  // Its text; where it needs an operator or a cast, in brackets.
  std::string literal(const Value& value) {
    if (value.kind == TypeKind::bool_) return value.truth() ? "true" : "false";
    if (value.is_floating())
      return std::signbit(value.real) ? "(-" + real(-value.real, value.kind) + ")" : real(value.real, value.kind);
    if (value.kind < TypeKind::int_) return short_literal(value);
    const std::string suffix = any_case(suffix_of(value.kind));
    if (value.kind == TypeKind::unsigned_long || value.kind == TypeKind::unsigned_long_long ||
        value.kind == TypeKind::unsigned_int || value.integer >= 0) {
      return digits(static_cast<std::uint64_t>(value.integer)) + suffix;
    }
    // The least number is not a literal with a '-'.
    return "(-" + digits(static_cast<std::uint64_t>(-(value.integer + 1))) + suffix + " - 1)";
  }

  std::string short_literal(const Value& value) {
    const bool letter = value.kind == TypeKind::char_ && ' ' <= value.integer && value.integer <= '~';
    if (letter && value.integer != '\'' && value.integer != '\\') {
      return std::string("'") + static_cast<char>(value.integer) + "'";
    }
    return "((" + name_of(types_.of(value.kind)) + ")" + std::to_string(value.integer) + ")";
  }

  static std::string suffix_of(TypeKind kind) {
    switch (kind) {
      case TypeKind::unsigned_int: return "u";
      case TypeKind::long_: return "l";
      case TypeKind::unsigned_long: return "ul";
      case TypeKind::long_long: return "ll";
      case TypeKind::unsigned_long_long: return "ull";
      default: return "";
    }
  }

  std::string any_case(std::string suffix) {
    if (below(2) == 0) return suffix;
    for (char& c : suffix) c = static_cast<char>(c - 'a' + 'A');
    return suffix;
  }

  // In base 10; where that does not change its type, now and then in another one or with separators.
  std::string digits(std::uint64_t number) {
    std::string text = std::to_string(number);
    if (below(4) == 0) {
      for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, "'");
    }
    if (number > 0x7fffffff || below(3) != 0) return text;
    constexpr std::array<std::pair<const char*, unsigned>, 3> bases{{{"0x", 16}, {"0b", 2}, {"0", 8}}};
    const auto [prefix, base] = any(bases);
    text.clear();
    do text.insert(text.begin(), "0123456789abcdef"[number % base]);
    while ((number /= base) != 0);
    return prefix + text;
  }

  std::string real(double value, TypeKind kind) {
    if (below(4) != 0) return to_text(Value::of(kind, value));
    int exponent = 0;
    const auto digits = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    std::string text;
    for (std::uint64_t left = digits; left != 0; left >>= 4) text.insert(text.begin(), "0123456789ABCDEF"[left & 15]);
    return "0x" + (text.empty() ? "0" : text) + ".p" + std::to_string(exponent - 53) +
           (kind == TypeKind::float_ ? "f" : "");
  }

  Types types_;
  std::mt19937_64 random_{20};
  std::vector<Tree> trees_;
};

// --- Their texts. ---

// How strongly an operator holds its operands together.
int strength(const Tree& tree) {
  if (tree.kind == Tree::Kind::leaf) return 20;
  if (tree.kind == Tree::Kind::unary || tree.kind == Tree::Kind::cast) return 15;
  if (tree.kind == Tree::Kind::choice) return 1;
  switch (tree.op) {
    case Mark::star:
    case Mark::slash:
    case Mark::percent: return 13;
    case Mark::plus:
    case Mark::minus: return 12;
    case Mark::left:
    case Mark::right: return 11;
    case Mark::less:
    case Mark::greater:
    case Mark::less_equal:
    case Mark::greater_equal: return 10;
    case Mark::equal:
    case Mark::not_equal: return 9;
    case Mark::ampersand: return 8;
    case Mark::caret: return 7;
    case Mark::bar: return 6;
    case Mark::and_and: return 5;
    default: return 4;
  }
}

std::string in_brackets(const Tree& tree, int least) {
  const std::string text = text_of(tree);
  return strength(tree) < least || text.size() % 7 == 0 ? "(" + text + ")" : text;
}

}  // namespace

std::vector<Tree> make_trees() { return Maker().make(); }

std::string text_of(const Tree& tree) {
  const int own = strength(tree);
  const auto part = [&](std::size_t i, int least) { return in_brackets(tree.parts[i], least); };
  switch (tree.kind) {
    case Tree::Kind::leaf: return tree.text;
    case Tree::Kind::unary:
      return std::string(text(tree.op)) + (tree.parts[0].kind == Tree::Kind::unary ? " " : "") + part(0, own);
    case Tree::Kind::cast: {
      const Types types;
      const std::string to = name_of(types.of(tree.to));
      const std::string inside = text_of(tree.parts[0]);
      if (inside.size() % 3 == 0) return "static_cast<" + to + ">(" + inside + ")";
      if (inside.size() % 3 == 1 && to.find(' ') == std::string::npos) return to + "(" + inside + ")";
      return "(" + to + ")" + part(0, own);
    }
    case Tree::Kind::binary: return part(0, own) + " " + text(tree.op) + " " + part(1, own + 1);
    case Tree::Kind::choice: return part(0, own + 1) + " ? " + text_of(tree.parts[1]) + " : " + part(2, own);
  }
  return {};
}

std::optional<Value> value_of(const Types& types, const Tree& tree) {
  if (tree.kind == Tree::Kind::leaf) return checked({tree.value, {}});
  if (tree.kind == Tree::Kind::binary) return binary_value(types, tree);
  const std::optional<Value> a = value_of(types, tree.parts[0]);
  if (!a) return {};
  switch (tree.kind) {
    case Tree::Kind::unary:
      return checked(folded(tree.op, tree.op == Mark::bang ? *a : converted(*a, promoted(types, a->kind))));
    case Tree::Kind::cast: return checked(folded(*a, tree.to));
    default: {
      const std::optional<Value> chosen = value_of(types, tree.parts[a->truth() ? 1 : 2]);
      return chosen ? checked(folded(*chosen, kind_of(types, tree))) : chosen;
    }
  }
}

std::uint64_t bits_of(const Value& value) {
  if (value.kind == TypeKind::float_) return std::bit_cast<std::uint32_t>(static_cast<float>(value.real));
  if (value.kind == TypeKind::double_) return std::bit_cast<std::uint64_t>(value.real);
  return static_cast<std::uint64_t>(value.integer);
}

}  // namespace tilescope::language
