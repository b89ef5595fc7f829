// Carries data to another memory of the same program, as bytes. Both sides are the same build, so nothing is checked
// and nothing has a version. A struct of plain data is carried if `members` tells how many members it has; a class
// that hides its data, by Carried.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "instrumentation/carried.h"
#include "instrumentation/trace/event_pool.h"

namespace tilescope {

class Trace;

namespace apart {

// Arrays of at least so many bytes travel as they are, beside the other bytes.
inline constexpr std::size_t long_array = 64 << 10;

// The used words of a slab. Slabs travel as they are, too.
struct SlabInUse {
  const std::uint32_t* words = nullptr;
  std::size_t used = 0;
};

class Packer {
 public:
  static constexpr bool packs = true;

  // The receiver already has `given`, so it is not carried.
  explicit Packer(std::shared_ptr<const Trace> given = nullptr) : given_(std::move(given)) {}

  void bytes(void* from, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  // They must exist until the message is sent.
  void add_array(std::span<const std::byte> array) { arrays_.push_back(array); }
  void add_slabs(std::span<const EventPool::Slab> slabs);
  // The place of a word in the added slabs, of which the next `words` are in use.
  [[nodiscard]] std::uint32_t place_of(const void* word, std::size_t words);

  [[nodiscard]] const std::shared_ptr<const Trace>& given() const { return given_; }
  [[nodiscard]] const std::vector<std::byte>& all() const { return bytes_; }
  [[nodiscard]] const std::vector<SlabInUse>& slabs() const { return slabs_; }
  [[nodiscard]] const std::vector<std::span<const std::byte>>& arrays() const { return arrays_; }

 private:
  std::shared_ptr<const Trace> given_;
  std::vector<std::byte> bytes_;
  std::vector<SlabInUse> slabs_;
  std::vector<std::span<const std::byte>> arrays_;
  std::map<const std::uint32_t*, std::uint32_t> numbers_;  // of the slabs, by address
  std::uint32_t last_ = 0;                                 // the slab that was found last
};

// A message as it has come.
struct Parcel {
  std::span<const std::byte> bytes;
  std::vector<EventPool::Slab> slabs;
  std::vector<std::vector<std::byte>> arrays;
};

class Unpacker {
 public:
  static constexpr bool packs = false;

  explicit Unpacker(Parcel parcel, std::shared_ptr<const Trace> given = nullptr)
      : given_(std::move(given)),
        left_(parcel.bytes),
        slabs_(std::move(parcel.slabs)),
        arrays_(std::move(parcel.arrays)) {
    for (const EventPool::Slab& slab : slabs_) words_.push_back(slab.words());
  }

  void bytes(void* to, std::size_t size) { std::memcpy(to, next(size).data(), size); }
  [[nodiscard]] std::span<const std::byte> next(std::size_t size) {
    const std::span<const std::byte> all = left_.first(size);
    left_ = left_.subspan(size);
    return all;
  }
  [[nodiscard]] std::vector<std::byte> take_array() { return std::move(arrays_[taken_arrays_++]); }
  // The next `count` of the slabs.
  [[nodiscard]] std::vector<EventPool::Slab> take_slabs(std::size_t count);
  [[nodiscard]] std::uint32_t* word_at(std::uint32_t place) const {
    return words_[place / EventPool::slab_words] + place % EventPool::slab_words;
  }

  [[nodiscard]] const std::shared_ptr<const Trace>& given() const { return given_; }
  [[nodiscard]] bool is_empty() const { return left_.empty(); }

 private:
  std::shared_ptr<const Trace> given_;
  std::span<const std::byte> left_;
  std::vector<EventPool::Slab> slabs_;
  std::vector<std::vector<std::byte>> arrays_;
  std::vector<std::uint32_t*> words_;
  std::size_t taken_ = 0, taken_arrays_ = 0;
};

// The number of members of a struct of plain data. A wrong number does not compile.
template <class T>
inline constexpr std::size_t members = 0;

// References to all members of a struct.
template <class T>
auto all_members(T& of) {
  constexpr std::size_t count = members<std::remove_const_t<T>>;
  static_assert(count > 0 && count <= 24, "say in `members` how many members it has, or how it is Carried");
  // clang-format off
  if constexpr (count == 1) { auto& [a] = of; return std::tie(a); }
  else if constexpr (count == 2) { auto& [a, b] = of; return std::tie(a, b); }
  else if constexpr (count == 3) { auto& [a, b, c] = of; return std::tie(a, b, c); }
  else if constexpr (count == 4) { auto& [a, b, c, d] = of; return std::tie(a, b, c, d); }
  else if constexpr (count == 5) { auto& [a, b, c, d, e] = of; return std::tie(a, b, c, d, e); }
  else if constexpr (count == 6) { auto& [a, b, c, d, e, f] = of; return std::tie(a, b, c, d, e, f); }
  else if constexpr (count == 7) { auto& [a, b, c, d, e, f, g] = of; return std::tie(a, b, c, d, e, f, g); }
  else if constexpr (count == 8) { auto& [a, b, c, d, e, f, g, h] = of; return std::tie(a, b, c, d, e, f, g, h); }
  else if constexpr (count == 9) { auto& [a, b, c, d, e, f, g, h, i] = of; return std::tie(a, b, c, d, e, f, g, h, i); }
  else if constexpr (count == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = of; return std::tie(a, b, c, d, e, f, g, h, i, j); }
  else if constexpr (count == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = of; return std::tie(a, b, c, d, e, f, g, h, i, j, k); }
  else if constexpr (count == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = of; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l); }
  else if constexpr (count == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = of; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m); }
  else if constexpr (count == 14) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n); }
  else if constexpr (count == 15) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o); }
  else if constexpr (count == 16) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p); }
  else if constexpr (count == 17) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q); }
  else if constexpr (count == 18) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r); }
  else if constexpr (count == 19) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s); }
  else if constexpr (count == 20) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t); }
  else if constexpr (count == 21) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u); }
  else if constexpr (count == 22) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v); }
  else if constexpr (count == 23) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w); }
  else {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x); }
  // clang-format on
}

// Whether the bytes of a T are all of it.
template <class T>
struct Flat : std::bool_constant<std::is_arithmetic_v<T> || std::is_enum_v<T>> {};
template <class T, std::size_t count>
struct Flat<std::array<T, count>> : Flat<T> {};
template <class... Ts>
struct Flat<std::tuple<Ts&...>> : std::conjunction<Flat<Ts>...> {};
template <class T>
requires(members<T> > 0 && std::is_trivially_copyable_v<T>) struct Flat<T>
    : Flat<decltype(all_members(std::declval<T&>()))> {
};

template <class Way, class T>
void pass(Way& way, T& value);

template <class Way, class... Ts>
void pass_all(Way& way, Ts&... values) {
  (pass(way, values), ...);
}

// How a T is passed if neither Carried nor `members` says so.
template <class T>
struct Passing {
  template <class Way>
  static void pass(Way& way, T& value) {
    std::apply([&](auto&... all) { pass_all(way, all...); }, all_members(value));
  }
};

template <class Way>
[[nodiscard]] std::size_t pass_size(Way& way, std::size_t size) {
  auto count = static_cast<std::uint64_t>(size);
  way.bytes(&count, sizeof(count));
  return static_cast<std::size_t>(count);
}

inline void pack_array(Packer& way, std::span<const std::byte> bytes) {
  const std::size_t size = pass_size(way, bytes.size());
  if (size >= long_array)
    way.add_array(bytes);
  else if (size > 0)
    way.bytes(const_cast<std::byte*>(bytes.data()), size);
}
[[nodiscard]] inline std::vector<std::byte> unpack_array(Unpacker& way) {
  const std::size_t size = pass_size(way, 0);
  if (size >= long_array) return way.take_array();
  const std::span<const std::byte> all = way.next(size);
  return {all.begin(), all.end()};
}

template <class T>
struct Passing<std::vector<T>> {
  template <class Way>
  static void pass(Way& way, std::vector<T>& all) {
    const std::size_t size = pass_size(way, all.size());
    if constexpr (!Way::packs) all.resize(size);
    if constexpr (std::is_same_v<T, bool>) {
      for (std::size_t n = 0; n < size; ++n) {
        bool one = all[n];
        way.bytes(&one, sizeof(one));
        all[n] = one;
      }
    } else if constexpr (Flat<T>::value) {
      if (size > 0) way.bytes(all.data(), size * sizeof(T));
    } else {
      for (T& each : all) apart::pass(way, each);
    }
  }
};
template <>
struct Passing<std::string> {
  template <class Way>
  static void pass(Way& way, std::string& text) {
    const std::size_t size = pass_size(way, text.size());
    if constexpr (!Way::packs) text.resize(size);
    if (size > 0) way.bytes(text.data(), size);
  }
};
template <class T, std::size_t count>
struct Passing<std::array<T, count>> {
  template <class Way>
  static void pass(Way& way, std::array<T, count>& all) {
    for (T& each : all) apart::pass(way, each);
  }
};
template <class One, class Other>
struct Passing<std::pair<One, Other>> {
  template <class Way>
  static void pass(Way& way, std::pair<One, Other>& both) {
    pass_all(way, both.first, both.second);
  }
};
template <class T>
struct Passing<std::optional<T>> {
  template <class Way>
  static void pass(Way& way, std::optional<T>& value) {
    bool has_value = value.has_value();
    way.bytes(&has_value, sizeof(has_value));
    if (!has_value) return;
    if constexpr (!Way::packs) value.emplace();
    apart::pass(way, *value);
  }
};
template <class Name, class T, class Less>
struct Passing<std::map<Name, T, Less>> {
  template <class Way>
  static void pass(Way& way, std::map<Name, T, Less>& all) {
    const std::size_t size = pass_size(way, all.size());
    if constexpr (Way::packs) {
      for (auto& [name, value] : all) pass_all(way, const_cast<Name&>(name), value);
    } else {
      for (std::size_t n = 0; n < size; ++n) {
        std::pair<Name, T> each;
        apart::pass(way, each);
        all.insert(all.end(), std::move(each));
      }
    }
  }
};
template <class T>
struct Passing<std::shared_ptr<const T>> {
  template <class Way>
  static void pass(Way& way, std::shared_ptr<const T>& value) {
    bool is_there = value != nullptr;
    way.bytes(&is_there, sizeof(is_there));
    if (!is_there) return;
    if constexpr (Way::packs) {
      apart::pass(way, const_cast<T&>(*value));
    } else {
      auto made = std::make_shared<T>();
      apart::pass(way, *made);
      value = std::move(made);
    }
  }
};
template <class... Ts>
struct Passing<std::variant<Ts...>> {
  template <class Way>
  static void pass(Way& way, std::variant<Ts...>& value) {
    auto which = static_cast<std::uint8_t>(value.index());
    way.bytes(&which, sizeof(which));
    pass_one(way, value, which, std::index_sequence_for<Ts...>());
  }
  template <class Way, std::size_t... numbers>
  static void pass_one(Way& way, std::variant<Ts...>& value, std::size_t which, std::index_sequence<numbers...>) {
    const auto pass_if = [&]<std::size_t number>(std::integral_constant<std::size_t, number>) {
      if (number != which) return;
      if constexpr (!Way::packs) value.template emplace<number>();
      apart::pass(way, std::get<number>(value));
    };
    (pass_if(std::integral_constant<std::size_t, numbers>()), ...);
  }
};

// Carries a value to or from a way's bytes. Packing leaves it as it is.
template <class Way, class T>
void pass(Way& way, T& value) {
  if constexpr (requires { Carried<T>::pass(way, value); })
    Carried<T>::pass(way, value);
  else if constexpr (Flat<T>::value)
    way.bytes(&value, sizeof(T));
  else
    Passing<T>::pass(way, value);
}

}  // namespace apart

}  // namespace tilescope
