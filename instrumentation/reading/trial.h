// Tries a kernel out: a small launch of it on numbers that tell elements apart, and what it leaves in its arrays.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "instrumentation/machine/run.h"

namespace tilescope::reading {

struct Setting {
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::int64_t dynamic_shared_bytes = 0;

  bool operator==(const Setting&) const = default;
};

// What a launch is given; arrays by the machine's number, as numbers.
struct LaunchInputs {
  Setting setting;
  std::vector<double> scalars;              // by machine::Code::scalars
  std::vector<std::vector<double>> arrays;  // empty: nothing is given
  std::uint64_t most_rounds = 1 << 18;      // of all loops of a thread together
};

// All but its arrays, in lockstep.
[[nodiscard]] machine::Launch launch_of(const machine::Code& code, const Setting& setting,
                                        const std::vector<double>& scalars, std::uint64_t most_rounds);
// Whether a launch may have these sides at all.
[[nodiscard]] bool is_possible(const machine::Prepared& kernel, const Setting& setting);

// Numbers for all arrays that a launch is given, `elements` of each where the text does not say how many: whole ones
// that differ, small enough for sums of their products to be exact; zeros where the kernel writes.
[[nodiscard]] std::vector<std::vector<double>> telling_numbers(const machine::Prepared& kernel, std::int64_t elements);
// Whether an array is made of numbers, and given to a launch.
[[nodiscard]] bool is_of_numbers(const machine::Array& array);
// Whether the text says what it holds; a __device__ array of which it does not is filled by the host.
[[nodiscard]] bool is_set_by_text(const machine::Array& array);

struct Tried {
  bool finished = false;  // without a fault
  bool gave_up = false;   // there was no end to it
  bool raced = false;     // threads raced, where their order was asked for
  std::uint64_t strays = 0;
  std::uint64_t accesses = 0;
  std::uint64_t work = 0;  // in thousands of instructions, about
  std::uint64_t multiply_adds = 0;
  std::vector<std::uint64_t> stores;        // by array
  std::vector<std::vector<double>> arrays;  // as they were left
};
// All blocks or the first alone; all threads of a block in step, and perhaps told whether their order matters.
enum class Blocks : std::uint8_t { all, first };
enum class Order : std::uint8_t { in_step, in_doubt };
[[nodiscard]] Tried try_out(const machine::Prepared& kernel, const LaunchInputs& given, Blocks blocks,
                            Order order = Order::in_step);

}  // namespace tilescope::reading
