// Writes loads, stores and atomics, each to a known array, to a thread's own array, or to the array of an address; and
// sums.
#include "instrumentation/device_text/writer.h"

namespace tilescope::device_text {

using machine::Access;
using machine::anywhere;
using machine::Atomic;
using machine::AtomicKind;
using machine::bytes_of;
using machine::Cell;
using machine::Instruction;
using machine::Op;
using machine::Sum;

namespace {

constexpr std::string_view type_of(Cell cell) {
  switch (cell) {
    case Cell::s8: return "i8";
    case Cell::u8: return "u8";
    case Cell::s16: return "i16";
    case Cell::u16: return "u16";
    case Cell::word: return "u32";
    default: return "u64";
  }
}

constexpr std::string_view type_of(Number number) {
  switch (number) {
    case Number::i32: return "i32";
    case Number::u32: return "u32";
    case Number::i64: return "i64";
    case Number::u64: return "u64";
    case Number::f32: return "float";
    default: return "double";
  }
}

constexpr std::string_view function_of(AtomicKind kind) {
  switch (kind) {
    case AtomicKind::add: return "add";
    case AtomicKind::subtract: return "subtract";
    case AtomicKind::exchange: return "exchange";
    case AtomicKind::least: return "least";
    case AtomicKind::greatest: return "greatest";
    case AtomicKind::bit_and: return "and";
    case AtomicKind::bit_or: return "or";
    case AtomicKind::bit_xor: return "xor";
    case AtomicKind::swap: return "swap";
    case AtomicKind::up: return "up";
    case AtomicKind::down: return "down";
  }
  return "";
}

// The compiler aligns a thread's own vectors.
std::uint32_t alignment_of(const Access& access, bool own) {
  return own ? bytes_of(access.cell) : std::max<std::uint32_t>(bytes_of(access.cell), access.aligned);
}
// True if every multiple of the access's unit is aligned.
bool is_aligned(const Access& access, std::uint32_t to) { return access.array != anywhere && access.unit % to == 0; }

}  // namespace

bool Writer::is_own(std::uint32_t array) const {
  return code_.arrays[array].space == Space::local && local_of(array) != anywhere;
}

std::uint32_t Writer::local_of(std::uint32_t array) const {
  for (std::uint32_t n = 0; n < code_.locals.size(); ++n)
    if (code_.locals[n].array == array) return n;
  return anywhere;
}

std::string Writer::units(const Access& access) {
  std::string text = fmt::format("{}LL", access.constant);
  if (!access.uniform.is_none()) text += fmt::format(" + {}", value(access.uniform, Number::i64));
  if (!access.lane.is_none())
    text +=
        fmt::format(" + {}", access.lane_wide ? value(access.lane, Number::i64)
                                              : fmt::format("static_cast<i64>({})", value(access.lane, Number::i32)));
  return text;
}

// The same for an access inside a small array: 32 bits are enough, even for intermediate results.
std::string Writer::few_units(const Access& access) {
  std::string text = fmt::format("{}U", static_cast<std::uint32_t>(access.constant));
  if (!access.uniform.is_none()) text += fmt::format(" + static_cast<u32>({})", value(access.uniform, Number::i64));
  if (!access.lane.is_none())
    text += fmt::format(" + static_cast<u32>({})", value(access.lane, access.lane_wide ? Number::i64 : Number::i32));
  return text;
}

// True if it is known to be in bounds. The place of a sum is not an access of its instruction.
bool Writer::asks_nothing(const Access& access) const {
  constexpr std::uint64_t small = std::uint64_t{1} << 28;
  return code_.instructions[at_].op != machine::Op::sum && access.array != anywhere && inside_[at_] &&
         code_.arrays[access.array].space != Space::global && code_.arrays[access.array].bytes < small;
}

// Defines: byte, inside, the index in an event and, if the array is unknown, array and area.
void Writer::find_place(const Access& access) {
  const std::uint32_t size = bytes_of(access.cell);
  if (access.array == anywhere) {
    anywhere_ = true;
    put("    const u64 address = static_cast<u64>({});\n", units(access));
    put("    i64 byte = byte_of(address);\n    u32 array = array_of(address);\n");
    put("    if (array > {0}) array = {0};\n    const Area area = area_of(array);\n", code_.arrays.size());
    put("    const bool inside = byte >= 0 && static_cast<u64>(byte) + {} <= area.bytes;\n", size);
    put("    if (!inside && array < {}) byte = cut_byte(byte, 1);\n", code_.arrays.size());
    put("    [[maybe_unused]] const u32 index = told_index(byte / {});\n", size);
  } else if (asks_nothing(access)) {
    put("    const i64 byte = static_cast<i32>({}) * {};\n    constexpr bool inside = true;\n", few_units(access),
        access.unit);
    put("    [[maybe_unused]] const u32 index = told_index(byte / {});\n", size);
  } else {
    put("    const i64 unit = {};\n", units(access));
    const std::string bytes = is_own(access.array) ? fmt::format("{}ULL", code_.arrays[access.array].bytes)
                                                   : fmt::format("b{}", access.array);
    // Inside an array that is not large, an index fits in 32 bits and needs no clamping.
    const bool fits = !options_.large || code_.arrays[access.array].space != Space::global;
    if (access.unit == size) {
      put("    const bool inside = static_cast<u64>(unit) < {} / {};\n", bytes, size);
      put("    u32 index = {};\n", fits ? "static_cast<u32>(unit)" : "told_index(unit)");
      put("    i64 byte = {} * {};\n", fits ? "static_cast<i64>(static_cast<u64>(index))" : "unit", size);
    } else {
      put("    i64 byte = unit * {};\n    const bool inside = byte >= 0 && static_cast<u64>(byte) + {} <= {};\n",
          access.unit, size, bytes);
      put("    u32 index = {};\n", fits ? fmt::format("static_cast<u32>(static_cast<u64>(byte) / {})", size)
                                        : fmt::format("told_index(byte / {})", size));
    }
    put("    if (!inside) {{\n      byte = cut_byte(unit * {0}, {0});\n      index = told_index(byte / {1});\n    }}\n",
        access.unit, size);
  }
  const bool own = access.array != anywhere && is_own(access.array);
  if (const std::uint32_t to = alignment_of(access, own); !is_aligned(access, to) && to > 1)
    put("    if (inside && byte % {} != 0) give_up(there, There::misaligned, {});\n", to, code_.lines[at_]);
}

// The event of an access, and how it is counted.
void Writer::tell_access(const Access& access, const std::string& origin, const std::string& bits,
                         const std::string& second) {
  const bool own = access.array != anywhere && is_own(access.array);
  if (tells_way(at_)) {
    if (access.array == anywhere) put("    way = next_way(way, array);\n");
    put("    way = next_way(way, index);\n");
  }
  if (records()) {
    const std::string site = access.array != anywhere ? fmt::format("inside ? {} : {}", access.site, access.site + 1)
                                                      : fmt::format("{} + 2 * array + (inside ? 0 : 1)", access.site);
    put("{}recorder.tell({}, {}, index, {}, {});\n",
        access.origin.place != 0 && code_.instructions[at_].op != Op::store
            ? fmt::format("    {} = ", this->origin(access.origin))
            : "    ",
        site, origin, bits, second);
    return;
  }
  if (!counts()) return;
  if (access.origin.place != 0 && code_.instructions[at_].op != Op::store)
    put("    {} = 0;\n", this->origin(access.origin));
  if (own)
    put("    ++{};\n", counters_.sometimes(access.site + 1, Counters::none));
  else if (access.array != anywhere)
    put("    if (!inside) ++{};\n", counters_.sometimes(access.site + 1, access.site));
  else {
    // By array, in bounds and out of bounds.
    put("    switch (2 * array + (inside ? 0 : 1)) {{\n");
    for (std::uint32_t n = 0; n < 2 * code_.arrays.size() + 2; ++n)
      put("      case {}: ++sometimes[{}]; break;\n", n, counters_.place_of(access.site + n));
    put("      default: break;\n    }}\n");
  }
}

void Writer::load(const Instruction& i) {
  const Access& access = code_.accesses[i.what];
  const std::string_view cell = type_of(access.cell);
  put("  {{\n");
  find_place(access);
  const bool wide = is_wide(i.number);
  const std::string_view as = wide ? "u64" : bytes_of(access.cell) < 4 ? "u32" : cell;
  put("    {} got;\n", cell);
  if (access.array == anywhere) {
    put("    const u32* const own = own_origins(array);\n");
    put("    if (inside) got = cell_at<{0}>(area.data, byte); else got = is_own(array) ? "
        "own_stray<{0}>() : stray<{0}>(area.data, area.bytes, byte);\n",
        cell);
    set_bits(i.d, i.number, fmt::format("static_cast<{}>(got)", as));
    if (tells()) {
      put("    if (inside && is_own(array)) {{\n");
      if (access.origin.place != 0)
        put("      {} = own == nullptr ? no_origin : own[byte / 4];\n", origin(access.origin));
      put("    }} else {{\n");
      tell_access(access, "Nowhere{}", bits(i.d, i.number), "0");
      put("    }}\n");
    }
    put("  }}\n");
    return;
  }
  if (is_own(access.array)) {
    const std::uint32_t local = local_of(access.array);
    put("    if (inside) got = own_cell<{0}>(m{1}, byte); else got = own_stray<{0}>();\n", cell, local);
    set_bits(i.d, i.number, fmt::format("static_cast<{}>(got)", as));
    if (tells()) {
      put("    if (inside) {{\n");
      if (access.origin.place != 0)
        put("      {} = {};\n", origin(access.origin),
            code_.locals[local].first_origin != 0 ? fmt::format("q{}[byte / 4]", local) : std::string("no_origin"));
      put("    }} else {{\n");
      tell_access(access, "Nowhere{}", bits(i.d, i.number), "0");
      put("    }}\n");
    }
    put("  }}\n");
    return;
  }
  put("    if (inside) got = cell_at<{0}>(a{1}, byte); else got = stray<{0}>(a{1}, b{1}, byte);\n", cell, access.array);
  set_bits(i.d, i.number, fmt::format("static_cast<{}>(got)", as));
  tell_access(access, "Nowhere{}", bits(i.d, i.number), "0");
  put("  }}\n");
}

void Writer::store(const Instruction& i) {
  const Access& access = code_.accesses[i.what];
  const std::string_view cell = type_of(access.cell);
  put("  {{\n");
  find_place(access);
  const std::string given = origin(access.origin), bits = this->bits(i.a, i.number);
  if (access.array == anywhere) {
    put("    u32* const own = own_origins(array);\n");
    put("    if (inside && is_written(array)) cell_at<{0}>(area.data, byte) = static_cast<{0}>({1});\n", cell, bits);
    if (finds_ways())
      put("    if (inside) flags |= take_element(there, area.owners, byte / {});\n", bytes_of(access.cell));
    if (tells()) {
      put("    if (inside && is_own(array)) {{\n      if (own != nullptr) own[byte / 4] = {};\n    }} else {{\n",
          given);
      tell_access(access, given, bits, "0");
      put("    }}\n");
    }
  } else if (is_own(access.array)) {
    const std::uint32_t local = local_of(access.array);
    put("    if (inside) {{\n      set_own_cell<{}>(m{}, byte, static_cast<{}>({}));\n", cell, local, cell, bits);
    if (tells() && code_.locals[local].first_origin != 0) put("      q{}[byte / 4] = {};\n", local, given);
    put("    }} else {{\n");
    tell_access(access, given, bits, "0");
    put("    }}\n");
  } else {
    if (code_.arrays[access.array].is_written || code_.arrays[access.array].space == Space::shared)
      put("    if (inside) cell_at<{0}>(a{1}, byte) = static_cast<{0}>({2});\n", cell, access.array, bits);
    if (has_owners(access.array))
      put("    if (inside) flags |= take_element(there, w{}, byte / {});\n", access.array, bytes_of(access.cell));
    tell_access(access, given, bits, "0");
  }
  put("  }}\n");
}

void Writer::atomic(const Instruction& i) {
  const Atomic& atomic = code_.atomics[i.what];
  const Access& access = atomic.access;
  const std::string_view type = type_of(atomic.number);
  const bool half = access.cell == Cell::u16 || access.cell == Cell::s16;
  put("  {{\n");
  find_place(access);
  const bool is_known = access.array != anywhere;
  const std::string data = !is_known              ? "area.data"
                           : is_own(access.array) ? fmt::format("reinterpret_cast<u8*>(m{})", local_of(access.array))
                                                  : fmt::format("a{}", access.array);
  const std::string bytes = !is_known              ? "area.bytes"
                            : is_own(access.array) ? fmt::format("{}ULL", code_.arrays[access.array].bytes)
                                                   : fmt::format("b{}", access.array);
  const std::string by = value(atomic.value, atomic.number);
  const std::string_view cell = half ? type_of(access.cell) : type;
  put("    {} found, left;\n    if (inside) {{\n", type);
  const std::string place = fmt::format("&cell_at<{}>({}, byte)", cell, data);
  const std::string others =
      atomic.kind == AtomicKind::swap ? fmt::format("{}, {}", by, value(atomic.other, atomic.number)) : by;
  const std::string own = !is_known ? "is_own(array)" : is_own(access.array) ? "true" : "false";
  put("      if ({}) found = *({}); else found = atomic_{}({}, {});\n", own, place, function_of(atomic.kind), place,
      others);
  put("      left = left_by_{}(found, {});\n", function_of(atomic.kind), others);
  put("      if ({}) *({}) = left;\n", own, place);
  put("    }} else {{\n      found = of_bits<{}>(stray<{}>({}, {}, byte));\n      left = 0;\n    }}\n", type,
      type_of(access.cell), data, bytes);
  set(atomic.result, atomic.number, "found");
  if (tells())
    tell_access(access, fmt::format("inside ? {} : no_origin", origin(atomic.given)), "bits_of_number(found)",
                "inside ? bits_of_number(left) : 0");
  put("  }}\n");
}

// A row of a thread's own array, selected by a variable; out of bounds, the spare row after the others.
void Writer::row(const Instruction& i) {
  const Access& access = code_.accesses[i.what];
  const std::uint32_t local = local_of(access.array), words = code_.locals[local].words;
  if (inside_[at_]) {
    if (!i.d.is_none()) put("  {} = {};\n", name(i.d, true), few_units(access));
    return;
  }
  put("  {{\n    const i64 unit = {};\n    const u64 word = static_cast<u64>(unit);\n", units(access));
  if (!i.d.is_none()) put("    {} = word < {} ? word : {};\n", name(i.d, true), words, words);
  if (i.op != Op::row) {
    put("    if (word >= {}) {{\n      const i64 byte = cut_byte(unit * 4, 4);\n", words);
    const bool stores = i.op == Op::store_row;
    if (!stores) put("      m{}[{}] = own_stray<u32>();\n", local, words);
    const std::string bits = stores ? this->bits(i.a, i.number) : fmt::format("m{}[{}]", local, words);
    if (records())
      put("      {}recorder.tell({}, {}, told_index(byte / 4), {}, 0);\n",
          stores || access.origin.is_none() ? "" : fmt::format("{} = ", origin(access.origin)), access.site + 1,
          stores ? origin(access.origin) : std::string("Nowhere{}"), bits);
    else if (counts())
      put("      ++{};\n", counters_.sometimes(access.site + 1, Counters::none));
    if (counts() && !stores && !access.origin.is_none()) put("      {} = 0;\n", origin(access.origin));
    put("    }}\n");
  }
  put("  }}\n");
}

void Writer::sum(const Sum& sum) {
  if (!tells()) return;
  const std::string a = origin(sum.a), b = origin(sum.b), result = origin(sum.result);
  const bool is_somewhere = sum.at.array == anywhere, keeps = !sum.result.is_none();
  put("  {{\n");
  if (sum.unless_constant) put("    if ({} != no_origin) {{\n", a);
  std::string index = fmt::format("{}", static_cast<std::uint32_t>(sum.at.constant));
  std::string site = fmt::format("{}", sum.site);
  if (is_somewhere || sum.at.unit != 0) {
    if (is_somewhere || records()) find_place(sum.at);
    index = "index";
    if (is_somewhere) site = fmt::format("{} + 2 * array", sum.site);
  }
  const Number number = code_.sites[sum.site].number;
  if (records()) {
    put("    {}recorder.tell_sum({}, {}, {}, {}, {});\n", keeps ? fmt::format("{} = ", result) : "", site, a, b, index,
        bits(sum.value, number));
  } else {
    if (keeps) put("    {} = 0;\n", result);
    if (is_somewhere) {
      put("    switch (array) {{\n");
      for (std::uint32_t n = 0; n <= code_.arrays.size(); ++n)
        put("      case {}: ++sometimes[{}]; break;\n", n, counters_.place_of(sum.site + 2 * n));
      put("      default: break;\n    }}\n");
    } else if (sum.unless_constant) {
      put("    ++{};\n", counters_.sometimes(sum.site, Counters::none));
    }
  }
  if (sum.unless_constant)
    put("    }} else {{\n      {}\n    }}\n", keeps ? fmt::format("{} = no_origin;", result) : "");
  put("  }}\n");
}

}  // namespace tilescope::device_text
