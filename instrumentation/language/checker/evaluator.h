// Evaluates constant expressions and the constexpr functions that they call.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "instrumentation/language/checker/constant_memory.h"

namespace tilescope::language {

class Evaluator {
 public:
  // `on_host`: functions that are not constexpr count too.
  Evaluator(ConstantMemory& memory, int steps, bool on_host) : memory_(memory), left_(steps), on_host_(on_host) {}
  ~Evaluator() { memory_.release(0); }
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // These throw NotConstant.
  ConstantCells value(const Expression& e);
  Value number(const Expression& e);

  [[nodiscard]] int steps_left() const { return left_; }

 private:
  using Pointer = ConstantPointer;
  using Variables = std::unordered_map<const Variable*, Pointer>;
  enum class Flow : std::uint8_t { on, leaves_loop, next_round, returns };
  struct Passed {  // to a function: a value, or the target of a reference
    ConstantCells cells;
    Pointer to;
  };
  class Deeper;  // a step inside another

  void work(std::size_t cells);

  // evaluate.cpp: values
  static Value known(const Folded& folded);
  ConstantCell scalar(const Expression& e);
  ConstantCell operation(const Expression& e);
  ConstantCells whole(const Expression& e);
  ConstantCells part_of_value(const Expression& e);
  void discard(const Expression& e);
  void append(ConstantCells& to, Type type, const Expression& from);
  void append_parts(ConstantCells& to, Type type, const Expression& aggregate);
  void append_zero(ConstantCells& to, Type type);
  void append_zeros(ConstantCells& to, Type type, std::uint64_t count);
  ConstantCell only(const ConstantCells& cells) const;
  ConstantCell loaded(const Expression& place);
  ConstantCell converted(const Expression& e);
  ConstantCell binary(const Expression& e);
  ConstantCell incremented(const Expression& e);
  ConstantCell built_in(const Expression& e);
  bool truth(const Expression& e);
  Pointer pointer(const Expression& e);
  Pointer moved(const Pointer& from, const Value& by, bool back) const;

  // evaluate_places.cpp: places
  Pointer place(const Expression& e);
  Pointer place_of(const Variable& variable);
  Pointer constant(const Variable& variable);
  Pointer assigned(const Expression& e);
  Pointer compounded(const Expression& e);
  Pointer stepped(const Expression& e);
  ConstantCell stored(Type type, const ConstantCell& cell) const;
  void store(const Pointer& to, Type type, const ConstantCell& cell);

  // evaluate_statements.cpp: calls and statements
  ConstantCells called(const Expression& e);
  ConstantCells constructed(const Expression& e);
  ConstantCells call(const Function& function, std::vector<Passed> arguments);
  std::vector<Passed> passed(const Function& function, std::span<const Expression* const> list, std::size_t first);
  Flow run(const Statement& s);
  Flow run_block(const Statement& s);
  Flow run_loop(const Statement& s);
  Flow run_switch(const Statement& s);
  const Statement* label_for(const Statement& s, const Value& value, const Statement*& otherwise, bool inside);
  Flow run_return(const Statement& s);
  void declare(const Variable& variable);
  bool holds(const Expression* condition);  // true if there is none

  ConstantMemory& memory_;
  Variables variables_;  // of the running function
  const Function* function_ = nullptr;
  const Statement* sought_ = nullptr;  // the case that a switch jumps to; statements before it are skipped
  ConstantCells result_;
  int left_;
  bool on_host_;
  int depth_ = 0;   // of calls
  int nested_ = 0;  // of all steps inside others
};

// A step of the work. Ends the evaluation if there are too many steps, or they are too deep for the stack.
class Evaluator::Deeper {
 public:
  explicit Deeper(Evaluator& evaluator) : evaluator_(evaluator) {
    evaluator.work(0);
    if (++evaluator.nested_ > deepest) throw NotConstant{};
  }
  ~Deeper() { --evaluator_.nested_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  static constexpr int deepest = 3000;
  Evaluator& evaluator_;
};

}  // namespace tilescope::language
