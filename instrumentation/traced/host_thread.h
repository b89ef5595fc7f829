// A CUDA thread on the CPU: it records into a little memory that stays in the cache. A Thread lives on its fiber's
// stack and nobody else ever holds its address, so that a compiler keeps all of it in registers; what it cannot do
// alone it asks of its Seat.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "instrumentation/trace/packed_event.h"

namespace tilescope::traced {

struct Index3 {
  unsigned x = 0, y = 0, z = 0;
};

// A thread's place in its block, and its way to the executor (which defines what is declared here).
struct Seat {
  Index3 thread_index, block_index, block_size, grid_size;
  std::uint64_t loop_limit = 0;

  struct Room {
    PackedEvent* next;
    PackedEvent* end;
  };
  // Each takes the events recorded up to `next` away and gives new room; other threads may have run meanwhile.
  Room begin();
  Room make_room(PackedEvent* next);
  Room wait(PackedEvent* next, std::uint32_t line);
  void finish(PackedEvent* next);
  [[noreturn]] void out_of_fuel(PackedEvent* next);

  [[nodiscard]] float stray_value(const float* data, std::uint32_t extent, std::int64_t index) const;
  void remember_write(float* data, std::uint32_t index, std::uint8_t array);
  // A block's threads all come by the declaration of a shared array; the first one poisons it.
  void declare_shared(std::uint8_t array, float* data, std::initializer_list<std::int64_t> sides);
  void declare_local(std::uint8_t array, std::initializer_list<std::int64_t> sides);
  float* dynamic_shared(std::uint8_t array, std::uint32_t& extent);
};

inline namespace TILESCOPE_RECORDER {

class Thread {
 public:
  static constexpr bool counts_only = false;

  explicit Thread(Seat& seat) : seat_(seat), fuel_(seat.loop_limit) { take(seat_.begin()); }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;
  void finish() { seat_.finish(next_); }

  [[nodiscard]] const Seat& seat() const { return seat_; }

  // Keeps the event; gives its number among the events of this thread.
  TILESCOPE_HERE std::uint32_t record(const PackedEvent& event) {
    if (next_ == end_) [[unlikely]]
      take(seat_.make_room(next_));
    *next_++ = event;
    return number_++;
  }
  [[nodiscard]] TILESCOPE_HERE std::uint32_t next_number() const { return number_; }

  TILESCOPE_HERE void write(const What& what, float* data, std::uint32_t index, float number) {
    data[index] = number;
    if (what.kind == Kind::global_store) seat_.remember_write(data, index, what.array);
  }

  // An access outside its array is recorded and not performed; a load gives what the launch asks for.
  [[nodiscard]] TILESCOPE_HERE float stray_value(const float* data, std::uint32_t extent, std::int64_t index) const {
    return seat_.stray_value(data, extent, index);
  }

  // Waits for the other threads of the block.
  TILESCOPE_HERE void barrier(std::uint32_t line) {
    record({barriers_, 0, no_origin, What{.kind = Kind::barrier_arrive, .line = line}.packed()});
    take(seat_.wait(next_, line));
    record({barriers_++, 0, no_origin, What{.kind = Kind::barrier_release, .line = line}.packed()});
  }

  // Every iteration of every loop calls this; false would leave the loop, an exception ends an endless one.
  TILESCOPE_HERE bool tick() {
    if (--fuel_ == 0) [[unlikely]]
      seat_.out_of_fuel(next_);
    return false;
  }

  void declare_shared(std::uint8_t array, float* data, std::initializer_list<std::int64_t> sides) {
    seat_.declare_shared(array, data, sides);
  }
  void declare_local(std::uint8_t array, std::initializer_list<std::int64_t> sides) {
    seat_.declare_local(array, sides);
  }
  float* dynamic_shared(std::uint8_t array, std::uint32_t& extent) { return seat_.dynamic_shared(array, extent); }

 private:
  TILESCOPE_HERE void take(const Seat::Room& room) {
    next_ = room.next;
    end_ = room.end;
  }

  Seat& seat_;
  PackedEvent* next_ = nullptr;
  PackedEvent* end_ = nullptr;
  std::uint32_t number_ = 0;
  std::uint32_t barriers_ = 0;
  std::uint64_t fuel_;
};

}  // namespace TILESCOPE_RECORDER
}  // namespace tilescope::traced
