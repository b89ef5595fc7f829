// A function at one of its calls: a kernel, and each call in it, has its own variables. Functions are inlined, and
// there is no recursion.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "instrumentation/machine/compiler/layout.h"

namespace tilescope::machine {

// What is known about a value before the kernel runs.
struct Fact {
  bool varies = false;  // between threads
  bool loaded = false;  // from memory that threads share, or from another thread
  // The array into which a pointer points.
  static constexpr std::uint32_t nowhere = 0xfffffffe;
  std::uint32_t array = nowhere;

  // True if this changed the fact.
  bool join(const Fact& other);
};
using Facts = std::vector<Fact>;  // by leaf

struct Instance;

// A place, or the place to which a reference is bound.
struct Bound {
  const language::Expression* place = nullptr;
  Instance* in = nullptr;
};

struct VariableFacts {
  Facts leaves;
  int depth = 0;                        // number of divergent branches around its declaration
  bool in_memory = false;               // in rows of memory instead of slots
  bool assigned = false;                // after its declaration
  Bound bound;                          // for a reference, and for `this` if it is an object's name
  std::uint32_t array = Fact::nowhere;  // if it is in memory
};

struct Instance {
  const language::Function* function = nullptr;
  Instance* caller = nullptr;
  int depth = 0;               // of its call
  bool returns_apart = false;  // threads return from it at different places
  std::unordered_map<const language::Variable*, VariableFacts> variables;
  std::unordered_map<const language::Expression*, std::unique_ptr<Instance>> calls;
  std::unordered_map<const language::Expression*, VariableFacts> kept;  // temporaries that are used as places
  std::unordered_set<const language::Statement*> apart;                 // loops that threads leave at different times
  Facts result;
};

}  // namespace tilescope::machine
