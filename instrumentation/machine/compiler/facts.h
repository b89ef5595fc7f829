// Finds out, before a kernel is compiled, what of it is the same for all threads, what comes from memory, and where
// pointers lead.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "instrumentation/machine/compiler/instance.h"

namespace tilescope::machine {

class FactFinder {
 public:
  // `apart`: threads run one after the other, so that a variable that changes is each one's own.
  FactFinder(Code& code, Instance& kernel, bool apart) : code_(code), kernel_(kernel), apart_(apart) {}

  // Fills the instance and the arrays of the code; `units` are how many bytes pointers into each move by at least.
  void find(std::vector<std::uint32_t>& units);
  // Of local arrays, whether something in them was loaded.
  [[nodiscard]] const std::unordered_map<std::uint32_t, bool>& local_loaded() const { return local_loaded_; }

 private:
  using Expression = language::Expression;
  using Statement = language::Statement;
  using Variable = language::Variable;
  using Type = language::Type;

  struct Spot {  // what a place is
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
  Fact joined(const Expression& e, Instance& in);  // of all that it is made of
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
  std::uint64_t steps_ = 0;    // expressions that were looked at
  std::uint64_t version_ = 0;  // of all that is known: another one with each news
  // What a call came to the last time; it stands as long as nothing else is known, and as many branches are around it.
  struct Seen {
    std::uint64_t version = 0;
    int depth = 0;
    Facts facts;
  };
  std::map<std::pair<const Instance*, const Expression*>, Seen> seen_calls_;
};

// The place that a function which gives a reference gives; null if it is not plain.
[[nodiscard]] const language::Expression* returned_place(const language::Function& function);

// Whether `argument` of a method is the object itself: its `this` is then only another name for it.
[[nodiscard]] bool names_object(const language::Expression& argument);

// What a variable of the file holds when a program starts.
[[nodiscard]] std::vector<std::byte> first_bytes(const language::Variable& v);

// A kernel that is too large, since each call in it is a copy of what it calls; or what of it is too large by itself.
struct TooLarge {
  std::string what;
};

}  // namespace tilescope::machine
