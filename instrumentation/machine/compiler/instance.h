// A function where it is called: a kernel, and each call in it, has its own variables. Functions are done in place, and
// none calls itself.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "instrumentation/machine/compiler/layout.h"

namespace tilescope::machine {

// What is known of a value before anything runs.
struct Fact {
  bool varies = false;  // from thread to thread
  bool loaded = false;  // it came from memory that threads share, or from another thread
  // The array that a pointer leads into.
  static constexpr std::uint32_t nowhere = 0xfffffffe;
  std::uint32_t array = nowhere;

  // Whether anything is new.
  bool join(const Fact& other);
};
using Facts = std::vector<Fact>;  // of each leaf

struct Instance;

// A place, or what a reference stands for.
struct Bound {
  const language::Expression* place = nullptr;
  Instance* in = nullptr;
};

struct VariableFacts {
  Facts leaves;
  int depth = 0;                        // of the branches around its declaration that threads take apart
  bool in_memory = false;               // it has rows of memory instead of slots
  bool assigned = false;                // by more than its declaration
  Bound bound;                          // of a reference, and of `this` where it is an object's name
  std::uint32_t array = Fact::nowhere;  // of one in memory
};

struct Instance {
  const language::Function* function = nullptr;
  Instance* caller = nullptr;
  int depth = 0;               // around its body
  bool returns_apart = false;  // threads leave it at different places
  std::unordered_map<const language::Variable*, VariableFacts> variables;
  std::unordered_map<const language::Expression*, std::unique_ptr<Instance>> calls;
  std::unordered_map<const language::Expression*, VariableFacts> kept;  // temporaries that are named by a place
  std::unordered_set<const language::Statement*> apart;                 // loops that threads leave at different times
  Facts result;
};

}  // namespace tilescope::machine
