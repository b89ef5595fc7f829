// Calls: functions are inlined; CUDA's built-in functions become instructions.
#include <bit>

#include "instrumentation/machine/compiler/compiler.h"
#include "instrumentation/machine/functions/functions.h"

namespace tilescope::machine {

namespace {

using language::BuiltinGroup;
using language::Expression;
using language::ExpressionKind;
using language::Type;
using language::TypeKind;
using language::Variable;

struct PlainName {
  std::string_view name;
  Op op;
};
constexpr PlainName plain_names[] = {
    {"min", Op::least},
    {"max", Op::greatest},
    {"umin", Op::least},
    {"umax", Op::greatest},
    {"llmin", Op::least},
    {"llmax", Op::greatest},
    {"ullmin", Op::least},
    {"ullmax", Op::greatest},
    {"fminf", Op::least},
    {"fmaxf", Op::greatest},
    {"fmin", Op::least},
    {"fmax", Op::greatest},
    {"fabsf", Op::size},
    {"fabs", Op::size},
    {"abs", Op::size},
    {"labs", Op::size},
    {"llabs", Op::size},
    {"fmaf", Op::multiply_add},
    {"fma", Op::multiply_add},
    {"__fmaf_rn", Op::multiply_add},
    {"__fma_rn", Op::multiply_add},
    {"__fadd_rn", Op::add},
    {"__fsub_rn", Op::subtract},
    {"__fmul_rn", Op::multiply},
    {"__fdiv_rn", Op::divide},
    {"__dadd_rn", Op::add},
    {"__dsub_rn", Op::subtract},
    {"__dmul_rn", Op::multiply},
    {"__ddiv_rn", Op::divide},
};

struct WarpName {
  std::string_view name;
  WarpKind kind;
};
constexpr WarpName warp_names[] = {
    {"__shfl_sync", WarpKind::shuffle},
    {"__shfl_up_sync", WarpKind::shuffle_up},
    {"__shfl_down_sync", WarpKind::shuffle_down},
    {"__shfl_xor_sync", WarpKind::shuffle_xor},
    {"__all_sync", WarpKind::all},
    {"__any_sync", WarpKind::any},
    {"__ballot_sync", WarpKind::ballot},
    {"__activemask", WarpKind::active},
    {"__syncwarp", WarpKind::wait},
    {"__reduce_add_sync", WarpKind::reduce_add},
    {"__reduce_min_sync", WarpKind::reduce_least},
    {"__reduce_max_sync", WarpKind::reduce_greatest},
    {"__reduce_and_sync", WarpKind::reduce_and},
    {"__reduce_or_sync", WarpKind::reduce_or},
    {"__reduce_xor_sync", WarpKind::reduce_xor},
    {"__match_any_sync", WarpKind::match_any},
    {"__match_all_sync", WarpKind::match_all},
};

struct AtomicName {
  std::string_view name;
  AtomicKind kind;
};
constexpr AtomicName atomic_names[] = {
    {"atomicAdd", AtomicKind::add},   {"atomicSub", AtomicKind::subtract}, {"atomicExch", AtomicKind::exchange},
    {"atomicMin", AtomicKind::least}, {"atomicMax", AtomicKind::greatest}, {"atomicAnd", AtomicKind::bit_and},
    {"atomicOr", AtomicKind::bit_or}, {"atomicXor", AtomicKind::bit_xor},  {"atomicCAS", AtomicKind::swap},
    {"atomicInc", AtomicKind::up},    {"atomicDec", AtomicKind::down},
};

}  // namespace

void Compiler::bind(const Variable& parameter, const Expression& argument, Frame& callee) {
  if (parameter.type.is_reference()) {
    Spot place = spot(argument);
    settle(place);
    callee.bound[&parameter] = place;
    watch_reference(parameter, place, callee);
    return;
  }
  const VariableFacts& facts = callee.facts->variables[&parameter];
  if (facts.bound.place != nullptr) {
    Spot place;
    if (argument.kind == ExpressionKind::address)
      place = spot(*argument.a);
    else
      place = frame_->bound.at(argument.a->variable);
    settle(place);
    callee.bound[&parameter] = place;
    return;
  }
  operand_ = 0;
  const Items items = result(argument);
  begin(parameter, callee, &items);
}

Items Compiler::call(const Expression& e, const Spot* object) {
  if (e.function->body == nullptr)
    refuse(e.place, "the body of '" + std::string(e.function->full_name) + "' is not known");
  const std::uint8_t operand = operand_;
  const bool effects = terms_have_effects_;
  Frame& frame = frames_.emplace_back();
  frame.facts = frame_->facts->calls.at(&e).get();
  frame.caller = frame_;
  begin_call(*e.function, frame);
  const std::size_t in_scope = in_scope_.size();
  const std::size_t first = object != nullptr ? 1 : 0;
  if (object != nullptr && !e.function->parameters.empty()) frame.bound[e.function->parameters[0]] = *object;
  for (std::size_t n = first; n < e.function->parameters.size() && n - first < e.list.size(); ++n)
    bind(*e.function->parameters[n], *e.list[n - first], frame);
  frame_ = &frame;
  const bool gives = !e.function->result.is_void() && !e.function->result.is_reference();
  if (gives) {
    VariableFacts facts;
    facts.leaves = frame.facts->result;
    facts.assigned = true;
    begin(frame.result, facts, e.function->result, nullptr);
  }
  const auto around = std::move(around_);
  around_.clear();
  const std::uint32_t line = line_, column = column_;
  for (std::size_t n = in_scope; n < in_scope_.size(); ++n) code_.watched.variables[in_scope_[n]].from = here();
  for (const Expression* const field : e.function->fields) discard(*field);
  statement(e.function->body);
  line_ = line;
  column_ = column;
  if (!frame.returns.empty() && frame.returns.back() + 1 == here() && label_ != here()) {
    code_.instructions.pop_back();  // the last one would jump to the next instruction
    code_.lines.pop_back();
    if (watches()) code_.watched.statements.pop_back();
    frame.returns.pop_back();
  }
  for (const std::uint32_t jump : frame.returns) jump_here(jump);
  end_scope(in_scope);
  resolve_gotos();
  around_ = around;
  frame_ = frame.caller;
  result_place_ = frame.place;
  operand_ = static_cast<std::uint8_t>(operand + 1);
  terms_have_effects_ = effects;
  if (!gives) return {Item{}};
  Spot all = spot_of(frame.result, e.function->result);
  Items items = read(all);
  operand_ = static_cast<std::uint8_t>(operand + 1);
  for (Item& item : items) item.value.steady = item.pointer.offset.steady = true;
  return items;
}

void Compiler::resolve_gotos() {
  for (const auto& [jump, s] : frame_->gotos) {
    const auto to = frame_->labels.find(s->name);
    if (to == frame_->labels.end()) refuse(s->place, "there is no such label");
    code_.instructions[jump].what = to->second;
    if (to->second <= jump) code_.instructions[jump].number = Number::i64;
  }
  frame_->gotos.clear();
}

Items Compiler::builtin(const Expression& e) {
  const std::uint8_t operand = operand_;
  Items items;
  switch (e.builtin->group) {
    case BuiltinGroup::math:
    case BuiltinGroup::bits: items = function(e); break;
    case BuiltinGroup::make: items = made(e); break;
    case BuiltinGroup::atomic: items = atomic(e); break;
    case BuiltinGroup::warp: items = warp(e); break;
    case BuiltinGroup::barrier: items = barrier(e); break;
    case BuiltinGroup::load: items = around_load(e); break;
    case BuiltinGroup::memory: items = memory(e); break;
    case BuiltinGroup::output: print(e); break;
    case BuiltinGroup::check: {
      Instruction i{.op = Op::check};
      const bool asserts = e.builtin->name == "assert";
      if (asserts) {
        i.a = slot_of(condition(*e.list[0]));
      } else if (e.builtin->name == "__trap" || e.builtin->name == "__brkpt" || e.builtin->name == "__builtin_trap" ||
                 e.builtin->name == "__builtin_unreachable") {
        i.a = slot_of(constant(Number::i32, 0));
      } else {
        return {Item{}};
      }
      i.what = line_;
      add(i);
      break;
    }
    case BuiltinGroup::clock: {
      if (e.type.is_void()) break;
      Value v;
      v.number = number_of(e.type);
      v.slot = new_slot(false, v.number);
      Instruction i{.op = Op::clock, .number = v.number};
      i.d = v.slot;
      add(i);
      items = {item_of(v)};
      break;
    }
    case BuiltinGroup::fence:
      if (e.builtin->name != "__threadfence_block") add({.op = Op::fence});
      break;
  }
  operand_ = static_cast<std::uint8_t>(std::max<int>(operand + 1, operand_));
  if (items.empty()) items = e.type.is_void() ? Items{Item{}} : Items{item_of(constant(number_of(e.type), 0))};
  return items;
}

Items Compiler::function(const Expression& e) {
  std::vector<Value> values;
  std::vector<const Expression*> outs;
  bool effects = false;
  for (const Expression* const part : e.list) effects = effects || has_effects(*part);
  for (const Expression* const part : e.list) {
    if (part->type.is_pointer()) {
      const bool is_text = part->type.inner().plain().is(TypeKind::char_);  // the payload of a NaN
      if (!is_text) outs.push_back(part);
      continue;
    }
    const Items items = result(*part);
    const Value one = items.size() == 1 ? items[0].value : bytes_as_word(items);
    values.push_back(effects ? copied(one) : one);
  }
  const auto argument = [&](std::size_t n) {  // max(1.5f, 2.5) has one float argument
    return n < values.size() ? converted(values[n], number_of(e.type)) : Value{};
  };
  for (const PlainName& plain : plain_names)
    if (plain.name == e.builtin->name && outs.empty() && !values.empty())
      return {item_of(pure(plain.op, number_of(e.type), argument(0), argument(1), argument(2)))};
  return called(e, values, outs);
}

// For char4 and the like.
Value Compiler::bytes_as_word(const Items& bytes) {
  Value word = constant(Number::u32, 0);
  for (std::size_t n = 0; n < bytes.size() && n < 4; ++n) {
    const Value byte =
        pure(Op::bit_and, Number::u32, converted(bytes[n].value, Number::u32), constant(Number::u32, 255));
    word = pure(Op::bit_or, Number::u32, word, pure(Op::shift_left, Number::u32, byte, constant(Number::u32, n * 8)));
  }
  return word;
}

// A numeric function without an instruction of its own.
Items Compiler::called(const Expression& e, const std::vector<Value>& values,
                       const std::vector<const Expression*>& outs) {
  std::vector<TypeKind> kinds;
  for (const Expression* const part : e.list)
    if (!part->type.is_pointer())
      kinds.push_back(part->type.is_structure() ? TypeKind::unsigned_int : part->type.kind());
  const FunctionEntry* const known = function_of(e.builtin->name, kinds);
  if (known == nullptr) refuse(e.place, "'" + std::string(e.builtin->name) + "' is not supported");
  Call call;
  call.function = known->function;
  Origin origin;
  bool uniform = true;
  for (const Value& v : values) {
    call.arguments.push_back(slot_of(v));
    call.numbers.push_back(v.number);
    uniform = uniform && call.arguments.back().is_uniform();
    origin = both(origin, v.origin);
  }
  const auto result = [&](Type type) {
    Value v;
    v.number = type.is_void() ? Number::i32 : number_of(type);
    if (!type.is_void()) v.slot = new_slot(uniform, v.number);
    v.origin = origin;
    call.results.push_back(v.slot);
    call.result_numbers.push_back(v.number);
    return v;
  };
  const Value first = result(e.type);
  std::vector<Value> given;
  for (const Expression* const out : outs) given.push_back(result(out->type.inner()));
  code_.calls.push_back(std::move(call));
  add({.op = Op::function, .what = static_cast<std::uint32_t>(code_.calls.size() - 1)});
  for (std::size_t n = 0; n < outs.size(); ++n) {
    Spot to;
    to.type = outs[n]->type.inner();
    to.memory = pointer(*outs[n]);
    write(to, {item_of(given[n])});
  }
  return {item_of(first)};
}

Items Compiler::made(const Expression& e) {
  Items items;
  for (const Expression* const part : e.list) {
    const Value v = number(*part);
    items.push_back(item_of(v.steady || v.slot.home() == Slot::Home::row ? v : copied(v)));
  }
  return items;
}

Items Compiler::atomic(const Expression& e) {
  std::string_view name = e.builtin->name;
  for (const std::string_view end : {"_block", "_system"})
    if (name.size() > end.size() && name.substr(name.size() - end.size()) == end) name.remove_suffix(end.size());
  Atomic atomic;
  for (const AtomicName& known : atomic_names)
    if (known.name == name) atomic.kind = known.kind;
  const Type type = e.list[0]->type.inner();
  if (!type.is_arithmetic()) refuse(e.place, "this atomic does not exist for " + language::with_article(type).text);
  Spot to;
  to.type = type;
  to.memory = pointer(*e.list[0]);
  settle(to);
  operand_ = 0;
  Value given = copied(number(*e.list[1]));
  atomic.value = slot_of(given);
  if (e.list.size() > 2) {
    given = copied(number(*e.list[2]));
    atomic.other = slot_of(given);
  }
  atomic.given = given.origin;
  atomic.number = number_of(type);
  atomic.access = access(to.memory, type);
  const Cell cell = atomic.access.cell;
  atomic.access.site = add_access_sites({.kind = Kind::atomic,
                                         .array = array_number(to.memory.array),
                                         .operand = static_cast<std::uint8_t>(atomic.kind),
                                         .number = atomic.number,
                                         .bytes = static_cast<std::uint8_t>(bytes_of(cell))},
                                        false);
  Value found;
  found.number = atomic.number;
  found.slot = atomic.result = new_slot(false, found.number);
  found.origin = atomic.access.origin = {new_origin(), 0};
  code_.atomics.push_back(atomic);
  const auto number = static_cast<std::uint32_t>(code_.atomics.size() - 1);
  add({.op = Op::atomic, .number = atomic.number, .what = number});
  if (to.memory.array == anywhere) note({.kind = Note::Kind::stored_by, .what = number});
  return {item_of(found)};
}

Items Compiler::warp(const Expression& e) {
  Warp warp;
  for (const WarpName& known : warp_names)
    if (known.name == e.builtin->name) warp.kind = known.kind;
  const auto slot = [&](std::size_t n) { return n < e.list.size() ? slot_of(copied(number(*e.list[n]))) : Slot{}; };
  if (warp.kind != WarpKind::active) warp.mask = e.list.empty() ? slot_of(constant(Number::u32, 0xffffffff)) : slot(0);
  const bool shuffles = warp.kind <= WarpKind::shuffle_xor;
  if (e.list.size() > 1) {
    Value v = copied(number(*e.list[1]));
    warp.value = slot_of(v);
    warp.number = v.number;
    warp.origin = v.origin;
  }
  if (shuffles) {
    warp.lane = slot(2);
    warp.width = e.list.size() > 3 ? slot(3) : slot_of(constant(Number::i32, 32));
  }
  warp.site = add_site({.kind = shuffles ? Kind::shuffle : Kind::vote,
                        .operand = static_cast<std::uint8_t>(warp.kind),
                        .number = e.type.is_void() ? Number::i32 : number_of(e.type),
                        .bytes = static_cast<std::uint8_t>(e.type.is_void() ? 4 : e.type->size)});
  if (e.type.is_void()) {
    code_.warps.push_back(warp);
    add({.op = Op::warp, .what = static_cast<std::uint32_t>(code_.warps.size() - 1)});
    return {Item{}};
  }
  Value v;
  v.number = number_of(e.type);
  v.slot = warp.result = new_slot(false, v.number);
  v.origin = warp.result_origin = {new_origin(), 0};
  Value second;
  if (warp.kind == WarpKind::match_all) {
    second.number = Number::i32;
    second.slot = warp.second = new_slot(false, Number::i32);
  }
  code_.warps.push_back(warp);
  add({.op = Op::warp, .number = v.number, .what = static_cast<std::uint32_t>(code_.warps.size() - 1)});
  if (warp.kind == WarpKind::match_all) {
    Spot to;
    to.type = e.list[2]->type.inner();
    to.memory = pointer(*e.list[2]);
    write(to, {item_of(second)});
  }
  return {item_of(v)};
}

Items Compiler::barrier(const Expression& e) {
  Barrier barrier;
  const std::string_view name = e.builtin->name;
  barrier.kind = name == "__syncthreads_count" ? BarrierKind::count
                 : name == "__syncthreads_and" ? BarrierKind::both
                 : name == "__syncthreads_or"  ? BarrierKind::either
                                               : BarrierKind::plain;
  Item item;
  if (barrier.kind != BarrierKind::plain) {
    barrier.value = slot_of(number(*e.list[0]));
    item.value.number = Number::i32;
    item.value.slot = barrier.result = new_slot(lanes_ == Lanes::of_a_block, Number::i32);
  }
  barrier.arrive = add_site({.kind = Kind::barrier_arrive});
  barrier.release = add_site({.kind = Kind::barrier_release});
  code_.barriers.push_back(barrier);
  add({.op = Op::barrier, .what = static_cast<std::uint32_t>(code_.barriers.size() - 1)});
  return {item};
}

void Compiler::print(const Expression& e) {
  Print print;
  const auto text_of = [](const Expression& part) -> const Expression* {
    const Expression* at = &part;
    while (at->kind == ExpressionKind::convert || at->kind == ExpressionKind::decay) at = at->a;
    return at->kind == ExpressionKind::string ? at : nullptr;
  };
  const Expression* const format = e.list.empty() ? nullptr : text_of(*e.list[0]);
  if (format == nullptr) refuse(e.place, "printf needs a string as its format");
  print.format = std::string(format->text);
  for (std::size_t n = 1; n < e.list.size(); ++n) {
    const Expression* const text = text_of(*e.list[n]);
    print.texts.emplace_back(text == nullptr ? std::string_view() : text->text);
    print.kinds.push_back(text == nullptr ? e.list[n]->type.kind() : TypeKind::array);
    print.arguments.push_back(text == nullptr ? slot_of(copied(value(*e.list[n]))) : Slot{});
  }
  code_.prints.push_back(std::move(print));
  add({.op = Op::print, .what = static_cast<std::uint32_t>(code_.prints.size() - 1)});
}

Items Compiler::around_load(const Expression& e) {
  Spot place;
  place.type = e.list[0]->type.inner();
  place.memory = pointer(*e.list[0]);
  if (e.list.size() == 1) return read(place);
  const Items items = result(*e.list[1]);
  write(place, items);
  return {Item{}};
}

// Copies or fills a constant number of bytes: element by element, in the type of the pointers.
Items Compiler::memory(const Expression& e) {
  const auto typed = [](const Expression* from) {
    while (from->kind == ExpressionKind::convert && from->a->type.is_pointer()) from = from->a;
    return from;
  };
  const Expression* const to = typed(e.list[0]);
  const Value bytes = value(*e.list[2]);
  const Type type = to->type.inner();
  if (!bytes.known || type.is_void() || type->size == 0 || bytes.bits % type->size != 0 ||
      bytes.bits / type->size > 4096)
    refuse(e.place, "this needs a constant number of elements, at most 4096");
  Spot target;
  target.type = type;
  target.memory = pointer(*to);
  settle(target);
  const bool copies = e.builtin->name == "memcpy";
  Spot source;
  Value byte;
  if (copies) {
    const Expression* const from = typed(e.list[1]);
    source.type = from->type.inner().plain();
    if (source.type != type.plain()) refuse(e.place, "memcpy needs two pointers of the same type");
    source.memory = pointer(*from);
    settle(source);
  } else {
    byte = value(*e.list[1]);
    if (!byte.known) refuse(e.place, "memset needs a constant byte");
  }
  const Pointer first_to = target.memory, first_from = source.memory;
  const std::vector<Leaf> leaves = leaves_of(type);
  for (std::uint64_t n = 0; n < bytes.bits / type->size; ++n) {
    target.memory = behind(first_to, n * type->size);
    target.row.reset();
    Items items;
    if (copies) {
      source.memory = behind(first_from, n * type->size);
      source.row.reset();
      items = read(source);
    } else {
      for (const Leaf& leaf : leaves) {
        const std::uint64_t all = (byte.bits & 0xff) * 0x0101010101010101ULL;
        const Cell cell = cell_of(leaf.type);
        const std::uint64_t cut = bytes_of(cell) >= 4
                                      ? all
                                      : static_cast<std::uint32_t>(compute(Op::convert, Number::i32, Number::i32, cell,
                                                                           all & 0xffffffff, 0, 0));
        items.push_back(item_of(constant(number_of(leaf.type), cut)));
      }
    }
    write(target, items);
  }
  Item item;
  item.is_pointer = true;
  item.pointer = first_to;
  return {item};
}

}  // namespace tilescope::machine
