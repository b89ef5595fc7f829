// Where pointers may point while a kernel runs: to which bytes of which variables, with all elements of an array as
// one.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "instrumentation/language/tree/type.h"

namespace tilescope::language {

// A place in memory.
struct Target {
  std::uint32_t object = 0;
  std::uint32_t offset = 0;

  friend auto operator<=>(const Target&, const Target&) = default;
};
using Targets = std::vector<Target>;

// From byte `at` on, a value may hold a pointer to a target.
struct Pointer {
  std::uint32_t at = 0;
  Target to;

  friend auto operator<=>(const Pointer&, const Pointer&) = default;
};
using Pointers = std::vector<Pointer>;  // in order, each once

// Whether there is any new one among them.
bool add(Pointers& to, const Pointers& more);
[[nodiscard]] Pointers pointers_to(const Targets& targets);
[[nodiscard]] Targets targets_of(const Pointers& pointers);
// What a part of a value holds.
[[nodiscard]] Pointers part_of(const Pointers& value, std::uint64_t offset, std::uint64_t size);
[[nodiscard]] Pointers shifted(Pointers value, std::uint64_t by);

// Whether a value of a type can hold a pointer, also as a number.
[[nodiscard]] bool can_point(Type type);

// What lies in memory.
class Objects {
 public:
  // What is known of a part of an object is kept for it under a number.
  struct Part {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::size_t number = 0;
  };

  // One that holds pointers to nothing yet.
  std::uint32_t add(std::uint64_t size);
  // One from outside, of which only one place is kept. Pointers to its elements that are found in it point into it.
  std::uint32_t add_array(Type element);
  void add_part(std::uint32_t object, Part part) { all_[object].parts.push_back(part); }

  [[nodiscard]] Target moved(Target target, std::uint64_t by) const;
  [[nodiscard]] Pointers held(const Targets& targets, Type type) const;
  [[nodiscard]] Pointers all_held(const Targets& targets) const;
  // Whether there is anything new.
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
    Type element;  // of what is from outside
    Pointers holds;
    std::vector<Part> parts;
  };
  std::vector<Object> all_;
};

}  // namespace tilescope::language
