// A value in a kernel: its number type and its bits, so that no digit is lost.
#pragma once

#include <bit>
#include <cstdint>

#include "instrumentation/trace/event.h"
#include "instrumentation/trace/lanes_record.h"

namespace tilescope {

class Value {
 public:
  Value() = default;
  Value(float value) : bits_(std::bit_cast<std::uint32_t>(value)) {}  // most values are floats
  Value(Number number, std::uint64_t bits) : number_(number), bits_(bits) {}
  Value(const KeptValue& kept) : number_(kept.number()), bits_(kept.bits()) {}
  // The event's value, the value that it leaves in memory, and the value that it was given.
  [[nodiscard]] static Value of(const Event& event) { return {event.at->number, event.bits}; }
  [[nodiscard]] static Value left_by(const Event& event) { return {event.at->number, event.bits_left()}; }
  [[nodiscard]] static Value given_by(const Event& event) { return {event.at->number, event.second}; }

  [[nodiscard]] Number number() const { return number_; }
  [[nodiscard]] std::uint64_t bits() const { return bits_; }
  // The nearest float.
  operator float() const {
    return number_ == Number::f32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits_))
                                  : static_cast<float>(as_double(number_, bits_));
  }
  [[nodiscard]] double exact() const { return as_double(number_, bits_); }
  // Whether no thread has set the value. As a float, these bits are a NaN.
  [[nodiscard]] bool is_poison() const {
    const std::uint64_t poison = is_wide(number_) ? std::uint64_t{poison_bits} << 32 | poison_bits : poison_bits;
    return (is_wide(number_) ? bits_ : bits_ & 0xffffffff) == poison;
  }

 private:
  Number number_ = Number::f32;
  std::uint64_t bits_ = 0;
};

}  // namespace tilescope
