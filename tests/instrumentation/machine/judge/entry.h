// What the two halves of the judge know of each other: kernels as clang compiled them, with what each is given by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tilescope::judge {

// What stands in memory: numbers of one kind and size, or a structure's bytes.
struct Element {
  char kind = '?';        // f, i, u, b (bool) or ? (a structure)
  std::size_t size = 0;   // bytes of a number
  std::size_t count = 1;  // how many: 4 for float4
};

// A parameter or a part of one, or a variable of the file.
struct Member {
  enum class Kind { array, scalar, global } kind;
  std::string name;
  Element element;
  void* at = nullptr;  // the pointer, the value, the variable
  std::size_t bytes = 0;
};

struct Shape {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  std::uint64_t order = 0;  // in which threads go: 0 by number, else shuffled
};

// `visit` is called for each member; then, where there is a shape, the kernel is run.
struct Kernel {
  std::string file, name;
  void (*run)(const std::function<void(const Member&)>& visit, const Shape* shape) = nullptr;
};

// As clang's half adds them; none where there is no clang.
std::vector<Kernel>& kernels();

// Runs all threads of each block in turn, each on a stack of its own, up to where it has to wait.
void run_blocks(const Shape& shape, const std::function<void()>& thread);

// What the kernels printed since it was asked last.
std::string take_printed();
void print(const std::string& text);

struct Place {
  unsigned x, y, z;
};
struct Now {
  Place thread, block;
};
extern Now now;  // who is running

// Waits for all threads of the block that have not returned; says for how many of them `value` is true, and of how
// many.
struct Counted {
  unsigned yes, all;
};
Counted wait_for_block(bool value);

// Waits for the lanes of `mask` that have not returned; gives what each of them brought, and who they were.
struct Met {
  std::uint64_t values[32];
  unsigned lanes;
};
const Met& meet_lanes(unsigned mask, std::uint64_t value);
unsigned lanes_left();
unsigned lane();

}  // namespace tilescope::judge
