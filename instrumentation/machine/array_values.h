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

// What an array's elements are in memory: of vectors, their parts.
[[nodiscard]] language::Type number_in(const Array& array);
// What the numbers that a launch gives are called, by Code::scalars: "n", "block.x".
[[nodiscard]] std::vector<std::string> names_of_scalars(const Code& code);
// As a launch gives it to a kernel.
[[nodiscard]] std::uint64_t bits_of(const ExactNumber& number, language::Type type);
[[nodiscard]] std::vector<std::byte> bytes_of(const std::vector<float>& elements, language::Type type);
[[nodiscard]] std::vector<std::byte> bytes_of(const std::vector<double>& elements, language::Type type);
[[nodiscard]] std::vector<float> floats_of(std::span<const std::byte> bytes, language::Type type);
[[nodiscard]] std::vector<double> doubles_of(std::span<const std::byte> bytes, language::Type type);

}  // namespace tilescope::machine
