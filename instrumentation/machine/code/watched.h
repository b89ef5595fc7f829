// Where the variables of watched code are, and the notes between its instructions that report their changes. Each
// variable keeps its own slot from its declaration to the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/language/tree/type.h"
#include "instrumentation/machine/code/slot.h"
#include "instrumentation/trace/site.h"

namespace tilescope::machine {

// A number or pointer within a variable.
struct WatchedLeaf {
  enum class Home : std::uint8_t {
    known,    // in bits
    slot,     // in slot; for a pointer, an Address
    pointer,  // a pointer into an array, in units: slot + uniform + bits
    memory    // in the thread's own memory: a byte offset into an array
  };
  std::string path{};  // appended to the variable's name: ".x", "[2][3]"
  language::Type type{};
  Home home = Home::known;
  Number number = Number::i32;
  Cell cell = Cell::word;
  bool wide = false;  // for a pointer: slot is an i64
  Slot slot{}, uniform{};
  std::uint32_t array = anywhere;
  std::uint64_t bits = 0;
  std::uint32_t place = 0;  // the place that records which line set it
};

struct WatchedVariable {
  std::string name{};
  language::Type type{};
  std::uint32_t call = 0;          // index in calls
  std::uint32_t from = 0, to = 0;  // its scope, as instructions
  std::vector<WatchedLeaf> leaves{};
};

// An inlined call of a function; the first entry is the kernel.
struct WatchedCall {
  std::string function{};
  std::uint32_t depth = 0;
  std::uint32_t line = 0;  // of the call
};

struct Note {
  enum class Kind : std::uint8_t {
    telling,    // an event may follow
    waiting,    // the same, for a barrier
    ended,      // statement `what`, or its part before nested statements
    finished,   // the thread
    declared,   // the `count` places from `what` on
    set,        // the same
    set_row,    // `slot`, a row of a local array
    stored,     // by access `what`
    stored_by,  // by atomic `what`
  };
  Kind kind = Kind::telling;
  std::uint32_t what = 0, count = 1;
  Slot slot{};
};

// For a local array: where the lines that set it are recorded, one for each `unit` bytes.
struct WatchedLocal {
  std::uint32_t first = anywhere;  // anywhere: not watched
  std::uint32_t unit = 4;
};

struct WatchedCode {
  std::vector<WatchedVariable> variables{};
  std::vector<WatchedCall> calls{};
  std::vector<Note> notes{};
  std::vector<std::uint32_t> statements{};  // by instruction
  std::vector<WatchedLocal> locals{};       // by local array
  std::uint32_t places = 0;
  std::uint32_t last_statement = 0;
};

}  // namespace tilescope::machine
