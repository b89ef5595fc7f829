// Writes a kernel's source, instruction by instruction. Each slot becomes a variable of 32 or 64 bits, each origin
// another variable, and each loop a loop.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/device_text/counters.h"
#include "instrumentation/device_text/loops.h"
#include "instrumentation/device_text/ranges.h"
#include "instrumentation/device_text/ways.h"
#include "instrumentation/device_text/write.h"

namespace tilescope::device_text {

class Writer {
 public:
  Writer(const machine::Code& code, const Options& options);
  [[nodiscard]] std::string write();

 private:
  using Access = machine::Access;
  using Instruction = machine::Instruction;
  using Origin = machine::Origin;
  using Slot = machine::Slot;

  template <class... T>
  void put(fmt::format_string<T...> format, T&&... arguments) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<T>(arguments)...);
  }

  // writer.cpp
  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string declared() const;
  [[nodiscard]] std::string areas() const;
  [[nodiscard]] std::string arrays() const;
  [[nodiscard]] bool has_owners(std::uint32_t array) const;
  [[nodiscard]] std::string shared(std::uint32_t array) const;
  [[nodiscard]] std::string poisoned() const;
  template <class Is>
  [[nodiscard]] std::string any_of(const Is& is) const;
  void begin_loop(const Loop& loop);
  void deduct(const Loop& loop);
  void go_round(std::uint32_t from, const Instruction& i);
  void instruction(std::uint32_t n, const Instruction& i);
  void finish();
  [[nodiscard]] std::string label(std::uint32_t to);
  [[nodiscard]] bool records() const { return options_.keeps == Keeps::events; }
  [[nodiscard]] bool finds_ways() const { return options_.keeps == Keeps::ways; }
  [[nodiscard]] bool counts() const { return options_.keeps == Keeps::counts || finds_ways(); }
  [[nodiscard]] bool tells_way(std::uint32_t n) const { return (records() || finds_ways()) && differs_[n]; }
  [[nodiscard]] bool tells() const { return options_.keeps != Keeps::nothing; }

  // Names of slots and origins in the source; a value as its number or as its bits.
  [[nodiscard]] std::string name(Slot slot, bool wide);
  [[nodiscard]] std::string value(Slot slot, Number number);
  [[nodiscard]] std::string bits(Slot slot, Number number);
  [[nodiscard]] std::string origin(Origin origin);
  void set(Slot slot, Number number, const std::string& value);
  void set_bits(Slot slot, Number number, const std::string& bits);

  // numbers.cpp
  void pure(const Instruction& i);
  void function(const machine::Call& call);

  // memory.cpp
  void load(const Instruction& i);
  void store(const Instruction& i);
  void atomic(const Instruction& i);
  void row(const Instruction& i);
  void sum(const machine::Sum& sum);
  void find_place(const Access& access);
  [[nodiscard]] std::string units(const Access& access);
  [[nodiscard]] std::string few_units(const Access& access);
  [[nodiscard]] bool asks_nothing(const Access& access) const;
  [[nodiscard]] bool is_own(std::uint32_t array) const;
  [[nodiscard]] std::uint32_t local_of(std::uint32_t array) const;
  void tell_access(const Access& access, const std::string& origin, const std::string& bits, const std::string& second);

  // among.cpp
  void barrier(const machine::Barrier& barrier);
  void warp(const machine::Warp& warp);
  void print(std::uint32_t number);

  const machine::Code& code_;
  Options options_;
  SideBySide beside_;
  std::vector<Loop> loops_;
  Counters counters_;
  std::vector<bool> differs_;  // by instruction: see ways.h
  std::vector<bool> inside_;   // by instruction: see ranges.h
  std::vector<bool> labels_;   // jump targets
  std::set<std::pair<std::string, bool>> names_;
  std::set<std::uint32_t> origins_;
  std::string body_;
  std::uint32_t at_ = 0;
  bool anywhere_ = false;
};

}  // namespace tilescope::device_text
