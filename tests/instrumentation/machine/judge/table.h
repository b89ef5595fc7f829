// The table of launches: for each kernel the numbers that a launch draws at random, and what follows from them.
#pragma once

#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/instrumentation/machine/judge/entry.h"

namespace tilescope::judge {

struct Given {
  std::string name;  // "A", "M.width"; of a variable of the file without the @
  bool is_global = false;
  bool is_array = false;
  std::string value;  // how many elements, or what a scalar is
  std::string fill;   // of an array or a variable; empty: what is usual for its elements
};

struct Line {
  std::string file, kernel;                               // "folder/name.cu", "space::name<16, float>"
  std::map<std::string, std::string, std::less<>> knobs;  // which instance of a template the machine is to run
  std::string only;                                       // the one way to run it: "in_order", "together"; empty: all
  std::vector<std::pair<std::string, std::string>> numbers;
  std::vector<std::string> grid, block;
  std::string shared_bytes = "0";
  std::vector<Given> given;
};

std::vector<Line> read_table(const std::filesystem::path& path);
std::string plain_name(const Line& line);  // of the kernel, without namespaces and template arguments

using Bytes = std::vector<std::byte>;

// A launch of one line: the same bytes for both sides.
struct Drawn {
  Shape shape;
  std::uint32_t shared_bytes = 0;
  std::vector<Bytes> given;                       // by Line::given
  std::vector<std::vector<std::uint64_t>> words;  // of scalars: a word for each number
  std::vector<std::string> cells;                 // of arrays: kind and size of each number, in turn: "f4,i4"
  std::string text;                               // the numbers that were drawn
};

// `members` says of what elements everything is.
Drawn draw(const Line& line, const std::map<std::string, Member>& members, std::mt19937_64& random);

}  // namespace tilescope::judge
