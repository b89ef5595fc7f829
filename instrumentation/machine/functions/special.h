// Functions of doubles that CUDA has and C++'s library lacks, accurate to a few units in the last place.
#pragma once

#include <span>

namespace tilescope::machine::special {

// Of pi times x. Integers and half-integers give exact results.
[[nodiscard]] double sinpi(double x);
[[nodiscard]] double cospi(double x);

[[nodiscard]] double exp10(double x);
[[nodiscard]] double rsqrt(double x);
[[nodiscard]] double rcbrt(double x);
[[nodiscard]] double lgamma(double x);  // does not set the library's signgam, so it is thread-safe

[[nodiscard]] double erfcx(double x);       // e^(x^2) erfc(x)
[[nodiscard]] double erfinv(double x);      // inverse of erf
[[nodiscard]] double erfcinv(double x);     // inverse of erfc
[[nodiscard]] double normcdf(double x);     // cumulative normal distribution at x
[[nodiscard]] double normcdfinv(double x);  // inverse of normcdf

// The root of the sum of squares, and its reciprocal, without overflow or underflow of the squares. The norm is
// infinite if any number is, even beside a NaN.
[[nodiscard]] double norm(std::span<const double> numbers);
[[nodiscard]] double rnorm(std::span<const double> numbers);

}  // namespace tilescope::machine::special
