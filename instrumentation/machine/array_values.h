// Converts numbers to the bytes of an array, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/machine/code/code.h"
#include "instrumentation/trace/exact_number.h"

namespace tilescope::machine {

// The type of an array's elements in memory; for vectors, the type of their members.
[[nodiscard]] language::Type number_in(const Array& array);
// The names of the numbers that a launch passes, in the order of Code::scalars: "n", "block.x".
[[nodiscard]] std::vector<std::string> names_of_scalars(const Code& code);
// The bits that a kernel receives for a launch's number.
[[nodiscard]] std::uint64_t bits_of(const ExactNumber& number, language::Type type);
[[nodiscard]] std::vector<std::byte> bytes_of(const std::vector<float>& elements, language::Type type);
[[nodiscard]] std::vector<std::byte> bytes_of(const std::vector<double>& elements, language::Type type);
[[nodiscard]] std::vector<float> floats_of(std::span<const std::byte> bytes, language::Type type);
[[nodiscard]] std::vector<double> doubles_of(std::span<const std::byte> bytes, language::Type type);

}  // namespace tilescope::machine
