// Turns a kernel's tree into instructions. Expressions are evaluated in C++'s order, and from left to right if C++
// leaves it open. Events are defined in sums.cpp and places.cpp.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "instrumentation/language/program.h"
#include "instrumentation/machine/compiler/facts.h"
#include "instrumentation/machine/compiler/finish.h"
#include "instrumentation/machine/lanes/compute.h"

namespace tilescope::machine {

// A number during compilation: its slot, or its value if that is known.
struct Value {
  Number number = Number::i32;
  Slot slot;  // none for a known number that no instruction has used
  bool known = false;
  bool steady = true;      // nothing later writes its slot
  std::uint64_t bits = 0;  // of a known number
  Origin origin;           // where the event that made it is kept; none: by the source, it was not loaded
};

// The offset of a pointer into its array, in units of that array.
struct Offset {
  Slot lane;
  bool lane_wide = false;
  Slot uniform;  // i64
  std::int64_t constant = 0;
  bool steady = true;
};

struct Pointer {
  std::uint32_t array = anywhere;
  Offset offset;  // if the array is known
  Value address;  // otherwise
};

struct Item {  // a leaf of a value
  bool is_pointer = false;
  Value value;
  Pointer pointer;
};
using Items = std::vector<Item>;
[[nodiscard]] inline Item item_of(const Value& value) { return {.is_pointer = false, .value = value, .pointer = {}}; }

// The number in events; if the array is unknown, it is filled in later.
[[nodiscard]] inline std::uint8_t array_number(std::uint32_t array) {
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(array, no_array));
}

struct Home {  // the storage of a variable
  bool in_memory = false;
  std::uint32_t array = 0;  // if it is in memory; else the array to which its sums are attributed, if any
  bool has_array = false;
  bool assigned = false;
  std::string_view name;
  language::Type type;
  const language::Variable* variable = nullptr;
  std::uint32_t watched = anywhere;  // index in WatchedCode::variables
  Items items;
};

struct Spot {  // a place: items of a home, or memory
  Home* home = nullptr;
  std::size_t first = 0, count = 0;
  Pointer memory;
  language::Type type;
  std::optional<Value> row;  // of a local array, once it has been looked up
};

struct Refusal {
  language::Place place;
  std::string message;
};

class Compiler {
 public:
  Compiler(const language::Program& program, const language::Kernel& kernel, Lanes lanes);
  // Throws a Refusal for anything that the machine does not support.
  [[nodiscard]] Code compile();

 private:
  using Expression = language::Expression;
  using Mark = language::Mark;
  using Statement = language::Statement;
  using Variable = language::Variable;
  using Type = language::Type;
  using Homes = std::unordered_map<const Variable*, Home>;

  struct Frame {  // an inlined call
    Instance* facts = nullptr;
    Frame* caller = nullptr;
    Homes homes;
    std::unordered_map<const Variable*, Spot> bound;  // references
    std::unordered_map<const Expression*, Home> kept;
    std::optional<Spot> place;  // the result, if it is a reference
    Home result;
    std::vector<std::uint32_t> returns;  // jumps to the end of the call
    std::unordered_map<std::string_view, std::uint32_t> labels;
    std::vector<std::pair<std::uint32_t, const Statement*>> gotos;
    std::uint32_t call = 0;  // index in WatchedCode::calls
  };
  struct Around {  // an enclosing loop or switch
    bool is_loop = false;
    std::vector<std::uint32_t> breaks{}, continues{};
  };

  // compile.cpp
  void give_parameters();
  void list_scalars();
  [[nodiscard]] Items given(const Variable& parameter);

  // emit.cpp
  std::uint32_t add(Instruction instruction);
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instructions.size()); }
  void jump_here(std::uint32_t jump);
  [[nodiscard]] Slot new_slot(bool uniform, Number number);
  [[nodiscard]] Value constant(Number number, std::uint64_t bits);
  [[nodiscard]] Value unset(Number number);  // the poison value, which a launch can replace
  [[nodiscard]] Value constant(Type type, const language::Value& value);
  [[nodiscard]] Slot slot_of(const Value& value);
  [[nodiscard]] Value pure(Op op, Number number, const Value& a, const Value& b = {}, const Value& c = {});
  [[nodiscard]] Value converted(const Value& a, Number to, Cell cell = Cell::word, bool to_bool = false);
  void move(Slot to, Number number, const Value& from);
  [[nodiscard]] bool is_temporary(Slot slot) const;
  void keep(Slot slot);
  [[nodiscard]] std::uint32_t new_origin() { return code_.origin_places++; }
  [[nodiscard]] Origin both(Origin a, Origin b);
  void move_origin(Origin to, Origin from);
  [[nodiscard]] Value copied(const Value& value);
  [[nodiscard]] Value coordinate(Code::Coordinate which);
  [[nodiscard]] std::uint32_t branch(const Value& condition);
  // Compiles both branches; c is not a known value.
  template <class Then, class Else>
  void on_either_way(const Value& c, const Then& then, const Else& otherwise) {
    const std::uint32_t around = branch(c);
    then();
    const std::uint32_t end = add({.op = Op::jump});
    jump_here(around);
    otherwise();
    jump_here(end);
  }

  // offsets.cpp
  [[nodiscard]] Offset sum(const Offset& a, const Offset& b);
  [[nodiscard]] Offset scaled(const Value& index, std::int64_t by, bool minus);
  [[nodiscard]] Offset offset_of(const Expression& index, std::int64_t by, bool minus);
  [[nodiscard]] Pointer moved(const Pointer& pointer, const Offset& by);
  [[nodiscard]] Value address_of(const Pointer& pointer);
  [[nodiscard]] Value as_value(const Offset& offset);
  [[nodiscard]] Pointer pointer(const Expression& e);
  [[nodiscard]] Pointer from_address(const Value& value) const;

  // places.cpp
  [[nodiscard]] Spot spot(const Expression& place);
  [[nodiscard]] std::uint32_t text_array(const Expression& e);
  [[nodiscard]] Spot field_spot(const Expression& e);
  [[nodiscard]] Spot pointed_spot(const Expression& e);
  [[nodiscard]] Spot made_spot(const Expression& e);
  [[nodiscard]] Spot value_spot(const Expression& e);
  [[nodiscard]] Spot chosen_spot(const Expression& e);
  [[nodiscard]] static Spot spot_of(Home& home, Type type);
  [[nodiscard]] Spot variable_spot(const Variable& variable);
  [[nodiscard]] Home& home_of(const Variable& variable, Frame& frame);
  [[nodiscard]] Items read(Spot& spot);
  void write(Spot& spot, const Items& items);
  void begin(Home& home, const VariableFacts& facts, Type type, const Items* items);
  void begin(const Variable& variable, Frame& in, const Items* items);
  void set(Home& home, std::size_t leaf, const Item& item);
  [[nodiscard]] Item load(const Pointer& from, Type type, Width width);
  void store(const Pointer& to, Type type, Width width, const Item& item);
  [[nodiscard]] Access access(const Pointer& to, Type type);
  [[nodiscard]] Pointer behind(const Pointer& from, std::uint64_t bytes);
  [[nodiscard]] std::uint32_t local_of(std::uint32_t array);
  std::uint32_t add_site(Site site);  // at the current statement
  [[nodiscard]] std::uint32_t add_access_sites(Site site, bool stores);
  // `does`: row, load_row, or store_row of `stored`.
  [[nodiscard]] std::optional<Value> row(Spot& spot, Op does = Op::row, const Value& stored = {});
  [[nodiscard]] Value row_value(const Row& row, Type type);
  [[nodiscard]] Items written();

  // watched.cpp: these do nothing unless the code is watched
  [[nodiscard]] bool watches() const { return lanes_ == Lanes::watched; }
  void note(const Note& note);
  void note_before(Op op);
  std::uint32_t begin_statement();
  void end_statement();  // or a part of it
  void end_scope(std::size_t first);
  void begin_call(const language::Function& function, Frame& frame);
  void watch(const Variable& variable, Frame& in);
  void find_watched(const Home& home, bool is_set);
  void watch_reference(const Variable& variable, const Spot& place, const Frame& in);
  [[nodiscard]] std::optional<std::uint64_t> byte_in_own(const Spot& place);
  std::uint32_t add_watched(const Variable& variable, const Frame& in);
  [[nodiscard]] std::uint32_t places(std::uint32_t count);
  [[nodiscard]] const WatchedLocal& watched_local(std::uint32_t array);
  [[nodiscard]] WatchedLeaf leaf_in(std::uint32_t array, const Leaf& leaf);
  [[nodiscard]] WatchedLeaf leaf_of(const Item& item, Type type, std::uint32_t place) const;
  [[nodiscard]] WatchedLeaf leaf_leading(const Pointer& to, std::uint32_t place) const;
  void note_set(const Home& home, std::size_t leaf);
  void note_row(Slot row);

  // expressions.cpp
  [[nodiscard]] Items result(const Expression& e);
  [[nodiscard]] Value value(const Expression& e);
  [[nodiscard]] Value number(const Expression& e);
  [[nodiscard]] Items held_by(const Expression& place);
  [[nodiscard]] Value place_of(const Variable& v, std::uint32_t which);
  [[nodiscard]] Value pure_unary(const Expression& e);
  [[nodiscard]] Items convert(const Expression& e);
  [[nodiscard]] Value as_type(const Expression& conversion, const Value& from);
  [[nodiscard]] Items part(const Expression& e);
  [[nodiscard]] Item moved_pointer(const Expression& e);
  [[nodiscard]] Value distance(const Expression& e);
  [[nodiscard]] Value binary(const Expression& e);
  [[nodiscard]] Value fused(const Expression& e);
  struct Pair {  // the operands of a comparison
    Value a, b;
    Number number = Number::i32;
  };
  [[nodiscard]] Pair operands(const Expression& comparison);
  [[nodiscard]] Value compared(Mark op, const Pair& pair);
  [[nodiscard]] Value logical(const Expression& e);
  [[nodiscard]] Value condition(const Expression& e);
  [[nodiscard]] Items choice(const Expression& e);
  [[nodiscard]] Items chosen(const Expression& e, const Value& condition);
  [[nodiscard]] Items increment(const Expression& e);
  [[nodiscard]] Items aggregate(const Expression& e);
  void discard(const Expression& e);
  [[nodiscard]] static bool has_effects(const Expression& e);
  [[nodiscard]] bool is_cheap(const Expression& e) const;

  // sums.cpp
  struct Step {  // an operation on the intermediate result
    SumForm form = SumForm::add;
    Value a{}, b{};  // b: for a product
    bool minus = false;
    bool behind = false;                // for a minimum or maximum: a is written first
    std::optional<Value> made{};        // the result, if it is already known
    const Expression* place = nullptr;  // where a was read from
    [[nodiscard]] bool adds() const { return form == SumForm::add || form == SumForm::multiply_add; }
    [[nodiscard]] bool is_loaded() const { return !a.origin.is_none() || !b.origin.is_none(); }
  };
  struct Terms {  // the terms of a right-hand side
    Value first{};
    bool first_minus = false;
    const Expression* first_place = nullptr;
    std::vector<Step> steps{};
    Number number = Number::i32;                   // type of the computation
    std::vector<const Expression*> conversions{};  // of the result, the last one first
    [[nodiscard]] bool is_loaded() const;
  };
  void assign(const Expression& e);
  void compound(const Expression& e);
  [[nodiscard]] static bool has_steps(const Expression& e);
  [[nodiscard]] Terms terms_of(const Expression& e, bool effects);
  void take_terms(const Expression& e, Terms& terms);
  void take_sum(const Expression& e, Terms& terms);
  void take_named(const Expression& e, SumForm form, bool minus, Terms& terms);
  void take_chosen(const Expression& e, SumForm form, Terms& terms);
  [[nodiscard]] Value kept(const Expression& e);
  [[nodiscard]] Value kept(const Value& v);
  [[nodiscard]] const Home* home_named(const Expression& e);
  void put(Spot& to, Terms terms);
  void put_value(Spot& to, const Value& v);
  [[nodiscard]] Value with(const Value& sum, const Step& next, Number type);
  [[nodiscard]] Value first_of(const Terms& terms);
  [[nodiscard]] Value worth(const Terms& terms);
  [[nodiscard]] Value converted(Value v, const Terms& terms);
  [[nodiscard]] Value stepped(Spot& to, const Value& sum, const Step& next, const Terms& terms);
  [[nodiscard]] Value bare(Op op, Number type, Value a, Value b, Value c = {});
  [[nodiscard]] Value summed(Spot& to, SumForm form, Value v, Origin a, Origin b);
  [[nodiscard]] Value record_sum(Spot& to, SumForm form, const Value& value, Origin a, Origin b, bool unless_constant);
  [[nodiscard]] Value added(Spot& to, const Value& old, const Value& by, Op op, Type type);
  [[nodiscard]] Value other_compound(const Expression& e, const Value& old, Value b, Number type);
  [[nodiscard]] std::uint32_t array_of(Home& home);

  // statements.cpp
  void statement(const Statement* s);
  void declare(const Variable& variable);
  void if_statement(const Statement& s);
  void loop(const Statement& s);
  void switch_statement(const Statement& s);
  void give_back(const Statement& s);
  void settle(Spot& place);

  // calls.cpp
  [[nodiscard]] Items call(const Expression& e, const Spot* object);
  void bind(const Variable& parameter, const Expression& argument, Frame& callee);
  void resolve_gotos();
  [[nodiscard]] Items builtin(const Expression& e);
  [[nodiscard]] Items function(const Expression& e);
  [[nodiscard]] Items called(const Expression& e, const std::vector<Value>& values,
                             const std::vector<const Expression*>& outs);
  [[nodiscard]] Value bytes_as_word(const Items& bytes);
  [[nodiscard]] Items made(const Expression& e);
  [[nodiscard]] Items atomic(const Expression& e);
  [[nodiscard]] Items warp(const Expression& e);
  [[nodiscard]] Items barrier(const Expression& e);
  void print(const Expression& e);
  [[nodiscard]] Items memory(const Expression& e);
  [[nodiscard]] Items around_load(const Expression& e);

  [[noreturn]] void refuse(language::Place place, const std::string& message) const { throw Refusal{place, message}; }

  const language::Program& program_;
  Code code_;
  Instance facts_;
  std::deque<Frame> frames_;
  Frame* frame_ = nullptr;
  std::vector<std::uint32_t> units_;
  std::unordered_map<std::uint32_t, bool> local_loaded_;  // by array: true if a loaded value may be in it
  std::optional<Spot> result_place_;                      // of the last call that returned a reference
  std::uint64_t local_bytes_ = 0;                         // of all local arrays
  std::vector<std::uint32_t> local_of_;                   // by array: its index in code_.locals, or none
  std::unordered_map<std::uint64_t, Slot> constants_;
  std::array<Slot, 2> unset_;  // of 32 bits, and of 64
  std::unordered_map<int, Slot> coordinates_;
  std::vector<Around> around_;
  std::vector<Loop> done_loops_;
  std::unordered_map<const Statement*, std::uint32_t> cases_;  // of the innermost switch: the jumps to its cases
  Items written_;                                              // the last items written
  bool terms_have_effects_ = false;
  std::vector<bool> wide_;                        // by slot for lanes
  std::vector<bool> kept_lanes_, kept_uniforms_;  // true for slots of variables
  std::uint32_t label_ = 0;                       // the last jump target
  std::uint32_t line_ = 0, column_ = 0;
  std::uint8_t operand_ = 0;
  Lanes lanes_;
  std::uint32_t statement_ = 0;          // number of the watched statement
  std::vector<std::uint32_t> in_scope_;  // watched variables
  std::vector<std::uint32_t> places_;    // by watched variable, its first place
};

}  // namespace tilescope::machine
