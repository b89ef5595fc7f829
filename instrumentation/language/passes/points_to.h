// Where pointers may point while a kernel runs: to which bytes of which variables. All elements of an array count as
// one.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "instrumentation/language/tree/type.h"

namespace tilescope::language {

// A location in memory.
struct Target {
  std::uint32_t object = 0;
  std::uint32_t offset = 0;

  friend auto operator<=>(const Target&, const Target&) = default;
};
using Targets = std::vector<Target>;

// A value may hold a pointer to a target, from byte `at` on.
struct Pointer {
  std::uint32_t at = 0;
  Target to;

  friend auto operator<=>(const Pointer&, const Pointer&) = default;
};
using Pointers = std::vector<Pointer>;  // sorted, without duplicates

// True if any of them is new.
bool add(Pointers& to, const Pointers& more);
[[nodiscard]] Pointers pointers_to(const Targets& targets);
[[nodiscard]] Targets targets_of(const Pointers& pointers);
// The pointers in a part of a value.
[[nodiscard]] Pointers part_of(const Pointers& value, std::uint64_t offset, std::uint64_t size);
[[nodiscard]] Pointers shifted(Pointers value, std::uint64_t by);

// True if a value of the type can hold a pointer, also as a number.
[[nodiscard]] bool can_point(Type type);

// The contents of memory.
class Objects {
 public:
  // A part of an object. What is known about it is kept elsewhere under its number.
  struct Part {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::size_t number = 0;
  };

  // Adds an object that does not hold pointers yet.
  std::uint32_t add(std::uint64_t size);
  // Adds an array from outside, stored as one element. Pointers to its elements that are found in it point into it.
  std::uint32_t add_array(Type element);
  void add_part(std::uint32_t object, Part part) { all_[object].parts.push_back(part); }

  [[nodiscard]] Target moved(Target target, std::uint64_t by) const;
  [[nodiscard]] Pointers held(const Targets& targets, Type type) const;
  [[nodiscard]] Pointers all_held(const Targets& targets) const;
  // True if any pointer is new.
  bool store(const Targets& targets, const Pointers& value);

  template <class Visit>
  void each_part(Target target, std::uint64_t size, Visit&& visit) const {
    for (const Part& part : all_[target.object].parts)
      if (target.offset < part.offset + part.size && part.offset < target.offset + size) visit(part.number);
  }

 private:
  struct Object {
    std::uint64_t size = 0;
    bool outside = false;
    Type element;  // of an array from outside
    Pointers holds;
    std::vector<Part> parts;
  };
  std::vector<Object> all_;
};

}  // namespace tilescope::language
