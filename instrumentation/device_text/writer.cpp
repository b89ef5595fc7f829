#include "instrumentation/device_text/writer.h"

#include <algorithm>

#include "instrumentation/device_text/generated_texts.h"
#include "instrumentation/machine/code/flow.h"

namespace tilescope::device_text {

using machine::Array;
using machine::Code;
using machine::Instruction;
using machine::Local;
using machine::Op;
using machine::Slot;

std::vector<std::uint32_t> given_arrays(const Code& code) {
  std::vector<std::uint32_t> given;
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n)
    if (code.arrays[n].space == Space::global) given.push_back(n);
  return given;
}

// True for a barrier in a branch or loop for which threads decide individually. A GPU may then wait forever, unless the
// source is written for it.
bool may_part_at_barriers(const Code& code) {
  const std::vector<Loop> loops = loops_of(code);
  const auto parts = [&](std::uint32_t barrier, std::uint32_t at) {
    const Instruction& i = code.instructions[at];
    if (i.op != Op::branch || i.a.is_uniform()) return false;
    const bool within_loop = std::any_of(loops.begin(), loops.end(), [&](const Loop& loop) {
      return loop.first <= barrier && barrier <= loop.last && loop.first <= at && at <= loop.last && i.what > loop.last;
    });
    return (at < barrier && barrier < i.what) || within_loop;
  };
  for (std::uint32_t n = 0; n < code.instructions.size(); ++n)
    for (std::uint32_t at = 0; at < code.instructions.size() && code.instructions[n].op == Op::barrier; ++at)
      if (parts(n, at)) return true;
  return false;
}

// Excludes blocks that need a whole GPU block: with shared memory of dynamic size, with barriers at which each thread
// waits individually, or with warp functions that address lanes by number.
SideBySide side_by_side(const Code& code, const std::array<std::uint32_t, 3>& block) {
  constexpr std::uint32_t lanes = 32, most_warps = 4, most_shared = 32 * 1024;
  const std::uint32_t threads = block[0] * block[1] * block[2];
  const bool is_dynamic = std::any_of(code.arrays.begin(), code.arrays.end(),
                                      [](const Array& array) { return array.space == Space::shared && array.dynamic; });
  if (threads > lanes || is_dynamic || may_part_at_barriers(code)) return {};
  const std::uint32_t of_warp = code.warps.empty() ? lanes / threads : 1;
  const std::uint64_t shared = std::max<std::uint64_t>(of_warp * code.shared_bytes, 1);
  const auto warps = static_cast<std::uint32_t>(std::min<std::uint64_t>(most_warps, most_shared / shared));
  return warps * of_warp < 2 ? SideBySide{} : SideBySide{of_warp, warps};
}

Shape shape_there(const Code& code, const std::array<std::uint32_t, 3>& grid,
                  const std::array<std::uint32_t, 3>& block) {
  const SideBySide beside = side_by_side(code, block);
  if (!beside.several()) return {grid, block};
  const std::uint64_t blocks = std::uint64_t{grid[0]} * grid[1] * grid[2];
  return {{static_cast<std::uint32_t>((blocks + beside.blocks() - 1) / beside.blocks()), 1, 1},
          {32 * beside.warps, 1, 1}};
}

std::string write(const Code& code, const Options& options) { return Writer(code, options).write(); }

Writer::Writer(const Code& code, const Options& options)
    : code_(code),
      options_(options),
      beside_(side_by_side(code, options.block)),
      loops_(loops_of(code)),
      counters_(code),
      differs_(ways_that_differ(code)),
      inside_(accesses_inside(code, options.block)),
      labels_(machine::targets_of(code)) {}

std::string Writer::write() {
  for (at_ = 0; at_ < code_.instructions.size(); ++at_) {
    if (labels_[at_]) put("L{}:;\n", at_);
    for (const Loop& loop : loops_)
      if (loop.first == at_) begin_loop(loop);
    if (counts() && counters_.begins(at_)) put("  ++{};\n", counters_.name(at_));
    instruction(at_, code_.instructions[at_]);
  }
  if (labels_[code_.instructions.size()]) put("L{}:;\n", code_.instructions.size());
  put("finished:;\n");
  finish();
  return head() + declared() + body_ + "}\n";
}

std::string Writer::head() const {
  const auto given = given_arrays(code_).size();
  std::string text(there_text);
  text += fmt::format("#define BLOCK_X {}\n#define BLOCK_Y {}\n#define BLOCK_Z {}\n", options_.block[0],
                      options_.block[1], options_.block[2]);
  const RowShape shape = row_shape(code_);
  text += fmt::format("#define EVENT_BYTES {}\n#define PAIRS {:d}\n", options_.event_bytes,
                      options_.pairs && options_.event_bytes != 16);
  text += fmt::format("#define WIDE_VALUES {:d}\n#define SECOND_VALUES {:d}\n", shape.wide, shape.pairs);
  static constexpr const char* rules[] = {"There::poison", "There::zero", "There::stale", "There::touch"};
  text += fmt::format("#define PARTS_AT_BARRIERS {:d}\n", may_part_at_barriers(code_));
  text += fmt::format("#define STRAY_RULE {}\n", rules[options_.stray]);
  text += fmt::format("#define KEEPS_EVENTS {:d}\n#define KEEPS_COUNTS {:d}\n#define KEEPS_WAYS {:d}\n", records(),
                      counts() && !finds_ways(), finds_ways());
  if (beside_.several())
    text +=
        fmt::format("#define BLOCKS_OF_WARP {}\n#define BLOCKS_SIDE_BY_SIDE {}\n", beside_.of_warp, beside_.blocks());
  text += prelude_text;
  text += fmt::format("\nstruct Data {{\n  Given arrays[{}];\n  u64 scalars[{}];\n}};\n",
                      std::max<std::size_t>(given, 1), std::max<std::size_t>(code_.scalars.size(), 1));
  text += "extern __shared__ __align__(16) u8 dynamic_shared[];\n\n";
  const std::array<std::uint32_t, 3> block = shape_there(code_, {1, 1, 1}, options_.block).block;
  return text +
         fmt::format(
             "extern \"C\" __global__ void __launch_bounds__({}, 1) recorded(const __grid_constant__ There there, "
             "const __grid_constant__ Data data) {{\n",
             block[0] * block[1] * block[2]);
}

std::string Writer::declared() const {
  std::string text;
  if (beside_.several()) text += "  if (!is_of_grid(there)) return;\n";
  if (records())
    text +=
        "  const u32 slot = there.slot_of_block == nullptr ? block_here() : there.slot_of_block[block_here()];\n"
        "  if (slot == There::none) return;\n";
  text += arrays() + poisoned();
  text += records() ? "  Recorder recorder(there, slot);\n" : "  Recorder recorder;\n";
  for (const char axis : {'x', 'y', 'z'}) {
    const std::uint32_t side = options_.block[static_cast<std::size_t>(axis - 'x')];
    if (side > 1 && !beside_.several()) text += fmt::format("  __builtin_assume(threadIdx.{} < {});\n", axis, side);
  }
  text += "  i32 rounds_left = static_cast<i32>(there.rounds > 0x7fffffff ? 0x7fffffff : there.rounds);\n";
  for (const auto& [name, wide] : names_) text += fmt::format("  {} {} = 0;\n", wide ? "u64" : "u32", name);
  for (std::uint32_t n = 0; n < code_.origin_places && tells(); ++n)
    if (origins_.count(n) > 0) text += fmt::format("  u32 o{} = no_origin;\n", n);
  for (std::size_t n = 0; n < code_.locals.size(); ++n) {
    const Local& local = code_.locals[n];
    text += fmt::format("  u32 m{}[{}];\n", n, local.words + 1);
    if (local.first_origin != 0 && tells()) text += fmt::format("  u32 q{}[{}];\n", n, local.words + 1);
    text += fmt::format("#pragma unroll {}\n  for (u32 n = 0; n <= {}; ++n) {{\n    m{}[n] = poison_bits;\n",
                        options_.fast && local.words < 512 ? local.words + 1 : 1, local.words, n);
    if (local.first_origin != 0 && tells()) text += fmt::format("    q{}[n] = no_origin;\n", n);
    text += "  }\n";
  }
  for (const Code::Coordinates& place : code_.coordinates) {
    static constexpr const char* names[] = {"thread_x()",     "thread_y()",     "thread_z()",    "block_x(there)",
                                            "block_y(there)", "block_z(there)", nullptr,         nullptr,
                                            nullptr,          "there.grid[0]",  "there.grid[1]", "there.grid[2]"};
    const auto which = static_cast<std::size_t>(place.coordinate);
    const std::string from = names[which] != nullptr ? names[which] : fmt::format("{}", options_.block[which - 6]);
    const std::string to = fmt::format("{}{}", place.slot.is_uniform() ? 'x' : 'l', place.slot.number());
    if (names_.count({to, false}) > 0) text += fmt::format("  {} = {};\n", to, from);
  }
  for (std::size_t n = 0; n < code_.scalars.size(); ++n)
    for (const bool wide : {false, true}) {
      const std::string to = fmt::format("{}{}", wide ? "xw" : "x", code_.scalars[n].slot.number());
      if (!code_.scalars[n].slot.is_none() && names_.count({to, wide}) > 0)
        text += fmt::format("  {} = static_cast<{}>(data.scalars[{}]);\n", to, wide ? "u64" : "u32", n);
    }
  if (counts()) text += counters_.declared();
  if (records() || finds_ways()) text += "  u64 way = 1;\n";
  if (finds_ways()) text += "  u32 flags = 0;\n";
  return anywhere_ ? text + areas() : text;
}

// Maps the array number of an address to its area.
std::string Writer::areas() const {
  std::string text;
  text += "  const auto area_of = [&](u32 array) -> Area {\n    switch (array) {\n";
  for (std::uint32_t n = 0; n < code_.arrays.size(); ++n)
    if (is_own(n))
      text += fmt::format("      case {}: return {{reinterpret_cast<u8*>(m{}), {}, nullptr}};\n", n, local_of(n),
                          code_.arrays[n].bytes);
    else if (code_.arrays[n].space != Space::local)
      text += fmt::format("      case {0}: return {{a{0}, b{0}, {1}}};\n", n,
                          has_owners(n) ? fmt::format("w{}", n) : std::string("nullptr"));
  text += "      default: return {nullptr, 0, nullptr};\n    }\n  };\n";
  text += "  const auto is_own = [](u32 array) {" + any_of([&](std::uint32_t n) { return is_own(n); }) + "};\n";
  text +=
      "  const auto is_written = [](u32 array) {" +
      any_of([&](std::uint32_t n) { return code_.arrays[n].space != Space::global || code_.arrays[n].is_written; }) +
      "};\n";
  text += "  const auto own_origins = [&](u32 array) -> u32* {\n    switch (array) {\n";
  for (std::uint32_t n = 0; n < code_.locals.size() && tells(); ++n)
    if (code_.locals[n].first_origin != 0)
      text += fmt::format("      case {}: return q{};\n", code_.locals[n].array, n);
  text += "      default: return nullptr;\n    }\n  };\n";
  return text;
}

// True if an array satisfies `is`.
template <class Is>
std::string Writer::any_of(const Is& is) const {
  std::string text = " return false";
  for (std::uint32_t n = 0; n < code_.arrays.size(); ++n)
    if (is(n)) text += fmt::format(" || array == {}", n);
  return text + "; ";
}

std::string Writer::arrays() const {
  std::string text;
  std::size_t given = 0;
  for (std::uint32_t n = 0; n < code_.arrays.size(); ++n) {
    const Array& array = code_.arrays[n];
    if (has_owners(n)) text += fmt::format("  u32* const w{} = data.arrays[{}].owners;\n", n, given);
    if (array.space == Space::global)
      text += fmt::format("  u8* const a{0} = data.arrays[{1}].data;\n  const u64 b{0} = data.arrays[{1}].bytes;\n", n,
                          given++);
    else if (array.space == Space::shared && array.dynamic)
      text += fmt::format("  u8* const a{0} = dynamic_shared;\n  const u64 b{0} = there.dynamic_bytes;\n", n);
    else if (array.space == Space::shared)
      text += shared(n);
  }
  return text;
}

// Blocks in one warp have separate parts, in different banks from their neighbours'.
std::string Writer::shared(std::uint32_t array) const {
  constexpr std::uint64_t all_banks = 128;
  const std::uint64_t bytes = code_.arrays[array].bytes;
  std::uint64_t room = (bytes + 3) / 4 * 4;
  if (beside_.several()) {
    const std::uint64_t apart = all_banks / beside_.of_warp / 16 * 16 % all_banks;
    room = (room + 15) / 16 * 16;
    if (beside_.of_warp > 1) room += (apart + all_banks - room % all_banks) % all_banks;
    return fmt::format(
        "  __shared__ __align__(16) u8 s{0}[{1}];\n  u8* const a{0} = s{0} + place_here() * {2};\n"
        "  constexpr u64 b{0} = {3};\n",
        array, room * beside_.blocks(), room, bytes);
  }
  return fmt::format(
      "  __shared__ __align__(16) u8 s{0}[{1}];\n  u8* const a{0} = s{0};\n  constexpr u64 b{0} = {2};\n", array, room,
      bytes);
}

// True if the threads that stored its elements are recorded.
bool Writer::has_owners(std::uint32_t array) const {
  return finds_ways() && code_.arrays[array].space == Space::global && code_.arrays[array].is_written;
}

// All threads of the block fill it together, before the kernel's own code runs.
std::string Writer::poisoned() const {
  std::string text;
  for (std::uint32_t n = 0; n < code_.arrays.size(); ++n) {
    const Array& array = code_.arrays[n];
    if (array.space != Space::shared) continue;
    const std::string words =
        array.dynamic ? std::string("there.dynamic_bytes / 4") : fmt::format("{}", (array.bytes + 3) / 4);
    text += fmt::format(
        "  for (u32 n = thread_here(); n < {}; n += threads_of_block) reinterpret_cast<u32*>(a{})[n] = poison_bits;\n"
        "  forget(a{});\n",
        words, n, n);
  }
  return text.empty() ? text : text + "  wait_at_barrier();\n";
}

// --- Control flow. ---

std::string Writer::label(std::uint32_t to) { return fmt::format("goto L{};", to); }

void Writer::begin_loop(const Loop& loop) {
  deduct(loop);
  const bool unrolled = options_.fast && loop.unrolled && loop.rounds;
  put("#pragma unroll {}\n", unrolled ? *loop.rounds + 1 : options_.fast ? loop.at_once : 1);
  put("  for (;;) {{\n");
}

// Deducts all rounds of a counted loop from the limit when it begins.
void Writer::deduct(const Loop& loop) {
  if (!loop.counted) return;
  if (loop.rounds) {
    if (*loop.rounds <= 1) return;
    put("  rounds_left -= {};\n", std::min<std::uint64_t>(*loop.rounds, 0x7fffffff));
  } else {
    const std::string from = value(loop.counter, loop.number), to = value(loop.bound, loop.number);
    put("  if ({0} {1} {2}) {{\n    const u64 rounds = (static_cast<u64>({2}) - static_cast<u64>({0}) + {3}) / {4};\n",
        from, loop.with_bound ? "<=" : "<", to, loop.step - (loop.with_bound ? 0 : 1), loop.step);
    put("    rounds_left -= static_cast<i32>(rounds > 0x7fffffff ? 0x7fffffff : rounds);\n  }}\n");
  }
  if (!loop.rounds || *loop.rounds > 65536)
    put("  if (rounds_left <= 0) give_up(there, There::in_a_loop, {});\n", code_.lines[loop.last]);
}

void Writer::go_round(std::uint32_t from, const Instruction& i) {
  const auto loop = std::find_if(loops_.begin(), loops_.end(), [&](const Loop& each) { return each.first == i.what; });
  const bool counted = loop != loops_.end() && loop->counted;
  if (!counted) put("  if (--rounds_left <= 0) give_up(there, There::in_a_loop, {});\n", code_.lines[from]);
  if (loop != loops_.end() && loop->last == from)
    put("  C{}:;\n  }}\n", i.what);
  else if (loop != loops_.end())
    put("  goto C{};\n", i.what);
  else
    put("  {}\n", label(i.what));
}

void Writer::instruction(std::uint32_t n, const Instruction& i) {
  switch (i.op) {
    case Op::jump:
      if (i.what <= n)
        go_round(n, i);
      else
        put("  {}\n", label(i.what));
      break;
    case Op::branch:
      if (i.what <= n) put("  if (--rounds_left <= 0) give_up(there, There::in_a_loop, {});\n", code_.lines[n]);
      if (tells_way(n)) put("  way = next_way(way, {} == 0);\n", value(i.a, Number::i32));
      put("  if ({} == 0) {}\n", value(i.a, Number::i32), label(i.what));
      break;
    case Op::finish: put("  goto finished;\n"); break;
    case Op::barrier: barrier(code_.barriers[i.what]); break;
    case Op::load: load(i); break;
    case Op::store: store(i); break;
    case Op::atomic: atomic(i); break;
    case Op::row:
    case Op::load_row:
    case Op::store_row: row(i); break;
    case Op::sum: sum(code_.sums[i.what]); break;
    case Op::origin:
      if (tells()) {
        const machine::OriginMove& move = code_.origins[i.what];
        put("  {} = both_origins({}, {});\n", origin(move.d), origin(move.a), origin(move.b));
      }
      break;
    case Op::function: function(code_.calls[i.what]); break;
    case Op::warp: warp(code_.warps[i.what]); break;
    case Op::fence: put("  __threadfence();\n"); break;
    case Op::print: print(i.what); break;
    case Op::check:
      put("  if ({} == 0) give_up(there, There::failed_assert, {});\n", value(i.a, Number::i32), i.what);
      break;
    case Op::clock: set_bits(i.d, i.number, is_wide(i.number) ? "static_cast<u64>(clock64())" : "clock_here()"); break;
    case Op::note: break;
    default: pure(i); break;
  }
}

void Writer::finish() {
  if (records()) put("  recorder.finish();\n  tell_way(there, way, recorder.number(), 0);\n");
  if (counts()) body_ += finds_ways() ? counters_.told_of_ways() : counters_.told();
}

// --- Names. ---

std::string Writer::name(Slot slot, bool wide) {
  switch (slot.home()) {
    case Slot::Home::uniform: {
      for (const Code::Constant& constant : code_.constants)
        if (constant.uniform == slot.number())
          return wide ? fmt::format("{:#x}ULL", constant.bits)
                      : fmt::format("{:#x}U", static_cast<std::uint32_t>(constant.bits));
      const std::string name = fmt::format("{}{}", wide ? "xw" : "x", slot.number());
      names_.emplace(name, wide);
      return name;
    }
    case Slot::Home::lanes: {
      const std::string name = fmt::format("{}{}", wide ? "lw" : "l", slot.number());
      names_.emplace(name, wide);
      return name;
    }
    case Slot::Home::row: {
      const machine::Row& row = code_.rows[slot.number()];
      return row.index.is_none() ? fmt::format("m{}[{}]", row.local, row.word)
                                 : fmt::format("m{}[static_cast<u32>({})]", row.local, name(row.index, true));
    }
    default: return wide ? "0ULL" : "0U";
  }
}

std::string Writer::bits(Slot slot, Number number) { return name(slot, is_wide(number)); }

std::string Writer::value(Slot slot, Number number) {
  const std::string from = bits(slot, number);
  switch (number) {
    case Number::i32: return fmt::format("static_cast<i32>({})", from);
    case Number::i64: return fmt::format("static_cast<i64>({})", from);
    case Number::f32: return fmt::format("as_float({})", from);
    case Number::f64: return fmt::format("as_double({})", from);
    default: return from;
  }
}

std::string Writer::origin(machine::Origin origin) {
  if (origin.row != 0) {
    const machine::Row& row = code_.rows[origin.row - 1];
    return row.index.is_none() ? fmt::format("q{}[{}]", row.local, row.word)
                               : fmt::format("q{}[static_cast<u32>({})]", row.local, name(row.index, true));
  }
  if (origin.place == 0) return "no_origin";
  for (std::size_t n = 0; n < code_.locals.size(); ++n) {
    const Local& local = code_.locals[n];
    if (local.first_origin != 0 && origin.place >= local.first_origin &&
        origin.place <= local.first_origin + local.words)
      return fmt::format("q{}[{}]", n, origin.place - local.first_origin);
  }
  origins_.insert(origin.place);
  return fmt::format("o{}", origin.place);
}

void Writer::set_bits(Slot slot, Number number, const std::string& bits) {
  if (!slot.is_none()) put("  {} = {};\n", name(slot, is_wide(number)), bits);
}

void Writer::set(Slot slot, Number number, const std::string& value) {
  if (is_float(number))
    set_bits(slot, number, fmt::format("bits_of({})", value));
  else
    set_bits(slot, number, fmt::format("static_cast<{}>({})", is_wide(number) ? "u64" : "u32", value));
}

}  // namespace tilescope::device_text
