// Functions of doubles that CUDA has and C++'s library has not, within a few of a double's last places.
#pragma once

#include <span>

namespace tilescope::machine::special {

// Of pi times x. Whole and half numbers give exactly 0 or 1.
[[nodiscard]] double sinpi(double x);
[[nodiscard]] double cospi(double x);

[[nodiscard]] double exp10(double x);
[[nodiscard]] double rsqrt(double x);
[[nodiscard]] double rcbrt(double x);
[[nodiscard]] double lgamma(double x);  // leaves the library's sign alone: threads may call it at once

[[nodiscard]] double erfcx(double x);       // e^(x^2) erfc(x)
[[nodiscard]] double erfinv(double x);      // what erf makes x of
[[nodiscard]] double erfcinv(double x);     // what erfc makes x of
[[nodiscard]] double normcdf(double x);     // of the normal distribution up to x
[[nodiscard]] double normcdfinv(double x);  // up to where x of it is

// The root of the sum of squares, and 1 over it; no square is too large or too small. Infinite if one is, whatever the
// others are.
[[nodiscard]] double norm(std::span<const double> numbers);
[[nodiscard]] double rnorm(std::span<const double> numbers);

}  // namespace tilescope::machine::special
