// Where the variables of watched code are, and notes between its instructions that say what becomes of them. Each keeps
// a slot of its own from where it is declared to the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/language/tree/type.h"
#include "instrumentation/machine/code/slot.h"
#include "instrumentation/trace/site.h"

namespace tilescope::machine {

// A number or pointer that a variable is made of.
struct WatchedLeaf {
  enum class Home : std::uint8_t {
    known,    // bits
    slot,     // slot; of a pointer: an Address
    pointer,  // so many units into an array: what is in slot, and uniform, and bits
    memory    // a thread's own: so many bytes into an array
  };
  std::string path{};  // after the variable's name: ".x", "[2][3]"
  language::Type type{};
  Home home = Home::known;
  Number number = Number::i32;
  Cell cell = Cell::word;
  bool wide = false;  // of a pointer: slot is an i64
  Slot slot{}, uniform{};
  std::uint32_t array = anywhere;
  std::uint64_t bits = 0;
  std::uint32_t place = 0;  // where it is kept which line set it
};

struct WatchedVariable {
  std::string name{};
  language::Type type{};
  std::uint32_t call = 0;          // in calls
  std::uint32_t from = 0, to = 0;  // instructions where it is in scope
  std::vector<WatchedLeaf> leaves{};
};

// A function where it is done in place; first of all the kernel.
struct WatchedCall {
  std::string function{};
  std::uint32_t depth = 0;
  std::uint32_t line = 0;  // that calls it
};

struct Note {
  enum class Kind : std::uint8_t {
    telling,    // an event may come next
    waiting,    // those of a barrier
    ended,      // the statement `what`, or what of it comes before others begin
    finished,   // the thread
    declared,   // what lies at `count` places from `what` on
    set,        // likewise
    set_row,    // `slot`, a row of a local array
    stored,     // by the access `what`
    stored_by,  // by the atomic `what`
  };
  Kind kind = Kind::telling;
  std::uint32_t what = 0, count = 1;
  Slot slot{};
};

// For a local array, where the lines are that set it: one for so many bytes.
struct WatchedLocal {
  std::uint32_t first = anywhere;  // anywhere: it is not watched
  std::uint32_t unit = 4;
};

struct WatchedCode {
  std::vector<WatchedVariable> variables{};
  std::vector<WatchedCall> calls{};
  std::vector<Note> notes{};
  std::vector<std::uint32_t> statements{};  // of each instruction
  std::vector<WatchedLocal> locals{};       // of each local array
  std::uint32_t places = 0;
  std::uint32_t last_statement = 0;
};

}  // namespace tilescope::machine
