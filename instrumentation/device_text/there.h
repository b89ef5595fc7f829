// The arguments of a kernel's recorded text on a GPU. The host fills it in; the text has this very file before it, so
// nothing is included here.
#pragma once

namespace tilescope::device_text {

// An array that a launch gives, or that the text itself has in global memory.
struct Given {
  unsigned char* data;
  unsigned long long bytes;
  unsigned int* owners;  // of each element the thread that stored it first, from 1; 0: none; null: not asked for
};

// As many sums and maxima as there are kinds of counts, by array; after the arrays what belongs to none, and all
// together.
struct Counted {
  unsigned long long total;
  unsigned int thread_max;
  unsigned int unused;
};

// What is told of a block, so that few blocks have to be recorded: two with the same way did the same in shared memory.
struct BlockWay {
  enum Flag : unsigned int { strayed = 2, store_conflict = 4 };

  unsigned long long way[2];
  unsigned long long events;
  unsigned int most_events;  // of any thread
  unsigned int flags;
};

struct There {
  static constexpr unsigned int none = 0xffffffff;  // a block without a slot, a thread without a column

  // What a load outside of its array gives.
  enum Stray : unsigned int { poison, zero, stale, touch };
  // Why a thread ended before its time.
  enum Stuck : unsigned int { runs, in_a_loop, misaligned, failed_assert };

  unsigned int grid[3];        // blocks along each axis, which a GPU's own grid may not have
  unsigned int dynamic_bytes;  // of shared memory
  unsigned long long rounds;   // of all loops of a thread together
  unsigned int* stuck;         // why, block, thread, line: of the first one

  // To record: each block has room of its own, a row for every event number, and a row has a place for each of its
  // threads. Or chosen threads have a column each, one after the other, and the others keep nothing.
  const unsigned int* slot_of_block;     // null: of each its number; a block without a slot does nothing
  const unsigned int* column_of_thread;  // by slot and thread; null: rows
  unsigned char* events;
  unsigned int* more;         // what does not go into an event's first two words, likewise; null: not wanted
  unsigned int capacity;      // events of a thread
  unsigned int* made;         // by slot and thread: events, with those that found no room
  unsigned long long* paths;  // by slot and thread: a hash of origins and sites
  // Likewise, where events are values alone: a number whose digits are the indices, to the base 0xd134259b, modulo this
  // base times 2^32 less 1. So it is known of indices that should follow from others whether they do.
  unsigned long long* indices;

  // To count, by block.
  Counted* counts;
  unsigned int* most_events;  // of any thread

  // By block; null: not asked for.
  BlockWay* ways;

  // What printf says: how many words there are of it, then for each time its number, the block, the thread, and two
  // words for each argument.
  unsigned int* said;
  unsigned int said_words;  // that there is room for
};

}  // namespace tilescope::device_text
