// Threads of a block on stacks of their own, one at a time: each goes on until it waits, then the next one does.
// Nothing here looks at what they do, so that what comes out is what clang made of the text.
#include <ucontext.h>

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>

#include "tests/instrumentation/machine/judge/entry.h"

namespace tilescope::judge {

Now now;

namespace {

constexpr std::size_t stack_bytes = 128 << 10;
constexpr unsigned most_turns = 50'000'000;

struct Thread {
  std::jmp_buf at;
  Place index{};
  unsigned number = 0;
  bool returned = true;
};

struct Meeting {
  unsigned mask = 0, came = 0;
  std::uint64_t generation = 0;
  Met met[2];
};

struct Warp {
  unsigned lanes = 0;  // that have not returned
  std::vector<std::unique_ptr<Meeting>> meetings;
};

struct Block {
  std::vector<Thread> threads;
  std::vector<std::unique_ptr<char[]>> stacks;
  std::vector<unsigned> order;  // the threads that have not returned
  std::vector<Warp> warps;
  std::size_t turn = 0;
  unsigned turns = 0;
  std::jmp_buf home;
  ucontext_t start{};
  const std::function<void()>* body = nullptr;
  Thread* running = nullptr;
  unsigned came = 0, yes = 0;  // at the barrier
  std::uint64_t generation = 0;
  Counted counted[2]{};
};

Block block;

void resume(Thread& thread) {
  block.running = &thread;
  now.thread = thread.index;
  longjmp(thread.at, 1);
}

// To the first of those that have not returned: a wait is over.
void start_over() {
  block.turn = 0;
  Thread& next = block.threads[block.order[0]];
  if (&next != block.running && _setjmp(block.running->at) == 0) resume(next);
}

void give_way() {
  if (++block.turns > most_turns) {
    std::fprintf(stderr, "threads wait for each other\n");
    std::abort();
  }
  block.turn = (block.turn + 1) % block.order.size();
  Thread& next = block.threads[block.order[block.turn]];
  if (&next == block.running) return;
  if (_setjmp(block.running->at) == 0) resume(next);
}

// A thread's first function: makes itself known and goes home, and when it is its turn does the kernel's body.
void begin() {
  Thread* const me = block.running;
  if (_setjmp(me->at) == 0) longjmp(block.home, 1);
  (*block.body)();
  me->returned = true;
  block.warps[me->number / 32].lanes &= ~(1U << me->number % 32);
  block.order.erase(block.order.begin() + static_cast<std::ptrdiff_t>(block.turn));
  if (block.order.empty()) longjmp(block.home, 1);
  block.turn %= block.order.size();
  resume(block.threads[block.order[block.turn]]);
}

void make(Thread& thread, char* stack) {
  thread.returned = false;
  block.running = &thread;
  if (_setjmp(block.home) != 0) return;
  getcontext(&block.start);
  block.start.uc_stack.ss_sp = stack;
  block.start.uc_stack.ss_size = stack_bytes;
  block.start.uc_link = nullptr;
  makecontext(&block.start, begin, 0);
  setcontext(&block.start);
}

void run_block(const Shape& shape, std::uint64_t order) {
  const unsigned count = shape.block[0] * shape.block[1] * shape.block[2];
  block.threads.resize(count);
  while (block.stacks.size() < count) block.stacks.push_back(std::unique_ptr<char[]>(new char[stack_bytes]));
  block.order.clear();
  block.warps.clear();
  block.warps.resize((count + 31) / 32);
  for (unsigned n = 0; n < count; ++n) {
    Thread& thread = block.threads[n];
    thread.number = n;
    thread.index = {n % shape.block[0], n / shape.block[0] % shape.block[1], n / shape.block[0] / shape.block[1]};
    block.warps[n / 32].lanes |= 1U << n % 32;
    block.order.push_back(n);
    make(thread, block.stacks[n].get());
  }
  if (order != 0) {
    std::mt19937_64 random(order);
    for (unsigned n = count; n > 1; --n) std::swap(block.order[n - 1], block.order[random() % n]);
  }
  block.turn = block.turns = block.came = block.yes = 0;
  if (_setjmp(block.home) == 0) resume(block.threads[block.order[0]]);
}

Meeting& meeting_of(Warp& warp, unsigned mask) {
  for (const auto& meeting : warp.meetings)
    if (meeting->mask == mask) return *meeting;
  warp.meetings.push_back(std::make_unique<Meeting>());
  warp.meetings.back()->mask = mask;
  return *warp.meetings.back();
}

}  // namespace

void run_blocks(const Shape& shape, const std::function<void()>& thread) {
  block.body = &thread;
  for (unsigned z = 0; z < shape.grid[2]; ++z)
    for (unsigned y = 0; y < shape.grid[1]; ++y)
      for (unsigned x = 0; x < shape.grid[0]; ++x) {
        now.block = {x, y, z};
        run_block(shape, shape.order == 0 ? 0 : shape.order + x + 131 * y + 1031 * z);
      }
}

Counted wait_for_block(bool value) {
  const std::uint64_t mine = block.generation;
  ++block.came;
  block.yes += value ? 1 : 0;
  while (block.generation == mine) {
    if (block.came == block.order.size()) {
      block.counted[mine % 2] = {block.yes, block.came};
      block.came = block.yes = 0;
      ++block.generation;
      start_over();
      break;
    }
    give_way();
  }
  return block.counted[mine % 2];
}

const Met& meet_lanes(unsigned mask, std::uint64_t value) {
  Warp& warp = block.warps[block.running->number / 32];
  Meeting& meeting = meeting_of(warp, mask);
  const std::uint64_t mine = meeting.generation;
  meeting.met[mine % 2].values[lane()] = value;
  meeting.came |= 1U << lane();
  while (meeting.generation == mine) {
    const unsigned wanted = mask & warp.lanes;
    if ((meeting.came & wanted) == wanted) {
      meeting.met[mine % 2].lanes = meeting.came;
      meeting.came = 0;
      ++meeting.generation;
      start_over();
      break;
    }
    give_way();
  }
  return meeting.met[mine % 2];
}

unsigned lanes_left() { return block.warps[block.running->number / 32].lanes; }
unsigned lane() { return block.running->number % 32; }

}  // namespace tilescope::judge
