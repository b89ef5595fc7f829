// Writes barriers, warp functions and printf.
#include "instrumentation/device_text/writer.h"

namespace tilescope::device_text {

using machine::Barrier;
using machine::BarrierKind;
using machine::Print;
using machine::Warp;
using machine::WarpKind;

void Writer::barrier(const Barrier& barrier) {
  if (records()) put("  recorder.arrive({});\n", barrier.arrive);
  static constexpr const char* names[] = {"", "count", "all", "any"};
  const auto which = static_cast<std::size_t>(barrier.kind);
  if (barrier.kind == BarrierKind::plain)
    put("  wait_at_barrier();\n");
  else if (const std::string call = fmt::format("{}_at_barrier({})", names[which], value(barrier.value, Number::i32));
           barrier.kind == BarrierKind::count)
    set(barrier.result, Number::i32, call);
  else
    set(barrier.result, Number::i32, fmt::format("{} != 0", call));
  if (records()) put("  recorder.go_on({});\n", barrier.release);
}

void Writer::warp(const Warp& warp) {
  const std::string function(name_of(warp.kind));
  const std::string mask = warp.mask.is_none() ? std::string("~0U") : bits(warp.mask, Number::u32);
  const std::string given = bits(warp.value, warp.number);
  const std::string to = warp.result_origin.place != 0 ? fmt::format("    {} = ", origin(warp.result_origin)) : "    ";
  put("  {{\n");
  if (warp.kind <= WarpKind::shuffle_xor) {
    const std::string lane = bits(warp.lane, Number::u32), width = value(warp.width, Number::i32);
    const auto call = [&](const std::string& what) {
      return fmt::format("{}({}, {}, {}, {})", function, mask, what, lane, width);
    };
    if (records()) put("    const u32 giver = {}, made = {};\n", call("thread_here()"), call(origin(warp.origin)));
    put("    const {} got = {};\n", is_wide(warp.number) ? "u64" : "u32", call(given));
    set_bits(warp.result, warp.number, "got");
    if (records())
      put("{}recorder.tell({}, Nowhere{{}}, giver, got, made);\n", to, warp.site);
    else if (counts() && warp.result_origin.place != 0)
      put("{}0;\n", to);
    put("  }}\n");
    return;
  }
  const bool as_given = warp.kind >= WarpKind::reduce_add && warp.kind <= WarpKind::reduce_xor;
  const bool of_bits = warp.kind >= WarpKind::reduce_and && warp.kind <= WarpKind::reduce_xor;
  put("    const u64 gave = {};\n    u32 result = 0;\n", warp.value.is_none() ? std::string("0") : given);
  if (warp.kind == WarpKind::active)
    put("    result = __activemask();\n");
  else if (warp.kind == WarpKind::wait)
    put("    result = {};\n    __syncwarp(result);\n", mask);
  else if (warp.kind == WarpKind::match_all)
    put("    int alike = 0;\n    result = {}({}, {}, &alike);\n", function, mask, given);
  else if (warp.kind == WarpKind::match_any)
    put("    result = {}({}, {});\n", function, mask, given);
  else if (as_given)
    put("    result = static_cast<u32>({}({}, {}));\n", function, mask,
        of_bits ? given : value(warp.value, warp.number));
  else if (warp.kind == WarpKind::ballot)
    put("    result = {}({}, {});\n", function, mask, value(warp.value, Number::i32));
  else
    put("    result = {}({}, {}) != 0;\n", function, mask, value(warp.value, Number::i32));
  set_bits(warp.result, as_given ? warp.number : Number::u32, "result");
  if (warp.kind == WarpKind::match_all) set_bits(warp.second, Number::i32, "alike != 0");
  if (records())
    put("{}recorder.tell({}, {}, thread_here() / 32, result, gave);\n", to, warp.site, origin(warp.origin));
  else if (counts() && warp.result_origin.place != 0)
    put("{}0;\n", to);
  put("  }}\n");
}

void Writer::print(std::uint32_t number) {
  const Print& print = code_.prints[number];
  put("  if (u32* const to = room_to_say(there, {}, {}); to != nullptr) {{\n", number, 2 * print.arguments.size());
  for (std::size_t n = 0; n < print.arguments.size(); ++n) {
    if (print.arguments[n].is_none()) continue;
    const bool wide = machine::is_wide_argument(print.kinds[n]);
    put("    to[{}] = static_cast<u32>({});\n", 2 * n, bits(print.arguments[n], wide ? Number::i64 : Number::i32));
    put("    to[{}] = {};\n", 2 * n + 1,
        wide ? fmt::format("static_cast<u32>({} >> 32)", bits(print.arguments[n], Number::i64)) : std::string("0"));
  }
  put("  }}\n");
}

}  // namespace tilescope::device_text
