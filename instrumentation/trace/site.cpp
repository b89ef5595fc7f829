#include "instrumentation/trace/site.h"

#include <bit>

namespace tilescope {

double as_double(Number number, std::uint64_t bits) {
  const auto low = static_cast<std::uint32_t>(bits);
  switch (number) {
    case Number::i32: return static_cast<std::int32_t>(low);
    case Number::u32: return low;
    case Number::i64: return static_cast<double>(static_cast<std::int64_t>(bits));
    case Number::u64: return static_cast<double>(bits);
    case Number::f32: return std::bit_cast<float>(low);
    case Number::f64: break;
  }
  return std::bit_cast<double>(bits);
}

}  // namespace tilescope
