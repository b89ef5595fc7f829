// The arguments of a kernel's recorded source on a GPU. The host fills them in; the source starts with this very file,
// so it includes nothing.
#pragma once

namespace tilescope::device_text {

// An array that a launch passes, or a global array of the source itself.
struct Given {
  unsigned char* data;
  unsigned long long bytes;
  unsigned int* owners;  // by element, the first thread that stored it, from 1; 0: none; null: not wanted
};

// A sum and a maximum for each kind of count, by array; after the arrays, for no array, and for all together.
struct Counted {
  unsigned long long total;
  unsigned int thread_max;
  unsigned int unused;
};

// A summary of a block, so that only few blocks need recording: two with the same way did the same in shared memory.
struct BlockWay {
  enum Flag : unsigned int { strayed = 2, store_conflict = 4 };

  unsigned long long way[2];
  unsigned long long events;
  unsigned int most_events;  // of any thread
  unsigned int flags;
};

struct There {
  static constexpr unsigned int none = 0xffffffff;  // a block without a slot, a thread without a column

  // The value of a load outside its array.
  enum Stray : unsigned int { poison, zero, stale, touch };
  // Why a thread ended early.
  enum Stuck : unsigned int { runs, in_a_loop, misaligned, failed_assert };

  unsigned int grid[3];        // blocks along each axis, which may differ from the GPU's own grid
  unsigned int dynamic_bytes;  // of shared memory
  unsigned long long rounds;   // maximum for all loops of a thread together
  unsigned int* stuck;         // of the first stuck thread: why, block, thread, line

  // For recording: each block has its own room, with a row for every event number and, in each row, a place for every
  // thread. Alternatively, chosen threads have one column each, and the others keep nothing.
  const unsigned int* slot_of_block;     // null: by number; a block without a slot does nothing
  const unsigned int* column_of_thread;  // by slot and thread; null: rows
  unsigned char* events;
  unsigned int* more;         // the parts of events beyond two words, in the same layout; null: not wanted
  unsigned int capacity;      // events of a thread
  unsigned int* made;         // by slot and thread: number of events, including those without room
  unsigned long long* paths;  // by slot and thread: a hash of origins and sites
  // The same layout, for events that are only values: a number whose digits are the indices, to the base 0xd134259b,
  // modulo this base times 2^32 minus 1. It proves whether indices follow from others as expected.
  unsigned long long* indices;

  // For counting, by block.
  Counted* counts;
  unsigned int* most_events;  // of any thread

  // By block; null: not wanted.
  BlockWay* ways;

  // The output of printf: the number of words in use; then for each call its number, the block, the thread, and two
  // words for each argument.
  unsigned int* said;
  unsigned int said_words;  // that fit
};

}  // namespace tilescope::device_text
