// Finds out before compilation which values of a kernel are the same for all threads, which come from memory, and where
// pointers point.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "instrumentation/machine/compiler/instance.h"

namespace tilescope::machine {

class FactFinder {
 public:
  // `apart`: threads run one after another, so that each has its own copy of a changing variable.
  FactFinder(Code& code, Instance& kernel, bool apart) : code_(code), kernel_(kernel), apart_(apart) {}

  // Fills in the instance and the code's arrays; `units` becomes the minimum unit of the pointers into each array.
  void find(std::vector<std::uint32_t>& units);
  // For each local array, true if a loaded value may be in it.
  [[nodiscard]] const std::unordered_map<std::uint32_t, bool>& local_loaded() const { return local_loaded_; }

 private:
  using Expression = language::Expression;
  using Statement = language::Statement;
  using Variable = language::Variable;
  using Type = language::Type;

  struct Spot {  // the meaning of a place
    VariableFacts* variable = nullptr;
    std::size_t first = 0, count = 0;  // of its leaves
    std::uint32_t array = Fact::nowhere;
  };

  void begin();
  void add_parameter(const language::Parameter& parameter);
  std::uint32_t add_array(Array array);
  std::uint32_t add_local(std::string name, Type type, const Variable* variable);
  std::uint32_t array_of(const Variable& variable, Instance& in);
  VariableFacts& facts_of(const Variable& variable, Instance& in);
  void find_addresses(const language::Function& function);
  void note_address(const Expression& place);

  void run(const Statement* s, Instance& in);
  void run_loop(const Statement& s, Instance& in);
  void declare(const Variable& variable, Instance& in);
  void leave(bool loops_only, Instance& in);

  Facts value(const Expression& e, Instance& in);
  Facts remembered(const Expression& e, Instance& in);
  Facts made(const Expression& e, Instance& in);
  Facts call(const Expression& e, Instance& in);
  Facts chosen(const Expression& e, Instance& in);
  Facts part(const Expression& e, Instance& in);
  Facts aggregate(const Expression& e, Instance& in);
  Facts builtin(const Expression& e, Instance& in);
  void bind(const Variable& parameter, const Expression& argument, Instance& callee, Instance& in);
  Spot spot(const Expression& place, Instance& in);
  Spot variable_spot(const Variable& v, Instance& in);
  Spot changed_spot(const Expression& e, Instance& in);
  Spot made_spot(const Expression& e, Instance& in);
  Spot named(const Bound& bound);
  Facts read(const Spot& spot, Type type);
  void write(const Spot& spot, Facts facts, bool begins);
  Fact joined(const Expression& e, Instance& in);  // from all parts of the expression
  void see_pointer(const Fact& fact, Type type);
  void learn(bool news) {
    if (!news) return;
    changed_ = true;
    ++version_;
  }

  Code& code_;
  Instance& kernel_;
  bool apart_;
  bool changed_ = false;
  int depth_ = 0;
  std::vector<std::uint32_t>* units_ = nullptr;
  std::unordered_map<const Variable*, std::uint32_t> shared_;  // arrays of the file and of blocks
  std::unordered_set<const Variable*> addressed_;
  std::unordered_set<const language::Function*> seen_;
  std::unordered_map<std::uint32_t, bool> local_loaded_;  // by array
  struct Around {
    const Statement* statement;  // a loop or switch
    int depth;
  };
  std::vector<Around> around_;
  std::size_t instances_ = 0, calls_deep_ = 0;
  std::uint64_t steps_ = 0;    // number of expressions analyzed
  std::uint64_t version_ = 0;  // of all facts: changes with every new fact
  // The result of a call's last analysis; valid while the facts and the depth of branches are the same.
  struct Seen {
    std::uint64_t version = 0;
    int depth = 0;
    Facts facts;
  };
  std::map<std::pair<const Instance*, const Expression*>, Seen> seen_calls_;
};

// The place to which a function's returned reference refers; null if it is not simple.
[[nodiscard]] const language::Expression* returned_place(const language::Function& function);

// True if `argument` of a method is the object itself, so that `this` is only another name for it.
[[nodiscard]] bool names_object(const language::Expression& argument);

// The initial contents of a variable of the file.
[[nodiscard]] std::vector<std::byte> first_bytes(const language::Variable& v);

// Thrown if a kernel is too large because each call in it is inlined, or if a part of it is too large by itself.
struct TooLarge {
  std::string what;
};

}  // namespace tilescope::machine
