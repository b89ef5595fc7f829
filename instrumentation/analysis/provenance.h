// Traces a value back to elements of A and B: one level at a time, or all the products that went into it.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "instrumentation/analysis/block_stores.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// One of the things that a value was made of.
struct Source {
  enum class Kind : std::uint8_t {
    event,          // what another event loaded, stored or summed up
    element,        // an element of a matrix, as the launch gave it
    constant,       // a number of the kernel's text, such as the zero of padding
    several,        // computed from several events, or from one too far back: which, the trace does not tell
    never_written,  // shared memory that was never written
    out_of_bounds,  // what the launch gives for a load beyond its array
    unknown,        // the trace holds nothing that explains the value
  };
  enum class Role : std::uint8_t {
    value,   // what was copied
    addend,  // the sum so far
    first_factor,
    second_factor,
    added,  // the one operand of a sum without a product; of an atomic, what it was given
  };
  enum class Proof : std::uint8_t {
    recorded,  // the trace says so: an origin, or the barriers leave no other writer
    by_value,  // several were possible, and this one alone has the value
    assumed,   // several were possible and have the value: the likeliest one
  };

  Kind kind = Kind::unknown;
  Role role = Role::value;
  Proof proof = Proof::recorded;
  bool found = false;             // of an atomic, what it found there is meant, and not what it left
  EventRef event;                 // of Kind::event; of Kind::out_of_bounds the load itself
  std::uint32_t line = 0;         // of that event
  std::uint8_t array = no_array;  // what the event or element belongs to
  std::uint32_t index = 0;
  float value = 0;           // of Kind::constant as an operand, where it left no event: 0
  std::uint64_t bits = 0;    // the same as it lies in memory
  std::size_t possible = 1;  // how many stores may have been meant; more than one is a race

  [[nodiscard]] bool is_padding() const { return kind == Kind::constant; }
};

// One level: of a store the value it stored, of a load the event that wrote the cell, of a partial sum its addend and
// operands, of a shuffle what the giving lane had, of an atomic what it found and what it was given; `found`: only the
// event that left what it found. What other blocks stored to global memory may be what is found there: on the CPU
// blocks go in order, on a GPU it is not known, so it is told by its value at best. The addend leaves no origin: it is
// the newest sum under the same name, unless the arithmetic says that the sum began again. A barrier has no sources.
[[nodiscard]] std::vector<Source> origins_of(const BlockStores& stores, const EventRef& of, bool found = false);

// What a cell of the block may hold for a thread that comes to its event number `event`, whether or not it reads it:
// one source where barriers leave one, and each one possible where threads race. For a matrix, what the launch gave,
// unless the block stored there.
[[nodiscard]] std::vector<Source> contents_of(const BlockStores& stores, std::uint8_t array, std::uint32_t index,
                                              std::uint32_t thread, std::uint32_t event);

// The other way: the block's loads that found the value of this store, by thread and number. Looks at every event of
// the block.
[[nodiscard]] std::vector<EventRef> readers_of(const BlockStores& stores, const EventRef& store);

// All levels, the nearest first.
struct Link {
  Source source;
  std::uint32_t of = none;  // the link that it is a source of; none: the event that was asked about
  std::uint32_t depth = 1;

  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
};
struct Chain {
  std::vector<Link> links;
  bool whole = true;  // or cut off after as many links as were wanted
};
[[nodiscard]] Chain chain(const BlockStores& stores, const EventRef& of, std::size_t most = 10000);

// A value passed on by loads and stores alone, followed to where it was made: an element, a constant, a partial sum.
// Its proof is the weakest on the way, and `possible` the most.
[[nodiscard]] Source maker_of(const BlockStores& stores, const EventRef& of);

// What a cell's value was put together from by atomics: they in order, as far back as they can be told apart, and what
// the first of them found. `of` is a load of the cell, or an atomic, whose own is the last one.
struct Contributions {
  std::vector<EventRef> atomics;
  Source begin;
  Source::Proof proof = Source::Proof::recorded;  // the weakest on the way
};
[[nodiscard]] Contributions contributions_to(const BlockStores& stores, const EventRef& of);

// A step of the arithmetic after a value.
struct SumStep {
  EventRef sum;  // the partial sum; of SumForm::start the event that was asked about
  SumForm form = SumForm::multiply_add;
  Source first, second;  // followed to where they were made; second only of a multiply_add

  [[nodiscard]] bool has_padding() const {
    return first.is_padding() || (form == SumForm::multiply_add && second.is_padding());
  }
};
struct Products {
  std::vector<EventRef> sums;                     // every partial sum on the way, in the order in which they were made
  std::vector<SumStep> products;                  // in the order in which they were added
  bool whole = true;                              // each factor is an element or a constant, and none is missing
  Source::Proof proof = Source::Proof::recorded;  // the weakest
};
// The products that a store, a load or a partial sum is the sum of. For C[r][c] of a right product these are
// A[r][k] * B[k][c] for k = 0, 1, ..., and those with padding.
[[nodiscard]] Products products_behind(const BlockStores& stores, const EventRef& of);

}  // namespace tilescope
